// A device as its host has it: everything goes over a connection to its device process.

import { ConnectionLostError, DeviceGoneError, type Attachment, type DeviceDriver, type DeviceContext } from '../../ports/device.js';
import type { DeviceProcess, HandedDevice, HandedDriver } from '../../ports/device-process.js';
import type { ProcessConnection } from './connection.js';
import type { CallParameter, CallResult, DeviceCall, ServedDevice, Setup } from './protocol.js';
import type { DeviceKind } from '../../domain/device/device-spec.js';
import { nothingSent } from '../../domain/wire/sent-log.js';
import { orAborted } from '../process-kit/poll.js';

interface RemoteDeviceParts {
  readonly connection: ProcessConnection;
  readonly taken: ServedDevice;
  /** Boot clock, ms. */
  readonly now: () => number;
  /** A connection to the device process, or to a new one when it has ended. Throws `DeviceGoneError`. */
  readonly again: () => Promise<ProcessConnection>;
}

const readings: ReadonlySet<DeviceCall> = new Set<DeviceCall>([
  'listApplications',
  'screenshot',
  'look',
  'source',
  'settle',
  'conceal',
  'takeDownloads',
  'downloadsUnderWay',
  'verdictOf',
  'typedKey',
]);

/** ms beyond an order's deadline for its answer: a device process that is frozen does not keep the worker. */
const graceMs = 1_000;

function createRemoteDevice({ connection, taken: { kind, application }, now, again }: RemoteDeviceParts): HandedDevice {
  let current = connection;
  let coming: Promise<ProcessConnection> | undefined;
  let isDetached = false;
  const live = async (): Promise<ProcessConnection> => {
    if (isDetached) throw new DeviceGoneError('The device was given back.');
    if (current.isOpen) return current;
    coming ??= again().finally(() => (coming = undefined));
    current = await coming;
    if (isDetached) await current.end();
    return current;
  };
  const ask = <Name extends DeviceCall>(call: Name, of: CallParameter<Name>): Promise<CallResult<Name>> => askHand(live, call, of);
  const detach = (): Promise<void> => {
    isDetached = true;
    return current.end();
  };

  return {
    kind,
    application,
    process: delegateTo(live, now),
    listApplications: () => ask('listApplications', undefined),
    selectApplication: (id) => ask('selectApplication', id),
    launchApplication: (name) => ask('launchApplication', name),
    closeApplication: (id) => ask('closeApplication', id),
    screenshot: async () => Buffer.from(await ask('screenshot', undefined), 'base64'),
    look: () => ask('look', undefined),
    source: () => ask('source', undefined),
    settle: (maxMs) => ask('settle', maxMs),
    conceal: (texts) => ask('conceal', texts),
    admit: (origins) => ask('admit', origins),
    takeDownloads: () => ask('takeDownloads', undefined),
    downloadsUnderWay: () => ask('downloadsUnderWay', undefined),
    takeEvents: () => ask('takeEvents', undefined).catch(() => []),
    takeSent: () => ask('takeSent', undefined).catch(() => nothingSent),
    detach,
    async close() {
      await ask('close', undefined);
      await detach();
    },
  };
}

function delegateTo(live: () => Promise<ProcessConnection>, now: () => number): DeviceProcess {
  return {
    carryOut: async (order) => (await live()).ask('carryOut', order, Math.max(0, order.deadline - now()) + graceMs),
    intended: async (entry) => (await live()).ask('intended', entry),
    done: async (key, outcome) => (await live()).ask('done', { key, outcome }),
    verdictOf: (deviceId, key) => askHand(live, 'verdictOf', { deviceId, key }),
    typedKey: () => askHand(live, 'typedKey', undefined),
  };
}

/** What only looks is asked a second time where the device process ended meanwhile; of anything else the device counts as gone. */
async function askHand<Name extends DeviceCall>(
  live: () => Promise<ProcessConnection>,
  call: Name,
  of: CallParameter<Name>,
): Promise<CallResult<Name>> {
  for (let left = readings.has(call) ? 1 : 0; ; left--) {
    const connection = await live();
    try {
      return await connection.ask(call, of);
    } catch (error) {
      if (!wasCutOff(error)) throw error;
      if (left === 0) throw error.cause;
    }
  }
}

function wasCutOff(error: unknown): error is ConnectionLostError {
  return error instanceof ConnectionLostError && error.cause instanceof DeviceGoneError;
}

// Devices of a kind, each behind a device process (docs/design/device-process.md): in a process of its own that outlives the worker, or in this one.

/** Where hands run. `folder`: of their device. */
export interface Hands {
  start(folder: string): Promise<ProcessConnection>;
  /** The one that is there already. */
  reach(folder: string): Promise<ProcessConnection | undefined>;
  end(folder: string): Promise<void>;
}

interface HandDriverOptions {
  readonly kind: DeviceKind;
  /** For what is done without a device process: the check before the first device, and the end after the last. */
  readonly driver: () => Promise<DeviceDriver>;
  readonly hands: Hands;
  readonly setup: Omit<Setup, 'context'>;
  /** Boot clock, ms. */
  readonly now: () => number;
}

export function createProcessDriver({ kind, driver, hands, setup, now }: HandDriverOptions): HandedDriver {
  const setupOf = ({ deviceId, folder, origins }: DeviceContext): Setup => ({ ...setup, context: { deviceId, folder, origins } });

  const destroy: HandedDriver['destroy'] = async (attachment, context) => {
    await hands.end(context.folder);
    await (await driver()).destroy(attachment, context);
  };

  return {
    kind,
    check: async () => (await driver()).check?.(),
    async open(spec, context) {
      const connection = await hands.start(context.folder);
      try {
        const { attachment, ...taken } = await orAborted(connection.ask('open', { spec, ...setupOf(context) }), context.signal);
        return { device: remote(connection, taken, attachment, context), attachment };
      } catch (error) {
        await connection.end();
        await destroy({}, context);
        throw error;
      }
    },
    async attach(attachment, context) {
      const { connection, taken } = await take(attachment, context);
      return remote(connection, taken, attachment, context);
    },
    async handOf({ folder }) {
      const connection = await hands.reach(folder);
      return connection && oneAnswer(connection, now);
    },
    destroy,
  };

  /** The device process that is there, else a new one for the device that lives on. */
  async function take(attachment: Attachment, context: DeviceContext) {
    const connection = (await hands.reach(context.folder)) ?? (await hands.start(context.folder));
    const taken = await connection.ask('attach', { attachment, ...setupOf(context) }).catch(async (error: unknown) => {
      await connection.end();
      throw error;
    });
    return { connection, taken };
  }

  function remote(connection: ProcessConnection, taken: ServedDevice, attachment: Attachment, context: DeviceContext) {
    return createRemoteDevice({ connection, taken, now, again: async () => (await take(attachment, context)).connection });
  }
}

/** For a question to a device process whose device nobody holds. */
function oneAnswer(connection: ProcessConnection, now: () => number): DeviceProcess {
  const hand = delegateTo(async () => connection, now);
  return { ...hand, verdictOf: (deviceId, key) => hand.verdictOf(deviceId, key).finally(() => connection.end()) };
}
