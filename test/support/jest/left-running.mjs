// What the tests of a run have started carries its mark, and is gone when they are done; what is not is ended by its id, and fails the run. Linux alone says what a process was started with.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

const mark = 'STEADYHAND_TEST_RUN';
/** What was told to end may still be ending. */
const graceMs = 10_000;

/** From now on what this process starts carries the mark, and what that starts, too. */
export function markTestRun() {
  process.env[mark] = `${process.pid}-${Date.now()}`;
}

/** @returns {Promise<readonly string[]>} a line for each process that it has ended */
export async function endLeftRunning() {
  if (process.platform !== 'linux') return [];
  const until = performance.now() + graceMs;
  while (marked().length > 0 && performance.now() < until) await setTimeout(100);
  return marked().map((pid) => {
    const line = `${pid} ${read(pid, 'cmdline').join(' ').slice(0, 200)}`;
    process.kill(Number(pid), 'SIGKILL');
    return line;
  });
}

function marked() {
  const wanted = `${mark}=${process.env[mark]}`;
  const others = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return others.filter((pid) => read(pid, 'environ').includes(wanted));
}

/** Empty: it has ended, is a zombie, or is somebody else's. */
function read(pid, what) {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8').split('\0').filter(Boolean);
  } catch {
    return [];
  }
}
