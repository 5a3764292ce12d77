// Time limits of work on a device (calls-4 of device-calls.ts).
import { CancellationScope, isCancellation } from '@temporalio/workflow';
import { SteadyhandError } from '../../domain/errors/errors.js';

/** ms left at the time of the call; undefined: there is no limit. */
export type LeftMs = () => number | undefined;

export const noLimit: LeftMs = () => undefined;

/** calls-4 of device-calls.ts. */
export class OutOfTimeError extends SteadyhandError {
  readonly code = 'timeout';
  override readonly name = 'OutOfTimeError';

  constructor() {
    super('its time was used up before it could be done');
  }
}

export function refuseLate(leftMs: LeftMs): void {
  if (leftMs() === 0) throw new OutOfTimeError();
}

/** A wait for a device, given up when the time is used up. */
export async function inTime<T>(leftMs: LeftMs, wait: () => Promise<T>): Promise<T> {
  const left = leftMs();
  if (left === undefined) return wait();
  try {
    return await CancellationScope.withTimeout(Math.max(1, left), wait);
  } catch (error) {
    if (isCancellation(error) && !CancellationScope.current().consideredCancelled) throw new OutOfTimeError();
    throw error;
  }
}
