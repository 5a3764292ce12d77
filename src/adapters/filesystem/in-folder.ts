import { mkdir } from 'node:fs/promises';

/** Writes there; the folder is made when it turns out to be missing, which is once in a thousand times. */
export function inFolder<T>(folder: string, write: () => Promise<T>): Promise<T> {
  return write().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await mkdir(folder, { recursive: true });
    return write();
  });
}
