// Conditions of If, Switch and Loop (docs/design/flow.md §1). Pure: the same variables give the same answer on every replay.
import { assertNever } from '../errors/assert-never.js';
import { SteadyhandError } from '../errors/errors.js';
import type { Condition, Operand } from './document.js';
import { isList, type Json, type Variables } from '../run/json.js';
import { isLargeValue, lookUp } from './variables.js';

/** A condition reads a value that is stored by reference because of its size. */
export class VariableTooLargeError extends SteadyhandError {
  readonly code = 'variable-too-large';
  override readonly name = 'VariableTooLargeError';

  constructor(variable: string, bytes: number) {
    super(`The variable '${variable}' holds ${bytes} bytes; conditions read values up to 8 KB. Compare one of its fields, or \`.count\`.`);
  }
}

/** Throws `VariableTooLargeError`. */
export function evaluate({ left, operator, right }: Condition, variables: Variables): boolean {
  const a = valueOf(left, variables);
  if (operator === 'IsEmpty') return isEmpty(a);
  if (operator === 'IsNotEmpty') return !isEmpty(a);
  const b = valueOf(right, variables);
  switch (operator) {
    case 'Equals':
      return areEqual(a, b);
    case 'NotEquals':
      return !areEqual(a, b);
    case 'GreaterThan':
      return inOrder(a, b, (x, y) => x > y);
    case 'LessThan':
      return inOrder(a, b, (x, y) => x < y);
    case 'GreaterThanOrEqual':
      return inOrder(a, b, (x, y) => x >= y);
    case 'LessThanOrEqual':
      return inOrder(a, b, (x, y) => x <= y);
    case 'Contains':
      return textOf(a).includes(textOf(b));
    case 'NotContains':
      return !textOf(a).includes(textOf(b));
    default:
      return assertNever(operator);
  }
}

/** `Find total.count > 3`, for logs and drawings. */
export function conditionText({ left, operator, right }: Condition): string {
  const signs = {
    Equals: '=',
    NotEquals: '≠',
    GreaterThan: '>',
    LessThan: '<',
    GreaterThanOrEqual: '≥',
    LessThanOrEqual: '≤',
    Contains: 'contains',
    NotContains: 'does not contain',
    IsEmpty: 'is empty',
    IsNotEmpty: 'is not empty',
  } as const satisfies Record<Condition['operator'], string>;
  const sides = operator === 'IsEmpty' || operator === 'IsNotEmpty' ? [operandText(left)] : [operandText(left), operandText(right)];
  const [first = '', second] = sides;
  return second === undefined ? `${first} ${signs[operator]}` : `${first} ${signs[operator]} ${second}`;
}

function operandText(operand: Operand): string {
  return operand.type === 'Variable' ? operand.name : JSON.stringify(operand.value.value);
}

function valueOf(operand: Operand, variables: Variables): Json {
  if (operand.type === 'Literal') return operand.value.value;
  const value = lookUp(variables, operand.name);
  if (isLargeValue(value)) throw new VariableTooLargeError(operand.name, value.bytes);
  return value;
}

function areEqual(a: Json, b: Json): boolean {
  if (typeof a === 'number' && typeof b === 'number') return isSameNumber(a, b);
  if (typeof a === typeof b && (typeof a === 'string' || typeof a === 'boolean')) return a === b;
  if (a === null || b === null) return a === b;
  if (typeof a === 'boolean' && typeof b === 'string') return String(a) === b;
  if (typeof a === 'string' && typeof b === 'boolean') return a === String(b);
  if (typeof a === 'number' && typeof b === 'string') return isSameNumber(a, numberOf(b));
  if (typeof a === 'string' && typeof b === 'number') return isSameNumber(numberOf(a), b);
  if (typeof a === 'object' && typeof b === 'object') return textOf(a) === textOf(b);
  return false;
}

/** Within 2⁻⁵²; equal infinities are equal, NaN equals nothing. */
function isSameNumber(a: number | undefined, b: number | undefined): boolean {
  return a !== undefined && b !== undefined && (a === b || Math.abs(a - b) < Number.EPSILON);
}

function inOrder(a: Json, b: Json, compare: (x: number, y: number) => boolean): boolean {
  const x = numberOf(a);
  const y = numberOf(b);
  return x !== undefined && y !== undefined && compare(x, y);
}

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const special = /^([+-]?)(inf(?:inity)?|nan)$/i;

/** A number, or a text that Rust's f64 parser accepts: decimal, exponent, sign, inf, nan; no blanks, hex or underscores. */
function numberOf(value: Json): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  if (decimal.test(value)) return Number(value);
  const [, sign, word] = special.exec(value) ?? [];
  if (word === undefined) return undefined;
  if (word.toLowerCase() === 'nan') return Number.NaN;
  return sign === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

function isEmpty(value: Json): boolean {
  if (value === null || value === '') return true;
  if (typeof value !== 'object') return false;
  return Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0;
}

/** As `Contains` sees it: texts as they are, numbers without a trailing `.0`, the rest as compact JSON with sorted keys. */
function textOf(value: Json): string {
  return typeof value === 'string' ? value : sortedJson(value);
}

type Part = string | { readonly value: Json };

/** Iterative: a tool's result may be nested thousands deep. */
function sortedJson(whole: Json): string {
  const texts: string[] = [];
  const rest: Part[] = [{ value: whole }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (typeof next === 'string') texts.push(next);
    else if (typeof next.value !== 'object' || next.value === null) texts.push(JSON.stringify(next.value));
    else for (const part of partsOf(next.value).toReversed()) rest.push(part);
  }
  return texts.join('');
}

function partsOf(value: object & Json): readonly Part[] {
  if (isList(value)) return ['[', ...value.flatMap((entry, index) => (index === 0 ? [{ value: entry }] : [',', { value: entry }])), ']'];
  const entries = Object.keys(value).sort();
  return [
    '{',
    ...entries.flatMap((key, index) => [`${index === 0 ? '' : ','}${JSON.stringify(key)}:`, { value: value[key] ?? null }]),
    '}',
  ];
}
