// Conditions (docs/design/procedure.md §1). Nothing is converted: `1` and `"1"` are different, and only two numbers or two texts have an order.
import { assertNever } from '../errors/assert-never.js';
import { isList, type Json } from '../run/json.js';
import type { Condition } from './definition.js';

type Simple = Extract<Condition, { readonly type: 'simple' }>;

/** `valueOf`: undefined for an unset variable, which counts as null. */
export function evaluate(condition: Condition, valueOf: (variable: string) => Json | undefined): boolean {
  switch (condition.type) {
    case 'and':
      return condition.conditions.every((inner) => evaluate(inner, valueOf));
    case 'or':
      return condition.conditions.some((inner) => evaluate(inner, valueOf));
    case 'not':
      return !evaluate(condition.condition, valueOf);
    case 'simple':
      return compare(condition, valueOf(condition.variable) ?? null);
    default:
      return assertNever(condition);
  }
}

/** Names of the variables that the condition reads, each once. */
export function variablesIn(condition: Condition): readonly string[] {
  switch (condition.type) {
    case 'and':
    case 'or':
      return [...new Set(condition.conditions.flatMap(variablesIn))];
    case 'not':
      return variablesIn(condition.condition);
    case 'simple':
      return [condition.variable];
    default:
      return assertNever(condition);
  }
}

/** `approved == true and not (count > 3)`. */
export function conditionText(condition: Condition): string {
  switch (condition.type) {
    case 'and':
    case 'or':
      return condition.conditions.map(innerText).join(` ${condition.type} `);
    case 'not':
      return `not (${conditionText(condition.condition)})`;
    case 'simple': {
      const { variable, operator, value = null } = condition;
      if (operator === 'exists') return `${variable} is set`;
      if (operator === 'notExists') return `${variable} is not set`;
      return `${variable} ${operator} ${JSON.stringify(value)}`;
    }
    default:
      return assertNever(condition);
  }
}

function innerText(condition: Condition): string {
  return condition.type === 'simple' ? conditionText(condition) : `(${conditionText(condition)})`;
}

function compare({ operator, value: wanted = null }: Simple, value: Json): boolean {
  switch (operator) {
    case '==':
      return isSame(value, wanted);
    case '!=':
      return !isSame(value, wanted);
    case '>':
      return inOrder(wanted, value);
    case '<':
      return inOrder(value, wanted);
    case '>=':
      return inOrder(wanted, value) || isSameKind(value, wanted);
    case '<=':
      return inOrder(value, wanted) || isSameKind(value, wanted);
    case 'exists':
      return value !== null;
    case 'notExists':
      return value === null;
    default:
      return assertNever(operator);
  }
}

function inOrder(smaller: Json, larger: Json): boolean {
  if (typeof smaller === 'number' && typeof larger === 'number') return smaller < larger;
  return typeof smaller === 'string' && typeof larger === 'string' && smaller < larger;
}

/** Equal, and of a type that has an order. */
function isSameKind(a: Json, b: Json): boolean {
  return (typeof a === 'number' || typeof a === 'string') && a === b;
}

export function isSame(a: Json, b: Json): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (isList(a) || isList(b))
    return isList(a) && isList(b) && a.length === b.length && a.every((entry, index) => isSame(entry, b[index] ?? null));
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSame(a[key] ?? null, b[key] ?? null));
}
