// How a run ended, as the server reports it: a result, a failure that carries one, or an end from outside.
import { WorkflowFailedError, type WorkflowHandle } from '@temporalio/client';
import { ApplicationFailure, CancelledFailure, TerminatedFailure } from '@temporalio/common';
import { recordOf } from '../domain/checks/read-stored.js';

export interface RunEnd<R = Readonly<Record<string, unknown>>> {
  /** completed, failed, error, cancelled, terminated or the name of a limit (step-limit, budget-tokens, …). */
  readonly outcome: string;
  /** What the workflow returned, or failed with. */
  readonly result?: R;
  readonly message?: string;
}

/** Resolves when the run has ended, however it did. Throws only when that cannot be known. */
export async function runEnd(handle: Pick<WorkflowHandle, 'result'>): Promise<RunEnd> {
  try {
    const result = recordOf(await handle.result());
    const { outcome, message } = result ?? {};
    return {
      outcome: typeof outcome === 'string' ? outcome : 'completed',
      result,
      message: typeof message === 'string' && message !== '' ? message : undefined,
    };
  } catch (error) {
    if (!(error instanceof WorkflowFailedError)) throw error;
    return endOfFailure(error.cause);
  }
}

export function endOfFailure(cause: unknown): RunEnd {
  if (cause instanceof CancelledFailure) return { outcome: 'cancelled' };
  if (cause instanceof TerminatedFailure) return { outcome: 'terminated' };
  const result = cause instanceof ApplicationFailure ? recordOf(cause.details?.[0]) : undefined;
  return { outcome: 'error', result, message: cause instanceof Error ? cause.message : undefined };
}

/** What the models of a run have cost so far, US dollars. Each engine has its own field for it. */
export function costOf(result: Readonly<Record<string, unknown>> | undefined): number {
  const usage = recordOf(result?.['usage']);
  const cost = usage ? usage['costUsd'] : result?.['cost_usd'];
  return typeof cost === 'number' ? cost : 0;
}
