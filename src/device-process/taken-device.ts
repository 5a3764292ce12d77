// The one device of a device process, and what can be asked of it: the same in a process of its own (server.ts) and in a worker
// (in-process.ts).
//
// taken-1. The device is taken once. Whoever attaches again brings only what is configured now.
import { join } from 'node:path';
import type { Setup, CallParameter, CallResult, ProcessCall, ServedDevice } from '../adapters/device-process/protocol.js';
import type { Log } from '../host/leased-device.js';
import type { ActionJournal } from '../ports/action-journal.js';
import { secretsFrom } from '../adapters/device-process/driver-module.js';
import { maskedDriver, type Blank } from '../adapters/masking-kit/masked-device.js';
import { createSecrets } from '../adapters/masking-kit/secrets.js';
import { DeviceGoneError, type Attachment, type Device, type DeviceDriver, type OpenContext } from '../ports/device.js';
import type { Secrets } from '../ports/secrets.js';
import { nothingSent } from '../domain/wire/sent-log.js';
import { createDeviceProcess, type LocalDeviceProcess } from './device-process.js';

/** Wraps the ports, to observe each call or to stop between two of them: for tests. */
export interface ProcessWrappers {
  readonly device?: (device: Device) => Device;
  readonly journal?: (journal: ActionJournal) => ActionJournal;
}

export interface TakenParts {
  /** Asked once. `setup`: what was brought last. */
  readonly driver: (setup: () => Setup) => Promise<DeviceDriver>;
  readonly journal: (setup: Setup) => ActionJournal;
  readonly blank: Blank;
  readonly setGeneration: (context: Setup['context'], generation: number) => Promise<void>;
  readonly around?: ProcessWrappers | undefined;
  /** Boot clock, ms. */
  readonly now: () => number;
  readonly log: Log;
}

type Handlers = { readonly [Name in Exclude<ProcessCall, 'hello'>]: (of: CallParameter<Name>) => Promise<CallResult<Name>> };

export interface TakenDevice {
  readonly calls: Handlers;
  /** Ends the device's processes. */
  close(): Promise<void>;
  /** Leaves the device alive, for another device process. */
  detach(): Promise<void>;
}

interface TakenState {
  /** Aborted once the device is let go of. */
  readonly ended: AbortController;
  opening: Promise<unknown> | undefined;
  setup: Setup | undefined;
  driver: Promise<Pick<DeviceDriver, 'open' | 'attach'>> | undefined;
  secrets: Secrets | undefined;
  attachment: Attachment;
  hand: LocalDeviceProcess | undefined;
}

export function createServedDevice(parts: TakenParts): TakenDevice {
  const state: TakenState = {
    ended: new AbortController(),
    opening: undefined,
    setup: undefined,
    driver: undefined,
    secrets: undefined,
    attachment: {},
    hand: undefined,
  };
  const hand = (): LocalDeviceProcess => {
    if (!state.hand) throw new DeviceGoneError('This device process has no device.');
    return state.hand;
  };
  const reading = async <T>(call: (device: Device) => Promise<T>): Promise<T> => hand().inTurn(call, true);
  const acting = async <T>(call: (device: Device) => Promise<T>): Promise<T> => hand().inTurn(call, false);
  const close = async (): Promise<void> => {
    await state.hand?.device.close();
    state.hand = undefined;
  };
  return {
    calls: {
      open({ spec, ...setup }) {
        const opened = open(state, parts, spec, setup);
        state.opening = opened.catch(() => undefined);
        return opened;
      },
      attach: ({ attachment, ...setup }) => attach(state, parts, attachment, setup),
      listApplications: () => reading((device) => device.listApplications()),
      selectApplication: (id) => acting((device) => device.selectApplication(id)),
      launchApplication: (name) => acting((device) => device.launchApplication(name)),
      closeApplication: (id) => acting((device) => device.closeApplication(id)),
      screenshot: () => reading(async (device) => Buffer.from(await device.screenshot()).toString('base64')),
      look: () => reading((device) => device.look()),
      source: () => reading((device) => device.source()),
      settle: async (maxMs) => hand().settle(maxMs),
      conceal: async (texts) => texts.map((text) => state.secrets?.mask(text) ?? text),
      takeDownloads: () => reading((device) => device.takeDownloads()),
      downloadsUnderWay: () => reading(async (device) => (await device.downloadsUnderWay?.()) ?? []),
      takeEvents: async () => (await hand().device.takeEvents?.()) ?? [],
      takeSent: () => reading(async (device) => (await device.takeSent?.()) ?? nothingSent),
      close,
      carryOut: async (order) => hand().carryOut(order),
      intended: async (entry) => hand().intended(entry),
      done: async ({ key, outcome }) => hand().done(key, outcome),
      verdictOf: async ({ deviceId, key }) => hand().verdictOf(deviceId, key),
      typedKey: async () => hand().typedKey(),
      admit: (origins) => acting(async (device) => device.admit?.(origins)),
    },
    close,
    async detach() {
      state.ended.abort(new DeviceGoneError('The device was given back.'));
      await state.opening;
      const held = state.hand;
      state.hand = undefined;
      await held?.device.detach();
    },
  };
}

