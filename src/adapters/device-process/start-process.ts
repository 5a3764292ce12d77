// A device process: started, found again, ended by its id and its start time.

import { spawn } from 'node:child_process';
import { open, readFile, rm, writeFile, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pausesWithin } from '../process-kit/poll.js';
import { builtProgram, minimalEnvironment } from '../process-kit/programs.js';
import { parseJson, safeName, makeFolder } from '../filesystem/files.js';
import { isRunning, killAll, markOf, type ProcessMark } from '../process-kit/process-marks.js';
import { connectProcess, type ProcessConnection } from './connection.js';
import type { Hands } from './process-driver.js';
import { diskFullExit, processPlaceFile, processLog, startedFile, type ProcessPlace } from './protocol.js';

const startMs = 20_000;
const noSpace = 'ENOSPC: no space left on device';
/** It mostly waits, and there is one for each device: a third less memory, at no cost that an order shows (`npm run bench -- --only hand`). */
const sparing = ['--max-semi-space-size=1', '--optimize-for-size'];

/** `program`: run in place of our own, for tests. */
export function handProcesses(program?: string): Hands {
  return {
    start: (folder) => startProcess(folder, program ?? builtProgram(new URL('../../device-process.js', import.meta.url))),
    reach: reachProcess,
    end: endProcess,
  };
}

async function startProcess(folder: string, program: string): Promise<ProcessConnection> {
  await makeFolder(folder, 0o700);
  await removePlace(folder);
  const log = await open(join(folder, processLog), 'a', 0o600);
  const child = spawn(process.execPath, [...sparing, program, folder], {
    detached: true,
    stdio: ['ignore', 'ignore', log.fd],
    env: minimalEnvironment(process.env),
  });
  await log.close();
  let failure: string | undefined;
  child.once('error', (error) => (failure = error.message));
  child.once('exit', (code, signal) => (failure ??= `it ended with ${signal ?? `code ${code}`}`));
  child.unref();
  const mark = child.pid === undefined ? undefined : await markOf(child.pid);
  try {
    if (mark) await writeFile(join(folder, startedFile), JSON.stringify(mark), { mode: 0o600 });
    for await (const _ of pausesWithin(startMs, 5)) {
      if (failure !== undefined) break;
      const place = await readPlace(folder);
      if (place && place.pid === child.pid) return await connectProcess(place);
    }
  } catch (error) {
    // Nobody would find it again.
    if (mark) await killAll([mark]);
    throw error;
  }
  if (mark) await killAll([mark]);
  if (child.exitCode === diskFullExit) throw new Error('The process for this device did not start.', { cause: new Error(noSpace) });
  const told = (await readFile(join(folder, processLog), 'utf8').catch(() => '')).trim().split('\n').slice(-3).join(' ');
  throw new Error(`The process for this device did not start: ${failure ?? `no answer in ${startMs / 1_000} s`}. ${told}`.trim());
}

/** The device process of that folder, if one runs. One that does not answer is ended: nobody knows what it still does, and there may be only one. */
async function reachProcess(folder: string): Promise<ProcessConnection | undefined> {
  const place = await readPlace(folder);
  if (!place || !(await isRunning(place))) return undefined;
  try {
    return await connectProcess(place);
  } catch {
    await killAll([place]);
    return undefined;
  }
}

export async function endProcess(folder: string): Promise<void> {
  const marks = [await readPlace(folder), await readMark(folder)].filter((mark) => mark !== undefined);
  await killAll(marks);
  await removePlace(folder);
  await rm(join(folder, processLog), { force: true });
}

async function removePlace(folder: string): Promise<void> {
  const place = await readPlace(folder);
  for (const name of [processPlaceFile, startedFile]) await rm(join(folder, name), { force: true });
  if (!place || process.platform === 'win32') return;
  await rm(place.socket, { force: true });
  // A socket whose own path was too long has a folder of its own.
  if (dirname(place.socket) !== folder) await rm(dirname(place.socket), { recursive: true, force: true });
}

async function readPlace(folder: string): Promise<ProcessPlace | undefined> {
  return (await readJson(join(folder, processPlaceFile))) as ProcessPlace | undefined;
}

async function readMark(folder: string): Promise<ProcessMark | undefined> {
  return (await readJson(join(folder, startedFile))) as ProcessMark | undefined;
}

/** Undefined also of a file that a kill has cut off. */
async function readJson(path: string): Promise<unknown> {
  return parseJson(await readFile(path, 'utf8').catch(() => ''));
}

/** A device process that runs on this machine. */
export interface RunningProcess {
  readonly pid: number;
  /** ISO 8601. */
  readonly since: string;
  /** What it adds to the machine's use: its own pages, and its share of those that all Node processes have in common (PSS). MB of 10^6 bytes; absent where the system does not tell. */
  readonly memory?: number;
  /** Of its device. */
  readonly folder: string;
}

/** Those of the devices whose folders are in `devices`. */
export async function processesIn(devices: string): Promise<readonly RunningProcess[]> {
  const names = await readdir(devices).catch(() => []);
  const hands = await Promise.all(names.map((name) => handIn(join(devices, name))));
  return hands.filter((hand) => hand !== undefined);
}

/** Where a device of that epoch has its folder below `devices`. */
export function folderOfDevice(devices: string, { deviceId, epoch }: { readonly deviceId: string; readonly epoch: number }): string {
  return join(devices, `${safeName(deviceId)}-${epoch}`);
}

async function handIn(folder: string): Promise<RunningProcess | undefined> {
  const place = await readPlace(folder);
  if (!place || !(await isRunning(place))) return undefined;
  const [memory, written] = await Promise.all([memoryOf(place.pid), stat(join(folder, processPlaceFile)).catch(() => undefined)]);
  // It has ended meanwhile.
  if (!written) return undefined;
  return { pid: place.pid, since: written.mtime.toISOString(), folder, memory };
}

async function memoryOf(pid: number): Promise<number | undefined> {
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => ''))?.[1];
  return kilobytes === undefined ? undefined : Math.round((Number(kilobytes) * 1_024) / 1e6);
}
