import { SteadyhandError } from '../domain/errors/errors.js';
import type { ActionOutcome, JournalVerdict } from '../domain/device/device-work.js';
import type { SentRequest } from '../domain/wire/sent-request.js';

/** The journal could not be written: full or failing disk. Nothing may be dispatched until it can be. */
export class JournalUnavailableError extends SteadyhandError {
  readonly code = 'journal-unavailable';
  override readonly name = 'JournalUnavailableError';
}

/** The action was fenced (its outcome was requested before it began) or has already begun: it must not run now. */
export class FencedError extends SteadyhandError {
  readonly code = 'lease-lost';
  override readonly name = 'FencedError';

  constructor(key: string) {
    super(`Action '${key}' was given up before it began, or has begun before. It does not run; observe and decide again.`);
  }
}

/**
 * What a host did to its devices, on its own disk, flushed (fsync) before each promise resolves. Key of an action:
 * `runId:activityId:index`. A write that fails rejects with `JournalUnavailableError` and has no effect.
 */
export interface ActionJournal {
  /** Before dispatch. Throws `FencedError` if that key was fenced, or was written before. */
  intended(entry: IntendedEntry): Promise<void>;
  done(key: string, outcome: ActionOutcome): Promise<void>;
  /** Between `intended` and `done`: what the action has sent, as it leaves and as it is answered. `id`: of the request. */
  sent(deviceId: string, key: string, id: string, request: SentRequest): Promise<void>;
  /** After `done`: the interface has become quiet, so that what the action set going was sent. */
  settled(deviceId: string, key: string): Promise<void>;
  /** What is known of that key; asking fences an action that has not begun, so that it never will. */
  verdictOf(deviceId: string, key: string): Promise<JournalVerdict>;
  /** Removes a closed device's entries older than `olderThanMs`. */
  prune(olderThanMs: number): Promise<void>;
}

export interface IntendedEntry {
  readonly key: string;
  readonly deviceId: string;
  readonly epoch: number;
  readonly function: string;
}
