import { describe, expect, test } from '@jest/globals';
import { conditionText, evaluate, VariableTooLargeError } from '../../../src/domain/flow/condition.js';
import type { Condition } from '../../../src/domain/flow/document.js';
import type { Json, Variables } from '../../../src/domain/run/json.js';
import { lookUp } from '../../../src/domain/flow/variables.js';
import { literal, variable, when } from './documents.js';

type Operator = Condition['operator'];

/** Both sides as variables, so that any JSON can be used. */
function compare(left: Json, operator: Operator, right: Json): boolean {
  return evaluate(when(variable('a.left'), operator, variable('a.right')), { 'a.left': left, 'a.right': right });
}

/** Equals, asked in both directions and through its negation. */
function areEqual(a: Json, b: Json): boolean {
  const equal = compare(a, 'Equals', b);
  expect([compare(b, 'Equals', a), compare(a, 'NotEquals', b), compare(b, 'NotEquals', a)]).toEqual([equal, !equal, !equal]);
  return equal;
}

const orders = ['LessThan', 'LessThanOrEqual', 'GreaterThan', 'GreaterThanOrEqual'] as const;
const ordersThatHold = (a: Json, b: Json): readonly Operator[] => orders.filter((operator) => compare(a, operator, b));

describe('Equals and NotEquals', () => {
  test.each<[string, Json, Json, boolean]>([
    ['F1: a truth value equals itself', true, true, true],
    ['F1: a truth value equals itself', false, false, true],
    ['F1: true is not false', true, false, false],
    ['F1: a boolean is not a number', true, 1, false],
    ['F1: a boolean is not a number', false, 0, false],
    ['F2: numbers are equal', 42, 42, true],
    ['F2: numbers within 2⁻⁵² are equal', 0.1 + 0.2, 0.3, true],
    ['F2: numbers 2⁻⁵² apart are not', 1, 1 + 2 ** -52, false],
    ['F2: numbers are different', 1, 2, false],
    ['F2: zero has no sign', 0, -0, true],
    ['F3: a text equals itself', 'Paid', 'Paid', true],
    ['F3: case counts', 'Paid', 'paid', false],
    ['F3: blanks count', 'Paid', 'Paid ', false],
    ['F3: texts are not read as numbers when both are texts', '1', '1.0', false],
    ['F4: true equals its text', true, 'true', true],
    ['F4: false equals its text', false, 'false', true],
    ['F4: and no other spelling', true, 'True', false],
    ['F4: and not the other word', false, 'true', false],
    ['F4: an empty text is not false', false, '', false],
    ['F5: a number equals its text', 42, '42', true],
    ['F5: however it is written', 42, '4.2e1', true],
    ['F5: within 2⁻⁵²', 0.3, '0.30000000000000004', true],
    ['F5: a non-numeric text equals no number', 0, 'zero', false],
    ['F5: an empty text is not zero', 0, '', false],
    ['F5: not-a-number equals nothing', 0, 'nan', false],
    ['F7: null equals null', null, null, true],
    ['F7: null is not the empty text', null, '', false],
    ['F7: null is not false', null, false, false],
    ['F7: null is not zero', null, 0, false],
    ['F7: null is not its text', null, 'null', false],
    ['F10: lists are equal entry by entry', [1, ['a', null]], [1, ['a', null]], true],
    ['F10: in order', [1, 2], [2, 1], false],
    ['F10: whole', [1], [1, 2], false],
    ['F10: empty lists are equal', [], [], true],
    ['F10: objects are equal whatever the order of their keys', { a: 1, b: { c: 2, d: [3] } }, { b: { d: [3], c: 2 }, a: 1 }, true],
    ['F10: and different by a value', { a: 1 }, { a: 2 }, false],
    ['F10: by a key', { a: 1 }, { b: 1 }, false],
    ['F10: by one more', { a: 1 }, { a: 1, b: null }, false],
    ['F10: an empty list is not an empty object', [], {}, false],
    ['F10: a nested text is not a number', [1], ['1'], false],
    ['F10: a list is not its text', [1, 2], '[1,2]', false],
    ['F10: a list is not its only entry', [1], 1, false],
    ['F10: an object is not null', {}, null, false],
  ])('%s: %j, %j', (_rule, left, right, expected) => {
    expect(areEqual(left, right)).toBe(expected);
  });

  test('F10: a key named like an inherited property is a key', () => {
    const withKey = (json: string): Json => JSON.parse(json);
    expect(areEqual(withKey('{"__proto__":{"a":1}}'), withKey('{"__proto__":{"a":1}}'))).toBe(true);
    expect(areEqual(withKey('{"__proto__":{"a":1}}'), {})).toBe(false);
    expect(areEqual({ constructor: 1 }, {})).toBe(false);
  });

  test('F10: lists nested 4,000 deep are compared', () => {
    const nested = (depth: number): Json => Array.from({ length: depth }).reduce<Json>((inner) => [inner], 'core');
    expect(compare(nested(4_000), 'Equals', nested(4_000))).toBe(true);
    expect(compare(nested(4_000), 'Equals', nested(3_999))).toBe(false);
  });
});

