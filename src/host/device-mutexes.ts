// One at a time on each device (host-1 of device-host.ts).
import { E_TIMEOUT, Mutex, withTimeout } from 'async-mutex';

/** Told of calls into a driver that may outlive the work: the device stays taken until they have ended. */
export type Busy = (call: Promise<unknown>) => void;

export class DeviceMutexes {
  readonly #mutexes = new Map<string, Mutex>();

  /** `isOpen`: whether the mutex of a device is kept while nobody has it. */
  constructor(private readonly isOpen: (deviceId: string) => boolean) {}

  /** Runs `work` alone on that device. With `patienceMs` it goes ahead without the mutex after that time: to close, or to ask the journal. */
  async take<T>(deviceId: string, work: (busy: Busy) => Promise<T>, patienceMs?: number): Promise<T> {
    const mutex = this.#mutexes.get(deviceId) ?? new Mutex();
    this.#mutexes.set(deviceId, mutex);
    const release = await acquire(mutex, patienceMs);
    const calls: Promise<unknown>[] = [];
    try {
      return await work((call) => calls.push(call));
    } finally {
      if (calls.length === 0) release();
      else Promise.allSettled(calls).then(release, release);
      if (!this.isOpen(deviceId) && !mutex.isLocked()) this.#mutexes.delete(deviceId);
    }
  }
}

async function acquire(mutex: Mutex, patienceMs: number | undefined): Promise<() => void> {
  if (patienceMs === undefined) return mutex.acquire();
  try {
    return await withTimeout(mutex, patienceMs).acquire();
  } catch (error) {
    if (error === E_TIMEOUT) return () => undefined;
    throw error;
  }
}
