// How an activity on a device runs inside Temporal: its heartbeat, its failures, its lease, its key in the journal.
import { ApplicationFailure, CancelledFailure, type Context } from '@temporalio/activity';
import { SteadyhandError } from '../../domain/errors/errors.js';
import { ConnectionLostError, DeviceGoneError } from '../../ports/device.js';
import type { DeviceHost } from '../../host/device-host.js';
import { RefusedError, type LeasedDevice, type Log } from '../../host/leased-device.js';
import { whileBeating } from '../heartbeats.js';
import { LeaseEndedError } from './lease-device.js';
import type { LeaseChecks } from '../../host/lease-checks.js';

export interface DeviceStanding {
  checkLease(context: Context, leased: LeasedDevice): Promise<void>;
  explained(error: unknown, leased: LeasedDevice): Promise<unknown>;
}

export function createDeviceStanding({ host, desk }: { readonly host: DeviceHost; readonly desk: LeaseChecks }): DeviceStanding {
  return { checkLease, explained };

  /**
   * One question: is this activity still wanted? Its run waits for it and does nothing else on any device meanwhile; a reset, a timeout or an end of the run
   * ends it. Whether another host has opened a device for the run by now is not asked: the run learns of that by the epoch of the result.
   */
  async function checkLease({ info }: Context, { hold, record: { deviceId, epoch } }: LeasedDevice): Promise<void> {
    if (hold === undefined) throw new RefusedError('lease-lost', `Nobody has device ${deviceId} at present; the action was not sent.`);
    await desk.confirm(info.taskToken, { hostId: host.hostId, epoch });
  }

  /** Finds out whether a device whose connection broke is gone; if so, its hold ends. */
  async function explained(error: unknown, leased: LeasedDevice): Promise<unknown> {
    const wasCut = error instanceof DeviceGoneError || (error instanceof ConnectionLostError && error.cause instanceof DeviceGoneError);
    if (!wasCut) return error;
    const isGone = await host.isGone(leased);
    if (error instanceof ConnectionLostError || isGone) return error;
    return new Error(`The connection to the device broke (${messageOf(error)}), but the device is still there.`, { cause: error });
  }
}

export async function whileAlive<T>(details: unknown, work: (context: Context) => Promise<T>): Promise<T> {
  return whileBeating(details, (context) => asFailures(() => work(context), details));
}

/** dispatch-1, dispatch-2 of device-activities.ts. `details` name the host, so that a session knows where to resume. */
export async function asFailures<T>(work: () => Promise<T>, details: unknown): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LeaseEndedError && error.code === 'released') throw new CancelledFailure(error.message);
    const cause = error instanceof Error && error.cause instanceof Error ? { cause: error.cause } : {};
    const known = error instanceof SteadyhandError ? { type: error.code, nonRetryable: true } : { type: 'unexpected-failure' };
    throw ApplicationFailure.create({ message: messageOf(error), ...known, ...cause, details: [details] });
  }
}

/** Of the activity, not of the step: a reset repeats the step with another decision. */
export function actionKeyOf({ info }: Context): string {
  return `${info.workflowExecution?.runId ?? ''}:${info.activityId}`;
}

export function logOf(context: Context): Log {
  return (message, fields) => context.log.warn(message, { ...fields });
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
