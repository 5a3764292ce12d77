// A workflow's calls to its device, and what becomes of them when hosts die (docs/at-most-once.md; the rules are the table in domain/device/action-knowledge.ts).
//
// calls-1. What certainly did not run may run again; an unknown outcome is never resent.
// calls-2. What was seen counts only while its UI session is the current one; the outcomes of what was done count in any case.
// calls-3. The machine is told of a UI session other than the one last seen before anything happens on it.
// calls-4. Once its time limit is used up, a call neither waits for a device nor is sent again; it fails with `timeout`, since only what certainly
//     did not run would be sent again.
// calls-5. Every call that did not simply return is reported: in the run's records by the next activity that reaches a host, and at once by `changed`.
// calls-6. A lost device and a timeout are events like any other.
import { proxyActivities, sleep, CancellationScope, isCancellation } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import { evidenceOf, whatToDo, withinTime } from '../../domain/device/action-knowledge.js';
import type { DeviceHandle } from '../../domain/device/device-spec.js';
import type { ActionOutcome, ObserveOptions, RecordContext, PerformResult, RequestedAction } from '../../domain/device/device-work.js';
import { isRecovery, type Recovery, withRecovery } from '../../domain/device/recovery.js';
import { defined } from '../../domain/collections.js';
import type { WritePermit } from '../../domain/wire/write-gate.js';
import type { DueCheck } from '../../domain/effect/effect-check.js';
import type { Observation } from '../../domain/ui/observation.js';
import { describe, failureOf, isAboutTheHost } from '../engine/activity-calls.js';
import { DeviceLostError, type DeviceOwner, type DeviceState, identityOf, isPresent, noteDownloads } from './device-owner.js';
import { looking, readBefore, withReadings, sendOnce, type Sent, atMostOnce } from './send-once.js';
import type { DecidedAction } from '../../domain/run/decided-action.js';
import type { Timings } from '../../domain/run/resolve-settings.js';
import { actionText } from '../../domain/agent/decision.js';
import { judgedBy } from '../../domain/action/actions.js';
import { engineHere, measure } from '../engine/measures.js';
import { waitForDisk } from '../engine/wait-for-store.js';
import { diskFull } from '../../domain/errors/disk-full.js';
import { SteadyhandError } from '../../domain/errors/errors.js';

type ObserveEvent = { readonly type: 'observed'; readonly observation: Observation } | { readonly type: 'device-reset' } | FailedEvent;

type PerformEvent =
  | { readonly type: 'performed'; readonly outcomes: readonly ActionOutcome[]; readonly observation?: Observation }
  | { readonly type: 'refused'; readonly code: string; readonly message: string }
  | { readonly type: 'device-reset' }
  | FailedEvent;

interface FailedEvent {
  readonly type: 'failed';
  readonly phase: 'DATA_COLLECTION' | 'ACTION_EXECUTION';
  readonly error: { readonly type: string; readonly message: string };
}

export type Looked<T> = { readonly type: 'looked'; readonly value: T } | { readonly type: 'device-reset' } | FailedEvent;