async function open(
  state: TakenState,
  parts: TakenParts,
  spec: Parameters<DeviceDriver['open']>[0],
  setup: Setup,
): Promise<CallResult<'open'>> {
  const driver = await use(state, parts, setup);
  const { device, attachment } = await driver.open(spec, contextOf(state, setup));
  if (state.ended.signal.aborted) {
    // Nobody waits for it any more.
    await device.close();
    throw state.ended.signal.reason;
  }
  state.attachment = attachment;
  return { ...take(state, parts, setup, device), attachment };
}

async function attach(state: TakenState, parts: TakenParts, attachment: Attachment, setup: Setup): Promise<ServedDevice> {
  const driver = await use(state, parts, setup);
  // taken-1
  if (state.hand) {
    await state.hand.probe();
    // A worker that died may have left more.
    await state.hand.device.admit?.([]);
    return takenOf(state.hand.device);
  }
  state.attachment = attachment;
  return take(state, parts, setup, await driver.attach(attachment, contextOf(state, setup)));
}

function use(state: TakenState, { driver, blank }: TakenParts, setup: Setup): NonNullable<TakenState['driver']> {
  state.setup = setup;
  return (state.driver ??= driver(() => state.setup ?? setup).then((own) => maskedDriver(own, blank)));
}

function take(state: TakenState, parts: TakenParts, setup: Setup, device: Device): ServedDevice {
  const { around = {}, log, now, setGeneration } = parts;
  const wrap = around.device ?? ((each: Device) => each);
  const journal = parts.journal(setup);
  state.hand = createDeviceProcess({
    device: wrap(device),
    secrets: secretsOf(state, setup.context, setup.secrets),
    journal: around.journal?.(journal) ?? journal,
    now,
    setGeneration: (generation) => setGeneration(setup.context, generation),
    log,
    attachAgain: async () => {
      const driver = await use(state, parts, state.setup ?? setup);
      return wrap(await driver.attach(state.attachment, contextOf(state, setup)));
    },
  });
  return takenOf(device);
}

function takenOf({ kind, application }: Device): ServedDevice {
  return { kind, application };
}

function contextOf(state: TakenState, { context, secrets }: Setup): OpenContext {
  return { ...context, signal: state.ended.signal, secrets: secretsOf(state, context, secrets) };
}

/** One for the device, as long as its device process lives: what was typed in secret is known to nobody else. */
function secretsOf(state: TakenState, { folder }: Setup['context'], first: Setup['secrets']): Secrets {
  return (state.secrets ??= createSecrets(
    join(folder, 'secrets.json'),
    secretsFrom(() => state.setup?.secrets ?? first),
  ));
}
