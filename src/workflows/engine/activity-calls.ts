// How workflows call activities of any worker, and what their failures say, in the domain's words.
import { ActivityFailure, ApplicationFailure, CancelledFailure, isCancellation, TimeoutFailure } from '@temporalio/workflow';
import { InputError } from '../../domain/errors/input-error.js';
import { noUsage, type Usage } from '../../domain/budget/usage.js';
import type { PerformFailure } from '../../domain/device/action-knowledge.js';

/** Parses a workflow's input. What is wrong with it fails the run, in one sentence. */
export function parsed<T>(parse: (input: unknown) => T, input: unknown): T {
  try {
    return parse(input);
  } catch (error) {
    if (error instanceof InputError) throw ApplicationFailure.create({ message: error.message, type: error.code, nonRetryable: true });
    throw error;
  }
}

/** For `catch`: the activity's own failure, not one about an activity. */
export function refused(error: unknown): never {
  throw error instanceof ActivityFailure && error.cause instanceof ApplicationFailure ? error.cause : error;
}

export function failureOf(error: unknown): PerformFailure {
  if (isCancellation(error)) return { kind: 'cancelled' };
  const cause = error instanceof ActivityFailure ? error.cause : undefined;
  if (cause instanceof TimeoutFailure) return { kind: 'timeout', timeoutType: cause.timeoutType ?? 'UNKNOWN' };
  if (cause instanceof ApplicationFailure) return { kind: 'application', type: cause.type ?? '' };
  if (cause instanceof CancelledFailure) return { kind: 'cancelled' };
  if (error instanceof ActivityFailure) return { kind: 'other' };
  throw error; // not an activity's failure: a bug, or the workflow's own end
}

/** The host or its device went away; the interface itself may be fine. */
export function isAboutTheHost(failure: PerformFailure): boolean {
  if (failure.kind === 'cancelled') return false;
  return (
    failure.kind !== 'application' ||
    ['stale-epoch', 'device-gone', 'host-draining', 'connection-lost', 'lease-lost', 'WorkerShutdown'].includes(failure.type)
  );
}

/** Whether the time for all attempts has run out, or the next attempt would not have fitted. */
export function ranOutOfTime(error: unknown): boolean {
  if (!(error instanceof ActivityFailure)) return false;
  return error.retryState === 'TIMEOUT' || (error.cause instanceof TimeoutFailure && error.cause.timeoutType === 'SCHEDULE_TO_CLOSE');
}

export function describe(error: unknown): { readonly type: string; readonly message: string } {
  if (isCancellation(error)) throw error;
  const cause = error instanceof ActivityFailure ? error.cause : error;
  if (cause instanceof ApplicationFailure) return { type: cause.type ?? 'failed', message: cause.message };
  if (cause instanceof TimeoutFailure) return { type: 'timeout', message: `${cause.timeoutType}: ${cause.message}` };
  return { type: 'failed', message: cause instanceof Error ? cause.message : String(cause) };
}

/** What failed model calls cost, carried by their failure, or by the last heartbeat of what did not end. */
export function usageOf(error: unknown): Usage {
  const cause = error instanceof ActivityFailure ? error.cause : undefined;
  const told: unknown =
    cause instanceof ApplicationFailure ? cause.details?.[0] : cause instanceof TimeoutFailure ? cause.lastHeartbeatDetails : undefined;
  return typeof told === 'object' && told !== null && 'usage' in told ? (told.usage as Usage) : noUsage;
}
