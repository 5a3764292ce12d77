import { clock, duration } from '../../domain/report/iso-time.js';
import type { Ask, ReportHold } from '../../domain/report/report.schema.js';
import { Badge, EventLinks, Said, toneOf } from '../components/texts.js';
import { FramedPicture, usePicture } from '../components/pictures.js';
import { holdEnd } from '../../domain/report/holds.js';

/** What people were asked, and what they said. */
export function People({ asks }: { readonly asks: readonly Ask[] }) {
  if (asks.length === 0) return null;
  return (
    <section aria-labelledby="people">
      <h2 id="people">Asked of people</h2>
      <ul class="asks">
        {asks.map((ask, index) => (
          <li key={index} class="card ask">
            <AskWords ask={ask} />
            <AskPicture ask={ask} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function AskWords({ ask }: { readonly ask: Ask }) {
  const { kind, text, actions, values, requestedAt, answeredAt, waitedMs, state, answer, note, by, sentBy, through, events, card, id } =
    ask;
  const who = [by, sentBy].filter((name) => name !== undefined);
  return (
    <div>
      <p class="where">
        <strong>{kind}</strong>
        <Badge tone={toneOf(state)}>{state}</Badge>
        {card === undefined ? <span>{id}</span> : <a href={`#${card}`}>{id}</a>}
      </p>
      <p class="ask-text">
        <Said text={text === '' ? 'What it showed is not kept in history.' : text} />
      </p>
      {actions.map((action) => (
        <p key={action}>
          <code>
            <Said text={action} line />
          </code>
        </p>
      ))}
      {values.length > 0 && (
        <ul class="values">
          {values.map((value, index) => (
            <li key={index}>
              <Said text={value} line />
            </li>
          ))}
        </ul>
      )}
      {answer !== undefined && (
        <p class="answer">
          <Said text={answer} />
        </p>
      )}
      {note !== undefined && (
        <p class="answer">
          <Said text={note} />
        </p>
      )}
      <p class="quiet small">
        {requestedAt !== undefined && requestedAt !== '' && `Requested at ${clock(requestedAt)}. `}
        {answeredAt !== undefined && `${state === 'answered' ? 'Answered' : 'Decided'} at ${clock(answeredAt)}`}
        {waitedMs !== undefined && ` after ${duration(waitedMs)}`}
        {who.length > 0 && (
          <>
            {' '}
            by
            {who.map((name, index) => (
              <>
                {index === 0 ? ' ' : ', '}
                <Said text={name} line />
              </>
            ))}
          </>
        )}
        {through !== undefined && ` (${through})`}
        {answeredAt !== undefined && '.'}
        {state === 'approved' && by === undefined && ' Who it was did not say a name; this is the client that sent it.'}
      </p>
      <EventLinks events={events} />
    </div>
  );
}

function AskPicture({ ask: { picture, text } }: { readonly ask: Ask }) {
  const view = usePicture(picture);
  return view ? <FramedPicture picture={view} alt={`What was shown: ${text}`} /> : null;
}

/** When a person had taken over, and what they did with it. */
export function Holds({ holds }: { readonly holds: readonly ReportHold[] }) {
  if (holds.length === 0) return null;
  return (
    <section aria-labelledby="by-hand">
      <h2 id="by-hand">Done by hand</h2>
      <ul class="holds">
        {holds.map((hold, index) => (
          <li key={index} class="card hold">
            <HoldWords hold={hold} />
            <Acts acts={hold.acts} />
            <EventLinks events={hold.events} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function HoldWords({ hold }: { readonly hold: ReportHold }) {
  const { by, reason, from, to, heldMs, state, sentBy, note } = hold;
  return (
    <div>
      <p class="where">
        <strong>taken over</strong>
        <Badge tone={toneOf(state)}>{state.replace('-', ' ')}</Badge>
        <span class="number">
          {clock(from)} to {to === undefined ? 'now' : clock(to)}
          {heldMs !== undefined && `, ${duration(heldMs)}`}
        </span>
      </p>
      <p class="ask-text">
        <Said text={by} line /> {to === undefined ? 'holds' : 'held'} the run
        {reason !== '' && (
          <>
            : <Said text={reason} />
          </>
        )}
      </p>
      <p class={note === undefined ? 'quiet' : 'answer'}>
        <Said text={`${holdEnd(hold)}${note === undefined ? '.' : ''}`} />
      </p>
      {sentBy !== undefined && (
        <p class="quiet small">
          Taken through the client <Said text={sentBy} line />. Nothing of the run acted meanwhile.
        </p>
      )}
    </div>
  );
}

function Acts({ acts }: Pick<ReportHold, 'acts'>) {
  if (acts.length === 0) return <p class="quiet">Nothing was done by hand.</p>;
  return (
    <ol class="acts" aria-label="What was done by hand">
      {acts.map(({ at, text, outcome = 'not known', message, approved, card }) => (
        <li key={card}>
          <time dateTime={at} class="number quiet">
            {clock(at)}
          </time>
          <span>
            <a href={`#${card}`}>
              <Said text={text} line />
            </a>{' '}
            <Badge tone={toneOf(outcome)}>{outcome}</Badge>
            {[message, approved === undefined ? undefined : `approved by doing it: it ${approved}`].map(
              (more) =>
                more !== undefined && (
                  <span key={more} class="effect">
                    <Said text={more} />
                  </span>
                ),
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
