import { writeFile } from 'node:fs/promises';
import { CommandError } from './errors.js';

/** A new one is its user's alone: reports, maps and recorded runs show what a run saw. `option`: the one that gave the path. Throws a `CommandError` that names it. */
export async function writeNamedFile(path: string, content: string | Uint8Array, option: string): Promise<void> {
  await writeFile(path, content, { mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError('refused', `${path} cannot be written (${error.code ?? error.message}): give ${option} another path.`);
  });
}
