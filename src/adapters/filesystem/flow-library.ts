// The files of a library of flows (library/flow-library.ts), in a folder.
import { open, readdir, readFile, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FlowLibrary } from '../../ports/flow-library.js';
import { createFlowLibrary } from '../library/flow-library.js';
import type { LibraryFiles } from '../library/library-files.js';
import { claimFile } from './claim-file.js';
import { appendLines, parseLines } from './line-file.js';
import { makeFolder } from './make-folder.js';
import { asOneWriter } from './one-writer.js';
import { writeWhole } from './write-whole.js';

export function createFileFlowLibrary({ folder }: { readonly folder: string }): FlowLibrary {
  return createFlowLibrary(libraryFolder(folder));
}

function libraryFolder(folder: string): LibraryFiles {
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
    async addLine(path, line) {
      const file = await open(at(path), 'a+');
      try {
        await appendLines(file, [line]);
        await file.sync();
      } finally {
        await file.close();
      }
    },
    lines: async (path) => parseLines((await read(path)) ?? Buffer.alloc(0)).map(({ value }) => value),
    /** In its folder, which is made first. */
    async inTurn(below, work) {
      await makeFolder(at(below));
      return asOneWriter(at(below), work);
    },
  };
}
