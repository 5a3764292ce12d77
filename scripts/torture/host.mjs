// One host: a worker process with a data folder of its own, started again at once whenever it has ended.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { devicesOf, kill } from './victims.mjs';

const program = fileURLToPath(new URL('worker.mjs', import.meta.url));

export function createHost({ home, folder, config, env, onEnd }) {
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'steadyhand.config.json'), JSON.stringify(config));
  let child;
  let stopping = false;
  let text = '';
  const host = {
    home,
    starts: 0,
    get pid() {
      return child?.pid ?? -1;
    },
    said: () => text,
    /** Resolves when the worker polls. One that dies before is started again, too. */
    async start() {
      host.starts += 1;
      text = text.slice(-20_000);
      // A group of its own: Ctrl-C reaches the torture alone, which then ends all in order.
      child = spawn(process.execPath, [program, folder], {
        cwd: home,
        env: { ...cleanEnvironment(), STEADYHAND_HOME: home, ...env },
        stdio: ['pipe', 'ignore', 'pipe'],
        detached: true,
      });
      child.stdin.on('error', () => {});
      const own = child;
      let ready;
      const polls = new Promise((resolve) => (ready = resolve));
      own.stderr.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
        if (chunk.includes('worker ready')) ready();
      });
      own.once('exit', () => {
        ready();
        if (stopping) return;
        onEnd?.(host);
        void host.start();
      });
      await polls;
    },
    async stop() {
      stopping = true;
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    devices: () => devicesOf(home),
    /** Processes that belong to a device of this host, whether a record tells of them or not. */
    drivers: () => processesNaming(join(home, 'devices')),
  };
  return host;
}

export function endProcesses(pids) {
  pids.forEach(kill);
}

/** The torture must not depend on what the person has configured. */
function cleanEnvironment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(STEADYHAND_|TEMPORAL_|OPENAI_|NODE_OPTIONS)/.test(name)));
}

function processesNaming(folder) {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.filter((id) => readLine(`/proc/${id}/cmdline`).includes(`${folder}/`)).map(Number);
}

function readLine(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
