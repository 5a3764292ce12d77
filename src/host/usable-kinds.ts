// What a worker offers: only kinds of which a device can be opened. Who starts a run for another waits for a host that can, instead of failing on this one.
import type { DeviceKind } from '../domain/device/device-spec.js';
import type { DeviceDriver } from '../ports/device.js';

/** A kind that is configured and cannot be opened. */
export interface UnusableKind {
  readonly kind: DeviceKind;
  readonly why: string;
}

export interface Listeners {
  readonly log: (text: string) => void;
  /** Told also when there is none, so that what was noted before is forgotten. */
  readonly note: (unusable: readonly UnusableKind[]) => Promise<void>;
}

/** Looked into once: what is repaired meanwhile is offered after the worker's next start. */
export async function usableKinds(drivers: readonly DeviceDriver[], { log, note }: Listeners): Promise<readonly DeviceKind[]> {
  const checked = await Promise.all(drivers.map(async (driver) => ({ kind: driver.kind, why: await driver.check?.() })));
  const unusable = checked.flatMap(({ kind, why }) => (why === undefined ? [] : [{ kind, why }]));
  for (const { kind, why } of unusable) log(`no ${kind} devices are offered: ${why}.`);
  await note(unusable);
  return checked.filter(({ why }) => why === undefined).map(({ kind }) => kind);
}
