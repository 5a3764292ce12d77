import { surroundingsOf } from '../client/surroundings.js';
import type { CliContext } from './context.js';
import { explainError } from './errors.js';
import type { ExitCode } from './exit-codes.js';
import { printJson } from './output.js';

/**
 * Wraps the action of every command: its return value is the exit code, and any error becomes one line on stderr (with its stack under
 * STEADYHAND_DEBUG=1), or with `--json` one object on stdout.
 */
export function runCommand<A extends readonly unknown[]>(
  context: CliContext,
  action: (...args: A) => Promise<ExitCode | void>,
): (...args: A) => Promise<void> {
  return async (...args) => {
    try {
      context.exitCode = (await action(...args)) ?? context.exitCode;
    } catch (error) {
      context.exitCode = reportError(context, error, wantsJson(args));
    }
  };
}

/** With `--json` the error goes where the result would have gone: `{"error": {"code", "message"}}`. */
function reportError(context: CliContext, error: unknown, json: boolean): ExitCode {
  const { terminal, env } = context;
  const { code, text, exitCode } = explainError(error, surroundingsOf(context));
  if (json) printJson(terminal, { error: { code, message: text } });
  else terminal.warn(`${terminal.colors.red('error')} ${text}`);
  if (env['STEADYHAND_DEBUG'] && error instanceof Error) terminal.warn(error.stack ?? String(error));
  return exitCode;
}

/** Commander hands an action its arguments, then its options. */
function wantsJson(args: readonly unknown[]): boolean {
  return args.some((arg) => typeof arg === 'object' && arg !== null && 'json' in arg && arg.json === true);
}
