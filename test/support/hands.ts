// Devices with a process of their own, without a worker around them: what two workers would do one after the other is done with two drivers.
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlainSecrets } from '../../src/adapters/device-process/driver-module.js';
import type { ProcessPlace } from '../../src/adapters/device-process/protocol.js';
import type { ActionOutcome } from '../../src/domain/device/device-work.js';
import type { DeviceKind, DeviceSpec } from '../../src/domain/device/device-spec.js';
import { bootNow } from '../../src/host/boot-clock.js';
import type { Attachment, DeviceContext } from '../../src/ports/device.js';
import { StaleLeaseError, type DeviceProcess, type HandedDevice, type HandedDriver, type Order } from '../../src/ports/device-process.js';
import { driverOfOurs, type DriverSettings as OurSettings } from '../../src/worker/drivers.js';
import { until } from './until.js';

export type DriverSettings = OurSettings & { readonly secrets: PlainSecrets };

export interface OpenHand {
  readonly folder: string;
  readonly journal: string;
  readonly context: DeviceContext;
  readonly driver: HandedDriver;
  readonly attachment: Attachment;
  readonly device: HandedDevice;
  readonly hand: DeviceProcess;
  /** As another worker of the same host has it. */
  attach(settings?: DriverSettings): Promise<HandedDevice>;
  place(): Promise<ProcessPlace>;
  order(change: Partial<Order> & Pick<Order, 'key' | 'actions'>): Order;
  /** Lines of the journal, without their times. */
  journalled(): Promise<readonly string[]>;
  close(): Promise<void>;
}

const live = new AbortController().signal;

/** As a worker uses it: an order whose lease became stale on the way, on a machine that is busy, was not sent, and is given again with a newer one. */
export function handOf({ process }: HandedDevice): DeviceProcess {
  const carryOut = async (order: Order): Promise<ActionOutcome> => {
    try {
      return await process.carryOut(order);
    } catch (error) {
      if (!(error instanceof StaleLeaseError) || bootNow() > order.deadline) throw error;
      return carryOut({ ...order, leaseAskedAt: bootNow() });
    }
  };
  return { ...process, carryOut };
}

export async function openHand(
  settings: DriverSettings & { readonly kind: DeviceKind },
  spec: DeviceSpec,
  {
    folder: wanted,
    origins = [],
    program,
  }: { readonly folder?: string; readonly origins?: readonly string[]; readonly program?: string } = {},
): Promise<OpenHand> {
  const root = await mkdtemp(join(tmpdir(), 'steadyhand-hand-test-'));
  const folder = wanted ?? join(root, 'device');
  const journal = join(root, 'journal');
  const driverWith = ({ secrets, ...own }: DriverSettings): HandedDriver => driverOfOurs(own, { secrets, journal, deviceProgram: program });
  const driver = driverWith(settings);
  const context: DeviceContext = { deviceId: 'd1', folder, origins, signal: live };
  const { device, attachment: given } = await driver.open(spec, context).catch(async (error: unknown) => {
    await rm(root, { recursive: true, force: true });
    throw error;
  });
  const attachment = JSON.parse(JSON.stringify(given)) as Attachment;
  const attached: HandedDevice[] = [device];
  return {
    folder,
    journal,
    context,
    driver,
    attachment,
    device,
    hand: handOf(device),
    async attach(other = settings) {
      const next = await driverWith(other).attach(attachment, context);
      attached.push(next);
      return next;
    },
    place: async () => JSON.parse(await readFile(join(folder, 'hand.json'), 'utf8')) as ProcessPlace,
    order: (change) => ({
      deviceId: 'd1',
      epoch: 1,
      generation: 0,
      function: 'press',
      leaseAskedAt: bootNow(),
      deadline: bootNow() + 20_000,
      ...change,
    }),
    async journalled() {
      const text = await readFile(join(journal, 'd1.jsonl'), 'utf8').catch(() => '');
      return text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as { readonly t: string; readonly key: string })
        .map(({ t, key }) => `${t} ${key}`);
    },
    async close() {
      for (const each of attached) await each.detach();
      await driver.destroy(attachment, context);
      await rm(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export function ended(pid: number): Promise<true> {
  return until(
    async () => (await stat(`/proc/${pid}`).catch(() => undefined)) === undefined || isZombie(pid),
    `the end of process ${pid}`,
  ) as Promise<true>;
}

async function isZombie(pid: number): Promise<boolean> {
  return / Z /.test(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ' Z '));
}
