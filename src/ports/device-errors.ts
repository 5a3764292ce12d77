import { SteadyhandError } from '../domain/errors/errors.js';

/** The UI session no longer exists (driver killed, browser crashed, window gone). */
export class DeviceGoneError extends SteadyhandError {
  readonly code = 'device-gone';
  override readonly name = 'DeviceGoneError';
  /** Of an action: it was gone before any of it was on its way. */
  readonly nothingSent: boolean;

  constructor(message: string, { nothingSent = false, ...options }: ErrorOptions & { readonly nothingSent?: boolean } = {}) {
    super(message, options);
    this.nothingSent = nothingSent;
  }
}

/** Of an action: what is gone was gone before any of it was on its way. */
export function unsent(error: unknown): unknown {
  return error instanceof DeviceGoneError ? new DeviceGoneError(error.message, { cause: error, nothingSent: true }) : error;
}

/** An action did not work; `code` is the reason, as reported to the model. */
export class ActionFailedError extends SteadyhandError {
  override readonly name = 'ActionFailedError';

  constructor(
    readonly code:
      | 'action-failed'
      | 'control-gone'
      | 'control-covered'
      | 'out-of-reach'
      | 'not-held'
      | 'not-supported'
      | 'origin-refused'
      | 'secret-refused'
      | 'no-such-application'
      | 'no-such-option'
      | 'text-differs'
      | 'upload-refused'
      | 'tool-unavailable'
      | 'tool-error'
      | 'timeout',
    message: string,
  ) {
    super(message);
  }
}

/** It is unknown whether an action ran, or it ran and its result was lost: ask the journal. */
export class ConnectionLostError extends SteadyhandError {
  readonly code = 'connection-lost';
  override readonly name = 'ConnectionLostError';
}
