// What a host's devices add to the worker's metrics.
import type { DeviceKind } from '../domain/device/device-spec.js';
import type { Meter } from '../ports/meter.js';

export interface DeviceMeasures {
  /** Runs `open`, and measures whether and how fast it succeeds. */
  opening<T>(kind: DeviceKind, open: () => Promise<T>): Promise<T>;
  resumed(kind: DeviceKind): void;
  used(kinds: readonly DeviceKind[], present: readonly DeviceKind[]): void;
}

export function createDeviceMeasures(meter: Meter): DeviceMeasures {
  const opens = (kind: DeviceKind, result: string): void =>
    meter({ name: 'steadyhand_device_opens_total', value: 1, labels: { kind, result } });
  return {
    async opening(kind, open) {
      const began = performance.now();
      try {
        const opened = await open();
        opens(kind, 'opened');
        meter({ name: 'steadyhand_device_open_seconds', value: (performance.now() - began) / 1_000, labels: { kind } });
        return opened;
      } catch (error) {
        opens(kind, 'failed');
        throw error;
      }
    },
    resumed: (kind) => opens(kind, 'resumed'),
    used(kinds, present) {
      for (const kind of kinds)
        meter({ name: 'steadyhand_slots_used', value: present.filter((one) => one === kind).length, labels: { kind } });
    },
  };
}
