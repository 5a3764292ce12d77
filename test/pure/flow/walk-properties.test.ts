// What holds for any valid document, whatever its effects result in: random documents, walked with random outcomes, and compared with a walk of their plain structure.
// STEADYHAND_SEED repeats a run, STEADYHAND_WALKS is the number of walks of each kind.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { breachedLimit, withoutSteps, type Budget } from '../../../src/domain/budget/budget.js';
import { noUsage } from '../../../src/domain/budget/usage.js';
import type { FlowEffect, FlowEvent, FlowRules, FlowState } from '../../../src/domain/flow/flow-state.js';
import type { FlowGraph } from '../../../src/domain/flow/graph.js';
import { flowTransition } from '../../../src/domain/flow/walk.js';
import { startFlow } from '../../../src/domain/flow/walk-state.js';
import { literal, node, variable, when } from './documents.js';
import {
  broken,
  check,
  childEnded,
  done,
  end,
  failed,
  flagIsTrue,
  flowOf,
  imageOf,
  missing,
  never,
  passedOf,
  repeat,
  screenOf,
  stopped,
  thought,
  type,
  unknown,
  walkThrough,
  well,
} from '../../support/flows.js';
import { count, holds, same } from '../../support/properties.js';

// ── Documents ──

type Statement = { readonly id: string } & (
  | { readonly kind: 'node'; readonly nodeType: object; readonly more: { readonly enabled?: boolean } }
  | { readonly kind: 'if'; readonly condition: Word; readonly enabled: boolean; readonly yes: Program; readonly no: Program }
  | {
      readonly kind: 'switch';
      readonly enabled: boolean;
      readonly cases: readonly { readonly condition: Word; readonly body: Program }[];
      readonly other: Program | undefined;
    }
  | { readonly kind: 'loop'; readonly condition: Word; readonly enabled: boolean; readonly max: number; readonly body: Program }
  /** An edge out of the innermost loop, past its EndLoop; to the last node if there is no loop. */
  | { readonly kind: 'leave'; readonly condition: Word }
);
type Program = readonly Statement[];

const conditions = {
  flag: flagIsTrue,
  never,
  always: when(literal(1), 'Equals', literal(1)),
  missing: when(variable('last.nothing'), 'IsEmpty'),
} as const;
type Word = keyof typeof conditions;
const word = fc.constantFrom<Word>('flag', 'flag', 'never', 'always', 'missing');
const enabled = fc.constantFrom(...Array.from({ length: 9 }, () => true), false);

const nodeType = fc.constantFrom<object>(
  { type: 'TypeText', text: 'x' },
  { type: 'Click', target: 'Buy' },
  { type: 'FindText', search_text: 'Buy' },
  { type: 'FocusWindow', value: 'Shop' },
  { type: 'TakeScreenshot', mode: 'Window', target: 'Shop' },
  { type: 'McpToolCall', tool_name: 'find_text', arguments: { text: 'Buy' } },
  { type: 'AiStep', prompt: 'do', max_tool_calls: 2, allowed_tools: ['click', 'find_text'] },
  { type: 'AiStep', prompt: 'do', max_tool_calls: 3, timeout_ms: 4 },
  { type: 'Ask', question: 'Go on?' },
  { type: 'AgentTask', request: 'do' },
  { type: 'Flow', name: 'other' },
);
const options = fc.record(
  {
    enabled,
    retries: fc.nat(3),
    retry_unknown: fc.boolean(),
    settle_ms: fc.nat(1),
    checks: fc.constantFrom([check('a')], [check('a'), check('b', { on_fail: 'WarnOnly' })]),
    expected_outcome: fc.constant('all is well'),
    trace_level: fc.constantFrom('Off', 'Full'),
  },
  { requiredKeys: [] },
);
/** A pause needs retries. */
const more = fc
  .tuple(options, fc.constantFrom({}, {}, { retry_delay_ms: 5 }, { retry_delay_ms: 1_000, retry_factor: 1.5 }))
  .map(([given, pause]) => ({ ...given, ...(given.retries ? pause : {}) }));

