import type { DeviceRecord } from '../domain/device/device-record.js';

/** The devices of this host, on its own disk. They end with the machine, so a record survives the worker's death, not the power's. */
export interface DeviceRecords {
  list(): Promise<readonly DeviceRecord[]>;
  save(record: DeviceRecord): Promise<void>;
  /** Cheap, before every dispatch. */
  saveGeneration(deviceId: string, generation: number): Promise<void>;
  /** Forgets the record; nothing to forget is no error. */
  remove(deviceId: string): Promise<void>;
  /** A folder for the files of one UI session, made when it is not there. */
  folderOf(deviceId: string, epoch: number): Promise<string>;
  removeFolder(deviceId: string, epoch: number): Promise<void>;
}
