import { mkdir } from 'node:fs/promises';

/** Runs `write`; creates the folder only when it turns out to be missing, which is rare. */
export function inFolder<T>(folder: string, write: () => Promise<T>): Promise<T> {
  return write().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await mkdir(folder, { recursive: true });
    return write();
  });
}
