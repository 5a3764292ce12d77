// One host, one data folder: the process that listens on host.sock owns it. The kernel closes the listener with its process, so a lock
// never outlives its owner, and a frozen owner keeps it (the kernel accepts connections).
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SteadyhandError } from '../../domain/errors/errors.js';
import { withFileLock } from './file-lock.js';

export class HostLockedError extends SteadyhandError {
  readonly code = 'host-locked';
  override readonly name = 'HostLockedError';

  constructor(home: string, pid: string) {
    super(
      `Another worker${pid === '' ? '' : ` (process ${pid})`} uses the data folder ${home}. Stop it first, or give this one its own folder with STEADYHAND_HOME.`,
    );
  }
}

export interface HostLock {
  release(): Promise<void>;
}

/** Who asks, removes a stale socket and listens does so alone: otherwise two that start together could remove each other's. */
export async function lockHostFolder(home: string): Promise<HostLock> {
  const path = socketPath(home);
  return withFileLock(join(resolve(home), 'host.sock'), async () => {
    const owner = await ask(path);
    if (owner !== undefined) throw new HostLockedError(home, owner);
    await rm(path, { force: true });
    const server = await listen(path);
    return { release: () => close(server) };
  });
}

/** Process id of the worker that holds the folder, empty when it does not answer; undefined when no worker holds it. */
export function hostLockHolder(home: string): Promise<string | undefined> {
  return ask(socketPath(home));
}

/** A socket's path is limited to about 100 bytes; for a longer folder the socket is in the system's temporary folder. */
function socketPath(home: string): string {
  const path = join(resolve(home), 'host.sock');
  if (Buffer.byteLength(path) <= 100) return path;
  return join(tmpdir(), `steadyhand-${createHash('sha256').update(path).digest('hex').slice(0, 24)}.sock`);
}

async function listen(path: string): Promise<Server> {
  const server = createServer((socket) => socket.on('error', () => undefined).end(String(process.pid)));
  server.listen(path);
  await once(server, 'listening');
  server.unref();
  return server;
}

/** Process id of the listener, empty when it does not answer (frozen); undefined without a listener. */
function ask(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let said = '';
    const socket = connect(path);
    socket.setTimeout(500, () => finish(said));
    socket.on('data', (data) => (said += data.toString())).on('end', () => finish(said));
    socket.on('error', (error) => finish(isErrno(error, 'ECONNREFUSED') || isErrno(error, 'ENOENT') ? undefined : said));

    function finish(answer: string | undefined): void {
      socket.destroy();
      resolve(answer);
    }
  });
}

async function close(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}

function isErrno(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
