// What becomes of a worker whose data folder cannot be used, or goes away under it.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { WorkflowHandle } from '@temporalio/client';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Shop } from '../../examples/shop/server.mjs';
import type { flow } from '../../src/workflows/index.js';
import { taskQueue, waitsQuery } from '../../src/workflows/messages.js';
import { commandLine, type CommandLine, endProcess, type Started } from '../support/command-line.js';
import { shows, startSurroundings, threeOnce, type Surroundings, type SurroundingsOptions } from '../support/disturbed-run.js';
import { threePresses } from '../support/fault-harness.js';
import { smallDisk, type SmallDisk } from '../support/full-disk.js';
import { judge, tellCounts } from '../support/operations.js';
import { openSampleShop } from '../support/sample-shop.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { until } from '../support/until.js';
import { browserPrograms } from '../support/webdriver.js';

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
    stderr: `error TEMPORAL_CONFIG_FILE names ${file}, which cannot be read: ENOENT: no such file or directory, open '${file}'.\n`,
  });
});

describe('D20: a disk that is full in the middle of a run', () => {
  const longMs = 32_000;
  const document = JSON.parse(
    readFileSync(fileURLToPath(new URL('../../examples/flows/fill-the-cart.flow.json', import.meta.url)), 'utf8'),
  ) as object;
  let disk: SmallDisk | undefined;
  let around: Surroundings | undefined;
  let shop: Shop | undefined;
  const before = process.env['TMPDIR'];

  /** Everything of the host is on it, with its devices, journal, records and artifacts. */
  async function startOnDisk(size: string, options: Partial<SurroundingsOptions> = {}) {
    disk = await smallDisk(folder, size);
    if (!disk) return undefined;
    process.env['TMPDIR'] = folder;
    around = await startSurroundings({ address: sharedServerAddress(), ...options });
    const { harness } = around;
    return { disk, harness, strikeWhen: around.strikeWhen, stayFull: disk.stayFull.bind(disk, longMs, join(harness.home, 'journal')) };
  }
  afterEach(async () => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    await disk?.free();
    await around?.close();
    await shop?.close();
    await disk?.remove();
    disk = around = shop = undefined;
  });

  const waits = (handle: WorkflowHandle): Promise<true> =>
    until(async () => /It waits until .*\. The disk of host \w+ is full: /.test(await handle.query(waitsQuery)), 'a word of the full disk');

  test('an agent waits and says why; with space again it goes on, and nothing is done twice', async () => {
    const on = await startOnDisk('64m');
    if (!on) return;
    const { disk, harness, strikeWhen, stayFull } = on;
    const full = strikeWhen(shows('Added 1'), () => disk.fill());
    const handle = await harness.start(threePresses(harness.ledger.url));
    await full;
    const hands = await harness.hands();
    await Promise.all([stayFull(), waits(handle)]);
    expect(harness.ledger.entries).toEqual([{ press: 1 }]);
    expect(await harness.hands()).toEqual(hands);
    await disk.free();
    const result = await handle.result();
    expect(result).toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
    const { entries } = harness.ledger;
    tellCounts('a full disk', judge({ entries, wanted: threeOnce, results: [result], struck: { 'disk full': 1 } }));
    expect(entries).toEqual(threeOnce);
  });

  test.each([
    ['keeps its device process', false],
    ['that loses its device process gets another one once there is space', true],
  ])('a flow in a browser waits, says why and %s', async (_, isKilled) => {
    const { chromium, chromedriver } = browserPrograms();
    const env = { STEADYHAND_KINDS: 'web', STEADYHAND_CHROMIUM: chromium, STEADYHAND_CHROMEDRIVER: chromedriver };
    const on = await startOnDisk('100m', { slots: 1, env });
    if (!on) return;
    const { disk, harness, stayFull } = on;
    shop = await openSampleShop();
    const handle = await harness.client.workflow.start<typeof flow>('flow', {
      taskQueue,
      workflowId: `full-disk-${process.pid}-${isKilled}`,
      args: [{ flow: document, device: { kind: 'web', url: shop.url } }],
    });
    await until(async () => (await harness.done()) >= 3, 'the first steps');
    const staysFull = stayFull();
    await waits(handle);
    const hands = await harness.hands();
    expect(hands).toHaveLength(1);
    if (isKilled) for (const pid of hands) process.kill(pid, 'SIGKILL');
    await staysFull;
    expect(await harness.hands()).toEqual(isKilled ? [] : hands);
    await waits(handle);
    await disk.free();
    // One click more, and the cart never has exactly four things.
    expect(await handle.result()).toMatchObject({
      outcome: 'completed',
      verdict: 'passed',
      variables: { 'cart.text': 'Cart (4)' },
      path: { nodes: { 'put-blue-notebook-in': 3, 'put-fountain-pen-in': 1 } },
    });
  });
});
