import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  fillIn,
  judgeEffect,
  settledVerdict,
  togetherJudged,
  valueAt,
  type EffectVerdict,
  type ExpectedEffect,
  type Reading,
} from '../../../src/domain/effect/effect-check.js';
import type { DeviceKind } from '../../../src/domain/device/device-spec.js';
import { parseExplorerInput } from '../../../src/domain/explorer/input.js';
import { runInputOf } from '../../../src/domain/run/input.js';
import type { Json } from '../../../src/domain/run/json.js';
import { defaultTimings, resolveRun } from '../../../src/domain/run/resolve-settings.js';
import { defaultAgentSettings } from '../../../src/domain/run/settings.js';
import { seeded, walksOfEach } from '../../support/properties.js';

const value = (read: Json): Reading => ({ value: read });
const judge = (expected: ExpectedEffect, before: Reading, after: Reading) =>
  judgeEffect({ use: { check: 'orders' }, expect: expected }, before, after);

describe('what two readings tell', () => {
  const rises = { rises: 1 };
  const becomes = { becomes: 'paid' };
  const failed: Reading = { failed: 'the ledger answers 500' };

  test.each<[string, ExpectedEffect, Reading, Reading, EffectVerdict, string]>([
    ['a number that grew as expected', rises, value(3), value(4), 'done', `'orders' was 3 and is 4`],
    ['a number that stayed', rises, value(3), value(3), 'not-done', `'orders' was 3 and still is`],
    ['a number that grew by more', rises, value(3), value(5), 'changed-otherwise', `'orders' was 3 and is 5`],
    ['a number that fell', rises, value(3), value(2), 'changed-otherwise', `'orders' was 3 and is 2`],
    ['a number that is expected to fall', { rises: -1 }, value(3), value(2), 'done', `'orders' was 3 and is 2`],
    ['a list that grew', rises, value(['a']), value(['a', 'b']), 'done', `'orders' was 1 and is 2`],
    ['a list of as many others', rises, value(['a']), value(['b']), 'not-done', `'orders' was 1 and still is`],
    ['what became of it', becomes, value('open'), value('paid'), 'done', `'orders' was "open" and is "paid"`],
    ['what stayed', becomes, value('open'), value('open'), 'not-done', `'orders' was "open" and still is`],
    ['what became something else', becomes, value('open'), value('void'), 'changed-otherwise', `'orders' was "open" and is "void"`],
    ['what was so before', becomes, value('paid'), value('paid'), 'check-failed', `'orders' was "paid" already, before the action`],
    ['what appeared', becomes, value(null), value('paid'), 'done', `'orders' was null and is "paid"`],
    ['a reading before that failed', rises, failed, value(4), 'check-failed', `'orders' could not be read before: the ledger answers 500`],
    ['a reading after that failed', rises, value(3), failed, 'check-failed', `'orders' could not be read: the ledger answers 500`],
    [
      'a text where a number is expected',
      rises,
      value('3'),
      value('4'),
      'check-failed',
      `'orders' reads "3", which is neither a number nor a list`,
    ],
    [
      'an object where one value is expected',
      becomes,
      value('open'),
      value({ state: 'paid' }),
      'check-failed',
      `'orders' reads {"state":"paid"}, which is not one value`,
    ],
  ])('HP22: %s', (_, expected, before, after, verdict, evidence) => {
    expect(judge(expected, before, after)).toEqual({ verdict, evidence });
  });

  test('HP22: whatever is read, done needs the expected change, and not done that nothing has changed', () => {
    const read = fc.oneof(
      fc.integer({ min: -3, max: 3 }),
      fc.constantFrom('open', 'paid', null, true),
      fc.array(fc.constant('x'), { maxLength: 3 }),
    );
    const any = fc.oneof(read.map(value), fc.constant(failed));
    fc.assert(
      fc.property(fc.constantFrom<ExpectedEffect>(rises, becomes, { rises: 2 }), any, any, (expected, before, after) => {
        const { verdict } = judge(expected, before, after);
        const plain = (reading: Reading): unknown =>
          'failed' in reading ? reading : 'rises' in expected && Array.isArray(reading.value) ? reading.value.length : reading.value;
        if (verdict === 'done')
          expect(plain(after)).toEqual('rises' in expected ? Number(plain(before)) + expected.rises : expected.becomes);
        if (verdict === 'not-done') expect(plain(after)).toEqual(plain(before));
        if ('failed' in before || 'failed' in after) expect(verdict).toBe('check-failed');
      }),
      { ...seeded, numRuns: 134 * walksOfEach },
    );
  });
});

test.each<[readonly EffectVerdict[], EffectVerdict]>([
  [['done'], 'done'],
  [['done', 'check-failed'], 'done'],
  [['not-done', 'check-failed'], 'not-done'],
  [['not-done', 'not-done'], 'not-done'],
  [['done', 'not-done'], 'changed-otherwise'],
  [['done', 'changed-otherwise'], 'changed-otherwise'],
  [['check-failed', 'check-failed'], 'check-failed'],
])('HP22: several checks that say %j say %s together', (verdicts, together) => {
  const judged = verdicts.map((verdict, index) => ({ verdict, evidence: `e${index}` }));
  expect(togetherJudged(judged)).toEqual({ verdict: together, evidence: verdicts.map((_, index) => `e${index}`).join('; ') });
});

test('HP22: nothing changed is believed only when nothing can arrive any more', () => {
  expect(settledVerdict('not-done', false)).toBe('too-early');
  expect(settledVerdict('not-done', true)).toBe('not-done');
  for (const verdict of ['done', 'changed-otherwise', 'check-failed'] as const)
    for (const isStill of [true, false]) expect(settledVerdict(verdict, isStill)).toBe(verdict);
});

test.each<[DeviceKind, boolean]>([
  ['web', true],
  ['stub', true],
  ['memory', true],
  ['desktop', false],
  ['appium', false],
  ['own-kettle', false],
])('HP22: on a %s device nothing changed may be believed: %s', (kind, believed) => {
  const checks = { orders: { expect: { rises: 1 }, settleMs: 1, timeoutMs: 1, parameters: [] } };
  const { effectChecks } = resolveRun(
    {
      settings: defaultAgentSettings,
      budget: {},
      guard: { origins: [], apps: [], rules: [], off: false },
      apps: [],
      timings: defaultTimings,
      model: { timeoutMs: 120_000 },
      effectChecks: checks,
    },
    runInputOf({ device: { kind, url: 'https://shop.example/' } }),
  );
  expect(effectChecks).toEqual(believed ? checks : { orders: { ...checks.orders, onlyDone: true } });
});

test.each<[string, Json | undefined]>([
  ['', { orders: [{ state: 'paid' }], 'find_total.count': 3 }],
  ['orders.0.state', 'paid'],
  ['find_total.count', 3],
  ['orders.1.state', undefined],
  ['constructor', undefined],
])('the value at %j', (path, expected) => {
  expect(valueAt({ orders: [{ state: 'paid' }], 'find_total.count': 3 }, path)).toEqual(expected);
});

test('what is filled in stands in an address as data', () => {
  expect(fillIn('https://a.example/{{who}}/{{other}}', { who: 'a/b?c' }, encodeURIComponent)).toBe('https://a.example/a%2Fb%3Fc/{{other}}');
});

test('HP22: an explorer takes no checks, and says what it takes', () => {
  const input = { device: { url: 'https://shop.example/' }, effectChecks: ['orders'] };
  expect(() => parseExplorerInput(input)).toThrow(/^input\.effectChecks is \["orders"\]; allowed: the fields .*guard/);
});
