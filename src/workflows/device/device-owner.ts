// The owner's side of a device session: starting it, hearing from it, giving it back.
//
// owner-1. Only the current session is believed, and no epoch lower than the one already known.
// owner-2. A session is started and released in a non-cancellable scope; release first closes the device on its host, then cancels the session.
// owner-3. All state is in `state`, which a continue-as-new carries; handlers call `deviceNews` and nothing else.
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
  startChild,
  uuid4,
  WorkflowIdReusePolicy,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import type { DeviceHandle, DeviceSpec } from '../../domain/device/device-spec.js';
import type { SettledRun } from '../../domain/run/settled-run.js';
import { deviceSession } from './device-session.js';
import { believe, DeviceLostError, type DeviceAccessState, type DeviceNews, type DeviceSupply } from './device-access.js';
import type { DeviceFailed } from '../messages.js';

export interface DeviceOwnerState extends DeviceAccessState {
  session?: { readonly runId: string; readonly deviceId: string };
  /** From a session whose start has not been confirmed yet. */
  early?: DeviceHandle;
  earlyFailure?: DeviceFailed;
  /** With `failure`, if the session gave a code. */
  failureCode?: string;
  /** The first epoch of the next session. */
  nextEpoch: number;
}

/** Takes what a session signals to its owner; usable from the first moment of a run. */
export function ownerNews(state: DeviceOwnerState): DeviceNews {
  return {
    ready(handle) {
      if (handle.sessionRunId === state.session?.runId) accept(state, handle);
      else state.early = handle;
    },
    failed(failure) {
      if (failure.sessionRunId === state.session?.runId) fail(state, failure);
      else state.earlyFailure = failure;
    },
  };
}

function fail(state: DeviceOwnerState, { message, code }: DeviceFailed): void {
  state.failure = message;
  if (code !== undefined) state.failureCode = code;
}

function accept(state: DeviceOwnerState, handle: DeviceHandle): void {
  if (believe(state, handle)) state.nextEpoch = Math.max(state.nextEpoch, handle.epoch + 1);
}

export function createDeviceOwner(
  state: DeviceOwnerState,
  spec: DeviceSpec,
  { guard: { origins }, timings, ticket }: Pick<SettledRun, 'guard' | 'timings' | 'ticket'>,
): DeviceSupply {
  const { workflowId, firstExecutionRunId } = workflowInfo();
  const sessionId = `${workflowId}/device-1`;
  let ended: { readonly runId: string; readonly why?: string } | undefined;

  async function open(url: string | undefined): Promise<void> {
    await CancellationScope.nonCancellable(async () => {
      delete state.failure;
      delete state.failureCode;
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
            holdHeartbeatMs: timings.holdHeartbeatMs,
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
      if (state.early?.sessionRunId === runId) accept(state, state.early);
      if (state.earlyFailure?.sessionRunId === runId) fail(state, state.earlyFailure);
      delete state.early;
      delete state.earlyFailure;
    });
  }

  const owner: DeviceSupply = {
    get sessionEnded() {
      return state.session !== undefined && ended?.runId === state.session.runId;
    },
    reopen: open,
    async ensure() {
      if (state.handle) return state.handle;
      if (!state.session || owner.sessionEnded) await open(state.url);
      await condition(() => state.handle !== undefined || state.failure !== undefined || owner.sessionEnded);
      if (!state.handle) throw new DeviceLostError(state.failure ?? ended?.why ?? 'the device session ended', state.failureCode);
      return state.handle;
    },
    async renew(readies) {
      const changed = (): boolean => state.readies > readies || state.failure !== undefined || owner.sessionEnded;
      await condition(changed, timings.reopenAfterMs, { summary: 'until another device is opened' });
      if (state.readies > readies && state.handle) return state.handle;
      await open(state.url);
      return owner.ensure();
    },
    async release() {
      await CancellationScope.nonCancellable(async () => {
        const { session, handle } = state;
        delete state.session;
        delete state.handle;
        if (handle) await closeOnHost(handle);
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

async function closeOnHost({ taskQueue, deviceId, epoch }: DeviceHandle): Promise<void> {
  const { closeDevice } = proxyActivities<Activities>({
    taskQueue,
    startToCloseTimeout: '20 seconds',
    scheduleToCloseTimeout: '25 seconds',
    retry: { maximumAttempts: 2 },
    summary: 'close the device',
  });
  try {
    await closeDevice({ deviceId, epoch });
  } catch {
    // A host that does not answer closes the device itself once it sees that the session has ended.
  }
}

async function cancelSession(sessionId: string, runId: string): Promise<void> {
  try {
    await getExternalWorkflowHandle(sessionId, runId).cancel();
  } catch {
    // It has already ended.
  }
}
