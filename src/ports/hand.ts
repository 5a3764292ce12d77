import type { ActionOutcome } from '../domain/device/device-work.js';
import type { DeviceAction } from '../domain/ui/ui-action.js';
import { SteadyhandError } from '../domain/errors/errors.js';
import type { ActionJournal } from './action-journal.js';

/**
 * The process that has a device, and outlives the workers that use it (docs/design/hand.md). It alone writes the device's journal: what is sent
 * to something else than the device (a tool of a server) is written down there, too, by `intended` and `done`.
 */
export interface Hand extends Pick<ActionJournal, 'intended' | 'done' | 'verdictOf'> {
  /**
   * HP1: journals, dispatches, journals. Errors: `StaleLeaseError` and `FencedError` when nothing was sent, `JournalUnavailableError`, and
   * `ConnectionLostError` when it is unknown whether it ran.
   */
  carryOut(order: Order): Promise<ActionOutcome>;
  /** EV33: what a person's text is sealed for; X25519, raw, base64url. Its private half never leaves this process. */
  typedKey(): Promise<string>;
}

/** An action and all that decides whether it may still run. Times are readings of the machine's boot clock, ms: no worker can set it, and it goes on while a process is frozen. */
export interface Order {
  /** `runId:activityId:index` */
  readonly key: string;
  readonly deviceId: string;
  readonly epoch: number;
  /** For the journal. */
  readonly function: string;
  /** In order, with nothing in between. */
  readonly actions: readonly DeviceAction[];
  /** Of the look that it was decided on. While the action stands in the journal as begun the device is at the next one; it is at this one again when nothing was sent. */
  readonly generation: number;
  /** EV32: a person's own; keys among them may be sealed for this hand (domain/wheel/sealed-form.ts). */
  readonly byPerson?: true;
  /** A text among them that no error may quote. */
  readonly sealed?: string;
  /** HE44: that text goes where it is hidden, or may; the interface may repeat it. */
  readonly withheld?: true;
  /** HP2: the moment before Temporal was asked for the lease. */
  readonly askedAt: number;
  /** Not dispatched after it, and given up. */
  readonly deadline: number;
}

/** HP2: the lease was confirmed too long ago. Nothing was sent; with a newer lease it may be. */
export class StaleLeaseError extends SteadyhandError {
  readonly code = 'lease-unconfirmed';
  override readonly name = 'StaleLeaseError';

  /** `isBegun`: it stands in the journal, and is sent under the same key once its lease is confirmed again. */
  constructor(
    name: string,
    readonly isBegun: boolean,
  ) {
    super(`The lease of '${name}' was confirmed too long ago; it was not sent.`);
  }
}
