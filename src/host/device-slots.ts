// Slots of one device kind: how many devices this host may have at once.
//
// slots-1. Devices are counted, not pollers: a device that a dead worker left behind takes a slot until it is closed, whoever polls.
// slots-2. A hold from the shared queue pays for its slot with a permit, a device without one (left behind, or resumed by the hold queue) by existing.
//     In between both may count, never neither.
// slots-3. No permit before every device that was left behind is resumed or released.
import type { DeviceKind } from '../domain/device/device-spec.js';

/** What the slots need to know of the host. */
export interface SlotSource {
  /** Devices of that kind that no permit pays for. */
  unpaidDevices(kind: DeviceKind): number;
  /** Every device left behind is resumed or released. */
  isSettled(): boolean;
  /** Calls back whenever an answer above may have changed. */
  onChange(listener: () => void): void;
}

/** Has the shape of `CustomSlotSupplier<ActivitySlotInfo>` of @temporalio/worker. */
export interface DeviceSlots {
  readonly type: 'custom';
  reserveSlot(context: unknown, abortSignal: AbortSignal): Promise<SlotPermit>;
  tryReserveSlot(context: unknown): SlotPermit | null;
  markSlotUsed(context: unknown): void;
  releaseSlot(context: unknown): void;
}

interface SlotPermit {
  readonly kind: DeviceKind;
}

export function createDeviceSlots({
  kind,
  slots,
  source,
}: {
  readonly kind: DeviceKind;
  readonly slots: number;
  readonly source: SlotSource;
}): DeviceSlots {
  let permits = 0;
  const waiting = new Set<() => void>();
  source.onChange(serve);

  function take(): SlotPermit | null {
    if (!source.isSettled() || permits + source.unpaidDevices(kind) >= slots) return null;
    permits += 1;
    return { kind };
  }

  function serve(): void {
    for (const attempt of [...waiting]) attempt();
  }

  return {
    type: 'custom',
    // Temporal calls these methods unbound: none of them uses `this`.
    reserveSlot: (_context, abortSignal) =>
      new Promise((resolve, reject) => {
        function attempt(): void {
          if (abortSignal.aborted) return settle(() => reject(abortSignal.reason));
          const permit = take();
          if (permit !== null) settle(() => resolve(permit));
        }
        function settle(answer: () => void): void {
          waiting.delete(attempt);
          abortSignal.removeEventListener('abort', attempt);
          answer();
        }
        waiting.add(attempt);
        abortSignal.addEventListener('abort', attempt);
        attempt();
      }),
    tryReserveSlot: () => take(),
    markSlotUsed: () => undefined,
    releaseSlot: () => {
      permits -= 1;
      serve();
    },
  };
}
