import { isRunId } from '../client/errors.js';
import type { CliContext } from './context.js';
import { printJson } from './output.js';
import { InvalidArgumentError } from 'commander';
import { isState } from '../client/procedures/calls.js';
import { errorContextOf } from '../client/context.js';
import { type ExitCode, explainError } from './errors.js';

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
  const { code, text, exitCode } = explainError(error, errorContextOf(context));
  if (json) printJson(terminal, { error: { code, message: text } });
  else terminal.warn(`${terminal.colors.red('error')} ${text}`);
  if (env['STEADYHAND_DEBUG'] && error instanceof Error) terminal.warn(error.stack ?? String(error));
  return exitCode;
}

/** Commander hands an action its arguments, then its options. */
function wantsJson(args: readonly unknown[]): boolean {
  return args.some((arg) => typeof arg === 'object' && arg !== null && 'json' in arg && arg.json === true);
}

// The run that a command is about, as its arguments and options read it.

type Reader<T> = (word: string, before: T) => T;

/** An id; also a file's name or a procedure's state, where the command takes those. Throws `InvalidArgumentError` for what can be none. */
export function runWord({ program }: Pick<CliContext, 'program'>): Reader<string> {
  return (word) => {
    if (isState(word) || isRunId(word)) return word;
    throw new InvalidArgumentError(`Give the id of a run: \`${program} list\` shows the runs.`);
  };
}

/** Of an argument that may be given several times. */
export function runWords(context: Pick<CliContext, 'program'>): Reader<readonly string[] | undefined> {
  const read = runWord(context);
  return (word, before) => [...(before ?? []), read(word, '')];
}
