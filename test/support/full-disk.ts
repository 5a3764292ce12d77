// A journal folder whose disk is full: a tmpfs of its own where root may mount one; elsewhere a limit on the size of the worker's files (`prlimit`), which fails the same
// write in the kernel. Either way the device's journal is first padded to the end of a page with empty lines, so that not one more byte fits.
import { execFile } from 'node:child_process';
import { appendFile, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const pageBytes = 4096;
/** More than any other file that a worker writes in a test. */
const limitBytes = 4 * 1024 * 1024;

export interface FullDisk {
  readonly kind: 'tmpfs' | 'file-size limit';
  /** From now on no line fits into that device's journal. */
  fill(deviceId: string): Promise<void>;
  free(): Promise<void>;
  remove(): Promise<void>;
}

/** Call it before the worker has written to the folder. */
export async function createFullDisk(folder: string, workerPid: number): Promise<FullDisk> {
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=256k,mode=700', 'steadyhand-test', folder]);
  } catch (error) {
    console.log(`no tmpfs can be mounted (${String(error).trim()}): the size of the worker's files is limited instead`);
    return limitedFiles(folder, workerPid);
  }
  const filler = join(folder, 'filler');
  return {
    kind: 'tmpfs',
    async fill(deviceId) {
      await pad(join(folder, `${deviceId}.jsonl`), pageBytes);
      await writeUntilFull(filler);
    },
    free: () => rm(filler, { force: true }),
    remove: async () => void (await run('umount', ['-l', folder])),
  };
}

function limitedFiles(folder: string, pid: number): FullDisk {
  const limit = (bytes: string) => run('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);
  return {
    kind: 'file-size limit',
    async fill(deviceId) {
      await pad(join(folder, `${deviceId}.jsonl`), limitBytes);
      await limit(String(limitBytes));
    },
    free: async () => void (await limit('unlimited')),
    remove: async () => undefined,
  };
}

/** The journal ignores empty lines. */
async function pad(path: string, multiple: number): Promise<void> {
  const { size } = await stat(path);
  await appendFile(path, '\n'.repeat((multiple - (size % multiple)) % multiple));
}

export interface SmallDisk extends Pick<FullDisk, 'free' | 'remove'> {
  fill(): Promise<void>;
  /** Full for so long, whatever is given back meanwhile; no line fits into the journals in that folder either. */
  stayFull(ms: number, journals: string): Promise<void>;
}

/** A disk of its own for a folder. Undefined where none can be mounted, which it says. */
export async function smallDisk(folder: string, size: string): Promise<SmallDisk | undefined> {
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=700`, 'steadyhand-test', folder]);
  } catch (error) {
    console.info(`not tried: no tmpfs can be mounted (${String(error).trim()})`);
    return undefined;
  }
  const filler = join(folder, 'filler');
  return {
    fill: () => writeUntilFull(filler),
    async stayFull(ms, journals) {
      for (const until = Date.now() + ms; Date.now() < until; await sleep(100)) {
        await writeUntilFull(filler);
        for (const name of await readdir(journals)) await pad(join(journals, name), pageBytes);
      }
    },
    free: () => rm(filler, { force: true }),
    remove: async () => void (await run('umount', ['-l', folder])),
  };
}

async function writeUntilFull(path: string): Promise<void> {
  const file = await open(path, 'a');
  try {
    for (;;) await file.write(Buffer.alloc(pageBytes));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    await file.close();
  }
}
