import { SteadyhandError } from '../domain/errors/errors.js';

/** The journal could not be written: full or failing disk. Nothing may be dispatched until it can be. */
export class JournalUnavailableError extends SteadyhandError {
  readonly code = 'journal-unavailable';
  override readonly name = 'JournalUnavailableError';
}

/** The action was fenced (its outcome was requested before it began) or has already begun: it must not run now. */
export class FencedError extends SteadyhandError {
  readonly code = 'lease-lost';
  override readonly name = 'FencedError';

  constructor(key: string) {
    super(`Action '${key}' was given up before it began, or has begun before. It does not run; observe and decide again.`);
  }
}
