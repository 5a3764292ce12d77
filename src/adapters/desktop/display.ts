// A record of the programs started for a desktop, written as each starts, so that any process can name them and end them with the desktop.

import { appendFile, readdir, readFile, open, writeFile } from 'node:fs/promises';
import { isRunning, killAll, markOf, type ProcessMark } from '../process-kit/process-marks.js';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pausesWithin } from '../process-kit/poll.js';
import { DesktopStartError, type DisplayEnvironment, environmentOf } from './requirements.js';
import { hasWindowManager } from './windows.js';
import { cookieFile } from './x-server.js';
import { makeFolder } from '../filesystem/files.js';

export interface BegunProgram extends ProcessMark {
  /** Id of the desktop entry that it was launched from; absent for a part of the display. */
  readonly entry?: string;
}

/** `file`: of this desktop alone. Each program leads its own session. */
export async function noteProgram(file: string, pid: number, entry?: string): Promise<void> {
  const mark = await markOf(pid);
  const begun: BegunProgram | undefined = mark && { ...mark, entry };
  if (begun) await appendFile(file, `${JSON.stringify(begun)}\n`);
}

export async function readPrograms(file: string): Promise<readonly BegunProgram[]> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as BegunProgram];
    } catch {
      // A line that was cut off while being written.
      return [];
    }
  });
}

/**
 * Ends the programs and all they started: processes with `variable` in their environment or in their sessions (Chromium overwrites its
 * environment).
 */
async function endPrograms(file: string, variable: string): Promise<void> {
  const begun = await readPrograms(file);
  // A process that is just starting is found in the next round.
  for (let round = 0; round < 5; round++) {
    const marks = await marksOf(begun, variable);
    if (marks.length === 0) return;
    await killAll(marks);
  }
}

async function marksOf(begun: readonly BegunProgram[], variable: string): Promise<readonly ProcessMark[]> {
  // A pid is not reused while it is the id of a session with members, so only a session leader can be an unrelated process.
  const strangers = new Set<number>();
  for (const mark of begun) if ((await markOf(mark.pid)) !== undefined && !(await isRunning(mark))) strangers.add(mark.pid);
  const sessions = new Set(begun.map(({ pid }) => pid).filter((pid) => !strangers.has(pid)));
  const ids = (await readdir('/proc').catch(() => [])).map(Number).filter((pid) => pid > 1 && pid !== process.pid);
  const marks = await Promise.all(
    ids.map(async (pid) => {
      const [environment, session] = await Promise.all([readFile(`/proc/${pid}/environ`, 'utf8').catch(() => ''), sessionOf(pid)]);
      const isOurs = sessions.has(session) || environment.split('\0').includes(variable);
      return isOurs ? markOf(pid) : undefined;
    }),
  );
  return marks.filter((mark) => mark !== undefined);
}

/** Pid of what leads its session; 0 when it is gone. */
export async function sessionOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3] ?? 0);
}

// A display for one device: headless X server, session bus, window manager. Detached processes that outlive the worker. Linux only.
//
// Everything on the display is found and ended by one of two marks: the display's folder in its environment, inherited by what the bus or
// an application starts, or the session of a recorded program.

interface DisplayOptions {
  /** Used by this display only; the path is short because it holds sockets. */
  readonly temp: string;
  /** File that records the programs. */
  readonly programs: string;
  /** px */
  readonly width: number;
  readonly height: number;
  readonly signal: AbortSignal;
}

interface StartedDisplay {
  readonly environment: DisplayEnvironment;
  /** Without any one of them the desktop is dead. */
  readonly processes: readonly ProcessMark[];
}

const startTimeout = 15_000;
const markName = 'STEADYHAND_DISPLAY';

