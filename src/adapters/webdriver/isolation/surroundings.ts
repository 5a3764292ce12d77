// Where a driver and its browser run, and how they are reached from here: among the worker's own processes, as another user, or in a sandbox (LK34).
import { spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { markOf, type ProcessMark } from '../../process-marks.js';

/** As driver and browser know them. */
export interface BrowserPaths {
  readonly userData: string;
  readonly downloads: string;
  /** A short one, because the browser's sockets need it. */
  readonly temp: string;
}

export interface Spawned {
  /** Undefined when nothing was started. */
  readonly mark: ProcessMark | undefined;
  /** Why it runs no more. */
  failure(): Promise<string | undefined>;
}

export interface SpawnCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** What it prints is appended there. */
  readonly log: string;
}

export interface Surroundings {
  paths(): Promise<BrowserPaths>;
  /** Where the worker finds the downloads. */
  readonly downloads: string;
  /** Arguments that a browser needs here. */
  readonly browserArguments: readonly string[];
  /** Whether the browser refuses ports itself (LK30); else all that it asks for goes through one that does. */
  readonly refusesPorts: boolean;
  /** Makes folders, and starts processes in which all others run: their end is the end of those. `onSpawn`: as soon as the first is there. */
  open(onSpawn: (keeper: ProcessMark) => Promise<void>, signal: AbortSignal): Promise<readonly ProcessMark[]>;
  spawn(command: SpawnCommand): Promise<Spawned>;
  /** Path of a program there. */
  programOf(path: string): Promise<string>;
  /** `pid`: as the driver numbers it. */
  markOf(pid: number): Promise<ProcessMark | undefined>;
  /** Paths of these files for the browser. */
  give(paths: readonly string[]): Promise<readonly string[]>;
  /** The port of this machine's loopback interface that leads to the driver's or the browser's. */
  portTo(port: number): Promise<number>;
  /** When everything in it has ended. */
  remove(): Promise<void>;
}

export interface Session {
  /** Of the device. */
  readonly folder: string;
  readonly temp: string;
  readonly names: { readonly browser: string; readonly downloads: string; readonly log: string };
  /** Absent: an empty one that is removed at the end. */
  readonly profile?: { readonly folder: string; readonly name: string };
}

export interface Machine {
  readonly chromium: string;
  readonly chromedriver: string;
  readonly refusedPorts?: readonly number[];
}

interface As {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly uid?: number;
  readonly gid?: number;
}

/** Leads a process group of its own and outlives this process. */
export async function spawnDetached({ program, args, log }: SpawnCommand, as: As): Promise<Spawned> {
  const file = await open(log, 'a', 0o600);
  const child = spawn(program, [...args], { ...as, detached: true, stdio: ['ignore', file.fd, file.fd] });
  let failure: string | undefined;
  child.once('error', (error) => (failure = error.message));
  child.once('exit', (code, signal) => (failure ??= `it ended with ${signal ?? `code ${code}`}`));
  child.unref();
  const mark = child.pid === undefined ? undefined : await markOf(child.pid);
  await file.close();
  return { mark, failure: async () => failure };
}
