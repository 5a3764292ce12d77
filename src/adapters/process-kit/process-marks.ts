import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Also true for a process of another user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

// Processes that outlive the worker. Each is identified by its id *and* its start time, so that a reused id never gets an unrelated process
// killed.

export interface ProcessMark {
  readonly pid: number;
  /** As the system reports it; another process with that id has a different one. */
  readonly started: string;
}

const run = promisify(execFile);

/** `undefined`: not running (a zombie counts as not running). */
export async function markOf(pid: number): Promise<ProcessMark | undefined> {
  if (!Number.isSafeInteger(pid) || pid <= 1) return undefined;
  const started = existsSync('/proc/self/stat') ? await startFromProc(pid) : await startFromPs(pid);
  return started === undefined ? undefined : { pid, started };
}

async function startFromProc(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
}

async function startFromPs(pid: number): Promise<string | undefined> {
  const { stdout } = await run('ps', ['-o', 'lstart=,stat=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  const line = stdout.trim();
  return line === '' || /\sZ\S*$/.test(line) ? undefined : line.replace(/\s+\S+$/, '');
}

export async function isRunning(mark: ProcessMark): Promise<boolean> {
  return (await markOf(mark.pid))?.started === mark.started;
}

/** Kills the processes that still match their marks, with their process groups, and waits until they are gone. */
export async function killAll(marks: readonly ProcessMark[]): Promise<void> {
  const running: ProcessMark[] = [];
  for (const mark of marks) if (await isRunning(mark)) running.push(mark);
  for (const { pid } of running) {
    // A negative id is the group that the process leads; if it leads none, the process alone.
    if (!signal(-pid)) signal(pid);
  }
  const deadline = Date.now() + 5_000;
  for (const mark of running) while ((await isRunning(mark)) && Date.now() < deadline) await sleep(20);
}

function signal(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}
