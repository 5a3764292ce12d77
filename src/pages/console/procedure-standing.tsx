// A procedure as its activities: what is done and by whom, what is now, what is ahead.
import type { PlacedPart, ProcedureStanding as Standing } from '../../client/procedures/standing.js';
import { Badge, type Tone } from '../components/badge.js';
import { Said } from '../components/said.js';
import { count, moment } from '../words.js';
import { Fact } from './fact.js';

type State = PlacedPart['state'];

const signs: Readonly<Record<State, string>> = { done: '✔', now: '●', ahead: '○', passed: '–', failed: '✘' };
const tones: Readonly<Record<State, Tone>> = { done: 'good', now: 'person', ahead: 'plain', passed: 'plain', failed: 'bad' };

export function ProcedureStanding({ standing }: { readonly standing: Standing }) {
  const { title, activities, message, moves, refusals = 0, variables, isUnknown } = standing;
  return (
    <>
      <header class="card run-head">
        <h1>
          <Said text={title} />
        </h1>
        {isUnknown && <p class="trouble">What happened in it cannot be read: no worker answers, or it is no longer stored.</p>}
        {message !== undefined && (
          <p class="asked">
            <Said text={message} />
          </p>
        )}
        <dl class="numbers">
          <Fact name="moves">{count(moves)}</Fact>
          {refusals > 0 && <Fact name="calls not accepted">{count(refusals)}</Fact>}
          {variables.map(({ name, value }) => (
            <Fact key={name} name={name}>
              <Said text={value} line />
            </Fact>
          ))}
        </dl>
      </header>
      {activities.map((activity) => (
        <Activity key={activity.id} activity={activity} />
      ))}
    </>
  );
}

function Activity({ activity: { name, state, visits, parts } }: { readonly activity: Standing['activities'][number] }) {
  return (
    <section class={`card run-head activity ${state}`} aria-current={state === 'now' ? 'step' : undefined}>
      <p class="where">
        <Badge tone={tones[state]}>{state}</Badge>
        {visits > 1 && <span>entered {visits} times</span>}
      </p>
      <h2>
        <Said text={name} />
      </h2>
      <ol class="outline">
        {parts.map((part, index) => (
          <Part key={`${part.kind} ${part.id} ${index}`} part={part} />
        ))}
      </ol>
    </section>
  );
}

function Part({ part }: { readonly part: PlacedPart }) {
  const { kind, name, state, told = '', depth, at } = part;
  const who = whoOf(part);
  return (
    <li class={`${state} depth-${Math.min(depth, 3)}`} aria-current={state === 'now' ? 'step' : undefined}>
      <span class="mark" role="img" aria-label={state}>
        {signs[state]}
      </span>
      <div>
        <strong>
          <Said text={name} line />
        </strong>{' '}
        {kind !== 'step' && <Badge tone={kind === 'checkpoint' ? 'accent' : 'plain'}>{kind}</Badge>}
        {told !== '' && (
          <p>
            <Said text={told} />
          </p>
        )}
        {who !== '' && at !== undefined && (
          <p class="quiet small">
            <Said text={who} line />, {moment(new Date(at).toISOString())}
          </p>
        )}
      </div>
    </li>
  );
}

/** Whoever did it; nothing for what nobody did. */
function whoOf({ state, by, person }: PlacedPart): string {
  if (state !== 'done' && state !== 'failed' && state !== 'passed') return '';
  switch (by) {
    case 'human':
      return person ?? 'a person';
    case 'agent':
      return 'the agent';
    case 'engine':
      return 'steadyhand';
    case 'time':
      return 'by itself, when its time was up';
    default:
      return '';
  }
}
