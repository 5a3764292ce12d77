// A workflow's calls to its device, and what becomes of them when hosts die (docs/at-most-once.md; the rules are the table in domain/device/action-knowledge.ts).
//
// calls-1. What certainly did not run may run again; an unknown outcome is never resent.
// calls-2. What was seen counts only while its UI session is the current one; the outcomes of what was done count in any case.
// calls-3. The machine is told of a UI session other than the one last seen before anything happens on it.
// calls-4. Once its time limit is used up, a call neither waits for a device nor is sent again; it fails with `timeout`, since only what certainly
//     did not run would be sent again.
// calls-5. Every call that did not simply return is reported: in the run's records by the next activity that reaches a host, and at once by `changed`.
import { proxyActivities, sleep } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import { evidenceOf, whatToDo, withinTime } from '../../domain/device/action-knowledge.js';
import type { DeviceHandle } from '../../domain/device/device-spec.js';
import type { ActionOutcome } from '../../domain/device/device-work.js';
import { isRecovery, type Recovery } from '../../domain/device/recovery.js';
import type { DueCheck } from '../../domain/effect/effect-check.js';
import type { Observation } from '../../domain/ui/observation.js';
import { describe, failureOf, isAboutTheHost } from '../engine/activity-failure.js';
import { DeviceLostError } from './device-access.js';
import { looking } from './device-activity-options.js';
import { isPresent, isReset, renew, storyOf, tell, workOf, type DeviceSide, type Story } from './device-presence.js';
import { readBefore, withReadings } from './effect-readings.js';
import { sendOnce, type Sent } from './sent-once.js';
import { inTime, noLimit, OutOfTimeError, refuseLate, type LeftMs } from './time-limit.js';

export type ObserveEvent =
  | { readonly type: 'observed'; readonly observation: Observation }
  | { readonly type: 'device-reset' }
  | FailedEvent;

export type PerformEvent =
  | { readonly type: 'performed'; readonly outcomes: readonly ActionOutcome[]; readonly observation?: Observation }
  | { readonly type: 'refused'; readonly code: string; readonly message: string }
  | { readonly type: 'device-reset' }
  | FailedEvent;

export interface FailedEvent {
  readonly type: 'failed';
  readonly phase: 'DATA_COLLECTION' | 'ACTION_EXECUTION';
  readonly error: { readonly type: string; readonly message: string };
}

export type Looked<T> = { readonly type: 'looked'; readonly value: T } | { readonly type: 'device-reset' } | FailedEvent;

/** Something with an effect, in one activity of `count` journalled actions. */
export interface Act<R> {
  /** What is done, for the reports of recoveries. */
  readonly text: string;
  readonly count: number;
  readonly leftMs?: LeftMs;
  /** Read before and after it. Absent: none. */
  readonly checks?: readonly DueCheck[];
  send(to: { readonly handle: DeviceHandle; readonly activityId: string; readonly attempt: number }, story: Story): Promise<R>;
}

export type Acted<R> =
  /** `present`: its UI session is still the current one. */
  | { readonly type: 'ran'; readonly result: R; readonly present: boolean }
  /** Its result was lost; this is what the journal has. `why`: what its host had reported. */
  | { readonly type: 'journalled'; readonly outcomes: readonly ActionOutcome[]; readonly why?: string }
  | { readonly type: 'refused'; readonly code: string; readonly message: string }
  | { readonly type: 'device-reset' }
  | FailedEvent;

type Told = Extract<Recovery, { readonly kind: 'work' }>;

const maxResends = 5;
/** 1, 2, 4, 8, 16 s: a server that answers late needs time, not more requests. */
const pauseMs = (attempt: number): number => 1_000 * 2 ** attempt;

