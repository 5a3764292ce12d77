// One host, one data folder: the process that listens on host.sock owns it. The kernel closes the listener with its process, so a lock
// never outlives its owner, and a frozen owner keeps it (the kernel accepts connections).

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rm, readFile, chmod, readdir, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SteadyhandError } from '../../domain/errors/errors.js';
import { withFileLock } from './file-lock.js';
import { parseJson, writeWhole, makeFolder } from './files.js';
import { ulid } from 'ulid';
import writeFileAtomic from 'write-file-atomic';
import type { DeviceRecords, RunningActivities, RunningActivity } from '../../ports/device-records.js';
import { createFileDeviceRecords } from './device-records.js';
import { unlinkSync, writeFileSync } from 'node:fs';

class HostLockedError extends SteadyhandError {
  readonly code = 'host-locked';
  override readonly name = 'HostLockedError';

  constructor(home: string, pid: string) {
    super(
      `Another worker${pid === '' ? '' : ` (process ${pid})`} uses the data folder ${home}. Stop it first, or give this one its own folder with STEADYHAND_HOME.`,
    );
  }
}

class HostFolderError extends SteadyhandError {
  readonly code = 'host-folder-unusable';
  override readonly name = 'HostFolderError';

  constructor(home: string, cause: unknown) {
    super(
      `The data folder ${home} cannot be used (${cause instanceof Error ? cause.message : String(cause)}): correct it or its disk, or set STEADYHAND_HOME to another one.`,
      { cause },
    );
  }
}

class HostFolderLostError extends SteadyhandError {
  readonly code = 'host-folder-lost';
  override readonly name = 'HostFolderLostError';

  constructor(home: string) {
    super(
      `The data folder ${home} is no longer this worker's: it was moved, removed or replaced. The worker has ended, and its devices with it; start it again where the folder is now.`,
    );
  }
}

interface HostLock {
  release(): Promise<void>;
}

/** Who asks, removes a stale socket and listens does so alone: otherwise two that start together could remove each other's. */
async function lockHostFolder(home: string): Promise<HostLock> {
  const path = await socketPath(home);
  return withFileLock(join(resolve(home), 'host.sock'), async () => {
    const owner = await ask(path);
    if (owner !== undefined) throw new HostLockedError(home, owner);
    await rm(path, { force: true });
    const server = await listen(path);
    return { release: () => close(server) };
  });
}

/** Process id of the worker that holds the folder, empty when it does not answer; undefined when no worker holds it. */
export async function hostLockHolder(home: string): Promise<string | undefined> {
  return ask(await socketPath(home));
}

/** Makes the folder if it is missing, and writes there. */
export async function tryFolder(home: string): Promise<void> {
  await makeFolder(home, 0o700);
  await tryWriting(home);
}

/** Permissions do not tell of a disk that is full. */
export async function tryWriting(home: string): Promise<void> {
  const file = join(home, `.tried-${ulid()}`);
  try {
    await writeFile(file, Buffer.alloc(4_096));
  } finally {
    await rm(file, { force: true });
  }
}

/** For whoever starts a worker, before anything else is started. Makes the folder. Throws `HostFolderError` and `HostLockedError`. */
export async function requireUsable(home: string): Promise<void> {
  await tryFolder(home).catch(unusable(home));
  const owner = await hostLockHolder(home);
  if (owner !== undefined) throw new HostLockedError(home, owner);
}

/** A socket's path is limited to about 100 bytes; for a longer folder the socket is in the system's temporary folder, under the same name by whichever path one comes to the folder. */
async function socketPath(home: string): Promise<string> {
  const path = join(resolve(home), 'host.sock');
  if (Buffer.byteLength(path) <= 100) return path;
  const { dev, ino } = await stat(home).catch(() => ({ dev: 0, ino: 0 }));
  return join(tmpdir(), `steadyhand-${createHash('sha256').update(`${dev} ${ino}`).digest('hex').slice(0, 24)}.sock`);
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
    socket.on('error', (error) => finish(isErrno(error, 'ECONNREFUSED', 'ENOENT') ? undefined : said));

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

function isErrno(error: unknown, ...codes: readonly string[]): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));
}

// The device kinds that this host's worker could not offer when it started, for readers of the host's folder.

interface UnusableKind {
  readonly kind: string;
  readonly why: string;
}

const file = 'unusable-kinds.json';

export async function writeUnusableKinds(home: string, unusable: readonly UnusableKind[]): Promise<void> {
  if (unusable.length === 0) await rm(join(home, file), { force: true });
  else await writeWhole(join(home, file), `${JSON.stringify(unusable)}\n`, { sync: false });
}

/** Empty when none were recorded, or a power cut broke the file: the next start of the worker writes it again. */
export async function readUnusableKinds(home: string): Promise<readonly UnusableKind[]> {
  const read = parseJson(await readFile(join(home, file), 'utf8').catch(() => ''));
  return Array.isArray(read) ? read.filter(isUnusableKind) : [];
}

function isUnusableKind(value: unknown): value is UnusableKind {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    typeof value.kind === 'string' &&
    'why' in value &&
    typeof value.why === 'string'
  );
}

/** Raised when what stands in the folder is laid out or means something else, so that no worker goes on with what it would misread. */
const hostFormat = 3;

export class HostFormatError extends SteadyhandError {
  readonly code = 'host-format';
  override readonly name = 'HostFormatError';

