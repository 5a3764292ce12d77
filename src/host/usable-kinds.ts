// What a worker offers: only kinds of which it can open a device. A run that needs another kind waits for a host that can, instead of failing on this one.
import type { DeviceKind } from '../domain/device/device-spec.js';
import type { DeviceDriver } from '../ports/device.js';

/** A kind that is configured and cannot be opened. */
export interface UnusableKind {
  readonly kind: DeviceKind;
  readonly why: string;
}

export interface Listeners {
  readonly log: (text: string) => void;
  /** Called also when there are none, so that an earlier note is removed. */
  readonly note: (unusable: readonly UnusableKind[]) => Promise<void>;
}

/** Checked once: a kind that is fixed later is offered after the worker's next start. */
export async function usableKinds(
  drivers: readonly Pick<DeviceDriver, 'kind' | 'check'>[],
  { log, note }: Listeners,
): Promise<readonly DeviceKind[]> {
  const checked = await Promise.all(drivers.map(async (driver) => ({ kind: driver.kind, why: await driver.check?.() })));
  const unusable = checked.flatMap(({ kind, why }) => (why === undefined ? [] : [{ kind, why }]));
  for (const { kind, why } of unusable) log(`no ${kind} devices are offered: ${why}.`);
  await note(unusable);
  return checked.filter(({ why }) => why === undefined).map(({ kind }) => kind);
}
