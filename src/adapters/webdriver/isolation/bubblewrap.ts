// LK34: driver and browser in a sandbox of bubblewrap. It has processes, users, a network and files of its own: of this machine's files the programs,
// libraries and fonts, read-only, and the session's folders; of its network what the keeper lets through (keeper.ts).
import { execFile, spawn } from 'node:child_process';
import { lstat, mkdir, open, readlink, realpath, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { builtProgram } from '../../built.js';
import { minimalEnvironment } from '../../minimal-environment.js';
import { pausesWithin } from '../../pauses.js';
import { isRunning, markOf, type ProcessMark } from '../../process-marks.js';
import { BrowserStartError } from '../errors.js';
import { createGiven } from './given-files.js';
import type { Isolation } from './isolation.js';
import { askKeeper, sockets } from './keeper-calls.js';
import type { KeeperPlan } from './keeper.js';
import type { Machine, Session, Spawned, Surroundings } from './surroundings.js';

const startMs = 20_000;
/** In the sandbox, whose loopback interface nobody else uses. */
const proxyPort = 1_080;
const within = {
  temp: '/session/tmp',
  userData: '/session/browser',
  downloads: '/session/downloads',
  uploads: '/session/uploads',
  node: '/session/node',
  program: '/session/inside.mjs',
} as const;

/** Read-only, where they are there. Nothing of it is one user's own. */
const system = [
  ...['/usr/bin', '/usr/sbin', '/usr/lib', '/usr/lib32', '/usr/lib64', '/usr/libexec', '/usr/share', '/usr/local/share/fonts'],
  ...['/etc/alternatives', '/etc/fonts', '/etc/hosts', '/etc/nsswitch.conf', '/etc/localtime', '/var/cache/fontconfig'],
  ...['/etc/ssl/certs', '/etc/ssl/openssl.cnf', '/etc/pki/ca-trust', '/etc/pki/tls/certs', '/etc/ca-certificates'],
  ...['/etc/ld.so.cache', '/etc/ld.so.conf', '/etc/ld.so.conf.d', '/etc/chromium', '/etc/chromium.d', '/etc/opt/chrome'],
];
/** Links into /usr on newer systems, folders on older ones. */
const roots = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];

/** `binds`: what else it sees, from here to there. */
export interface Wrapping {
  readonly machine: Pick<Machine, 'chromium' | 'chromedriver'>;
  readonly writable: readonly (readonly [string, string])[];
  readonly readable?: readonly (readonly [string, string])[];
}

/** Arguments of `bwrap`, up to the command. */
export async function wrapping({ machine, writable, readable = [] }: Wrapping): Promise<readonly string[]> {
  const programs = await Promise.all([folderOf(machine.chromium), realpath(machine.chromedriver)]);
  const environment = Object.entries(minimalEnvironment(process.env)).filter(([name]) => /^(?:TZ|LANG|LANGUAGE|LC_[A-Z]+)$/.test(name));
  const own = [
    ['PATH', '/usr/bin:/bin'],
    ['HOME', within.temp],
    ['TMPDIR', within.temp],
  ];
  const files = [
    ...system.map((path) => ['--ro-bind-try', path, path]),
    ...programs.filter((path) => !system.some((each) => contains(each, path))).map((path) => ['--ro-bind', path, path]),
    ...readable.map(([from, to]) => ['--ro-bind', from, to]),
    ...writable.map(([from, to]) => ['--bind', from, to]),
  ];
  return [
    ...privileges(),
    ...['--proc', '/proc', '--dev', '/dev', '--perms', '1777', '--tmpfs', '/tmp', '--clearenv', '--chdir', '/'],
    // Made by bubblewrap itself, only root could enter them.
    ...[...new Set(files.flatMap(([, , to = '']) => foldersAbove(to)))].sort().flatMap((path) => ['--dir', path]),
    ...files.flat(),
    ...(await Promise.all(roots.map(rootArguments))).flat(),
    ...[...environment, ...own].flatMap(([name = '', value = '']) => ['--setenv', name, value]),
  ];
}

/**
 * As root the sandbox begins with what it takes to become nobody, and nothing else. In a namespace of users it would stay root to the kernel, who lets
 * root write all of /proc/sys, `core_pattern` included, which is a program that runs as root outside.
 */
export function privileges(): readonly string[] {
  return [
    ...(isRoot()
      ? ['--cap-drop', 'ALL', '--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID']
      : ['--unshare-user', '--uid', '1000', '--gid', '1000']),
    ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-net', '--unshare-cgroup-try', '--die-with-parent', '--new-session'],
  ];
}

/** By convention nobody's, on every system. */
const nobody = 65_534;

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** A program in the sandbox that starts others as who they are to be. */
export const insideProgram = {
  files: () =>
    [
      [process.execPath, within.node],
      [builtProgram(new URL('./inside.js', import.meta.url)), within.program],
    ] as const,
  /** What comes before its own arguments. */
  command: () => [within.node, ...sparing, within.program, isRoot() ? `${nobody}` : 'same'],
} as const;

