// What a worker and a device process say to each other: JSON, a line each, both ways over one socket (docs/design/device-process.md §1).

import type { ActionOutcome, JournalVerdict } from '../../domain/device/device-work.js';
import type { DeviceKind, DeviceSpec } from '../../domain/device/device-spec.js';
import type { Application } from '../../domain/ui/observation.js';
import type { Sent } from '../../domain/wire/sent-log.js';
import { type IntendedEntry, FencedError, JournalUnavailableError } from '../../ports/action-journal.js';
import {
  type Attachment,
  type Look,
  type DeviceContext,
  ActionFailedError,
  ConnectionLostError,
  DeviceGoneError,
} from '../../ports/device.js';
import { type Order, StaleLeaseError } from '../../ports/device-process.js';
import type { DriverModule, PlainSecrets } from './driver-module.js';
import { createHash } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Socket } from 'node:net';
import { readLines } from '../process-kit/byte-lines.js';
import { parseJson } from '../filesystem/files.js';
import { SteadyhandError } from '../../domain/errors/errors.js';

/** Raised when a message changes its meaning. A worker speaks to device processes of these. */
export const protocolVersion = 4;
export const oldestProtocol = 4;

/** Written to the device's folder by the device process once it listens. */
export interface ProcessPlace {
  readonly protocol: number;
  readonly pid: number;
  readonly started: string;
  readonly socket: string;
  /** Whoever knows it has read this file, and so is the user or root. */
  readonly key: string;
}

export const processPlaceFile = 'hand.json';
/** Written by the worker as soon as there is a process, before it listens. */
export const startedFile = 'hand-process.json';
export const processLog = 'hand.log';
/** How a device process ends that could not be reached, since the disk had no space for its place: its log has none either. */
export const diskFullExit = 28;

/** Everything that a device process needs to know of its worker's configuration. */
export interface Setup {
  /** Absent: the device process runs where its driver is. */
  readonly driver?: DriverModule;
  readonly secrets: PlainSecrets;
  readonly context: Omit<DeviceContext, 'signal'>;
  /** Folder of the host's journals. */
  readonly journal: string;
}

export interface ServedDevice {
  readonly kind: DeviceKind;
  readonly application?: string;
}

/** The calls, their parameters, and what they return. */
interface ProcessCalls {
  hello(of: { readonly key: string }): { readonly protocol: number };
  open(of: { readonly spec: DeviceSpec } & Setup): ServedDevice & { readonly attachment: Attachment };
  /** Of a device process that has the device already: only what is configured is new. */
  attach(of: { readonly attachment: Attachment } & Setup): ServedDevice;
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
  downloadsUnderWay(): readonly string[];
  takeEvents(): readonly string[];
  takeSent(): Sent;
  /** The device process ends afterwards. */
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

export type ProcessCall = keyof ProcessCalls;
/** Whatever is asked of a device process once its key was shown. */
export type DeviceCall = Exclude<ProcessCall, 'hello'>;
export type CallParameter<Name extends ProcessCall> = Parameters<ProcessCalls[Name]>[0];
export type CallResult<Name extends ProcessCall> = ReturnType<ProcessCalls[Name]>;

export interface CallMessage {
  readonly id: number;
  readonly call: ProcessCall;
  readonly of?: unknown;
}

export type ReplyMessage = { readonly id: number } & ({ readonly value: unknown } | { readonly error: CodedError });

interface CodedError {
  readonly name: string;
  readonly code?: string;
  readonly message: string;
  readonly isBegun?: boolean;
  readonly cause?: CodedError;
}

/** Bytes: the systems' limit for a socket's path, minus a margin. */
const longestPath = 100;

/** Where the device process of the device in `folder` listens: there, unless the path is too long for a socket. Throws when the folder in its place is not this user's alone. */
export async function socketOf(folder: string): Promise<string> {
  const name = `steadyhand-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  const own = join(folder, 'hand.sock');
  if (Buffer.byteLength(own) <= longestPath) return own;
  const short = join(tmpdir(), name);
  await mkdir(short, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const found = await lstat(short);
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o077) !== 0)
    throw new Error(`${short} is there already and is not this user's alone: remove it, or set TMPDIR to another folder.`);
  return join(short, 'hand.sock');
}

// JSON over a socket, a value each line.

/** Bytes: more than any screenshot or control list. */
const limit = 256_000_000;

/** Calls `heard` with each value that arrives. What is none of ours ends the connection. */
export function readValues(socket: Socket, heard: (value: unknown) => void): void {
  const refuse = (): void => void socket.destroy();
  const receive = (line: string): void => {
    const value = parseJson(line);
    if (typeof value === 'object' && value !== null) heard(value);
    else refuse();
  };
  readLines(socket, receive, { limit, tooLong: refuse });
}

export function writeValue(socket: Socket, value: unknown): void {
  socket.write(`${JSON.stringify(value)}\n`);
}

// Errors on their way between a device process and its worker keep their class, as far as somebody asks for it.

/** One of ours that nobody asks for by its class. */
class HandError extends SteadyhandError {
  override readonly name = 'HandError';

  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export function encodeError(error: unknown): CodedError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, cause } = error;
  return {
    name,
    message,
    code: error instanceof SteadyhandError ? error.code : undefined,
    isBegun: error instanceof StaleLeaseError ? error.isBegun : undefined,
    cause: cause instanceof Error ? encodeError(cause) : undefined,
  };
}

export function decodeError(told: CodedError): Error {
  const error = errorOf(told);
  if (told.cause) error.cause = decodeError(told.cause);
  error.message = told.message;
  return error;
}

function errorOf({ name, code, message, isBegun }: CodedError): Error {
  switch (name) {
    case 'ActionFailedError':
      return new ActionFailedError(code as ActionFailedError['code'], message);
    case 'DeviceGoneError':
      return new DeviceGoneError(message);
    case 'ConnectionLostError':
      return new ConnectionLostError(message);
    case 'StaleLeaseError':
      return new StaleLeaseError('', isBegun === true);
    case 'FencedError':
      return new FencedError('');
    case 'JournalUnavailableError':
      return new JournalUnavailableError(message);
    default:
      return code === undefined ? new Error(message) : new HandError(code, message);
  }
}
