// Where a session holds its device next, given how the last hold ended (session-1 to session-4 of device-session.ts).
import { diskFull } from '../errors/disk-full.js';

export interface Place {
  /** The host that had the device; undefined: any, through the shared queue. */
  readonly host?: string;
  readonly epoch: number;
  /** Consecutive holds that could not open a device. */
  readonly failures: number;
  /** Devices of this session that crashed. */
  readonly crashes: number;
}

export type LeaseEnd =
  | { readonly type: 'released' }
  | { readonly type: 'heartbeat-lost'; readonly host?: string }
  /** No worker took the hold from the host's queue in time. */
  | { readonly type: 'host-silent' }
  | { readonly type: 'failed'; readonly code: string; readonly message: string; readonly host?: string };

export type NextLease =
  | { readonly type: 'end' }
  | { readonly type: 'refused'; readonly message: string }
  | { readonly type: 'give-up'; readonly code: string; readonly message: string }
  | { readonly type: 'hold'; readonly place: Place; readonly delayMs: number };

const maxFailures = 5;
const hostLaterMs = 10_000;

export function afterLease(place: Place, end: LeaseEnd): NextLease {
  switch (end.type) {
    case 'released':
      return { type: 'end' };
    case 'heartbeat-lost':
      return sameHost(place, end.host ?? place.host);
    case 'host-silent':
      return anyHost(place, {});
    case 'failed':
      if (end.code === 'owner-gone') return { type: 'end' };
      if (end.code === 'not-yours') return { type: 'refused', message: end.message };
      // Its host cannot read the ticket now, or has no space for a device: nothing was opened, and nothing counts as a failure.
      if (end.code === 'store-unavailable' || end.code === diskFull) return { type: 'hold', place, delayMs: hostLaterMs };
      if (end.code === 'host-draining') return sameHost(place, end.host ?? place.host);
      if (end.code === 'device-gone') return anyHost(place, { crashes: place.crashes + 1 });
      return place.failures + 1 >= maxFailures
        ? { type: 'give-up', code: end.code, message: `${end.code}: ${end.message}` }
        : anyHost(place, { failures: place.failures + 1 });
  }
}

/** A heartbeat names the host; without one nothing was opened, and the shared queue is tried again. */
function sameHost({ epoch, crashes }: Place, host: string | undefined): NextLease {
  return { type: 'hold', place: { host, epoch, failures: 0, crashes }, delayMs: 0 };
}

/**
 * Another UI session: a new epoch. Failures to open one back off 1, 2, 4, 8 s; crashes do so from the second on, up to 32 s,
 * so that a driver that dies at every start does not spin.
 */
function anyHost({ epoch, crashes: before }: Place, { failures = 0, crashes = before }: Partial<Place>): NextLease {
  const doublings = failures > 0 ? failures : crashes > before ? Math.min(crashes - 1, longestBackoff) : 0;
  return { type: 'hold', place: { epoch: epoch + 1, failures, crashes }, delayMs: doublings === 0 ? 0 : 1_000 * 2 ** (doublings - 1) };
}

const longestBackoff = 6;
