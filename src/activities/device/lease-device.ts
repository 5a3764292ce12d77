// One hold: this host has the device for as long as this function runs. How it ends decides what becomes of the UI session:
//
//   released (cancelled by the session)      closed, forgotten
//   owner gone, device closed or gone        closed, forgotten
//   orphaned (Temporal no longer knows it)   closed only when the session has ended and this hold still owns the device; else detached
//   draining (worker shutdown)               detached after the running work; `host-draining`, and the session comes back by the hold queue
//   superseded by a newer hold               nothing: it belongs to that hold
import { setTimeout as sleep } from 'node:timers/promises';
import { assertNever } from '../../domain/errors/assert-never.js';
import type { DeviceHandle } from '../../domain/device/device-spec.js';
import type { LeaseDeviceInput } from '../../domain/device/device-work.js';
import { SteadyhandError } from '../../domain/errors/errors.js';
import type { DeviceHost } from '../../host/device-host.js';
import { createLease, type DeviceLease, type LeaseEnd, type Log } from '../../host/leased-device.js';
import type { LeaseChecks } from '../../host/lease-checks.js';

/** Ends the hold; the session decides by `code` what it does next. */
export class LeaseEndedError extends SteadyhandError {
  override readonly name = 'LeaseEndedError';

  constructor(
    readonly code: 'owner-gone' | 'device-gone' | 'device-open-failed' | 'host-draining' | 'superseded' | 'orphaned' | 'released',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Why Temporal cancels an activity, in the words of this file. */
export type Cancellation = 'released' | 'orphaned' | 'draining';

/** What a hold needs of the activity it runs in. */
export interface HoldContext {
  readonly taskToken: Uint8Array;
  readonly taskQueue: string;
  readonly heartbeat: (details: unknown) => void;
  /** ms from one heartbeat to the next. */
  readonly beatMs: number;
  readonly cancelled: AbortSignal;
  /** Valid after `cancelled`. */
  readonly cancellation: () => Cancellation;
  readonly log: Log;
}

const announceAgainMs = 1_000;
const ownerCheckMs = 15_000;

/** Returns when the device was closed by its owner; otherwise throws `LeaseEndedError`, or what the driver threw. */
export async function leaseDevice(
  input: LeaseDeviceInput,
  context: HoldContext,
  { host, desk }: { readonly host: DeviceHost; readonly desk: LeaseChecks },
): Promise<void> {
  const hold = createLease(context.taskToken, context.taskQueue === host.holdQueue);
  const over = new AbortController();
  const details = { hostId: host.hostId, epoch: input.epoch };
  context.heartbeat(details);
  const heart = setInterval(() => context.heartbeat(details), context.beatMs);
  try {
    if ((await desk.ownerLives(input.ownerWorkflowId, input.ownerFirstRunId)) === 'gone')
      return await finish('owner-gone', input, hold, host, desk);
    await open(input, hold, host, context);
    const watch = watchOwner(input, host, desk, AbortSignal.any([over.signal, context.cancelled]), context.log);
    return await finish(await Promise.race([hold.ended, whenCancelled(context), watch]), input, hold, host, desk);
  } finally {
    clearInterval(heart);
    over.abort();
  }
}

async function open(input: LeaseDeviceInput, hold: DeviceLease, host: DeviceHost, context: HoldContext): Promise<void> {
  try {
    await host.take(input, hold, context.cancelled);
  } catch (error) {
    if (context.cancelled.aborted)
      throw new LeaseEndedError(
        context.cancellation() === 'draining' ? 'host-draining' : 'released',
        'The device was no longer wanted before it was open.',
        { cause: error },
      );
    if (error instanceof SteadyhandError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new LeaseEndedError('device-open-failed', `A ${input.spec.kind} device could not be opened: ${reason}`, { cause: error });
  }
}

/** Tells the owner that the device is ready, until that succeeds; then checks every 15 s ± 20 % that there is an owner. Ends only when there is none. */
async function watchOwner(
  input: LeaseDeviceInput,
  host: DeviceHost,
  desk: LeaseChecks,
  over: AbortSignal,
  log: Log,
): Promise<'owner-gone'> {
  const { ownerWorkflowId, ownerFirstRunId, sessionRunId, deviceId, epoch } = input;
  const handle: DeviceHandle = { sessionRunId, deviceId, hostId: host.hostId, epoch, taskQueue: host.performQueue };
  for (let announced = false; !announced;) {
    try {
      if (!(await desk.announce(ownerWorkflowId, handle))) return 'owner-gone';
      announced = true;
    } catch (error) {
      log('The owner could not be told that its device is ready; trying again', { ownerWorkflowId, error });
      if (!(await rest(announceAgainMs, over))) return never();
    }
  }
  while (await rest(ownerCheckMs * (0.8 + 0.4 * Math.random()), over)) {
    if ((await desk.ownerLives(ownerWorkflowId, ownerFirstRunId)) === 'gone') return 'owner-gone';
  }
  return never();
}

async function finish(
  end: LeaseEnd | Cancellation | 'owner-gone',
  { deviceId, epoch, sessionId, sessionRunId, ownerWorkflowId }: LeaseDeviceInput,
  hold: DeviceLease,
  host: DeviceHost,
  desk: LeaseChecks,
): Promise<void> {
  switch (end) {
    case 'closed':
      return;
    case 'gone':
      throw new LeaseEndedError('device-gone', `Device ${deviceId} of epoch ${epoch} is gone; its session opens another.`);
    case 'superseded':
      throw new LeaseEndedError('superseded', `Another lease took device ${deviceId} over.`);
    case 'owner-gone':
      // Whoever owns it: a hold that finds its owner gone before it opens a device closes what an earlier hold left.
      await host.close(deviceId, { epoch });
      throw new LeaseEndedError(
        'owner-gone',
        `Workflow ${ownerWorkflowId}, which asked for device ${deviceId}, has ended; the device is closed.`,
      );
    case 'released':
      await host.close(deviceId, { hold });
      throw new LeaseEndedError('released', `Device ${deviceId} was given back.`);
    case 'draining':
      await host.letGo(deviceId, hold);
      throw new LeaseEndedError('host-draining', `Host ${host.hostId} is shutting down; device ${deviceId} waits on it.`);
    case 'orphaned':
      if ((await desk.sessionStanding(sessionId, sessionRunId)) === 'ended') await host.close(deviceId, { hold });
      else await host.letGo(deviceId, hold);
      throw new LeaseEndedError('orphaned', `Temporal no longer knows this lease of device ${deviceId}.`);
    default:
      return assertNever(end);
  }
}

function whenCancelled({ cancelled, cancellation }: HoldContext): Promise<Cancellation> {
  return new Promise((resolve) => {
    const answer = (): void => resolve(cancellation());
    if (cancelled.aborted) answer();
    else cancelled.addEventListener('abort', answer, { once: true });
  });
}

/** False when the hold has ended meanwhile. */
function rest(ms: number, over: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { signal: over }).catch(() => false);
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}
