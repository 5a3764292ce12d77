// What a run sends to the host of its device: how it is scheduled, and what is known of an effect that was sent once (docs/at-most-once.md).
//
// send-1. On the host's own queue, for as long as the host lives (docs/design/device-session.md §3).
// send-2. Where the outcome of an effect is unknown, the journal is asked, and then the effect checks (effect-1 to effect-3 of domain/effect/effect-check.ts).
// send-3. Checks are read before each attempt. A reading that fails stops no action.
// send-4. Before an unchanged reading is believed, the screen is looked at: whatever was sent to it before has then arrived.
// send-5. A host that does not answer may still act: then unchanged means nothing.
import {
  ActivityCancellationType,
  type ActivityOptions,
  isCancellation,
  proxyActivities,
  workflowInfo,
  ApplicationFailure,
  executeChild,
  ParentClosePolicy,
  sleep,
} from '@temporalio/workflow';
import type { Timings } from '../../domain/run/resolve-settings.js';
import type { DeviceHandle } from '../../domain/device/device-spec.js';
import { fitBytes, summaryBytes } from '../../domain/text/fit-bytes.js';
import type { Activities } from '../../activities/index.js';
import { evidenceOf, summarizeVerdicts, whatToDo } from '../../domain/device/action-knowledge.js';
import type { Evidence } from '../../domain/device/perform-endings.js';
import type { ActionOutcome } from '../../domain/device/device-work.js';
import { describe, failureOf } from '../engine/activity-calls.js';
import { isPresent, type DeviceState } from './device-owner.js';
import {
  judgeEffect,
  settledVerdict,
  togetherJudged,
  valueAt,
  type DueCheck,
  type JudgedEffect,
  type Reading,
  type SettledVerdict,
} from '../../domain/effect/effect-check.js';
import { limitMs, limits } from '../../domain/run/limits.js';
import type { FlowResult } from '../flow/flow-result.js';

/** Activities on a device: their own few seconds and a grace; one `perform` lasts at most 30 s (docs/design/contracts.md §5). A node's `timeout_ms` may give longer. */
const lookTimeoutMs = 30_000;
const performTimeoutMs = 40_000;
/** The host waits for an action that is still running. */
const journalTimeoutMs = 35_000;

/** Lets the host itself report that the time is up. */
const graceMs = 1_000;

