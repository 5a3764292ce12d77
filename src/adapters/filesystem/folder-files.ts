// What hosts share, in a folder.
import { access, link, open, readdir, readFile, unlink, writeFile, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { StoredFiles } from '../objects/stored-files.js';
import { appendLines, parseLines } from './line-file.js';
import { asOneWriter } from './one-writer.js';
import { writeWhole } from './write-whole.js';
import { randomUUID } from 'node:crypto';

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

/**
 * A file appears whole under a name that nobody has taken, or not at all: false, it is there already. Of several writers, on any machines, one wins. The
 * name beside it is nobody else's: in containers that share a folder, all processes may have the same number.
 */
async function claimFile(path: string, content: string): Promise<boolean> {
  const beside = `${path}.${randomUUID()}.part`;
  await writeFile(beside, content, { flush: true });
  try {
    await link(beside, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await unlink(beside).catch(() => undefined);
  }
}

/** Creates missing parents too. Unlike `recursive`, it reports why it fails (read-only, full) instead of a missing folder. */
async function makeFolder(path: string): Promise<void> {
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
