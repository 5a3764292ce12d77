// The walk as a whole: attempts, stops, budgets, checks, records (docs/design/flow.md §2, §3, §5).
import { describe, expect, test } from '@jest/globals';
import type { LimitOutcome } from '../../../src/domain/budget/budget.js';
import { noUsage, type Usage } from '../../../src/domain/budget/usage.js';
import { unjudged, verdictOf } from '../../../src/domain/flow/checks.js';
import type { FlowEvent, FlowState } from '../../../src/domain/flow/flow-state.js';
import { oversize } from '../../../src/domain/flow/variables.js';
import { flowTransition } from '../../../src/domain/flow/walk.js';
import { withoutRecords } from '../../../src/domain/flow/walk-state.js';
import { batchesOf, type FlowRecord } from '../../../src/domain/flow/record.js';
import { stepLimit } from '../../../src/domain/flow/control-flow.js';
import { node } from './documents.js';
import {
  advance,
  broken,
  check,
  childEnded,
  chosen,
  click,
  decide,
  done,
  end,
  failed,
  find,
  flowOf,
  focus,
  imageOf,
  missing,
  never,
  passedOf,
  payloadsOf,
  recordsOf,
  repeat,
  rested,
  rowOf,
  screenOf,
  settled,
  step,
  stopped,
  thought,
  type,
  unknown,
  walkOf,
  walkThrough,
  well,
  type Walk,
} from '../../support/flows.js';

const endOf = ({ state }: Walk) => state.ended;
const due = ({ next }: Walk) => (next.type === 'call' ? next.call.name : next.type);
const task = (id: string, more: object = {}) => node(id, { type: 'AgentTask', request: 'do' }, more);
const subflow = (id: string, more: object = {}) => node(id, { type: 'Flow', name: 'other' }, more);
const ask = (id: string, more: object = {}) => node(id, { type: 'Ask', question: 'Go on?' }, more);
const tokens = (count: number): Usage => ({ ...noUsage, inputTokens: count, modelCalls: 1 });
/** A loop around one node. */
const loopOf = (max: number, body: { readonly id: string }) =>
  flowOf([repeat('loop', max, never), body, end('loop')], `loop LoopBody > ${body.id} > end-loop > loop`);

describe('a retry', () => {
  test('F166: runs the node again as often as configured, and each attempt is a separate event', () => {
    const { state } = walkOf(rowOf(type('a', { retries: 2 }), type('b'))).tell(broken(), broken(), done(), done());
    expect(state.ended?.outcome).toBe('completed');
    expect(payloadsOf(state, 'retry')).toEqual([
      { attempt: 1, retries: 2, code: 'action-failed', message: 'it did not work' },
      { attempt: 2, retries: 2, code: 'action-failed', message: 'it did not work' },
    ]);
    expect(payloadsOf(state, 'node_finished')).toEqual([
      { status: 'ok', attempts: 3 },
      { status: 'ok', attempts: 1 },
    ]);
  });

  test('F166: starts with no attempts of an earlier visit', () => {
    const walk = walkOf(loopOf(2, type('a', { retries: 1 }))).tell(broken(), done(), broken());
    expect(walk.state.visit).toMatchObject({ attempt: 1, visit: { visit: 2 } });
    expect(endOf(walk.tell(broken()))?.outcome).toBe('failed');
  });

  test('F246: waits as its author says, each time longer, and its time begins after the pause', () => {
    const patient = type('a', { retries: 3, retry_delay_ms: 1_000, retry_factor: 1.5 });
    let walk = walkOf(rowOf(patient));
    for (const ms of [1_000, 1_500, 2_250]) {
      walk = walk.tell(broken());
      expect(walk.next).toEqual({ type: 'pause', ms });
      const failedAt = walk.state.visit?.startedAt ?? 0;
      walk = walk.tell(rested);
      expect(due(walk)).toBe('type_text');
      expect(walk.state.visit?.startedAt).toBeGreaterThan(failedAt);
    }
    expect(payloadsOf(walk.state, 'retry').map(({ pause_ms: ms }) => ms)).toEqual([1_000, 1_500, 2_250]);
    expect(endOf(walk.tell(broken()))?.outcome).toBe('failed');
  });

  test('F246: waits a day at most, not at all unless told to, and not before a run that is stopped ends', () => {
    const longest = type('a', { retries: 10, retry_delay_ms: 86_400_000, retry_factor: 10 });
    expect(walkOf(rowOf(longest)).tell(broken(), rested, broken()).next).toEqual({ type: 'pause', ms: 86_400_000 });
    expect(due(walkOf(rowOf(type('a', { retries: 1 }))).tell(broken()))).toBe('type_text');
    expect(endOf(walkOf(rowOf(longest)).tell(broken(), stopped))?.outcome).toBe('stopped');
  });

  test('F167: that fails too fails the run, which names the node and the reason', () => {
    const { state } = walkOf(rowOf(type('a', { retries: 1 }), type('b'))).tell(broken(), broken('device-lost'));
    expect(state.ended).toEqual({ outcome: 'failed', message: '"a" (a): device-lost: it did not work' });
    expect(payloadsOf(state, 'node_finished')).toEqual([{ status: 'failed', attempts: 2, error: 'device-lost: it did not work' }]);
    expect(payloadsOf(state, 'workflow_failed')).toEqual([{ outcome: 'failed', message: '"a" (a): device-lost: it did not work' }]);
    expect(recordsOf(state, 'node_started')).toHaveLength(1);
  });

  test("F167: follows both a tool's error and a failed activity", () => {
    const graph = rowOf(type('a', { retries: 1 }));
    expect(endOf(walkOf(graph).tell(done({}, { isError: true, text: 'no such tab' }), failed('tool-server-unavailable')))?.message).toBe(
      '"a" (a): tool-server-unavailable: nobody answered',
    );
    expect(endOf(walkOf(graph).tell(failed(), done({}, { isError: true, text: 'x'.repeat(5_000) })))?.message).toHaveLength(1_021);
  });

  test('F167: discards the variables of failed attempts', () => {
    const { variables } = walkOf(rowOf(type('a', { retries: 1 }))).tell(
      done({ 'a.old': 1 }, { isError: true }),
      done({ 'a.success': true }),
    ).state;
    expect(variables).toEqual({ 'a.success': true });
  });

  test('F167: is not made for a node that can never run', () => {
    const { state } = walkOf(rowOf(node('a', { type: 'AppDebugKitOp', operation_name: 'dump' }, { retries: 5 })));
    expect(state.ended?.message).toBe(
      '"a" (a): not-supported: AppDebugKit operations (\'dump\') cannot be run here; disable the node, or replace it.',
    );
    expect(recordsOf(state, 'retry')).toEqual([]);
  });
});

