// Files that a page is given, as copies that the browser's user can read: it sees neither the folder for uploads nor what else lies in it.
import { randomUUID } from 'node:crypto';
import { chmod, copyFile, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';

export interface GivenFiles {
  readonly folder: string;
  open(): Promise<void>;
  give(paths: readonly string[]): Promise<readonly string[]>;
}

/** `seenAs`: what the browser calls the folder. They stay until the session ends, since a page reads them when it likes. */
export function createGiven(temp: string, seenAs?: string): GivenFiles {
  const folder = join(temp, 'uploads');
  const giveOne = async (path: string): Promise<string> => {
    // A name that nobody guesses: other users may pass through the folder.
    const own = randomUUID();
    const copy = join(folder, own, basename(path));
    await mkdir(join(folder, own));
    await copyFile(path, copy);
    await Promise.all([chmod(join(folder, own), 0o711), chmod(copy, 0o444)]);
    return join(seenAs ?? folder, own, basename(path));
  };
  return {
    folder,
    async open() {
      await mkdir(folder);
      await chmod(folder, 0o711);
    },
    give: (paths) => Promise.all(paths.map(giveOne)),
  };
}
