import { chmod, mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ulid } from 'ulid';
import writeFileAtomic from 'write-file-atomic';
import { SteadyhandError } from '../../domain/errors/errors.js';
import type { DeviceRecords } from '../../ports/device-records.js';
import type { RunningActivities, RunningActivity } from '../../ports/running-activities.js';
import { createFileDeviceRecords } from './device-records.js';
import { lockHostFolder } from './host-lock.js';
import { parseJson } from './line-file.js';
import { createHash } from 'node:crypto';
import { unlinkSync, writeFileSync } from 'node:fs';

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
  /** Releases the lock. */
  close(): Promise<void>;
}

/** Creates the folder and locks it. Throws `HostFormatError` for a folder of another version, and `HostLockedError` when another process holds it. */
export async function openHostFolder({ home }: { readonly home: string }): Promise<HostFolder> {
  const root = resolve(home);
  await readHostId(root);
  const folders = { devices: join(root, 'devices'), journal: join(root, 'journal'), profiles: join(root, 'profiles') };
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true, mode: 0o700 });
  // Whoever made them before may have let others in. Of a mount that belongs to somebody else `doctor` tells.
  for (const folder of [root, ...Object.values(folders)]) await chmod(folder, 0o700).catch(() => undefined);
  const lock = await lockHostFolder(root);
  try {
    const hostId = (await readHostId(root)) ?? (await makeHostId(root));
    return {
      home: root,
      hostId,
      devices: createFileDeviceRecords({ folder: folders.devices }),
      journal: folders.journal,
      profiles: folders.profiles,
      running: await createFileRunningActivities(join(root, 'running')),
      close: () => lock.release(),
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
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
  await mkdir(folder, { recursive: true, mode: 0o700 });
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
