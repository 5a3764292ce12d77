import { SteadyhandError } from '../domain/errors.js';

/** The database does not answer, or broke off: what was asked may be asked again. */
export class StoreUnavailableError extends SteadyhandError {
  readonly code = 'store-unavailable';
  override readonly name = 'StoreUnavailableError';
}
