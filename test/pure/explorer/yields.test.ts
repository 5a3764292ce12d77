// What untried actions promise (docs/design/explorer.md §4).
import { expect, test } from '@jest/globals';
import { freshnessOf, kindOf, promiseOf } from '../../../src/domain/explorer/yields.js';

const none = { tries: 0, finds: 0 };

test('E75: a kind promises what it has found, less where it has found nothing', () => {
  const button = 'button content';
  expect(promiseOf('tab content', none, none)).toBeGreaterThan(promiseOf(button, none, none));
  expect(promiseOf(button, { tries: 10, finds: 8 }, none)).toBeGreaterThan(promiseOf('tab content', none, none));
  expect(promiseOf(button, { tries: 9, finds: 0 }, { tries: 9, finds: 0 })).toBeLessThan(promiseOf(button, { tries: 9, finds: 0 }, none));
});

test('E75: kinds are what a control is, where it stands, and whether it opens something', () => {
  expect(kindOf({ role: 'button', path: 'body/main/button' })).toBe('button content');
  expect(kindOf({ role: 'button', path: 'body/nav/button', states: ['collapsed'] })).toBe('opener around');
  expect(kindOf({ role: 'radio', path: '/23[1]/44[1]' }, true)).toBe('switch content');
  expect(kindOf({ role: 'radio', path: 'main/label/radio' })).toBe('choice content');
});

test('E74: one sibling of an address that shows no screen of its own is forgiven, two are not', () => {
  expect(freshnessOf(none, none)).toBe(1);
  // The first page of a pattern says nothing of its siblings.
  expect(freshnessOf({ tries: 1, finds: 1 }, none)).toBe(freshnessOf({ tries: 1, finds: 0 }, none));
  expect(freshnessOf({ tries: 1, finds: 1 }, none)).toBeGreaterThanOrEqual(0.5);
  expect(freshnessOf({ tries: 2, finds: 1 }, { tries: 1, finds: 0 })).toBeGreaterThanOrEqual(0.5);
  expect(freshnessOf({ tries: 3, finds: 1 }, { tries: 2, finds: 0 })).toBeLessThan(0.5);
  expect(freshnessOf({ tries: 5, finds: 5 }, { tries: 4, finds: 4 })).toBeGreaterThan(0.8);
});
