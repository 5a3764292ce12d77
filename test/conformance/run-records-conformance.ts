import type { RunRecord, RunRecords } from '../../src/ports/run-records.js';

export function recordOfStep(step: number, data: Readonly<Record<string, unknown>> = {}): RunRecord {
  return { seq: `run#${String(step).padStart(6, '0')}.3-performed`, at: '2026-01-01T00:00:00.000Z', type: 'performed', data };
}

/** `create`: another writer of the same records each time within a test, empty at its beginning. */
export function runRecordsConform(create: () => RunRecords, { writers = 2 } = {}): void {
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

  test('of an unknown run are empty', async () => {
    expect(await create().read('nobody')).toEqual([]);
    expect(await create().list()).toEqual([]);
  });

  test('are listed by run', async () => {
    const records = create();
    for (const run of ['b', 'a/app-1', '../../x', 'ü '.repeat(100)]) await records.append(run, [recordOfStep(1)]);
    expect(await records.list()).toEqual(['../../x', 'a/app-1', 'b', 'ü '.repeat(100)].sort());
  });

  test('several writers of one run lose nothing', async () => {
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
}