describe('an attempt with an unknown outcome', () => {
  test('F168: is not repeated, and the run fails', () => {
    const { state } = walkOf(rowOf(type('a', { retries: 3 }))).tell(unknown);
    expect(state.ended).toEqual({
      outcome: 'failed',
      message:
        '"a" (a): outcome-unknown: it is not known whether it happened; it is not made again, because the outcome of a call is not known (retry_unknown would)',
    });
    expect([state.unknownOutcomes, recordsOf(state, 'tool_call').length]).toEqual([1, 1]);
    expect(payloadsOf(state, 'tool_result')).toEqual([{ text: '', image_count: 0, error: 'outcome-unknown' }]);
  });

  test('F234: fails its node with the reason for the unknown outcome, which the record has too', () => {
    const { state } = walkOf(rowOf(type('a'))).tell({ type: 'called', outcome: { status: 'unknown', message: 'The server ended.' } });
    expect(state.ended?.message).toMatch(/^"a" \(a\): outcome-unknown: it is not known whether it happened \(The server ended\.\)/);
    expect(payloadsOf(state, 'tool_result')).toEqual([{ text: 'The server ended.', image_count: 0, error: 'outcome-unknown' }]);
  });

  test('F235: like a failed one, records what went wrong beside it', () => {
    const { state } = walkOf(rowOf(type('a'))).tell({
      type: 'called',
      outcome: { status: 'failed', code: 'tool-error', message: 'no', warnings: ['It was started again.'] },
    });
    expect(payloadsOf(state, 'warning')).toEqual([{ message: 'It was started again.' }]);
  });

  test.each([
    ['F169: a FindText', find('a', 'x', { retries: 1 })],
    ['F169: a FindImage', node('a', { type: 'FindImage', template_image: 'x.png' }, { retries: 1 })],
    ['F169: a ListWindows', node('a', { type: 'ListWindows' }, { retries: 1 })],
    ['F169: a TakeScreenshot', node('a', { type: 'TakeScreenshot' }, { retries: 1 })],
  ])('%s is repeated: it only looks', (_what, looking) => {
    const again = walkOf(rowOf(looking)).tell(unknown);
    expect(again.state.visit?.attempt).toBe(1);
    expect(endOf(again.tell(unknown))?.outcome).toBe('failed');
  });

  test('F169: without retries fails a node that only looks, too', () => {
    expect(endOf(walkOf(rowOf(find('a', 'x'))).tell(unknown))?.message).toBe(
      '"a" (a): outcome-unknown: it is not known whether it happened',
    );
  });

  test('F170: is repeated if the node allows it', () => {
    const again = walkOf(rowOf(type('a', { retries: 1, retry_unknown: true }))).tell(unknown);
    expect(due(again)).toBe('type_text');
    expect(endOf(again.tell(done()))?.outcome).toBe('completed');
  });

  test('F170: does not count for the next attempt', () => {
    const again = walkOf(rowOf(type('a', { retries: 2, retry_unknown: true }))).tell(unknown, broken());
    expect(due(again)).toBe('type_text');
  });

  test.each([
    ['F171: an agent', task],
    ['F171: another flow', subflow],
  ])('%s that failed with an unknown outcome inside is not repeated', (_what, child) => {
    const failure = { failure: 'it gave up' };
    const once = walkOf(rowOf(child('a', { retries: 1 }))).tell(childEnded(null, { ...failure, unknownOutcomes: 2 }));
    expect([endOf(once)?.outcome, once.state.unknownOutcomes]).toEqual(['failed', 2]);
    expect(walkOf(rowOf(child('a', { retries: 1 }))).tell(childEnded(null, failure)).state.visit?.attempt).toBe(1);
    expect(
      walkOf(rowOf(child('a', { retries: 1, retry_unknown: true }))).tell(childEnded(null, { ...failure, unknownOutcomes: 2 })).state.visit
        ?.attempt,
    ).toBe(1);
  });
});

