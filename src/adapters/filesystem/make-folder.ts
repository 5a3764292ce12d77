import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Creates missing parents too. Unlike `recursive`, it reports why it fails (read-only, full) instead of a missing folder. */
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
