// The demo's own processes: each has a log file, is started detached (Ctrl-C reaches only the demo, which then stops them in order), is ended by pid, and ends
// with the demo, even by SIGKILL.
import { once } from 'node:events';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnTied } from '../../dist/adapters/process-kit/tied-process.js';
import { until } from './until.mjs';

/** `folder` holds the logs and is the processes' working directory; `signal` ends the wait for one to start. */
export function createProcesses({ folder, signal }) {
  const running = new Map();
  const logOf = (name) => join(folder, `${name}.log`);

  return {
    /** Resolves when `ready` appears in its log. */
    async start({ name, args, env = {}, ready }) {
      const log = openSync(logOf(name), 'a');
      const { size } = fstatSync(log);
      const tied = await spawnTied(process.execPath, args, { cwd: folder, env: { ...cleanEnvironment(), ...env }, log });
      closeSync(log);
      running.set(name, tied);
      await until(() => readFileSync(logOf(name), 'utf8').slice(size).includes(ready), { check: this.check, signal });
      return tied.pid;
    },
    async kill(name) {
      const { child } = running.get(name);
      running.delete(name);
      await end(child, 'SIGKILL');
      return child.pid;
    },
    /** Throws when one has exited by itself, with the end of its log. */
    check() {
      for (const [name, { child }] of running) {
        if (hasEnded(child)) throw new Error(`The ${name} has ended: ${lastLines(logOf(name))}\nAll of it: ${logOf(name)}`);
      }
    },
    /** They go on when the demo has ended. */
    release: () => running.forEach(({ release }) => release()),
    has: (name) => running.has(name),
    pids: () => [...running.values()].map(({ pid }) => pid),
    /** In reverse order of their start; one that takes too long is killed. */
    async stop(graceMs = 10_000) {
      for (const [name, { child }] of [...running].reverse()) {
        const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
        await end(child, 'SIGTERM');
        clearTimeout(timer);
        running.delete(name);
      }
    },
  };
}

async function end(child, signal) {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

function hasEnded({ exitCode, signalCode }) {
  return exitCode !== null || signalCode !== null;
}

/** The demo neither uses nor changes the user's configuration, except how much a worker keeps in memory. */
function cleanEnvironment() {
  const foreign = /^(?!STEADYHAND_MAX_CACHED_WORKFLOWS$)(STEADYHAND|TEMPORAL|OPENAI)_/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

function lastLines(file) {
  return readFileSync(file, 'utf8').trim().split('\n').slice(-5).join('\n');
}
