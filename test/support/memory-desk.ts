import type { LeaseChecks } from '../../src/host/lease-checks.js';
import { LeaseLostError } from '../../src/host/lease-checks.js';
import type { DeviceHandle } from '../../src/domain/device/device-spec.js';

/** Temporal as a host sees it, set by hand. */
export interface MemoryDesk extends LeaseChecks {
  owner: 'lives' | 'gone' | 'not-known';
  standing: 'here' | 'elsewhere' | 'ended' | 'not-known';
  isConfirmed: boolean;
  hold: 'stands' | 'gone' | 'not-known';
  readonly announced: DeviceHandle[];
  readonly confirmed: Uint8Array[];
}

export function createMemoryDesk(): MemoryDesk {
  const desk: MemoryDesk = {
    owner: 'lives',
    standing: 'here',
    isConfirmed: true,
    hold: 'stands',
    announced: [],
    confirmed: [],
    async confirm(taskToken) {
      if (!desk.isConfirmed) throw new LeaseLostError('The lease is lost.');
      desk.confirmed.push(taskToken);
    },
    leaseStands: async () => desk.hold,
    ownerLives: async () => desk.owner,
    sessionStanding: async () => desk.standing,
    async announce(_owner, handle) {
      desk.announced.push(handle);
      return true;
    },
  };
  return desk;
}
