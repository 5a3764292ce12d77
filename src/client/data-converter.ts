// How everything that is sent to Temporal is written and read. The one place: clients and Workers take it from here.
import { fileURLToPath } from 'node:url';
import type { DataConverter } from '@temporalio/common';
import { createPayloadCodec, plainCodec } from '../adapters/encryption/payload-codec.js';
import { openPayloadKeys, type KeySource } from '../adapters/encryption/payload-keys.js';
import { type Config, loadConfig } from '../config/config.js';
import { EncryptionError, type PayloadKeys } from '../ports/keys.js';

export type EncryptionSettings = Pick<Config, 'encryption' | 'encryptionKeys'>;

export interface Encryption {
  readonly encrypts: boolean;
  /** Undefined: there are none. */
  readonly keys: PayloadKeys | undefined;
  readonly dataConverter: DataConverter;
}

/** Seen from src/client and from dist/client. */
const failureConverterPath = fileURLToPath(new URL('../../dist/failure-converter.cjs', import.meta.url));

export const plainDataConverter: DataConverter = { payloadCodecs: [plainCodec] };

/**
 * Without a setting it is on where there are keys. Off, and keys: what was encrypted before can be read. Throws `EncryptionError` where it is on and there is no key,
 * or the file that was named is not there: whoever names one means to encrypt, and a typing error must not send plain text. `KeyRingError` for keys that cannot be used.
 */
export async function openEncryption({ encryption, encryptionKeys }: EncryptionSettings): Promise<Encryption> {
  const keys = await openPayloadKeys(keySourceOf(encryptionKeys));
  if (!keys) {
    if (encryption === 'on') throw noKeyIn(encryptionKeys, 'Encryption is on');
    if (encryption === undefined && encryptionKeys.isNamed)
      throw new EncryptionError(
        'encryption-no-key',
        `There is no file ${encryptionKeys.file}, which STEADYHAND_ENCRYPTION_KEY_FILE or encryptionKeys.file names: correct the path, make the file with \`npx steadyhand new-key\`, or set STEADYHAND_ENCRYPTION to off.`,
      );
    return { encrypts: false, keys, dataConverter: plainDataConverter };
  }
  const encrypts = encryption !== 'off';
  const payloadCodecs = [createPayloadCodec(keys, { encrypts })];
  return { encrypts, keys, dataConverter: encrypts ? { payloadCodecs, failureConverterPath } : { payloadCodecs } };
}

/**
 * For Temporal clients and Workers of your own that give steadyhand payloads, or are given some: by the settings in `env` and `folder`, as `connect` takes them.
 * Throws `ConfigError`, and what `openEncryption` throws.
 */
export async function openDataConverter({
  env = process.env,
  folder = process.cwd(),
}: {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly folder?: string;
} = {}): Promise<DataConverter> {
  return (await openEncryption(loadConfig(env, folder))).dataConverter;
}

/** `why`: the beginning of the sentence, what needs one. */
export function noKeyIn({ file }: EncryptionSettings['encryptionKeys'], why: string): EncryptionError {
  return new EncryptionError(
    'encryption-no-key',
    `${why}, and there is no key in ${file}: make one with \`npx steadyhand new-key\`, or set STEADYHAND_ENCRYPTION_KEYS or STEADYHAND_ENCRYPTION_KEY_FILE.`,
  );
}

export function keySourceOf({ file, command, value }: EncryptionSettings['encryptionKeys']): KeySource {
  if (value) return { from: 'variable', name: 'STEADYHAND_ENCRYPTION_KEYS', text: value.reveal() };
  return command ? { from: 'command', command } : { from: 'file', path: file };
}
