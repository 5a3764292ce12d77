import { SteadyhandError } from '../domain/errors/errors.js';
import { type ClientErrorCode, type Surroundings, clientErrorOf } from '../client/errors.js';

/** Exit codes of all commands; `steadyhand --help` prints them. */
export const exitCodes = { done: 0, failed: 1, usage: 2, unreachable: 3, limit: 4, unread: 5, interrupted: 130 } as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export const exitCodesHelp = `Exit codes:
  0    done
  1    failed, or refused
  2    the command was not understood
  3    something is unreachable: the Temporal server, a worker, a browser
  4    the run reached a limit: steps, tokens, time or cost
  5    a flow has done all, but could not read its result: look before you run it again
  130  interrupted (143 by SIGTERM, 129 by SIGHUP)
With --json, an error is one object on stdout, {"error": {"code": "…", "message": "…"}}; the exit code is the same.`;

/** The code for a run's outcome (docs/design/contracts.md §3: completed, result-not-read, failed, error, cancelled, or the name of the limit). */
export function exitCodeOf(outcome: string): ExitCode {
  if (outcome === 'completed') return exitCodes.done;
  if (outcome === 'result-not-read') return exitCodes.unread;
  if (outcome === 'step-limit' || outcome.startsWith('budget-')) return exitCodes.limit;
  return exitCodes.failed;
}

// Every way a command can fail, as one line and an exit code.

/** A deliberate end of a command. The message names the value and the way out. */
export class CommandError extends SteadyhandError {
  override readonly name = 'CommandError';

  constructor(
    readonly code: 'usage' | 'refused' | 'interrupted',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const exitCodeByError: Readonly<Partial<Record<CommandError['code'] | ClientErrorCode | 'invalid-input', ExitCode>>> = {
  usage: exitCodes.usage,
  'invalid-input': exitCodes.usage,
  'server-unreachable': exitCodes.unreachable,
  'server-refused': exitCodes.unreachable,
  'no-worker': exitCodes.unreachable,
  'no-temporal-cli': exitCodes.unreachable,
  interrupted: exitCodes.interrupted,
};

interface Explanation {
  readonly code: string;
  readonly text: string;
  readonly exitCode: ExitCode;
}

/** What is shown for any error that a command throws. */
export function explainError(error: unknown, surroundings: Surroundings): Explanation {
  const { code, message } = clientErrorOf(error, surroundings);
  return { code, text: message.replace(/\s*\n\s*/g, ' ').trim(), exitCode: exitCodeOfError(code) };
}

function exitCodeOfError(code: string): ExitCode {
  if (code.startsWith('config')) return exitCodes.usage;
  return exitCodeByError[code as keyof typeof exitCodeByError] ?? exitCodes.failed;
}
