// How a text that is sealed for a hand is written: its sender's one-time public key, the nonce and the text with its tag
// (AES-256-GCM, the key by HKDF-SHA-256), each in base64url. It reads like anything that is sealed (domain/ui/mask.ts), so whatever shows it shows `•••`.
const form = /^\{\{sealed:h1\.([\w-]{43})\.([\w-]{16})\.([\w-]{22,})\}\}$/;

export interface SealedParts {
  readonly publicKey: string;
  readonly nonce: string;
  readonly text: string;
}

export function sealedForHand({ publicKey, nonce, text }: SealedParts): string {
  return `{{sealed:h1.${publicKey}.${nonce}.${text}}}`;
}

/** Undefined: it is nothing that a hand could open. */
export function handSealedParts(written: string): SealedParts | undefined {
  const [, publicKey, nonce, text] = form.exec(written) ?? [];
  return publicKey && nonce && text ? { publicKey, nonce, text } : undefined;
}

export function isHandSealed(written: string): boolean {
  return form.test(written);
}

/** Bound to what it is for: HKDF's `info`. */
export const sealedFor = 'steadyhand typed by a person, version 1';
