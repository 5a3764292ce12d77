import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isRunning } from '../process-kit/process-marks.js';
import { safeName } from '../filesystem/safe-name.js';
import { readPlace } from './hand-process.js';
import { handFile } from './protocol.js';

/** A hand that runs on this machine. */
export interface RunningHand {
  readonly pid: number;
  /** ISO 8601. */
  readonly since: string;
  /** What it adds to the machine's use: its own pages, and its share of those that all Node processes have in common (PSS). MB of 10^6 bytes; absent where the system does not tell. */
  readonly memory?: number;
  /** Of its device. */
  readonly folder: string;
}

/** Those of the devices whose folders are in `devices`. */
export async function handsIn(devices: string): Promise<readonly RunningHand[]> {
  const names = await readdir(devices).catch(() => []);
  const hands = await Promise.all(names.map((name) => handIn(join(devices, name))));
  return hands.filter((hand) => hand !== undefined);
}

/** Where a device of that epoch has its folder below `devices`. */
export function folderOfDevice(devices: string, { deviceId, epoch }: { readonly deviceId: string; readonly epoch: number }): string {
  return join(devices, `${safeName(deviceId)}-${epoch}`);
}

async function handIn(folder: string): Promise<RunningHand | undefined> {
  const place = await readPlace(folder);
  if (!place || !(await isRunning(place))) return undefined;
  const [memory, written] = await Promise.all([memoryOf(place.pid), stat(join(folder, handFile)).catch(() => undefined)]);
  // It has ended meanwhile.
  if (!written) return undefined;
  return { pid: place.pid, since: written.mtime.toISOString(), folder, memory };
}

async function memoryOf(pid: number): Promise<number | undefined> {
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => ''))?.[1];
  return kilobytes === undefined ? undefined : Math.round((Number(kilobytes) * 1_024) / 1e6);
}
