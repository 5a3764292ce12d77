import { SteadyhandError } from '../../src/client.js';

/** An evaluation that cannot begin or go on. The message says what to do. */
export class EvalError extends SteadyhandError {
  override readonly name = 'EvalError';

  constructor(
    readonly code: 'usage' | 'no-suite' | 'refused' | 'interrupted',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