/** Gives a folder to whoever the browser is there. No process of a browser may run in it. */
export async function handOver(folder: string): Promise<void> {
  if (isRoot() && (await stat(folder)).uid !== nobody)
    await promisify(execFile)('chown', ['-R', '-h', '-P', `${nobody}:${nobody}`, folder]);
}

function foldersAbove(path: string): readonly string[] {
  const above = dirname(path);
  return above === '/' ? [] : [...foldersAbove(above), above];
}

async function rootArguments(path: string): Promise<readonly string[]> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return [];
  return found.isSymbolicLink() ? ['--symlink', await readlink(path), path] : ['--ro-bind', path, path];
}

/** A browser's files lie beside it. Throws where the user's own would, too. */
async function folderOf(chromium: string): Promise<string> {
  const folder = dirname(await realpath(chromium));
  const seen = [homedir(), process.cwd()].find((path) => contains(folder, path));
  if (seen !== undefined)
    throw new BrowserStartError(`${chromium} lies beside ${seen}, which its sandbox must not show. Move it to a folder of its own.`);
  return folder;
}

function contains(folder: string, path: string): boolean {
  return !relative(folder, path).startsWith('..');
}

export function createBubblewrap(
  { reach }: Isolation & { readonly kind: 'bubblewrap' },
  { folder, temp, names, profile }: Session,
  { chromium, chromedriver, refusedPorts = [] }: Machine,
): Surroundings {
  const shared = join(temp, 'shared');
  const downloads = join(folder, names.downloads);
  const userData = profile ? join(profile.folder, profile.name) : join(folder, names.browser);
  const uploads = createGiven(temp, within.uploads);
  const plan = async (): Promise<KeeperPlan> => {
    const wrap = await wrapping({
      machine: { chromium, chromedriver },
      readable: [...insideProgram.files(), [uploads.folder, within.uploads]],
      writable: [
        [shared, within.temp],
        [userData, within.userData],
        [downloads, within.downloads],
      ],
    });
    const serve = ['serve', join(within.temp, sockets.in), join(within.temp, sockets.out), `${proxyPort}`];
    return { folder: temp, shared, wrap: [...wrap, ...insideProgram.command(), ...serve], reach, refusedPorts };
  };
  return {
    paths: async () => within,
    downloads,
    browserArguments: [`--proxy-server=socks5://127.0.0.1:${proxyPort}`, '--proxy-bypass-list=<-loopback>'],
    refusesPorts: false,
    async open(onSpawn, signal) {
      await uploads.open();
      for (const path of [shared, userData, downloads]) {
        await mkdir(path, { recursive: true });
        await handOver(path);
      }
      return startKeeper(await plan(), { log: join(folder, names.log), onSpawn, signal });
    },
    programOf: (path) => realpath(path),
    spawn: ({ program, args }) => spawnInside(temp, program, args),
    markOf: (pid) => processIn(temp, pid),
    give: uploads.give,
    portTo: (port) => askKeeper(temp, { call: 'portTo', port }),
    remove: () => rm(temp, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }),
  };
}

/** It waits, and passes bytes on. */
const sparing = ['--max-semi-space-size=1', '--optimize-for-size'];

interface KeeperStart {
  readonly log: string;
  readonly onSpawn: (keeper: ProcessMark) => Promise<void>;
  readonly signal: AbortSignal;
}

/** The keeper, and the first process of its sandbox: when that has ended, all in it have. */
async function startKeeper(plan: KeeperPlan, { log, onSpawn, signal }: KeeperStart): Promise<readonly ProcessMark[]> {
  const file = await open(log, 'a', 0o600);
  const child = spawn(process.execPath, [...sparing, builtProgram(new URL('./keeper.js', import.meta.url)), JSON.stringify(plan)], {
    detached: true,
    stdio: ['ignore', file.fd, file.fd],
    env: minimalEnvironment(process.env),
  });
  await file.close();
  let failure: string | undefined;
  child.once('error', (error) => (failure = error.message));
  child.once('exit', () => (failure ??= 'it ended at once'));
  child.unref();
  const mark = child.pid === undefined ? undefined : await markOf(child.pid);
  if (mark) await onSpawn(mark);
  for await (const _ of pausesWithin(startMs, 10)) {
    if (failure !== undefined || signal.aborted) break;
    // Until it listens, nobody answers.
    const first = await processIn(plan.folder, 1).catch(() => undefined);
    if (mark && first) return [mark, first];
  }
  signal.throwIfAborted();
  throw new BrowserStartError(`The sandbox for the browser did not start: ${failure ?? `no answer in ${startMs / 1_000} s`}.`);
}

async function processIn(temp: string, pid: number): Promise<ProcessMark | undefined> {
  return markOf(await askKeeper(temp, { call: 'processOf', pid }));
}

async function spawnInside(temp: string, program: string, args: readonly string[]): Promise<Spawned> {
  const mark = await markOf(await askKeeper(temp, { call: 'spawn', program: await realpath(program), args }));
  return { mark, failure: async () => (mark && (await isRunning(mark)) ? undefined : 'it ended') };
}
