// A run's device, over its session: starting it, hearing from it, giving it back.
//
// owner-1. Only the current session is believed, and no epoch lower than the one already known.
// owner-2. A session is started and released in a non-cancellable scope; release first closes the device on its host, then cancels the session.
// owner-3. All state is in `state`, which a continue-as-new carries; the handlers of signals change it and nothing else.
// owner-4. A session's signals may arrive before its start is confirmed, even in the same workflow task: they are kept until then.
import {
  ApplicationFailure,
  CancellationScope,
  ChildWorkflowCancellationType,
  ChildWorkflowFailure,
  condition,
  getExternalWorkflowHandle,
  ParentClosePolicy,
  proxyActivities,
  setHandler,
  startChild,
  uuid4,
  WorkflowIdReusePolicy,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import type { DeviceHandle, DeviceSpec } from '../../domain/device/device-spec.js';
import { recoveryText, type Recovery } from '../../domain/device/recovery.js';
import type { ClosedDevice, RunDownloads } from '../../domain/device/device-work.js';
import { withDownloads } from '../../domain/ui/observation.js';
import { SteadyhandError } from '../../domain/errors/errors.js';
import type { SettledRun } from '../../domain/run/settled-run.js';
import { deviceFailedSignal, deviceReadySignal, type DeviceFailed } from '../messages.js';
import { deviceSession } from './device-session.js';

/** What a run carries of its device over a continue-as-new. */
export interface DeviceState {
  session?: { readonly runId: string; readonly deviceId: string };
  handle?: DeviceHandle;
  /** How many `deviceReady` signals were believed; a higher count than before a failure means that the device is back. */
  readies: number;
  /** The session has given up. */
  failure?: DeviceFailed;
  /** From a session whose start has not been confirmed yet. */
  early?: DeviceHandle;
  earlyFailure?: DeviceFailed;
  /** The first epoch of the next session. */
  nextEpoch: number;
  /** `<session run>:<epoch>` of the last observation: a different one means that the interface was opened again. */
  seen?: string;
  /** The last address: a device that is opened again starts there. */
  url?: string;
  /** Numbers the `perform` activities of this run. */
  performs: number;
  /** Not yet in the run's records: the next observation or `perform` writes them. */
  recoveries?: readonly Recovery[];
  /** For the current details. */
  lastRecovery?: Recovery;
  downloads?: RunDownloads;
  unanswered?: ClosedDevice['unanswered'];
}

/** For the run's result. */
export function noteDownloads(state: DeviceState, more: RunDownloads): void {
  if (more.length > 0) state.downloads = withDownloads(state.downloads, more);
}

/** What a run's result tells of its device. */
export function lastOf({ downloads, unanswered }: DeviceState): Partial<ClosedDevice> {
  return { downloads, unanswered };
}

export const noDevice = { readies: 0, performs: 0, nextEpoch: 1 } as const satisfies DeviceState;

export interface DeviceOwner {
  /** The current handle; waits while there is none. Throws `DeviceLostError` when there will be none. */
  ensure(): Promise<DeviceHandle>;
  /** After a failure seen at that count of `readies`: the handle that is valid now, the same one if the device came back. */
  renew(readies: number): Promise<DeviceHandle>;
  /** Requests another session: the current one is gone or has been silent for too long. */
  reopen(url?: string): Promise<void>;
  /** Does nothing when there is no device. Downloads under way are waited for, unless it is to be at once. */
  release(atOnce?: boolean): Promise<void>;
}

/** No host could open the device, or it could not be opened again. */
export class DeviceLostError extends SteadyhandError {
  readonly code = 'device-lost';
  override readonly name = 'DeviceLostError';

  /** `reason`: code of the driver's last error. */
  constructor(
    message: string,
    readonly reason?: string,
  ) {
    super(message);
  }
}

/** Takes what a session signals; to be called at the first moment of a run. */
export function hearDevice(state: DeviceState): void {
  setHandler(deviceReadySignal, (handle) => {
    if (handle.sessionRunId === state.session?.runId) believe(state, handle);
    else state.early = handle;
  });
  setHandler(deviceFailedSignal, (failure) => {
    if (failure.sessionRunId === state.session?.runId) state.failure = failure;
    else state.earlyFailure = failure;
  });
}

/** owner-1 */
function believe(state: DeviceState, handle: DeviceHandle): void {
  const { handle: known } = state;
  if (known && handle.sessionRunId === known.sessionRunId && handle.epoch < known.epoch) return;
  state.handle = handle;
  state.readies += 1;
  state.nextEpoch = Math.max(state.nextEpoch, handle.epoch + 1);
}

export function identityOf({ sessionRunId, epoch }: DeviceHandle): string {
  return `${sessionRunId}:${epoch}`;
}

/** Whether this handle is still the current one. */
export function isPresent({ handle: known }: DeviceState, handle: DeviceHandle): boolean {
  return known === undefined || identityOf(known) === identityOf(handle);
}

/** Where the device is, and its last recovery, for the current details. */
export function deviceStory({ handle, lastRecovery }: DeviceState): string {
  return [
    ...(handle ? [`\n\nDevice: host ${handle.hostId}, epoch ${handle.epoch}`] : []),
    ...(lastRecovery ? [`\n\nLast recovery, at ${lastRecovery.at}: ${recoveryText(lastRecovery)}`] : []),
  ].join('');
}

export function createDeviceOwner(
  state: DeviceState,
  spec: DeviceSpec,
  { guard: { origins }, timings, ticket }: Pick<SettledRun, 'guard' | 'timings' | 'ticket'>,
): DeviceOwner {
  const { workflowId, firstExecutionRunId } = workflowInfo();
  const sessionId = `${workflowId}/device-1`;
  let ended: { readonly runId: string; readonly why?: string } | undefined;

  async function open(url: string | undefined): Promise<void> {
    await CancellationScope.nonCancellable(async () => {
      delete state.failure;
      delete state.handle;
      delete state.session;
      const deviceId = uuid4();
      const session = await startChild(deviceSession, {
        workflowId: sessionId,
        args: [
          {
            deviceId,
            spec: url === undefined ? spec : { ...spec, url },
            ownerFirstRunId: firstExecutionRunId,
            origins,
            ticket,
            firstEpoch: state.nextEpoch,
            leaseHeartbeatMs: timings.leaseHeartbeatMs,
          },
        ],
        parentClosePolicy: ParentClosePolicy.ABANDON,
        cancellationType: ChildWorkflowCancellationType.ABANDON,
        workflowIdReusePolicy: WorkflowIdReusePolicy.TERMINATE_IF_RUNNING,
        staticSummary: `holds a ${spec.kind} device`,
      });
      const runId = session.firstExecutionRunId;
      session.result().then(
        () => void (ended = { runId }),
        (error: unknown) => void (ended = { runId, why: whyEnded(error) }),
      );
      state.session = { runId, deviceId };
      if (state.early?.sessionRunId === runId) believe(state, state.early);
      if (state.earlyFailure?.sessionRunId === runId) state.failure = state.earlyFailure;
      delete state.early;
      delete state.earlyFailure;
    });
  }

  /** By itself: it was terminated, was refused or has given up. Known in the execution that started it. */
  const hasEnded = (): boolean => state.session !== undefined && ended?.runId === state.session.runId;

  const owner: DeviceOwner = {
    reopen: open,
    async ensure() {
      if (state.handle) return state.handle;
      if (!state.session || hasEnded()) await open(state.url);
      await condition(() => state.handle !== undefined || state.failure !== undefined || hasEnded());
      if (!state.handle) throw new DeviceLostError(state.failure?.message ?? ended?.why ?? 'the device session ended', state.failure?.code);
      return state.handle;
    },
    async renew(readies) {
      const changed = (): boolean => state.readies > readies || state.failure !== undefined || hasEnded();
      await condition(changed, timings.reopenAfterMs, { summary: 'until another device is opened' });
      if (state.readies > readies && state.handle) return state.handle;
      await open(state.url);
      return owner.ensure();
    },
    async release(atOnce = false) {
      await CancellationScope.nonCancellable(async () => {
        const { session, handle } = state;
        delete state.session;
        delete state.handle;
        const closed = handle && (await closeOnHost(handle, atOnce));
        noteDownloads(state, closed?.downloads ?? []);
        if (closed && closed.unanswered.length > 0) state.unanswered = closed.unanswered;
        if (session) await cancelSession(sessionId, session.runId);
      });
    },
  };
  return owner;
}

/** Undefined: it was cancelled or terminated. */
function whyEnded(error: unknown): string | undefined {
  const cause = error instanceof ChildWorkflowFailure ? error.cause : undefined;
  return cause instanceof ApplicationFailure ? cause.message : undefined;
}

const longestWaitMs = 30_000;
const nothingLeft: ClosedDevice = { downloads: [], unanswered: [] };

async function closeOnHost({ taskQueue, deviceId, epoch }: DeviceHandle, atOnce: boolean): Promise<ClosedDevice> {
  const awaitMs = atOnce ? undefined : longestWaitMs;
  const { closeDevice } = proxyActivities<Activities>({
    taskQueue,
    scheduleToStartTimeout: '25 seconds',
    heartbeatTimeout: '10 seconds',
    startToCloseTimeout: 20_000 + (awaitMs ?? 0),
    scheduleToCloseTimeout: 25_000 + (awaitMs ?? 0),
    retry: { maximumAttempts: 2 },
    summary: 'close the device',
  });
  try {
    // A worker of an earlier version returns nothing.
    return { ...nothingLeft, ...((await closeDevice({ deviceId, epoch, awaitMs })) as ClosedDevice | undefined) };
  } catch {
    // A host that does not answer closes the device itself once it sees that the session has ended.
    return nothingLeft;
  }
}

async function cancelSession(sessionId: string, runId: string): Promise<void> {
  try {
    await getExternalWorkflowHandle(sessionId, runId).cancel();
  } catch {
    // It has already ended.
  }
}
