// A driver of somebody's own that is a module: each of its devices has a process, as ours have.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../../src/config/config.js';
import { bootNow } from '../../../src/host/boot-clock.js';
import { createMemoryActionJournal } from '../../support/memory-stores.js';
import { driversOf } from '../../../src/worker/drivers.js';

test('HP1, HP4: it outlives whoever ordered, the next one finds the same process, and its hand knows what ran', async () => {
  const home = await mkdtemp(join(tmpdir(), 'steadyhand-own-driver-'));
  const driver = () => {
    const own = {
      kind: 'own-file',
      module: new URL('../../support/own-driver.mjs', import.meta.url).href,
      create: 'createFileDriver',
      settings: { title: 'Keys' },
    } as const;
    const [first] = driversOf(loadConfig({ STEADYHAND_HOME: home, STEADYHAND_KINDS: 'none' }, home), [own], {
      profiles: '',
      journal: join(home, 'journal'),
      refusedPorts: [],
      here: { blank: async (png) => png, journal: createMemoryActionJournal, setGeneration: async () => undefined, log: () => undefined },
    });
    if (!first) throw new Error('no driver');
    return first;
  };
  const context = { deviceId: 'd1', folder: join(home, 'devices', 'd1-1'), origins: [], signal: new AbortController().signal };
  const order = (key: string, keys: string) => ({
    ...{ key, deviceId: 'd1', epoch: 1, function: 'press', generation: 0, leaseAskedAt: bootNow(), deadline: bootNow() + 5_000 },
    actions: [{ type: 'press-keys', keys } as const],
  });
  expect(await driver().check?.()).toBeUndefined();
  const { device, attachment } = await driver().open({ kind: 'own-file' }, context);
  try {
    expect(await device.process.carryOut(order('run:1:0', 'a'))).toEqual({ status: 'done' });
    const before = await device.look();
    expect(before).toMatchObject({ application: { name: 'Keys' }, title: expect.stringMatching(/ a$/) });
    expect(before.title).not.toMatch(new RegExp(`^${process.pid} `));
    await device.detach();
    const next = await driver().attach(attachment, context);
    expect(await next.look()).toEqual(before);
    expect(await next.process.verdictOf('d1', 'run:1:0')).toEqual({ verdict: 'done', outcome: { status: 'done' } });
    await expect(next.process.carryOut(order('run:1:0', 'a'))).rejects.toMatchObject({ name: 'FencedError' });
    expect(await next.look()).toEqual(before);
    await next.close();
  } finally {
    await driver().destroy(attachment, context);
    await rm(home, { recursive: true, force: true });
  }
});
