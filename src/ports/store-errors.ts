import { SteadyhandError } from '../domain/errors.js';

/** A database or a store of artifacts and records does not answer, or the connection broke: the call may be repeated. */
export class StoreUnavailableError extends SteadyhandError {
  readonly code = 'store-unavailable';
  override readonly name = 'StoreUnavailableError';
}
