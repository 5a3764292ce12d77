import { SteadyhandError } from '../domain/errors/errors.js';
import type { Stays } from '../domain/guard/unsaved-page.js';
import type { DeviceKind, DeviceSpec } from '../domain/device/device-spec.js';
import type { Control } from '../domain/ui/control.js';
import type { Application } from '../domain/ui/observation.js';
import type { Entry } from '../domain/ui/read-back.js';
import type { Sent, SentListener } from '../domain/wire/sent-log.js';
import type { WritePermit } from '../domain/wire/write-gate.js';
import type { DeviceAction, PressedPointer } from '../domain/ui/ui-action.js';
import type { Secrets } from './secrets.js';

/** The UI session no longer exists (driver killed, browser crashed, window gone). */
export class DeviceGoneError extends SteadyhandError {
  readonly code = 'device-gone';
  override readonly name = 'DeviceGoneError';
  /** Of an action: it was gone before any of it was on its way. */
  readonly nothingSent: boolean;

  constructor(message: string, { nothingSent = false, ...options }: ErrorOptions & { readonly nothingSent?: boolean } = {}) {
    super(message, options);
    this.nothingSent = nothingSent;
  }
}

/** Of an action: what is gone was gone before any of it was on its way. */
export function unsent(error: unknown): unknown {
  return error instanceof DeviceGoneError ? new DeviceGoneError(error.message, { cause: error, nothingSent: true }) : error;
}

/** An action did not work; `code` is the reason, as reported to the model. */
export class ActionFailedError extends SteadyhandError {
  override readonly name = 'ActionFailedError';

  constructor(
    readonly code:
      | 'action-failed'
      | 'control-gone'
      | 'control-covered'
      | 'out-of-reach'
      | 'not-held'
      | 'not-supported'
      | 'origin-refused'
      | 'secret-refused'
      | 'no-such-application'
      | 'no-such-option'
      | 'text-differs'
      | 'upload-refused'
      | 'tool-unavailable'
      | 'tool-error'
      | 'timeout',
    message: string,
  ) {
    super(message);
  }
}

/** It is unknown whether an action ran, or it ran and its result was lost: ask the journal. */
export class ConnectionLostError extends SteadyhandError {
  readonly code = 'connection-lost';
  override readonly name = 'ConnectionLostError';
}

/**
 * One live UI session. Calls are made one at a time. Every adapter passes src/testing/device-conformance.ts. Errors: `DeviceGoneError` when
 * the session no longer exists, `ActionFailedError` when an action did not work.
 */
export interface Device {
  readonly kind: DeviceKind;
  /** Id or name of the application that the device was opened for, if any. */
  readonly application?: string;
  listApplications(): Promise<readonly Application[]>;
  /** Brings a running application to the front; `ActionFailedError` if none has that id. */
  selectApplication(id: string): Promise<void>;
  launchApplication(name: string): Promise<void>;
  closeApplication(id: string): Promise<void>;
  /** PNG of what a person sees now, 1 px = 1 unit of `Control.bounds`. What is secret in it is blanked by its device process. */
  screenshot(): Promise<Uint8Array>;
  look(): Promise<Look>;
  /** The page source or UI tree as text, values of password fields masked. */
  source(): Promise<string>;
  /** `mayLeave`: a page with unsaved input, since whoever acts sees it. */
  perform(action: DeviceAction, signal: AbortSignal, mayLeave?: true): Promise<Performed>;
  /** Announces the action that comes next, so that its interface can be asked for it by a process that attaches later. Absent: it cannot. */
  expect?(key: string, action: DeviceAction): Promise<void>;
  /** Why it is known that the action of that key ran, for the middle of a sentence; undefined: nothing is known of it. */
  heard?(key: string): Promise<string | undefined>;
  /** The same, that nothing of it was sent, nor ever will be. */
  neverSent?(key: string): Promise<string | undefined>;
  /** Waits until the interface settles: 400 ms without change, at most `maxMs`. Resolves with whether it settled. */
  settle(maxMs: number): Promise<boolean>;
  /** Origins that it may show beyond its own until it is told otherwise. Absent: it has no fence, or keeps it. */
  admit?(origins: readonly string[]): Promise<void>;
  /** Texts that a person is about to type into what has the focus: that field stays masked. Absent: they are masked as texts alone. */
  keepBack?(texts: readonly string[]): Promise<void>;
  /** Absolute paths of files downloaded since the last call. */
  takeDownloads(): Promise<readonly string[]>;
  /** Names of those that have not ended, as far as they are known. Absent: nobody can tell. */
  downloadsUnderWay?(): Promise<readonly string[]>;
  /** Short sentences about what pages did since the last call, nothing of which anything depends on; never fails. Absent: it is not told. */
  takeEvents?(): Promise<readonly string[]>;
  /** Requests by which its pages wrote somewhere since the last call, nothing of which anything depends on. Absent: what they send nobody knows. */
  takeSent?(): Promise<Sent>;
  /** Tells of each write of the actions that come next, as it leaves and as it is answered. */
  watchSent?(heard: SentListener): void;
  /** What the action that comes next may send, and whatever its page sends after it. Without a permit: all. Absent: nothing that it sends can be stopped. */
  allowWrites?(permit?: WritePermit): void;
  /** Drops the connection and leaves the UI session alive, for a later `attach`. */
  detach(): Promise<void>;
  /** Ends the UI session and its processes. */
  close(): Promise<void>;
}

/** `text`: what a `read-text` returned. `entry`: of a text that was typed, when the field does not hold exactly that, or nobody can tell; what got lost is `text-differs`. `stays`: what it was to lead away from. */
export interface Performed {
  readonly text?: string;
  readonly entry?: Entry;
  readonly stays?: Stays;
}

/** The controls, in reading order, and the application they belong to. */
export interface Look {
  readonly application: Application;
  readonly title: string;
  readonly controls: readonly Control[];
  /** Notices for the observer: an open dialog, something refused. */
  readonly notices: readonly string[];
  readonly pressed?: PressedPointer;
}

/** Opens devices of one kind, and reattaches to them after the process that opened them has died. */
export interface DeviceDriver {
  readonly kind: DeviceKind;
  /**
   * Why no device can be opened on this host, as part of a sentence that includes the fix; undefined if no obstacle is known. Called before
   * the kind is offered.
   */
  check?(): Promise<string | undefined>;
  open(spec: DeviceSpec, context: OpenContext): Promise<OpenedDevice>;
  /** Throws `DeviceGoneError` if that session no longer exists. */
  attach(attachment: Attachment, context: OpenContext): Promise<Device>;
  /** Ends the session's processes and removes its files, attached or not; a missing session is no error. */
  destroy(attachment: Attachment, context: DeviceContext): Promise<void>;
}

/** Of a device, wherever it is opened, attached to or ended. */
export interface DeviceContext {
  readonly deviceId: string;
  /** A folder for this device, kept until it is destroyed. */
  readonly folder: string;
  /** Allowed origins; empty: any. */
  readonly origins: readonly string[];
  readonly signal: AbortSignal;
}

export interface OpenContext extends DeviceContext {
  /** For `{{secret:NAME}}` in what is typed. What the device tells is masked by its device process. */
  readonly secrets: Secrets;
}

/** Plain JSON that `attach` needs: ports, process ids, session ids. The host writes it to disk. */
export type Attachment = Readonly<Record<string, unknown>>;

export interface OpenedDevice {
  readonly device: Device;
  readonly attachment: Attachment;
}
