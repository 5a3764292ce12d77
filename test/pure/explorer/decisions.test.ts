// Decisions made without a model (docs/design/explorer.md §4).
import { describe, expect, test } from '@jest/globals';
import {
  actByDraw,
  progressByCounts,
  routeByRules,
  switchByRotation,
  verifyByDelta,
  type Persisted,
} from '../../../src/domain/explorer/decisions.js';
import type { ScreenKey } from '../../../src/domain/explorer/signature.js';

const place = (more: Partial<ScreenKey> = {}): ScreenKey => ({ identity: 'a', composite: 'a1', inside: true, ...more });

test.each<[string, ScreenKey, boolean, string]>([
  ['the same', place(), false, 'NONE'],
  ['the same screen with other content', place({ composite: 'a2' }), true, 'VARIANT'],
  ['another screen', place({ identity: 'b', composite: 'b1' }), true, 'SCREEN'],
  ['another application', place({ identity: 'x', inside: false }), false, 'OUTSIDE'],
])('an action after which there is %s', (_what, after, success, deltaType) => {
  expect(verifyByDelta(place(), after)).toEqual({ success, deltaType, confidence: 1 });
});

test.each<[Persisted | undefined, string]>([
  [{ screensAdded: 1, edgesAdded: 1, older: false }, 'MADE_PROGRESS'],
  [{ screensAdded: 0, edgesAdded: 1, older: true }, 'MADE_PROGRESS'],
  [{ screensAdded: 0, edgesAdded: 0, older: false }, 'NO_PROGRESS'],
  [{ screensAdded: 0, edgesAdded: 0, older: true }, 'REGRESSED'],
  [undefined, 'UNKNOWN'],
])('what was stored, %j, is %s', (persisted, progress) => {
  expect(progressByCounts(persisted)).toBe(progress);
});

test.each([
  [0, true, 'CONTINUE'],
  [4, true, 'CONTINUE'],
  [5, true, 'SWITCH_POLICY'],
  [6, true, 'CONTINUE'],
  [10, true, 'SWITCH_POLICY'],
  [0, false, 'STOP'],
])('after %i loops without anything new, untried actions left: %j, it is %s', (idleLoops, open, route) => {
  expect(routeByRules({ idleLoops, open })).toBe(route);
});

test('policies change in turn, and not again for five steps', () => {
  expect(switchByRotation('targeted')).toEqual({ policy: 'breadth', cooldown: 5 });
});

describe('a random choice', () => {
  const action = (key: string, safety: number, tried: boolean) => ({ key, verb: 'tap' as const, safety, tried });
  const actions = [action('tried', 1, true), action('unsafe', 0.2, false), action('one', 1, false), action('two', 0.5, false)];

  test.each([
    [0, 'one'],
    [0.49, 'one'],
    [0.5, 'two'],
    [0.99, 'two'],
  ])('of %f takes what is safe and untried: %s', (draw, key) => {
    expect(actByDraw(actions, 0.5, draw)?.key).toBe(key);
  });

  test('takes a tried action if no other is safe, and never an unsafe one', () => {
    expect(actByDraw(actions.slice(0, 2), 0.5, 0.9)?.key).toBe('tried');
    expect(actByDraw(actions.slice(1, 2), 0.5, 0)).toBeUndefined();
  });
});
