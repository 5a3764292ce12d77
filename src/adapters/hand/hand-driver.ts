// Devices of a kind, each behind a hand (docs/design/hand.md): in a process of its own that outlives the worker, or in this one.
import type { DeviceKind } from '../../domain/device/device-spec.js';
import type { Attachment, DeviceDriver, DeviceContext } from '../../ports/device.js';
import type { Hand, HandedDriver } from '../../ports/hand.js';
import { orAborted } from '../process-kit/or-aborted.js';
import type { HandConnection } from './hand-connection.js';
import type { Setup, Taken } from './protocol.js';
import { createRemoteDevice, handOver } from './remote-device.js';

/** Where hands run. `folder`: of their device. */
export interface Hands {
  start(folder: string): Promise<HandConnection>;
  /** The one that is there already. */
  reach(folder: string): Promise<HandConnection | undefined>;
  end(folder: string): Promise<void>;
}

export interface HandDriverOptions {
  readonly kind: DeviceKind;
  /** For what is done without a hand: the check before the first device, and the end after the last. */
  readonly driver: () => Promise<DeviceDriver>;
  readonly hands: Hands;
  readonly setup: Omit<Setup, 'context'>;
  /** Boot clock, ms. */
  readonly now: () => number;
}

export function createHandDriver({ kind, driver, hands, setup, now }: HandDriverOptions): HandedDriver {
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

  /** The hand that is there, else a new one for the device that lives on. */
  async function take(attachment: Attachment, context: DeviceContext) {
    const connection = (await hands.reach(context.folder)) ?? (await hands.start(context.folder));
    const taken = await connection.ask('attach', { attachment, ...setupOf(context) }).catch(async (error: unknown) => {
      await connection.end();
      throw error;
    });
    return { connection, taken };
  }

  function remote(connection: HandConnection, taken: Taken, attachment: Attachment, context: DeviceContext) {
    return createRemoteDevice({ connection, taken, now, again: async () => (await take(attachment, context)).connection });
  }
}

/** For a question to a hand whose device nobody holds. */
function oneAnswer(connection: HandConnection, now: () => number): Hand {
  const hand = handOver(async () => connection, now);
  return { ...hand, verdictOf: (deviceId, key) => hand.verdictOf(deviceId, key).finally(() => connection.end()) };
}
