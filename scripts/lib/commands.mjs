// Programs: where they are, and running them. Built-ins only, as `npm ci` may not have run yet.
import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

const windows = process.platform === 'win32';
/** The end of each program that runs. */
const running = new Map();
let ending = false;

/** The first of these names that is an executable file on the PATH. */
export function which(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  for (const name of names) {
    for (const folder of folders) {
      const path = join(folder, windows ? `${name}.exe` : name);
      if (isExecutable(path)) return path;
    }
  }
  return undefined;
}

export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * Runs a program to its end. Resolves with exit code and output whatever the code is; code 127 when it cannot be started, 124 when it took longer than `timeoutMs`.
 * `keep`: keeps this many characters of the end of its output. `show`: prints the output as well. `signal` ends it early.
 */
export function run(command, args, { cwd, env = process.env, timeoutMs = 600_000, show = false, signal, keep = 20_000 } = {}) {
  if (ending) return Promise.resolve({ code: 130, output: 'interrupted' });
  // On Windows npm is a script, which only a shell can start.
  const child = spawn(command, args, { cwd, env, signal, stdio: ['ignore', 'pipe', 'pipe'], shell: windows && command === 'npm' });
  const ended = new Promise((resolve) => {
    let output = '';
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      child.kill('SIGKILL');
    }, timeoutMs);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text) => {
        output = (output + text).slice(-keep);
        if (show) process.stdout.write(text);
      });
    }
    const end = (code) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ code, output: output.trim() });
    };
    child.on('error', (error) => {
      output += error.message;
      end(127);
    });
    child.on('close', (code) => end(timedOut ? 124 : (code ?? 1)));
  });
  running.set(child, ended);
  return ended;
}

/**
 * Ends every program that runs here and waits until it is gone, and its caller has cleaned up; none is started any more. By SIGINT, which apt obeys while it downloads and not while
 * dpkg writes: a package is not left half installed.
 */
export async function endPrograms() {
  ending = true;
  for (const child of running.keys()) child.kill('SIGINT');
  await Promise.all(running.values());
  await nextTurn();
}

/** Whether `endPrograms` was called: what follows from that is no news. */
export const isEnding = () => ending;

/** The last lines of an output, for an error message. */
export function tail(output, lines = 6) {
  return output.split('\n').slice(-lines).join('\n');
}
