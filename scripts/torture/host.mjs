// One host: a worker process with its own data folder, restarted as soon as it ends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { devicesOf, kill } from './victims.mjs';

const program = fileURLToPath(new URL('worker.mjs', import.meta.url));

const restartPauseMs = 300;

export function createHost({ home, folder, config, env }) {
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'steadyhand.config.json'), JSON.stringify(config));
  let child;
  let stopping = false;
  let text = '';
  const host = {
    home,
    get pid() {
      return child?.pid ?? -1;
    },
    said: () => text,
    /** Resolves with true when the worker polls, with false when it ended before that; either way it is restarted whenever it ends. */
    async start() {
      if (stopping) return false;
      text = text.slice(-20_000);
      // In its own process group: Ctrl-C reaches only the torture, which then ends everything in order.
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
        if (chunk.includes('worker ready')) ready(true);
      });
      own.once('exit', (_code, signal) => {
        ready(false);
        // A worker that exited by itself found no server, which is back in a moment.
        setTimeout(() => void (stopping || host.start()), signal === null ? restartPauseMs : 0);
      });
      return polls;
    },
    async stop() {
      stopping = true;
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    devices: () => devicesOf(home),
    /** Records of every device of this host, including half-opened ones. */
    deviceFolders: () => foldersIn(join(home, 'devices')),
    /** Processes that belong to a device of this host, recorded or not; those on a display name its folder. */
    drivers: () => [...processesWith('cmdline', join(home, 'devices')), ...processesWith('environ', `STEADYHAND_DISPLAY=${home}`)],
  };
  return host;
}

export function endProcesses(pids) {
  pids.forEach(kill);
}

/** The torture must not depend on the user's configuration. */
function cleanEnvironment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(STEADYHAND_|TEMPORAL_|OPENAI_|NODE_OPTIONS)/.test(name)));
}

function foldersIn(folder) {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  } catch {
    return []; // no worker was ever ready here
  }
}

function processesWith(what, folder) {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.filter((id) => readLine(`/proc/${id}/${what}`).includes(`${folder}/`)).map(Number);
}

function readLine(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
