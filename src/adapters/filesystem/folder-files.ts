// What hosts share, in a folder.
import { access, link, open, readdir, readFile, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { StoredFiles } from '../objects/stored-files.js';
import { claimFile } from './claim-file.js';
import { appendLines, parseLines } from './line-file.js';
import { makeFolder } from './make-folder.js';
import { asOneWriter } from './one-writer.js';
import { writeWhole } from './write-whole.js';

export function createFolderFiles(folder: string): StoredFiles {
  const at = (path: string): string => join(folder, path);
  const read = (path: string): Promise<Buffer | undefined> =>
    readFile(at(path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
  return {
    place: folder,
    read,
    async names(below) {
      const entries = await readdir(at(below), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || (error.code === 'ENOTDIR' && below !== '')) return [];
        throw error;
      });
      return entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
    },
    async claim(path, content) {
      await makeFolder(dirname(at(path)));
      return claimFile(at(path), content);
    },
    replace: (path, content) => writeWhole(at(path), content, { sync: true }),
    remove: (path) => unlink(at(path)),
    async addLines(path, lines, { sync }) {
      const file = await opened(at(path));
      try {
        await appendLines(file, lines);
        if (sync) await file.sync();
      } finally {
        await file.close();
      }
    },
    lines: async (path) => parseLines((await read(path)) ?? Buffer.alloc(0)).map(({ value }) => value),
    async keep(path, ref, artifacts) {
      if (
        await access(at(path)).then(
          () => true,
          () => false,
        )
      )
        return;
      const bytes = await artifacts.get(ref);
      await makeFolder(dirname(at(path)));
      await link(await artifacts.locate(ref), at(path)).catch(() => writeWhole(at(path), bytes, { sync: false }));
    },
    /** In its folder, which is made first. */
    async inTurn(below, work) {
      await makeFolder(at(below));
      return asOneWriter(at(below), work);
    },
  };
}

/** Its folder is made only where it is missing, which is rare. */
function opened(path: string): ReturnType<typeof open> {
  return open(path, 'a+').catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await makeFolder(dirname(path));
    return open(path, 'a+');
  });
}