describe('numeric texts', () => {
  test.each([
    ...['0', '42', '-1', '+1', '007', '1.5', '5.', '.5', '-.5', '1e3', '1E3', '1e+3', '1e-3', '5.e1', '.5e1'],
    ...['inf', '-inf', '+inf', 'INF', 'infinity', 'Infinity', '-Infinity', '1e999'],
  ])('F6: %j is a number', (number) => {
    expect(compare(number, 'GreaterThanOrEqual', '-inf')).toBe(true);
  });

  test.each([
    ...['', ' ', ' 1', '1 ', '1\n', '\t1', '1 000', '1,5', '1_000', '0x10', '0b1', '0o7', '1e', 'e3', '1e1.5', '.', '+', '-', '+-1', '--1'],
    ...['1.2.3', '1f', '1n', 'infinit', 'infinite', '∞', 'NaN1', 'one', '٣', '１', 'true', 'null'],
  ])('F6: %j is not a number', (word) => {
    expect(ordersThatHold(word, '-inf')).toEqual([]);
    expect(areEqual(Number(word) || 0, word)).toBe(false);
  });

  test.each<[string, number]>([
    ['+1', 1],
    ['5.', 5],
    ['.5', 0.5],
    ['1e3', 1000],
    ['-2E-2', -0.02],
    ['007', 7],
  ])('F6: %j is %d', (word, number) => {
    expect(areEqual(word, number)).toBe(true);
  });

  test.each(['nan', 'NaN', '-nan', '+NAN'])('F6: %j is a number that equals nothing', (word) => {
    expect([ordersThatHold(word, 0), ordersThatHold(word, word)]).toEqual([[], []]);
  });
});

describe('orderings', () => {
  test.each<[Json, Json, readonly Operator[]]>([
    [1, 2, ['LessThan', 'LessThanOrEqual']],
    [2, 1, ['GreaterThan', 'GreaterThanOrEqual']],
    [2, 2, ['LessThanOrEqual', 'GreaterThanOrEqual']],
    ['10', 9, ['GreaterThan', 'GreaterThanOrEqual']],
    [9, '1e1', ['LessThan', 'LessThanOrEqual']],
    ['10', '9', ['GreaterThan', 'GreaterThanOrEqual']],
    ['inf', 1e308, ['GreaterThan', 'GreaterThanOrEqual']],
    ['-inf', -1e308, ['LessThan', 'LessThanOrEqual']],
  ])('F11: for %j and %j these hold: %j', (left, right, expected) => {
    expect(ordersThatHold(left, right)).toEqual(expected);
  });

  test.each<[Json, Json]>([
    ['a', 'b'],
    ['a', 1],
    ['', 0],
    [null, 0],
    [null, null],
    [true, 0],
    [true, true],
    [[1], 0],
    [[], []],
    [{}, 0],
  ])('F11: none holds for %j and %j, which are not both numbers', (left, right) => {
    expect([ordersThatHold(left, right), ordersThatHold(right, left)]).toEqual([[], []]);
  });
});

test.each<[Json, boolean]>([
  [null, true],
  ['', true],
  [[], true],
  [{}, true],
  [' ', false],
  ['a', false],
  [0, false],
  [false, false],
  [[null], false],
  [{ a: null }, false],
])('F9: whether %j is empty: %j', (value, empty) => {
  expect([compare(value, 'IsEmpty', null), compare(value, 'IsNotEmpty', null)]).toEqual([empty, !empty]);
});

test.each<[Json, Json, boolean]>([
  ['Order paid', 'paid', true],
  ['Order paid', 'Paid', false],
  ['Order paid', '', true],
  ['', 'a', false],
  [1234, 23, true],
  [5.0, '.0', false],
  [5, '5', true],
  [1.5, '.5', true],
  ['total 5', 5.0, true],
  [true, 'ru', true],
  ['it is true', true, true],
  [null, 'null', true],
  [['a', 'b'], 'b', true],
  [['a', 'b'], '"a","b"', true],
  [['a', 'b'], ['a', 'b'], true],
  [[['a', 'b'], 'c'], ['a', 'b'], true],
  [{ b: 1, a: [true, null] }, '{"a":[true,null],"b":1}', true],
  [{ b: { d: 1, c: 2 }, a: 0 }, '"b":{"c":2,"d":1}', true],
  [{ 9: 'nine', 10: 'ten', a: 1 }, '{"10":"ten","9":"nine","a":1}', true],
  [{ quote: '"' }, '"\\""', true],
])('F12: %j contains %j: %j', (left, right, expected) => {
  expect([compare(left, 'Contains', right), compare(left, 'NotContains', right)]).toEqual([expected, !expected]);
});

