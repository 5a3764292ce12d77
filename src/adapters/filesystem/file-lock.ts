// One process at a time for a file that several may rewrite, on any machines that share its folder: whoever has made `<file>.lock`.
import { randomUUID } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** Its work takes milliseconds; an older lock is left of a process that was killed. */
const abandonedMs = 5_000;
const patienceMs = 20_000;
const everyMs = 20;

/**
 * `work` gets a check to make just before it writes: false, it took so long that another one went on. It then writes nothing, returns
 * undefined, and is done again. Throws an error with code EBUSY.
 */
export async function withFileLock<T>(path: string, work: (isMine: () => Promise<boolean>) => Promise<T | undefined>): Promise<T> {
  const lock = `${path}.lock`;
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await delay(everyMs)) {
    const token = randomUUID();
    if (!(await made(lock, token))) {
      await removeAbandoned(lock, token);
      continue;
    }
    const isMine = async (): Promise<boolean> => (await readFile(lock, 'utf8').catch(() => '')) === token;
    try {
      const result = await work(isMine);
      if (result !== undefined) return result;
    } finally {
      if (await isMine()) await rm(lock, { force: true });
    }
  }
  throw Object.assign(new Error(`EBUSY: ${lock} is held by another process`), { code: 'EBUSY' });
}

async function made(lock: string, token: string): Promise<boolean> {
  try {
    await writeFile(lock, token, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Under a lock of its own: of two who find the same one old, the second would remove the new one of the first. */
async function removeAbandoned(lock: string, token: string): Promise<void> {
  if (!(await isAbandoned(lock))) return;
  const removing = `${lock}.removing`;
  if (await made(removing, token)) {
    if (await isAbandoned(lock)) await rm(lock, { force: true });
    await rm(removing, { force: true });
  } else if (await isAbandoned(removing)) await rm(removing, { force: true });
}

async function isAbandoned(lock: string): Promise<boolean> {
  const since = (await stat(lock).catch(() => undefined))?.mtimeMs;
  return since !== undefined && Date.now() - since > abandonedMs;
}
