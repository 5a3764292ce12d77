// The built command line as a person uses it: a process of its own, with a folder of its own, against the given server.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { temporalEnvironment } from './temporal-server.js';

const program = fileURLToPath(new URL('../../bin/steadyhand.mjs', import.meta.url));

export interface Ended {
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
  start(...args: readonly string[]): Started;
}

export function commandLine({
  address,
  folder,
  env = {},
}: {
  readonly address: string;
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
}): CommandLine {
  const environment = { ...temporalEnvironment(address), STEADYHAND_HOME: folder, NO_COLOR: '1', npm_command: '', ...env };
  function start(...args: readonly string[]): Started {
    const child = spawn(process.execPath, [program, ...args], { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const ended = once(child, 'close').then(([code]) => ({ code: Number(code), stdout, stderr }));
    return { process: child, stdout: () => stdout, stderr: () => stderr, ended };
  }
  return Object.assign((...args: readonly string[]) => start(...args).ended, { start });
}

/** Ends it and waits until it has ended. */
export async function endProcess({ process: child, ended }: Started, signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal);
  return ended;
}
