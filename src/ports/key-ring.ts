import { SteadyhandError } from '../domain/errors/errors.js';

/** 32 bytes, identified by a name that is not secret. */
export interface Key {
  readonly id: string;
  readonly secret: Uint8Array;
}

/** Newest first: the first one seals, all of them open. */
export type KeyRing = readonly [Key, ...Key[]];

export class KeyRingError extends SteadyhandError {
  readonly code = 'key-ring-invalid';
  override readonly name = 'KeyRingError';
}
