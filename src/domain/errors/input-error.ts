import { SteadyhandError } from './errors.js';

/** A workflow's input is wrong; the run fails at once. Names the field, its value and what is allowed. */
export class InputError extends SteadyhandError {
  readonly code = 'invalid-input';
  override readonly name = 'InputError';

  constructor(
    readonly field: string,
    readonly value: unknown,
    readonly allowed: string,
  ) {
    super(`${field} is ${value === undefined ? 'missing' : (JSON.stringify(value)?.slice(0, 120) ?? String(value))}; allowed: ${allowed}.`);
  }
}
