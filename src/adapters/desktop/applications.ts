// The applications of a desktop: those with a window, and those that can be launched.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import type { Application } from '../../domain/ui/observation.js';
import { ActionFailedError } from '../../ports/device.js';
import type { AccessibilityBus, RunningApplication } from './accessibility-bus.js';
import { findEntry, type DesktopEntry } from './desktop-entries.js';
import type { DisplayEnvironment } from './requirements.js';
import { noteProgram, readPrograms, sessionOf, type BegunProgram } from './display.js';
import type { DesktopWindow, Windows } from './windows.js';
import { until } from '../process-kit/poll.js';

export interface OpenApplication extends Application {
  readonly pid: number;
  readonly windows: readonly DesktopWindow[];
  /** Bus name of an application that reports its controls; absent when it does not. */
  readonly bus?: string;
}

export interface Applications {
  /** Those with a window, including the current one; then those that can be launched. */
  list(): Promise<readonly Application[]>;
  open(): Promise<readonly OpenApplication[]>;
  select(id: string): Promise<void>;
  /** Brings one of their windows to the front. */
  raise(window: string): Promise<void>;
  launch(name: string): Promise<void>;
  close(id: string): Promise<void>;
}

const windowLimit = 15_000;
const frontLimit = 2_000;
const closeLimit = 3_000;
/** ms for a program to report its controls after its window has appeared; some never do. */
const tellLimit = 1_500;
/** ms to cache the desktop entries: there are hundreds, and new ones are rare. */
const entriesKept = 10_000;
const mostNamed = 20;

export interface ApplicationsOptions {
  /** For launched programs. */
  readonly env: DisplayEnvironment;
  readonly bus: AccessibilityBus;
  readonly windows: Windows;
  readonly readEntries: () => Promise<readonly DesktopEntry[]>;
  /** File that records the launched programs. */
  readonly programs: string;
}

export function createApplications({ env, bus, windows, readEntries, programs }: ApplicationsOptions): Applications {
  let known: { readonly at: number; readonly entries: Promise<readonly DesktopEntry[]> } | undefined;
  const entries = (): Promise<readonly DesktopEntry[]> => {
    if (known === undefined || Date.now() - known.at > entriesKept) known = { at: Date.now(), entries: readEntries() };
    return known.entries;
  };

  const open = async (): Promise<readonly OpenApplication[]> => {
    const [all, active, telling, known, begun] = await Promise.all([
      windows.list(),
      windows.active(),
      bus.applications(),
      entries(),
      readPrograms(programs),
    ]);
    const byProcess = new Map<number, DesktopWindow[]>();
    // A window without a process counts as a separate application.
    all.forEach((window, index) => {
      const pid = window.pid || -1 - index;
      byProcess.set(pid, [...(byProcess.get(pid) ?? []), window]);
    });
    return Promise.all([...byProcess].map(([pid, own]) => applicationOf(pid, own, { active, telling, known, begun })));
  };

  const found = async (id: string): Promise<OpenApplication> => {
    const running = await open();
    const application = running.find((candidate) => candidate.id === id);
    if (application) return application;
    throw new ActionFailedError(
      'no-such-application',
      `No application '${id}' runs on this desktop, only: ${running.map((each) => each.id).join(', ') || 'none'}.`,
    );
  };

  const bringToFront = async (application: OpenApplication): Promise<void> => {
    const [window] = application.windows;
    if (application.current || window === undefined) return;
    await windows.activate(window.id);
    await until(frontLimit, async () => (await windows.active()) === window.id);
  };

  return {
    async list() {
      const running = await open();
      const launchable = (await entries()).filter(
        ({ name, unlisted }) => !unlisted && !running.some((application) => application.name === name),
      );
      return [
        ...running.map(({ id, name, title, running: runs, current }) => ({
          id,
          name,
          title,
          running: runs,
          current,
        })),
        ...launchable.map(({ id, name }) => ({ id, name, running: false, current: false })),
      ];
    },
    open,
    select: async (id) => bringToFront(await found(id)),
    raise: (window) => windows.activate(window),
    async launch(name) {
      const known = await entries();
      const entry = findEntry(known, name);
      const [program, ...args] = entry?.command ?? [];
      if (entry === undefined || program === undefined)
        throw new ActionFailedError('no-such-application', `There is no application '${name}'. Available: ${namesOf(known)}.`);
      await begin({ ...entry, program, args }, { env, windows, programs });
      await until(tellLimit, async () => (await open()).some(({ current, bus: telling }) => current && telling !== undefined));
    },
    async close(id) {
      const { windows: own } = await found(id);
      for (const window of own) await windows.close(window.id);
      // It may first ask whether to save: then it is still open, and its question can be seen.
      const ids = new Set(own.map((window) => window.id));
      await until(closeLimit, async () => !(await windows.list()).some((window) => ids.has(window.id)));
    },
  };
}

