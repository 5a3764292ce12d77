import { InvalidArgumentError } from 'commander';
import type { VariableType } from '../domain/procedure/variables.js';
import { parseJson } from './files.js';
import type { Procedures } from '../client/procedures/reach-run.js';
import { jsonOrText, type Json, type Variables } from '../domain/run/json.js';

export interface VariableOptions {
  readonly var: Variables;
}

/** `--var count=3 --var name=Ada`: JSON if it parses, else a string. */
export function collectVariables(text: string, before: Variables): Variables {
  const [name, value] = split(text);
  return { ...before, [name]: valueOf(name, value) };
}

/** For variables that may be declared as strings: then `1.40` is a string, not a number. */
export function collectTexts(text: string, before: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const [name, value] = split(text);
  return { ...before, [name]: value };
}

/** As the procedure declares them: a string as it is given, any other type as JSON. Throws a usage error. */
export function variablesFor({ loaded }: Procedures, workflow: string, texts: Readonly<Record<string, string>>): Variables {
  const known = loaded.get(workflow)?.procedure.variables.known;
  const read = ([name, text]: [string, string]): [string, Json] => [name, valueAs(known?.get(name), name, text)];
  return Object.fromEntries(Object.entries(texts).map(read));
}

function valueAs(type: VariableType | 'any' | undefined, name: string, text: string): Json {
  if (type === 'string') return text;
  if (type === undefined || type === 'any') return valueOf(name, text);
  return parseJson(`${name}=${text}`, text, `'${name}' is of type ${type}: write it as JSON, in quotes for the shell`) as Json;
}

function split(text: string): readonly [string, string] {
  const [, name = '', value = ''] = /^([^=\s]+)=(.*)$/s.exec(text) ?? [];
  if (name === '') throw new InvalidArgumentError(`'${text}' is not a variable; write it as name=value.`);
  return [name, value];
}

/** What is no JSON is a text; what is, is read as strictly as a file. */
function valueOf(name: string, text: string): Json {
  return jsonOrText(text) === text ? text : (parseJson(`${name}=${text}`, text) as Json);
}
