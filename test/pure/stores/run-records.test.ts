import { appendFile, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFileRunRecords } from '../../../src/adapters/filesystem/run-records.js';
import { createMemoryRunRecords } from '../../../src/adapters/memory/stores.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();

function line(step: number, data: Readonly<Record<string, unknown>> = {}) {
  return { seq: `run#${String(step).padStart(6, '0')}.3-performed`, at: '2026-01-01T00:00:00.000Z', type: 'performed', data };
}

describe.each([
  ['on files', () => createFileRunRecords({ folder: folder() })],
  ['in memory', () => createMemoryRunRecords()],
] as const)('Run records %s', (_where, create) => {
  test('are read in the order they were written', async () => {
    const records = create();
    await records.append('run', [line(1), line(2)]);
    await records.append('run', [line(3)]);
    expect((await records.read('run')).map(({ seq }) => seq)).toEqual([line(1).seq, line(2).seq, line(3).seq]);
  });

  test('are kept once, whichever attempt wrote them', async () => {
    const records = create();
    await records.append('run', [line(1, { attempt: 1 })]);
    await records.append('run', [line(1, { attempt: 2 })]);
    expect(await records.read('run')).toEqual([line(1, { attempt: 1 })]);
  });

  test('of an unknown run are empty', async () => {
    expect(await create().read('nobody')).toEqual([]);
    expect(await create().list()).toEqual([]);
  });

  test('are listed by run', async () => {
    const records = create();
    for (const run of ['b', 'a/app-1', '../../x', 'ü '.repeat(100)]) await records.append(run, [line(1)]);
    expect(await records.list()).toEqual(['../../x', 'a/app-1', 'b', 'ü '.repeat(100)].sort());
  });
});

describe('Run records in files', () => {
  test.each(['../../escape', '..', '.', '/etc/x', 'a/b', 'CON', '', 'x'.repeat(5_000), '%2e%2e'])(
    'an id as %j stays inside the folder',
    async (run) => {
      const records = createFileRunRecords({ folder: folder() });
      await records.append(run, [line(1)]);
      expect(await records.read(run)).toEqual([line(1)]);
      expect(await readdir(folder())).toHaveLength(1);
      expect(await readdir(dirname(folder()))).not.toContain('escape');
    },
  );

  test('a torn line is left out, and hides nothing written after it', async () => {
    const records = createFileRunRecords({ folder: folder() });
    await records.append('run', [line(1)]);
    await appendFile(join(folder(), 'run', 'records.jsonl'), '{"seq":"run#0000');
    await records.append('run', [line(2)]);
    expect(await records.read('run')).toEqual([line(1), line(2)]);
  });

  test('two writers of one file lose nothing', async () => {
    const [one, other] = [createFileRunRecords({ folder: folder() }), createFileRunRecords({ folder: folder() })];
    await Promise.all(Array.from({ length: 100 }, (_, step) => (step % 2 === 0 ? one : other).append('run', [line(step)])));
    expect(await one.read('run')).toHaveLength(100);
  });

  test('are JSON lines that other tools can read', async () => {
    await createFileRunRecords({ folder: folder() }).append('run', [line(1), line(2)]);
    const text = await readFile(join(folder(), 'run', 'records.jsonl'), 'utf8');
    expect(
      text
        .trim()
        .split('\n')
        .map((each) => JSON.parse(each) as unknown),
    ).toEqual([line(1), line(2)]);
    expect((await stat(join(folder(), 'run'))).isDirectory()).toBe(true);
  });
});
