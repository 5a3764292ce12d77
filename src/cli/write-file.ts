import { writeFile } from 'node:fs/promises';
import { CommandError } from './errors.js';

/** `option`: the one that gave the path. Throws a `CommandError` that names it. */
export async function writeNamedFile(path: string, content: string | Uint8Array, option: string): Promise<void> {
  await writeFile(path, content).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError('refused', `${path} cannot be written (${error.code ?? error.message}): give ${option} another path.`);
  });
}
