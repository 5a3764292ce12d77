import { withoutLogin } from '../checks/login-in-address.js';
import { finite } from '../text/measures.js';
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
    super(`${field} is ${value === undefined ? 'missing' : (shown(value)?.slice(0, 120) ?? String(value))}; allowed: ${allowed}.`);
  }
}

/** Errors stand in histories and logs. */
function shown(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, each: unknown) => (typeof each === 'string' ? withoutLogin(each) : finite(each)));
}
