// Runs an activity function without a worker: heartbeats are kept, cancellation is up to the test.
import { asyncLocalStorage, CancelledFailure, Context, type Info } from '@temporalio/activity';
import { noopMetricMeter, type Logger } from '@temporalio/common';

export interface ActivityRun {
  readonly heartbeats: unknown[];
  run<T>(activity: () => Promise<T>): Promise<T>;
  cancel(): void;
}

export function activityContext({
  attempt = 1,
  heartbeatDetails,
  heartbeatTimeoutMs,
  workflowExecution,
}: {
  readonly workflowExecution?: Info['workflowExecution'];
  readonly attempt?: number;
  readonly heartbeatDetails?: unknown;
  readonly heartbeatTimeoutMs?: number;
} = {}): ActivityRun {
  const heartbeats: unknown[] = [];
  const controller = new AbortController();
  const cancelled = new Promise<never>((_, reject) => controller.signal.addEventListener('abort', () => reject(controller.signal.reason)));
  cancelled.catch(() => undefined);
  const info = {
    attempt,
    heartbeatDetails,
    heartbeatTimeoutMs,
    workflowExecution,
    activityId: '1',
    activityType: 'test',
  } as unknown as Info;
  const beat = (details?: unknown): void => void heartbeats.push(details);
  const context = new Context(info, cancelled, controller.signal, beat, undefined, silent, noopMetricMeter, {});
  return {
    heartbeats,
    run: (activity) => asyncLocalStorage.run(context, activity),
    cancel: () => controller.abort(new CancelledFailure('CANCELLED')),
  };
}

const nothing = (): void => undefined;
const silent: Logger = { log: nothing, trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };
