import { SteadyhandError } from '../domain/errors/errors.js';

/** The message is one sentence that names the file and the way out. */
export class RerunError extends SteadyhandError {
  override readonly name = 'RerunError';

  constructor(
    readonly code: 'not-a-cassette',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
