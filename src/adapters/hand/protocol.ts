// What a worker and a hand say to each other: JSON, a line each, both ways over one socket (docs/design/hand.md §1).
import type { ActionOutcome, JournalVerdict } from '../../domain/device/device-work.js';
import type { DeviceKind, DeviceSpec } from '../../domain/device/device-spec.js';
import type { Application } from '../../domain/ui/observation.js';
import type { IntendedEntry } from '../../ports/action-journal.js';
import type { Attachment, Look, DeviceContext } from '../../ports/device.js';
import type { Order } from '../../ports/hand.js';
import type { DriverModule, PlainSecrets } from './driver-module.js';

/** Raised when a message changes its meaning. A worker speaks to hands of these. */
export const protocolVersion = 2;
export const oldestProtocol = 2;

/** Written to the device's folder by the hand once it listens. */
export interface HandPlace {
  readonly protocol: number;
  readonly pid: number;
  readonly started: string;
  readonly socket: string;
  /** Whoever knows it has read this file, and so is the user or root. */
  readonly key: string;
}

export const handFile = 'hand.json';
/** Written by the worker as soon as there is a process, before it listens. */
export const spawnedFile = 'hand-process.json';
export const handLog = 'hand.log';

/** Everything that a hand needs to know of its worker's configuration. */
export interface Setup {
  /** Absent: the hand runs where its driver is. */
  readonly driver?: DriverModule;
  readonly secrets: PlainSecrets;
  readonly context: Omit<DeviceContext, 'signal'>;
  /** Folder of the host's journals. */
  readonly journal: string;
}

export interface Taken {
  readonly kind: DeviceKind;
  readonly application?: string;
}

/** The calls, their parameters, and what they return. */
export interface HandCalls {
  hello(of: { readonly key: string }): { readonly protocol: number };
  open(of: { readonly spec: DeviceSpec } & Setup): Taken & { readonly attachment: Attachment };
  /** Of a hand that has the device already: only what is configured is new. */
  attach(of: { readonly attachment: Attachment } & Setup): Taken;
  listApplications(): readonly Application[];
  selectApplication(id: string): void;
  launchApplication(name: string): void;
  closeApplication(id: string): void;
  /** PNG, base64. */
  screenshot(): string;
  look(): Look;
  source(): string;
  settle(maxMs: number): boolean;
  conceal(texts: readonly string[]): readonly string[];
  takeDownloads(): readonly string[];
  takeEvents(): readonly string[];
  /** The hand ends afterwards. */
  close(): void;
  carryOut(order: Order): ActionOutcome;
  intended(entry: IntendedEntry): void;
  done(of: { readonly key: string; readonly outcome: ActionOutcome }): void;
  verdictOf(of: { readonly deviceId: string; readonly key: string }): JournalVerdict;
  /** What a person may see beyond the allowed origins. */
  admit(origins: readonly string[]): void;
  /** What a person's text is sealed for. */
  typedKey(): string;
}

export type HandCall = keyof HandCalls;
/** Whatever is asked of a hand once its key was shown. */
export type DeviceCall = Exclude<HandCall, 'hello'>;
export type CallParameter<Name extends HandCall> = Parameters<HandCalls[Name]>[0];
export type CallResult<Name extends HandCall> = ReturnType<HandCalls[Name]>;

export interface CallMessage {
  readonly id: number;
  readonly call: HandCall;
  readonly of?: unknown;
}

export type ReplyMessage = { readonly id: number } & ({ readonly value: unknown } | { readonly error: ToldError });

export interface ToldError {
  readonly name: string;
  readonly code?: string;
  readonly message: string;
  readonly isBegun?: boolean;
  readonly cause?: ToldError;
}
