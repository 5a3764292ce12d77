// How a run ended, read from what the server says: a result, a failure that carries one, or an end from outside.
import { type WorkflowHandle, WorkflowFailedError } from '@temporalio/client';
import { ApplicationFailure, CancelledFailure, TerminatedFailure } from '@temporalio/common';

export interface RunEnd {
  /** completed, failed, error, cancelled, terminated or the name of a limit. */
  readonly outcome: string;
  /** What `hostAgent` returned, or failed with. */
  readonly result?: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** Resolves when the run has ended, however it did. Throws only when that cannot be known. */
export async function runEnd(handle: Pick<WorkflowHandle, 'result'>): Promise<RunEnd> {
  try {
    const result: unknown = await handle.result();
    return isRecord(result) && typeof result['outcome'] === 'string' ? { outcome: result['outcome'], result } : { outcome: 'completed' };
  } catch (error) {
    if (!(error instanceof WorkflowFailedError)) throw error;
    return endOfFailure(error.cause);
  }
}

export function endOfFailure(cause: unknown): RunEnd {
  if (cause instanceof CancelledFailure) return { outcome: 'cancelled' };
  if (cause instanceof TerminatedFailure) return { outcome: 'terminated' };
  const result: unknown = cause instanceof ApplicationFailure ? cause.details?.[0] : undefined;
  return { outcome: 'error', ...(isRecord(result) ? { result } : {}), ...(cause instanceof Error ? { message: cause.message } : {}) };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
