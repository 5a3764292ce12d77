// Devices of a kind, each in a process of its own that outlives the worker (docs/design/hand.md).
import type { Attachment, DeviceDriver, OpenContext } from '../../ports/device.js';
import type { Hand } from '../../ports/hand.js';
import { orAborted } from '../process-kit/or-aborted.js';
import { driverOf, type DriverSettings } from './driver-settings.js';
import type { HandConnection } from './hand-connection.js';
import { endHand, reachHand, startHand } from './hand-process.js';
import type { Setup, Taken } from './protocol.js';
import { createRemoteDevice, handOver } from './remote-device.js';

export interface HandDriverOptions {
  readonly settings: DriverSettings;
  /** Folder of this host's journals. */
  readonly journal: string;
  /** Boot clock, ms. */
  readonly now: () => number;
  /** Run in place of our own: for tests. */
  readonly program?: string;
}

export function createHandDriver({ settings, journal, now, program }: HandDriverOptions): DeviceDriver {
  const driver = () => driverOf(() => settings);
  const setupOf = ({ deviceId, folder, origins }: OpenContext): Setup => ({ settings, journal, context: { deviceId, folder, origins } });

  const destroy: DeviceDriver['destroy'] = async (attachment, context) => {
    await endHand(context.folder);
    await (await driver()).destroy(attachment, context);
  };

  return {
    kind: settings.kind,
    check: async () => (await driver()).check?.(),
    async open(spec, context) {
      const connection = await startHand(context.folder, program);
      try {
        const { attachment, ...taken } = await orAborted(connection.ask('open', { spec, ...setupOf(context) }), context.signal);
        return { device: remote(connection, taken, attachment, context), attachment };
      } catch (error) {
        connection.end();
        await destroy({}, context);
        throw error;
      }
    },
    async attach(attachment, context) {
      const { connection, taken } = await take(attachment, context);
      return remote(connection, taken, attachment, context);
    },
    async handOf({ folder }) {
      const connection = await reachHand(folder);
      return connection && oneAnswer(connection, now);
    },
    destroy,
  };

  /** HP4, HP5: the hand that is there, else a new one for the device that lives on. */
  async function take(attachment: Attachment, context: OpenContext) {
    const connection = (await reachHand(context.folder)) ?? (await startHand(context.folder, program));
    const taken = await connection.ask('attach', { attachment, ...setupOf(context) }).catch((error: unknown) => {
      connection.end();
      throw error;
    });
    return { connection, taken };
  }

  function remote(connection: HandConnection, taken: Taken, attachment: Attachment, context: OpenContext) {
    return createRemoteDevice({ connection, taken, now, again: async () => (await take(attachment, context)).connection });
  }
}

/** For a question to a hand whose device nobody holds. */
function oneAnswer(connection: HandConnection, now: () => number): Hand {
  const hand = handOver(async () => connection, now);
  return { ...hand, verdictOf: (deviceId, key) => hand.verdictOf(deviceId, key).finally(() => connection.end()) };
}
