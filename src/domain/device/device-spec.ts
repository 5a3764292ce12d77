/** What a page may ask a browser for. */
export const browserPermissions = ['camera', 'clipboard-read', 'geolocation', 'microphone', 'midi', 'notifications'] as const;
export type BrowserPermission = (typeof browserPermissions)[number];

/** `stub` is the scripted device of the fault tests, `memory` the in-process one of the benchmarks, `own-…` one with a custom driver. */
export type DeviceKind = 'web' | 'desktop' | 'appium' | 'stub' | 'memory' | `own-${string}`;

/** What to open; part of every engine's input. */
export interface DeviceSpec {
  readonly kind: DeviceKind;
  readonly url?: string;
  readonly app?: string;
  readonly capabilities?: Readonly<Record<string, unknown>>;
  /** Name of a browser profile kept under STEADYHAND_HOME/profiles. */
  readonly profile?: string;
  readonly headed?: boolean;
}

/** Where a device's actions go, as last reported to its owner by `deviceReady`. */
export interface DeviceHandle {
  readonly sessionRunId: string;
  readonly deviceId: string;
  readonly hostId: string;
  /** Counter of the session: +1 whenever another UI session had to be opened. */
  readonly epoch: number;
  /** `steadyhand-<hostId>-perform`. */
  readonly taskQueue: string;
}

/** The application that an Appium session is started for: its id, otherwise its file. Undefined if the capabilities name none. */
export function applicationOfCapabilities(capabilities: Readonly<Record<string, unknown>>): string | undefined {
  const names = ['appPackage', 'bundleId', 'app'].flatMap((name) => [`appium:${name}`, name]);
  return names.map((name) => capabilities[name]).find((value): value is string => typeof value === 'string' && value !== '');
}

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