/** Options of a read-only activity: Temporal retries it while the host lives. `leftMs`: for all attempts. */
export function looking({ taskQueue }: DeviceHandle, { hostSilenceMs }: Timings, summary: string, leftMs?: number): ActivityOptions {
  return {
    taskQueue,
    startToCloseTimeout: Math.max(lookTimeoutMs, limitMs(limits.toolCall, leftMs ?? 0)),
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
    startToCloseTimeout: Math.max(performTimeoutMs, limitMs(limits.toolCall, leftMs ?? 0)),
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

interface Sending {
  readonly handle: DeviceHandle;
  readonly activityId: string;
  /** Number of its journalled actions. */
  readonly count: number;
  /** How often it was sent and certainly did not begin. */
  readonly neverBegan: number;
  /** ms that it may take; undefined: no longer than anything else. */
  readonly leftMs: () => number | undefined;
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
  { state, timings }: { readonly state: DeviceState; readonly timings: Timings },
  sending: Sending,
  run: () => Promise<R>,
): Promise<Sent<R>> {
  const none = { outcomes: [], refusal: { code: '', message: '' } };
  try {
    const result = await run();
    delete state.recoveries;
    return { ...none, result, evidence: isPresent(state, sending.handle) ? 'result' : 'result-of-old-epoch' };
  } catch (error) {
    const failure = failureOf(error);
    const evidence = evidenceOf(failure, sending.neverBegan);
    if (whatToDo(evidence).next !== 'ask-journal') return { ...none, evidence, error, refusal: refusalOf(error) };
    const why = failure.kind === 'application' ? { why: describe(error).message } : {};
    return { ...none, ...why, failed: evidence, ...(await askJournal(timings, sending)) };
  }
}

async function askJournal(
  timings: Timings,
  { handle, activityId, count, leftMs }: Sending,
): Promise<Pick<Sent<unknown>, 'evidence' | 'outcomes' | 'witness'>> {
  const mayTakeMs = leftMs() ?? 0;
  const { outcomeOf } = proxyActivities<Activities>({
    taskQueue: handle.taskQueue,
    scheduleToStartTimeout: timings.hostSilenceMs,
    startToCloseTimeout: Math.max(journalTimeoutMs, limitMs(limits.toolCall, mayTakeMs)),
    heartbeatTimeout: timings.performHeartbeatMs,
    scheduleToCloseTimeout: limitMs(limits.journal, timings.hostSilenceMs) + mayTakeMs,
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

interface CheckRead {
  readonly check: DueCheck;
  readonly before: Reading;
}

const pauseMs = 1_000;

/** send-3 */
export function readBefore(checks: readonly DueCheck[]): Promise<readonly CheckRead[]> {
  return Promise.all(checks.map(async (check) => ({ check, before: await read(check, 'before it is done') })));
}

/** What `sent` says, or what the checks know where it says nothing. `looked`: whether the screen could be looked at (send-4). */
export async function withReadings<R>(sent: Sent<R>, readings: readonly CheckRead[], looked: () => Promise<boolean>): Promise<Sent<R>> {
  if (whatToDo(sent.evidence).next !== 'accept-unknown') return sent;
  const mayCome = sent.evidence === 'host-unreachable' || readings.some(({ check }) => check.onlyDone);
  const isStill = !mayCome && (await looked());
  const { verdict, evidence } = await settled(readings);
  const found = foundBy[settledVerdict(verdict, isStill)];
  const witness = `the check ${evidence}`;
  const status = whatToDo(found).knowledge === 'ran' ? 'done' : 'unknown';
  return {
    ...sent,
    evidence: found,
    journal: sent.evidence,
    outcomes: sent.outcomes.map(() => ({ status, witness })),
    refusal: { code: 'not-done', message: `It surely was not done: ${witness}.` },
    witness,
  };
}

const foundBy: Readonly<Record<SettledVerdict, Evidence>> = {
  done: 'check-done',
  'not-done': 'check-not-done',
  'too-early': 'check-too-early',
  'changed-otherwise': 'check-changed-otherwise',
  'check-failed': 'check-failed',
};

/** Until one of them tells that it was done, or all have had the time that they need. */
async function settled(readings: readonly CheckRead[]): Promise<JudgedEffect> {
  const untilMs = Date.now() + Math.max(...readings.map(({ check }) => check.settleMs));
  for (;;) {
    const after = ({ check, before }: CheckRead) =>
      read(check, 'after its outcome was lost').then((now) => judgeEffect(check, before, now));
    const judged = togetherJudged(await Promise.all(readings.map(after)));
    const leftMs = untilMs - Date.now();
    if (judged.verdict === 'done' || leftMs <= 0 || readings.every(({ before }) => 'failed' in before)) return judged;
    await sleep(Math.min(pauseMs, leftMs), { summary: 'until the effect check can know' });
  }
}

async function read(check: DueCheck, when: string): Promise<Reading> {
  try {
    return await (check.flow ? readByFlow(check, check.flow, when) : readByActivity(check, when));
  } catch (error) {
    if (isCancellation(error)) throw error;
    return { failed: describe(error).message };
  }
}

async function readByActivity({ use, timeoutMs }: DueCheck, when: string): Promise<Reading> {
  const { readEffect } = proxyActivities<Activities>({
    startToCloseTimeout: limitMs(limits.effectCheck, timeoutMs),
    scheduleToCloseTimeout: limitMs(limits.effectChecks, timeoutMs),
    retry: { maximumAttempts: 3, initialInterval: '500 milliseconds' },
    summary: fitBytes(`effect check '${use.check}', ${when}`, summaryBytes),
  });
  return { value: await readEffect({ use, timeoutMs }) };
}

/** A flow that reads runs on a device of its own. */
async function readByFlow(
  { use, timeoutMs }: DueCheck,
  { document, device, value }: NonNullable<DueCheck['flow']>,
  when: string,
): Promise<Reading> {
  const { outcome, message, variables } = await executeChild<(input: unknown) => Promise<FlowResult>>('flow', {
    args: [{ flow: document, device, variables: use.with ?? {} }],
    workflowRunTimeout: timeoutMs,
    parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL,
    staticSummary: fitBytes(`effect check '${use.check}', ${when}, of ${workflowInfo().workflowId}`, summaryBytes),
  });
  if (outcome !== 'completed') throw ApplicationFailure.create({ message: `its flow ended with '${outcome}': ${message}` });
  const found = valueAt(variables, value);
  return found === undefined ? { failed: `its flow left no value '${value}'` } : { value: found };
}
