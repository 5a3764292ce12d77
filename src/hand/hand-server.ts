// A hand and its socket: one device, any number of workers, one after the other (a frozen one may still be connected).
//
// server-1. Nothing is answered before the key of this device's folder was shown (LK33).
// server-2. A connection that breaks changes nothing: what was begun is ended, and its outcome is in the journal (HP1).
// server-3. The device is taken once. Whoever attaches again brings only what is configured now.
import { randomUUID, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { saveGenerationBeside } from '../adapters/filesystem/device-records.js';
import { createFileActionJournal } from '../adapters/filesystem/action-journal.js';
import { driverOf } from '../adapters/hand/driver-settings.js';
import { socketOf } from '../adapters/hand/hand-socket.js';
import { readValues, writeValue } from '../adapters/hand/lines.js';
import {
  handFile,
  protocolVersion,
  type CallMessage,
  type CallParameter,
  type CallResult,
  type HandCall,
  type HandPlace,
  type ReplyMessage,
  type Setup,
  type Taken,
} from '../adapters/hand/protocol.js';
import { toldError } from '../adapters/hand/told-errors.js';
import { markOf } from '../adapters/process-kit/process-marks.js';
import { bootNow } from '../host/boot-clock.js';
import type { Log } from '../host/held-device.js';
import type { ActionJournal } from '../ports/action-journal.js';
import { DeviceGoneError } from '../ports/device-errors.js';
import type { Attachment, Device, DeviceDriver, OpenContext } from '../ports/device.js';
import { createHand, type DeviceHand } from './hand.js';

/** Wraps the ports, to observe each call or to stop between two of them: for tests. */
export interface HandWrappers {
  readonly device?: (device: Device) => Device;
  readonly journal?: (journal: ActionJournal) => ActionJournal;
}

export interface HandServerOptions {
  readonly folder: string;
  readonly around?: HandWrappers;
  readonly log: Log;
  /** Called once the device is closed. */
  readonly onClosed: () => void;
}

export interface HandServer {
  /** Ends the device's processes. */
  closeDevice(): Promise<void>;
}

const never = new AbortController().signal;

export async function serveHand({ folder, around = {}, log, onClosed }: HandServerOptions): Promise<HandServer> {
  const key = randomUUID();
  const device = createTakenDevice({ around, log });
  const server = createServer((socket) => serve(socket, { key, device, onClosed }));
  const socket = await socketOf(folder);
  if (process.platform !== 'win32') await rm(socket, { force: true });
  server.listen(socket);
  await once(server, 'listening');
  const mark = await markOf(process.pid);
  const place: HandPlace = { protocol: protocolVersion, pid: process.pid, started: mark?.started ?? '', socket, key };
  await writeFileAtomic(join(folder, handFile), JSON.stringify(place), { mode: 0o600, fsync: false });
  return { closeDevice: () => device.close() };
}

interface Served {
  readonly key: string;
  readonly device: TakenDevice;
  readonly onClosed: () => void;
}

function serve(socket: Socket, { key, device, onClosed }: Served): void {
  let isTrusted = false;
  socket.on('error', () => socket.destroy());
  readValues(socket, (value) => {
    const { id, call, of } = value as CallMessage;
    const answer = async (): Promise<unknown> => {
      if (call === 'hello') {
        isTrusted = isSame(String((of as CallParameter<'hello'>).key), key);
        if (isTrusted) return { protocol: protocolVersion };
      }
      if (!isTrusted) throw new Error('This hand belongs to another device.');
      if (call === 'hello' || !Object.hasOwn(device.calls, call)) throw new Error(`This hand knows no call '${call}'.`);
      return (device.calls[call] as (of: unknown) => Promise<unknown>)(of);
    };
    void answer()
      .then(
        (result): ReplyMessage => ({ id, value: result ?? null }),
        (error: unknown): ReplyMessage => ({ id, error: toldError(error) }),
      )
      .then((reply) => {
        if (!socket.destroyed) writeValue(socket, reply);
        if (call === 'close' && isTrusted) onClosed();
      });
  });
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

type Handlers = { readonly [Name in Exclude<HandCall, 'hello'>]: (of: CallParameter<Name>) => Promise<CallResult<Name>> };

interface TakenDevice {
  readonly calls: Handlers;
  close(): Promise<void>;
}

interface TakenState {
  setup: Setup | undefined;
  driver: Promise<DeviceDriver> | undefined;
  attachment: Attachment;
  hand: DeviceHand | undefined;
}

interface DeviceParts {
  readonly around: HandWrappers;
  readonly log: Log;
}

function createTakenDevice(parts: DeviceParts): TakenDevice {
  const state: TakenState = { setup: undefined, driver: undefined, attachment: {}, hand: undefined };
  const hand = (): DeviceHand => {
    if (!state.hand) throw new DeviceGoneError('This hand has no device.');
    return state.hand;
  };
  const reading = <T>(call: (device: Device) => Promise<T>): Promise<T> => hand().inTurn(call, true);
  const acting = <T>(call: (device: Device) => Promise<T>): Promise<T> => hand().inTurn(call, false);
  return {
    calls: {
      open: ({ spec, ...setup }) => open(state, parts, spec, setup),
      attach: ({ attachment, ...setup }) => attach(state, parts, attachment, setup),
      listApplications: () => reading((device) => device.listApplications()),
      selectApplication: (id) => acting((device) => device.selectApplication(id)),
      launchApplication: (name) => acting((device) => device.launchApplication(name)),
      closeApplication: (id) => acting((device) => device.closeApplication(id)),
      screenshot: () => reading(async (device) => Buffer.from(await device.screenshot()).toString('base64')),
      look: () => reading((device) => device.look()),
      source: () => reading((device) => device.source()),
      perform: (action) => acting((device) => device.perform(action, never)),
      settle: (maxMs) => hand().settle(maxMs),
      conceal: async (texts) => (await hand().device.conceal?.(texts)) ?? texts,
      takeDownloads: () => reading((device) => device.takeDownloads()),
      takeEvents: async () => (await hand().device.takeEvents?.()) ?? [],
      close: () => hand().device.close(),
      carryOut: (order) => hand().carryOut(order),
      intended: (entry) => hand().intended(entry),
      done: ({ key, outcome }) => hand().done(key, outcome),
      verdictOf: ({ deviceId, key }) => hand().verdictOf(deviceId, key),
      typedKey: async () => hand().typedKey(),
      admit: (origins) => acting(async (device) => device.admit?.(origins)),
    },
    close: async () => state.hand?.device.close(),
  };
}

async function open(
  state: TakenState,
  parts: DeviceParts,
  spec: Parameters<DeviceDriver['open']>[0],
  setup: Setup,
): Promise<CallResult<'open'>> {
  const driver = await use(state, setup);
  const { device, attachment } = await driver.open(spec, contextOf(setup));
  state.attachment = attachment;
  return { ...take(state, parts, setup, device), attachment };
}

async function attach(state: TakenState, parts: DeviceParts, attachment: Attachment, setup: Setup): Promise<Taken> {
  const driver = await use(state, setup);
  // server-3
  if (state.hand) {
    await state.hand.probe();
    // A worker that died may have left more.
    await state.hand.device.admit?.([]);
    return takenOf(state.hand.device);
  }
  state.attachment = attachment;
  return take(state, parts, setup, await driver.attach(attachment, contextOf(setup)));
}

function use(state: TakenState, setup: Setup): Promise<DeviceDriver> {
  state.setup = setup;
  return (state.driver ??= driverOf(() => (state.setup ?? setup).settings));
}

function take(state: TakenState, { around, log }: DeviceParts, setup: Setup, device: Device): Taken {
  const wrap = around.device ?? ((each: Device) => each);
  const journal = createFileActionJournal({ folder: setup.journal, isOpen: () => true });
  state.hand = createHand({
    device: wrap(device),
    journal: around.journal?.(journal) ?? journal,
    now: bootNow,
    setGeneration: (generation) => saveGenerationBeside(setup.context.folder, generation),
    log,
    attachAgain: async () => wrap(await (await use(state, state.setup ?? setup)).attach(state.attachment, contextOf(setup))),
  });
  return takenOf(device);
}

function takenOf({ kind, application, conceal, takeEvents }: Device): Taken {
  return {
    kind,
    conceals: conceal !== undefined,
    tellsEvents: takeEvents ? (true as const) : undefined,
    application,
  };
}

function contextOf({ context }: Setup): OpenContext {
  return { ...context, signal: never };
}
