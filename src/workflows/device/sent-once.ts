// An effect that is sent to a device once, and what is known of it afterwards (docs/at-most-once.md).
import { isCancellation, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import { evidenceOf, summarizeVerdicts, whatToDo } from '../../domain/device/action-knowledge.js';
import type { Evidence } from '../../domain/device/evidence.js';
import type { DeviceHandle } from '../../domain/device/device-spec.js';
import type { ActionOutcome } from '../../domain/device/device-work.js';
import type { Timings } from '../../domain/run/resolve-settings.js';
import { describe, failureOf } from '../engine/activity-failure.js';
import { isPresent, type DeviceSide } from './device-presence.js';

interface Sending {
  readonly handle: DeviceHandle;
  readonly activityId: string;
  /** Number of its journalled actions. */
  readonly count: number;
  /** How often it was sent and certainly did not begin. */
  readonly neverBegan: number;
}

export interface Sent<R> {
  readonly evidence: Evidence;
  readonly result?: R;
  /** How the activity failed, when `evidence` comes from the journal. */
  readonly failed?: Evidence;
  /** What the journal said, when `evidence` comes from an effect check. */
  readonly journal?: Evidence;
  /** What a witness found. */
  readonly witness?: string;
  readonly outcomes: readonly ActionOutcome[];
  readonly why?: string;
  readonly refusal: { readonly code: string; readonly message: string };
  readonly error?: unknown;
}

/** Sends it once; when the outcome is unknown, asks the journal. */
export async function sendOnce<R>(
  { state, timings }: DeviceSide,
  { handle, activityId, count, neverBegan }: Sending,
  run: () => Promise<R>,
): Promise<Sent<R>> {
  const none = { outcomes: [], refusal: { code: '', message: '' } };
  try {
    const result = await run();
    delete state.recoveries;
    return { ...none, result, evidence: isPresent(state, handle) ? 'result' : 'result-of-old-epoch' };
  } catch (error) {
    const failure = failureOf(error);
    const evidence = evidenceOf(failure, neverBegan);
    if (whatToDo(evidence).next !== 'ask-journal') return { ...none, evidence, error, refusal: refusalOf(error) };
    const why = failure.kind === 'application' ? { why: describe(error).message } : {};
    return { ...none, ...why, failed: evidence, ...(await askJournal(timings, handle, activityId, count)) };
  }
}

async function askJournal(
  timings: Timings,
  handle: DeviceHandle,
  activityId: string,
  count: number,
): Promise<Pick<Sent<unknown>, 'evidence' | 'outcomes' | 'witness'>> {
  const { outcomeOf } = proxyActivities<Activities>({
    taskQueue: handle.taskQueue,
    // The host waits for a `perform` that is still running.
    scheduleToStartTimeout: timings.hostSilenceMs,
    startToCloseTimeout: '35 seconds',
    heartbeatTimeout: timings.performHeartbeatMs,
    scheduleToCloseTimeout: '2 minutes',
    retry: { initialInterval: '500 milliseconds', backoffCoefficient: 1 },
    summary: `ask the journal of host ${handle.hostId} what became of ${activityId}, epoch ${handle.epoch}`,
  });
  const key = `${workflowInfo().runId}:${activityId}`;
  try {
    return summarizeVerdicts(await outcomeOf({ deviceId: handle.deviceId, epoch: handle.epoch, key, count }));
  } catch (error) {
    if (isCancellation(error)) throw error;
    return { evidence: 'host-unreachable', outcomes: Array.from({ length: count }, () => ({ status: 'unknown' })) };
  }
}

function refusalOf(error: unknown): { readonly code: string; readonly message: string } {
  const { type, message } = describe(error);
  return { code: type, message };
}
