// Flows for tests: documents in shorthand, and a walk that is fed the result of each effect.
import { noUsage, type Usage } from '../../src/domain/budget/usage.js';
import type {
  CallOutcome,
  CheckVerdict,
  FlowEffect,
  FlowEvent,
  FlowRules,
  FlowState,
  NodeEvidence,
  ScreenEvidence,
} from '../../src/domain/flow/flow-state.js';
import { createGraph, type FlowGraph } from '../../src/domain/flow/graph.js';
import { parseFlow } from '../../src/domain/flow/parse-flow.schema.js';
import { problemText } from '../../src/domain/flow/problem.js';
import type { FlowEventType, FlowRecord } from '../../src/domain/flow/record.js';
import type { Json, Variables } from '../../src/domain/run/json.js';
import { oversize } from '../../src/domain/flow/variables.js';
import { flowTransition } from '../../src/domain/flow/walk.js';
import { startFlow } from '../../src/domain/flow/walk-state.js';
import { edge, literal, node, variable, when } from '../pure/flow/documents.js';

// ── Documents ──

/** `flag` is one of the run's variables, unless the test has another condition. */
export const flagIsTrue = when(variable('flag'), 'Equals', literal(true));
export const never = when(literal(1), 'Equals', literal(2));

export const type = (id: string, more: object = {}) => node(id, { type: 'TypeText', text: id }, more);
export const click = (id: string, target: string, more: object = {}) => node(id, { type: 'Click', target }, more);
export const find = (id: string, text: string, more: object = {}) => node(id, { type: 'FindText', search_text: text }, more);
export const focus = (id: string, app: string, more: object = {}) => node(id, { type: 'FocusWindow', value: app }, more);
export const step = (id: string, parameters: object = {}, more: object = {}) =>
  node(id, { type: 'AiStep', prompt: 'do', ...parameters }, more);
export const decide = (id: string, condition = flagIsTrue, more: object = {}) => ({ ...node(id, { type: 'If', condition }), ...more });
export const repeat = (id: string, max = 100, condition = flagIsTrue, more: object = {}) =>
  node(id, { type: 'Loop', exit_condition: condition, max_iterations: max }, more);
export const end = (loop: string, more: object = {}) => node(`end-${loop}`, { type: 'EndLoop', loop_id: loop }, more);
export const check = (name: string, more: object = {}) => ({ name, check_type: 'TextPresent', params: { text: name }, ...more });

/** `a > b > c`: nodes in a row; `if IfTrue > pay`: with the edge's label before its arrow. */
function edgesOf(row: string): readonly object[] {
  const stops = row.split(' > ').map((stop) => stop.split(' '));
  return stops.slice(1).map(([to = ''], index) => {
    const [from = '', ...label] = stops[index] ?? [];
    return label.length === 0 ? edge(from, to) : edge(from, to, label.join(' '));
  });
}

/** With defaults filled in; throws its problems. */
export function flowOf(nodes: readonly unknown[], ...rows: readonly string[]): FlowGraph {
  const { flow, problems } = parseFlow({ name: 'flow', nodes, edges: rows.flatMap(edgesOf) }, ['flag', 'which']);
  if (!flow) throw new Error(problems.map(problemText).join('\n'));
  return createGraph(flow);
}

/** The nodes in a row. */
export const rowOf = (...nodes: readonly { readonly id: string }[]): FlowGraph => flowOf(nodes, nodes.map(({ id }) => id).join(' > '));

// ── Walks ──

export interface WalkOptions {
  readonly variables?: Variables;
  readonly budget?: FlowRules['budget'];
  readonly vision?: boolean;
  readonly heal?: NonNullable<FlowRules['heal']>;
  readonly fallback?: 'agent';
  readonly overrides?: FlowRules['overrides'];
}

export interface Walk {
  readonly state: FlowState;
  readonly next: FlowEffect;
  /** Feeds events in a row, one ms apart; each must be accepted. */
  tell(...events: readonly FlowEvent[]): Walk;
  /** Advances time. */
  later(ms: number): Walk;
}

/** A walk at its first effect. */
export function walkOf(graph: FlowGraph, { variables = {}, budget = {}, vision = false, ...rules }: WalkOptions = {}): Walk {
  const walk = (state: FlowState, now: number): Walk => ({
    state,
    next: state.next,
    tell: (...events) =>
      walk(
        events.reduce((before, event, index) => {
          const after = flowTransition(graph, { budget, vision, ...rules }, before, event, now + index);
          if (!after) throw new Error(`${event.type} is not awaited while ${before.next.type} is due`);
          return after;
        }, state),
        now + events.length,
      ),
    later: (ms) => walk(state, now + ms),
  });
  return walk(startFlow(graph, variables, { workflowId: 'flow-1', agent: 'model' }, 0), 0).tell(advance);
}

