import type { DeviceRecord } from '../domain/device/device-spec.js';

/**
 * The devices of this host, on its own disk. Devices end with the machine, so a record has to survive the worker's death, but not a power
 * failure.
 */
export interface DeviceRecords {
  list(): Promise<readonly DeviceRecord[]>;
  save(record: DeviceRecord): Promise<void>;
  /** Cheap: called before every dispatch. */
  saveGeneration(deviceId: string, generation: number): Promise<void>;
  /** As it was saved last, also by the device's own process. */
  readGeneration(deviceId: string): Promise<number>;
  /** Removes the record; a missing one is no error. */
  remove(deviceId: string): Promise<void>;
  /** A folder for the files of one UI session, created if missing. */
  folderOf(deviceId: string, epoch: number): Promise<string>;
  removeFolder(deviceId: string, epoch: number): Promise<void>;
}

export interface RunningActivity {
  readonly token: Uint8Array;
  /** Name of its function. */
  readonly type: string;
}

/** The activities that a worker is at, so that the next one can tell Temporal what was lost with it. */
export interface RunningActivities {
  begin(activity: RunningActivity): void;
  end(activity: RunningActivity): void;
  /** Those of a worker that was killed, once. */
  takeLeft(): Promise<readonly RunningActivity[]>;
}
