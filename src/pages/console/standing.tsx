// Where a run stands beyond its steps: the drawing of a flow, the map of an explorer, the outline of a procedure.
import { standingAddress } from './places.js';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ExplorerStanding, FlowStanding as Drawn } from '../../client/engine-progress.js';
import { Badge, Said, type Tone } from '../components/texts.js';
import { count, counted, moment } from '../words.js';
import { call, runPath } from './server.js';
import { Fact, Image, Problem } from './parts.js';
import type { PlacedPart, ProcedureStanding as Outlined } from '../../client/procedures/procedure-progress.js';

const names: Readonly<Record<string, string>> = { flow: 'Drawing', explorer: 'Map', procedure: 'Outline' };

/** Where a run of that workflow type stands beyond its steps; nothing for agents. */
export function StandingLink({ id, type }: { readonly id: string; readonly type: string }) {
  const name = names[type];
  return name === undefined ? null : <a href={standingAddress(id)}>{name}</a>;
}

// A flow as a drawing with the path that it took, and its nodes as a list: what a picture shows, a list tells.

export function FlowStanding({ id, standing }: { readonly id: string; readonly standing: Drawn }) {
  const { name, nodes, visits, loops, attempt = 0, isUnknown } = standing;
  const [isFull, setFull] = useState(false);
  const now = nodes.find(({ isNow }) => isNow);
  const visited = nodes.filter(({ times }) => times > 0).length;
  // A picture is read again when something has moved, and only then.
  const version = nodes.map(({ times, isNow }) => `${times}${isNow ? 'n' : ''}`).join('.');
  const told = `Drawing of the flow: ${visited} of ${counted(nodes.length, 'node')} visited${now ? `, now at ${now.name || now.id}` : ''}. The list below has the same.`;
  return (
    <>
      <header class="card run-head">
        <h1>
          <Said text={name} />
        </h1>
        {isUnknown && <p class="trouble">No worker answers, so that the path is not known.</p>}
        <dl class="numbers">
          {now && (
            <Fact name="now">
              <Said text={now.name || now.id} line />
              {attempt > 0 && `, attempt ${attempt + 1}`}
            </Fact>
          )}
          <Fact name="visited">
            {count(visited)} of {counted(nodes.length, 'node')}
          </Fact>
          <Fact name="visits">{count(visits)}</Fact>
          {Object.entries(loops).map(([loop, round]) => (
            <Fact key={loop} name="loop">
              <Said text={loop} line /> {round}
            </Fact>
          ))}
        </dl>
      </header>
      <section class="card drawing" aria-label="Drawing">
        <div class={isFull ? 'pane full' : 'pane'} tabIndex={0} role="group" aria-label="Drawing, scrollable">
          <Image path={`${runPath(id)}/drawing.svg?at=${version}`} alt={told} />
        </div>
        <button type="button" aria-pressed={isFull} onClick={() => setFull(!isFull)}>
          Full size
        </button>
      </section>
      <section class="card run-head" aria-label="Nodes">
        <h2>Nodes</h2>
        <ol class="outline">
          {nodes.map((node) => (
            <Node key={node.id} node={node} />
          ))}
        </ol>
      </section>
    </>
  );
}

function Node({ node: { id, name, summary, times, isNow, isDisabled } }: { readonly node: Drawn['nodes'][number] }) {
  return (
    <li class={isNow ? 'now' : undefined} aria-current={isNow ? 'step' : undefined}>
      <span class="mark" aria-hidden="true">
        {isNow ? '●' : times > 0 ? '✔' : '○'}
      </span>
      <div>
        <strong>
          <Said text={name || id} line />
        </strong>{' '}
        {isNow && <Badge tone="person">now</Badge>} {times > 0 && <Badge tone="accent">{`visited ×${times}`}</Badge>}{' '}
        {isDisabled && <Badge>disabled</Badge>}
        <p class="quiet small">
          <Said text={summary} line />
        </p>
      </div>
    </li>
  );
}

// The map of an explorer, in a frame of its own: what it shows comes from foreign pages, so it has no origin and can reach nothing of the console.

