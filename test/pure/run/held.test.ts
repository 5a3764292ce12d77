// What a run may carry when it continues as new.
import { describe, expect, test } from '@jest/globals';
import { createGraph } from '../../../src/domain/flow/graph.js';
import { startFlow } from '../../../src/domain/flow/walk-state.js';
import { overfull, tooManyValues } from '../../../src/domain/run/held.js';
import type { Variables } from '../../../src/domain/run/json.js';
import { holdingOf as holdingOfFlow } from '../../../src/workflows/flow/progress.js';
import { createCarriedLimit } from '../../../src/workflows/engine/continue-as-new.js';

const graph = createGraph({ id: 'held', name: 'held', nodes: [], edges: [] });
const holding = (variables: Variables) => startFlow(graph, variables, { workflowId: 'w', agent: 'none' }, 0);
const judged = (variables: Variables, rest: unknown) => {
  const state = holding(variables);
  return overfull([rest, state], () => holdingOfFlow(state));
};

describe('F228: what a run holds', () => {
  test('is enough for several thousand checked visits', () => {
    expect(judged({ a: 'x'.repeat(1_490_000) }, [])).toBeUndefined();
  });

  test.each<[string, Variables, unknown]>([
    ['by its variables', { a: 'x'.repeat(1_500_000) }, []],
    ['in bytes, not in characters', { a: 'ü'.repeat(750_000) }, []],
    ['with what it was given', { a: 'x'.repeat(500_000) }, ['y'.repeat(1_000_000)]],
  ])('is too much %s', (_what, variables, rest) => {
    const size = `${(JSON.stringify(rest).length / 1e6).toFixed(1)} MB`;
    const error = judged(variables, rest);
    expect(error?.code).toBe('holds-too-much');
    expect(error?.message).toMatch(
      new RegExp(
        `^after 0 visits the run holds 1\\.5 MB, more than .*\\(checks 0\\.0 MB, .*what it was given ${size}\\).*divide the flow$`,
      ),
    );
  });

  test('is measured at first, and again when enough has come in or something has gone', () => {
    const held = { text: 'x'.repeat(1_600_000) };
    let measured = 0;
    const room = createCarriedLimit(
      () => ((measured += 1), held),
      () => ({ done: '3 steps', parts: { memory: held.text }, instead: 'divide the request' }),
    );
    expect(room.overfull()?.message).toMatch(/^after 3 steps the run holds 1\.6 MB.*memory 1\.6 MB.*: divide the request$/);
    held.text = '';
    expect([room.overfull()?.code, measured]).toEqual(['holds-too-much', 1]);
    room.shrink();
    expect([room.overfull(), measured]).toEqual([undefined, 2]);
    held.text = 'x'.repeat(1_600_000);
    room.grow('x'.repeat(100_000));
    expect([room.overfull(), measured]).toEqual([undefined, 2]);
    room.grow('x'.repeat(100_000));
    expect([room.overfull()?.code, measured]).toEqual(['holds-too-much', 3]);
    expect(room.fits()).toBe(false);
  });
});

describe('F245: the values of one node', () => {
  test.each([
    [1_000_000, undefined],
    [1_600_000, 'it gave 1.6 MB of values; a node can give at most 1.5 MB'],
  ])('of %i bytes', (length, said) => {
    expect(tooManyValues({ a: 'x'.repeat(length / 2), b: 'x'.repeat(length / 2) })).toBe(said);
  });
});