describe('F214: values over 8 KB', () => {
  const long = 'x'.repeat(9_000);
  const givers: Readonly<Record<string, Walk>> = {
    'an AI step': walkOf(rowOf(step('a'), type('b'))).tell(thought(long)),
    'a person': walkOf(rowOf(ask('a'), type('b'))).tell({ type: 'answered', answers: [long] }),
    'an agent': walkOf(rowOf(task('a'), type('b'))).tell(childEnded(long)),
    'another flow': walkOf(rowOf(subflow('a'), type('b'))).tell(childEnded({ text: long })),
  };

  test.each(Object.entries(givers))('that %s gives are kept before the next node, and stand in the state by reference', (_what, walk) => {
    expect(walk.next.type).toBe('keep');
    const { state } = walk.tell(well(walk.next));
    expect(state.visit?.node).toBe('b');
    expect(JSON.stringify(state)).not.toContain(long);
    expect(Object.values(state.variables)).toContainEqual({ $artifact: imageOf('large'), bytes: 9_000 });
  });

  test('that cannot be stored fail the node; smaller ones need no store', () => {
    const keeping = walkOf(rowOf(step('a'))).tell(thought(long));
    expect(endOf(keeping.tell(failed('artifacts-unavailable')))?.message).toBe('"a" (a): artifacts-unavailable: nobody answered');
    expect(walkOf(rowOf(step('a'), type('b'))).tell(thought('x'.repeat(8_000))).state.visit?.node).toBe('b');
  });

  test.each([
    ['8,192 bytes', 'x'.repeat(8_190), undefined],
    ['8,193 bytes', 'x'.repeat(8_191), 8_193],
    ['bytes, not characters', 'é'.repeat(4_096), 8_194],
    ['a list', Array.from({ length: 3_000 }, () => 1_234), 15_001],
    ['a reference to one', { $artifact: imageOf('1'), bytes: 100_000 }, undefined],
  ])('are measured as JSON: %s', (_what, value, bytes) => {
    expect(oversize(value)).toBe(bytes);
  });
});

test("F218: the call's target, and what went wrong beside it, are in the records between a call and its result", () => {
  const target = { role: 'button', name: 'Buy', x: 10, y: 20 };
  const { state } = walkOf(rowOf(click('a', 'Buy'))).tell(done({}, { target, warnings: ['the server was started again'] }));
  expect(
    recordsOf(state, 'tool_call', 'target_resolved', 'warning', 'tool_result').map(({ type: kind, payload }) => [kind, payload]),
  ).toEqual([
    ['tool_call', expect.anything()],
    ['target_resolved', target],
    ['warning', { message: 'the server was started again' }],
    ['tool_result', expect.anything()],
  ]);
});

describe('F227: batches of records', () => {
  const recordOf = (seq: number, length: number): FlowRecord => ({ seq, at: 0, type: 'warning', payload: { message: 'x'.repeat(length) } });
  const seqs = (...lengths: readonly number[]) =>
    batchesOf(lengths.map((length, index) => recordOf(index + 1, length))).map((batch) => batch.map(({ seq }) => seq));

  test.each<[string, readonly number[], readonly (readonly number[])[]]>([
    ['none', [], []],
    ['few go together', [10, 10, 10], [[1, 2, 3]]],
    [
      'many go in parts',
      [250_000, 250_000, 250_000, 250_000, 10],
      [
        [1, 2],
        [3, 4, 5],
      ],
    ],
    ['one that is larger than a batch goes alone', [10, 900_000, 10], [[1], [2], [3]]],
  ])('%s', (_what, lengths, batches) => {
    expect(seqs(...lengths)).toEqual(batches);
  });
});

describe('settling', () => {
  test('F172: follows success, before the next node, and not failure', () => {
    const walk = walkOf(rowOf(type('a', { settle_ms: 500, retries: 1 }), type('b'))).tell(broken());
    expect(due(walk)).toBe('type_text');
    const settling = walk.tell(done());
    expect(settling.next).toEqual({ type: 'settle', ms: 500 });
    expect(settling.tell(settled).state.visit?.node).toBe('b');
    expect(walkOf(rowOf(type('a', { settle_ms: 0 }))).tell(done()).next.type).toBe('end');
  });
});

describe('F173: a cancellation', () => {
  const look = { settle_ms: 10, checks: [check('Total')] };
  const atEach: Readonly<Record<string, Walk>> = {
    call: walkOf(rowOf(type('a'))),
    retry: walkOf(rowOf(type('a', { retries: 2 }))).tell(broken()),
    choose: walkOf(rowOf(click('a', 'x'))).tell(missing('y')),
    think: walkOf(rowOf(step('a'))),
    'call of a step': walkOf(rowOf(step('a'))).tell(thought('', 'click', 'click')),
    look: walkOf(rowOf(step('a')), { vision: true }).tell(thought('', 'click'), done({}, { images: [imageOf('1')] })),
    ask: walkOf(rowOf(ask('a'))),
    agent: walkOf(rowOf(task('a'))),
    flow: walkOf(rowOf(subflow('a'))),
    keep: walkOf(rowOf(step('a'))).tell(thought('x'.repeat(9_000))),
    settle: walkOf(rowOf(type('a', look))).tell(done()),
    'look after settling': walkOf(rowOf(type('a', look))).tell(done(), settled),
  };

  test.each(Object.entries(atEach))('during a %s ends the run at once', (_what, walk) => {
    const { state } = walk.tell(stopped);
    expect([state.ended, state.next.type, state.visit]).toEqual([{ outcome: 'stopped', message: 'stopped' }, 'end', undefined]);
    expect(payloadsOf(state, 'node_finished').at(-1)).toMatchObject({ status: 'stopped' });
    expect(recordsOf(state).at(-1)?.type).toBe('workflow_stopped');
  });

  test('before the first node visits none', () => {
    const graph = rowOf(type('a'));
    const { state } = walkOf(graph);
    const before: FlowState = { ...state, next: { type: 'advance' }, visits: 0, visited: [] };
    const { visit: _, ...rest } = before;
    expect(flowTransition(graph, { budget: {}, vision: false }, rest, stopped, 0)).toMatchObject({ next: { type: 'end' }, visited: [] });
  });
});

