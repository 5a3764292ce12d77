// A device whose hand is another process, as a worker uses it.
import { ConnectionLostError, DeviceGoneError } from '../../ports/device-errors.js';
import type { Device } from '../../ports/device.js';
import type { Hand } from '../../ports/hand.js';
import { orAborted } from '../process-kit/or-aborted.js';
import type { HandConnection } from './hand-connection.js';
import type { CallParameter, CallResult, HandCall, Taken } from './protocol.js';

export interface RemoteDeviceParts {
  readonly connection: HandConnection;
  readonly taken: Taken;
  /** Boot clock, ms. */
  readonly now: () => number;
  /** A connection to the hand, or to a new one when it has ended. Throws `DeviceGoneError`. */
  readonly again: () => Promise<HandConnection>;
}

const readings: ReadonlySet<HandCall> = new Set<HandCall>([
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

export function createRemoteDevice({
  connection,
  taken: { kind, application, conceals, tellsEvents },
  now,
  again,
}: RemoteDeviceParts): Device {
  let current = connection;
  let coming: Promise<HandConnection> | undefined;
  let isDetached = false;
  const live = async (): Promise<HandConnection> => {
    if (isDetached) throw new DeviceGoneError('The device was given back.');
    if (current.isOpen) return current;
    coming ??= again().finally(() => (coming = undefined));
    current = await coming;
    if (isDetached) current.end();
    return current;
  };
  const ask = <Name extends HandCall>(call: Name, of: CallParameter<Name>): Promise<CallResult<Name>> => askHand(live, call, of);

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
    async perform(action, signal) {
      signal.throwIfAborted();
      return orAborted(ask('perform', action), signal);
    },
    settle: (maxMs) => ask('settle', maxMs),
    conceal: conceals ? (texts: readonly string[]) => ask('conceal', texts) : undefined,
    admit: (origins) => ask('admit', origins),
    takeDownloads: () => ask('takeDownloads', undefined),
    takeEvents: tellsEvents ? () => ask('takeEvents', undefined).catch(() => []) : undefined,
    async detach() {
      isDetached = true;
      current.end();
    },
    async close() {
      await ask('close', undefined);
      isDetached = true;
      current.end();
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
async function askHand<Name extends HandCall>(
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
