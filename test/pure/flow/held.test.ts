// What a walk may hold when it continues as new.
import { describe, expect, test } from '@jest/globals';
import { createGraph } from '../../../src/domain/flow/graph.js';
import { overfull, tooManyValues } from '../../../src/domain/flow/held.js';
import { startFlow } from '../../../src/domain/flow/start-flow.js';
import type { Variables } from '../../../src/domain/run/json.js';

const graph = createGraph({ id: 'held', name: 'held', nodes: [], edges: [] });
const holding = (variables: Variables) => startFlow(graph, variables, { workflowId: 'w', agent: 'none' }, 0);

describe('F228: what a run holds', () => {
  test('is enough for several thousand checked visits', () => {
    expect(overfull(holding({ a: 'x'.repeat(1_490_000) }), [])).toBeUndefined();
  });

  test.each<[string, Variables, unknown]>([
    ['by its variables', { a: 'x'.repeat(1_500_000) }, []],
    ['in bytes, not in characters', { a: 'ü'.repeat(750_000) }, []],
    ['with what it was given', { a: 'x'.repeat(500_000) }, ['y'.repeat(1_000_000)]],
  ])('is too much %s', (_what, variables, rest) => {
    const size = `${(JSON.stringify(rest).length / 1e6).toFixed(1)} MB`;
    expect(overfull(holding(variables), rest)).toMatch(
      new RegExp(`^after 0 visits the run holds 1\\.5 MB, more than .*what it was given ${size}.*divide the flow$`),
    );
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
