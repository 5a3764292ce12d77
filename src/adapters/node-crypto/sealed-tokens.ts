// Sealed tokens (docs/design/procedure.md §4): `nav1.<key id>.<base64url>`.
//
// sealed-1. AES-256-GCM with a fresh random nonce; version and key id are associated data, so no part of a token can be swapped.
// sealed-2. A token has exactly one spelling: base64url without padding, white space or spare bits.
// sealed-3. Nothing is decompressed before it is authenticated, and never beyond the size limit.
// sealed-4. The checksum at the end distinguishes a slip from a forgery, for the hint only: both are refused.

import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Json } from '../../domain/run/json.js';
import type { Key, KeyRing } from '../../ports/keys.js';
import { TokenError, type Tokens, type TypedTexts } from '../../ports/tokens.js';

const version = 'nav1';
const [nonceBytes, tagBytes, checksumBytes] = [12, 16, 4];
/** Bytes of JSON. */
const largestState = 1_024 * 1_024;
const shape = new RegExp(`^${version}\\.([a-z0-9-]{1,32})\\.([A-Za-z0-9_-]+)$`);

export function createSealedTokens(ring: KeyRing): Tokens {
  const keys = new Map(ring.map((key) => [key.id, key]));
  return {
    seal: (value) => seal(ring[0], value),
    open(token) {
      const [, id, text] = shape.exec(token) ?? [];
      if (id === undefined || text === undefined)
        throw new TokenError('STATE_INVALID', 'This state was not issued here: hand it back exactly as it came.', true);
      const bytes = strictBytes(text);
      const [head, body] = [headOf(id), bytes.subarray(0, -checksumBytes)];
      const isWhole = bytes.length > nonceBytes + tagBytes + checksumBytes && checksum(head, body).equals(bytes.subarray(-checksumBytes));
      if (!isWhole)
        throw new TokenError('STATE_INVALID', 'The state was changed or cut on its way: hand it back exactly as it came.', true);
      const key = keys.get(id);
      if (!key)
        throw new TokenError(
          'STATE_KEY_UNKNOWN',
          `The state was sealed by the key '${id}', which is not, or no longer, in use here.`,
          false,
        );
      return opened(key, body);
    },
  };
}

function seal({ id, secret }: Key, value: Json): string {
  const json = Buffer.from(JSON.stringify(value));
  if (json.length > largestState) throw new RangeError(`A state of ${json.length} bytes is larger than ${largestState} bytes.`);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', secret, nonce, { authTagLength: tagBytes }).setAAD(headOf(id));
  const body = Buffer.concat([nonce, cipher.update(deflateRawSync(json)), cipher.final(), cipher.getAuthTag()]);
  return `${version}.${id}.${Buffer.concat([body, checksum(headOf(id), body)]).toString('base64url')}`;
}

function opened({ id, secret }: Key, body: Buffer): Json {
  const [nonce, sealed, tag] = [body.subarray(0, nonceBytes), body.subarray(nonceBytes, -tagBytes), body.subarray(-tagBytes)];
  const decipher = createDecipheriv('aes-256-gcm', secret, nonce, { authTagLength: tagBytes }).setAAD(headOf(id)).setAuthTag(tag);
  try {
    const packed = Buffer.concat([decipher.update(sealed), decipher.final()]);
    return JSON.parse(inflateRawSync(packed, { maxOutputLength: largestState }).toString()) as Json;
  } catch {
    throw new TokenError('STATE_INVALID', 'The state was not sealed here: start again, or continue with one that was.', false);
  }
}

function strictBytes(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.toString('base64url') !== text)
    throw new TokenError('STATE_INVALID', 'The state was changed on its way: hand it back exactly as it came.', true);
  return bytes;
}

function headOf(id: string): Buffer {
  return Buffer.from(`${version}.${id}`);
}

function checksum(head: Buffer, body: Buffer): Buffer {
  return createHash('sha256').update(head).update(body).digest().subarray(0, checksumBytes);
}

const sealed = /\{\{sealed:([\w.-]+)\}\}/g;

/** As `{{sealed:TOKEN}}`. */
export function createTypedTexts(tokens: Tokens): TypedTexts {
  return {
    seal: (text) => `{{sealed:${tokens.seal({ typed: text })}}}`,
    open: (text) => text.replace(sealed, (_, token: string) => typedIn(tokens.open(token))),
  };
}

function typedIn(value: unknown): string {
  return typeof value === 'object' && value !== null && 'typed' in value && typeof value.typed === 'string' ? value.typed : '';
}
