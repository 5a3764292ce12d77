// One writer per folder at a time, among all processes of this machine. The kernel binds a name to one listener and releases it with the
// process (Linux: abstract sockets, Windows: pipes), so a kill leaves nothing to clean up. Elsewhere writers take turns only within a
// process.

import { once } from 'node:events';
import { stat, access, link, open, readdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { Mutex } from 'async-mutex';
import { dirname, join } from 'node:path';
import type { StoredFiles } from '../objects/stored-files.js';
import { appendLines, makeFolder, parseLines, writeWhole } from './files.js';
import { randomUUID } from 'node:crypto';

/** A batch takes milliseconds; a process that holds the turn this long is frozen. */
const patienceMs = 30_000;
const prefixes: Readonly<Partial<Record<NodeJS.Platform, string>>> = { linux: '\0steadyhand-', win32: String.raw`\\.\pipe\steadyhand-` };
const turns = new Map<string, Mutex>();

/** The folder must exist. Throws an error with code EBUSY when another process does not end its turn. */
export async function asOneWriter<T>(folder: string, write: () => Promise<T>): Promise<T> {
  // Identifies the folder whatever its path.
  const { dev, ino } = await stat(folder, { bigint: true });
  const name = `writer-${dev}-${ino}`;
  const mutex = turns.get(name) ?? new Mutex();
  turns.set(name, mutex);
  try {
    return await mutex.runExclusive(async () => {
      const release = await take(name);
      return write().finally(release);
    });
  } finally {
    if (!mutex.isLocked()) turns.delete(name);
  }
}

async function take(name: string): Promise<() => void> {
  const prefix = prefixes[process.platform];
  if (prefix === undefined) return () => undefined;
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const release = await listen(prefix + name);
    if (release !== undefined) return release;
    if (Date.now() >= deadline)
      throw Object.assign(new Error(`EBUSY: another process has been writing here for ${patienceMs / 1_000} s`), { code: 'EBUSY' });
    await turnEnded(prefix + name, deadline - Date.now());
  }
}

/** Undefined when another process has the name. */
async function listen(address: string): Promise<(() => void) | undefined> {
  const waiting = new Set<Socket>();
  const server = createServer((socket) => {
    waiting.add(socket.on('error', () => undefined));
  });
  server.listen(address);
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined;
    throw error;
  }
  return () => {
    server.close();
    for (const socket of waiting) socket.destroy();
  };
}

/** The holder sends nothing; the end of the connection is the signal. */
function turnEnded(address: string, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.setTimeout(limitMs, () => socket.destroy());
    socket.on('error', () => undefined).on('close', () => resolve());
    socket.resume();
  });
}

// What hosts share, in a folder.

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