export async function look<T>(
  side: DeviceSide,
  work: (handle: DeviceHandle, story: Story) => Promise<T>,
  leftMs: LeftMs = noLimit,
): Promise<Looked<T>> {
  for (let attempt = 0; ; attempt += 1) {
    refuseLate(leftMs);
    const handle = side.state.handle ?? (await inTime(leftMs, () => side.access.ensure()));
    if (isReset(side, handle)) return { type: 'device-reset' };
    const readies = side.state.readies;
    try {
      const value = await work(handle, storyOf(side.state));
      delete side.state.recoveries;
      // calls-2: the device was replaced meanwhile; the machine is told first.
      if (!isPresent(side.state, handle)) continue;
      return { type: 'looked', value };
    } catch (error) {
      const failure = failureOf(error);
      if (attempt >= maxResends || !isAboutTheHost(failure)) return { type: 'failed', phase: 'DATA_COLLECTION', error: describe(error) };
      refuseLate(leftMs);
      const evidence = evidenceOf(failure, 0);
      tell(side, { ...workOf('look', '', attempt, handle), evidence, decision: 'wait-for-device' });
      await renew(side, readies, leftMs);
    }
  }
}

/** Whether whatever was sent before has arrived: the screen was looked at, or is gone. Another UI session is told by the next call (calls-3). */
async function lookOnce(side: DeviceSide): Promise<boolean> {
  const { seen } = side.state;
  try {
    const { type } = await look(side, (handle, story) =>
      proxyActivities<Activities>(looking(handle, side.timings, 'look at the screen, then check the effect')).observe({
        deviceId: handle.deviceId,
        epoch: handle.epoch,
        options: { controlRoles: [] },
        ...story,
      }),
    );
    if (type === 'device-reset' && seen !== undefined) side.state.seen = seen;
    return type !== 'failed';
  } catch (error) {
    if (error instanceof DeviceLostError || error instanceof OutOfTimeError) return false;
    throw error;
  }
}

export async function act<R>(side: DeviceSide, { text, count, leftMs = noLimit, checks = [], send: run }: Act<R>): Promise<Acted<R>> {
  let neverBegan = 0;
  for (let attempt = 0; attempt <= maxResends; attempt += 1) {
    refuseLate(leftMs);
    const handle = side.state.handle ?? (await inTime(leftMs, () => side.access.ensure()));
    if (isReset(side, handle)) return { type: 'device-reset' };
    const readies = side.state.readies;
    const activityId = `perform-${++side.state.performs}`;
    const readings = checks.length > 0 ? await readBefore(checks) : undefined;
    const answer = await sendOnce(side, { handle, activityId, count, neverBegan }, () =>
      run({ handle, activityId, attempt }, storyOf(side.state)),
    );
    const sent = readings ? await withReadings(answer, readings, () => lookOnce(side)) : answer;
    const decision = withinTime(whatToDo(sent.evidence).next, leftMs());
    if (isRecovery(decision, sent.failed !== undefined))
      tell(side, { ...workOf(activityId, text, attempt, handle), ...foundOut(sent), decision });
    switch (decision) {
      case 'use-result':
      case 'drop-result':
        if (sent.result === undefined) throw new TypeError(`${activityId} returned no result`);
        return { type: 'ran', result: sent.result, present: decision === 'use-result' };
      case 'use-journal':
      case 'accept-unknown':
        return { type: 'journalled', outcomes: sent.outcomes, why: sent.why };
      case 'retry-once':
        neverBegan += 1;
        continue;
      case 'run-again':
        continue; // if its hold is lost as well, the host says so
      case 'run-later':
        if (attempt < maxResends)
          await sleep(Math.min(pauseMs(attempt), leftMs() ?? Infinity), { summary: 'until Temporal is asked again' });
        continue;
      case 'wait-for-device':
        await renew(side, readies, leftMs);
        continue;
      case 'out-of-time':
        throw new OutOfTimeError();
      case 'observe-again':
      case 'report-failure':
        return { type: 'refused', ...sent.refusal };
      case 'stop':
        throw sent.error;
      case 'device-lost':
      case 'ask-journal':
        return lost();
    }
  }
  return lost();
}

function foundOut({ evidence, failed, journal, witness }: Sent<unknown>): Pick<Told, 'evidence' | 'journal' | 'check' | 'witness'> {
  if (failed === undefined) return { evidence };
  const asked = journal === undefined ? { journal: evidence } : { journal, check: evidence };
  return { evidence: failed, ...asked, witness };
}

function lost(): FailedEvent {
  return {
    type: 'failed',
    phase: 'ACTION_EXECUTION',
    error: { type: 'device-lost', message: 'the device was lost again and again before the action could run' },
  };
}
