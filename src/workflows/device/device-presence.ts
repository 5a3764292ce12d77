// Which UI session is there, from call to call (C2, C3 and calls-5 of device-calls.ts).
import type { DeviceHandle } from '../../domain/device/device-spec.js';
import { withRecovery, type Recovery } from '../../domain/device/recovery.js';
import type { Timings } from '../../domain/run/resolve-settings.js';
import { identityOf, type DeviceAccess, type DeviceAccessState } from './device-access.js';
import { inTime, type LeftMs } from './time-limit.js';

/** A workflow's side of its device. */
export interface DeviceSide {
  readonly state: DeviceAccessState;
  readonly access: DeviceAccess;
  readonly timings: Timings;
  /** There is news for people in `state.lastRecovery`. */
  changed(): void;
}

/** What the next record is to say of recoveries. */
export interface Story {
  readonly recovery?: readonly Recovery[];
}

/** Dropped when that record is written. */
export function storyOf({ recoveries }: DeviceAccessState): Story {
  return recoveries ? { recovery: recoveries } : {};
}

export function tell({ state, changed }: DeviceSide, recovery: Recovery): void {
  state.recoveries = withRecovery(state.recoveries ?? [], recovery);
  state.lastRecovery = recovery;
  changed();
}

/** After a failure that was seen when `readies` were counted: until there is a device. */
export async function renew(side: DeviceSide, readies: number, leftMs: LeftMs): Promise<void> {
  const handle = await inTime(leftMs, () => side.access.renew(readies));
  const { hostId: host, epoch } = handle;
  // Another UI session is told where it is first used.
  if (identityOf(handle) === side.state.seen) tell(side, { kind: 'device', at: now(), host, epoch, same: true });
}

/** The present handle, or word that it is another interface than the one last seen. */
export async function presentDevice(side: DeviceSide, leftMs: LeftMs): Promise<{ readonly handle: DeviceHandle; readonly reset: boolean }> {
  const { state, access } = side;
  const handle = await (state.handle ? access.ensure() : inTime(leftMs, () => access.ensure()));
  const identity = identityOf(handle);
  const reset = state.seen !== undefined && state.seen !== identity;
  state.seen = identity;
  if (reset) tell(side, { kind: 'device', at: now(), host: handle.hostId, epoch: handle.epoch, same: false });
  return { handle, reset };
}

/** Whether no other device has come since it was had. */
export function isPresent({ handle: known }: DeviceAccessState, handle: DeviceHandle): boolean {
  return known === undefined || identityOf(known) === identityOf(handle);
}

/** What every line about a piece of work begins with. */
export function workOf(work: string, actions: string, attempt: number, { hostId: host, epoch }: DeviceHandle) {
  return { kind: 'work', at: now(), work, actions, attempt: attempt + 1, host, epoch } as const;
}

/** By the workflow's clock. */
function now(): string {
  return new Date().toISOString();
}
