// An action on its way to a device, and what is known of it: the same in the device's own process and in a worker that dispatches itself.
import type { ActionOutcome } from '../domain/device/device-work.js';
import type { Refusal } from '../domain/device/perform-endings.js';
import { mask } from '../domain/ui/mask.js';
import type { DeviceAction } from '../domain/ui/ui-action.js';
import { ActionFailedError, ConnectionLostError, DeviceGoneError, type Device, type Performed } from '../ports/device.js';
import type { Log } from './leased-device.js';

/** perform-2 of perform-actions.ts. */
export const leaseIsFreshMs = 500;

/** Whoever asks the journal learns that it never ran. */
const notSent: Refusal = 'device-gone';

export function notSentBecause(why: string): ActionOutcome {
  return { status: 'failed', code: notSent, message: `It was not sent: ${why}.` };
}

export function isNotSent(outcome: ActionOutcome): boolean {
  return outcome.status === 'failed' && outcome.code === notSent;
}

/** A clock that was set back proves nothing either. */
export function isLeaseStale(leaseAskedAt: number, now: number): boolean {
  return now - leaseAskedAt > leaseIsFreshMs || now < leaseAskedAt;
}

export interface Dispatched {
  /** In time, or `ConnectionLostError`. */
  readonly outcome: Promise<ActionOutcome>;
  /** When the device has answered at last, also after that; undefined: it never told what became of it. */
  readonly atLast: Promise<ActionOutcome | undefined>;
}

/** The call is made before anything is awaited; given up after `limitMs`. */
export function dispatch(name: string, run: (signal: AbortSignal) => Promise<Performed>, limitMs: number, log: Log): Dispatched {
  const limit = new AbortController();
  const running = outcomeOf(name, run, limit.signal, log);
  const timer = setTimeout(() => limit.abort(), Math.max(1, limitMs));
  const outcome = Promise.race([running, tooLate(name, limit.signal)]).finally(() => clearTimeout(timer));
  return { outcome, atLast: running.catch(() => undefined) };
}

async function outcomeOf(
  name: string,
  run: (signal: AbortSignal) => Promise<Performed>,
  signal: AbortSignal,
  log: Log,
): Promise<ActionOutcome> {
  try {
    return doneWith(await run(signal));
  } catch (error) {
    if (signal.aborted) throw lateError(name, error);
    if (error instanceof ConnectionLostError) throw error;
    if (error instanceof DeviceGoneError && error.nothingSent)
      return { status: 'failed', code: notSent, message: `'${name}' was not sent: ${error.message}` };
    if (error instanceof DeviceGoneError)
      throw new ConnectionLostError(`The device vanished during '${name}' (${error.message}); whether it ran is not known.`, {
        cause: error,
      });
    if (error instanceof ActionFailedError) return { status: 'failed', code: error.code, message: error.message };
    log('A device failed in an unexpected way', { action: name, error });
    return { status: 'failed', code: 'action-failed', message: error instanceof Error ? error.message : String(error) };
  }
}

function doneWith({ text, entry, stays }: Performed): ActionOutcome {
  return {
    status: 'done',
    text,
    effect: entry?.kind === 'adjusted' ? { kind: 'changed', what: entry.how } : undefined,
    unverified: entry?.kind === 'unverified' ? entry.why : undefined,
    stays,
  };
}

/** Rejects a moment after the signal, so that a device that honours it comes first. */
function tooLate(name: string, signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => setTimeout(() => reject(lateError(name)), 250).unref(), { once: true });
  });
}

function lateError(name: string, cause?: unknown): ConnectionLostError {
  return new ConnectionLostError(`The device did not answer '${name}' in time; whether it ran is not known.`, { cause });
}

/** In order, with nothing in between, as far as the page that stays. Of several, only the first can find that nothing was sent. */
export async function performInOrder(
  device: Pick<Device, 'perform'>,
  actions: readonly DeviceAction[],
  signal: AbortSignal,
  mayLeave?: true,
): Promise<Performed> {
  let last: Performed = {};
  for (const [index, action] of actions.entries()) {
    last = await device.perform(action, signal, mayLeave).catch((error: unknown) => {
      throw index > 0 && error instanceof DeviceGoneError ? new DeviceGoneError(error.message, { cause: error }) : error;
    });
    if (last.stays) return { stays: last.stays };
  }
  return actions.length === 1 ? last : {};
}

/** What a device says of an action, without the text that was sealed. */
export function withoutSealed(error: unknown, sealed: string | undefined): unknown {
  if (sealed === undefined || !(error instanceof ActionFailedError)) return error;
  return new ActionFailedError(error.code, error.message.replaceAll(sealed, mask));
}