  constructor(home: string) {
    super(
      `The data folder ${home} was made by another version of steadyhand, which this one cannot go on with: set STEADYHAND_HOME to a new folder, or delete it.`,
    );
  }
}

/** STEADYHAND_HOME, locked for this process. */
export interface HostFolder {
  readonly home: string;
  /** Generated once, and kept as long as the folder. */
  readonly hostId: string;
  readonly devices: DeviceRecords;
  readonly journal: string;
  readonly profiles: string;
  readonly running: RunningActivities;
  /** Rejects when the folder was moved, removed or replaced. */
  readonly lost: Promise<never>;
  /** Releases the lock. */
  close(): Promise<void>;
}

/** Creates the folder and locks it. Throws `HostFormatError` for a folder of another version, `HostFolderError`
 * for one that cannot be written, and `HostLockedError` when another process holds it. */
export async function openHostFolder({ home }: { readonly home: string }): Promise<HostFolder> {
  const root = resolve(home);
  await readHostId(root);
  return openFolder(root).catch(unusable(root));
}

/** Errors of our own pass. */
function unusable(home: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof SteadyhandError ? error : new HostFolderError(home, error);
  };
}

async function openFolder(root: string): Promise<HostFolder> {
  const folders = { devices: join(root, 'devices'), journal: join(root, 'journal'), profiles: join(root, 'profiles') };
  await tryFolder(root);
  for (const folder of Object.values(folders)) await makeFolder(folder, 0o700);
  // Whoever made them before may have let others in. Of a mount that belongs to somebody else `doctor` tells.
  for (const folder of [root, ...Object.values(folders)]) await chmod(folder, 0o700).catch(() => undefined);
  const lock = await lockHostFolder(root);
  try {
    const hostId = (await readHostId(root)) ?? (await makeHostId(root));
    const watch = watchFolder(root, hostId);
    return {
      home: root,
      hostId,
      devices: createFileDeviceRecords({ folder: folders.devices }),
      journal: folders.journal,
      profiles: folders.profiles,
      running: await createFileRunningActivities(join(root, 'running')),
      lost: watch.lost,
      close() {
        watch.end();
        return lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

const watchEveryMs = 2_000;

/** Whether the folder of that name is still the one that this process has locked. What cannot be read now, of a disk that is away, is not lost. */
function watchFolder(home: string, hostId: string): { readonly lost: Promise<never>; end(): void } {
  const isOurs = async (): Promise<boolean> => {
    const known = await readFile(fileIn(home), 'utf8').catch((error: unknown) => (isErrno(error, 'ENOENT', 'ENOTDIR') ? '' : undefined));
    if (known !== undefined && !known.includes(hostId)) return false;
    const owner = await hostLockHolder(home);
    return owner === '' || owner === String(process.pid);
  };
  let timer: NodeJS.Timeout | undefined;
  const lost = new Promise<never>((_resolve, reject) => {
    const look = async (): Promise<void> => {
      if (!(await isOurs())) reject(new HostFolderLostError(home));
    };
    timer = setInterval(() => look().catch(reject), watchEveryMs).unref();
  });
  // Whoever is not interested yet hears of it later.
  lost.catch(() => undefined);
  return { lost, end: () => clearInterval(timer) };
}

/** Undefined: the folder is new. Throws `HostFormatError`. */
export async function readHostId(home: string): Promise<string | undefined> {
  const known = parseJson(await readFile(fileIn(home), 'utf8').catch(() => ''));
  if (typeof known !== 'object' || known === null || !('hostId' in known) || typeof known.hostId !== 'string') return undefined;
  if (!('version' in known) || known.version !== hostFormat) throw new HostFormatError(home);
  return known.hostId;
}

async function makeHostId(home: string): Promise<string> {
  const hostId = ulid();
  await writeFileAtomic(
    fileIn(home),
    `${JSON.stringify({ version: hostFormat, hostId, createdAt: new Date().toISOString() }, undefined, 2)}\n`,
  );
  return hostId;
}

function fileIn(home: string): string {
  return join(home, 'host.json');
}

// The activities that this host's worker is at, a file each.

/** Not flushed to disk: a killed process has written what it has written. After a power cut heartbeats tell. */
async function createFileRunningActivities(folder: string): Promise<RunningActivities> {
  await makeFolder(folder, 0o700);
  const fileOf = ({ token }: RunningActivity): string => join(folder, createHash('sha256').update(token).digest('hex'));
  return {
    // At once: through the pool of threads each would take five turns of the event loop and ten times as long, twice for every activity.
    begin: (activity) => writeFileSync(fileOf(activity), textOf(activity), { mode: 0o600 }),
    end: (activity) => unlinkSync(fileOf(activity)),
    async takeLeft() {
      const files = (await readdir(folder)).map((name) => join(folder, name));
      const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
      await Promise.all(files.map((file) => rm(file, { force: true })));
      return texts.flatMap(activityIn);
    },
  };
}

function textOf({ token, type }: RunningActivity): string {
  return JSON.stringify({ type, token: Buffer.from(token).toString('base64') });
}

/** None in a file that was being written when its worker was killed. */
function activityIn(text: string): readonly RunningActivity[] {
  const read = parseJson(text);
  if (typeof read !== 'object' || read === null || !('type' in read) || !('token' in read)) return [];
  const { type, token } = read;
  return typeof type === 'string' && typeof token === 'string' ? [{ type, token: Buffer.from(token, 'base64') }] : [];
}
