// What goes to Temporal is encrypted, payload by payload.
//
// codec-1. AES-256-GCM with a fresh random nonce of 96 bits; a payload is encrypted whole, with its own metadata.
// codec-2. The id of the key stands in the metadata and is authenticated, so that it cannot be exchanged.
// codec-3. A payload that is not encrypted is read as it is: a bare Temporal CLI sends such.
// codec-4. Layout and names (`binary/encrypted`, `encryption-key-id`; nonce, text, tag) are those of Temporal's own samples.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Payload, PayloadCodec } from '@temporalio/common';
// A CommonJS module whose named exports Node cannot detect.
import proto from '@temporalio/proto';
import { type Key, EncryptionError, type PayloadKeys } from '../../ports/keys.js';

const PayloadMessage = proto.temporal.api.common.v1.Payload;
const cipherName = 'aes-256-gcm';
const [nonceBytes, tagBytes] = [12, 16];
const encoding = Buffer.from('binary/encrypted');

/** `encrypts`: false for those who only read. */
export function createPayloadCodec(keys: PayloadKeys, { encrypts }: { readonly encrypts: boolean }): PayloadCodec {
  return {
    async encode(payloads) {
      if (!encrypts) return payloads;
      const newest = await keys.newest();
      return payloads.map((payload) => encrypted(newest, payload));
    },
    decode: (payloads) =>
      Promise.all(payloads.map((payload) => (isEncrypted(payload) ? decrypted(keys, payload) : Promise.resolve(payload)))),
  };
}

/** Where there are no keys: encrypted payloads are refused with a sentence that says so, instead of an unknown encoding. */
export const plainCodec: PayloadCodec = {
  encode: (payloads) => Promise.resolve(payloads),
  decode: (payloads) => {
    if (!payloads.some(isEncrypted)) return Promise.resolve(payloads);
    return Promise.reject(
      new EncryptionError(
        'encryption-off',
        'What Temporal stores of this is encrypted, and there is no key here: set STEADYHAND_ENCRYPTION_KEYS, or STEADYHAND_ENCRYPTION_KEY_FILE to the file with the keys.',
      ),
    );
  },
};

export function isEncrypted({ metadata }: { readonly metadata?: Readonly<Record<string, Uint8Array>> | null }): boolean {
  const named = metadata?.['encoding'];
  return named instanceof Uint8Array && encoding.equals(named);
}

function encrypted({ id, secret }: Key, payload: Payload): Payload {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(cipherName, secret, nonce, { authTagLength: tagBytes }).setAAD(boundTo(id));
  const data = Buffer.concat([nonce, cipher.update(PayloadMessage.encode(payload).finish()), cipher.final(), cipher.getAuthTag()]);
  return { metadata: { encoding, 'encryption-key-id': Buffer.from(id) }, data };
}

async function decrypted(keys: PayloadKeys, { metadata, data }: Payload): Promise<Payload> {
  const id = Buffer.from(metadata?.['encryption-key-id'] ?? '').toString('utf8');
  const key = await keys.find(id);
  if (!key)
    throw new EncryptionError(
      'encryption-unknown-key',
      `What Temporal stores of this is encrypted with the key ${JSON.stringify(id.slice(0, 64))}, which is not among those in ${keys.source}: put it there, below the newest.`,
    );
  try {
    return opened(key, Buffer.from(data ?? []));
  } catch (error) {
    throw new EncryptionError(
      'encryption-wrong-key',
      `What Temporal stores of this cannot be decrypted with the key '${key.id}' in ${keys.source}: that is another key of the same id, or what is stored was changed.`,
      { cause: error },
    );
  }
}

function opened({ id, secret }: Key, data: Buffer): Payload {
  const [nonce, text, tag] = [data.subarray(0, nonceBytes), data.subarray(nonceBytes, -tagBytes), data.subarray(-tagBytes)];
  const decipher = createDecipheriv(cipherName, secret, nonce, { authTagLength: tagBytes }).setAAD(boundTo(id)).setAuthTag(tag);
  return PayloadMessage.decode(Buffer.concat([decipher.update(text), decipher.final()]));
}

/** codec-2. */
function boundTo(id: string): Buffer {
  return Buffer.from(`steadyhand/1 ${id}`);
}
