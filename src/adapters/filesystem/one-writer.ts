// One writer per folder at a time, among all processes of this machine. The kernel binds a name to one listener and releases it with the
// process (Linux: abstract sockets, Windows: pipes), so a kill leaves nothing to clean up. Elsewhere writers take turns only within a
// process.
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { Mutex } from 'async-mutex';

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
