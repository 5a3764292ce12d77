import { WorkflowNotFoundError } from '@temporalio/client';
import type { ClientContext } from './context.js';
import { isUnreachable } from './errors.js';
import { readReset, type Reset } from './reset.js';
import { isPolicyEntry, isStepEntry, type PolicyEntry, type StepEntry } from '../domain/run/entry.js';
import { stepsOf, type Step } from './steps.js';

export interface RecordedSteps {
  readonly steps: readonly Step[];
  /** What they were made of, and what a reset took back. */
  readonly records: readonly StepEntry[];
  /** Of the configuration, from one execution to the next. */
  readonly changes: readonly PolicyEntry[];
}

/**
 * Reads the steps of a run as it is now: without what a reset took back, also before the run has decided anything again. Without a server, or when it
 * has forgotten the run, by the records alone. `execution`: its current run id, where the caller knows it; a reset is asked for once for each.
 */
export function createStepReader(
  { records, client }: Pick<ClientContext, 'records' | 'client'>,
  run: string,
): (execution?: string) => Promise<RecordedSteps> {
  let known: { readonly execution: string; readonly reset: Reset | undefined } | undefined;
  const resetOf = async (execution: string | undefined): Promise<Reset | undefined> => {
    if (known && known.execution === execution) return known.reset;
    const reset = await client()
      .then((connected) => readReset(connected, run))
      .catch((error: unknown) => {
        if (!(error instanceof WorkflowNotFoundError || isUnreachable(error))) throw error;
        return undefined;
      });
    if (execution !== undefined) known = { execution, reset };
    return reset;
  };
  return async (execution) => {
    const entries = await records().read(run);
    const found = entries.filter(isStepEntry);
    return {
      records: found,
      changes: entries.filter(isPolicyEntry),
      steps: stepsOf(found, found.length > 0 ? await resetOf(execution) : undefined),
    };
  };
}
