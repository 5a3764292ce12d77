// A workflow's calls to its device, and what becomes of them when hosts die (docs/at-most-once.md; the rules are the table in domain/device/action-knowledge.ts).
//
// C1. What surely did not run may run again; what is unknown is never resent.
// C2. A result is believed only while its UI session is the present one.
// C3. Another UI session than the one last seen is told to the machine before anything else happens on it.
// C4. What has a time limit waits for no device, and is sent no more, once that is used up; it fails by `timeout`, since only what surely did not run would be sent again.
// C5. Whatever did not simply come back is told: in the run's records by the next activity that reaches a host, and at once by `changed`.
import { CancellationScope, isCancellation, proxyActivities, sleep, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import { actionText } from '../../domain/agent/action-text.js';
import type { DecidedAction } from '../../domain/agent/decision.js';
import type { Timings } from '../../domain/run/resolve-settings.js';
import { evidenceOf, summarizeVerdicts, whatToDo, withinTime } from '../../domain/device/action-knowledge.js';
import type { Evidence } from '../../domain/device/evidence.js';
import type { DeviceHandle } from '../../domain/device/device-spec.js';
import { isRecovery, withRecovery, type Recovery } from '../../domain/device/recovery.js';
import type { ActionOutcome, ObserveOptions, PerformResult, RecordContext, RequestedAction } from '../../domain/device/device-work.js';
import { SteadyhandError } from '../../domain/errors.js';
import type { Observation } from '../../domain/ui/observation.js';
import { describe, failureOf, isAboutTheHost } from '../engine/activity-failure.js';
import { DeviceLostError, identityOf, type DeviceAccess, type DeviceAccessState } from './device-access.js';
import { atMostOnce, looking } from './device-activity-options.js';

export type ObserveEvent =
  { readonly type: 'observed'; readonly observation: Observation } | { readonly type: 'device-reset' } | FailedEvent;

export type PerformEvent =
  | { readonly type: 'performed'; readonly outcomes: readonly ActionOutcome[]; readonly observation?: Observation }
  | { readonly type: 'refused'; readonly code: string; readonly message: string }
  | { readonly type: 'device-reset' }
  | FailedEvent;

interface FailedEvent {
  readonly type: 'failed';
  readonly phase: 'DATA_COLLECTION' | 'ACTION_EXECUTION';
  readonly error: { readonly type: string; readonly message: string };
}

/** What the next record is to say of recoveries. */
interface Story {
  readonly recovery?: readonly Recovery[];
}

export type Looked<T> = { readonly type: 'looked'; readonly value: T } | { readonly type: 'device-reset' } | FailedEvent;

/** ms that are left at that moment; undefined: there is no limit. */
type LeftMs = () => number | undefined;

/** Something with an effect, in one activity of `count` journalled actions. */
interface Act<R> {
  /** For logs. */
  readonly text: string;
  readonly count: number;
  readonly leftMs?: LeftMs;
  send(to: { readonly handle: DeviceHandle; readonly activityId: string; readonly attempt: number }, story: Story): Promise<R>;
}

export type Acted<R> =
  /** `present`: on the UI session that is still the present one. */
  | { readonly type: 'ran'; readonly result: R; readonly present: boolean }
  /** Its result was lost; this is what the journal has. `why`: what its host had said of it. */
  | { readonly type: 'journalled'; readonly outcomes: readonly ActionOutcome[]; readonly why?: string }
  | { readonly type: 'refused'; readonly code: string; readonly message: string }
  | { readonly type: 'device-reset' }
  | FailedEvent;

export interface DeviceClient {
  look<T>(work: (handle: DeviceHandle, story: Story) => Promise<T>, leftMs?: LeftMs): Promise<Looked<T>>;
  act<R>(what: Act<R>): Promise<Acted<R>>;
  observe(options: ObserveOptions, record: RecordContext, application?: string): Promise<ObserveEvent>;
  perform(
    actions: readonly DecidedAction[],
    observation: Observation,
    options: ObserveOptions,
    record: RecordContext,
  ): Promise<PerformEvent>;
}

const maxResends = 5;
/** 1, 2, 4, 8, 16 s: a server that answers late needs time, not more questions. */
const pauseMs = (attempt: number): number => 1_000 * 2 ** attempt;

/** `changed`: there is news for people in `state.lastRecovery`. */
export function createDeviceClient(
  state: DeviceAccessState,
  access: DeviceAccess,
  timings: Timings,
  changed: () => void = () => undefined,
): DeviceClient {
  function tell(recovery: Recovery): void {
    state.recoveries = withRecovery(state.recoveries ?? [], recovery);
    state.lastRecovery = recovery;
    changed();
  }

  /** What the next record is to say; dropped when that record is written. */
  function story(): Story {
    return state.recoveries ? { recovery: state.recoveries } : {};
  }

  async function renew(readies: number, leftMs: LeftMs): Promise<void> {
    const { hostId: host, epoch, ...handle } = await inTime(leftMs, () => access.renew(readies));
    // Another UI session is told where it is first used.
    if (identityOf({ hostId: host, epoch, ...handle }) === state.seen) tell({ kind: 'device', at: now(), host, epoch, same: true });
  }

  /** The present handle, or word that it is another interface than the one last seen. */
  async function present(leftMs: LeftMs): Promise<{ readonly handle: DeviceHandle; readonly reset: boolean }> {
    const handle = await (state.handle ? access.ensure() : inTime(leftMs, () => access.ensure()));
    const identity = identityOf(handle);
    const reset = state.seen !== undefined && state.seen !== identity;
    state.seen = identity;
    if (reset) tell({ kind: 'device', at: now(), host: handle.hostId, epoch: handle.epoch, same: false });
    return { handle, reset };
  }

  async function look<T>(work: (handle: DeviceHandle, story: Story) => Promise<T>, leftMs: LeftMs = noLimit): Promise<Looked<T>> {
    for (let attempt = 0; ; attempt += 1) {
      refuseLate(leftMs);
      const { handle, reset } = await present(leftMs);
      if (reset) return { type: 'device-reset' };
      const readies = state.readies;
      try {
        const value = await work(handle, story());
        delete state.recoveries;
        // C2: another device came meanwhile; the machine is told first.
        if (!isPresent(handle)) continue;
        return { type: 'looked', value };
      } catch (error) {
        const failure = failureOf(error);
        if (attempt >= maxResends || !isAboutTheHost(failure)) return { type: 'failed', phase: 'DATA_COLLECTION', error: describe(error) };
        refuseLate(leftMs);
        const evidence = evidenceOf(failure, 0);
        tell({ ...workOf('look', '', attempt, handle), evidence, decision: 'wait-for-device' });
        await renew(readies, leftMs);
      }
    }
  }

  async function act<R>({ text, count, leftMs = noLimit, send: run }: Act<R>): Promise<Acted<R>> {
    let neverBegan = 0;
    for (let attempt = 0; attempt <= maxResends; attempt += 1) {
      refuseLate(leftMs);
      const { handle, reset } = await present(leftMs);
      if (reset) return { type: 'device-reset' };
      const readies = state.readies;
      const activityId = `perform-${++state.performs}`;
      const sent = await send(handle, activityId, count, neverBegan, () => run({ handle, activityId, attempt }, story()));
      const decision = withinTime(whatToDo(sent.evidence).next, leftMs());
      if (isRecovery(decision)) {
        const { evidence, failed } = sent;
        const found = failed === undefined ? { evidence } : { evidence: failed, journal: evidence };
        tell({ ...workOf(activityId, text, attempt, handle), ...found, decision });
      }
      switch (decision) {
        case 'use-result':
        case 'drop-result':
          if (sent.result === undefined) throw new TypeError(`a result was due of ${activityId}`);
          return { type: 'ran', result: sent.result, present: decision === 'use-result' };
        case 'use-journal':
        case 'accept-unknown':
          return { type: 'journalled', outcomes: sent.outcomes, ...(sent.why === undefined ? {} : { why: sent.why }) };
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
          await renew(readies, leftMs);
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

  async function observe(options: ObserveOptions, record: RecordContext, application?: string): Promise<ObserveEvent> {
    const looked = await look((handle, recovery) =>
      proxyActivities<Activities>(looking(handle, timings, 'look at the screen')).observe({
        deviceId: handle.deviceId,
        epoch: handle.epoch,
        options,
        record,
        ...(application === undefined ? {} : { application }),
        ...recovery,
      }),
    );
    return looked.type === 'looked' ? { type: 'observed', observation: keepUrl(looked.value) } : looked;
  }

  async function perform(
    actions: readonly DecidedAction[],
    observation: Observation,
    options: ObserveOptions,
    record: RecordContext,
  ): Promise<PerformEvent> {
    const requested = actions.map(requestedAction);
    const text = textOf(actions);
    const acted = await act<PerformResult>({
      text,
      count: actions.length,
      send: ({ handle, activityId, attempt }, recovery) =>
        proxyActivities<Activities>(atMostOnce(handle, activityId, attempt, text, timings)).perform({
          deviceId: handle.deviceId,
          epoch: handle.epoch,
          observation: { generation: observation.generation, controls: observation.controls },
          actions: requested,
          options,
          record,
          ...recovery,
        }),
    });
    switch (acted.type) {
      case 'ran':
        return {
          type: 'performed',
          outcomes: acted.result.outcomes,
          ...(acted.present ? { observation: keepUrl(acted.result.observation) } : {}),
        };
      case 'journalled':
        return { type: 'performed', outcomes: acted.outcomes };
      default:
        return acted;
    }
  }

  interface Sent<R> {
    readonly evidence: Evidence;
    readonly result?: R;
    /** How it ended, when `evidence` is what the journal said about it. */
    readonly failed?: Evidence;
    readonly outcomes: readonly ActionOutcome[];
    readonly why?: string;
    readonly refusal: { readonly code: string; readonly message: string };
    readonly error?: unknown;
  }

  /** Sent once; when nobody can say what came of it, the journal is asked. */
  async function send<R>(
    handle: DeviceHandle,
    activityId: string,
    count: number,
    neverBegan: number,
    run: () => Promise<R>,
  ): Promise<Sent<R>> {
    const none = { outcomes: [], refusal: { code: '', message: '' } };
    try {
      const result = await run();
      delete state.recoveries;
      return { ...none, result, evidence: isPresent(handle) ? 'result' : 'result-of-old-epoch' };
    } catch (error) {
      const failure = failureOf(error);
      const evidence = evidenceOf(failure, neverBegan);
      if (whatToDo(evidence).next !== 'ask-journal') return { ...none, evidence, error, refusal: refusalOf(error) };
      const why = failure.kind === 'application' ? { why: describe(error).message } : {};
      return { ...none, ...why, failed: evidence, ...(await askJournal(handle, activityId, count)) };
    }
  }

  async function askJournal(
    handle: DeviceHandle,
    activityId: string,
    count: number,
  ): Promise<{ readonly evidence: Evidence; readonly outcomes: readonly ActionOutcome[] }> {
    const { outcomeOf } = proxyActivities<Activities>({
      taskQueue: handle.taskQueue,
      // A perform that still runs is waited for on the host.
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

  function isPresent(handle: DeviceHandle): boolean {
    return state.handle === undefined || identityOf(state.handle) === identityOf(handle);
  }

  function keepUrl(observation: Observation): Observation {
    if (observation.application.url !== undefined) state.url = observation.application.url;
    return observation;
  }

  return {
    look: (work, leftMs) => withLost('DATA_COLLECTION', () => look(work, leftMs)),
    act: (what) => withLost('ACTION_EXECUTION', () => act(what)),
    observe: (...of) => withLost('DATA_COLLECTION', () => observe(...of)),
    perform: (...of) => withLost('ACTION_EXECUTION', () => perform(...of)),
  };
}

/** C4. */
class OutOfTimeError extends SteadyhandError {
  readonly code = 'timeout';
  override readonly name = 'OutOfTimeError';

  constructor() {
    super('its time was used up before it could be done');
  }
}

const noLimit: LeftMs = () => undefined;

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

async function withLost<T>(phase: FailedEvent['phase'], work: () => Promise<T>): Promise<T | FailedEvent> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DeviceLostError || error instanceof OutOfTimeError)
      return { type: 'failed', phase, error: { type: error.code, message: error.message } };
    throw error;
  }
}

function lost(): FailedEvent {
  return {
    type: 'failed',
    phase: 'ACTION_EXECUTION',
    error: { type: 'device-lost', message: 'the device was lost again and again before the action could run' },
  };
}

function requestedAction({ function: name, run }: DecidedAction): RequestedAction {
  if (run.kind !== 'device') throw new TypeError(`'${name}' is not for a device`);
  return { function: name, action: run.action };
}

function textOf(actions: readonly DecidedAction[]): string {
  return actions.map(actionText).join('; ');
}

/** What every line about a piece of work begins with. */
function workOf(work: string, actions: string, attempt: number, { hostId: host, epoch }: DeviceHandle) {
  return { kind: 'work', at: now(), work, actions, attempt: attempt + 1, host, epoch } as const;
}

/** By the workflow's clock. */
function now(): string {
  return new Date().toISOString();
}

function refusalOf(error: unknown): { readonly code: string; readonly message: string } {
  const { type, message } = describe(error);
  return { code: type, message };
}
