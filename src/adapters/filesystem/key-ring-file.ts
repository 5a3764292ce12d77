// `keys/procedure.json` in STEADYHAND_HOME, `keys/typed.json`, `keys/runs.json` and `keys/payloads.json` in STEADYHAND_SHARED: `{ "keys": [{ "id", "secret" }] }`, the newest first. Created once, readable by the owner only.
import { randomBytes } from 'node:crypto';
import { link, readFile, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ulid } from 'ulid';
import { z } from 'zod';
import { KeyRingError, type Key, type KeyRing } from '../../ports/keys.js';
import { withFileLock } from './file-lock.js';
import { makeFolder } from './files.js';
import { writtenJson } from '../../domain/text/written-file.js';

const secretBytes = 32;

const keyRingSchema = z.strictObject({
  keys: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[a-z0-9-]{1,32}$/),
        secret: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
      }),
    )
    .min(1)
    .refine((keys) => new Set(keys.map(({ id }) => id)).size === keys.length),
});

/** Creates one with a first key if there is none; when several processes do so at once, one wins. Throws `KeyRingError`. */
export async function openKeyRing(home: string, use: 'procedure' | 'typed' | 'runs' = 'procedure'): Promise<KeyRing> {
  return ensureKeyRing(join(home, 'keys', `${use}.json`));
}

/** The same, of a file anywhere. */
export async function ensureKeyRing(named: string): Promise<KeyRing> {
  const path = await fileBehind(named);
  await makeFolder(dirname(path), 0o700).catch(unusable(path));
  return (await readKeyRing(path)) ?? (await make(path)) ?? refuseKeys(path, 'it disappeared while being created');
}

/** A newer key before those that are there, which go on opening what they have sealed. Several at once take turns. Throws `KeyRingError`. */
export async function addNewestKey(named: string): Promise<KeyRing> {
  const path = await fileBehind(named);
  // Says what is wrong with the file or its place, before a lock is put beside it.
  await readKeyRing(path);
  await makeFolder(dirname(path), 0o700).catch(unusable(path));
  return withFileLock(path, () => addKey(path)).catch(unusable(path));
}

async function addKey(path: string): Promise<KeyRing> {
  const before = await readKeyRing(path);
  if (!before) return ensureKeyRing(path);
  const older = before.map(({ id, secret }) => ({ id, secret: Buffer.from(secret).toString('base64url') }));
  const beside = await writeBeside(path, [newKey(), ...older]);
  await rename(beside, path);
  return (await readKeyRing(path)) ?? refuseKeys(path, 'it disappeared while being written');
}

/** What a link leads to, even if it is not there: a link that is replaced by a file leaves the others who use its target without the new key. */
async function fileBehind(path: string): Promise<string> {
  const real = await realpath(path).catch(unlessAbsent(path));
  if (real !== undefined) return real;
  const target = await readlink(path).catch(() => undefined);
  return target === undefined ? path : fileBehind(resolve(await realpath(dirname(path)), target));
}

