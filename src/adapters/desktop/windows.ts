// The windows of a desktop. On X they come from wmctrl: the window manager's own list, independent of any toolkit.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Bounds } from '../../domain/ui/geometry.js';
import { DesktopStartError, type DisplayEnvironment } from './requirements.js';

export interface DesktopWindow {
  readonly id: string;
  /** 0 when unknown. */
  readonly pid: number;
  readonly title: string;
  readonly bounds: Bounds;
}

export interface Windows {
  /** Windows of applications only: no panels, no desktop. */
  list(): Promise<readonly DesktopWindow[]>;
  /** Shown while a program starts, to nobody's use. */
  isSplash(id: string): Promise<boolean>;
  /** Undefined when none has the focus. */
  active(): Promise<string | undefined>;
  /** Brings it to the front, with the focus. */
  activate(id: string): Promise<void>;
  /** Asks it to close, as a person would: the application may ask first. */
  close(id: string): Promise<void>;
}

const run = promisify(execFile);
const limit = 5_000;
const attempts = 3;

export async function hasWindowManager(env: DisplayEnvironment): Promise<boolean> {
  return run('wmctrl', ['-m'], { env, timeout: limit }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
        throw new DesktopStartError('wmctrl is not installed: `npx steadyhand setup --desktop` installs what a desktop needs.');
      return false;
    },
  );
}

export function createXWindows(env: DisplayEnvironment): Windows {
  const ask = async (program: string, args: readonly string[]): Promise<string> =>
    (await run(program, args, { env, timeout: limit })).stdout;
  return {
    list: async () => readWindows(await again(() => ask('wmctrl', ['-lpG']))),
    isSplash: async (id) => /_NET_WM_WINDOW_TYPE_SPLASH\b/.test(await ask('xprop', ['-id', id, '_NET_WM_WINDOW_TYPE']).catch(() => '')),
    async active() {
      const id = /window id # (0x[0-9a-f]+)/.exec(await ask('xprop', ['-root', '_NET_ACTIVE_WINDOW']))?.[1];
      // xprop prints no leading zeros; wmctrl's list has them.
      return id === undefined || Number(id) === 0 ? undefined : `0x${Number(id).toString(16).padStart(8, '0')}`;
    },
    activate: async (id) => void (await ask('wmctrl', ['-i', '-a', id])),
    close: async (id) => void (await ask('wmctrl', ['-i', '-c', id])),
  };
}

/** It fails when a window goes away while it asks about it. */
async function again<T>(run: () => Promise<T>): Promise<T> {
  for (let left = attempts; left > 1; left--) {
    try {
      return await run();
    } catch (error) {
      if (!/Bad(Window|Drawable)/.test(String(error))) throw error;
    }
  }
  return run();
}

/** One line each: `id desktop pid x y width height host title`. */
export function readWindows(text: string): readonly DesktopWindow[] {
  return text.split('\n').flatMap((line) => {
    const [, id, desktop, pid, x, y, width, height, title] =
      /^(0x\w+) +(-?\d+) +(\d+) +(-?\d+) +(-?\d+) +(\d+) +(\d+) +\S+ ?(.*)$/.exec(line) ?? [];
    if (id === undefined || desktop === '-1') return [];
    return [
      { id, pid: Number(pid), title: title ?? '', bounds: { x: Number(x), y: Number(y), width: Number(width), height: Number(height) } },
    ];
  });
}
