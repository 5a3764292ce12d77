// Which UI session is current, from call to call (calls-2, calls-3 and calls-5 of device-calls.ts).
import type { DeviceHandle } from '../../domain/device/device-spec.js';
import { withRecovery, type Recovery } from '../../domain/device/recovery.js';
import type { Timings } from '../../domain/run/resolve-settings.js';
import { engineHere, measure } from '../engine/measures.js';
import { identityOf, type DeviceAccess, type DeviceAccessState } from './device-access.js';
import { inTime, type LeftMs } from './time-limit.js';

/** A workflow's side of its device. */
export interface DeviceSide {
  readonly state: DeviceAccessState;
  readonly access: DeviceAccess;
  readonly timings: Timings;
  /** To be called when `state.lastRecovery` has something new for people. */
  changed(): void;
}

/** The recoveries that the next record reports. */
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
  const decision = recovery.kind === 'work' ? recovery.decision : recovery.same ? 'same-device' : 'another-device';
  measure({ name: 'steadyhand_recoveries_total', value: 1, labels: { engine: engineHere(), decision } });
  changed();
}

/** Waits for a device after a failure; `readies`: the count when the failure was seen. */
export async function renew(side: DeviceSide, readies: number, leftMs: LeftMs): Promise<void> {
  const handle = await inTime(leftMs, () => side.access.renew(readies));
  const { hostId: host, epoch } = handle;
  // Another UI session is reported when it is first used.
  if (identityOf(handle) === side.state.seen) tell(side, { kind: 'device', at: now(), host, epoch, same: true });
}

/** Whether it is another UI session than the one last seen, which is told. */
export function isReset(side: DeviceSide, handle: DeviceHandle): boolean {
  const { state } = side;
  const identity = identityOf(handle);
  const reset = state.seen !== undefined && state.seen !== identity;
  state.seen = identity;
  if (reset) tell(side, { kind: 'device', at: now(), host: handle.hostId, epoch: handle.epoch, same: false });
  return reset;
}

/** Whether this handle is still the current one. */
export function isPresent({ handle: known }: DeviceAccessState, handle: DeviceHandle): boolean {
  return known === undefined || identityOf(known) === identityOf(handle);
}

/** The fields that all reports about a piece of work begin with. */
export function workOf(work: string, actions: string, attempt: number, { hostId: host, epoch }: DeviceHandle) {
  return { kind: 'work', at: now(), work, actions, attempt: attempt + 1, host, epoch } as const;
}

/** By the workflow's clock. */
function now(): string {
  return new Date().toISOString();
}
