import { clock, duration } from '../../domain/report/iso-time.js';
import type { Ask } from '../../domain/report/report.schema.js';
import { Badge, toneOf } from '../components/badge.js';
import { EventLinks } from '../components/event-link.js';
import { FramedPicture } from '../components/framed-picture.js';
import { usePicture } from '../components/pictures.js';
import { Said } from '../components/said.js';

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
  const { kind, text, actions, values, askedAt, answeredAt, waitedMs, state, answer, note, by, sentBy, through, events, card, id } = ask;
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
        {askedAt !== undefined && askedAt !== '' && `Asked at ${clock(askedAt)}. `}
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
