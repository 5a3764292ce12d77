import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { storesIn } from '../../support/stores-in.js';
import type { HealDecision } from '../../../src/domain/library/heals.js';
import type { FlowLibrary } from '../../../src/ports/flow-library.js';
import { flowLibraryConforms } from '../../conformance/flow-library-conformance.js';
import { compiledFlow, replayed as replay } from '../../support/library.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();
const open = (): FlowLibrary => storesIn(folder()).library;
const flow = compiledFlow();
const named = (name: string) => ({ ...flow, name });

describe('The library of flows on files', () => flowLibraryConforms(open, 'RP10, RP12'));

test('RP12: an empty library is read without being made', async () => {
  await open().list();
  expect(await readdir(folder())).toEqual([]);
});

test('RP12: the newest version is copied for people, and no writer leaves a file behind', async () => {
  await Promise.all(Array.from({ length: 24 }, (_, index) => open().save(named(`name ${index}`))));
  expect(JSON.parse(await readFile(join(folder(), 'flows', 'order-the-kettle.flow.json'), 'utf8'))).toMatchObject({
    compiled: { version: 24 },
  });
  expect((await readdir(join(folder(), 'flows', 'order-the-kettle'))).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('RP12: a file that somebody put there is the first version; one that holds no flow is named', async () => {
  const library = open();
  await mkdir(join(folder(), 'flows'));
  await writeFile(join(folder(), 'flows', 'by-hand.flow.json'), JSON.stringify({ ...flow, id: '' }));
  await writeFile(join(folder(), 'flows', 'torn.flow.json'), '{"name":');
  const { flows, unreadable } = await library.list();
  expect(flows.map(({ id, version, document }) => [id, version, document.id])).toEqual([['by-hand', 1, 'by-hand']]);
  expect(unreadable).toEqual([expect.stringContaining('torn.flow.json holds no flow')]);
  const { document } = flows[0] ?? { document: flow };
  expect(await library.save({ ...document, name: 'changed' })).toMatchObject({ id: 'by-hand', version: 2 });
  expect((await library.read('by-hand', 1))?.document.name).toBe(flow.name);
});

test('RP12: a run counts once, and a torn line does no harm', async () => {
  const library = open();
  await library.addReplay('order-the-kettle', replay);
  await library.addReplay('order-the-kettle', { ...replay, outcome: 'failed' });
  await appendFile(join(folder(), 'flows', 'order-the-kettle', 'replays.jsonl'), '{"run":"flow-2","exec');
  await library.addReplay('order-the-kettle', { ...replay, execution: 'y' });
  expect(await library.replays('order-the-kettle')).toEqual([replay, { ...replay, execution: 'y' }]);
  // Its flow is none of the library's.
  expect(await library.list()).toEqual({ flows: [], unreadable: [] });
});

test('RP10: of several heals all are decided about or none, and nothing is left of those that were not', async () => {
  const library = open();
  const rejected: HealDecision = { heal: 'h', decision: 'rejected', by: 'ada', at: '2026-01-01T00:00:00.000Z' };
  await library.decide('order-the-kettle', [rejected]);
  const others = [
    { ...rejected, heal: 'g' },
    { ...rejected, by: 'bob' },
  ];
  expect(await library.decide('order-the-kettle', others)).toEqual({ first: rejected });
  expect(await readdir(join(folder(), 'flows', 'order-the-kettle', 'heals'))).toEqual(['h.json']);
});

test('RP12: a folder that cannot be used is told by its name', async () => {
  await writeFile(join(folder(), 'flows'), 'a file');
  await expect(open().save(flow)).rejects.toMatchObject({ code: 'library-unavailable', message: expect.stringContaining('flows') });
  await rm(join(folder(), 'flows'));
});
