// One process at a time for a file that several may rewrite, on any machines that share its folder: whoever has made `<file>.lock`.
import { randomUUID } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** Its work takes milliseconds; an older lock is left of a process that was killed. */
const abandonedMs = 5_000;
const patienceMs = 20_000;
const everyMs = 20;

/** `work` gets a check to make just before it writes: false, it took so long that another one went on. Throws an error with code EBUSY. */
export async function withFileLock<T>(path: string, work: (isMine: () => Promise<boolean>) => Promise<T>): Promise<T> {
  const lock = `${path}.lock`;
  const token = randomUUID();
  const isMine = async (): Promise<boolean> => (await readFile(lock, 'utf8').catch(() => '')) === token;
  const deadline = Date.now() + patienceMs;
  while (!(await made(lock, token))) {
    if (Date.now() > deadline) throw Object.assign(new Error(`EBUSY: ${lock} is held by another process`), { code: 'EBUSY' });
    await removeAbandoned(lock);
    await delay(everyMs);
  }
  try {
    return await work(isMine);
  } finally {
    if (await isMine()) await rm(lock, { force: true });
  }
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

async function removeAbandoned(lock: string): Promise<void> {
  const since = (await stat(lock).catch(() => undefined))?.mtimeMs;
  if (since !== undefined && Date.now() - since > abandonedMs) await rm(lock, { force: true });
}