let made = 0;
const id = fc.constant(0).map(() => `n${++made}`);
const ofKind = <K extends Statement['kind']>(kind: K) => fc.constant(kind);
const { whole: program } = fc.letrec<{ readonly whole: Program; readonly program: Program; readonly statement: Statement }>((tie) => ({
  whole: fc.array(tie('statement'), { minLength: 4, maxLength: 10 }),
  program: fc.array(tie('statement'), { minLength: 1, maxLength: 3 }),
  statement: fc.oneof(
    { maxDepth: 3 },
    { weight: 3, arbitrary: fc.record({ id, kind: ofKind('node'), nodeType, more }) },
    { weight: 1, arbitrary: fc.record({ id, kind: ofKind('leave'), condition: fc.constantFrom<Word>('flag', 'never', 'never') }) },
    { weight: 2, arbitrary: fc.record({ id, kind: ofKind('loop'), condition: word, enabled, max: fc.nat(3), body: tie('program') }) },
    { weight: 1, arbitrary: fc.record({ id, kind: ofKind('if'), condition: word, enabled, yes: tie('program'), no: tie('program') }) },
    {
      weight: 1,
      arbitrary: fc.record({
        id,
        kind: ofKind('switch'),
        enabled,
        cases: fc.array(fc.record({ condition: word, body: tie('program') }), { minLength: 1, maxLength: 3 }),
        other: fc.option(tie('program'), { nil: undefined }),
      }),
    },
  ),
}));

/** Begins with `first` and ends with `last`, so that every branch has a target. `plain`: each node only types. */
function graphOf(whole: Program, plain = false): FlowGraph {
  const nodes: object[] = [type('first'), type('last')];
  const rows: string[] = [];
  /** Returns where those statements begin. */
  const emit = (statements: Program, next: string, leave: string): string =>
    statements.reduceRight((after, statement) => {
      const { id: own } = statement;
      const to = (label: string, body: Program): void => void rows.push(`${own} ${label} > ${emit(body, after, leave)}`);
      switch (statement.kind) {
        case 'node': {
          const { enabled: on = true } = statement.more;
          nodes.push(plain ? type(own, { enabled: on }) : node(own, statement.nodeType, statement.more));
          rows.push(`${own} > ${after}`);
          break;
        }
        case 'leave':
          nodes.push(node(own, { type: 'If', condition: conditions[statement.condition] }));
          rows.push(`${own} IfTrue > ${leave}`, `${own} IfFalse > ${after}`);
          break;
        case 'if':
          nodes.push(node(own, { type: 'If', condition: conditions[statement.condition] }, { enabled: statement.enabled }));
          to('IfTrue', statement.yes);
          to('IfFalse', statement.no);
          break;
        case 'switch': {
          const cases = statement.cases.map(({ condition }, index) => ({ name: `c${index}`, condition: conditions[condition] }));
          nodes.push(node(own, { type: 'Switch', cases }, { enabled: statement.enabled }));
          statement.cases.forEach(({ body }, index) => to(`SwitchCase c${index}`, body));
          if (statement.other) to('SwitchDefault', statement.other);
          break;
        }
        case 'loop':
          nodes.push(repeat(own, statement.max, conditions[statement.condition], { enabled: statement.enabled }), end(own));
          rows.push(`${own} LoopBody > ${emit(statement.body, `end-${own}`, after)}`, `end-${own} > ${own} LoopDone > ${after}`);
          break;
      }
      return own;
    }, next);
  rows.push(`first > ${emit(whole, 'last', 'last')}`);
  return flowOf(nodes, ...rows);
}

