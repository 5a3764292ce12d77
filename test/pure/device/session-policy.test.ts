import { describe, expect, test } from '@jest/globals';
import { afterLease, type LeaseEnd, type Place } from '../../../src/domain/device/session-policy.js';

const place: Place = { host: 'a', epoch: 3, failures: 0, crashes: 0 };
const failed = (code: string, more: Partial<Extract<LeaseEnd, { type: 'failed' }>> = {}): LeaseEnd => ({
  type: 'failed',
  code,
  message: 'why',
  ...more,
});
const hold = (next: Place, delayMs = 0) => ({ type: 'hold', place: next, delayMs });

describe('where a session holds its device next', () => {
  test.each([
    ['released: nowhere', { type: 'released' }, { type: 'end' }],
    ['the owner is gone: nowhere', failed('owner-gone'), { type: 'end' }],
    [
      'a dead host may come back: the same host, the same UI session',
      { type: 'heartbeat-lost', host: 'a' },
      hold({ host: 'a', epoch: 3, failures: 0, crashes: 0 }),
    ],
    [
      'a heartbeat without a host: the one it was held on',
      { type: 'heartbeat-lost' },
      hold({ host: 'a', epoch: 3, failures: 0, crashes: 0 }),
    ],
    [
      'a draining host keeps the device for its successor',
      failed('host-draining', { host: 'b' }),
      hold({ host: 'b', epoch: 3, failures: 0, crashes: 0 }),
    ],
    ['the host never took it: any host, another UI session', { type: 'host-silent' }, hold({ epoch: 4, failures: 0, crashes: 0 })],
    ['the driver is gone: any host, another UI session', failed('device-gone'), hold({ epoch: 4, failures: 0, crashes: 1 })],
    ['it could not be opened: any host, a second later', failed('open-failed'), hold({ epoch: 4, failures: 1, crashes: 0 }, 1_000)],
  ] as const)('%s', (_case, end: LeaseEnd, expected) => {
    expect(afterLease(place, end)).toEqual(expected);
  });

  test('a host that dies before it announced itself opened nothing: the shared queue, the same epoch', () => {
    expect(afterLease({ epoch: 3, failures: 2, crashes: 0 }, { type: 'heartbeat-lost' })).toEqual(
      hold({ epoch: 3, failures: 0, crashes: 0 }),
    );
  });

  test('a hold that is not its own is refused; one whose ticket cannot be read now, or whose host has a full disk, is tried again at the same place', () => {
    const failed = (code: string) => afterLease({ host: 'A', epoch: 3, failures: 1, crashes: 2 }, { type: 'failed', code, message: 'why' });
    expect(failed('not-yours')).toEqual({ type: 'refused', message: 'why' });
    for (const code of ['store-unavailable', 'disk-full'])
      expect(failed(code)).toEqual({
        type: 'hold',
        place: { host: 'A', epoch: 3, failures: 1, crashes: 2 },
        delayMs: 10_000,
      });
  });

  test('failures to open back off, and the fifth in a row gives up with the reason', () => {
    const delays: number[] = [];
    let at: Place = place;
    for (;;) {
      const next = afterLease(at, failed('open-failed'));
      if (next.type !== 'hold') {
        expect(next).toEqual({ type: 'give-up', code: 'open-failed', message: 'open-failed: why' });
        break;
      }
      delays.push(next.delayMs);
      at = next.place;
    }
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000]);
  });

  test('a device that ends on its own again and again is reopened after growing delays', () => {
    const delays: number[] = [];
    let at: Place = place;
    for (let crash = 0; crash < 8; crash += 1) {
      const next = afterLease(at, failed('device-gone'));
      if (next.type !== 'hold') throw new Error('it gave up');
      delays.push(next.delayMs);
      at = next.place;
    }
    expect(delays).toEqual([0, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 32_000]);
  });

  test('the epoch never decreases', () => {
    const ends: readonly LeaseEnd[] = [
      { type: 'heartbeat-lost' },
      { type: 'host-silent' },
      failed('host-draining'),
      failed('device-gone'),
      failed('x'),
    ];
    for (const end of ends) {
      const next = afterLease(place, end);
      expect(next.type === 'hold' && next.place.epoch).toBeGreaterThanOrEqual(place.epoch);
    }
  });
});
