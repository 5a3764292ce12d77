// A driver whose object cannot enter another process: its hand is the same code, in this one.
import { nothingSent } from '../../../src/domain/wire/sent-log.js';
import { createProcessDriver } from '../../../src/adapters/device-process/process-driver.js';
import { bootNow } from '../../../src/host/boot-clock.js';
import { createHandsInProcess } from '../../../src/device-process/in-process.js';
import { DeviceGoneError, type Device, type DeviceContext, type DeviceDriver } from '../../../src/ports/device.js';
import type { HandedDriver, Order } from '../../../src/ports/device-process.js';
import { createMemoryActionJournal } from '../../support/memory-stores.js';

/** As somebody may write one: its methods are those of a class, and need their own object. */
class Paper {
  readonly kind = 'own-paper';
  readonly inked: string[] = [];
  readonly calls: string[] = [];
  async perform(action: { readonly keys?: string }) {
    this.inked.push(action.keys ?? '');
    return {};
  }
  async listApplications() {
    return [];
  }
  async look() {
    return { application: { id: 'p', name: 'p', running: true, current: true }, title: this.inked.join(), controls: [], notices: [] };
  }
  async settle() {
    return true;
  }
  async takeSent(): Promise<never> {
    throw new Error('The tab is gone.');
  }
  async detach() {
    this.calls.push('detach');
  }
  async close() {
    this.calls.push('close');
  }
}

const context: DeviceContext = { deviceId: 'd1', folder: '/nowhere', origins: [], signal: new AbortController().signal };

function stage(opening: Promise<unknown> = Promise.resolve()) {
  const paper = new Paper();
  const journal = createMemoryActionJournal();
  const generations: number[] = [];
  const own: DeviceDriver = {
    kind: 'own-paper',
    open: async () => (await opening, { device: paper as unknown as Device, attachment: { sheet: 1 } }),
    attach: async () => paper as unknown as Device,
    destroy: async () => void paper.calls.push('destroy'),
  };
  const driver: HandedDriver = createProcessDriver({
    kind: 'own-paper',
    driver: async () => own,
    hands: createHandsInProcess({
      driver: async () => own,
      journal: () => journal,
      blank: async (png) => png,
      setGeneration: async (_context, generation) => void generations.push(generation),
      now: bootNow,
      log: () => undefined,
    }),
    setup: { secrets: {}, journal: '' },
    now: bootNow,
  });
  const order = (key: string, leaseAskedAt = bootNow()): Order => ({
    key,
    deviceId: 'd1',
    epoch: 1,
    function: 'press',
    generation: 0,
    actions: [{ type: 'press-keys', keys: key }],
    leaseAskedAt,
    deadline: bootNow() + 5_000,
  });
  return { driver, paper, journal, generations, order };
}

test('HP1, HP2: its actions are journalled, sent once, and refused with an old lease, as those of any device', async () => {
  const { driver, paper, journal, generations, order } = stage();
  const { device } = await driver.open({ kind: 'own-paper' }, context);
  expect(await device.process.carryOut(order('a'))).toEqual({ status: 'done' });
  await expect(device.process.carryOut(order('a'))).rejects.toMatchObject({ name: 'FencedError' });
  await expect(device.process.carryOut(order('b', bootNow() - 600))).rejects.toMatchObject({ name: 'StaleLeaseError', isBegun: false });
  expect(paper.inked).toEqual(['a']);
  expect(generations).toEqual([1]);
  expect(await device.process.verdictOf('d1', 'b')).toEqual({ verdict: 'fenced' });
  expect(await device.settle(100)).toBe(true);
  expect(await journal.verdictOf('d1', 'a')).toEqual({ verdict: 'done', outcome: { status: 'done' }, settled: true });
  expect((await device.look()).title).toBe('a');
  expect(await device.process.typedKey()).toMatch(/^[\w-]{43}$/);
});

test('what its pages sent is nothing where it cannot be asked for: what was done is told all the same', async () => {
  const { driver } = stage();
  const { device } = await driver.open({ kind: 'own-paper' }, context);
  expect(await device.takeSent()).toEqual(nothingSent);
});

test('given back, it is detached and no longer asked; the next one attaches', async () => {
  const { driver, paper, order } = stage();
  const { device, attachment } = await driver.open({ kind: 'own-paper' }, context);
  await device.detach();
  expect(paper.calls).toEqual(['detach']);
  await expect(device.process.carryOut(order('a'))).rejects.toBeInstanceOf(DeviceGoneError);
  expect(await driver.handOf(context)).toBeUndefined();
  const next = await driver.attach(attachment, context);
  expect(await next.process.carryOut(order('a'))).toEqual({ status: 'done' });
  await next.close();
  expect(paper.calls).toEqual(['detach', 'close']);
});

test('host-3: a device whose opening was given up is closed once it is there, and only then its driver ends', async () => {
  let open = (): void => undefined;
  const { driver, paper } = stage(new Promise<void>((resolve) => (open = resolve)));
  const giveUp = new AbortController();
  const opened = driver.open({ kind: 'own-paper' }, { ...context, signal: giveUp.signal });
  giveUp.abort(new Error('nobody waits'));
  await new Promise(setImmediate);
  expect(paper.calls).toEqual([]);
  open();
  await expect(opened).rejects.toThrow('nobody waits');
  expect(paper.calls).toEqual(['close', 'destroy']);
});
