// Texts that a person typed, sealed for this process: whoever carries them cannot read them. The key is made anew with the process and is never written.
import { createDecipheriv, createPublicKey, diffieHellman, generateKeyPairSync, hkdfSync, type KeyObject } from 'node:crypto';
import { escapeKeys } from '../domain/ui/keys.js';
import type { DeviceAction } from '../domain/ui/ui-action.js';
import { handSealedParts, sealedFor, type SealedParts } from '../domain/wheel/sealed-form.js';
import { ActionFailedError } from '../ports/device-errors.js';

export interface TypedTextKey {
  /** X25519, raw, base64url. */
  readonly publicKey: string;
  /** The action with the keys that type the text, and the text. Throws `ActionFailedError`, before anything is sent. */
  opened(action: DeviceAction): { readonly action: DeviceAction; readonly text?: string };
}

const tagBytes = 16;

export function createTypedTextKey(): TypedTextKey {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  const raw = rawOf(publicKey);
  return {
    publicKey: raw,
    opened(action) {
      const parts = action.type === 'press-keys' ? handSealedParts(action.keys) : undefined;
      if (action.type !== 'press-keys' || !parts) return { action };
      const text = open(parts, privateKey, raw);
      return { action: { ...action, keys: escapeKeys(text) }, text };
    },
  };
}

function open({ publicKey, nonce, text }: SealedParts, privateKey: KeyObject, ownKey: string): string {
  try {
    const sender = createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: publicKey }, format: 'jwk' });
    const shared = diffieHellman({ privateKey, publicKey: sender });
    const salt = Buffer.concat([Buffer.from(publicKey, 'base64url'), Buffer.from(ownKey, 'base64url')]);
    const key = Buffer.from(hkdfSync('sha256', shared, salt, sealedFor, 32));
    const sealed = Buffer.from(text, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), { authTagLength: tagBytes });
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]).toString('utf8');
  } catch {
    throw new ActionFailedError('secret-refused', sealedForAnother);
  }
}

export const sealedForAnother = 'The text was sealed for another hand: look again, and type it again. Nothing was typed.';

function rawOf(key: KeyObject): string {
  return key.export({ format: 'jwk' }).x ?? '';
}