/** What a reader of the document expects to be visited: no graph, no stored counters. `flags`: the results of the nodes that run, in order. */
function visitedBy(whole: Program, flags: readonly boolean[]): readonly string[] {
  const visited: string[] = [];
  let flag = false;
  let ran = 0;
  const run = (name: string): void => {
    visited.push(name);
    flag = flags[ran++ % flags.length] ?? false;
  };
  const is = (condition: Word): boolean => (condition === 'flag' ? flag : condition !== 'never');
  type Way = 'on' | 'leave' | 'over';
  const all = (statements: Program): Way => {
    for (const statement of statements) {
      const way = one(statement);
      if (way !== 'on') return way;
    }
    return 'on';
  };
  const one = (statement: Statement): Way => {
    if (statement.kind === 'node' && statement.more.enabled !== false) {
      run(statement.id);
      return 'on';
    }
    visited.push(statement.id);
    switch (statement.kind) {
      case 'node':
        return 'on';
      case 'leave':
        return is(statement.condition) ? 'leave' : 'on';
      case 'if':
        return all(statement.enabled && is(statement.condition) ? statement.yes : statement.no);
      case 'switch': {
        const [first] = statement.cases;
        const matched = statement.cases.find(({ condition }) => is(condition));
        const body = statement.enabled ? (matched?.body ?? statement.other) : (statement.other ?? first?.body);
        return body ? all(body) : 'over';
      }
      case 'loop': {
        if (!statement.enabled) return 'on';
        for (let bodies = 1; ; bodies += 1) {
          const way = all(statement.body);
          if (way !== 'on') return way === 'leave' ? 'on' : way;
          visited.push(`end-${statement.id}`, statement.id);
          if (is(statement.condition) || bodies >= statement.max) return 'on';
        }
      }
    }
  };
  run('first');
  if (all(whole) !== 'over') run('last');
  return visited;
}

test('F190: the walk visits what its document says, in that order', () => {
  holds(fc.tuple(program, fc.array(fc.boolean(), { minLength: 1, maxLength: 20 })), ([whole, flags]) => {
    const expected = visitedBy(whole, flags);
    let ran = 0;
    const { visited, visits, ended } = walkThrough(graphOf(whole, true), () => done({ flag: flags[ran++ % flags.length] ?? false }));
    count('documents');
    if (visits > 20) count('of more than 20 visits');
    same(visits, expected.length);
    same(visited.join(' '), expected.slice(-1_000).join(' '));
    same(ended?.outcome, 'completed');
  });
});

// ── Outcomes ──

const usage = { ...noUsage, inputTokens: 40, modelCalls: 1 };

/** Possible results of an effect; `chance` chooses, mostly among those that let the walk continue. */
function outcomeOf(effect: FlowEffect, chance: number): FlowEvent {
  const pick = (usual: readonly FlowEvent[], other: readonly FlowEvent[]): FlowEvent => {
    const from = chance % 12 === 11 ? other : usual;
    return from[Math.floor(chance / 12) % from.length] ?? stopped;
  };
  if (chance % 241 === 240) return stopped;
  switch (effect.type) {
    case 'call':
      return pick(
        [
          done({ flag: chance % 2 === 0 }, { screen: screenOf('1'), app: 'Shop' }),
          done({ flag: chance % 3 === 0 }, { images: [imageOf('2')], text: 'long '.repeat(chance % 900) }),
          done({ flag: true }),
        ],
        [
          broken(),
          unknown,
          missing('Order now', 'Cancel'),
          done({}, { isError: true }),
          failed('device-lost'),
          missing(),
          broken('x', { screen: screenOf('3') }),
        ],
      );
    case 'choose':
      return pick(
        [{ type: 'chosen', name: effect.candidates[0], usage }],
        [{ type: 'chosen', name: 'Invented', usage }, { type: 'chosen', name: undefined, usage }, failed()],
      );
    case 'think':
      return pick(
        [
          thought('{"flag": true}'),
          thought('I go', 'click'),
          thought('long '.repeat(chance % 2_500)),
          thought('', 'find_text', ['click', 'no json'], 'navigate', 'click'),
          { type: 'thought', reply: { text: '', tool_calls: Array.from({ length: 4 }, () => ({ name: 'click', arguments: '' })) }, usage },
        ],
        [thought('{"step_complete": false, "error": "no"}'), { type: 'timed-out' }, failed()],
      );
    case 'look':
      return pick([{ type: 'seen', text: 'a window', usage }], [failed(), { type: 'timed-out' }]);
    case 'ask':
      return pick(
        [
          { type: 'answered', answers: ['yes'] },
          { type: 'confirmed', approved: false, note: '' },
        ],
        [{ type: 'timed-out' }, failed('x')],
      );
    case 'agent':
    case 'flow':
      return pick(
        [childEnded({ total: 1 }, { spent: { steps: 2, usage, timeMs: 9 } }), childEnded('done'), childEnded('x'.repeat(9_000))],
        [childEnded(null, { failure: 'it gave up' }), childEnded(null, { failure: 'it gave up', unknownOutcomes: 1 }), failed('x')],
      );
    case 'judge':
      return pick([{ type: 'judged', verdicts: effect.evidence.flatMap(passedOf), usage }], [failed()]);
    case 'keep':
      return pick([well(effect)], [failed('artifacts-unavailable')]);
    default:
      return well(effect);
  }
}

