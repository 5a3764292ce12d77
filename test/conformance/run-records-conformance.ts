import fc from 'fast-check';
import { flowRunOf } from '../../src/domain/flow/recorded-flow.js';
import type { RecordedEntry, StepEntry } from '../../src/domain/run/entry.js';
import type { ArtifactStore } from '../../src/ports/artifact-store.js';
import type { RunRecords } from '../../src/ports/run-records.js';
import { flowStory, pictureOf, storyEntries, storyPlace } from '../support/flow-story.js';
import { seeded } from '../support/properties.js';

export function recordOfStep(step: number, data: Readonly<Record<string, unknown>> = {}): StepEntry {
  return { seq: `run#${String(step).padStart(6, '0')}.3-performed`, at: '2026-01-01T00:00:00.000Z', type: 'performed', data };
}

export interface RecordsUnderTest {
  readonly records: RunRecords;
  readonly artifacts: ArtifactStore;
}

/** `open`: another host's view of the same records each time within a test, empty at its beginning. */
export function runRecordsConform(open: () => RecordsUnderTest, { writers = 2, numRuns = 20 } = {}): void {
  const create = (): RunRecords => open().records;

  test('are read in the order they were written', async () => {
    const records = create();
    await records.append('run', [recordOfStep(1), recordOfStep(2)]);
    await records.append('run', [recordOfStep(3)]);
    expect((await records.read('run')).map(({ seq }) => seq)).toEqual([1, 2, 3].map((step) => recordOfStep(step).seq));
  });

  test('are kept once, whichever attempt wrote them', async () => {
    const records = create();
    await records.append('run', [recordOfStep(1, { attempt: 1 })]);
    await records.append('run', [recordOfStep(1, { attempt: 2 })]);
    expect(await records.read('run')).toEqual([recordOfStep(1, { attempt: 1 })]);
  });

  test('of an unknown run are empty, and each run has its own', async () => {
    expect(await create().read('nobody')).toEqual([]);
    const ids = ['b', 'a/app-1', '../../x', 'ü '.repeat(100), 'B'];
    for (const [index, run] of ids.entries()) await create().append(run, [recordOfStep(index)]);
    for (const [index, run] of ids.entries()) expect(await create().read(run)).toEqual([recordOfStep(index)]);
  });

  test('entries of all engines stand in one stream, in their order', async () => {
    const at = '2026-01-01T00:00:00.000Z';
    const by = { at: 0, by: 'agent', activity: 'a', visit: 1, happening: { type: 'completed' } } as const;
    const entries: readonly RecordedEntry[] = [
      recordOfStep(1),
      { seq: 'x#1', number: 1, at, type: 'agent.loop_start', data: { loop_num: 1 } },
      { seq: 'flow@run#1', number: 1, at, type: 'workflow_started', place: storyPlace, data: { workflow_id: 'flow-1' } },
      { seq: 'x#0', number: 0, at, type: 'happened', data: by },
    ];
    for (const entry of entries) await create().append('run', [entry]);
    expect(await create().read('run')).toEqual(entries);
  });

  test('whatever writers append, in whatever batches and again, each entry is there once, and those of a writer in their order', async () => {
    let numbered = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.record({ step: fc.nat(30), length: fc.constantFrom(0, 10, 20_000) }), { minLength: 1, maxLength: 6 }), {
          minLength: 1,
          maxLength: 4 * writers,
        }),
        async (batches) => {
          const run = `many-${(numbered += 1)}`;
          const entriesOf = (index: number): readonly StepEntry[] =>
            (batches[index] ?? []).map(({ step, length }) => recordOfStep(step, { writer: index % writers, text: 'x'.repeat(length) }));
          await Promise.all(
            Array.from({ length: writers }, async (_, writer) => {
              const records = create();
              for (let index = writer; index < batches.length; index += writers) {
                await records.append(run, entriesOf(index));
                if (index % 3 === 0) await records.append(run, entriesOf(index));
              }
            }),
          );
          const read = await create().read(run);
          const written = batches.flatMap((_, index) => entriesOf(index));
          expect(read.map(({ seq }) => seq).sort()).toEqual([...new Set(written.map(({ seq }) => seq))].sort());
          for (const entry of read) expect(written).toContainEqual(entry);
        },
      ),
      { ...seeded, numRuns },
    );
  });

  test('F206: several writers of one run lose nothing', async () => {
    const all = Array.from({ length: writers }, create);
    await Promise.all(Array.from({ length: 60 }, (_, step) => all[step % writers]?.append('run', [recordOfStep(step)])));
    expect(await all[0]?.read('run')).toHaveLength(60);
  });

  test('of a long run are all there', async () => {
    const records = create();
    const long = { text: 'x'.repeat(20_000) };
    for (let step = 0; step < 10; step += 1) await records.append('run', [recordOfStep(step, long)]);
    expect((await create().read('run')).map(({ seq }) => seq)).toEqual(Array.from({ length: 10 }, (_, step) => recordOfStep(step).seq));
  });

  test('a key is claimed by one of all who try, in each run, for ever', async () => {
    const tried = await Promise.all(Array.from({ length: 12 }, () => create().claim('run', 'POST /orders')));
    expect(tried.filter(Boolean)).toHaveLength(1);
    expect(await create().claim('run', 'POST /orders')).toBe(false);
    expect(await create().claim('run', 'POST /orders/2')).toBe(true);
    expect(await create().claim('another', 'POST /orders')).toBe(true);
  });

  const story = flowStory(4);
  const kept = story.flatMap(({ node, artifacts }) => (node && artifacts ? [pictureOf(node)] : []));

  test('the artifacts of a flow stay with its run when they are removed from the store', async () => {
    const { records, artifacts } = open();
    for (const picture of kept) await artifacts.put(picture, 'image/png');
    await records.append('flow-1', storyEntries(story));
    await artifacts.collect({ before: new Date(Date.now() + 60_000), keep: new Set() });
    // Once more, as by an attempt that comes late.
    await create().append('flow-1', storyEntries(story));
    const run = flowRunOf(await create().read('flow-1'), 'flow-1', records.addressOf('flow-1'));
    expect(
      run?.visits.map(({ status, artifacts: paths, pictures, events }) => [status, paths.length, pictures.length, events.length]),
    ).toEqual(kept.map(() => ['ok', 1, 1, 6]));
  });

  test('an artifact that is gone before becomes a warning of its node', async () => {
    await create().append('flow-1', storyEntries(story));
    const run = flowRunOf(await create().read('flow-1'), 'flow-1', '');
    expect(run?.visits.map(({ events }) => events.filter(({ type }) => type === 'warning').length)).toEqual([1, 1, 1, 1]);
  });
}
