// A device session: as long as it lives, one UI session is held for its owner (docs/at-most-once.md).
//
// session-1. The epoch is this session's counter; it rises whenever another UI session has to be opened, and never otherwise.
// session-2. After a missed heartbeat or a drain the same host gets its device back (its hold queue, same epoch); when it is silent for 30 s, any
//     host opens another (shared queue, epoch + 1).
// session-3. `leaseDevice` has one attempt: the session retries, so that every attempt is history.
// session-4. It ends when the owner is gone, when it is cancelled (the hold closes the device first), or when no host can open the device.
// session-5. Its owner is its parent, as the server knows it: nobody who starts workflows can claim one. What it holds is what its owner has a ticket for, which the
//     host checks (seals-2 of activities/run-seals.ts): another one fails it.
import {
  ActivityCancellationType,
  ActivityFailure,
  ApplicationFailure,
  getExternalWorkflowHandle,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  sleep,
  TimeoutFailure,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import type { DeviceSpec } from '../../domain/device/device-spec.js';
import type { LeaseDeviceInput } from '../../domain/device/device-work.js';
import { deviceQueueOf, leaseQueueOf } from '../../domain/device/host-queues.js';
import { afterLease, type LeaseEnd } from '../../domain/device/session-policy.js';
import { deviceFailedSignal } from '../messages.js';

export interface DeviceSessionInput {
  readonly deviceId: string;
  readonly spec: DeviceSpec;
  readonly ownerFirstRunId: string;
  readonly origins: readonly string[];
  readonly ticket: string;
  readonly firstEpoch: number;
  readonly leaseHeartbeatMs: number;
}

export async function deviceSession(input: DeviceSessionInput): Promise<void> {
  const { workflowId: sessionId, firstExecutionRunId: sessionRunId, parent } = workflowInfo();
  if (!parent) throw notYours('A device session is started by the run that needs a device, and by nobody else.');
  const { workflowId: ownerWorkflowId } = parent;
  let place: Place = { epoch: input.firstEpoch, failures: 0, crashes: 0 };
  let before = '';
  for (;;) {
    const where = place.host
      ? `Device on host ${place.host}, epoch ${place.epoch}.`
      : `A ${input.spec.kind} device of any host, epoch ${place.epoch}. The pending activity \`leaseDevice\` is scheduled while none is free, and started while one is held.`;
    setCurrentDetails(where + before);
    const end = await hold({ ...input, ownerWorkflowId, sessionId, sessionRunId }, place);
    before = end.type === 'failed' ? `\n\nBefore: ${end.message}` : '';
    const next = afterLease(place, end);
    switch (next.type) {
      case 'end':
        return;
      case 'refused':
        throw notYours(next.message);
      case 'give-up':
        await getExternalWorkflowHandle(ownerWorkflowId).signal(deviceFailedSignal, {
          sessionRunId,
          code: next.code,
          message: next.message,
        });
        return;
      case 'hold':
        if (next.delayMs > 0) await sleep(next.delayMs);
        place = next.place;
    }
  }
}

function notYours(message: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, 'not-yours');
}

type Place = Parameters<typeof afterLease>[0];
type Session = DeviceSessionInput & Pick<LeaseDeviceInput, 'ownerWorkflowId' | 'sessionId' | 'sessionRunId'>;

async function hold({ leaseHeartbeatMs, firstEpoch: _, ...session }: Session, { host, epoch }: Place): Promise<LeaseEnd> {
  const { kind } = session.spec;
  const { leaseDevice } = proxyActivities<Activities>({
    taskQueue: host === undefined ? deviceQueueOf(kind) : leaseQueueOf(host),
    startToCloseTimeout: '365 days',
    heartbeatTimeout: leaseHeartbeatMs,
    scheduleToStartTimeout: host === undefined ? undefined : '30 seconds',
    retry: { maximumAttempts: 1 },
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    summary: host === undefined ? `hold a ${kind} device, epoch ${epoch}` : `take the device up again on ${host}, epoch ${epoch}`,
  });
  try {
    await leaseDevice({ ...session, epoch });
    return { type: 'released' };
  } catch (error) {
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
    return holdEnd(error.cause);
  }
}

function holdEnd(cause: Error | undefined): LeaseEnd {
  if (cause instanceof TimeoutFailure) {
    return cause.timeoutType === 'SCHEDULE_TO_START'
      ? { type: 'host-silent' }
      : { type: 'heartbeat-lost', ...hostOf(cause.lastHeartbeatDetails) };
  }
  if (cause instanceof ApplicationFailure)
    return { type: 'failed', code: cause.type ?? 'unknown', message: cause.message, ...hostOf(cause.details?.[0]) };
  return { type: 'failed', code: 'unknown', message: cause?.message ?? 'unknown' };
}

function hostOf(details: unknown): { readonly host?: string } {
  if (typeof details !== 'object' || details === null || !('hostId' in details)) return {};
  return typeof details.hostId === 'string' ? { host: details.hostId } : {};
}