/** Something with an effect, in one activity of `count` journalled actions. */
interface Act<R> {
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

/** ms left at the time of the call; undefined: there is no limit. */
type LeftMs = () => number | undefined;

const noLimit: LeftMs = () => undefined;

/** The recoveries that the next record reports. */
interface Story {
  readonly recovery?: readonly Recovery[];
}

interface PerformAbout {
  /** Undefined: whatever it sends goes through. */
  readonly writes: WritePermit | undefined;
  readonly checks?: readonly DueCheck[];
}

export interface DeviceClient {
  look<T>(work: (handle: DeviceHandle, story: Story) => Promise<T>, leftMs?: LeftMs): Promise<Looked<T>>;
  act<R>(what: Act<R>): Promise<Acted<R>>;
  observe(options: ObserveOptions, record: RecordContext, application?: string): Promise<ObserveEvent>;
  perform(
    actions: readonly DecidedAction[],
    observation: Observation,
    options: ObserveOptions,
    record: RecordContext,
    about: PerformAbout,
  ): Promise<PerformEvent>;
}

/** A workflow's side of its device. */
interface DeviceSide {
  readonly state: DeviceState;
  readonly owner: DeviceOwner;
  readonly timings: Timings;
  /** Called when `state.lastRecovery` has something new for people. */
  changed(): void;
}

export function createDeviceClient(side: DeviceSide): DeviceClient {
  return {
    look: (work, leftMs) => withLost('DATA_COLLECTION', () => look(side, work, leftMs)),
    act: (what) => withLost('ACTION_EXECUTION', () => act(side, what)),
    observe: (...of) => withLost('DATA_COLLECTION', () => observe(side, ...of)),
    perform: (...of) => withLost('ACTION_EXECUTION', () => perform(side, ...of)),
  };
}

/** calls-6 */
async function withLost<T>(phase: FailedEvent['phase'], work: () => Promise<T>): Promise<T | FailedEvent> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DeviceLostError || error instanceof OutOfTimeError)
      return { type: 'failed', phase, error: { type: error.code, message: error.message } };
    throw error;
  }
}

type Told = Extract<Recovery, { readonly kind: 'work' }>;

const maxResends = 5;
/** 1, 2, 4, 8, 16 s: a server that answers late needs time, not more requests. */
const pauseMs = (attempt: number): number => 1_000 * 2 ** attempt;

