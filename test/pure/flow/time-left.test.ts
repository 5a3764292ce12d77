// The remaining time of a node, and what happens when it is used up.
import { describe, expect, test } from '@jest/globals';
import { paused, timeLeft, presentNode } from '../../../src/domain/flow/walk-state.js';
import { broken, click, missing, payloadsOf, rowOf, step, walkOf, type Walk } from '../../support/flows.js';

/** 5 ms after the start of an attempt that began at 0. */
const leftOf = (parameters: object, more: object, looking: { readonly looking?: true } = {}) => {
  const graph = rowOf(step('step', parameters, more));
  return timeLeft(presentNode({ graph, state: walkOf(graph).state }), { startedAt: 0, ...looking }, 5);
};

describe('the remaining time of an attempt', () => {
  test.each([
    ['no limit', {}, {}, undefined],
    ['the limit of the node', {}, { timeout_ms: 100 }, 95],
    ['the parameter of an AI step, before the limit of the node', { timeout_ms: 50 }, { timeout_ms: 100 }, 45],
    ['used up to the last', {}, { timeout_ms: 5 }, 0],
    ['long used up', { timeout_ms: 0 }, {}, 0],
  ])('F241: %s', (_what, parameters, more, left) => {
    expect(leftOf(parameters, more)).toBe(left);
  });

  test('F241: does not apply to the observation for the checks of a successful node', () => {
    expect(leftOf({}, { timeout_ms: 1 }, { looking: true })).toBeUndefined();
  });

  const leftIn = (walk: Walk, graph: ReturnType<typeof rowOf>, now: number): number | undefined => {
    const { visit } = walk.state;
    return visit && timeLeft(presentNode({ graph, state: walk.state }), visit, now);
  };

  test('F241: does not shrink while people think', () => {
    const graph = rowOf(click('press', 'OK', { timeout_ms: 1_000 }));
    const begun = walkOf(graph);
    expect(leftIn(begun, graph, 900)).toBe(100);
    expect(leftIn({ ...begun, state: paused(begun.state, 600) }, graph, 900)).toBe(700);
  });

  test('F240: is the full limit for every attempt', () => {
    const graph = rowOf(click('press', 'OK', { timeout_ms: 1_000, retries: 1 }));
    const again = walkOf(graph).later(1_000).tell(broken('timeout'));
    expect(payloadsOf(again.state, 'retry')).toMatchObject([{ code: 'timeout' }]);
    expect(leftIn(again, graph, 1_001)).toBeGreaterThan(990);
  });

  test('F241: shrinks while a model thinks; once used up, the attempt fails with `timeout` and is retried', () => {
    const graph = rowOf(click('press', 'OK', { timeout_ms: 1_000, retries: 1 }));
    const choosing = walkOf(graph).later(600).tell(missing('Okay'));
    expect(choosing.next.type).toBe('choose');
    expect(leftIn(choosing, graph, 700)).toBe(300);
    const again = choosing.tell({ type: 'timed-out' });
    expect(again.next.type).toBe('call');
    expect(payloadsOf(again.state, 'retry')).toMatchObject([{ code: 'timeout' }]);
    expect(again.tell(missing('Okay'), { type: 'timed-out' }).state.ended?.message).toMatch(/"press" \(press\): timeout: .*"OK"/);
  });
});
