// What other users of a Linux machine read of every process, and the memory of none: arguments, and (of one's own) variables.
import { readdir, readFile } from 'node:fs/promises';
import type { Written } from './what-a-run-wrote.js';

/** `besides`: ids of processes whose variables are left out. */
export async function processesNow(besides: readonly number[]): Promise<Written> {
  const written = new Map<string, Buffer>();
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  for (const id of ids)
    for (const file of ['cmdline', ...(besides.includes(Number(id)) ? [] : ['environ'])]) {
      const bytes = await readFile(`/proc/${id}/${file}`).catch(() => undefined);
      if (bytes) written.set(`${file} of process ${id}`, bytes);
    }
  return written;
}
