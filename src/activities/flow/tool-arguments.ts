// Arguments of a tool call as a model or an author wrote them: read by name, refused with what would have been right.
import { SteadyhandError } from '../../domain/errors.js';
import type { ToolCall } from '../../domain/flow/tool-call.js';

export class ToolArgumentError extends SteadyhandError {
  readonly code = 'invalid-arguments';
  override readonly name = 'ToolArgumentError';
}

/** Each throws `ToolArgumentError`. */
export interface Arguments {
  text(name: string): string;
  number(name: string): number;
  optionalText(name: string): string | undefined;
  optionalNumber(name: string): number | undefined;
  optionalFlag(name: string): boolean | undefined;
  texts(name: string): readonly string[];
  /** The first when it is not given. */
  oneOf<const T extends string>(name: string, allowed: readonly [T, ...T[]]): T;
}

export function argumentsOf({ name: tool, arguments: given }: ToolCall): Arguments {
  const value = (name: string): unknown => (Object.hasOwn(given, name) ? (given[name] ?? undefined) : undefined);
  const wrong = (name: string, expected: string): ToolArgumentError =>
    new ToolArgumentError(
      `${tool}: '${name}' is ${value(name) === undefined ? 'missing' : JSON.stringify(value(name)).slice(0, 80)}; expected ${expected}.`,
    );
  const optional =
    <T>(is: (entry: unknown) => entry is T, expected: string) =>
    (name: string): T | undefined => {
      const entry = value(name);
      if (entry === undefined || is(entry)) return entry;
      throw wrong(name, expected);
    };
  const required =
    <T>(read: (name: string) => T | undefined, expected: string) =>
    (name: string): T => {
      const entry = read(name);
      if (entry === undefined) throw wrong(name, expected);
      return entry;
    };
  const optionalText = optional(isText, 'a text');
  const optionalNumber = optional(isNumber, 'a number');
  return {
    optionalText,
    optionalNumber,
    optionalFlag: optional(isFlag, 'true or false'),
    text: required(optionalText, 'a text'),
    number: required(optionalNumber, 'a number'),
    texts: (name) => optional(areTexts, 'a list of texts')(name) ?? [],
    oneOf(name, allowed) {
      const word = optionalText(name) ?? allowed[0];
      const found = allowed.find((candidate) => candidate === word);
      if (found === undefined) throw wrong(name, allowed.join(', '));
      return found;
    },
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}
