import { InvalidArgumentError } from 'commander';
import type { Json, Variables } from '../domain/flow/variables.js';

export interface VariableOptions {
  readonly var: Variables;
}

/** `--var count=3 --var name=Ada`: JSON where it is JSON, else a text. */
export function collectVariables(text: string, before: Variables): Variables {
  const [name, value] = split(text);
  return { ...before, [name]: valueOf(value) };
}

/** For variables that may be declared as texts: `1.40` is one, then, and no number. */
export function collectTexts(text: string, before: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const [name, value] = split(text);
  return { ...before, [name]: value };
}

export function readTexts(texts: Readonly<Record<string, string>>, isText: (name: string) => boolean): Variables {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, isText(name) ? text : valueOf(text)]));
}

function split(text: string): readonly [string, string] {
  const [, name = '', value = ''] = /^([^=\s]+)=(.*)$/s.exec(text) ?? [];
  if (name === '') throw new InvalidArgumentError(`'${text}' is no variable; write it as name=value.`);
  return [name, value];
}

function valueOf(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
