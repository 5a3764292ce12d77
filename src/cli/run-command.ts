import type { CliContext } from './context.js';
import { explainError } from './errors.js';
import type { ExitCode } from './exit-codes.js';

/** Wraps the action of every command: its return value is the exit code, and any error becomes one line on stderr (with its stack under STEADYHAND_DEBUG=1). */
export function runCommand<A extends readonly unknown[]>(
  context: CliContext,
  action: (...args: A) => Promise<ExitCode | void>,
): (...args: A) => Promise<void> {
  return async (...args) => {
    try {
      context.exitCode = (await action(...args)) ?? context.exitCode;
    } catch (error) {
      context.exitCode = reportError(context, error);
    }
  };
}

export function reportError({ terminal, env, program, server }: CliContext, error: unknown): ExitCode {
  const { text, exitCode } = explainError(error, { address: addressOf(server), program });
  terminal.warn(`${terminal.colors.red('error')} ${text}`);
  if (env['STEADYHAND_DEBUG'] && error instanceof Error) terminal.warn(error.stack ?? String(error));
  return exitCode;
}

/** The error may be that the configuration cannot be read. */
function addressOf(server: CliContext['server']): string {
  try {
    return server().address;
  } catch {
    return 'the configured address';
  }
}