interface Command {
  readonly id: string;
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
}

/**
 * Starts a program and waits for a window, or for a running one to come to the front: a relaunch may do only that. Throws `action-failed`
 * and `timeout`.
 */
async function begin(
  { id: entry, name, program, args }: Command,
  { env, windows, programs }: Pick<ApplicationsOptions, 'env' | 'windows' | 'programs'>,
): Promise<void> {
  const before = new Set((await windows.list()).map(({ id }) => id));
  const active = await windows.active();
  const child = spawn(program, args, { detached: true, env: { ...env }, cwd: env['HOME'] ?? homedir(), stdio: 'ignore' });
  let failure: string | undefined;
  child.once('error', (error) => (failure = error.message));
  child.once('exit', (code) => (failure ??= code === 0 ? undefined : `it ended with code ${code}`));
  child.unref();
  if (child.pid !== undefined) await noteProgram(programs, child.pid, entry);
  const hasCome = async (): Promise<boolean> => {
    const come = (await windows.list()).filter(({ id }) => !before.has(id));
    const splashes = await Promise.all(come.map(({ id }) => windows.isSplash(id)));
    if (failure !== undefined || splashes.includes(false)) return true;
    return splashes.length === 0 && (await windows.active()) !== active;
  };
  const isThere = await until(windowLimit, hasCome);
  if (failure !== undefined) throw new ActionFailedError('action-failed', `${name} (${program}) did not start: ${failure}.`);
  if (!isThere) throw new ActionFailedError('timeout', `${name} was started but shows no window after ${windowLimit / 1000} s.`);
}

interface Known {
  readonly active: string | undefined;
  readonly telling: readonly RunningApplication[];
  readonly known: readonly DesktopEntry[];
  readonly begun: readonly BegunProgram[];
}

async function applicationOf(
  pid: number,
  windows: readonly DesktopWindow[],
  { active, telling, known, begun }: Known,
): Promise<OpenApplication> {
  const told = telling.find((application) => application.pid === pid);
  const begunAs = (leader: number): DesktopEntry | undefined => {
    const entry = begun.findLast((program) => program.pid === leader)?.entry;
    return known.find(({ id }) => id === entry);
  };
  const process = told?.name || (await nameOfProcess(pid)) || windows[0]?.title || 'window';
  // Several entries may start the same program, and a script that starts one is another process.
  const entry = begunAs(pid) ?? findEntry(known, process) ?? begunAs(await sessionOf(pid));
  // The application's current window is the one opened last.
  const front = windows.find(({ id }) => id === active) ?? windows.at(-1);
  return {
    id: pid > 0 ? `${process}-${pid}` : `window-${windows[0]?.id ?? ''}`,
    name: entry?.name ?? process,
    title: front?.title,
    running: true,
    current: windows.some(({ id }) => id === active),
    pid,
    windows: front === undefined ? windows : [front, ...windows.filter((window) => window !== front)],
    bus: told?.bus,
  };
}

async function nameOfProcess(pid: number): Promise<string> {
  return pid > 0 ? (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim() : '';
}

function namesOf(entries: readonly DesktopEntry[]): string {
  const names = entries.filter(({ unlisted }) => !unlisted).map(({ name }) => name);
  return `${names.slice(0, mostNamed).join(', ')}${names.length > mostNamed ? ` and ${names.length - mostNamed} more` : ''}`;
}
