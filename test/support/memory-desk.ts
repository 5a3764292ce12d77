import type { TemporalDesk } from '../../src/host/temporal-desk.js';
import { LeaseLostError } from '../../src/host/temporal-desk.js';
import type { DeviceHandle } from '../../src/domain/device/device-spec.js';

/** Temporal as a host sees it, set by hand. */
export interface MemoryDesk extends TemporalDesk {
  owner: 'lives' | 'gone' | 'not-known';
  standing: 'here' | 'elsewhere' | 'ended' | 'not-known';
  leaseStands: boolean;
  hold: 'stands' | 'gone' | 'not-known';
  readonly announced: DeviceHandle[];
  readonly confirmed: Uint8Array[];
}

export function createMemoryDesk(): MemoryDesk {
  const desk: MemoryDesk = {
    owner: 'lives',
    standing: 'here',
    leaseStands: true,
    hold: 'stands',
    announced: [],
    confirmed: [],
    async confirm(taskToken) {
      if (!desk.leaseStands) throw new LeaseLostError('The lease is lost.');
      desk.confirmed.push(taskToken);
    },
    holdStands: async () => desk.hold,
    ownerLives: async () => desk.owner,
    sessionStanding: async () => desk.standing,
    async announce(_owner, handle) {
      desk.announced.push(handle);
      return true;
    },
  };
  return desk;
}