describe('a budget', () => {
  const graph = rowOf(type('a'), type('b'), type('c'));

  test.each<[string, object, FlowEvent, LimitOutcome]>([
    ['F174: of steps', { maxSteps: 2 }, done(), 'step-limit'],
    ['F174: of tokens', { maxTokens: 100 }, { type: 'failed', code: 'x', message: 'x', usage: tokens(50) }, 'budget-tokens'],
    ['F174: of time', { maxTimeMs: 100 }, { ...done(), activeMs: 50 }, 'budget-time'],
    ['F174: of money', { maxCostUsd: 1 }, { type: 'failed', code: 'x', message: 'x', usage: { ...noUsage, costUsd: 0.5 } }, 'budget-cost'],
  ])('%s ends the run before the next call, with its own outcome', (_what, budget, event, outcome) => {
    const retried = rowOf(type('a', { retries: 2 }), type('b'), type('c'));
    const { state } = walkOf(retried, { budget }).tell(event, event);
    expect(state.ended).toEqual({ outcome, message: `the budget is used up: ${outcome}` });
    // Two were made; there is no trace of the third.
    expect([recordsOf(state, 'tool_call').length, state.spent.steps]).toEqual([2, 2]);
    expect(payloadsOf(state, 'node_finished').at(-1)).toMatchObject({ status: 'stopped' });
    expect(recordsOf(state).at(-1)?.type).toBe('workflow_failed');
  });

  test('F174: is not exceeded by what costs nothing: the last step may be the last node', () => {
    expect(endOf(walkOf(graph, { budget: { maxSteps: 3 } }).tell(done(), done(), done()))?.outcome).toBe('completed');
  });

  test('F174: applies to the calls of a step', () => {
    const { state } = walkOf(rowOf(step('a')), { budget: { maxSteps: 2 } }).tell(thought('', 'click', 'click', 'click'), done(), done());
    expect([state.ended?.outcome, recordsOf(state, 'tool_call').length]).toEqual(['step-limit', 2]);
  });

  test('F175: of tokens is checked before every model call', () => {
    const budget = { maxTokens: 100 };
    const spent = { type: 'failed', code: 'x', message: 'x', usage: tokens(100) } as const;
    const thinks = walkOf(rowOf(step('a', {}, { retries: 1 })), { budget }).tell(spent);
    const chooses = walkOf(rowOf(focus('b', 'x'), click('a', 'x', { retries: 1 })), { budget })
      .tell(missing('y'), chosen('y', tokens(60)), done())
      .tell(missing('y'), chosen('y', tokens(60)));
    const looks = walkOf(rowOf(step('a')), { budget, vision: true })
      .tell({ type: 'thought', reply: { text: '', tool_calls: [{ name: 'click', arguments: '' }] }, usage: tokens(99) })
      .tell({ ...done({}, { images: [imageOf('1')] }), activeMs: 0 });
    expect([endOf(thinks)?.outcome, endOf(chooses)?.outcome]).toEqual(['budget-tokens', 'budget-tokens']);
    expect(looks.next.type).toBe('look');
    expect(endOf(looks.tell({ type: 'seen', text: 'x', usage: tokens(1) }))?.outcome).toBe('budget-tokens');
  });

  test("F175: of steps does not prevent the model's final answer", () => {
    const walk = walkOf(rowOf(step('a')), { budget: { maxSteps: 1 } }).tell(thought('', 'click'), done());
    expect(due(walk)).toBe('think');
    expect(endOf(walk.tell(thought('ok')))?.outcome).toBe('completed');
  });

  test.each([
    ['F176: an agent', task, 'agent'],
    ['F176: another flow', subflow, 'flow'],
  ] as const)('%s spends of it, costs no step by itself, and does not begin without any left', (_what, child, effect) => {
    const budget = { maxSteps: 3 };
    const spent = { steps: 2, usage: tokens(7), timeMs: 5 };
    const second = walkOf(rowOf(child('a'), child('b'), child('c')), { budget }).tell({
      ...childEnded({ total: 5 }, { spent }),
      // It waited for a person.
      activeMs: 60_000,
    });
    expect([second.next.type, second.state.spent]).toEqual([effect, spent]);
    expect(second.state.variables).toEqual({ 'a.success': true, 'a.total': 5, 'a.result': { total: 5 } });
    expect(endOf(second.tell(childEnded(null, { spent })))?.outcome).toBe('step-limit');
  });

  test('F176: used up by a child gives the run its outcome; any other failure of a child fails the node', () => {
    const walk = walkOf(rowOf(task('a')), { budget: { maxSteps: 3 } });
    const failure = { failure: 'step-limit' };
    expect(endOf(walk.tell(childEnded(null, { ...failure, spent: { steps: 3, usage: noUsage, timeMs: 0 } })))?.outcome).toBe('step-limit');
    expect(endOf(walk.tell(childEnded(null, failure)))).toEqual({ outcome: 'failed', message: '"a" (a): child-failed: step-limit' });
  });

  test.each<[string, 'agent' | 'flow', FlowEvent]>([
    ['an agent that ended', 'agent', childEnded('done', { child: 'r/c' })],
    ['a flow that ended', 'flow', childEnded(null, { child: 'r/c' })],
    ['a flow that ended badly', 'flow', childEnded(null, { child: 'r/c', failure: 'no' })],
    ['one that left no result', 'flow', { type: 'failed', code: 'child-failed', message: 'terminated', child: 'r/c' }],
  ])('F229: the records of %s have the workflow id', (_what, kind, event) => {
    const walk = walkOf(rowOf(kind === 'agent' ? task('a') : subflow('a'))).tell(event);
    expect(payloadsOf(walk.state, 'child_run')).toEqual([{ type: kind, workflow_id: 'r/c' }]);
  });

  test('F245: a child result that is too large fails its node', () => {
    const walk = walkOf(rowOf(subflow('a'))).tell(childEnded({ a: 'x'.repeat(800_000) }));
    expect(endOf(walk)?.message).toMatch(/^"a" \(a\): too-many-values: it gave 1\.6 MB of values/);
  });

  test('F229: no child is recorded if none ran', () => {
    expect(payloadsOf(walkOf(rowOf(task('a'))).tell(failed('device-lost')).state, 'child_run')).toEqual([]);
  });

  test('F176: is not needed to ask a person', () => {
    const walk = walkOf(rowOf(type('a'), ask('b')), { budget: { maxSteps: 1 } }).tell(done());
    expect(due(walk)).toBe('ask');
    expect(walk.tell({ type: 'answered', answers: ['yes', 'now'] }).state.variables).toMatchObject({
      'b.success': true,
      'b.answer': 'yes\nnow',
    });
    expect(walk.tell({ type: 'confirmed', approved: false, note: 'no' }).state.variables).toMatchObject({
      'b.approved': false,
      'b.note': 'no',
    });
    expect(endOf(walk.tell({ type: 'timed-out' }))?.message).toBe('"b" (b): timeout: nobody answered in time');
  });
});

