// Errors between a program and its runs, as one class with a code: whatever the Temporal client throws is translated here, once.
import {
  QueryNotRegisteredError,
  QueryRejectedError,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  ServiceError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowFailedError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { NamespaceNotFoundError } from '@temporalio/common';
import { SteadyhandError } from '../domain/errors/errors.js';
import { shellQuote } from './text.js';
import { InputError } from '../domain/errors/input-error.js';
import { isBlank } from '../domain/text/blank.js';

export type ClientErrorCode =
  /** No Temporal server answers at the address. */
  | 'server-unreachable'
  /** The server refuses this client, or lacks the namespace. */
  | 'server-refused'
  /** The server answers, but no worker does. */
  | 'no-worker'
  /** A worker answers, and the run's workflow code fails on it. */
  | 'stands-still'
  /** The Temporal CLI is needed and cannot be found. */
  | 'no-temporal-cli'
  | 'run-not-found'
  | 'run-exists'
  | 'run-ended'
  | 'schedule-not-found'
  | 'schedule-exists'
  /** The library has no such flow, or not in that version. */
  | 'flow-not-found'
  /** The run asks nothing, or something of another kind. */
  | 'not-asked'
  /** Nobody has taken over the run, or it has not stopped yet. */
  | 'not-held'
  /** The run, or its worker, refused what it was asked. */
  | 'refused'
  | 'failed';

/** The message is one sentence that names the value and the fix. */
export class ClientError extends SteadyhandError {
  override readonly name = 'ClientError';

  constructor(
    readonly code: ClientErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message.replace(/\s*\n\s*/g, ' ').trim(), options);
  }
}

/** `program`: how the command line is called here, for the commands that a message names. */
export interface Surroundings {
  /** Of the server that was asked. */
  readonly address: string;
  /** As in `TemporalTarget`. */
  readonly isConfigured: boolean;
  readonly program: string;
}

/** Errors of our own pass; any other becomes a `ClientError`. */
export function clientErrorOf(error: unknown, surroundings: Surroundings): SteadyhandError {
  if (error instanceof SteadyhandError) return error;
  const { code, message } = ofRun(error, surroundings) ??
    ofSchedule(error, surroundings) ??
    ofService(error, surroundings) ?? { code: 'failed', message: deepestMessage(error) };
  return new ClientError(code, message, { cause: error });
}

interface Told {
  readonly code: ClientErrorCode;
  readonly message: string;
}

function ofRun(error: unknown, { program }: Surroundings): Told | undefined {
  if (error instanceof WorkflowNotFoundError) {
    const { workflowId: id } = error;
    return /already completed/i.test(error.message)
      ? { code: 'run-ended', message: `'${id}' has already ended: \`${program} show ${shellQuote(id)}\` says how.` }
      : { code: 'run-not-found', message: unknownRun(id, program) };
  }
  if (error instanceof WorkflowExecutionAlreadyStartedError) {
    const { workflowId: id } = error;
    return {
      code: 'run-exists',
      message: `A run '${id}' is already open: choose another id, or look at it with \`${program} show ${shellQuote(id)}\`.`,
    };
  }
  if (error instanceof WorkflowUpdateFailedError || error instanceof WorkflowFailedError)
    return { code: 'refused', message: deepestMessage(error) };
  if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError) return noWorker(program);
  if (error instanceof QueryNotRegisteredError)
    return { code: 'refused', message: 'This workflow has no answer to that: it is no run, or a run of another kind.' };
  if (error instanceof QueryRejectedError) return { code: 'refused', message: error.message };
  return undefined;
}

function ofSchedule(error: unknown, { program }: Surroundings): Told | undefined {
  if (error instanceof ScheduleNotFoundError)
    return {
      code: 'schedule-not-found',
      message: `There is no schedule '${error.scheduleId}': \`${program} schedule list\` shows the schedules that exist.`,
    };
  if (error instanceof ScheduleAlreadyRunning)
    return {
      code: 'schedule-exists',
      message: `There is a schedule '${error.scheduleId}' already: choose another id, or remove it with \`${program} schedule delete ${shellQuote(error.scheduleId)}\`.`,
    };
  return undefined;
}

