import { chmod, mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ulid } from 'ulid';
import writeFileAtomic from 'write-file-atomic';
import type { DeviceRecords } from '../../ports/device-records.js';
import type { RunningActivities } from '../../ports/running-activities.js';
import { createFileDeviceRecords } from './device-records.js';
import { lockHostFolder } from './host-lock.js';
import { parseJson } from './line-file.js';
import { createFileRunningActivities } from './running-activities.js';

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

/** Creates the folder and locks it. Throws `HostLockedError` when another process holds it. */
export async function openHostFolder({ home }: { readonly home: string }): Promise<HostFolder> {
  const root = resolve(home);
  const folders = { devices: join(root, 'devices'), journal: join(root, 'journal'), profiles: join(root, 'profiles') };
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true, mode: 0o700 });
  // LK33: an older version may have let others in. Of a mount that belongs to somebody else `doctor` tells.
  for (const folder of [root, ...Object.values(folders)]) await chmod(folder, 0o700).catch(() => undefined);
  const lock = await lockHostFolder(root);
  try {
    const hostId = await readOrMakeHostId(join(root, 'host.json'));
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

async function readOrMakeHostId(path: string): Promise<string> {
  const known = parseJson(await readFile(path, 'utf8').catch(() => ''));
  if (typeof known === 'object' && known !== null && 'hostId' in known && typeof known.hostId === 'string') return known.hostId;
  const hostId = ulid();
  await writeFileAtomic(path, `${JSON.stringify({ version: 1, hostId, createdAt: new Date().toISOString() }, undefined, 2)}\n`);
  return hostId;
}
