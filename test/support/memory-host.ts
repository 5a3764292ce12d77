// A device host without Temporal, disk or processes.
import { DeviceHost } from '../../src/host/device-host.js';
import { createHold, type Hold } from '../../src/host/held-device.js';
import { createMemoryDriver, type MemoryDriver } from '../../src/adapters/memory/memory-driver.js';
import { createMemoryDeviceRecords } from './memory-stores.js';
import type { DeviceSpec } from '../../src/domain/device/device-spec.js';
import type { HoldDeviceInput } from '../../src/domain/device/device-work.js';
import type { DeviceRecords } from '../../src/ports/device-records.js';
import { createMemoryDesk, type MemoryDesk } from './memory-desk.js';

export interface MemoryHost {
  readonly host: DeviceHost;
  readonly desk: MemoryDesk;
  readonly driver: MemoryDriver;
  readonly records: DeviceRecords;
  readonly log: string[];
  /** The same disk and UI sessions in a new process. */
  restart(): MemoryHost;
}

export function createMemoryHost(known: Partial<Pick<MemoryHost, 'driver' | 'records' | 'desk'>> = {}): MemoryHost {
  const { driver = createMemoryDriver(), records = createMemoryDeviceRecords(), desk = createMemoryDesk() } = known;
  const log: string[] = [];
  const host = new DeviceHost({
    hostId: 'HOST',
    records,
    drivers: [driver],
    desk,
    log: (message) => log.push(message),
    meter: () => undefined,
  });
  return { host, desk, driver, records, log, restart: () => createMemoryHost({ driver, records, desk }) };
}

export function holdInput(change: Partial<HoldDeviceInput> = {}): HoldDeviceInput {
  return {
    sessionId: 'owner/device-1',
    sessionRunId: 'session-run',
    ownerWorkflowId: 'owner',
    ownerFirstRunId: 'owner-run',
    deviceId: 'd1',
    epoch: 1,
    spec: { kind: 'memory' } satisfies DeviceSpec,
    origins: [],
    ...change,
  };
}

export function newHold({ resumes = false }: { readonly resumes?: boolean } = {}): Hold {
  return createHold(new Uint8Array([1]), resumes);
}

export const neverAborted = new AbortController().signal;
