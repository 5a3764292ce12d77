import { appendFile, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFileRunRecords } from '../../../src/adapters/filesystem/run-records.js';
import { createMemoryRunRecords } from '../../support/memory-stores.js';
import { recordOfStep as line, runRecordsConform } from '../../conformance/run-records-conformance.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();

describe('Run records on files', () => runRecordsConform(() => createFileRunRecords({ folder: folder() })));
// Those in memory have one writer.
describe('Run records in memory', () => {
  let records = createMemoryRunRecords();
  beforeEach(() => void (records = createMemoryRunRecords()));
  runRecordsConform(() => records);
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
