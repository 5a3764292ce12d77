import type { ActionOutcome } from '../domain/device/device-work.js';
import type { DeviceSpec } from '../domain/device/device-spec.js';
import type { DeviceAction } from '../domain/ui/ui-action.js';
import type { Sent } from '../domain/wire/sent-log.js';
import type { WritePermit } from '../domain/wire/write-gate.js';
import { SteadyhandError } from '../domain/errors/errors.js';
import type { ActionJournal } from './action-journal.js';
import type { Attachment, Device, DeviceContext, DeviceDriver } from './device.js';

/**
 * What has a device (docs/design/device-process.md): in a process of its own, which outlives the workers that use it, or in the worker where the driver cannot
 * enter another one. It alone writes the device's journal: what is sent to something else than the device (a tool of a server) is written down there,
 * too, by `intended` and `done`.
 */
export interface DeviceProcess extends Pick<ActionJournal, 'intended' | 'done' | 'verdictOf'> {
  /**
   * Journals, dispatches, journals. Errors: `StaleLeaseError` and `FencedError` when nothing was sent, `JournalUnavailableError`, and
   * `ConnectionLostError` when it is unknown whether it ran.
   */
  carryOut(order: Order): Promise<ActionOutcome>;
  /** What a person's text is sealed for; X25519, raw, base64url. Its private half never leaves the device process. */
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
  /** Absent: all that it sends goes through. */
  readonly writes?: WritePermit;
  /** A person's own; keys among them may be sealed for this process (domain/take-over/person-action.ts). */
  readonly byPerson?: true;
  /** A text among them that no error may quote. */
  readonly sealed?: string;
  /** That text goes where it is hidden, or may; the interface may repeat it. */
  readonly withheld?: true;
  /** The moment before Temporal was asked for the lease. */
  readonly leaseAskedAt: number;
  /** Not dispatched after it, and given up. */
  readonly deadline: number;
}

/** The lease was confirmed too long ago. Nothing was sent; with a newer lease it may be. */
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

/** A device as its host has it: whatever is done to it goes through its device process. */
export interface HandedDevice extends Pick<
  Device,
  | 'kind'
  | 'application'
  | 'listApplications'
  | 'selectApplication'
  | 'launchApplication'
  | 'closeApplication'
  | 'screenshot'
  | 'look'
  | 'source'
  | 'settle'
  | 'takeDownloads'
  | 'detach'
  | 'close'
> {
  readonly process: DeviceProcess;
  /** The texts without what this device has typed in secret, and without the secrets that are configured: for what others read from its pixels or from elsewhere. */
  conceal(texts: readonly string[]): Promise<readonly string[]>;
  admit(origins: readonly string[]): Promise<void>;
  takeEvents(): Promise<readonly string[]>;
  takeSent(): Promise<Sent>;
  downloadsUnderWay(): Promise<readonly string[]>;
}

/** Opens devices of one kind behind their device processes. */
export interface HandedDriver extends Pick<DeviceDriver, 'kind' | 'check' | 'destroy'> {
  open(spec: DeviceSpec, context: DeviceContext): Promise<{ readonly device: HandedDevice; readonly attachment: Attachment }>;
  /** Throws `DeviceGoneError` if that session no longer exists. */
  attach(attachment: Attachment, context: DeviceContext): Promise<HandedDevice>;
  /** The device process of that device, if one runs: also of a device that is not attached. Throws when it does not answer. */
  handOf(context: DeviceContext): Promise<DeviceProcess | undefined>;
}
