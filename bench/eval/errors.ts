import { SteadyhandError } from '../domain/errors.js';

/** An evaluation that cannot begin or go on. The message says what to do. */
export class EvalError extends SteadyhandError {
  override readonly name = 'EvalError';

  constructor(
    readonly code: 'usage' | 'no-suite' | 'refused',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
