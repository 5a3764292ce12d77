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

/** The keys of what Temporal stores (docs/encryption.md). */
export interface PayloadKeys {
  /** The one that encrypts. A file is looked at again now and then. */
  newest(): Promise<Key>;
  /** Looks where they come from again, if it does not know that one: another process may have brought a newer key. */
  find(id: string): Promise<Key | undefined>;
  /** Where they come from, as messages name it. */
  readonly source: string;
}

type EncryptionErrorCode =
  /** Encryption is on, and there is no key. */
  | 'encryption-no-key'
  /** What was read is encrypted with a key that is not among those here. */
  | 'encryption-unknown-key'
  /** A key of that id is here, and it is another one, or what it encrypted was changed. */
  | 'encryption-wrong-key'
  /** What was read is encrypted, and there are no keys here at all. */
  | 'encryption-off';

export class EncryptionError extends SteadyhandError {
  override readonly name = 'EncryptionError';

  constructor(
    readonly code: EncryptionErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
