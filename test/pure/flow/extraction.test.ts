import { describe, expect, test } from '@jest/globals';
import { evaluate } from '../../../src/domain/flow/condition.js';
import type { NodeType } from '../../../src/domain/flow/document.js';
import type { Json } from '../../../src/domain/run/json.js';
import { extractVariables, isLargeValue, oversize, prefixOf, withNode } from '../../../src/domain/flow/variables.js';
import { literal, variable, when } from './documents.js';

type Type = NodeType['type'];

const extract = (result: Json, type: Type = 'McpToolCall', name = 'n') => extractVariables({ name, type }, result);
const windows: Json = [
  { title: 'Notes', pid: 7 },
  { title: 'Mail', id: 2 },
];
const matches: Json = [{ text: 'Total', x: 10, y: 20, bounds: { width: 5 } }];

test.each<[string, Type, Json, Readonly<Record<string, Json>>]>([
  ['F47, F48: an object leaves each of its keys, and itself', 'McpToolCall', { a: 1, b: 'x' }, { a: 1, b: 'x', result: { a: 1, b: 'x' } }],
  [
    'F47: keys keep their case and their nesting',
    'McpToolCall',
    { 'A.b': { c: [1] } },
    { 'A.b': { c: [1] }, result: { 'A.b': { c: [1] } } },
  ],
  ['F47: null stays null', 'McpToolCall', { a: null }, { a: null, result: { a: null } }],
  ['F48: an empty object leaves itself', 'McpToolCall', {}, { result: {} }],
  ['F48: the whole takes precedence over a key of that name', 'McpToolCall', { result: 'inner' }, { result: { result: 'inner' } }],
  [
    'F49, F52: of a list of objects the first leaves its keys',
    'ListWindows',
    windows,
    { title: 'Notes', pid: 7, found: true, count: 2, windows, result: windows },
  ],
  [
    'F49: the count is ours, whatever the first item says',
    'McpToolCall',
    [{ found: 'no', count: 'many', result: 'r' }],
    { found: true, count: 1, result: [{ found: 'no', count: 'many', result: 'r' }] },
  ],
  ['F50: an empty list says that nothing was found', 'FindText', [], { found: false, count: 0, matches: [], result: [] }],
  ['F50: for any tool', 'McpToolCall', [], { found: false, count: 0, result: [] }],
  ['F51: a list of texts leaves no keys', 'McpToolCall', ['a', 'b'], { found: true, count: 2, result: ['a', 'b'] }],
  ['F51: nor does one that begins with null', 'McpToolCall', [null, { a: 1 }], { found: true, count: 2, result: [null, { a: 1 }] }],
  ['F51: nor one of lists', 'McpToolCall', [[1], [2]], { found: true, count: 2, result: [[1], [2]] }],
  ['F52: ListWindows also calls its list windows', 'ListWindows', [], { found: false, count: 0, windows: [], result: [] }],
  [
    'F53: FindText also calls its list matches',
    'FindText',
    matches,
    { text: 'Total', x: 10, y: 20, bounds: { width: 5 }, found: true, count: 1, matches, result: matches },
  ],
  [
    'F54: FindImage also calls its list matches',
    'FindImage',
    [{ score: 1 }],
    {
      score: 1,
      found: true,
      count: 1,
      matches: [{ score: 1 }],
      result: [{ score: 1 }],
    },
  ],
  ['F55: other nodes give their list no other name', 'AiStep', [1], { found: true, count: 1, result: [1] }],
  ['F55: an object has no other name either', 'FindText', { found: true }, { found: true, result: { found: true } }],
  ['F56: a text is the result', 'AiStep', 'Done.', { result: 'Done.' }],
  ['F56: also an empty one', 'AiStep', '', { result: '' }],
  ['F56: also one that looks like JSON', 'AiStep', '{"a":1}', { result: '{"a":1}' }],
  ['F57: a number is the result', 'McpToolCall', 0, { result: 0 }],
  ['F58: a truth value is the result', 'McpToolCall', false, { result: false }],
  ['F59: null is the empty text', 'PressKey', null, { result: '' }],
])('%s (%s: %j)', (_rule, type, result, fields) => {
  const prefixed = Object.entries({ ...fields, success: true }).map(([key, value]) => [`n.${key}`, value]);
  expect(extract(result, type)).toEqual(Object.fromEntries(prefixed));
});

test.each<[Json]>([[{}], [[]], ['x'], [0], [false], [null], [{ error: 'x' }]])(
  'F46: a successful node says so, whatever its result: %j',
  (result) => {
    expect(extract(result)['n.success']).toBe(true);
  },
);

