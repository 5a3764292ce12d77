// `keys/procedure.json` in STEADYHAND_HOME, `keys/typed.json` in STEADYHAND_SHARED: `{ "keys": [{ "id", "secret" }] }`, the newest first. Created once, readable by the owner only.
import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ulid } from 'ulid';
import { z } from 'zod';
import { KeyRingError, type Key, type KeyRing } from '../../ports/key-ring.js';
import { parseJson } from './line-file.js';

const secretBytes = 32;

const keyRingSchema = z.strictObject({
  keys: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[a-z0-9-]{1,32}$/),
        secret: z.string().regex(/^[A-Za-z0-9_-]{43}$/, { error: 'expected 32 bytes as base64url' }),
      }),
    )
    .min(1)
    .refine((keys) => new Set(keys.map(({ id }) => id)).size === keys.length, { error: 'two keys have one id' }),
});

/** Creates one with a first key if there is none; when several processes do so at once, one wins. Throws `KeyRingError`. */
export async function openKeyRing(home: string, use: 'procedure' | 'typed' = 'procedure'): Promise<KeyRing> {
  const folder = join(home, 'keys');
  const path = join(folder, `${use}.json`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return (await read(path)) ?? (await make(path)) ?? refuse(path, 'it disappeared while being created');
}

async function make(path: string): Promise<KeyRing | undefined> {
  const first = { id: ulid().toLowerCase(), secret: randomBytes(secretBytes).toString('base64url') };
  const beside = `${path}.${first.id}`;
  await writeFile(beside, `${JSON.stringify({ keys: [first] }, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  try {
    await link(beside, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(beside, { force: true });
  }
  return read(path);
}

async function read(path: string): Promise<KeyRing | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const { mode } = await stat(path);
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) refuse(path, `others may read it: run \`chmod 600 ${path}\``);
  const found = keyRingSchema.safeParse(parseJson(text));
  if (!found.success) return refuse(path, z.prettifyError(found.error).replace(/\s*\n\s*/g, ' '));
  const [first, ...others] = found.data.keys.map(({ id, secret }): Key => ({ id, secret: Buffer.from(secret, 'base64url') }));
  return first ? [first, ...others] : undefined;
}

function refuse(path: string, why: string): never {
  throw new KeyRingError(`The keys in ${path} cannot be used: ${why}`);
}
