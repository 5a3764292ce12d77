// What becomes of a worker whose data folder cannot be used, or goes away under it.
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine, type CommandLine, endProcess, type Started } from '../support/command-line.js';
import { shows, startSurroundings, threeOnce, type Surroundings } from '../support/disturbed-run.js';
import { threePresses } from '../support/fault-harness.js';
import { smallDisk } from '../support/full-disk.js';
import { judge, tellCounts } from '../support/operations.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { until } from '../support/until.js';

let folder: string;
let begun: Started[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steadyhand-folder-'));
  begun = [];
});
afterEach(async () => {
  await Promise.all(begun.map((started) => endProcess(started)));
  await rm(folder, { recursive: true, force: true });
});

function commandsIn(home: string, env: Readonly<Record<string, string>> = {}): CommandLine {
  return commandLine({ address: sharedServerAddress(), folder, env: { STEADYHAND_HOME: home, ...env } });
}

async function workerIn(home: string): Promise<Started> {
  const started = commandsIn(home).start('worker');
  begun.push(started);
  await until(() => started.stderr().includes('worker ready'), 'a worker');
  return started;
}

const hostIn = async (home: string): Promise<unknown> =>
  (JSON.parse(await readFile(join(home, 'host.json'), 'utf8')) as { hostId: unknown }).hostId;

test('D21: a worker whose folder is moved away ends by itself and says why; the next one there is another host, and one in the moved folder the same', async () => {
  const [home, moved] = [join(folder, 'home'), join(folder, 'moved')];
  const first = await workerIn(home);
  const host = await hostIn(home);
  await rename(home, moved);
  await workerIn(home);
  const { code, stderr } = await first.ended;
  expect(code).toBe(1);
  expect(stderr).toContain(`The data folder ${home} is no longer this worker's: it was moved, removed or replaced.`);
  expect(await hostIn(home)).not.toBe(host);
  await workerIn(moved);
  expect(await hostIn(moved)).toBe(host);
});

const sentence = (home: string): RegExp =>
  new RegExp(
    `^error The data folder ${home} cannot be used \\(E[A-Z]+: .*\\): correct it or its disk, or set STEADYHAND_HOME to another one\\.\\n$`,
  );

test.each(['worker', 'up'])('a folder that cannot be made ends `%s` with one sentence', async (command) => {
  const home = process.platform === 'linux' ? '/proc/steadyhand' : `${devNull}/steadyhand`;
  expect(await commandsIn(home).start(command).ended).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(sentence(home)) });
});

test.each(['worker', 'up'])('a disk that is full ends `%s` with one sentence, and nothing is left running', async (command) => {
  const disk = await smallDisk(folder, '256k');
  if (!disk) return;
  try {
    await disk.fill();
    const home = join(folder, 'home');
    expect(await commandsIn(home).start(command).ended).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(sentence(home)) });
    expect(await readdir(home)).toEqual([]);
  } finally {
    await disk.remove();
  }
});

test.each(['worker', 'up', 'list'])('a TEMPORAL_CONFIG_FILE that is not there ends `%s` with one sentence', async (command) => {
  const file = join(folder, 'no.toml');
  expect(await commandsIn(join(folder, 'home'), { TEMPORAL_CONFIG_FILE: file }).start(command).ended).toEqual({
    code: 2,
    stdout: '',
    stderr: `error TEMPORAL_CONFIG_FILE names ${file}, which cannot be read: ENOENT: no such file or directory, stat '${file}'.\n`,
  });
});

test('D20: a disk that is full in the middle of a run stops it; with space again it goes on, and nothing is done twice', async () => {
  const disk = await smallDisk(folder, '64m');
  if (!disk) return;
  const before = process.env['TMPDIR'];
  let around: Surroundings | undefined;
  try {
    // Everything of the host, with its devices, journal, records and artifacts.
    process.env['TMPDIR'] = folder;
    around = await startSurroundings({ address: sharedServerAddress() });
    const { harness, strikeWhen } = around;
    const full = strikeWhen(shows('Added 1'), () => disk.fill());
    const handle = await harness.start(threePresses(harness.ledger.url));
    await full;
    await until(() => harness.worker.said().includes('ENOSPC'), 'a word of the full disk');
    expect(harness.ledger.entries).toEqual([{ press: 1 }]);
    await disk.free();
    const result = await handle.result();
    expect(result).toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
    const { entries } = harness.ledger;
    tellCounts('a full disk', judge({ entries, wanted: threeOnce, results: [result], struck: { 'disk full': 1 } }));
    expect(entries).toEqual(threeOnce);
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    await disk.free();
    await around?.close();
    await disk.remove();
  }
});