describe('F177: the step limit', () => {
  test('ends a run that would make more visits', () => {
    const { visits, ended, next } = walkOf(
      flowOf([repeat('loop', 1_000_000, never), end('loop')], 'loop LoopBody > end-loop > loop'),
    ).state;
    expect([visits, ended?.outcome, next.type]).toEqual([stepLimit, 'step-limit', 'end']);
    expect(ended?.message).toBe('more than 10000 visits of nodes');
  });

  test('does not end a run that makes exactly as many', () => {
    // Loop and EndLoop are visited once more or as often as the body is.
    const { visits, ended } = walkOf(
      flowOf(
        [repeat('loop', 4_999, never), end('loop'), decide('if'), type('yes', { enabled: false }), type('no', { enabled: false })],
        'loop LoopBody > end-loop > loop LoopDone > if IfTrue > yes',
        'if IfFalse > no',
      ),
    ).state;
    expect([visits, ended?.outcome]).toEqual([10_000, 'step-limit']);
    const shorter = walkOf(
      flowOf(
        [repeat('loop', 4_999, never), end('loop'), type('last', { enabled: false })],
        'loop LoopBody > end-loop > loop LoopDone > last',
      ),
    ).state;
    expect([shorter.visits, shorter.ended?.outcome]).toEqual([10_000, 'completed']);
  });
});

