import { clock, duration } from '../../domain/report/iso-time.js';
import { holdEnd } from '../../domain/report/holds.js';
import type { ReportHold } from '../../domain/report/report.schema.js';
import { Badge, toneOf } from '../components/badge.js';
import { EventLinks } from '../components/event-link.js';
import { Said } from '../components/said.js';

/** When a person had the wheel, and what they did with it. */
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
        <strong>wheel</strong>
        <Badge tone={toneOf(state)}>{state.replace('-', ' ')}</Badge>
        <span class="number">
          {clock(from)} to {to === undefined ? 'now' : clock(to)}
          {heldMs !== undefined && `, ${duration(heldMs)}`}
        </span>
      </p>
      <p class="ask-text">
        <Said text={by} line /> {to === undefined ? 'has' : 'had'} the wheel
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
