// Programs that commands run in the foreground: the worker, the Temporal CLI.
import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';

/** Exit code as a shell gives it: 128 + the signal's number when one ended the program. */
export function exitOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

/**
 * Runs a program on this terminal to its end. A signal sent to this process is passed on; Ctrl-C reaches the program by itself, from the terminal.
 * `channel`: the program, one of ours, sees this process end, even by SIGKILL.
 */
export async function runInForeground(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { channel = false }: { readonly channel?: boolean } = {},
): Promise<number> {
  const child = spawn(command, args, { stdio: ['inherit', 'inherit', 'inherit', ...(channel ? (['ipc'] as const) : [])], env });
  const passOn = (signal: NodeJS.Signals): void => void child.kill(signal);
  const ignore = (): void => undefined;
  process.on('SIGTERM', passOn).on('SIGHUP', passOn).on('SIGINT', ignore);
  try {
    return await exitOf(child);
  } finally {
    process.off('SIGTERM', passOn).off('SIGHUP', passOn).off('SIGINT', ignore);
  }
}
