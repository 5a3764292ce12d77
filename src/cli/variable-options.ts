import { InvalidArgumentError } from 'commander';
import type { Procedures } from '../client/procedures/open-procedures.js';
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

/** As the procedure declares them: what is declared as a text is one. */
export function variablesFor({ loaded }: Procedures, workflow: string, texts: Readonly<Record<string, string>>): Variables {
  const known = loaded.get(workflow)?.procedure.variables.known;
  const read = ([name, text]: [string, string]): [string, Json] => [name, known?.get(name) === 'string' ? text : valueOf(text)];
  return Object.fromEntries(Object.entries(texts).map(read));
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
