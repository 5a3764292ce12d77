// The streams of runs, in a folder and in memory; on an S3 server: test/e2e/stores/s3-stores.test.ts.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { appendFile, mkdir, open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { createFileArtifactStore } from '../../../src/adapters/filesystem/artifact-store.js';
import { createFolderFiles } from '../../../src/adapters/filesystem/folder-files.js';
import { folderName, readableName } from '../../../src/adapters/filesystem/files.js';
import { createRunRecords } from '../../../src/adapters/objects/run-records.js';
import { flowRunOf } from '../../../src/domain/flow/recorded-flow.js';
import { isFlowEntry, type RecordedEntry } from '../../../src/domain/run/entry.js';
import type { ArtifactStore } from '../../../src/ports/artifact-store.js';
import type { RunRecords } from '../../../src/ports/run-records.js';
import { recordOfStep as line, runRecordsConform } from '../../conformance/run-records-conformance.js';
import { flowStory, pictureOf, storyEntries, storyPlace } from '../../support/flow-story.js';
import { createMemoryArtifactStore } from '../../../src/adapters/memory/artifact-store.js';
import { createMemoryRunRecords } from '../../support/memory-stores.js';
import { anyString, propertySeed, seeded, walksOfEach } from '../../support/properties.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const kills = Math.ceil(walksOfEach / 5);
const repository = fileURLToPath(new URL('../../..', import.meta.url));
const folder = temporaryFolder();
const runs = (): string => join(folder(), 'runs');

function opened(): { readonly records: RunRecords; readonly artifacts: ArtifactStore } {
  const artifacts = createFileArtifactStore({ folder: join(folder(), 'artifacts') });
  return { artifacts, records: createRunRecords({ files: createFolderFiles(runs()), artifacts }) };
}

const stream = (): string => join(runs(), 'run', 'records.jsonl');
const seqs = (entries: readonly RecordedEntry[]): readonly string[] => entries.map(({ seq }) => seq);

describe('Records in a folder', () => runRecordsConform(opened, { writers: 4 }));

describe('Records in memory', () => {
  const artifacts = createMemoryArtifactStore();
  let records = createMemoryRunRecords(artifacts);
  beforeEach(() => void (records = createMemoryRunRecords(artifacts)));
  runRecordsConform(() => ({ records, artifacts }));
});

