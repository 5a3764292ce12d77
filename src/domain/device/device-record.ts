import type { DeviceKind } from './device-spec.js';

/** What a host writes down about a device it has opened, so that it finds the device again after the worker dies. */
export interface DeviceRecord {
  readonly version: 1;
  readonly deviceId: string;
  readonly kind: DeviceKind;
  /** `opening` is written before the driver starts, so that a kill in between leaks nothing. */
  readonly state: 'opening' | 'open';
  /** What `DeviceDriver.attach` and `destroy` need; empty while opening. */
  readonly attachment: Readonly<Record<string, unknown>>;
  readonly epoch: number;
  /** Incremented at every action's `intended`; kept beside the record, see `DeviceRecords.saveGeneration`. */
  readonly generation: number;
  readonly sessionId: string;
  readonly sessionRunId: string;
  readonly ownerWorkflowId: string;
  readonly ownerFirstRunId: string;
  readonly origins: readonly string[];
  /** ISO 8601. */
  readonly openedAt: string;
}
