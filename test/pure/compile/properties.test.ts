// Generated runs on an application some of whose effects show nowhere.
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compileRun } from '../../../src/domain/compile/compile-run.js';
import { CompileError, type RunStory } from '../../../src/domain/compile/story.js';
import type { FlowDocument } from '../../../src/domain/flow/document.js';
import { parseFlow } from '../../../src/domain/flow/parse-flow.schema.js';
import { defaultsOf, walkFlow } from '../../support/flow-walk.js';
import { count, holds } from '../../support/properties.js';
import { freshApp, record, type Move, type Recorder } from '../../support/simulated-app.js';

const names: readonly (readonly [string, string])[] = [
  ...['New order', 'Walk the dog', 'Buy milk', 'Call Ada', 'Back to tasks', 'Cancel', 'All tasks'].map((name) => ['link', name] as const),
  ...['Show help', 'Close', 'Delete', 'Add to cart', 'Place order'].map((name) => ['button', name] as const),
  ...['Star', 'Gift'].map((name) => ['checkbox', name] as const),
];
const outcome = fc.oneof(
  { weight: 8, arbitrary: fc.constant({ status: 'done' } as const) },
  { weight: 1, arbitrary: fc.constant({ status: 'failed', because: 'control-gone: it went' } as const) },
  { weight: 1, arbitrary: fc.constant({ status: 'not-run' } as const) },
);
const click: fc.Arbitrary<Move> = fc
  .tuple(fc.constantFrom(...names), fc.integer({ min: 1, max: 3 }), outcome)
  .map(([[role, name], at, came]) => ({ type: 'click', role, name, at, outcome: came }));
const type: fc.Arbitrary<Move> = fc
  .tuple(fc.constantFrom('To', 'Note'), fc.constantFrom('Ada', 'Grace Hopper', '2', 'as soon as possible'), outcome)
  .map(([name, text, came]) => ({ type: 'set-text', role: 'textbox', name, text, outcome: came }));
const moves = fc.array(fc.oneof(click, type), { minLength: 5, maxLength: 80 });

function storyOf({ deeds, state }: Recorder): RunStory {
  return {
    ...{ run: 'agent-1', steps: deeds, application: 'https://app.example' },
    request: 'Walk the dog, then order 2 for Ada by 2026-12-01',
    result: state.orders.length > 0 ? `Order ${1_000 + state.orders.length} is confirmed.` : 'done',
    cost: { usd: 0.1, calls: 3, tokens: 100, ms: 1_000 },
  };
}

function compiled(recorded: Recorder, loops = false) {
  try {
    const { flow, leftOut } = compileRun(storyOf(recorded), { loops });
    const parsed = parseFlow(flow);
    expect(parsed.problems).toEqual([]);
    return { flow: parsed.flow as FlowDocument, leftOut };
  } catch (error) {
    if (error instanceof CompileError && error.code === 'no-effect') return undefined;
    throw error;
  }
}

const replay = (flow: FlowDocument) => walkFlow(flow, defaultsOf(flow), freshApp);

test('RP1, RP7: every compiled flow validates, and walked through the application it does what the run did, seen or not', () => {
  holds(moves, (made) => {
    const recorded = record(made);
    const result = compiled(recorded);
    if (!result) return count('without effect');
    expect(replay(result.flow)).toEqual({ state: recorded.state });
    count('replayed');
  });
});

test('RP1: every action of a run is a node of its flow, or told as left out', () => {
  holds(moves, (made) => {
    const recorded = record(made);
    const result = compiled(recorded);
    if (!result) return;
    const told = recorded.deeds.filter(({ step }) => result.leftOut.some((sentence) => sentence.startsWith(`${step}, `)));
    const acts = result.flow.nodes.filter(({ node_type: { type: kind } }) => kind === 'Act');
    expect(acts.length + told.length).toBe(recorded.deeds.length);
    count(told.length > 0 ? 'with leavings out' : 'whole');
  });
});

test('RP6: with loops it does the same', () => {
  const rows = ['Walk the dog', 'Buy milk', 'Call Ada'];
  const visit = (row: string): readonly Move[] => [
    { type: 'click', role: 'link', name: row },
    { type: 'click', role: 'button', name: 'Add to cart' },
    { type: 'click', role: 'link', name: 'Back to tasks' },
  ];
  const repetition = fc.constantFrom<readonly Move[]>(
    rows.flatMap(visit),
    rows.map((_, index) => ({ type: 'click', role: 'checkbox', name: 'Star', at: index + 1 })),
    rows.map(() => ({ type: 'click', role: 'button', name: 'Delete', at: 1 })),
  );
  holds(fc.tuple(moves, repetition), ([made, repeated]) => {
    const recorded = record([...made.slice(0, 4), ...repeated]);
    const result = compiled(recorded, true);
    if (!result) return;
    expect(replay(result.flow)).toEqual({ state: recorded.state });
    count(result.flow.nodes.some(({ node_type: { type: kind } }) => kind === 'Loop') ? 'looped' : 'not looped');
  });
});
