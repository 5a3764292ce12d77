// What holds on any valid document, whatever comes of its effects: random documents, walked with random outcomes, and compared with a walk of their plain structure.
// STEADYHAND_SEED repeats a run, STEADYHAND_WALKS is how many there are of each kind; seed and counts are printed.
import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { breachedLimit, withoutSteps, type Budget } from '../../../src/domain/budget/budget.js';
import { noUsage } from '../../../src/domain/budget/usage.js';
import type { FlowEffect, FlowEvent, FlowRules, FlowState } from '../../../src/domain/flow/flow-state.js';
import type { FlowGraph } from '../../../src/domain/flow/graph.js';
import { flowTransition, startFlow } from '../../../src/domain/flow/walk.js';
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

const seed = Number(process.env['STEADYHAND_SEED'] ?? 20_261_121);
const walks = Number(process.env['STEADYHAND_WALKS'] ?? 150);
const counts: Record<string, number> = {};
const count = (what: string): void => void (counts[what] = (counts[what] ?? 0) + 1);
afterAll(() => console.log(`seed ${seed}: ${JSON.stringify(counts)}`));

function holds<T>(arbitrary: fc.Arbitrary<T>, property: (value: T) => void): void {
  fc.assert(fc.property(arbitrary, property), { seed, numRuns: walks });
}

/** Jest's matchers take a stack trace even when all is well. */
function same(actual: unknown, expected: unknown): void {
  if (!Object.is(actual, expected)) expect(actual).toBe(expected);
}

// ── Documents ──

type Statement =
  | { readonly kind: 'node'; readonly nodeType: object; readonly more: object }
  | { readonly kind: 'if'; readonly condition: Word; readonly enabled: boolean; readonly yes: Program; readonly no: Program }
  | { readonly kind: 'switch'; readonly conditions: readonly Word[]; readonly enabled: boolean; readonly cases: readonly Program[]; readonly other?: Program }
  | { readonly kind: 'loop'; readonly condition: Word; readonly enabled: boolean; readonly max: number; readonly body: Program }
  /** An edge out of the innermost loop, past its EndLoop. */
  | { readonly kind: 'leave'; readonly condition: Word };
type Program = readonly Statement[];

const conditions = { flag: flagIsTrue, never, always: when(literal(1), 'Equals', literal(1)), missing: when(variable('last.nothing'), 'IsEmpty') } as const;
type Word = keyof typeof conditions;
const word = fc.constantFrom<Word>('flag', 'flag', 'never', 'always', 'missing');
const enabled = fc.oneof({ weight: 6, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) });

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
const more = fc.record(
  {
    enabled: fc.constant(false),
    retries: fc.nat(3),
    retry_unknown: fc.boolean(),
    settle_ms: fc.nat(1),
    checks: fc.constantFrom([check('a')], [check('a'), check('b', { on_fail: 'WarnOnly' })]),
    expected_outcome: fc.constant('all is well'),
    trace_level: fc.constantFrom('Off', 'Full'),
  },
  { requiredKeys: [] },
);
const plain = fc.record({ kind: fc.constant('node' as const), nodeType, more });

const program = fc.letrec<{ readonly program: Program; readonly statement: Statement }>((tie) => ({
  program: fc.array(tie('statement'), { maxLength: 3 }),
  statement: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    plain,
    fc.record({ kind: fc.constant('leave' as const), condition: word }),
    fc.record({ kind: fc.constant('if' as const), condition: word, enabled, yes: tie('program'), no: tie('program') }),
    fc
      .tuple(fc.array(fc.tuple(word, tie('program')), { minLength: 1, maxLength: 3 }), fc.option(tie('program'), { nil: undefined }), enabled)
      .map(([cases, other, on]) => ({
        kind: 'switch' as const,
        conditions: cases.map(([condition]) => condition),
        cases: cases.map(([, body]) => body),
        enabled: on,
        ...(other ? { other } : {}),
      })),
    fc.record({ kind: fc.constant('loop' as const), condition: word, enabled, max: fc.nat(3), body: tie('program') }),
  ),
})).program;

/** As a graph; ids count up from the first, names are ids. A last node makes sure that every branch has somewhere to lead. */
function graphOf(whole: Program): FlowGraph {
  const nodes: object[] = [];
  const rows: string[] = [];
  let made = 0;
  const emit = (statements: Program, next: string, leave: string): string => {
    const [first, ...rest] = statements;
    if (!first) return next;
    // A `leave` outside of all loops leads on.
    if (first.kind === 'node') {
      const id = `n${++made}`;
      nodes.push(node(id, first.nodeType, first.more));
      rows.push(`${id} > ${emit(rest, next, leave)}`);
      return id;
    }
    const id = `n${++made}`;
    const after = emit(rest, next, leave);
    switch (first.kind) {
      case 'leave':
        nodes.push(node(id, { type: 'If', condition: conditions[first.condition] }));
        rows.push(`${id} IfTrue > ${leave}`, `${id} IfFalse > ${after}`);
        return id;
      case 'if':
        nodes.push(node(id, { type: 'If', condition: conditions[first.condition] }, { enabled: first.enabled }));
        rows.push(`${id} IfTrue > ${emit(first.yes, after, leave)}`, `${id} IfFalse > ${emit(first.no, after, leave)}`);
        return id;
      case 'switch': {
        const cases = first.conditions.map((condition, index) => ({ name: `c${index}`, condition: conditions[condition] }));
        nodes.push(node(id, { type: 'Switch', cases }, { enabled: first.enabled }));
        first.cases.forEach((body, index) => rows.push(`${id} SwitchCase c${index} > ${emit(body, after, leave)}`));
        if (first.other) rows.push(`${id} SwitchDefault > ${emit(first.other, after, leave)}`);
        return id;
      }
      case 'loop':
        nodes.push(repeat(id, first.max, conditions[first.condition], { enabled: first.enabled }), end(id));
        rows.push(`${id} LoopBody > ${emit(first.body, `end-${id}`, after)}`, `end-${id} > ${id}`, `${id} LoopDone > ${after}`);
        return id;
    }
  };
  const first = emit(whole, 'last', 'last');
  return flowOf([type('last'), ...nodes, ...(first === 'first' ? [] : [type('first')])], `first > ${first}`, ...rows);
}
