// What whoever has taken a browser over would look for, as a program that runs beside it.
import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { askKeeper } from '../../src/adapters/webdriver/isolation/keeper-calls.js';
import { until } from './until.js';

export interface Wanted {
  /** Files and folders to read. */
  readonly files: readonly string[];
  /** Files that are written to. */
  readonly written: readonly string[];
  /** Host and port. */
  readonly places: readonly (readonly [string, number])[];
}

/** What was read, written and reached, each as it was wanted; ids of processes that are seen; variables. */
export interface Found {
  readonly files: readonly string[];
  readonly written: readonly string[];
  readonly places: readonly string[];
  readonly processes: readonly number[];
  readonly environment: readonly string[];
}

/** Self-contained: it is run by its source. */
async function intrude({ files, written, places }: Wanted, answer: string): Promise<void> {
  const { appendFileSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } = await import('node:fs');
  const { connect } = await import('node:net');
  const works = (run: () => unknown): boolean => {
    try {
      run();
      return true;
    } catch {
      return false;
    }
  };
  const reached = ([host, port]: readonly [string, number]): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect({ host, port, timeout: 2_000 });
      const done = (value: boolean) => () => {
        socket.destroy();
        resolve(value);
      };
      socket.on('connect', done(true)).on('error', done(false)).on('timeout', done(false));
    });
  const answers = await Promise.all(places.map(reached));
  const found: Found = {
    files: files.filter((path) => works(() => (statSync(path).isDirectory() ? readdirSync(path) : readFileSync(path)))),
    written: written.filter((path) => works(() => appendFileSync(path, ''))),
    places: places.filter((_, index) => answers[index]).map(([host, port]) => `${host}:${port}`),
    processes: readdirSync('/proc').map(Number).filter(Number.isInteger),
    environment: Object.keys(process.env),
  };
  writeFileSync(`${answer}.part`, JSON.stringify(found));
  renameSync(`${answer}.part`, answer);
}

function source(wanted: Wanted, answer: string): string {
  return `(${intrude.toString()})(${JSON.stringify(wanted)}, ${JSON.stringify(answer)})`;
}

/** In the sandbox of a device. */
export async function intrudeInside({ folder, temp }: { readonly folder: string; readonly temp: string }, wanted: Wanted): Promise<Found> {
  const answer = join(folder, 'downloads', 'found.json');
  await rm(answer, { force: true });
  const order = { call: 'spawn', program: '/session/node', args: ['-e', source(wanted, '/session/downloads/found.json')] } as const;
  // It may have ended before its number is asked for.
  await askKeeper(temp, order).catch(() => undefined);
  return until(async () => JSON.parse(await readFile(answer, 'utf8')) as Found, 'the answer of the intruder');
}

/** As a user of the machine. */
export async function intrudeAs(ids: { readonly uid?: number; readonly gid?: number }, folder: string, wanted: Wanted): Promise<Found> {
  const answer = join(folder, 'found.json');
  await rm(answer, { force: true });
  await promisify(execFile)(process.execPath, ['-e', source(wanted, answer)], { ...ids, cwd: '/' });
  return JSON.parse(await readFile(answer, 'utf8')) as Found;
}
