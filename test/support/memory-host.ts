// A device host without Temporal, disk or processes.
import { createProcessDriver } from '../../src/adapters/device-process/process-driver.js';
import type { Blank } from '../../src/adapters/masking-kit/masked-device.js';
import { createMemoryDriver, type MemoryDriver } from '../../src/adapters/memory/memory-driver.js';
import { DeviceHost } from '../../src/host/device-host.js';
import { bootNow } from '../../src/host/boot-clock.js';
import { createLease, type DeviceLease } from '../../src/host/leased-device.js';
import { createHandsInProcess } from '../../src/device-process/in-process.js';
import type { ProcessWrappers } from '../../src/device-process/taken-device.js';
import { createMemoryActionJournal, createMemoryDeviceRecords } from './memory-stores.js';
import type { DeviceSpec } from '../../src/domain/device/device-spec.js';
import type { LeaseDeviceInput } from '../../src/domain/device/device-work.js';
import type { ActionJournal } from '../../src/ports/action-journal.js';
import type { DeviceRecords } from '../../src/ports/device-records.js';
import { createMemoryDesk, type MemoryDesk } from './memory-desk.js';

export interface MemoryHost {
  readonly host: DeviceHost;
  readonly desk: MemoryDesk;
  readonly driver: MemoryDriver;
  readonly records: DeviceRecords;
  readonly journal: ActionJournal;
  readonly log: string[];
  /** The same disk and UI sessions in a new process. */
  restart(): MemoryHost;
}

/** What is known of an earlier process; `around` wraps what its hands have, `now` is their clock. */
interface Known extends Partial<Pick<MemoryHost, 'driver' | 'records' | 'desk' | 'journal'>> {
  readonly around?: ProcessWrappers;
  readonly now?: () => number;
  readonly blank?: Blank;
}

export function createMemoryHost(known: Known = {}): MemoryHost {
  const { driver = createMemoryDriver(), records = createMemoryDeviceRecords(), desk = createMemoryDesk() } = known;
  const { journal = createMemoryActionJournal(), around, now = bootNow } = known;
  const log: string[] = [];
  const hands = createHandsInProcess({
    driver: async () => driver,
    journal: () => journal,
    blank: known.blank ?? (async (png) => png),
    setGeneration: ({ deviceId }, generation) => records.saveGeneration(deviceId, generation),
    around,
    now,
    log: (message) => log.push(message),
  });
  const host = new DeviceHost({
    hostId: 'HOST',
    records,
    drivers: [createProcessDriver({ kind: 'memory', driver: async () => driver, hands, setup: { secrets: {}, journal: '' }, now })],
    desk,
    log: (message) => log.push(message),
    meter: () => undefined,
  });
  return { host, desk, driver, records, journal, log, restart: () => createMemoryHost({ ...known, driver, records, desk, journal }) };
}

export function holdInput(change: Partial<LeaseDeviceInput> = {}): LeaseDeviceInput {
  return {
    sessionId: 'owner/device-1',
    sessionRunId: 'session-run',
    ownerWorkflowId: 'owner',
    ownerFirstRunId: 'owner-run',
    ticket: 'nav1.k1.AAAA',
    deviceId: 'd1',
    epoch: 1,
    spec: { kind: 'memory' } satisfies DeviceSpec,
    origins: [],
    ...change,
  };
}

export function newHold({ resumes = false }: { readonly resumes?: boolean } = {}): DeviceLease {
  return createLease(new Uint8Array([1]), resumes);
}

export const neverAborted = new AbortController().signal;
