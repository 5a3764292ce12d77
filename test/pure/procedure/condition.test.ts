import { describe, expect, test } from '@jest/globals';
import { evaluate, variablesIn } from '../../../src/domain/procedure/condition.js';
import type { Condition } from '../../../src/domain/procedure/definition.js';
import { lookUp } from '../../../src/domain/procedure/variables.js';
import type { Json, Variables } from '../../../src/domain/run/json.js';
import { is } from '../../support/procedures.js';

type Operator = Extract<Condition, { readonly type: 'simple' }>['operator'];
const operators: readonly Operator[] = ['==', '!=', '>', '<', '>=', '<='];

const nothing = Symbol('nobody has set it');

/** Which of the operators hold. */
function holding(value: Json | typeof nothing, wanted: Json): string {
  const variables: Variables = value === nothing ? {} : { v: value };
  return operators
    .filter((operator) => evaluate({ type: 'simple', variable: 'v', operator, value: wanted }, (name) => lookUp(variables, name)))
    .join(' ');
}

test.each<[string, Json | typeof nothing, Json, string]>([
  ['P44: equal numbers', 1, 1, '== >= <='],
  ['P44: a smaller number', 1, 2, '!= < <='],
  ['P44: a larger number', 2, 1, '!= > >='],
  ['P44: zero has no sign', 0, -0, '== >= <='],
  ['P44: equal texts', 'a', 'a', '== >= <='],
  ['P44: texts have an order', 'a', 'b', '!= < <='],
  ['P44: case counts', 'B', 'a', '!= < <='],
  ['P44: a text is not a number', '1', 1, '!='],
  ['P44: nor a number a text', 1, '2', '!='],
  ['P44: truth values are equal', true, true, '=='],
  ['P44: truth values have no order', false, true, '!='],
  ['P44: a boolean is not a text', true, 'true', '!='],
  ['P44: a boolean is not a number', true, 1, '!='],
  ['P44: null equals null', null, null, '=='],
  ['P44: null is not zero', null, 0, '!='],
  ['P44: null is not false', null, false, '!='],
  ['P44: an unset variable equals null', nothing, null, '=='],
  ['P44: an unset variable is not false', nothing, false, '!='],
  ['P44: an unset variable has no order', nothing, 0, '!='],
  ['P44: lists are equal entry by entry', [1, [2]], [1, [2]], '=='],
  ['P44: in their order', [1, 2], [2, 1], '!='],
  ['P44: whole', [1], [1, 2], '!='],
  ['P44: objects are equal whatever the order of their keys', { a: 1, b: [2] }, { b: [2], a: 1 }, '=='],
  ['P44: with all their keys', { a: 1 }, { a: 1, b: 2 }, '!='],
  ['P44: a list is not an object', [], {}, '!='],
  ['P44: an absent key is not null', { a: null }, { b: null }, '!='],
])('%s', (_, value, wanted, expected) => {
  expect(holding(value, wanted)).toBe(expected);
});

test.each<[string, Json | typeof nothing, boolean]>([
  ['P44: an unset variable does not exist', nothing, false],
  ['P44: null does not exist', null, false],
  ['P44: false exists', false, true],
  ['P44: zero exists', 0, true],
  ['P44: an empty text exists', '', true],
  ['P44: an empty list exists', [], true],
])('%s', (_, value, expected) => {
  const variables: Variables = value === nothing ? {} : { v: value };
  const ask = (operator: Operator): boolean => evaluate({ type: 'simple', variable: 'v', operator }, (name) => lookUp(variables, name));
  expect([ask('exists'), ask('notExists')]).toEqual([expected, !expected]);
});

describe('P44: and, or, not', () => {
  const yes = is('yes');
  const no = is('no');
  const values = { yes: true, no: true, off: false } as const;
  const ask = (condition: Condition): boolean => evaluate(condition, (name) => (name === 'yes' ? values.yes : values.off));

  test.each([
    [[yes, yes], true, true],
    [[yes, no], false, true],
    [[no, yes], false, true],
    [[no, no], false, false],
    [[yes], true, true],
    [[no], false, false],
  ])('%#', (conditions, and, or) => {
    expect([ask({ type: 'and', conditions }), ask({ type: 'or', conditions })]).toEqual([and, or]);
    expect(ask({ type: 'not', condition: { type: 'and', conditions } })).toBe(!and);
    expect(ask({ type: 'not', condition: { type: 'or', conditions } })).toBe(!or);
  });

  test('nested', () => {
    const either: Condition = { type: 'or', conditions: [no, { type: 'and', conditions: [yes, { type: 'not', condition: no }] }] };
    expect(ask(either)).toBe(true);
    expect(variablesIn(either)).toEqual(['no', 'yes']);
  });
});

test.each<[string, Variables, string, Json | undefined]>([
  ['P44: a dot leads into an object', { plan: { tasks: [1] } }, 'plan.tasks', [1]],
  ['P44: and further', { a: { b: { c: 1 } } }, 'a.b.c', 1],
  ['P44: a variable of the whole name goes first', { plan: { tasks: [1] }, 'plan.tasks': [2] }, 'plan.tasks', [2]],
  ['P44: not into a list', { plan: [1] }, 'plan.length', undefined],
  ['P44: nor into a text', { plan: 'x' }, 'plan.length', undefined],
  ['P44: nor into what every object has', { plan: {} }, 'plan.constructor.name', undefined],
  ['P44: nor to what every object has', { plan: {} }, 'plan.toString', undefined],
  ['P44: nor into the variables themselves', {}, 'toString', undefined],
])('%s', (_, variables, name, value) => {
  expect(lookUp(variables, name)).toEqual(value);
});