/** Answers every effect until the end. */
export function walkThrough(
  graph: FlowGraph,
  answer: (effect: FlowEffect, state: FlowState) => FlowEvent = well,
  options?: WalkOptions,
): FlowState {
  let walk = walkOf(graph, options);
  for (let effects = 0; walk.next.type !== 'end'; effects += 1) {
    if (effects > 20_000) throw new Error(`the walk does not end; ${walk.next.type} is due`);
    walk = walk.tell(answer(walk.next, walk.state));
  }
  return walk.state;
}

/** The result of a successful effect. */
export function well(effect: FlowEffect): FlowEvent {
  switch (effect.type) {
    case 'advance':
      return advance;
    case 'call':
      return effect.wantsScreen ? done({}, { screen: screenOf('1') }) : done();
    case 'choose':
      return chosen(effect.candidates[0]);
    case 'think':
      return thought('done');
    case 'look':
      return { type: 'seen', text: 'a window', usage: noUsage };
    case 'ask':
      return { type: 'answered', answers: ['yes'] };
    case 'agent':
    case 'flow':
      return childEnded('done');
    case 'log-in':
      return { type: 'answered', answers: ['done'] };
    case 'take-over':
      return childEnded({ status: 'FINISH', text: 'done' });
    case 'heal':
      return { type: 'healed', answer: { kind: 'none', because: 'nothing there is like it' }, usage: noUsage };
    case 'consent':
      return { type: 'confirmed', approved: true, note: '', by: 'ann' };
    case 'keep':
      return kept(effect.variables);
    case 'settle':
      return settled;
    case 'pause':
      return rested;
    case 'judge':
      return { type: 'judged', verdicts: effect.evidence.flatMap(passedOf), usage: noUsage };
    case 'end':
      throw new Error('the walk has ended');
  }
}

// ── Events ──

type Done = Extract<CallOutcome, { status: 'done' }>;

export const advance: FlowEvent = { type: 'advance' };
export const settled: FlowEvent = { type: 'settled' };
export const rested: FlowEvent = { type: 'paused' };
/** The references that replace large values. */
export const kept = (variables: Variables): FlowEvent => ({
  type: 'kept',
  variables: Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      oversize(value) === undefined ? value : { $artifact: imageOf('large'), bytes: 9_000 },
    ]),
  ),
});
export const stopped: FlowEvent = { type: 'stopped' };
export const done = (variables: Variables = {}, more: Partial<Done> = {}): FlowEvent => ({
  type: 'called',
  outcome: { status: 'done', variables, text: 'ok', images: [], isError: false, ...more },
});
export const broken = (code = 'action-failed', more: Partial<Extract<CallOutcome, { status: 'failed' }>> = {}): FlowEvent => ({
  type: 'called',
  outcome: { status: 'failed', code, message: 'it did not work', ...more },
});
/** A tool's answer when the named thing is not there. */
export const missing = (...candidates: readonly string[]): FlowEvent =>
  broken('target-not-found', { message: `not there; there are: ${candidates.join(', ')}`, candidates });
export const unknown: FlowEvent = { type: 'called', outcome: { status: 'unknown' } };
export const failed = (code = 'model-unavailable'): FlowEvent => ({ type: 'failed', code, message: 'nobody answered' });
export const chosen = (name: string | undefined, usage: Usage = noUsage): FlowEvent => ({ type: 'chosen', name, usage });
/** `calls`: a tool's name, or its name and its arguments as the model wrote them. */
export const thought = (text: string, ...calls: readonly (string | readonly [string, string])[]): FlowEvent => ({
  type: 'thought',
  reply: {
    text,
    tool_calls: calls.map((call) => (typeof call === 'string' ? { name: call, arguments: '{}' } : { name: call[0], arguments: call[1] })),
  },
  usage: noUsage,
});
export const childEnded = (result: Json, more: Partial<Extract<FlowEvent, { type: 'child-ended' }>> = {}): FlowEvent => ({
  type: 'child-ended',
  child: 'run/child-1',
  result,
  spent: { steps: 0, usage: noUsage, timeMs: 0 },
  unknownOutcomes: 0,
  ...more,
});

export const imageOf = (digit: string) => `sha256:${digit.repeat(64)}` as const;
export const screenOf = (digit: string): ScreenEvidence => ({
  screenshot: imageOf(digit),
  controls: imageOf('c'),
  title: `screen ${digit}`,
});

export function passedOf({ node: of, checks, expectedOutcome }: NodeEvidence): readonly CheckVerdict[] {
  const names = [...checks.map(({ name }) => name), ...(expectedOutcome === undefined ? [] : ['expected_outcome'])];
  return names.map((name) => ({ node: of, check: name, result: 'passed', reason: 'it is there' }));
}

// ── Results ──

export function recordsOf({ records }: FlowState, ...types: readonly FlowEventType[]): readonly FlowRecord[] {
  return types.length === 0 ? records : records.filter((record) => types.includes(record.type));
}

export const payloadsOf = (state: FlowState, ...types: readonly FlowEventType[]) =>
  recordsOf(state, ...types).map(({ payload }) => payload);
