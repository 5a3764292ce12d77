import type { HealDecision } from '../../src/domain/library/heals.js';
import type { FlowLibrary } from '../../src/ports/flow-library.js';
import { compiledFlow, replayed as replay } from '../support/library.js';

const flow = compiledFlow();
const named = (name: string) => ({ ...flow, name });
const accepted: HealDecision = { heal: 'h', decision: 'accepted', by: 'ada', at: '2026-01-01T00:00:00.000Z' };

/** `open`: another user of the same library each time within a test, empty at its beginning. `numbers`: for the names of tests. */
export function flowLibraryConforms(open: () => FlowLibrary, numbers: string): void {
  test(`${numbers}: an empty library is read`, async () => {
    const library = open();
    expect(await library.list()).toEqual({ flows: [], unreadable: [] });
    expect(await library.read('order-the-kettle')).toBeUndefined();
    expect(await library.versions('order-the-kettle')).toEqual([]);
    expect(await library.replays('order-the-kettle')).toEqual([]);
  });

  test(`${numbers}: what is saved becomes the next version, and older ones stay`, async () => {
    const library = open();
    expect(await library.save(named('one'))).toMatchObject({ id: 'order-the-kettle', version: 1 });
    expect(await library.save(named('two'))).toMatchObject({ version: 2, document: { compiled: { version: 2 } } });
    expect((await library.read('order-the-kettle'))?.document.name).toBe('two');
    expect((await library.read('order-the-kettle', 1))?.document.name).toBe('one');
    expect(await library.read('order-the-kettle', 3)).toBeUndefined();
    expect(await library.versions('order-the-kettle')).toEqual([1, 2]);
    expect((await library.list()).flows.map(({ id, version }) => [id, version])).toEqual([['order-the-kettle', 2]]);
  });

  test(`${numbers}: the same document again is the same version`, async () => {
    const library = open();
    await library.save(flow);
    expect(await library.save(flow, { expectedVersion: 0 })).toMatchObject({ version: 1 });
    expect(await library.versions('order-the-kettle')).toEqual([1]);
  });

  test(`${numbers}: a version that was not expected is refused with a sentence, and nothing is written`, async () => {
    const library = open();
    await expect(library.save(flow, { expectedVersion: 1 })).rejects.toMatchObject({
      code: 'flow-conflict',
      message: expect.stringContaining('no flow') as string,
    });
    await library.save(flow);
    await expect(library.save(named('two'), { expectedVersion: 0 })).rejects.toMatchObject({
      message: expect.stringContaining('already') as string,
    });
    await library.save(named('two'), { expectedVersion: 1 });
    await expect(library.save(named('three'), { expectedVersion: 1 })).rejects.toMatchObject({
      message: expect.stringContaining('version 2 by now') as string,
    });
    expect(await library.versions('order-the-kettle')).toEqual([1, 2]);
  });

  test(`${numbers}: of many who write at once none is lost`, async () => {
    const writers = Array.from({ length: 8 }, open);
    const names = Array.from({ length: 24 }, (_, index) => `name ${index}`);
    await Promise.all(names.map((name, index) => writers[index % 8]?.save(named(name))));
    const library = open();
    const versions = await library.versions('order-the-kettle');
    expect(versions).toEqual(names.map((_, index) => index + 1));
    const saved = await Promise.all(versions.map(async (version) => (await library.read('order-the-kettle', version))?.document.name));
    expect(saved.sort()).toEqual(names.sort());
  });

  test(`${numbers}: a run counts once`, async () => {
    const library = open();
    await library.addReplay('order-the-kettle', replay);
    await library.addReplay('order-the-kettle', { ...replay, outcome: 'failed' });
    await library.addReplay('order-the-kettle', { ...replay, execution: 'y' });
    expect(await library.replays('order-the-kettle')).toEqual([replay, { ...replay, execution: 'y' }]);
    // Its flow is none of the library's.
    expect(await library.list()).toEqual({ flows: [], unreadable: [] });
  });

  test(`${numbers}: who decides about a heal first has decided; of several heals all are decided about or none`, async () => {
    const library = open();
    const rejected: HealDecision = { heal: 'h', decision: 'rejected', by: 'ada', at: '2026-01-01T00:00:00.000Z' };
    expect(await library.decide('order-the-kettle', [rejected])).toEqual({});
    expect(
      await library.decide('order-the-kettle', [
        { ...rejected, heal: 'g' },
        { ...rejected, by: 'bob' },
      ]),
    ).toEqual({ first: rejected });
    await library.save(flow);
    const next = { document: named('healed'), follows: 1 };
    expect(await library.decide('order-the-kettle', [accepted], next)).toEqual({ first: rejected });
    expect(await library.versions('order-the-kettle')).toEqual([1]);
    expect(await library.decisions('order-the-kettle')).toEqual([rejected]);
  });

  test(`${numbers}: what is accepted becomes the version after the one that was looked at, or nothing is decided`, async () => {
    const library = open();
    await library.save(flow);
    const next = { document: named('healed'), follows: 1 };
    expect(await library.decide('order-the-kettle', [accepted], next)).toMatchObject({
      saved: { version: 2, document: { name: 'healed' } },
    });
    expect(await library.decisions('order-the-kettle')).toEqual([{ ...accepted, version: 2 }]);
    const late = { ...accepted, heal: 'late' };
    await expect(library.decide('order-the-kettle', [late], next)).rejects.toMatchObject({ code: 'flow-conflict', found: 2 });
    expect(await library.decisions('order-the-kettle')).toHaveLength(1);
  });

  test(`${numbers}: whoever accepts and is killed before the version is written has decided; accepting again writes it, once`, async () => {
    const library = open();
    await library.save(flow);
    await library.decide('order-the-kettle', [accepted]);
    const other = { ...accepted, by: 'bob' };
    expect(await library.decide('order-the-kettle', [{ ...other, decision: 'rejected' }])).toEqual({ first: accepted });
    const next = { document: named('healed'), follows: 1 };
    expect(await library.decide('order-the-kettle', [other], next)).toMatchObject({ saved: { version: 2 } });
    expect(await library.decisions('order-the-kettle')).toEqual([{ ...accepted, version: 2 }]);
    expect(await library.decide('order-the-kettle', [other], { ...next, follows: 2 })).toMatchObject({ first: { by: 'ada' } });
    expect(await library.versions('order-the-kettle')).toEqual([1, 2]);
  });

  test(`${numbers}: no id leads out of the library`, async () => {
    const library = open();
    expect(await library.read('../x')).toBeUndefined();
    await expect(library.addReplay('../x', replay)).rejects.toMatchObject({ code: 'library-unavailable' });
    expect(await library.save({ ...flow, id: '../x' })).toMatchObject({ id: 'x' });
  });
}
