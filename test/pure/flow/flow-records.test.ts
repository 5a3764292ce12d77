// The record tree of flow runs on a real file system (docs/design/flow.md §5, §6 "run storage").
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { appendFile, mkdir, open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { createFileArtifactStore } from '../../../src/adapters/filesystem/artifact-store.js';
import { createFileFlowRecords } from '../../../src/adapters/filesystem/flow-records.js';
import { folderName, readableName } from '../../../src/adapters/filesystem/readable-name.js';
import { storesIn } from '../../support/stores-in.js';
import { createMemoryArtifactStore } from '../../../src/adapters/memory/artifact-store.js';
import { runName, type FlowEventType, type FlowRecord, type NodeVisit, type RecordPlace } from '../../../src/domain/flow/record.js';
import type { ArtifactStore } from '../../../src/ports/artifact-store.js';
import type { FlowRecords } from '../../../src/ports/flow-records.js';
import { flowRecordsConform } from '../../conformance/flow-records-conformance.js';
import { flowStory, pictureOf, storyPlace, storyStart } from '../../support/flow-story.js';
import { anyString, propertySeed, seeded, walksOfEach } from '../../support/properties.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const kills = Math.ceil(walksOfEach / 5);
const repository = fileURLToPath(new URL('../../..', import.meta.url));
const folder = temporaryFolder();

const run = runName('2026-02-03T14:05:06.789Z', '01a20073-7b5b-79f8-a3af-24261a2b3c4d');
const place: RecordPlace = { id: 'flow-1', flow: 'Log in', run };
const runFolder = (): string => join(folder(), 'runs', 'flow-1', '2026-02-03_14-05-06_1a2b3c4d_Log_in');
const click: NodeVisit = { id: 'n1', name: 'Click', visit: 1 };

const onFiles = (): ArtifactStore => createFileArtifactStore({ folder: join(folder(), 'artifacts') });
const records = (artifacts: ArtifactStore = onFiles()): FlowRecords => createFileFlowRecords({ folder: join(folder(), 'runs'), artifacts });

function record(
  seq: number,
  type: FlowEventType,
  payload: FlowRecord['payload'] = {},
  rest: Pick<FlowRecord, 'node' | 'artifacts'> = {},
): FlowRecord {
  return { seq, at: storyStart + seq * 1_000, type, payload, ...rest };
}

const started = record(1, 'workflow_started', { workflow_id: 'flow-1', agent: 'large' });

function readJson(...path: readonly string[]): unknown {
  return JSON.parse(readFileSync(join(runFolder(), ...path), 'utf8'));
}

function linesOf(...path: readonly string[]): readonly { readonly seq: number }[] {
  return strictLines(join(runFolder(), ...path));
}

/** Every line complete, including the last one. */
function strictLines(path: string): readonly { readonly seq: number }[] {
  const text = readFileSync(path, 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { seq: number });
}

function filesBelow(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}

/** Asserts that each line of the tree is complete and in its place; returns all their numbers. */
function seqsBelow(root: string): readonly number[] {
  const files = filesBelow(root).filter((name) => basename(name) === 'events.jsonl');
  const seqs = files.map((name) => strictLines(join(root, name)).map(({ seq }) => seq));
  for (const [index, own] of seqs.entries())
    expect({ file: files[index], seqs: own }).toEqual({ file: files[index], seqs: ascending(own) });
  return ascending(seqs.flat());
}

function ascending(numbers: readonly number[]): readonly number[] {
  return [...numbers].sort((one, other) => one - other);
}

const upTo = (last: number): readonly number[] => Array.from({ length: last }, (_, index) => index + 1);

describe('Flow records on files', () =>
  flowRecordsConform(() => {
    const artifacts = onFiles();
    return { artifacts, records: records(artifacts) };
  }, 'F200'));

describe('Flow records', () => {
  test('F200: a run is a folder below its id, with its events, its state and a folder for each visit of a node', async () => {
    const artifacts = onFiles();
    const story = flowStory(4);
    for (const { node, artifacts: kept } of story) if (node && kept) await artifacts.put(pictureOf(node), 'image/png');
    await records(artifacts).append(storyPlace, story);
    const visit = ['artifacts', 'events.jsonl', 'run.json', 'verdict.json'];
    const expected = ['Click', 'Find_field', 'Find_field-2', 'Type_text'].flatMap((name, index) =>
      visit.map((file) => join(name, file === 'artifacts' ? join(file, `${[1, 0, 3, 2][index]}.png`) : file)),
    );
    expect(filesBelow(runFolder())).toEqual([...expected, 'events.jsonl', 'nodes.json', 'run.json'].sort());
    expect(linesOf('events.jsonl')[0]).toEqual({
      timestamp: '2026-02-03T14:05:06.000Z',
      event_type: 'workflow_started',
      payload: { workflow_id: 'flow-1', agent: 'large' },
      seq: 1,
    });
    expect(linesOf('Click', 'events.jsonl')[1]).toEqual({
      timestamp: '2026-02-03T14:05:06.090Z',
      event_type: 'tool_call',
      payload: { name: 'click', args: { text: 'Größe', x: 12.5 } },
      seq: 10,
    });
    expect(seqsBelow(runFolder())).toEqual(upTo(story.length));
  });

  test('F201: the runs of one id lie beside each other, by the time at which they began', async () => {
    const names = [
      run,
      runName('2026-02-03T14:05:06Z', '01a20073-7b5b-79f8-a3af-2426ffffffff'),
      runName('2026-12-31T23:59:59.999Z', '1a2b3c4d'),
    ];
    for (const name of names) await records().append({ ...place, run: name }, [started]);
    expect(readdirSync(dirname(runFolder())).sort()).toEqual([
      '2026-02-03_14-05-06_1a2b3c4d_Log_in',
      '2026-02-03_14-05-06_ffffffff_Log_in',
      '2026-12-31_23-59-59_1a2b3c4d_Log_in',
    ]);
  });

  test('F201: the folder of a run is named by its id, without white space, also beside the steps of an agent of that id', async () => {
    await storesIn(folder()).records.append('flow-1', [{ seq: '1', at: '2026-02-03T14:05:06.000Z', type: 'performed', data: {} }]);
    const spaced: NodeVisit = { id: 'n\t1', name: ' Fill  the\u00a0cart ', visit: 1 };
    await records().append({ ...place, flow: ' Buy a\tbook ' }, [started, record(2, 'node_started', {}, { node: spaced })]);
    expect(filesBelow(join(folder(), 'runs'))).toEqual([
      'flow-1/2026-02-03_14-05-06_1a2b3c4d_Buy_a_book/Fill_the_cart/events.jsonl',
      'flow-1/2026-02-03_14-05-06_1a2b3c4d_Buy_a_book/Fill_the_cart/run.json',
      'flow-1/2026-02-03_14-05-06_1a2b3c4d_Buy_a_book/events.jsonl',
      'flow-1/2026-02-03_14-05-06_1a2b3c4d_Buy_a_book/nodes.json',
      'flow-1/2026-02-03_14-05-06_1a2b3c4d_Buy_a_book/run.json',
      'flow-1/records.jsonl',
    ]);
    expect((await records().list()).map((known) => known.place)).toEqual([{ ...place, flow: ' Buy a\tbook ' }]);
  });

  test('F203: a run whose id is cut in the name of its folder is found by its events where its run.json is lost', async () => {
    const long = { ...place, id: `flow-${'9'.repeat(200)}` };
    await records().append(long, [{ ...started, payload: { workflow_id: long.id } }]);
    const [parent = ''] = readdirSync(join(folder(), 'runs'));
    expect(parent.length).toBeLessThan(long.id.length);
    await writeFile(join(folder(), 'runs', parent, '2026-02-03_14-05-06_1a2b3c4d_Log_in', 'run.json'), '');
    const found = await records().find(long.id);
    expect(found).toEqual({ ...long, flow: 'Log_in' });
    expect(await records().read(found ?? place)).toMatchObject({ workflowId: long.id, status: 'running' });
  });

  test('F202: the state of a visit: running, then how it ended, with its times, attempts and trace level', async () => {
    const about = (seq: number, type: FlowEventType, payload: FlowRecord['payload'], node: NodeVisit = click) =>
      record(seq, type, payload, { node });
    await records().append(place, [started, about(2, 'node_started', { trace_level: 'Full' })]);
    const running = { node_id: 'n1', name: 'Click', visit: 1, status: 'running', started: '2026-02-03T14:05:08.000Z', trace_level: 'Full' };
    expect(readJson('Click', 'run.json')).toEqual({ ...running, attempts: 1 });
    await records().append(place, [about(3, 'retry', { attempt: 1 })]);
    expect(readJson('Click', 'run.json')).toEqual({ ...running, attempts: 2 });
    const error = 'tool-error: nothing there';
    await records().append(place, [about(4, 'node_finished', { status: 'failed', attempts: 2, error })]);
    const ended = { ...running, status: 'failed', attempts: 2, ended: '2026-02-03T14:05:10.000Z', error };
    expect(readJson('Click', 'run.json')).toEqual(ended);

    for (const [index, status] of ['ok', 'stopped'].entries()) {
      const node = { id: `m${index}`, name: status, visit: 1 };
      await records().append(place, [
        about(10 + index, 'node_started', {}, node),
        about(20 + index, 'node_finished', { status, attempts: 1 }, node),
      ]);
      expect(readJson(status, 'run.json')).toMatchObject({ status, attempts: 1 });
    }
    expect((await records().read(place))?.visits.map(({ node, status, attempts }) => [node.name, status, attempts])).toEqual([
      ['Click', 'failed', 2],
      ['ok', 'ok', 1],
      ['stopped', 'stopped', 1],
    ]);
  });

  test.each([
    ['workflow_completed', { outcome: 'completed' }, 'completed'],
    ['workflow_failed', { outcome: 'step-limit', message: 'too many' }, 'step-limit'],
    ['workflow_stopped', {}, 'stopped'],
  ] as const)('F203: a run ended by %s says so, and is found by its workflow id', async (type, payload: FlowRecord['payload'], status) => {
    const told = records();
    await told.append(place, [started]);
    const running = { workflow_id: 'flow-1', flow: 'Log in', run, status: 'running', started: '2026-02-03T14:05:07.000Z' };
    expect(readJson('run.json')).toEqual(running);
    await told.append(place, [record(2, type, payload)]);
    const { outcome: _, ...rest } = payload;
    expect(readJson('run.json')).toEqual({ ...running, ...rest, status, ended: '2026-02-03T14:05:08.000Z' });
    expect(await told.find('flow-1')).toEqual(place);
    expect(await told.find('flow-2')).toBeUndefined();

    const later = { id: 'flow-1', flow: 'log/in', run: runName('2026-03-01T00:00:00Z', '99999999') };
    await told.append(later, [{ ...started, at: storyStart + 1e9 }]);
    expect(await told.find('flow-1')).toEqual(later);
    expect((await told.list()).map((known) => [known.place, known.status])).toEqual([
      [later, 'running'],
      [place, status],
    ]);
    await writeFile(join(runFolder(), 'run.json'), '');
    expect((await told.list())[1]).toMatchObject({ place: { ...place, flow: 'Log_in' }, status, workflowId: 'flow-1' });
    expect((await told.read({ ...place, flow: 'Log_in' }))?.folder).toBe(runFolder());
    expect(await told.read({ ...place, run: 'another' })).toBeUndefined();
  });

  test('F204: a batch written again, in full, in part or late, adds only what is missing', async () => {
    const story = flowStory(6);
    const artifacts = onFiles();
    await artifacts.put(pictureOf({ id: 'n0', name: '', visit: 1 }), 'image/png');
    const written = () => filesBelow(runFolder()).map((name) => [name, readFileSync(join(runFolder(), name), 'utf8')]);
    await records(artifacts).append(storyPlace, story);
    const once = written();
    const attempts = [story, story.slice(10, 20), [...story].reverse(), story.slice(0, 1), []];
    for (const batch of attempts) await records(artifacts).append(storyPlace, batch);
    await records(artifacts).append(storyPlace, [{ ...started, payload: { workflow_id: 'another' } }]);
    expect(written()).toEqual(once);

    await rm(join(folder(), 'runs'), { recursive: true });
    for (const [from, to] of [
      [20, 30],
      [0, 12],
      [28, 44],
      [8, 22],
    ])
      await records(artifacts).append(storyPlace, story.slice(from, to));
    expect(written()).toEqual(once);
  });

  test('F205: a last line torn at any byte is completed by the next append, or dropped if its record does not come again', async () => {
    const node = { node: click };
    const before = [started, record(2, 'node_started', {}, node)];
    const batch = [record(3, 'tool_result', { text: 'Größe ✓\n"{}' }, node), record(4, 'node_finished', { status: 'ok' }, node)];
    const path = join(runFolder(), 'Click', 'events.jsonl');
    const told = records();
    await told.append(place, [...before, ...batch]);
    const whole = await readFile(path, 'utf8');
    const lines = Buffer.from(whole);
    // Where the two lines of the batch begin.
    const first = lines.indexOf('\n') + 1;
    const last = lines.indexOf('\n', first) + 1;
    const sizes = upTo(lines.length).filter((size) => size >= first);
    // Each of them where a line ends; between, one in three.
    for (const size of sizes.filter((each) => each % 3 === 0 || [first, last, lines.length].some((end) => Math.abs(end - each) < 5))) {
      await writeFile(path, lines);
      await truncate(path, size);
      const known = lines.subarray(0, size).filter((byte) => byte === 0x0a).length;
      expect((await told.read(place))?.visits[0]?.events).toHaveLength(known);
      if (size <= last) {
        await told.append(place, batch.slice(1));
        expect(linesOf('Click', 'events.jsonl').map(({ seq }) => seq)).toEqual(size === last ? [2, 3, 4] : [2, 4]);
      }
      await told.append(place, batch);
      expect(await readFile(path, 'utf8')).toBe(whole);
    }
    // What a power cut leaves: a line of zeros; and what two writers leave without a lock in the kernel.
    for (const damage of ['\0'.repeat(100), `${'\0'.repeat(10)}\n`, whole, '{"seq":3}\n', 'null\n']) {
      await appendFile(path, damage);
      await told.append(place, batch);
      expect(await readFile(path, 'utf8')).toBe(whole);
    }
  });

  test('F206: concurrent writers of one and of several processes, with overlapping batches: each line once, in order', async () => {
    const story = flowStory(40);
    const writers = [records(), records(), records()];
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => writers[index % 3]?.append(storyPlace, story.slice(index * 9, index * 9 + 25))),
    );
    expect(seqsBelow(runFolder()).filter(Number.isInteger)).toEqual(upTo(story.length));

    await rm(join(folder(), 'runs'), { recursive: true });
    const program = bundledWriter();
    const ends = [0, 0, 5, 30].map((from, index) => once(startWriter(program, { visits: 40, from, batch: 7 + index }), 'exit'));
    expect(await Promise.all(ends)).toEqual(ends.map(() => [0, null]));
    expect(seqsBelow(runFolder()).filter(Number.isInteger)).toEqual(upTo(story.length));
    expect(readJson('run.json')).toMatchObject({ status: 'completed' });
    expect(filesBelow(runFolder()).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  const names = [
    '../../escape', '..', '.', '/etc/passwd', 'a/b\\c', '...hidden', '.git', 'CON', 'con.txt', 'LPT1 ', 'nul', 'trailing. . ', '', '   ', '\0\n\t',
    'x'.repeat(300), '界'.repeat(300), '🙂'.repeat(300), '\ud800lone', 'evil\u202etxt.exe', 'a:b*c?"<>|', '__proto__', 'constructor',
    'run.json', 'EVENTS.jsonl', 'nodes.json', 'artifacts', '%2e%2e%2f', '~', '$(id)', '-rf',
  ]; // prettier-ignore
  test.each(names)('F207: %j as the name of a flow, a run, a node, an artifact and an id stays inside its folder', async (name) => {
    const artifacts = onFiles();
    const ref = await artifacts.put(Buffer.from('pixels'), 'image/png');
    const told = records(artifacts);
    const node = { id: name, name, visit: 1 };
    const odd = { id: name, flow: name, run: name };
    await told.append(odd, [
      started,
      record(2, 'node_started', {}, { node, artifacts: [{ name, ref }] }),
      record(3, 'node_started', {}, { node: { ...node, visit: 2 } }),
    ]);
    expect(readdirSync(folder()).sort()).toEqual(['artifacts', 'runs']);
    const files = filesBelow(join(folder(), 'runs'));
    const [id, own] = files[0]?.split(sep) ?? [];
    expect(files.every((path) => path.startsWith(join(id ?? '', own ?? '') + sep))).toBe(true);
    expect(files.filter((path) => path.endsWith('events.jsonl'))).toHaveLength(3);
    for (const part of files.flatMap((path) => path.split(sep))) {
      expect(Buffer.byteLength(part)).toBeLessThanOrEqual(255);
      expect(part).not.toMatch(/^[.\s]|[.\s]$|[\p{Cc}\p{Cs}\u202e\\:*?"<>|]|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/iu);
    }
    const read = await told.read(odd);
    expect(read?.visits.map((visit) => [visit.node, visit.artifacts.length])).toEqual([
      [node, 1],
      [{ ...node, visit: 2 }, 0],
    ]);
    expect(await told.find(name)).toEqual(odd);
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

  test('F208: nodes whose names are equal, or confusable to a file system or a later visit, keep separate folders', async () => {
    const nodes = [
      ['n1', 'Click'], ['n2', 'Click'], ['n3', 'CLICK'], ['n/4', 'Click'], ['n5', 'Click-2'], ['n6', 'Click~n2'], ['n7', 'Click~n2-2'],
      ['n8', 'Gro\u0308ße'], ['n9', 'GRÖSSE'], ['n10', 'step-2'], ['n11', 'step'], ['n12', 'run.json'], ['n2-2', 'Click'],
    ]; // prettier-ignore
    const batch = nodes.flatMap(([id = '', name = ''], index) =>
      [1, 2, 3].map((visit) => record(10 + index * 3 + visit, 'node_started', { id, visit }, { node: { id, name, visit } })),
    );
    await records().append(place, [started]);
    // One process decides, another continues.
    await records().append(place, batch.slice(0, 17));
    await records().append(place, batch.slice(15));
    const read = await records().read(place);
    expect(read?.visits.map(({ node, events }) => [node, events.map(({ payload }) => payload)])).toEqual(
      batch.map(({ node }) => [node, [{ id: node?.id, visit: node?.visit }]]),
    );
    const folders = read?.visits.map((visit) => basename(visit.folder).normalize().toUpperCase().toLowerCase()) ?? [];
    expect(new Set(folders).size).toBe(batch.length);
    expect(read?.visits.filter(({ node }) => node.visit === 1).map((visit) => basename(visit.folder))).toEqual([
      'Click', 'Click~n2', 'CLICK~n3', 'Click~n_4', 'Click-2~n5', 'Click~n2~n6', 'Click~n2-2~n7',
      'Größe', 'GRÖSSE~n9', 'step-2', 'step~n11', 'run.json~n12', 'Click~ec7bd118bf3d0c5e',
    ]); // prettier-ignore
  });

  test('F209: each visit has its own folder, and visits are read in the order in which they began', async () => {
    const visits = Array.from({ length: 12 }, (_, index) => ({ ...click, visit: index + 1 }));
    await records().append(place, [started, ...visits.map((node, index) => record(index + 2, 'node_started', {}, { node }))]);
    expect(readdirSync(runFolder()).filter((name) => name.startsWith('Click'))).toHaveLength(12);
    expect(readJson('Click', 'run.json')).toMatchObject({ visit: 1 });
    expect(readJson('Click-12', 'run.json')).toMatchObject({ node_id: 'n1', name: 'Click', visit: 12 });
    expect((await records().read(place))?.visits.map(({ node }) => node.visit)).toEqual(upTo(12));
  });

  test('F210: artifacts are links to the store, or copies if links are impossible; a second one of the same name is renamed', async () => {
    const artifacts = onFiles();
    const [screen, words, others] = [
      await artifacts.put(Buffer.from('screen'), 'image/png'),
      await artifacts.putJson(['words']),
      await artifacts.putJson(['others']),
    ];
    const batch = [
      started,
      record(2, 'tool_result', {}, { node: click, artifacts: [{ name: '2-1.png', ref: screen }, { name: 'ocr.json', ref: words }] }),
      record(3, 'tool_result', {}, { node: click, artifacts: [{ name: 'ocr.json', ref: words }] }),
      record(4, 'tool_result', {}, { node: click, artifacts: [{ name: 'ocr.json', ref: others }] }),
    ]; // prettier-ignore
    for (let attempt = 0; attempt < 2; attempt++) await records(artifacts).append(place, batch);
    const kept = join(runFolder(), 'Click', 'artifacts');
    expect(readdirSync(kept).sort()).toEqual(['2-1.png', '4-1-ocr.json', 'ocr.json']);
    expect(readFileSync(join(kept, '4-1-ocr.json'), 'utf8')).toBe('["others"]');
    expect(statSync(join(kept, '2-1.png')).ino).toBe((await stat(await artifacts.locate(screen))).ino);
    expect((await records(artifacts).read(place))?.visits[0]?.artifacts.map((path) => relative(kept, path))).toEqual(
      readdirSync(kept).sort(),
    );

    // The store is emptied; the records keep their artifacts.
    await artifacts.collect({ before: new Date(Date.now() + 10_000), keep: new Set() });
    await records(artifacts).append(place, batch);
    expect(linesOf('Click', 'events.jsonl').map(({ seq }) => seq)).toEqual([2, 3, 4]);
    expect(readFileSync(join(kept, '2-1.png'), 'utf8')).toBe('screen');

    const elsewhere = createMemoryArtifactStore();
    const node = { ...click, visit: 2 };
    const ref = await elsewhere.put(Buffer.from('copied'), 'image/png');
    await records(elsewhere).append(place, [record(5, 'tool_result', {}, { node, artifacts: [{ name: 'a.png', ref }] })]);
    expect(readFileSync(join(runFolder(), 'Click-2', 'artifacts', 'a.png'), 'utf8')).toBe('copied');
  });

  test('F210: a missing artifact is a warning in its record, once, and fails nothing', async () => {
    const ref = `sha256:${'a'.repeat(64)}` as const;
    const batch = [started, record(2, 'tool_result', {}, { node: click, artifacts: [{ name: 'gone.png', ref }] })];
    for (let attempt = 0; attempt < 2; attempt++) await records().append(place, batch);
    await records().append(place, [record(3, 'node_finished', { status: 'ok', attempts: 1 }, { node: click })]);
    const visit = (await records().read(place))?.visits[0];
    expect(visit?.events.map(({ seq, type }) => [seq, type])).toEqual([
      [2, 'tool_result'],
      [2.001, 'warning'],
      [3, 'node_finished'],
    ]);
    expect(visit?.events[1]?.payload).toEqual({ message: expect.stringContaining('is not in the store'), artifact: 'gone.png', ref });
    expect(visit).toMatchObject({ status: 'ok', artifacts: [] });
  });

  test('F211: the verdicts of a visit are in its verdict.json, even when they come after its end', async () => {
    const verdict = (seq: number, check: string, result: string) =>
      record(seq, 'verdict', { check, result, reason: `because ${check}` }, { node: click });
    await records().append(place, [started, record(2, 'node_finished', { status: 'ok', attempts: 1 }, { node: click })]);
    expect(existsSync(join(runFolder(), 'Click', 'verdict.json'))).toBe(false);
    await records().append(place, [verdict(3, 'title', 'passed')]);
    await records().append(place, [verdict(3, 'title', 'passed'), verdict(4, 'text', 'warned')]);
    const verdicts = [
      { check: 'title', result: 'passed', reason: 'because title' },
      { check: 'text', result: 'warned', reason: 'because text' },
    ];
    expect(readJson('Click', 'verdict.json')).toEqual(verdicts);
    expect((await records().read(place))?.visits[0]).toMatchObject({ status: 'ok', verdicts });
  });

  test.each([
    ['the root is a file', (): string => join(folder(), 'runs')],
    ["the id's folder is a file", () => dirname(runFolder())],
    ["the run's folder is a file", () => runFolder()],
    ['a file of events is a folder', () => join(runFolder(), 'events.jsonl', 'x')],
  ])('F212: %s: records-unavailable, with the path and the fix', async (_what, file) => {
    await mkdir(dirname(file()), { recursive: true });
    await writeFile(file(), '');
    await expect(records().append(place, [started])).rejects.toMatchObject({
      name: 'FlowRecordsError',
      code: 'records-unavailable',
      message: expect.stringMatching(new RegExp(`written at ${join(folder(), 'runs')}.*(EEXIST|ENOTDIR|EISDIR).*move it away`)),
    });
    await rm(file(), { recursive: true });
    if (basename(file()) === 'x') await rm(dirname(file()), { recursive: true });
    await records().append(place, [started]);
    expect(linesOf('events.jsonl')).toHaveLength(1);
  });

  test('F212: a full disk: records-unavailable, written records stay readable, and with space again nothing is missing', async () => {
    await onDisk('size=256k', async () => {
      const text = 'x'.repeat(6_000);
      const batch = (from: number) => [from, from + 1].map((seq) => record(seq, 'tool_call', { text }, { node: click }));
      await records().append(place, [started, ...batch(2)]);
      const filler = join(folder(), 'runs', 'filler');
      await writeUntilFull(filler);
      const failure = await records()
        .append(place, batch(4))
        .catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'records-unavailable', message: expect.stringMatching(/runs.*ENOSPC.*free some space/) });
      expect((await records().read(place))?.visits[0]?.events.map(({ seq }) => seq)).toEqual([2, 3]);
      await rm(filler);
      await records().append(place, batch(4));
      expect(linesOf('Click', 'events.jsonl').map(({ seq }) => seq)).toEqual([2, 3, 4, 5]);
    });
  });

  test('F212: a read-only folder: records-unavailable', async () => {
    await onDisk('ro', () =>
      expect(records().append(place, [started])).rejects.toMatchObject({
        code: 'records-unavailable',
        message: expect.stringMatching(/runs.*EROFS.*mount it for writing/),
      }),
    );
  });

  test(`F213: ${kills} times a writer is killed at a random moment and another continues: each seq is there once`, async () => {
    const visits = 200;
    const story = flowStory(visits);
    const artifacts = onFiles();
    for (const { node, artifacts: kept } of story) if (node && kept) await artifacts.put(pictureOf(node), 'image/png');
    const program = bundledWriter();
    const moments = fc.sample(fc.record({ batches: fc.nat(2), part: fc.double({ min: 0, max: 1, noNaN: true }) }), {
      seed: propertySeed,
      numRuns: kills,
    });
    let safe = 0;
    for (const moment of moments) safe = Math.max(safe, await killAt(startWriter(program, { visits, from: safe, batch: 12 }), moment));
    expect(safe).toBeLessThan(story.length);
    expect(await once(startWriter(program, { visits, from: safe, batch: 12 }), 'exit')).toEqual([0, null]);
    expect(seqsBelow(runFolder())).toEqual(upTo(story.length));
    const read = await records(artifacts).read(storyPlace);
    expect(read).toMatchObject({ status: 'completed', workflowId: 'flow-1' });
    expect(read?.visits.map(({ status, artifacts: kept }) => [status, kept.map((path) => basename(path))])).toEqual(
      upTo(visits).map((number) => ['ok', [`${number - 1}.png`]]),
    );
    for (const { folder: own } of read?.visits ?? [])
      expect(JSON.parse(readFileSync(join(own, 'run.json'), 'utf8'))).toMatchObject({ status: 'ok' });
  });
});

let bundle: string | undefined;
afterAll(() => bundle !== undefined && rmSync(dirname(bundle), { recursive: true }));

function bundledWriter(): string {
  bundle ??= join(mkdtempSync(join(tmpdir(), 'steadyhand-test-')), 'writer.cjs');
  const source = join(repository, 'test/support/flow-records-writer.ts');
  const esbuild = join(repository, 'node_modules/.bin/esbuild');
  execFileSync(esbuild, [source, '--bundle', '--platform=node', '--target=node20', '--log-level=error', `--outfile=${bundle}`]);
  return bundle;
}

function startWriter(
  program: string,
  { visits, from, batch }: { readonly visits: number; readonly from: number; readonly batch: number },
): ChildProcess {
  const places = [join(folder(), 'runs'), join(folder(), 'artifacts')];
  return spawn(process.execPath, [program, ...places, String(visits), String(from), String(batch)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Kills it when it has written so many batches and part of another, by the time that one took. Returns what it reported as safe. */
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
  const mounted = join(folder(), 'runs');
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
