import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** With those above it. Unlike `recursive`, it says why it cannot (read-only, full), not that the folder is missing. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && dirname(path) !== path) {
      await makeFolder(dirname(path));
      return makeFolder(path);
    }
    if (code !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error;
  }
}
