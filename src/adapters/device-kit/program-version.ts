import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { minimalEnvironment } from '../process-kit/minimal-environment.js';

/** The first version number that `<program> --version` prints; undefined when it does not run. */
export async function programVersion(path: string): Promise<string | undefined> {
  return /\d+(?:\.\d+)+/.exec((await programOutput(path, ['--version'])) ?? '')?.[0];
}

/** Its stdout; undefined when it does not run, fails, or takes more than 20 s. */
export async function programOutput(path: string, args: readonly string[]): Promise<string | undefined> {
  try {
    return (await promisify(execFile)(path, args, { timeout: 20_000, env: minimalEnvironment(process.env) })).stdout;
  } catch {
    return undefined;
  }
}

/** `140` of `140.0.7339.16`. */
export function majorOf(version: string): string | undefined {
  return /^\d+/.exec(version)?.[0];
}
