// Every way a command can fail, as one line and an exit code.
import { clientErrorOf, type ClientErrorCode, type Surroundings } from '../client/errors.js';
import { SteadyhandError } from '../domain/errors/errors.js';
import { type ExitCode, exitCodes } from './exit-codes.js';

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

export interface Explanation {
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
