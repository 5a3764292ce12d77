// What runs of a flow propose to change in it, for somebody to accept or reject.
import type { FlowHeal } from '../../client/library/flows.js';
import { Badge } from '../components/badge.js';
import { Fold } from '../components/fold.js';
import { Said } from '../components/said.js';
import { runAddress } from './places.js';
import { Problem } from './problem.js';
import { call, useCall } from './server.js';

export function FlowHeals({ id, heals }: { readonly id: string; readonly heals: readonly FlowHeal[] }) {
  const open = heals.filter(({ state }) => state === 'waiting');
  const others = heals.filter(({ state }) => state !== 'waiting');
  if (heals.length === 0) return null;
  return (
    <section class="card run-head">
      <h2>Heals</h2>
      <p class="quiet">What runs had to find out anew. Accepted, it is in the flow’s next version.</p>
      {open.length === 0 && <p class="quiet">None waits for a decision.</p>}
      <ul class="heals">
        {open.map((heal) => (
          <li key={heal.id}>
            <Heal heal={heal} />
            <Decision id={id} heal={heal} />
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <Fold summary={`Decided or outdated: ${others.length}`}>
          {() => (
            <ul class="heals">
              {others.map((heal) => (
                <li key={heal.id}>
                  <Heal heal={heal} />
                </li>
              ))}
            </ul>
          )}
        </Fold>
      )}
    </section>
  );
}

function Heal({ heal: { number, heal, nodeName, runs, state, decided, because, changes } }: { readonly heal: FlowHeal }) {
  const last = runs.at(-1) ?? '';
  return (
    <div class="heal">
      <p class="where">
        <strong>{number}</strong>
        {state !== 'waiting' && <Badge tone={state === 'accepted' ? 'good' : 'warn'}>{state}</Badge>}
        <Said
          text={
            heal.kind === 'target' ? `“${nodeName}” is found otherwise` : `“${heal.interruption.name}” in front of “${nodeName}” is closed`
          }
          line
        />
        <a href={runAddress(last)}>{runs.length === 1 ? last : `${runs.length} runs`}</a>
        {heal.by !== undefined && (
          <span class="quiet">
            approved in the run by <Said text={heal.by} line />
          </span>
        )}
        {decided && (
          <span class="quiet">
            {state === 'waiting' && 'accepted, but not written yet: accept it again; '}by <Said text={decided.by} line />,{' '}
            {decided.at.slice(0, 10)}
          </span>
        )}
      </p>
      {because !== undefined && <p class="quiet small">{because}</p>}
      <pre class="diff">
        {changes.map(({ sign, text }) => (
          <span key={`${sign} ${text}`} class={sign === '-' ? 'gone' : 'come'}>
            {sign} <Said text={text} line />
          </span>
        ))}
      </pre>
    </div>
  );
}

function Decision({ id, heal }: { readonly id: string; readonly heal: FlowHeal }) {
  const { isBusy, problem, run } = useCall();
  const decide = (decision: 'accept' | 'reject') => (): void =>
    run(async () => void (await call(`/api/flows/${encodeURIComponent(id)}/heals`, { decision, heals: [heal.id] })));
  return (
    <>
      <div class="choices">
        <button type="button" class="good" disabled={isBusy} onClick={decide('accept')} aria-label={`Accept heal ${heal.number}`}>
          Accept
        </button>
        {!heal.decided && (
          <button type="button" class="bad" disabled={isBusy} onClick={decide('reject')} aria-label={`Reject heal ${heal.number}`}>
            Reject
          </button>
        )}
      </div>
      <Problem text={problem} />
    </>
  );
}
