// What runs add to the worker's metrics. The SDK skips them on replay, so each is counted once, however often a history is replayed; a workflow
// task that fails counts again what it does again.
import { ApplicationFailure, isCancellation, metricMeter, TemporalFailure, workflowInfo } from '@temporalio/workflow';
import type { InputError } from '../../domain/errors/input-error.js';
import { tellRun } from './trace.js';
import { engineOfType, metrics, usedBetween, type EngineName, type Measured, type Tally } from '../../domain/telemetry/metrics.js';

export function measure({ name, value, labels }: Measured): void {
  const { type, help, ...metric } = metrics[name];
  const unit = 'unit' in metric ? metric.unit : undefined;
  switch (type) {
    case 'counter':
      return metricMeter.createCounter(name, unit, help).add(value, labels);
    case 'histogram':
      return metricMeter.createHistogram(name, 'float', unit, help).record(value, labels);
    case 'gauge':
      return metricMeter.createGauge(name, 'int', unit, help).set(value, labels);
  }
}

export function engineHere(): EngineName {
  return engineOfType(workflowInfo().workflowType);
}

export function measureUse(engine: EngineName, before: Tally, after: Tally): void {
  usedBetween(engine, before, after).forEach(measure);
}

/** A run, from its beginning to its end, over all executions of its chain. */
export async function countRun<T extends { readonly outcome: string } | { readonly stop_reason: string }>(
  run: () => Promise<T>,
): Promise<T> {
  const engine = engineHere();
  const ended = (outcome: string): void => {
    measure({ name: 'steadyhand_runs_ended_total', value: 1, labels: { engine, outcome } });
    // An explorer's span comes from its events.
    if (engine !== 'explorer') tellRun(outcome);
  };
  if (workflowInfo().continuedFromExecutionRunId === undefined)
    measure({ name: 'steadyhand_runs_started_total', value: 1, labels: { engine } });
  try {
    const result = await run();
    ended('outcome' in result ? result.outcome : result.stop_reason);
    return result;
  } catch (error) {
    // Any other error fails the workflow task only, or goes on in another part: the run goes on (drive-4).
    if (error instanceof TemporalFailure) ended(outcomeOf(error));
    throw error;
  }
}

/** A run that failed has its result in its failure. */
export function outcomeOf(error: TemporalFailure): string {
  if (isCancellation(error)) return 'cancelled';
  if (!(error instanceof ApplicationFailure)) return 'failed';
  if (error.type === ('invalid-input' satisfies InputError['code'])) return 'refused';
  const result: unknown = error.details?.[0];
  const isResult = typeof result === 'object' && result !== null && 'outcome' in result && typeof result.outcome === 'string';
  return isResult ? String(result.outcome) : 'failed';
}
