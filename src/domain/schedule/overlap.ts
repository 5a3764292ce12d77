// What happens when a schedule is due while its last run is still open (docs/decisions/schedules.md).
import type { DeviceSpec } from '../device/device-spec.js';
import { InputError } from '../errors/input-error.js';

export const overlapPolicies = ['skip', 'buffer-one', 'buffer-all', 'cancel-other', 'terminate-other', 'allow-all'] as const;
export type OverlapPolicy = (typeof overlapPolicies)[number];

/** Throws `InputError` where two runs would meet on a device that is one. On a desktop they do not: a host has as many slots as displays. */
export function overlapFor(device: DeviceSpec, wanted: OverlapPolicy | undefined): OverlapPolicy {
  const shared = theOnly(device);
  if (wanted === 'allow-all' && shared !== undefined && device.kind !== 'desktop')
    throw new InputError('overlap', wanted, `for ${shared}, which two runs cannot use at once: ${policiesForOne.join(', ')}`);
  return wanted ?? (shared === undefined ? 'skip' : 'buffer-one');
}

const policiesForOne = overlapPolicies.filter((policy) => policy !== 'allow-all');

/** A device of which there is one, in words; undefined: each run gets its own. */
function theOnly({ kind, profile }: DeviceSpec): string | undefined {
  if (profile !== undefined) return `the browser profile '${profile}'`;
  if (kind === 'desktop') return 'a desktop';
  if (kind === 'appium') return 'a device of Appium';
  return kind.startsWith('own-') ? `a device of kind '${kind}'` : undefined;
}