describe('variables', () => {
  const variables: Variables = {
    'find_total.count': 3,
    'find_total.text': 'Total: 42',
    'v1_2_find.count': 5,
    'v1_2_find.box.left': 7,
    'prüfe_größe.found': true,
    '_los.success': true,
    customer: 'Ada',
    order_number: 17,
  };

  test('F7: a missing variable is null', () => {
    expect(evaluate(when(variable('find_total.colour'), 'IsEmpty'), variables)).toBe(true);
    expect(evaluate(when(variable('find_total.colour'), 'Equals', variable('nowhere.at_all')), variables)).toBe(true);
    expect(evaluate(when(variable('find_total.colour'), 'Equals', literal('')), variables)).toBe(false);
    expect(evaluate(when(variable('find_total.colour'), 'LessThan', literal(1)), variables)).toBe(false);
  });

  test.each(['constructor', '__proto__', 'toString', 'find_total.constructor', 'hasOwnProperty.length'])(
    'F7: %s is missing too, although every object has it',
    (name) => {
      expect(evaluate(when(variable(name), 'IsEmpty'), variables)).toBe(true);
    },
  );

  test('F8: a variable is compared with another', () => {
    const compared = when(variable('find_total.count'), 'LessThan', variable('v1_2_find.count'));
    expect(evaluate(compared, variables)).toBe(true);
    expect(evaluate({ ...compared, operator: 'Equals' }, variables)).toBe(false);
    expect(evaluate(when(literal('Total: 42'), 'Equals', variable('find_total.text')), variables)).toBe(true);
  });

  test.each<[string, Json]>([
    ['find_total.count', 3],
    ['Find total.count', 3],
    ['FIND-TOTAL.count', 3],
    ['v1.2 Find.count', 5],
    ['v1.2 Find.box.left', 7],
    ['V1_2_find.count', 5],
    ['Prüfe Größe.found', true],
    ['Pru\u0308fe Gro\u0308ße.found', true],
    ['🚀los.success', true],
    ['customer', 'Ada'],
    ['Customer', 'Ada'],
    ['Order Number', 17],
    ['find total.Count', null],
    ['find  total.count', null],
    ['find_total', null],
    ['.count', null],
    ['', null],
  ])('F13: %j is looked up in the spelling of prefixes: %j', (name, value) => {
    expect(lookUp(variables, name)).toEqual(value);
  });

  test('F13: an exact name takes precedence', () => {
    expect(lookUp({ 'Find.count': 'as it stands', 'find.count': 'as a prefix' }, 'Find.count')).toBe('as it stands');
  });

  test('F14: a value stored by reference is not compared, and the message says what to do', () => {
    const large = { 'page.result': { $artifact: 'sha256:ab', bytes: 9_000 }, 'page.count': 2 };
    for (const condition of [
      when(variable('Page.result'), 'Contains', literal('x')),
      when(variable('Page.result'), 'IsEmpty'),
      when(literal('x'), 'Equals', variable('Page.result')),
    ])
      expect(() => evaluate(condition, large)).toThrow(VariableTooLargeError);
    expect(() => evaluate(when(variable('Page.result'), 'IsEmpty'), large)).toThrow(
      "The variable 'Page.result' holds 9000 bytes; conditions read values up to 8 KB. Compare one of its fields, or `.count`.",
    );
    expect(new VariableTooLargeError('a', 1).code).toBe('variable-too-large');
    expect(evaluate(when(variable('page.count'), 'Equals', literal(2)), large)).toBe(true);
  });

  test('F14: only a real reference counts as one, and only if it is read', () => {
    const lookalike = {
      'a.b': { $artifact: 'a word of the page' },
      'a.c': { $artifact: 1, bytes: 2 },
      'a.d': [{ $artifact: 'x', bytes: 1 }],
    };
    for (const name of Object.keys(lookalike)) expect(evaluate(when(variable(name), 'IsNotEmpty'), lookalike)).toBe(true);
    const ignored = when(literal(''), 'IsEmpty', variable('big'));
    expect(evaluate(ignored, { big: { $artifact: 'sha256:ab', bytes: 9_000 } })).toBe(true);
  });
});

test.each<[Condition, string]>([
  [when(variable('Find total.count'), 'GreaterThan', literal(3)), 'Find total.count > 3'],
  [when(variable('a.b'), 'NotEquals', literal('x')), 'a.b ≠ "x"'],
  [when(variable('a.b'), 'IsEmpty', literal('x')), 'a.b is empty'],
  [when(literal(true), 'Contains', variable('a.b')), 'true contains a.b'],
])('%j reads %j', (condition, words) => {
  expect(conditionText(condition)).toBe(words);
});