test.each<[string, Json]>([
  ['an object', { success: false, a: 1 }],
  ['the first of a list', [{ success: 'no', a: 1 }]],
])('F60: a success field from %s does not replace ours', (_what, result) => {
  const variables = extract(result);
  expect(variables['n.success']).toBe(true);
  expect(variables['n.a']).toBe(1);
  expect(variables['n.result']).toEqual(result);
});

test('F60: keys that every object inherits are no exception', () => {
  const variables = extract(JSON.parse('{"__proto__":{"success":false},"constructor":1}'));
  expect(Object.keys(variables).sort()).toEqual(['n.__proto__', 'n.constructor', 'n.result', 'n.success']);
  expect(variables['n.success']).toBe(true);
});

describe('prefixes', () => {
  test.each([
    ['find', 'find'],
    ['Find Total', 'find_total'],
    ['FIND-total', 'find_total'],
    ['find_total', 'find_total'],
    ['v1.2 (beta)', 'v1_2__beta_'],
    [' a ', '_a_'],
    ['2nd try', '2nd_try'],
    ['a\tb\nc', 'a_b_c'],
    ['$&\\1', '___1'],
  ])('F61: %j is written %j', (name, prefix) => {
    expect(prefixOf(name)).toBe(prefix);
  });

  test.each([
    ['Größe prüfen', 'größe_prüfen'],
    ['Gro\u0308ße', 'größe'],
    ['ÉTÉ', 'été'],
    ['Найти Итог', 'найти_итог'],
    ['合計を探す', '合計を探す'],
    ['٣ items', '٣_items'],
    ['½ price', '½_price'],
    ['🚀 launch', '__launch'],
    ['a👍🏽b', 'a__b'],
    ['𝒜', '𝒜'],
    ['a–b', 'a_b'],
    ['lone \ud83d half', 'lone___half'],
  ])('F62: %j is written %j', (name, prefix) => {
    expect(prefixOf(name)).toBe(prefix);
  });

  test("F61: a node's variables are found by its name", () => {
    const variables = extract({ 'x.y': 5 }, 'McpToolCall', 'v1.2 Größe');
    expect(evaluate(when(variable('v1.2 Größe.x.y'), 'Equals', literal(5)), variables)).toBe(true);
    expect(evaluate(when(variable('V1-2 größe.success'), 'Equals', literal(true)), variables)).toBe(true);
  });
});

describe('a second run', () => {
  const before = {
    ...extract(matches, 'FindText', 'Find total'),
    ...extract({ a: 1 }, 'McpToolCall', 'Find'),
    ...extract('x', 'AiStep', 'Find total 2'),
    find_total: 'a variable of the run',
  };

  test('F63: of a node that asks leaves nothing of the first', () => {
    const after = withNode(before, { name: 'Find total' }, extract([], 'FindText', 'Find total'), true);
    expect(
      Object.keys(after)
        .filter((name) => name.startsWith('find_total.'))
        .sort(),
    ).toEqual(['count', 'found', 'matches', 'result', 'success'].map((key) => `find_total.${key}`));
    expect(after['find_total.found']).toBe(false);
  });

  test('F63: affects no other node, however similar its name', () => {
    const after = withNode(before, { name: 'Find total' }, extract([], 'FindText', 'Find total'), true);
    expect([after['find.a'], after['find_total_2.result'], after['find_total']]).toEqual([1, 'x', 'a variable of the run']);
  });

  test('F63: of any other node keeps what it does not overwrite', () => {
    const after = withNode(before, { name: 'Find' }, extract({ b: 2 }, 'McpToolCall', 'Find'), false);
    expect([after['find.a'], after['find.b'], after['find.result']]).toEqual([1, 2, { b: 2 }]);
  });

  test('F63: does not modify the previous variables', () => {
    const copy = structuredClone(before);
    withNode(before, { name: 'Find total' }, {}, true);
    expect(before).toEqual(copy);
  });
});

describe('a value by reference', () => {
  const reference = { $artifact: 'sha256:ab', bytes: 8_193 };

  test('F64: may replace any value, and is recognized again', () => {
    const variables = extract({ text: 'short', page: reference });
    expect(isLargeValue(variables['n.page'] ?? null)).toBe(true);
    expect(isLargeValue(variables['n.text'] ?? null)).toBe(false);
    expect(isLargeValue(variables['n.result'] ?? null)).toBe(false);
  });

  test('F64: replaces values over 8 KB', () => {
    expect([oversize('x'.repeat(8_190)), oversize('x'.repeat(8_191))]).toEqual([undefined, 8_193]);
  });

  test.each<[Json]>([[null], ['sha256:ab'], [[]], [['$artifact']], [{}], [{ $artifact: 'sha256:ab' }], [{ bytes: 9_000 }], [[reference]]])(
    'F64: %j is none',
    (value) => {
      expect(isLargeValue(value)).toBe(false);
    },
  );
});
