import { SteadyhandError } from '../errors/errors.js';

/** The message is one sentence that names the run and the way out. */
export class CompileError extends SteadyhandError {
  override readonly name = 'CompileError';

  constructor(
    readonly code: 'not-ended' | 'not-completed' | 'no-effect' | 'unknown-outcome' | 'no-records' | 'not-compilable',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
