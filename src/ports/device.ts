import type { DeviceKind, DeviceSpec } from '../domain/device/device-spec.js';
import type { Control } from '../domain/ui/control.js';
import type { Application } from '../domain/ui/observation.js';
import type { DeviceAction } from '../domain/ui/ui-action.js';

/** One live UI session. Calls are made one at a time. Every adapter passes src/testing/device-conformance.ts. Errors: `DeviceGoneError` when the session no longer exists, `ActionFailedError` when an action did not work. */
export interface Device {
  readonly kind: DeviceKind;
  /** Id of the one that it was opened for, where it was opened for one. */
  readonly application?: string;
  listApplications(): Promise<readonly Application[]>;
  /** Brings a running one to the front; `ActionFailedError` when there is none of that id. */
  selectApplication(id: string): Promise<void>;
  launchApplication(name: string): Promise<void>;
  closeApplication(id: string): Promise<void>;
  /** PNG of what a person sees now, 1 px = 1 unit of `Control.bounds`. Nothing is masked yet. */
  screenshot(): Promise<Uint8Array>;
  look(): Promise<Look>;
  /** The page source or UI tree as text, values of password fields masked. */
  source(): Promise<string>;
  /** Text that a `read-text` brought, else nothing. */
  perform(action: DeviceAction, signal: AbortSignal): Promise<{ readonly text?: string }>;
  /** Waits until the interface is quiet: 400 ms without change, at most `maxMs`. Returns whether it became quiet. */
  settle(maxMs: number): Promise<boolean>;
  /** Files that the interface downloaded since the last call: absolute paths. */
  takeDownloads(): Promise<readonly string[]>;
  /** Drops the connection and leaves the UI session alive, for a later `attach`. */
  detach(): Promise<void>;
  /** Ends the UI session and its processes. */
  close(): Promise<void>;
}

/** The controls, in reading order, with where they were seen. */
export interface Look {
  readonly application: Application;
  readonly title: string;
  readonly controls: readonly Control[];
  /** What an observer should know: an open dialog, something refused. */
  readonly notices: readonly string[];
}

/** Opens devices of one kind, and finds them again after the process that opened them has died. */
export interface DeviceDriver {
  readonly kind: DeviceKind;
  /** Why no device can be opened on this host, as part of a sentence that names the way out; undefined when nothing is known against it. Asked before the kind is offered. */
  check?(): Promise<string | undefined>;
  open(spec: DeviceSpec, context: OpenContext): Promise<OpenedDevice>;
  /** Throws `DeviceGoneError` when that session is no more. */
  attach(attachment: Attachment, context: OpenContext): Promise<Device>;
  /** Ends the session's processes and removes its files, attached or not; nothing to do is no error. */
  destroy(attachment: Attachment, context: OpenContext): Promise<void>;
}

export interface OpenContext {
  readonly deviceId: string;
  /** A folder of this device's own, kept until it is destroyed. */
  readonly folder: string;
  /** Origins that the device may show; empty: no fence. */
  readonly origins: readonly string[];
  readonly signal: AbortSignal;
}

/** Plain JSON that `attach` needs: ports, process ids, session ids. It is written to disk by the host. */
export type Attachment = Readonly<Record<string, unknown>>;

export interface OpenedDevice {
  readonly device: Device;
  readonly attachment: Attachment;
}
