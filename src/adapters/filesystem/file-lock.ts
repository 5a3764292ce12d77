// One process at a time, on any machines that share the folder: whoever has the system's lock of `<file>.lock`. It ends with its process, so
// that a kill leaves nothing to clean up but that empty file. A frozen process keeps it.
import { open } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { tryLock } from 'fs-native-extensions';

const patienceMs = 20_000;
const everyMs = 20;

/** Throws an error with code EBUSY. */
export async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const lock = await open(`${path}.lock`, 'a', 0o600);
  try {
    for (const deadline = Date.now() + patienceMs; !tryLock(lock.fd); await delay(everyMs))
      if (Date.now() >= deadline)
        throw Object.assign(new Error(`EBUSY: another process has held ${path}.lock for ${patienceMs / 1_000} s`), { code: 'EBUSY' });
    return await work();
  } finally {
    await lock.close();
  }
}
