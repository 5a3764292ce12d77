// Asks the model one question inside an activity: heartbeats while it thinks, stops when the activity is cancelled, asks once more when a status is
// not an allowed one (docs/design/agent.md R6), and turns errors into failures that Temporal retries or does not.
//
// asking-1. The usage of failed attempts is not lost: their last heartbeat carries it on, and the answer's usage is the sum. An answer that
//     comes at once costs no heartbeat: each is a write on the server. What a worker had used when it was killed during a call is unknown either way.
// asking-2. A failure's details hold the usage so far: `[{usage}]`.
// asking-3. Temporal retries until a question has failed five times. An attempt that a worker took and never answered is not counted: the last
//     heartbeat says how many have failed.
// asking-4. Where the server says that it is to be asked again only after a while, the activity ends with the time: `[{usage, again}]`; and so it does where the
//     server has been away five times, `[{usage, again, isAway}]`. The workflow waits (workflows/engine/ask-models.ts).
import { defined } from '../../domain/collections.js';
import { ApplicationFailure, Context } from '@temporalio/activity';
import { unknownStatus } from '../../domain/agent/decision.js';
import { addUsage, noUsage, type Usage } from '../../domain/budget/usage.js';
import { beatMs } from '../../domain/run/limits.js';
import { SteadyhandError } from '../../domain/errors/errors.js';
import { ModelError, type Model, type ModelReply, type ModelRequest } from '../../ports/model.js';
import { RecordsError } from '../../ports/run-records.js';

const mostFailures = 5;
/** ms: what is sooner, Temporal waits for. */
const waitedHereMs = 10_000;
/** ms: how long a server is left alone that was away each time. */
const awayMs = 60_000;

/** What the attempts before this one used, and how many failed; carried by heartbeats. */
interface Before {
  readonly usage: Usage;
  readonly failures: number;
}

export interface Question<T> extends Omit<ModelRequest<T>, 'signal'> {
  /** Status words that a reply may hold, and where it holds some. */
  readonly statuses?: { readonly allowed: readonly string[]; in(value: T): readonly string[] };
}

/** The model answered with an unknown status, twice. */
export class InvalidStatusError extends SteadyhandError {
  readonly code = 'invalid-status';
  override readonly name = 'InvalidStatusError';

  constructor(
    readonly status: string,
    allowed: readonly string[],
    readonly usage: Usage,
  ) {
    super(`The model answered with the status '${status}', even after being told which ones there are: ${allowed.join(', ')}.`);
  }
}

export function askModel<T>(model: Model, question: Question<T>): Promise<ModelReply<T>> {
  return askCounted((signal) => askWithStatus(model, question, signal));
}

/** asking-1 to asking-3, whatever is asked. */
export async function askCounted<R extends { readonly usage: Usage }>(ask: (signal: AbortSignal) => Promise<R>): Promise<R> {
  const context = Context.current();
  const before = whatWasBefore(context.info.heartbeatDetails);
  const beating = setInterval(() => context.heartbeat(before), beatMs(context.info.heartbeatTimeoutMs));
  try {
    const reply = await ask(context.cancellationSignal);
    return { ...reply, usage: addUsage(before.usage, reply.usage) };
  } catch (error) {
    context.cancellationSignal.throwIfAborted();
    const usage = addUsage(before.usage, usageOf(error));
    const failures = before.failures + 1;
    context.heartbeat({ usage, failures } satisfies Before);
    const isLast = failures >= mostFailures;
    const failure = asFailure(error, usage, isLast);
    throw !isLast || (failure instanceof ApplicationFailure && failure.nonRetryable)
      ? failure
      : ApplicationFailure.fromError(failure, { nonRetryable: true, details: [{ usage }] });
  } finally {
    clearInterval(beating);
  }
}

/** One question, and once more where the status of its answer is none. */
export async function askWithStatus<T>(model: Model, { statuses, ...request }: Question<T>, signal: AbortSignal): Promise<ModelReply<T>> {
  const first = await model.complete({ ...request, signal });
  const wrong = statuses && unknownStatus(statuses.in(first.value), statuses.allowed);
  if (!statuses || wrong === undefined) return first;
  const text = `Status "${wrong}" does not exist. It is exactly one of: ${statuses.allowed.join(', ')}. Answer again, whole, with one of them.`;
  const messages = [
    ...request.messages,
    { role: 'assistant', text: JSON.stringify(first.value) } as const,
    { role: 'user', text } as const,
  ];
  const second = await model.complete({ ...request, messages, signal }).catch((error: unknown) => {
    throw withUsageBefore(error, first.usage);
  });
  const usage = addUsage(first.usage, second.usage);
  const wrongAgain = unknownStatus(statuses.in(second.value), statuses.allowed);
  if (wrongAgain !== undefined) throw new InvalidStatusError(wrongAgain, statuses.allowed, usage);
  return {
    ...second,
    usage,
    warnings: [...first.warnings, ...second.warnings, `The first answer had the status "${wrong}", which does not exist.`],
  };
}

function withUsageBefore(error: unknown, usage: Usage): unknown {
  if (!(error instanceof ModelError)) return error;
  return new ModelError(error.code, error.message, { ...error.options, usage: addUsage(usage, usageOf(error)) });
}

/** Errors with a code of ours become a failure of that type; others stay as they are, and are retried, as is a full disk, which may have room again. */
export function asFailure(error: unknown, usage: Usage, isLast: boolean = false): unknown {
  if (!(error instanceof SteadyhandError)) return error;
  const { retryable, isAway, retryAfterMs } = optionsOf(error);
  const dictatedMs = retryAfterMs !== undefined && retryAfterMs > waitedHereMs ? retryAfterMs : undefined;
  const laterMs = retryable ? (dictatedMs ?? (isAway && isLast ? awayMs : undefined)) : undefined;
  return ApplicationFailure.create({
    message: error.message,
    type: error.code,
    nonRetryable: !retryable || laterMs !== undefined,
    details: [
      laterMs === undefined ? { usage } : { usage, again: new Date(Date.now() + laterMs).toISOString(), isAway: dictatedMs === undefined },
    ],
    nextRetryDelay: laterMs === undefined ? retryAfterMs : undefined,
    cause: error,
  });
}

function optionsOf(error: SteadyhandError): Pick<ModelError['options'], 'retryable' | 'isAway' | 'retryAfterMs'> {
  return error instanceof ModelError ? error.options : { retryable: error instanceof RecordsError };
}

function usageOf(error: unknown): Usage {
  if (error instanceof ModelError) return error.options.usage ?? noUsage;
  return error instanceof InvalidStatusError ? error.usage : noUsage;
}

function whatWasBefore(details: unknown): Before {
  const { usage, failures = 0 } = typeof details === 'object' && details !== null ? (details as Partial<Before>) : {};
  return { usage: { ...noUsage, ...defined(usage) }, failures };
}