describe('checks', () => {
  const checked = (id: string, more: object = {}) => type(id, { checks: [check(`of ${id}`)], ...more });
  const seen = (digit: string) => done({}, { screen: screenOf(digit) });
  const screensOf = ({ next }: Walk) =>
    next.type === 'judge' ? next.evidence.map(({ node: of, screen }) => [of.name, of.visit, screen?.title]) : next.type;
  const resultsOf = ({ state }: Walk) => state.verdicts.map(({ node: of, check: name, result }) => [of.name, name, result]);
  const judgedWell = (walk: Walk) => walk.tell(well(walk.next));

  test('F178: are judged after the walk, each visit by the observation right after it', () => {
    const graph = flowOf(
      [repeat('loop', 2, never), checked('a'), end('loop'), type('b')],
      'loop LoopBody > a > end-loop > loop LoopDone > b',
    );
    const walk = walkOf(graph).tell(seen('1'), seen('2'), done());
    expect(screensOf(walk)).toEqual([
      ['a', 1, 'screen 1'],
      ['a', 2, 'screen 2'],
    ]);
    const judged = judgedWell(walk);
    expect([endOf(judged)?.outcome, judged.state.verdicts.length]).toEqual(['completed', 2]);
    expect(recordsOf(judged.state, 'verdict').map(({ node: of, payload }) => [of?.visit, payload])).toEqual([
      [1, { check: 'of a', result: 'passed', reason: 'it is there' }],
      [2, { check: 'of a', result: 'passed', reason: 'it is there' }],
    ]);
    expect(recordsOf(judged.state).at(-1)?.type).toBe('workflow_completed');
  });

  test('F178: of nodes that were not visited are skipped', () => {
    const graph = flowOf([decide('if'), checked('yes'), checked('no')], 'if IfTrue > yes', 'if IfFalse > no');
    expect(screensOf(walkOf(graph).tell(seen('1')))).toEqual([['no', 1, 'screen 1']]);
  });

  test.each<[string, FlowEvent, string]>([
    ['F179: after a failure', broken(), 'failed'],
    ['F179: after a stop', stopped, 'stopped'],
    ['F228: when the run holds too much', { type: 'overfull', message: 'too much' }, 'failed'],
  ])('%s: checks are still judged if something was observed', (_what, event, outcome) => {
    const walk = walkOf(rowOf(checked('a'), checked('b'))).tell(seen('1'), event);
    expect([endOf(walk)?.outcome, screensOf(walk)]).toEqual([outcome, [['a', 1, 'screen 1']]]);
    expect(resultsOf(judgedWell(walk))).toEqual([
      ['b', 'of b', 'not-judged'],
      ['a', 'of a', 'passed'],
    ]);
  });

  test('F179: are judged even after a budget was used up', () => {
    const walk = walkOf(rowOf(checked('a'), checked('b')), { budget: { maxSteps: 1 } }).tell(seen('1'));
    expect([endOf(walk)?.outcome, screensOf(walk)]).toEqual(['step-limit', [['a', 1, 'screen 1']]]);
  });

  test('F180: are judged by the last attempt, even a failed one', () => {
    const graph = rowOf(checked('a', { retries: 1 }));
    expect(screensOf(walkOf(graph).tell(broken('x', { screen: screenOf('1') }), seen('2')))).toEqual([['a', 1, 'screen 2']]);
    expect(screensOf(walkOf(graph).tell(broken(), broken('x', { screen: screenOf('2') })))).toEqual([['a', 1, 'screen 2']]);
    // The screen after the first attempt says nothing about the second.
    expect(resultsOf(walkOf(graph).tell(broken('x', { screen: screenOf('1') }), broken()))).toEqual([['a', 'of a', 'not-judged']]);
  });

  test('F180: of a step are judged by its last observation', () => {
    const limited = step('a', { max_tool_calls: 2 }, { checks: [check('x')] });
    const walk = walkOf(rowOf(limited)).tell(thought('', 'click', 'click', 'click'), seen('1'), seen('2'));
    expect(screensOf(walk)).toEqual([['a', 1, 'screen 2']]);
  });

  test('F181: a step whose model ran out of time after its last call is observed afterwards', () => {
    const row = rowOf(step('a', {}, { checks: [check('x')], timeout_ms: 100 }));
    expect(due(walkOf(row).tell(thought('', 'click'), seen('1')).later(100).tell({ type: 'timed-out' }))).toBe('take_screenshot');
  });

  test('F181: are judged by a new observation if time has passed since the last one', () => {
    const walk = walkOf(rowOf(checked('a', { settle_ms: 100 }), type('b'))).tell(seen('1'), settled);
    expect(walk.next).toEqual({
      type: 'call',
      call: { name: 'take_screenshot', arguments: { mode: 'screen', include_ocr: false } },
      reads: true,
      wantsScreen: true,
    });
    const after = walk.tell(seen('2'));
    expect([after.state.visit?.node, after.state.spent.steps]).toEqual(['b', 2]);
    expect(screensOf(after.tell(done()))).toEqual([['a', 1, 'screen 2']]);
    expect(payloadsOf(after.state, 'tool_call').map(({ name }) => name)).toEqual(['type_text', 'type_text']);
  });

  test.each<[string, { readonly id: string }, readonly FlowEvent[]]>([
    ['F181: a step that called nothing', step('a', {}, { checks: [check('x')] }), [thought('ok')]],
    [
      'F181: a step whose model had the last word',
      step('a', {}, { checks: [check('x')] }),
      [thought('', 'click', 'click'), seen('1'), seen('2'), thought('ok')],
    ],
    ['F181: an agent', task('a', { expected_outcome: 'ordered' }), [childEnded('done')]],
    ['F181: another flow', subflow('a', { checks: [check('x')] }), [childEnded('done')]],
    ['F181: a question', ask('a', { checks: [check('x')] }), [{ type: 'answered', answers: ['yes'] }]],
    ['F181: a call that showed no screen', checked('a'), [done()]],
    [
      'F181: a step whose last call is unknown',
      step('a', {}, { checks: [check('x')] }),
      [thought('', 'click', 'click'), seen('1'), unknown, thought('ok')],
    ],
  ])('%s is observed afterwards, so that its checks can be judged', (_what, nodeJson, events) => {
    const walk = walkOf(rowOf(nodeJson)).tell(...events);
    expect(due(walk)).toBe('take_screenshot');
    expect(screensOf(walk.tell(seen('3')))).toEqual([['a', 1, 'screen 3']]);
  });

  test.each<[string, FlowEvent]>([
    ['F181: a failed observation', broken()],
    ['F181: an observation with an unknown outcome', unknown],
    ['F181: an observation that could not be made', failed()],
  ])('%s fails no node: the checks use what there was', (_what, event) => {
    const settledNode = walkOf(rowOf(checked('a', { settle_ms: 1 }))).tell(seen('1'), settled);
    expect(screensOf(settledNode.tell(event))).toEqual([['a', 1, 'screen 1']]);
    const unseen = walkOf(rowOf(checked('a'))).tell(done(), event);
    expect([endOf(unseen)?.outcome, unseen.state.unknownOutcomes]).toEqual(['completed', 0]);
    expect(resultsOf(unseen)).toEqual([['a', 'of a', 'not-judged']]);
  });

  test('F181: a node without checks is not observed again', () => {
    expect(walkOf(rowOf(type('a', { settle_ms: 1 }))).tell(done(), settled).next.type).toBe('end');
    expect(walkOf(rowOf(ask('a'))).tell({ type: 'answered', answers: [] }).next.type).toBe('end');
  });

  test('F182: get a verdict each, even if nothing was observed or the judge cannot be reached', () => {
    const checks = [check('hard'), check('soft', { on_fail: 'WarnOnly' })];
    const graph = rowOf(type('a', { checks, expected_outcome: 'all is well' }));
    const verdicts = [
      ['a', 'hard', 'not-judged'],
      ['a', 'soft', 'warned'],
      ['a', 'expected_outcome', 'not-judged'],
    ];
    expect(resultsOf(walkOf(graph).tell(broken()))).toEqual(verdicts);
    const unreachable = walkOf(graph).tell(seen('1'), failed('model-unavailable'));
    expect([unreachable.next.type, resultsOf(unreachable)]).toEqual(['end', verdicts]);
    expect(unreachable.state.verdicts[0]?.reason).toBe('not judged: nobody answered');
    expect(endOf(unreachable)?.outcome).toBe('completed');
  });

  test('F182: together give the worst verdict: an unjudged check has failed, unless it only warns', () => {
    const about = { node: { id: 'a', name: 'a', visit: 1 }, check: 'x', reason: '' } as const;
    const together = (...results: readonly ('passed' | 'failed' | 'warned' | 'not-judged')[]) =>
      verdictOf(results.map((result) => ({ ...about, result })));
    expect(together()).toBe('none');
    expect(together('passed', 'passed')).toBe('passed');
    expect(together('passed', 'warned', 'passed')).toBe('warned');
    expect(together('warned', 'failed', 'passed')).toBe('failed');
    expect(together('passed', 'not-judged')).toBe('failed');
    expect(unjudged({ node: about.node, checks: [] }, 'x')).toEqual([]);
  });

  test('F183: ask no model beyond the budget; those that need none are still judged', () => {
    const graph = rowOf(type('a', { checks: [check('text')], expected_outcome: 'all is well' }), type('b', { expected_outcome: 'still' }));
    const walk = walkOf(graph, { budget: { maxTimeMs: 100 } }).tell({ ...seen('1'), activeMs: 50 }, { ...seen('2'), activeMs: 50 });
    expect(walk.next).toEqual({
      type: 'judge',
      evidence: [{ node: { id: 'a', name: 'a', visit: 1 }, checks: [expect.objectContaining({ name: 'text' })], screen: screenOf('1') }],
    });
    const judged = judgedWell(walk);
    expect([endOf(judged)?.outcome, resultsOf(judged)]).toEqual([
      'completed',
      [
        ['a', 'expected_outcome', 'not-judged'],
        ['b', 'expected_outcome', 'not-judged'],
        ['a', 'text', 'passed'],
      ],
    ]);
    expect(judged.state.verdicts[0]?.reason).toBe('not judged: the budget is used up: budget-time');
    // A budget of steps does not concern models.
    expect(screensOf(walkOf(graph, { budget: { maxSteps: 2 } }).tell(seen('1'), seen('2')))).toHaveLength(2);
  });

  test("F184: are judged in batches of nodes, and the judge's usage is counted", () => {
    const walk = walkOf(loopOf(60, checked('a'))).tell(...Array.from({ length: 60 }, () => seen('1')));
    const judge = (before: Walk): Walk =>
      before.next.type === 'judge'
        ? before.tell({ type: 'judged', verdicts: before.next.evidence.flatMap(passedOf), usage: tokens(10) })
        : before;
    expect([walk, judge(walk), judge(judge(walk))].map((each) => (each.next.type === 'judge' ? each.next.evidence.length : 0))).toEqual([
      25, 25, 10,
    ]);
    const { state } = judge(judge(judge(walk)));
    expect([state.next.type, state.spent.usage.inputTokens]).toEqual(['end', 30]);
    expect(state.verdicts.map(({ node: of }) => of.visit)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  });

  test.each<[string, FlowEvent]>([
    ['F185: continue to be judged when the run is cancelled: the outcome of the walk is settled', stopped],
    ['F228: continue to be judged when the run then holds too much', { type: 'overfull', message: 'too much' }],
  ])('%s', (_what, event) => {
    const walk = walkOf(rowOf(checked('a'))).tell(seen('1'));
    const after = walk.tell(event);
    expect([after.next, endOf(after)?.outcome]).toEqual([walk.next, 'completed']);
    const ended = judgedWell(after);
    expect(ended.tell(event).state).toEqual(ended.state);
    expect(recordsOf(ended.state, 'workflow_completed', 'workflow_stopped', 'workflow_failed')).toHaveLength(1);
  });
});

describe('records', () => {
  const graph = flowOf(
    [repeat('loop', 2, never), click('a', 'x', { retries: 1, checks: [check('t')] }), decide('if'), step('s'), end('loop')],
    'loop LoopBody > a > if IfTrue > s > end-loop > loop',
    'if IfFalse > end-loop',
  );
  const state = walkThrough(graph, undefined, { variables: { flag: true } });

  test('F186: are numbered from 1 without a gap, even when written ones are dropped', () => {
    expect(recordsOf(state).map(({ seq }) => seq)).toEqual(recordsOf(state).map((_, index) => index + 1));
    expect([recordsOf(state)[0]?.type, recordsOf(state).at(-1)?.type]).toEqual(['workflow_started', 'workflow_completed']);
    const walk = walkOf(rowOf(type('a'), type('b')));
    const written = withoutRecords(walk.state, walk.state.seq);
    expect(written.records).toEqual([]);
    expect(withoutRecords(walk.state, 1).records.map(({ seq }) => seq)).toEqual([2, 3]);
    const after = flowTransition(rowOf(type('a'), type('b')), { budget: {}, vision: false }, written, done(), 0);
    expect(after?.records[0]?.seq).toBe(walk.state.seq + 1);
  });

  test('F187: start and finish every visit of a node that runs, with its events in between', () => {
    const visits = recordsOf(state).filter(({ node: of }) => of?.name === 's' && of.visit === 2);
    expect(visits.map(({ type: kind }) => kind)).toEqual(['node_started', 'variable_set', 'variable_set', 'variable_set', 'node_finished']);
    expect(recordsOf(state, 'node_started')).toHaveLength(4);
    expect(recordsOf(state, 'node_finished')).toHaveLength(4);
    expect(payloadsOf(state, 'node_started')[0]).toEqual({ type: 'Click', trace_level: 'Minimal' });
    expect(recordsOf(state, 'tool_call').length).toBe(recordsOf(state, 'tool_result').length);
  });

  test('F187: of control nodes belong to the run', () => {
    const control = recordsOf(state, 'branch_evaluated', 'loop_iteration', 'loop_exited', 'warning');
    expect(control.map(({ type: kind }) => kind)).toEqual([
      'loop_iteration',
      'branch_evaluated',
      'loop_iteration',
      'branch_evaluated',
      'loop_exited',
      'warning',
    ]);
    expect(control.every(({ node: of, payload }) => of === undefined && typeof payload['node'] === 'string')).toBe(true);
  });

  test('F187: keep images and files according to the trace level', () => {
    const kept = (trace: string) => {
      const result = done(
        {},
        { images: [imageOf('1'), imageOf('2')], files: [{ name: 'ocr.json', ref: imageOf('3') }], screen: screenOf('4') },
      );
      const { state: after } = walkOf(rowOf(type('a', { trace_level: trace }))).tell(result);
      return recordsOf(after, 'tool_result').flatMap(({ seq, artifacts = [] }) => [seq, ...artifacts.map(({ name }) => name)]);
    };
    expect(kept('Off')).toEqual([4]);
    expect(kept('Minimal')).toEqual([4, '4-1.png', '4-2.png', 'ocr.json']);
    expect(kept('Full')).toEqual([4, '4-1.png', '4-2.png', 'ocr.json', 'after.png']);
    expect(walkOf(rowOf(type('a', { trace_level: 'Full' }))).next).toMatchObject({ wantsScreen: true });
    expect(walkOf(rowOf(type('a'))).next).toMatchObject({ wantsScreen: false });
  });

  test('F187: have the result of a failing call, truncated to a readable length', () => {
    const { state: after } = walkOf(rowOf(type('a', { retries: 1 }))).tell(
      broken('x', { message: 'y'.repeat(9_000) }),
      done({}, { text: 'z'.repeat(9_000) }),
    );
    expect(payloadsOf(after, 'tool_result').map(({ text, error }) => [String(text).length, error])).toEqual([
      [2_000, 'x'],
      [2_000, undefined],
    ]);
  });
});

describe('F188: visits', () => {
  test('are counted per node, and a node keeps its number through its retries', () => {
    const { state } = walkOf(loopOf(3, type('a', { retries: 1 }))).tell(broken(), done(), done(), done());
    expect(state.visitsOf).toEqual({ loop: 4, a: 3, 'end-loop': 3 });
    expect(recordsOf(state, 'node_started').map(({ node: of }) => of?.visit)).toEqual([1, 2, 3]);
    expect(state.visits).toBe(10);
  });

  test('are distinguished by id if names are equal, and if the id is one that every object inherits', () => {
    const same = { name: 'Same' };
    const { state } = walkOf(rowOf(type('a', same), type('b', same), type('constructor'), type('__proto__'))).tell(
      done(),
      done(),
      done(),
      done(),
    );
    expect(recordsOf(state, 'node_started').map(({ node: of }) => of)).toEqual([
      { id: 'a', name: 'Same', visit: 1 },
      { id: 'b', name: 'Same', visit: 1 },
      { id: 'constructor', name: 'constructor', visit: 1 },
      { id: '__proto__', name: '__proto__', visit: 1 },
    ]);
    expect(walkOf(rowOf(focus('a', 'constructor'))).next).toMatchObject({ call: { arguments: { app_name: 'constructor' } } });
  });
});

describe('F189: 2,000 visits', () => {
  const graph = loopOf(1_000, type('a', { settle_ms: 1 }));
  const answer = (made: number): FlowEvent => done({ 'a.success': true, 'a.made': made });

  test('end like two, with a state that stays small', () => {
    let made = 0;
    let state: FlowState = walkOf(graph).state;
    let largest = 0;
    for (let now = 0; state.next.type !== 'end'; now += 1) {
      const event = state.next.type === 'call' ? answer(++made) : well(state.next);
      const after = flowTransition(graph, { budget: {}, vision: false }, withoutRecords(state, state.seq), event, now);
      if (!after) throw new Error(`${event.type} is refused`);
      state = after;
      if (now % 7 > 0) continue;
      // As continue-as-new passes it on.
      state = JSON.parse(JSON.stringify(after)) as FlowState;
      largest = Math.max(largest, JSON.stringify({ ...state, records: [] }).length);
    }
    expect([state.visits, state.visitsOf['a'], state.ended?.outcome]).toEqual([3_001, 1_000, 'completed']);
    expect(state.variables).toEqual({ 'a.success': true, 'a.made': 1_000 });
    expect(state.visited).toHaveLength(1_000);
    expect(largest).toBeLessThan(20_000);
    let again = 0;
    const whole = walkThrough(graph, (effect) => (effect.type === 'call' ? answer(++again) : well(effect)));
    expect({ ...state, records: [] }).toEqual({ ...whole, records: [] });
  });
});

test('F190: an event that is not awaited changes nothing', () => {
  const graph = rowOf(type('a', { settle_ms: 1, checks: [check('x')] }));
  const events: readonly FlowEvent[] = [
    advance,
    done(),
    chosen('x'),
    thought('x'),
    { type: 'seen', text: '', usage: noUsage },
    { type: 'timed-out' },
    settled,
    childEnded(null),
  ];
  const refusedAt = (walk: Walk, awaited: FlowEvent) =>
    events
      .filter(({ type: kind }) => kind !== awaited.type)
      .every((event) => flowTransition(graph, { budget: {}, vision: false }, walk.state, event, 0) === undefined);
  const call = walkOf(graph);
  expect(refusedAt(call, done())).toBe(true);
  const settling = call.tell(done());
  expect(refusedAt(settling, settled)).toBe(true);
  const looking = settling.tell(settled);
  expect(refusedAt(looking, done())).toBe(true);
  const judging = looking.tell(done({}, { screen: screenOf('1') }));
  expect(judging.next.type).toBe('judge');
  expect(refusedAt(judging, stopped)).toBe(true);
});
