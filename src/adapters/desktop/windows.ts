// The windows of an X display, by wmctrl: the window manager's own list, whatever toolkit they are made with.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Bounds } from '../../domain/ui/geometry.js';
import { DesktopStartError } from './errors.js';
import type { DisplayEnvironment } from './display.js';

export interface XWindow {
  /** `0x…` */
  readonly id: string;
  /** 0 where the application does not say. */
  readonly pid: number;
  readonly title: string;
  readonly bounds: Bounds;
}

const run = promisify(execFile);
const limit = 5_000;

export async function hasWindowManager(env: DisplayEnvironment): Promise<boolean> {
  return run('wmctrl', ['-m'], { env, timeout: limit }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
        throw new DesktopStartError('wmctrl is not installed: `npm run setup -- --desktop` installs what a desktop needs.');
      return false;
    },
  );
}

/** Of applications only: no panels, no desktop. */
export async function listWindows(env: DisplayEnvironment): Promise<readonly XWindow[]> {
  const { stdout } = await run('wmctrl', ['-lpG'], { env, timeout: limit });
  return readWindows(stdout);
}

/** `id desktop pid x y width height host title` a line. */
export function readWindows(text: string): readonly XWindow[] {
  return text.split('\n').flatMap((line) => {
    const [, id, desktop, pid, x, y, width, height, title] =
      /^(0x\w+) +(-?\d+) +(\d+) +(-?\d+) +(-?\d+) +(\d+) +(\d+) +\S+ ?(.*)$/.exec(line) ?? [];
    if (id === undefined || desktop === '-1') return [];
    return [
      { id, pid: Number(pid), title: title ?? '', bounds: { x: Number(x), y: Number(y), width: Number(width), height: Number(height) } },
    ];
  });
}

/** Undefined: none has the focus. */
export async function activeWindow(env: DisplayEnvironment): Promise<string | undefined> {
  const { stdout } = await run('xprop', ['-root', '_NET_ACTIVE_WINDOW'], { env, timeout: limit });
  const id = /window id # (0x[0-9a-f]+)/.exec(stdout)?.[1];
  // Its number without leading zeros; the list has them.
  return id === undefined || Number(id) === 0 ? undefined : `0x${Number(id).toString(16).padStart(8, '0')}`;
}

/** To the front, with the focus. */
export async function activateWindow(env: DisplayEnvironment, id: string): Promise<void> {
  await run('wmctrl', ['-i', '-a', id], { env, timeout: limit });
}

/** As a person closes it: the application may ask first. */
export async function closeWindow(env: DisplayEnvironment, id: string): Promise<void> {
  await run('wmctrl', ['-i', '-c', id], { env, timeout: limit });
}
