// What the tests of a run have started carries its mark, and is gone when they are done; what is not is ended by its id, and fails the run. Linux alone says what a process was started with.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** Browsers and their drivers get little of our environment, but what is of the locale (src/adapters/process-kit/programs.ts). */
export const mark = 'LC_STEADYHAND';

/** From now on what this process starts carries the mark, and what that starts, too. */
export function markTestRun() {
  process.env[mark] = `${process.pid}-${Date.now()}`;
}

/**
 * `jest`: the process that marked the run; `graceMs`: what was told to end may still be ending.
 * @returns {Promise<readonly string[]>} a line for each process that it has ended
 */
export async function endLeftRunning(jest, graceMs) {
  if (process.platform !== 'linux') return [];
  const until = performance.now() + graceMs;
  while (markedBy(jest).length > 0 && performance.now() < until) await setTimeout(100);
  const left = markedBy(jest);
  const lines = left.map((pid) => `${pid} ${read(pid, 'cmdline').join(' ').slice(0, 200)}`);
  for (const pid of left) end(Number(pid));
  return lines;
}

function end(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It has gone with another that was ended just now.
    if (error.code !== 'ESRCH') throw error;
  }
}

function markedBy(jest) {
  const others = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return others.filter((pid) => read(pid, 'environ').some((variable) => variable.startsWith(`${mark}=${jest}-`)));
}

/** Empty: it has ended, is a zombie, or is somebody else's. */
function read(pid, what) {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8').split('\0').filter(Boolean);
  } catch {
    return [];
  }
}
