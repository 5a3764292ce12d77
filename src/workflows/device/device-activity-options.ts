// How a device's activities are scheduled: on its host's own queue, for as long as the host lives (docs/design/device-session.md §3).
import { ActivityCancellationType, type ActivityOptions } from '@temporalio/workflow';
import type { Timings } from '../../domain/run/resolve-settings.js';
import type { DeviceHandle } from '../../domain/device/device-spec.js';
import { fitBytes, summaryBytes } from '../../domain/text/fit-bytes.js';

/** An activity on a device: its own few seconds and a grace; one `perform` lasts at most 30 s (docs/design/contracts.md §5). */
const performTimeoutMs = 40_000;

/** Lets the host itself report that the time is up. */
const graceMs = 1_000;

/** Options of a read-only activity: Temporal retries it while the host lives. `leftMs`: for all attempts. */
export function looking({ taskQueue }: DeviceHandle, { hostSilenceMs }: Timings, summary: string, leftMs?: number): ActivityOptions {
  return {
    taskQueue,
    startToCloseTimeout: '30 seconds',
    scheduleToCloseTimeout: leftMs === undefined ? undefined : leftMs + graceMs,
    scheduleToStartTimeout: patienceMs(hostSilenceMs, leftMs),
    heartbeatTimeout: '10 seconds',
    retry: {
      maximumAttempts: 3,
      initialInterval: '200 milliseconds',
      nonRetryableErrorTypes: ['stale-epoch', 'device-gone', 'host-draining', 'connection-lost'],
    },
    summary,
  };
}

/**
 * Options of an activity that has an effect: sent once, and awaited even when the run is cancelled (docs/design/device-session.md §3). `leftMs`:
 * the time within which it has to start.
 */
export function atMostOnce(
  { taskQueue }: DeviceHandle,
  activityId: string,
  attempt: number,
  text: string,
  { hostSilenceMs, performHeartbeatMs }: Timings,
  leftMs?: number,
): ActivityOptions {
  return {
    activityId,
    taskQueue,
    startToCloseTimeout: performTimeoutMs,
    scheduleToStartTimeout: patienceMs(hostSilenceMs, leftMs),
    heartbeatTimeout: performHeartbeatMs,
    retry: { maximumAttempts: 1 },
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    summary: fitBytes(`${attempt > 0 ? `attempt ${attempt + 1}: ` : ''}${text}`, summaryBytes),
  };
}

function patienceMs(hostSilenceMs: number, leftMs: number | undefined): number {
  return leftMs === undefined ? hostSilenceMs : Math.max(1, Math.min(hostSilenceMs, leftMs));
}
