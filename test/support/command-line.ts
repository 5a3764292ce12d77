// The built command line as a person uses it, with its own folder, against the given server. `start` uses a new process; commands that run to their end share one.
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { temporalEnvironment } from './temporal-server.js';

const steadyhand = fileURLToPath(new URL('../../bin/steadyhand.mjs', import.meta.url));
const hostProgram = fileURLToPath(new URL('./command-host.mjs', import.meta.url));
/** These pass their standard streams on, or run until a signal. */
const needsProcess = new Set(['temporal', 'up', 'worker', 'mcp', 'doctor']);
const idleMs = 5_000;

export interface Ended {
  /** As a shell gives it: 128 + the signal's number when one ended it. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly process: ChildProcess;
  stdout(): string;
  stderr(): string;
  readonly ended: Promise<Ended>;
}

export interface CommandLine {
  /** Runs a command to its end. */
  (...args: readonly string[]): Promise<Ended>;
  /** Runs a command in its own process. */
  start(...args: readonly string[]): Started;
}

/** What a command prints that succeeds; any other end throws. */
export function printed(steadyhand: CommandLine): (...args: readonly string[]) => Promise<string> {
  return async (...args) => {
    const { code, stdout, stderr } = await steadyhand(...args);
    if (code !== 0) throw new Error(`\`${args.join(' ')}\` ended with ${code}: ${stderr}`);
    return stdout;
  };
}

interface Told extends Ended {
  readonly id: number;
}

export function commandLine({
  address,
  folder,
  env = {},
  program = steadyhand,
}: {
  readonly address: string;
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Another program than ours, for `start`. */
  readonly program?: string;
}): CommandLine {
  const environment = { ...temporalEnvironment(address), STEADYHAND_HOME: folder, NO_COLOR: '1', npm_command: '', ...env };
  const place = { cwd: folder, env: environment };
  function start(...args: readonly string[]): Started {
    const child = spawn(process.execPath, [program, ...args], { ...place, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const ended = once(child, 'close').then(([code, signal]: readonly unknown[]) => ({
      code: code === null ? 128 + constants.signals[signal as NodeJS.Signals] : Number(code),
      stdout,
      stderr,
    }));
    return { process: child, stdout: () => stdout, stderr: () => stderr, ended };
  }
  const run = sharedProcess(place);
  return Object.assign((...args: readonly string[]) => (needsProcess.has(args[0] ?? '') ? start(...args).ended : run(args)), { start });
}

/** Started by the first command; ends after a while without commands, and with this process. */
function sharedProcess({
  cwd,
  env,
}: {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}): (args: readonly string[]) => Promise<Ended> {
  const waiting = new Map<number, { readonly resolve: (ended: Ended) => void; readonly reject: (error: Error) => void }>();
  let host: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let numbered = 0;

  function open(): ChildProcess {
    const child = fork(hostProgram, {
      cwd,
      env: { ...env, STEADYHAND_TEST_PROGRAM: steadyhand },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('message', ({ id, ...ended }: Told) => {
      waiting.get(id)?.resolve(ended);
      waiting.delete(id);
      if (waiting.size === 0) idle = setTimeout(close, idleMs).unref();
    });
    child.once('exit', (code, signal) => {
      // A closed process has no waiting callers; a new one may have taken its place.
      if (host !== child) return;
      host = undefined;
      for (const { reject } of waiting.values()) reject(new Error(`the process of the commands ended (${code ?? signal})`));
      waiting.clear();
    });
    child.unref();
    child.channel?.unref();
    return child;
  }

  function close(): void {
    const child = host;
    host = undefined;
    if (child?.connected) child.disconnect();
  }

  return (args) => {
    clearTimeout(idle);
    const child = (host ??= open());
    const id = (numbered += 1);
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      child.send({ id, args });
    });
  };
}

/** Sends the signal and waits until the process has ended. */
export async function endProcess({ process: child, ended }: Started, signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal);
  return ended;
}
