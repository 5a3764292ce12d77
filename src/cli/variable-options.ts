import { InvalidArgumentError } from 'commander';
import type { Json, Variables } from '../domain/flow/variables.js';

export interface VariableOptions {
  readonly var: Variables;
}

/** `--var count=3 --var name=Ada`: JSON where it is JSON, else a text. */
export function collectVariables(text: string, before: Variables): Variables {
  const [, name = '', value = ''] = /^([^=\s]+)=(.*)$/s.exec(text) ?? [];
  if (name === '') throw new InvalidArgumentError(`'${text}' is no variable; write it as name=value.`);
  return { ...before, [name]: valueOf(value) };
}

function valueOf(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
