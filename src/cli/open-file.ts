import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { CommandError } from './errors.js';

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** In whatever program the desktop opens such files with. */
export async function openFile(path: string): Promise<void> {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  const opener = spawn(program, [...args, resolve(path)], { stdio: 'ignore', detached: true });
  try {
    await once(opener, 'spawn');
  } catch {
    throw new CommandError('refused', `${path} is written, but '${program}' is not there to open it: open it in a browser yourself.`);
  }
  opener.unref();
}
