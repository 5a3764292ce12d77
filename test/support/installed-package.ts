// The package as users have it: packed, and unpacked into the node_modules of an empty folder beside its declared dependencies. npm installs these once
// for each set of them, in a folder outside the clone, so that an undeclared dependency is not found.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pack } from '../../scripts/lib/pack.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface InstalledPackage {
  /** Empty except for node_modules and a package.json of the type `module`. */
  readonly folder: string;
  /** Size of the tarball in bytes. */
  readonly size: number;
  /** Runs a program there to its end. `node` is this Node, and `steadyhand` the package's program. */
  run(program: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ended>;
  /** Starts `steadyhand` there; resolves when it has printed its first line, with a function that ends it as Ctrl-C does. */
  start(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<() => Promise<void>>;
  remove(): Promise<void>;
}

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Takes a minute the first time, and after a change of dependencies; some seconds otherwise. */
export async function installedPackage(): Promise<InstalledPackage> {
  const folder = await mkdtemp(join(tmpdir(), 'steadyhand-package-'));
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, 'steadyhand'), { recursive: true });
  const { path, size } = await pack(folder);
  await succeed('tar', ['-xzf', path, '-C', join(modules, 'steadyhand'), '--strip-components=1'], folder);
  await rm(path);
  const installed = await installedDependencies(await readFile(join(modules, 'steadyhand', 'package.json'), 'utf8'));
  for (const name of await readdir(installed)) if (!name.startsWith('.')) await symlink(join(installed, name), join(modules, name));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const bin = join(modules, 'steadyhand', 'bin', 'steadyhand.mjs');
  return {
    folder,
    size,
    run: (program, args, env = {}) =>
      program === 'steadyhand'
        ? runIn(folder, process.execPath, [bin, ...args], env)
        : runIn(folder, program === 'node' ? process.execPath : program, args, env),
    start: (args, env = {}) => startIn(folder, [bin, ...args], env),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Another process may install the same at the same time: the first one ready wins. */
async function installedDependencies(packageJson: string): Promise<string> {
  const { dependencies, optionalDependencies } = JSON.parse(packageJson) as Readonly<Record<string, object>>;
  const declared = JSON.stringify({ private: true, dependencies, optionalDependencies });
  const cache = join(process.env['STEADYHAND_CACHE'] ?? join(homedir(), '.cache', 'steadyhand'), 'dependencies');
  const place = join(cache, createHash('sha256').update(declared).digest('hex').slice(0, 16));
  if (!existsSync(place)) {
    await mkdir(cache, { recursive: true });
    const making = await mkdtemp(join(cache, 'making-'));
    await writeFile(join(making, 'package.json'), declared);
    await succeed('npm', ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], making);
    await rename(making, place).catch(() => rm(making, { recursive: true, force: true }));
  }
  return join(place, 'node_modules');
}

async function succeed(program: string, args: readonly string[], cwd: string): Promise<void> {
  const { code, stderr } = await runIn(cwd, program, args, {});
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${stderr}`);
}

function runIn(cwd: string, program: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  const child = spawn(program, args, { cwd, env: { ...strangers(), ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => void (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => void (stderr += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, stdout, stderr }));
  });
}

/** The environment without what this clone and its tests set. */
function strangers(): Readonly<Record<string, string | undefined>> {
  const others = Object.entries(process.env).filter(([name]) => !/^(TEMPORAL_|STEADYHAND_|OPENAI_|NODE_OPTIONS|npm_|INIT_CWD)/.test(name));
  return Object.fromEntries(others);
}

async function startIn(cwd: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, args, { cwd, env: { ...strangers(), ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(child, 'close');
  await Promise.race([
    once(child.stdout, 'data'),
    ended.then(([code]) => Promise.reject(new Error(`${args.join(' ')} ended with ${code}: ${said}`))),
  ]);
  return async () => {
    child.kill('SIGINT');
    await ended;
  };
}

/** A file of this clone. */
export function inClone(...path: readonly string[]): string {
  return join(root, ...path);
}