async function look<T>(
  side: DeviceSide,
  work: (handle: DeviceHandle, story: Story) => Promise<T>,
  leftMs: LeftMs = noLimit,
): Promise<Looked<T>> {
  let waits = 0;
  for (let attempt = 0; ; attempt += 1) {
    refuseLate(leftMs);
    const handle = side.state.handle ?? (await inTime(leftMs, () => side.owner.ensure()));
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
      if (failure.kind === 'application' && failure.type === diskFull) {
        await waitForDisk(describe(error).message, ++waits, leftMs());
        attempt -= 1; // as in `act`
        continue;
      }
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

async function act<R>(side: DeviceSide, { text, count, leftMs = noLimit, checks = [], send: run }: Act<R>): Promise<Acted<R>> {
  let neverBegan = 0;
  let waits = 0;
  for (let attempt = 0; attempt <= maxResends; attempt += 1) {
    refuseLate(leftMs);
    const handle = side.state.handle ?? (await inTime(leftMs, () => side.owner.ensure()));
    if (isReset(side, handle)) return { type: 'device-reset' };
    const readies = side.state.readies;
    const activityId = `perform-${++side.state.performs}`;
    const readings = checks.length > 0 ? await readBefore(checks) : undefined;
    const answer = await sendOnce(side, { handle, activityId, count, neverBegan, leftMs }, () =>
      run({ handle, activityId, attempt }, storyOf(side.state)),
    );
    const sent = readings ? await withReadings(answer, readings, () => lookOnce(side)) : answer;
    const decision = withinTime(whatToDo(sent.evidence).next, leftMs());
    // A wait is told once, however long it is.
    if (isRecovery(decision, sent.failed !== undefined) && (decision !== 'wait-for-disk' || waits === 0))
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
      case 'wait-for-disk':
        await waitForDisk(sent.refusal.message, ++waits, leftMs());
        if (leftMs() === 0) return { type: 'refused', ...sent.refusal };
        // Not one of its tries: nobody has lost anything.
        attempt -= 1;
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

async function observe(side: DeviceSide, options: ObserveOptions, record: RecordContext, application?: string): Promise<ObserveEvent> {
  const looked = await look(side, (handle, recovery) =>
    proxyActivities<Activities>(looking(handle, side.timings, 'look at the screen')).observe({
      deviceId: handle.deviceId,
      epoch: handle.epoch,
      options,
      record,
      application,
      ...recovery,
    }),
  );
  return looked.type === 'looked' ? { type: 'observed', observation: keepUrl(side.state, looked.value) } : looked;
}

async function perform(
  side: DeviceSide,
  actions: readonly DecidedAction[],
  observation: Observation,
  options: ObserveOptions,
  record: RecordContext,
  { writes, checks = [] }: PerformAbout,
): Promise<PerformEvent> {
  const requested = actions.map(requestedAction);
  const text = actions.map(actionText).join('; ');
  const acted = await act<PerformResult>(side, {
    text,
    count: actions.length,
    checks,
    send: ({ handle, activityId, attempt }, recovery) =>
      proxyActivities<Activities>(atMostOnce(handle, activityId, attempt, text, side.timings)).perform({
        deviceId: handle.deviceId,
        epoch: handle.epoch,
        observation: { generation: observation.generation, controls: observation.controls },
        actions: requested,
        ...defined({ writes }),
        options,
        record,
        ...recovery,
      }),
  });
  switch (acted.type) {
    case 'ran': {
      const { outcomes, observation: after } = acted.result;
      return { type: 'performed', outcomes, observation: acted.present ? keepUrl(side.state, after) : undefined };
    }
    case 'journalled':
      return { type: 'performed', outcomes: acted.outcomes };
    default:
      return acted;
  }
}

function keepUrl(state: DeviceState, observation: Observation): Observation {
  if (observation.application.url !== undefined) state.url = observation.application.url;
  noteDownloads(state, observation.downloads ?? []);
  return observation;
}

function requestedAction({ function: name, run, activation }: DecidedAction): RequestedAction {
  if (run.kind !== 'device') throw new TypeError(`'${name}' is not for a device`);
  return { function: name, action: activation ? judgedBy(run.action, activation.presses) : run.action };
}

/** Dropped when that record is written. */
function storyOf({ recoveries }: DeviceState): Story {
  return recoveries ? { recovery: recoveries } : {};
}

function tell({ state, changed }: DeviceSide, recovery: Recovery): void {
  state.recoveries = withRecovery(state.recoveries ?? [], recovery);
  state.lastRecovery = recovery;
  const decision = recovery.kind === 'work' ? recovery.decision : recovery.same ? 'same-device' : 'another-device';
  measure({ name: 'steadyhand_recoveries_total', value: 1, labels: { engine: engineHere(), decision } });
  changed();
}

/** Waits for a device after a failure; `readies`: the count when the failure was seen. */
async function renew(side: DeviceSide, readies: number, leftMs: LeftMs): Promise<void> {
  const handle = await inTime(leftMs, () => side.owner.renew(readies));
  const { hostId: host, epoch } = handle;
  // Another UI session is reported when it is first used.
  if (identityOf(handle) === side.state.seen) tell(side, { kind: 'device', at: now(), host, epoch, same: true });
}

/** Whether it is another UI session than the one last seen, which is told. */
function isReset(side: DeviceSide, handle: DeviceHandle): boolean {
  const { state } = side;
  const identity = identityOf(handle);
  const reset = state.seen !== undefined && state.seen !== identity;
  state.seen = identity;
  if (reset) tell(side, { kind: 'device', at: now(), host: handle.hostId, epoch: handle.epoch, same: false });
  return reset;
}

/** The fields that all reports about a piece of work begin with. */
function workOf(work: string, actions: string, attempt: number, { hostId: host, epoch }: DeviceHandle) {
  return { kind: 'work', at: now(), work, actions, attempt: attempt + 1, host, epoch } as const;
}

/** By the workflow's clock. */
function now(): string {
  return new Date().toISOString();
}

/** calls-4 */
class OutOfTimeError extends SteadyhandError {
  readonly code = 'timeout';
  override readonly name = 'OutOfTimeError';

  constructor() {
    super('its time was used up before it could be done');
  }
}

function refuseLate(leftMs: LeftMs): void {
  if (leftMs() === 0) throw new OutOfTimeError();
}

/** A wait for a device, given up when the time is used up. */
async function inTime<T>(leftMs: LeftMs, wait: () => Promise<T>): Promise<T> {
  const left = leftMs();
  if (left === undefined) return wait();
  try {
    return await CancellationScope.withTimeout(Math.max(1, left), wait);
  } catch (error) {
    if (isCancellation(error) && !CancellationScope.current().consideredCancelled) throw new OutOfTimeError();
    throw error;
  }
}
