// Every way a command ends badly, as one line: what is wrong, and what to do about it.
import { ServiceError, WorkflowFailedError, WorkflowUpdateFailedError, WorkflowUpdateRPCTimeoutOrCancelledError } from '@temporalio/client';
import {
  QueryNotRegisteredError,
  QueryRejectedError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
} from '@temporalio/client';
import { SteadyhandError } from '../domain/errors.js';
import { type ExitCode, exitCodes } from './exit-codes.js';

/** A deliberate end of a command. The message names the value and the way out. */
export class CommandError extends SteadyhandError {
  override readonly name = 'CommandError';

  constructor(
    readonly code: 'usage' | 'refused' | 'not-reachable' | 'interrupted',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const exitCodeByError: Readonly<Record<CommandError['code'], ExitCode>> = {
  usage: exitCodes.usage,
  refused: exitCodes.failed,
  'not-reachable': exitCodes.unreachable,
  interrupted: exitCodes.interrupted,
};

export interface Explanation {
  readonly text: string;
  readonly exitCode: ExitCode;
}

/** `address` of the server that was asked; `program`: how this command line is called, for the commands that a text names. */
export interface Surroundings {
  readonly address: string;
  readonly program: string;
}

/** What a person is told about any error that reaches the end of a command. */
export function explainError(error: unknown, { address, program }: Surroundings): Explanation {
  if (error instanceof CommandError) return { text: oneLine(error.message), exitCode: exitCodeByError[error.code] };
  if (error instanceof WorkflowNotFoundError) {
    const hasEnded = /already completed/i.test(error.message);
    return failed(
      hasEnded
        ? `'${error.workflowId}' has already ended: \`${program} show ${error.workflowId}\` says how.`
        : unknownRun(error.workflowId, program),
    );
  }
  if (error instanceof WorkflowExecutionAlreadyStartedError) {
    return failed(
      `A run '${error.workflowId}' is already open: choose another --id, or look at it with \`${program} show ${error.workflowId}\`.`,
    );
  }
  if (error instanceof WorkflowUpdateFailedError || error instanceof WorkflowFailedError) return failed(deepestMessage(error));
  if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError) return unreachable(noAnswerFromWorker(program));
  if (error instanceof QueryNotRegisteredError || error instanceof QueryRejectedError) return failed(error.message);
  if (error instanceof SteadyhandError)
    return { text: oneLine(error.message), exitCode: isUsage(error.code) ? exitCodes.usage : exitCodes.failed };
  return explainService(error, { address, program }) ?? failed(error instanceof Error ? deepestMessage(error) : String(error));
}

/** What was given is wrong, and nothing was done. */
function isUsage(code: string): boolean {
  return code === 'invalid-input' || code.startsWith('config');
}

/** True for a connection that could not be made, or was lost. */
export function isUnreachable(error: unknown): boolean {
  const code = grpcCode(error);
  return (
    code === grpcStatus.unavailable || isDeadline(code) || /failed to connect|ECONNREFUSED|connect timeout/i.test(messages(error).join(' '))
  );
}

const grpcStatus = {
  cancelled: 1,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  permissionDenied: 7,
  failedPrecondition: 9,
  unavailable: 14,
  unauthenticated: 16,
} as const;

/**
 * A server whose clock is a moment ahead sees our deadline pass first, and says that the call was cancelled. Calls that we abort ourselves never come
 * here: who aborts a call drops its error.
 */
function isDeadline(code: number | undefined): boolean {
  return code === grpcStatus.deadlineExceeded || code === grpcStatus.cancelled;
}

function noAnswerFromWorker(program: string): string {
  return `The run did not answer: no worker is polling its queue. Start one with \`${program} up\` or \`${program} worker\`.`;
}

function explainService(error: unknown, { address, program }: Surroundings): Explanation | undefined {
  const code = grpcCode(error);
  const message = deepestMessage(error);
  if (/no poller|workflow worker|query.*(timed out|deadline)/i.test(message) || isQueryTimeout(error))
    return unreachable(noAnswerFromWorker(program));
  if (/workflow task in failed state|unexpected workflow task failure/i.test(message))
    return failed(
      'The run stands still: its workflow code fails on the worker, whose log says why. With a mended worker the run goes on by itself.',
    );
  if (code === grpcStatus.permissionDenied || code === grpcStatus.unauthenticated) {
    return unreachable(
      `The Temporal server at ${address} refuses this client (${message}): check TEMPORAL_API_KEY, TEMPORAL_TLS… and TEMPORAL_NAMESPACE.`,
    );
  }
  if (isUnreachable(error))
    return unreachable(`No Temporal server answers at ${address}: start one with \`${program} up\`, or set TEMPORAL_ADDRESS.`);
  if (code === grpcStatus.notFound && /namespace/i.test(message)) return unreachable(`${message} at ${address}: check TEMPORAL_NAMESPACE.`);
  if (code === grpcStatus.invalidArgument && /search attribute/i.test(message)) {
    return failed(
      `The server at ${address} does not know the search attribute SteadyhandState: run \`${program} temporal operator search-attribute create --name SteadyhandState --type Keyword\`.`,
    );
  }
  return undefined;
}

/** The server answered, the worker did not: a deadline on a query whose workflow has nobody to run it. */
function isQueryTimeout(error: unknown): boolean {
  return error instanceof ServiceError && /query/i.test(error.message) && isDeadline(grpcCode(error));
}

export function unknownRun(id: string, program: string): string {
  return `There is no run '${id}': \`${program} list\` shows the runs that exist.`;
}

function failed(text: string): Explanation {
  return { text: oneLine(text), exitCode: exitCodes.failed };
}

function unreachable(text: string): Explanation {
  return { text: oneLine(text), exitCode: exitCodes.unreachable };
}

function grpcCode(error: unknown): number | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'number') return current.code;
  }
  return undefined;
}

function messages(error: unknown): readonly string[] {
  const found: string[] = [];
  for (let current = error; current instanceof Error; current = current.cause)
    found.push('details' in current && typeof current.details === 'string' && current.details !== '' ? current.details : current.message);
  return found;
}

/** Wrappers say that something failed; the innermost cause says what. */
function deepestMessage(error: unknown): string {
  return messages(error).at(-1) ?? String(error);
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').trim();
}
