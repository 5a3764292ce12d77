// What the tests of a run have started carries its mark, and is gone when they are done; what is not is ended by its id, and fails the run. Linux alone says what a process was started with.
import { readdirSync, readFileSync } from 'node:fs';

const mark = 'STEADYHAND_TEST_RUN';

/** From now on what this process starts carries the mark, and what that starts, too. */
export function markTestRun() {
  process.env[mark] = `${process.pid}-${Date.now()}`;
}

/** @returns {readonly string[]} a line for each process that it has ended */
export function endLeftRunning() {
  const wanted = `${mark}=${process.env[mark]}`;
  const left = [];
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)) {
    try {
      if (!read(pid, 'environ').includes(wanted)) continue;
      const command = read(pid, 'cmdline').join(' ').slice(0, 200);
      process.kill(Number(pid), 'SIGKILL');
      left.push(`${pid} ${command}`);
    } catch {
      // It has ended meanwhile, or is somebody else's.
    }
  }
  return left;
}

function read(pid, what) {
  return readFileSync(`/proc/${pid}/${what}`, 'utf8').split('\0');
}
