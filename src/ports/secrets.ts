import type { LockedSecret } from '../domain/guard/network-lock.js';

/** Where a secret is typed: a page, by its origin, or an application, by its id or its name. */
export type PlaceKind = 'origins' | 'apps';

/** What a device may type and must not tell. It masks what leaves the device (adapters/masking-kit/masked-device.ts); a driver types by it. */
export interface Secrets {
  /** Throws `ActionFailedError('secret-refused')`. */
  resolve(text: string, place: string, of: PlaceKind): { readonly text: string; readonly isSecret: boolean };
  /** Of each secret that the text refers to, by its name. */
  settingsOf(text: string): ReadonlyMap<string, LockedSecret>;
  /** A text that is masked like a secret, as long as this process lives; it is stored nowhere. */
  keepBack(text: string): void;
  /** Whether this device has used a secret. */
  isUsed(): boolean;
  /** Whether there is anything to mask. */
  isAny(): boolean;
  /**
   * Masks every secret that this device has used, in all its forms, and every other that is configured and cannot be meant otherwise: a page may have it from another run.
   * `shortest`: shorter ones stay, because they would mask ordinary words.
   */
  mask(text: string, shortest?: number): string;
  /** The same for texts that stand beside each other, or follow each other further `apart`: each that is a part of a secret is masked. */
  maskPieces(pieces: readonly string[], apart?: boolean): readonly string[];
}