const budget = fc.constantFrom<Budget>({}, {}, {}, { maxSteps: 15 }, { maxTokens: 80 }, { maxTimeMs: 40 });
const rules = fc.record({ budget, vision: fc.boolean() });
const chances = fc.array(fc.nat(10_000), { minLength: 50, maxLength: 200 });
const about = { workflowId: 'flow-1', agent: 'model' };

interface Told {
  readonly before: FlowState;
  readonly event: FlowEvent;
  readonly after: FlowState;
}

/** Reports each transition; fails when one is refused. */
function wander(
  graph: FlowGraph,
  of: FlowRules,
  given: readonly number[],
  hand: (state: FlowState) => FlowState,
  tell?: (told: Told) => void,
): FlowState {
  let state = startFlow(graph, {}, about, 0);
  for (let now = 0; state.next.type !== 'end'; now += 1) {
    if (now > 20_000) throw new Error('the walk does not end');
    const event = { ...outcomeOf(state.next, given[now % given.length] ?? 0), activeMs: 1 };
    const after = flowTransition(graph, of, state, event, now);
    if (!after) throw new Error(`${event.type} is refused while ${state.next.type} is due`);
    tell?.({ before: state, event, after });
    state = hand(after);
  }
  return state;
}

const walked = fc.tuple(program, rules, chances);
const asTold = (state: FlowState): FlowState => state;
const acts = (name: unknown): boolean => ['click', 'type_text', 'focus_window'].includes(String(name));

