import { SteadyhandError } from '../domain/errors/errors.js';

/** A database or a store of artifacts and records does not answer, or the connection broke: the call may be repeated. */
export class StoreUnavailableError extends SteadyhandError {
  readonly code = 'store-unavailable';
  override readonly name = 'StoreUnavailableError';
}

/** The database of screens does not answer, or the connection broke: the call may be repeated. An explorer knows for how long. */
export class ScreensUnavailableError extends SteadyhandError {
  readonly code = 'screens-unavailable';
  override readonly name = 'ScreensUnavailableError';
}
