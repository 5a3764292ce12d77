// A process that is killed and restarted. It never outlives this one: it exits when its standard input ends.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** @returns {{ pid: number, ready: Promise<void>, ended: Promise<{ signal: string | null, lines: readonly string[], said: string }>, end: () => Promise<unknown> }} */
export function startChild({ program, args, env = {} }) {
  // In its own process group: Ctrl-C reaches only the parent, which then ends everything in order.
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...cleanEnvironment(), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  const lines = [];
  let said = '';
  child.stdin.on('error', () => {});
  child.stderr.setEncoding('utf8').on('data', (chunk) => (said = (said + chunk).slice(-5_000)));
  const ended = new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal, lines, said })));
  const ready = new Promise((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line === 'ready') resolve();
      else lines.push(line);
    });
    void ended.then(resolve);
  });
  return {
    pid: child.pid,
    ready,
    ended,
    end() {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

/** For the child's side. */
export function endWithParent() {
  process.stdin.resume().on('end', () => process.exit(1));
  process.stdin.unref();
}

function cleanEnvironment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(TEMPORAL_|LANG(CHAIN|SMITH|GRAPH)_|NODE_OPTIONS)/.test(name)),
  );
}