function ofService(error: unknown, surroundings: Surroundings): Told | undefined {
  const { address, program } = surroundings;
  const code = grpcCode(error);
  const message = deepestMessage(error);
  if (/no poller|workflow worker|query.*(timed out|deadline)/i.test(message) || isQueryTimeout(error)) return noWorker(program);
  if (/workflow task in failed state|unexpected workflow task failure/i.test(message))
    return { code: 'stands-still', message: standstillText };
  if (code === grpcStatus.permissionDenied || code === grpcStatus.unauthenticated)
    return {
      code: 'server-refused',
      message: `The Temporal server at ${address} refuses this client (${message}): check TEMPORAL_API_KEY, TEMPORAL_TLS… and TEMPORAL_NAMESPACE.`,
    };
  if (isUnreachable(error)) return { code: 'server-unreachable', message: noServer(surroundings) };
  const namespace = unknownNamespace(error);
  if (namespace !== undefined)
    return {
      code: 'server-refused',
      message: `The Temporal server at ${address} has no namespace '${namespace}': correct TEMPORAL_NAMESPACE, or create it with \`${program} temporal operator namespace create --namespace ${shellQuote(namespace)}\`.`,
    };
  if (code === grpcStatus.invalidArgument && /search attribute/i.test(message))
    return {
      code: 'failed',
      message: `The server at ${address} does not know the search attribute SteadyhandState: run \`${program} temporal operator search-attribute create --name SteadyhandState --type Keyword\`.`,
    };
  return undefined;
}

export const standstillText =
  'The run stands still: its workflow code fails on the worker, whose log says why. Once the worker is fixed, the run goes on by itself.';

/** A query or an Update to which nobody has answered in time. */
export function isUnanswered(error: unknown): boolean {
  return codeOf(error) === 'no-worker';
}

/** The server refuses a query because the run's workflow tasks have failed too often. */
export function saysStandstill(error: unknown): boolean {
  return codeOf(error) === 'stands-still';
}

function codeOf(error: unknown): string {
  return clientErrorOf(error, { address: '', isConfigured: false, program: '' }).code;
}

function noWorker(program: string): Told {
  return {
    code: 'no-worker',
    message: `The run did not answer: no worker is polling its queue. Start one with \`${program} up\` or \`${program} worker\`.`,
  };
}

export function noServer(surroundings: Surroundings): string {
  const { address, isConfigured } = surroundings;
  return `No Temporal server answers at ${address}${isConfigured ? ', which is configured' : ''}: ${waysToServer(surroundings)}.`;
}

/** What to do where none answers. `up` starts none beside a configured one. */
export function waysToServer({ isConfigured, program }: Omit<Surroundings, 'address'>): string {
  return isConfigured
    ? `start that one, correct TEMPORAL_ADDRESS, or unset it to have one started here by \`${program} up\``
    : `start one with \`${program} up\`, or set TEMPORAL_ADDRESS`;
}

export function unknownRun(id: string, program: string): string {
  return `There is no run '${id}': \`${program} list\` shows the runs that exist.`;
}

/** The server itself cannot be reached; what is in its folder may still be read. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof ClientError) return error.code === 'server-unreachable';
  const code = grpcCode(error);
  return (
    code === grpcStatus.unavailable ||
    isDeadline(code) ||
    /failed to connect|ECONNREFUSED|connect timeout|tonic::transport/i.test(messages(error).join(' '))
  );
}

const grpcStatus = {
  cancelled: 1,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  permissionDenied: 7,
  unavailable: 14,
  unauthenticated: 16,
} as const;

/**
 * A server whose clock is a moment ahead sees our deadline pass first, and says that the call was cancelled. Calls that we abort ourselves never get
 * here: whoever aborts a call drops its error.
 */
function isDeadline(code: number | undefined): boolean {
  return code === grpcStatus.deadlineExceeded || code === grpcStatus.cancelled;
}

/** The server answered, but no worker did: a query's deadline when no worker runs its workflow. */
function isQueryTimeout(error: unknown): boolean {
  return error instanceof ServiceError && /query/i.test(error.message) && isDeadline(grpcCode(error));
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

/** The namespace that the server does not have. The SDK translates that for some of its calls alone. */
export function unknownNamespace(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause)
    if (current instanceof NamespaceNotFoundError) return current.namespace;
  return grpcCode(error) === grpcStatus.notFound ? /^Namespace (\S+) is not found\.?$/.exec(deepestMessage(error))?.[1] : undefined;
}

/** Wrappers say that something failed; the innermost cause says what. */
function deepestMessage(error: unknown): string {
  return messages(error).at(-1) ?? String(error);
}

// What can be the id of a run at all: asked before the server is, which says so in words of its own.

/** Bytes; Temporal's limit, unless the server has another. */
const longest = 1_000;
/** A run's agents and devices append names of their own. */
const longestOfNew = 900;

export function isRunId(id: string): boolean {
  return !isBlank(id) && Buffer.byteLength(id) <= longest;
}

/** Throws `InputError`. */
export function requireRunId(id: string, program: string): void {
  if (!isRunId(id)) throw new InputError('id', id, `that of a run, at most ${longest} bytes; \`${program} list\` shows the runs`);
}

/** For a run that is to be started. `.` and `..` can be in no address: whoever reads one folds them. Throws `InputError`. */
export function requireNewRunId(id: string): void {
  if (isBlank(id) || Buffer.byteLength(id) > longestOfNew || /^\.{1,2}$/.test(id))
    throw new InputError('id', id, `a name of at most ${longestOfNew} bytes other than . and .., or none for one that is made`);
}