/** Throws `DesktopStartError`; the caller then ends what was started (`endDisplay`). */
export async function startDisplay({ temp, programs, width, height, signal }: DisplayOptions): Promise<StartedDisplay> {
  const folders = await makeFolders(temp);
  const authority = join(temp, 'authority');
  const own = { ...environmentOf([]), ...folders, [markName]: temp, XAUTHORITY: authority };
  await writeFile(authority, cookieFile(randomBytes(16)), { mode: 0o600 });
  const waiting: Waiting = { signal, log: join(temp, 'display.log') };
  const log = await open(waiting.log, 'a');
  try {
    const begin = async (program: string, args: readonly string[], env: DisplayEnvironment): Promise<Begun> => {
      const begun = launch({ program, args, env, log: log.fd });
      await noteProgram(programs, begun.pid);
      return begun;
    };

    // Without -noreset the server resets when its last client leaves and disconnects whoever connects at that moment.
    const x = await begin(
      'Xvfb',
      ['-displayfd', '3', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp', '-noreset', '-auth', authority],
      own,
    );
    const display = `:${await numberFrom(x, waiting)}`;
    // The bus starts after the X server: what it activates inherits its environment.
    const address = `unix:path=${join(temp, 'bus')}`;
    const environment = { ...own, ...accessible, ...withoutGraphicsCard, DISPLAY: display, DBUS_SESSION_BUS_ADDRESS: address };
    const bus = await begin('dbus-daemon', ['--session', '--nofork', '--nopidfile', `--address=${address}`], environment);
    await until('a session bus', () => existsSync(join(temp, 'bus')), bus, waiting);
    const manager = await begin('openbox', ['--sm-disable'], environment);
    await until('a window manager', () => hasWindowManager(environment), manager, waiting);

    const marks = await Promise.all([x, bus].map(({ pid }) => markOf(pid)));
    return { environment, processes: marks.filter((mark) => mark !== undefined) };
  } finally {
    await log.close();
  }
}

/** Ends everything that runs on that folder's display. */
export async function endDisplay(temp: string, programs: string): Promise<void> {
  await endPrograms(programs, `${markName}=${temp}`);
}

/** Applications see no settings of this account, and their cursor does not blink: a blinking one would never let the screen be quiet. */
async function makeFolders(temp: string): Promise<DisplayEnvironment> {
  const folders = {
    XDG_CONFIG_HOME: join(temp, 'config'),
    XDG_DATA_HOME: join(temp, 'data'),
    XDG_CACHE_HOME: join(temp, 'cache'),
    XDG_RUNTIME_DIR: join(temp, 'run'),
  };
  for (const folder of Object.values(folders)) await makeFolder(folder, 0o700);
  for (const version of ['gtk-3.0', 'gtk-4.0']) {
    await makeFolder(join(folders.XDG_CONFIG_HOME, version));
    await writeFile(
      join(folders.XDG_CONFIG_HOME, version, 'settings.ini'),
      '[Settings]\ngtk-cursor-blink=0\ngtk-enable-animations=0\ngtk-recent-files-enabled=0\n',
    );
  }
  return folders;
}

/** Toolkits expose their controls to assistive programs only when asked to. */
const accessible = {
  QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1',
  QT_ACCESSIBILITY: '1',
  GTK_A11Y: 'atspi',
  NO_AT_BRIDGE: '0',
  ...ofJava(),
} as const;

/** GTK 4 would have its pictures computed by an emulated card, and be too busy for that to answer. */
const withoutGraphicsCard = { GSK_RENDERER: 'cairo' } as const;

/** Swing does so through a bridge (Debian: libatk-wrapper-java), which no program loads by itself. */
function ofJava(): { readonly JAVA_TOOL_OPTIONS?: string } {
  const bridge = '/usr/share/java/java-atk-wrapper.jar';
  if (!existsSync(bridge)) return {};
  const load = '-Djavax.accessibility.assistive_technologies=org.GNOME.Accessibility.AtkWrapper';
  return { JAVA_TOOL_OPTIONS: `-Xbootclasspath/a:${bridge} ${load}` };
}

interface Waiting {
  readonly signal: AbortSignal;
  /** The programs' output. */
  readonly log: string;
}

interface Begun {
  readonly program: string;
  readonly pid: number;
  /** Where an X server reports its number. */
  readonly readable: Readable | undefined;
  /** Why it is no longer running; undefined while it is. */
  failure(): string | undefined;
}

interface Program {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: DisplayEnvironment;
  /** File descriptor. */
  readonly log: number;
}

function launch({ program, args, env, log }: Program): Begun {
  const tellsNumber = args.includes('-displayfd');
  const child = spawn(program, args, { detached: true, env, stdio: ['ignore', log, log, tellsNumber ? 'pipe' : 'ignore'] });
  let failure: string | undefined;
  child.once('error', (error) => (failure = error.message));
  child.once('exit', (code) => (failure ??= `it ended with code ${code}`));
  child.unref();
  const readable = child.stdio[3];
  return { program, pid: child.pid ?? 0, readable: readable instanceof Readable ? readable : undefined, failure: () => failure };
}

/** The X server chooses a free number itself, so no other process can take it in between. */
async function numberFrom(x: Begun, waiting: Waiting): Promise<number> {
  let text = '';
  x.readable?.on('data', (part) => (text += String(part)));
  try {
    await until('an X server', () => /\d+\s/.test(text), x, waiting);
  } finally {
    x.readable?.destroy();
  }
  return Number.parseInt(text, 10);
}

async function until(what: string, isThere: () => boolean | Promise<boolean>, begun: Begun, { signal, log }: Waiting): Promise<void> {
  for await (const _ of pausesWithin(startTimeout, 20)) {
    signal.throwIfAborted();
    const failure = begun.failure();
    if (failure !== undefined) throw notStarted(begun, `${failure}${await lastWords(log)}`);
    if (await isThere()) return;
  }
  throw notStarted(begun, `there is no sign of ${what} after ${startTimeout / 1000} s`);
}

/** The last output of the display's programs. */
async function lastWords(log: string): Promise<string> {
  const lines = (await readFile(log, 'utf8').catch(() => '')).trim().split('\n').slice(-3).join(' ');
  return lines === '' ? '' : ` (${lines.slice(-300)})`;
}

function notStarted({ program }: Begun, reason: string): DesktopStartError {
  return new DesktopStartError(
    `${program} did not start: ${reason}. \`npx steadyhand setup --desktop\` installs what a desktop needs, \`steadyhand doctor\` shows what is missing.`,
  );
}
