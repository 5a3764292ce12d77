// Errors on their way between a hand and its worker keep their class, as far as somebody asks for it.
import { SteadyhandError } from '../../domain/errors/errors.js';
import { ActionFailedError, ConnectionLostError, DeviceGoneError } from '../../ports/device-errors.js';
import { StaleLeaseError } from '../../ports/hand.js';
import { FencedError, JournalUnavailableError } from '../../ports/journal-errors.js';
import type { ToldError } from './protocol.js';

/** One of ours that nobody asks for by its class. */
class HandError extends SteadyhandError {
  override readonly name = 'HandError';

  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export function toldError(error: unknown): ToldError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, cause } = error;
  return {
    name,
    message,
    code: error instanceof SteadyhandError ? error.code : undefined,
    isBegun: error instanceof StaleLeaseError ? error.isBegun : undefined,
    cause: cause instanceof Error ? toldError(cause) : undefined,
  };
}

export function heardError(told: ToldError): Error {
  const error = errorOf(told);
  if (told.cause) error.cause = heardError(told.cause);
  error.message = told.message;
  return error;
}

function errorOf({ name, code, message, isBegun }: ToldError): Error {
  switch (name) {
    case 'ActionFailedError':
      return new ActionFailedError(code as ActionFailedError['code'], message);
    case 'DeviceGoneError':
      return new DeviceGoneError(message);
    case 'ConnectionLostError':
      return new ConnectionLostError(message);
    case 'StaleLeaseError':
      return new StaleLeaseError('', isBegun === true);
    case 'FencedError':
      return new FencedError('');
    case 'JournalUnavailableError':
      return new JournalUnavailableError(message);
    default:
      return code === undefined ? new Error(message) : new HandError(code, message);
  }
}