async function make(path: string): Promise<KeyRing | undefined> {
  const beside = await writeBeside(path, [newKey()]);
  try {
    await link(beside, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') unusable(path)(error);
  } finally {
    await rm(beside, { force: true });
  }
  return readKeyRing(path);
}

interface StoredKey {
  readonly id: string;
  readonly secret: string;
}

function newKey(): StoredKey {
  return { id: ulid().toLowerCase(), secret: randomBytes(secretBytes).toString('base64url') };
}

async function writeBeside(path: string, keys: readonly [StoredKey, ...StoredKey[]]): Promise<string> {
  const beside = `${path}.${keys[0].id}`;
  await writeFile(beside, keyRingText(keys), { mode: 0o600, flag: 'wx' }).catch(unusable(path));
  return beside;
}

function keyRingText(keys: readonly [StoredKey, ...StoredKey[]]): string {
  return `${JSON.stringify({ keys }, null, 2)}\n`;
}

/** With a first key. */
export function newKeyRingText(): string {
  return keyRingText([newKey()]);
}

/** Undefined: there is no such file. Throws `KeyRingError`. */
export async function readKeyRing(path: string): Promise<KeyRing | undefined> {
  // First, because a pipe that nobody writes to would be read for ever.
  const found = await stat(path).catch(unlessAbsent(path));
  if (!found) return undefined;
  const { mode, uid } = found;
  if (!found.isFile()) refuseKeys(path, found.isDirectory() ? 'that is a folder; name a file in it' : 'that is no regular file');
  const text = await readFile(path).catch(unlessAbsent(path));
  if (text === undefined) return undefined;
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) refuseKeys(path, `others may read it: run \`chmod 600 ${path}\``);
  if (process.getuid && uid !== process.getuid())
    refuseKeys(path, 'it belongs to another user, who may know or change it: make a key of your own');
  return parseKeyRing(text, path);
}

function unlessAbsent(path: string): (error: unknown) => undefined {
  return (error) => (codeOf(error) === 'ENOENT' ? undefined : unusable(path)(error));
}

/** What the system says, as a sentence with the path. */
function unusable(path: string): (error: unknown) => never {
  return (error) => {
    const code = codeOf(error);
    if (code === undefined || error instanceof KeyRingError) throw error;
    return refuseKeys(path, sayings[code] ?? `nothing can be written in ${dirname(path)} (${code}): name a file in another folder`);
  };
}

const sayings: Readonly<Record<string, string>> = {
  ENOTDIR: 'a part of that path is no folder',
  EEXIST: 'a part of that path is no folder',
  EACCES: 'this user may not read and write there',
  EPERM: 'this user may not read and write there',
  EROFS: 'that disk can only be read',
  EBUSY: 'another process is making a key there; try again when it has ended',
  ELOOP: 'that is a link which leads to itself',
  ENOSPC: 'that disk is full: free some space there',
  EDQUOT: 'that disk is full: free some space there',
  EIO: 'that cannot be read: name a regular file',
};

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}

/** `where`: what to call it in an error. Throws `KeyRingError`. */
export function parseKeyRing(written: string | Uint8Array, where: string): KeyRing {
  const value = valueOf(written);
  if (value === undefined)
    return refuseKeys(where, 'it is no JSON, or has a key twice; expected {"keys":[{"id":…,"secret":…}]}, as `new-key` makes it');
  const found = keyRingSchema.safeParse(value);
  if (!found.success) return refuseKeys(where, found.error.issues.map(issueText).join('; '));
  const [first, ...others] = found.data.keys.map(({ id, secret }): Key => ({ id, secret: Buffer.from(secret, 'base64url') }));
  return first ? [first, ...others] : refuseKeys(where, 'there is none');
}

/** Undefined: it is not as JSON is written. Why is not said, as it might quote a secret. */
function valueOf(written: string | Uint8Array): unknown {
  try {
    return writtenJson(written);
  } catch {
    return undefined;
  }
}

/** From what is wrong and where alone: in a slip the secret may stand anywhere, as the name of a field, too. */
function issueText({ code, path }: z.core.$ZodIssue): string {
  const field = path.at(-1);
  const wrong: Partial<Record<typeof code, string>> = {
    unrecognized_keys: 'has a field that does not belong there',
    invalid_type: 'is missing or of another type',
    invalid_format: field === 'secret' ? 'expected 32 bytes as base64url' : 'expected up to 32 small letters, digits and hyphens',
    too_small: 'has no key',
    custom: 'has two keys of one id',
  };
  return `${path.length === 0 ? 'it' : path.join('.')} ${wrong[code] ?? 'is not as `new-key` makes it'}`;
}

export function refuseKeys(path: string, why: string): never {
  throw new KeyRingError(`The keys in ${path} cannot be used: ${why}`);
}