describe('F190: with any results of its effects, a walk', () => {
  test('ends, and after that requests nothing', () => {
    holds(walked, ([whole, of, given]) => {
      const graph = graphOf(whole);
      const state = wander(graph, of, given, asTold, () => count('transitions'));
      count(`ended ${state.ended?.outcome}`);
      same(state.visit, undefined);
      same(state.evidence.length, 0);
      same(state.records.filter(({ type: kind }) => /^workflow_(completed|failed|stopped)$/.test(kind)).length, 1);
      for (const event of [done(), well({ type: 'settle', ms: 1 }), failed(), thought('x')])
        same(flowTransition(graph, of, state, event, 0), undefined);
      expect(flowTransition(graph, of, state, stopped, 0)).toEqual(state);
    });
  });

  test('is unchanged when its state is serialized as JSON after each transition', () => {
    holds(walked, ([whole, of, given]) => {
      const graph = graphOf(whole);
      const handedOn = wander(graph, of, given, (state) => JSON.parse(JSON.stringify(state)) as FlowState);
      same(JSON.stringify(handedOn), JSON.stringify(wander(graph, of, given, asTold)));
    });
  });

  test('does nothing that costs once a budget is used up, and counts a step for each call', () => {
    holds(walked, ([whole, of, given]) => {
      wander(graphOf(whole), of, given, asTold, ({ before, after }) => {
        const { next, spent } = after;
        const models = withoutSteps(of.budget);
        if (next.type === 'call' && !after.visit?.looking) same(breachedLimit(of.budget, { ...spent, steps: spent.steps - 1 }), undefined);
        if (next.type === 'agent' || next.type === 'flow') same(breachedLimit(of.budget, spent), undefined);
        if (next.type === 'think' || next.type === 'look' || next.type === 'choose') same(breachedLimit(models, spent), undefined);
        if (next.type === 'judge' && breachedLimit(models, spent))
          same(
            next.evidence.some((one) => one.expectedOutcome !== undefined),
            false,
          );
        const calls = after.records.slice(before.records.length).filter(({ type: kind }) => kind === 'tool_call').length;
        const steps = spent.steps - before.spent.steps;
        same(
          before.next.type === 'agent' || before.next.type === 'flow' ? steps - calls === 0 || steps - calls === 2 : steps === calls,
          true,
        );
      });
    });
  });

  test('numbers its records without a gap, and records each visit from its start to its finish and its verdicts', () => {
    holds(walked, ([whole, of, given]) => {
      const graph = graphOf(whole);
      const { records } = wander(graph, of, given, asTold);
      records.forEach(({ seq }, index) => same(seq, index + 1));
      const visits = records.filter(({ type: kind }) => kind === 'node_started').map(({ node: of }) => of);
      same(new Set(visits.map((visit) => `${visit?.id} ${visit?.visit}`)).size, visits.length);
      for (const visit of visits) {
        const told = records.filter(({ node: of }) => of?.id === visit?.id && of?.visit === visit?.visit);
        const kinds = told.map(({ type: kind }) => kind);
        const {
          checks = [],
          expected_outcome: expected,
          retries = 0,
          retry_unknown: again = false,
        } = graph.nodes.get(visit?.id ?? '') ?? {};
        const finished = kinds.indexOf('node_finished');
        same(kinds.indexOf('node_started'), 0);
        same(kinds.lastIndexOf('node_started'), 0);
        same(kinds.lastIndexOf('node_finished'), finished);
        same(
          kinds.slice(finished + 1).every((kind) => kind === 'verdict'),
          true,
        );
        same(kinds.length - finished - 1, checks.length + (expected === undefined ? 0 : 1));
        const made = kinds.filter((kind) => kind === 'retry').length;
        same(made <= retries, true);
        same(told[finished]?.payload['attempts'], made + 1);
        const calls = told.flatMap(({ type: kind, payload }, index) => (kind === 'tool_call' ? [{ payload, index }] : []));
        for (const { payload, index } of calls) {
          const answer = told.slice(index + 1).find(({ type: kind }) => kind === 'tool_result' || kind === 'tool_call');
          if (answer?.payload['error'] !== 'outcome-unknown' || !acts(payload['name']) || again) continue;
          count('unknown outcomes');
          same(kinds.slice(index).includes('retry'), false);
        }
      }
    });
  });

  test('runs no loop more often than its maximum, and no call that its step does not allow', () => {
    holds(walked, ([whole, of, given]) => {
      const graph = graphOf(whole);
      for (const { type: kind, payload, node: about } of wander(graph, of, given, asTold).records) {
        const { node_type: ran } = graph.nodes.get(about?.id ?? String(payload['node'])) ?? {};
        if (ran?.type === 'Loop' && kind === 'loop_iteration') same(Number(payload['iteration']) <= Math.max(1, ran.max_iterations), true);
        if (ran?.type === 'Loop' && kind === 'loop_exited') same(Number(payload['iterations']) <= Math.max(1, ran.max_iterations), true);
        if (ran?.type === 'AiStep' && kind === 'tool_call') same(ran.allowed_tools?.includes(String(payload['name'])) ?? true, true);
      }
    });
  });
});
