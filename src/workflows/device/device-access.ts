import type { DeviceHandle } from '../../domain/device/device-spec.js';
import type { Recovery } from '../../domain/device/recovery.js';
import { SteadyhandError } from '../../domain/errors/errors.js';
import type { DeviceFailed } from '../messages.js';

/** What every user of a device carries over a continue-as-new. */
export interface DeviceAccessState {
  handle?: DeviceHandle;
  /** How many `deviceReady` signals were believed; a higher count than before a failure means that the device is back. */
  readies: number;
  failure?: string;
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
}

export const noDevice = { readies: 0, performs: 0 } as const satisfies DeviceAccessState;

/** How a workflow gets its device: the owner opens and waits, a child asks the owner. */
export interface DeviceAccess {
  /** The current handle; waits while there is none. Throws `DeviceLostError` when there will be none. */
  ensure(): Promise<DeviceHandle>;
  /** After a failure seen at that count of `readies`: the handle that is valid now, the same one if the device came back. */
  renew(readies: number): Promise<DeviceHandle>;
}

/** What a workflow with children on its device can do about it, whether it owns it or borrows it itself. */
export interface DeviceSupply extends DeviceAccess {
  /** Requests another session: the current one is gone or has been silent for too long. */
  reopen(url?: string): Promise<void>;
  /** Does nothing when there is no device. */
  release(): Promise<void>;
  /** The session ended by itself (terminated, given up): known in the run that started it. */
  readonly sessionEnded: boolean;
}

/** What signals report about a device. */
export interface DeviceNews {
  ready(handle: DeviceHandle): void;
  failed(failure: DeviceFailed): void;
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

/** Takes news of a device; false: it is older than what is already known. */
export function believe(state: DeviceAccessState, handle: DeviceHandle): boolean {
  const { handle: known } = state;
  if (known && handle.sessionRunId === known.sessionRunId && handle.epoch < known.epoch) return false;
  state.handle = handle;
  state.readies += 1;
  return true;
}

export function identityOf({ sessionRunId, epoch }: DeviceHandle): string {
  return `${sessionRunId}:${epoch}`;
}