/** Between two drawings of a map that grows, and before the last one. */
const drawAgainMs = { growing: 5_000, whole: 1_000 } as const;

export function MapStanding({ standing }: { readonly standing: ExplorerStanding }) {
  const { app, screensNew, edgesNew, steps, coveragePct, stopped } = standing;
  return (
    <>
      <header class="card run-head">
        <h1>
          <Said text={app ?? 'A map'} line />
        </h1>
        <dl class="numbers">
          <Fact name="screens found">{count(screensNew)}</Fact>
          <Fact name="ways found">{count(edgesNew)}</Fact>
          <Fact name="steps">{count(steps)}</Fact>
          {coveragePct !== undefined && <Fact name="tried of what can be tried">{Math.round(coveragePct)} %</Fact>}
          {stopped !== undefined && stopped !== '' && <Fact name="stopped">{stopped.replaceAll('_', ' ')}</Fact>}
        </dl>
      </header>
      {app === undefined || (steps === 0 && stopped === undefined) ? (
        <p class="nothing">It has not begun to explore.</p>
      ) : (
        <MapFrame app={app} found={`${screensNew}.${edgesNew}.${stopped ?? ''}`} isWhole={stopped !== undefined} />
      )}
    </>
  );
}

interface MapFrameProps {
  readonly app: string;
  /** Changes when the map has. */
  readonly found: string;
  /** It grows no more. */
  readonly isWhole: boolean;
}

/** Drawn again by itself while it grows, until somebody moves about in it. */
function MapFrame({ app, found, isWhole }: MapFrameProps) {
  const path = `/api/maps/${encodeURIComponent(app)}`;
  const [drawn, setDrawn] = useState<{ readonly found: string; readonly page: string }>();
  const [problem, setProblem] = useState<string>();
  const isTouched = useTouched();
  const latest = useRef(found);
  latest.current = found;
  const draw = (): void => {
    const asked = latest.current;
    call<{ readonly page: string }>(path).then(
      ({ page }) => {
        setDrawn({ found: asked, page });
        setProblem(undefined);
      },
      (error: Error) => setProblem(error.message),
    );
  };
  const isOld = drawn?.found !== found;
  useEffect(draw, [path]);
  useEffect(() => {
    if (!isOld || isTouched) return undefined;
    const timer = setTimeout(draw, isWhole ? drawAgainMs.whole : drawAgainMs.growing);
    return () => clearTimeout(timer);
  }, [isOld, isTouched, isWhole, drawn, problem]);
  return (
    <>
      <Problem text={problem} />
      {!drawn && !problem && <p class="nothing">Drawing the map…</p>}
      {drawn && isOld && isTouched && (
        <p class="told">
          The map has grown since it was drawn.{' '}
          <button type="button" onClick={draw}>
            Draw it again
          </button>
        </p>
      )}
      {drawn && <iframe class="map card" sandbox="allow-scripts" title={`Map of ${app}`} src={drawn.page} />}
    </>
  );
}

/** Whether the frame has had the focus: clicks in it are told to nobody. */
function useTouched(): boolean {
  const [isTouched, setTouched] = useState(false);
  useEffect(() => {
    const look = (): void => setTouched((before) => before || document.activeElement instanceof HTMLIFrameElement);
    addEventListener('blur', look);
    return () => removeEventListener('blur', look);
  }, []);
  return isTouched;
}

// A procedure as its activities: what is done and by whom, what is now, what is ahead.

type State = PlacedPart['state'];

const signs: Readonly<Record<State, string>> = { done: '✔', now: '●', ahead: '○', passed: '–', failed: '✘' };
const tones: Readonly<Record<State, Tone>> = { done: 'good', now: 'person', ahead: 'plain', passed: 'plain', failed: 'bad' };

export function ProcedureStanding({ standing }: { readonly standing: Outlined }) {
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

function Activity({ activity: { name, state, visits, parts } }: { readonly activity: Outlined['activities'][number] }) {
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
  const { kind, name, state, text = '', depth, at } = part;
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
        {text !== '' && (
          <p>
            <Said text={text} />
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
