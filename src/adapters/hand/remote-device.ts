// A device as its host has it: everything goes over a connection to its hand.
import { ConnectionLostError, DeviceGoneError } from '../../ports/device-errors.js';
import type { Hand, HandedDevice } from '../../ports/hand.js';
import type { HandConnection } from './hand-connection.js';
import type { CallParameter, CallResult, DeviceCall, Taken } from './protocol.js';

export interface RemoteDeviceParts {
  readonly connection: HandConnection;
  readonly taken: Taken;
  /** Boot clock, ms. */
  readonly now: () => number;
  /** A connection to the hand, or to a new one when it has ended. Throws `DeviceGoneError`. */
  readonly again: () => Promise<HandConnection>;
}

const readings: ReadonlySet<DeviceCall> = new Set<DeviceCall>([
  'listApplications',
  'screenshot',
  'look',
  'source',
  'settle',
  'conceal',
  'takeDownloads',
  'verdictOf',
  'typedKey',
]);

/** ms beyond an order's deadline for its answer: a hand that is frozen does not keep the worker. */
const graceMs = 1_000;

export function createRemoteDevice({ connection, taken: { kind, application }, now, again }: RemoteDeviceParts): HandedDevice {
  let current = connection;
  let coming: Promise<HandConnection> | undefined;
  let isDetached = false;
  const live = async (): Promise<HandConnection> => {
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
    hand: handOver(live, now),
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
    takeEvents: () => ask('takeEvents', undefined).catch(() => []),
    detach,
    async close() {
      await ask('close', undefined);
      await detach();
    },
  };
}

export function handOver(live: () => Promise<HandConnection>, now: () => number): Hand {
  return {
    carryOut: async (order) => (await live()).ask('carryOut', order, Math.max(0, order.deadline - now()) + graceMs),
    intended: async (entry) => (await live()).ask('intended', entry),
    done: async (key, outcome) => (await live()).ask('done', { key, outcome }),
    verdictOf: (deviceId, key) => askHand(live, 'verdictOf', { deviceId, key }),
    typedKey: () => askHand(live, 'typedKey', undefined),
  };
}

/** What only looks is asked a second time where the hand ended meanwhile; of anything else the device counts as gone. */
async function askHand<Name extends DeviceCall>(
  live: () => Promise<HandConnection>,
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