describe('Records in files', () => {
  test.each(['../../escape', '..', '.', '/etc/x', 'a/b', 'CON', '', 'x'.repeat(5_000), '%2e%2e'])(
    'an id as %j stays inside the folder',
    async (run) => {
      await opened().records.append(run, [line(1)]);
      expect(await opened().records.read(run)).toEqual([line(1)]);
      expect(readdirSync(runs())).toHaveLength(1);
      expect(readdirSync(folder())).toEqual(['runs']);
    },
  );

  test('F205: a last line that is torn at any byte is left out, and hides nothing that is written after it', async () => {
    const { records } = opened();
    await records.append('run', [line(1, { text: 'Größe ✓\n"{}' }), line(2, { text: '🙂' })]);
    const { size } = await stat(stream());
    const [first = ''] = readFileSync(stream(), 'utf8').split('\n');
    const whole = await readFile(stream());
    for (let cut = Buffer.byteLength(first) + 2; cut <= size; cut += 1) {
      await writeFile(stream(), whole);
      await truncate(stream(), cut);
      expect(seqs(await records.read('run'))).toEqual(seqs(cut === size ? [line(1), line(2)] : [line(1)]));
      await opened().records.append('run', [line(3)]);
      const read = seqs(await records.read('run'));
      // Only its end was missing: then it is whole.
      expect(read).toEqual(seqs(cut >= size - 1 ? [line(1), line(2), line(3)] : [line(1), line(3)]));
      await records.append('run', [line(2)]);
      expect([...seqs(await records.read('run'))].sort()).toEqual(seqs([line(1), line(2), line(3)]));
    }
  });

  test('are JSON lines that other tools can read', async () => {
    await opened().records.append('run', [line(1), line(2)]);
    const text = readFileSync(stream(), 'utf8');
    expect(
      text
        .trim()
        .split('\n')
        .map((each) => JSON.parse(each) as unknown),
    ).toEqual([line(1), line(2)]);
  });

  test('lines that are no entries, and types that nobody knows, do no harm', async () => {
    await opened().records.append('run', [line(1)]);
    await appendFile(stream(), '7\nnull\n{"seq":1}\n{"seq":"x","at":"","type":"later","data":{}}\n\n');
    await opened().records.append('run', [line(2)]);
    expect(seqs(await opened().records.read('run'))).toEqual([line(1).seq, 'x', line(2).seq]);
  });

  test('F213: 40,000 entries, each written one and a half times, are read in seconds: in one pass', async () => {
    const { records } = opened();
    const all = Array.from({ length: 40_000 }, (_, step) => line(step, { text: 'x'.repeat(100) }));
    for (let start = 0; start < all.length; start += 1_000) {
      await records.append('run', all.slice(start, start + 1_000));
      await records.append('run', all.slice(Math.max(0, start - 500), start));
    }
    const since = performance.now();
    expect(await records.read('run')).toHaveLength(all.length);
    expect(performance.now() - since).toBeLessThan(5_000);
  });

  const story = storyEntries(flowStory(6));
  const names: readonly string[] = [
    '', '.', '..', '/', '../../../x', '..\\..\\x', '/etc/passwd', 'C:\\x', '.hidden', '-', ' ', '\0\n\t',
    'x'.repeat(300), '界'.repeat(300), '🙂'.repeat(300), '\ud800lone', 'evil\u202etxt.exe', 'a:b*c?"<>|', '__proto__', 'aux.txt',
    'records.jsonl', 'claims', '%2e%2e%2f', '~', '$(id)', '-rf',
  ]; // prettier-ignore
  test.each(names)('F207: %j as an id, a key, and the name of what is kept stays inside the folder of its run', async (name) => {
    const { records, artifacts } = opened();
    const ref = await artifacts.put(Buffer.from('pixels'), 'image/png');
    const place = { id: name, flow: name, run: name };
    const entry = {
      seq: name,
      number: 1,
      at: '',
      type: 'tool_result',
      place,
      data: {},
      artifacts: [{ ref, name: [name, name, name] }],
    } as const;
    await records.append(name, [entry]);
    expect(await records.claim(name, name)).toBe(true);
    const files = readdirSync(folder(), { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    const below = files.map((each) => relative(folder(), join(each.parentPath, each.name))).filter((path) => !path.startsWith('artifacts'));
    expect(below).toHaveLength(3);
    const [own] = readdirSync(runs());
    expect(below.every((path) => path.startsWith(join('runs', own ?? '') + sep))).toBe(true);
    for (const part of below.flatMap((path) => path.split(sep).slice(2))) {
      expect(Buffer.byteLength(part)).toBeLessThanOrEqual(255);
      expect(part).not.toMatch(/^[.\s]|[.\s]$|[\p{Cc}\p{Cs}\u202e\\:*?"<>|]|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/iu);
    }
    const [read] = (await records.read(name)).filter(isFlowEntry);
    const [kept] = read?.artifacts ?? [];
    expect(readFileSync(join(records.addressOf(name), kept?.path ?? ''), 'utf8')).toBe('pixels');
  });

  test('F207: names are kept where possible, and no text becomes a path', () => {
    for (const name of ['Größe prüfen – 開く 👍', 'Step 1', 'a.b', 'O’Neil (2)', '👩‍💻']) expect(readableName(name)).toBe(name);
    const anything = fc.oneof(anyString, fc.string({ unit: fc.constantFrom('.', '/', '\\', ' ', 'con', '\0', 'ü') }));
    fc.assert(
      fc.property(anything, (text) => {
        const name = readableName(text);
        expect(join('/r', name)).toBe(`/r/${name}`);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(120);
        expect(readableName(name)).toBe(name);
        const own = folderName(text);
        expect(own).not.toMatch(/\s/);
        expect([join('/r', own), folderName(own)]).toEqual([`/r/${own}`, own]);
      }),
      { ...seeded, numRuns: 33 * walksOfEach },
    );
  });

  test('F208, F209, F210: what is kept is a link to the store where that is possible, else a copy, in a folder for each visit of a node', async () => {
    const { records, artifacts } = opened();
    const node = { id: 'n1', name: 'Fill  the\u00a0cart', visit: 2 };
    const ref = await artifacts.put(Buffer.from('screen'), 'image/png');
    const told = [{ seq: 14, at: 0, type: 'tool_result', payload: {}, node, artifacts: [{ name: '2-1.png', ref }] }] as const;
    const others = [
      { ...told[0], seq: 15, node: { ...node, id: 'n2' } },
      { ...told[0], seq: 16, node: { ...node, visit: 3 } },
    ] as const;
    await records.append('flow-1', storyEntries([...told, ...others]));
    const path = join(records.addressOf('flow-1'), 'kept', `${storyPlace.run}_Log_in`, 'Fill_the_cart-2', '14-2-1.png');
    expect(statSync(path).ino).toBe((await stat(await artifacts.locate(ref))).ino);
    expect(flowRunOf(await records.read('flow-1'), 'flow-1', records.addressOf('flow-1'))?.visits).toMatchObject([
      { node, artifacts: [path], pictures: [ref] },
      { artifacts: [path.replace('14-2-1', '15-2-1')] },
      { artifacts: [path.replace('cart-2', 'cart-3').replace('14-2-1', '16-2-1')] },
    ]);

    const elsewhere = createMemoryArtifactStore();
    await elsewhere.put(Buffer.from('screen'), 'image/png');
    const other = createRunRecords({ files: createFolderFiles(runs()), artifacts: elsewhere });
    await other.append('flow-2', storyEntries(told));
    expect(readFileSync(path.replace('flow-1', 'flow-2'), 'utf8')).toBe('screen');
  });

  test.each([
    ['the root is a file', runs],
    ["the run's folder is a file", () => dirname(stream())],
    ['the stream is a folder', () => join(stream(), 'x')],
  ])('F212: %s: records-unavailable, with the path and the fix', async (_what, file) => {
    await mkdir(dirname(file()), { recursive: true });
    await writeFile(file(), '');
    const { records } = opened();
    await expect(records.append('run', [line(1)])).rejects.toMatchObject({
      name: 'RecordsError',
      code: 'records-unavailable',
      message: expect.stringMatching(new RegExp(`written at ${runs()}.*(EEXIST|ENOTDIR|EISDIR).*move it away`)) as string,
    });
    await rm(runs(), { recursive: true });
    await records.append('run', [line(1)]);
    expect(await records.read('run')).toEqual([line(1)]);
  });

  test('F212: a full disk: records-unavailable, what was written stays readable, and with space again nothing is missing', async () => {
    await onDisk('size=256k', async () => {
      const { records } = opened();
      const text = 'x'.repeat(6_000);
      await records.append('run', [line(1, { text }), line(2, { text })]);
      const filler = join(runs(), 'filler');
      await writeUntilFull(filler);
      const failure = await records.append('run', [line(3, { text }), line(4, { text })]).catch((error: unknown) => error);
      expect(failure).toMatchObject({
        code: 'records-unavailable',
        message: expect.stringMatching(/runs.*ENOSPC.*free some space/) as string,
      });
      expect(seqs(await records.read('run')).slice(0, 2)).toEqual(seqs([line(1), line(2)]));
      await rm(filler);
      await records.append('run', [line(3, { text }), line(4, { text })]);
      expect(await records.read('run')).toEqual([1, 2, 3, 4].map((step) => line(step, { text })));
    });
  });

  test('F212: a read-only folder: records-unavailable', async () => {
    await onDisk('ro', () =>
      expect(opened().records.append('run', [line(1)])).rejects.toMatchObject({
        code: 'records-unavailable',
        message: expect.stringMatching(/runs.*EROFS.*mount it for writing/) as string,
      }),
    );
  });

  test(`F213: ${kills} times a writer is killed at a random moment and another continues: each entry is there once`, async () => {
    const visits = 200;
    const told = flowStory(visits);
    const { records, artifacts } = opened();
    for (const { node, artifacts: kept } of told) if (node && kept) await artifacts.put(pictureOf(node), 'image/png');
    const program = bundledWriter();
    const moments = fc.sample(fc.record({ batches: fc.nat(2), part: fc.double({ min: 0, max: 1, noNaN: true }) }), {
      seed: propertySeed,
      numRuns: kills,
    });
    let safe = 0;
    for (const moment of moments) safe = Math.max(safe, await killAt(startWriter(program, { visits, from: safe, batch: 12 }), moment));
    expect(safe).toBeLessThan(told.length);
    expect(await once(startWriter(program, { visits, from: safe, batch: 12 }), 'exit')).toEqual([0, null]);
    const read = await records.read('flow-1');
    expect([...seqs(read)].sort()).toEqual([...seqs(storyEntries(told))].sort());
    const run = flowRunOf(read, 'flow-1', records.addressOf('flow-1'));
    expect(run).toMatchObject({ status: 'completed', workflowId: 'flow-1' });
    expect(run?.visits.map(({ status, artifacts: kept }) => [status, kept.length])).toEqual(
      Array.from({ length: visits }, () => ['ok', 1]),
    );
  });

  test('F204: a batch that is written again, in part, late or backwards, adds nothing', async () => {
    const { records } = opened();
    for (const batch of [story.slice(20), story.slice(0, 24), [...story].reverse(), story, []]) await records.append('flow-1', batch);
    const run = flowRunOf(await records.read('flow-1'), 'flow-1', '');
    const events = [...(run?.events ?? []), ...(run?.visits ?? []).flatMap((visit) => visit.events)].filter(({ seq }) =>
      Number.isInteger(seq),
    );
    expect(events.map(({ seq }) => seq).sort((one, other) => one - other)).toEqual(story.map((_, index) => index + 1));
    expect(run?.visits.map(({ node }) => node.visit)).toEqual([1, 1, 1, 2, 2, 2]);
  });
});

let bundle: string | undefined;
afterAll(() => bundle !== undefined && rmSync(dirname(bundle), { recursive: true }));

function bundledWriter(): string {
  bundle ??= join(mkdtempSync(join(tmpdir(), 'steadyhand-test-')), 'writer.cjs');
  const source = join(repository, 'test/support/records-writer.ts');
  const esbuild = join(repository, 'node_modules/.bin/esbuild');
  execFileSync(esbuild, [source, '--bundle', '--platform=node', '--target=node20', '--log-level=error', `--outfile=${bundle}`]);
  return bundle;
}

function startWriter(
  program: string,
  { visits, from, batch }: { readonly visits: number; readonly from: number; readonly batch: number },
): ChildProcess {
  const places = [runs(), join(folder(), 'artifacts')];
  return spawn(process.execPath, [program, ...places, String(visits), String(from), String(batch)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Kills it when it has written so many batches and part of another, by the time that one took. Returns how many it reported as safe. */
async function killAt(writer: ChildProcess, { batches, part }: { readonly batches: number; readonly part: number }): Promise<number> {
  if (!writer.stdout) throw new TypeError('the writer has no stdout');
  let safe = 0;
  let said = 0;
  let [before, tookMs] = [performance.now(), 30];
  for await (const line of createInterface({ input: writer.stdout })) {
    if (line !== 'ready') {
      safe = Number(line);
      tookMs = performance.now() - before;
    }
    before = performance.now();
    if (said === batches) setTimeout(() => writer.kill('SIGKILL'), part * tookMs);
    said += 1;
  }
  return safe;
}

/** With the runs on a small disk of their own. */
async function onDisk(options: string, work: () => Promise<unknown>): Promise<void> {
  const mounted = runs();
  await mkdir(mounted);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'steadyhand-test', mounted], { stdio: 'pipe' });
  } catch (error) {
    console.log(`skipped: no tmpfs can be mounted (${String(error).trim()})`);
    return;
  }
  try {
    await work();
  } finally {
    execFileSync('umount', ['-l', mounted]);
  }
}

async function writeUntilFull(path: string): Promise<void> {
  const file = await open(path, 'a');
  try {
    for (;;) await file.write(Buffer.alloc(4096));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    await file.close();
  }
}
