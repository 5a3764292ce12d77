// FL2: runs whose artifacts, records and library are in a bucket: no shared folder, every command works, and an outage of the store costs nothing but time.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createSharedStores, type SharedStores } from '../../../src/adapters/objects/shared-stores.js';
import { readFlowRun } from '../../../src/client/report/engine-cards.js';
import { waitsQuery } from '../../../src/workflows/messages.js';
import {
  afterwards,
  assignThenFinish,
  click,
  memoryDevice,
  say,
  startHarness,
  type Answer,
  type Harness,
} from '../../support/agent-harness.js';
import { commandLine, printed } from '../../support/command-line.js';
import { startLedger, type Ledger } from '../../support/ledger.js';
import { hasS3Server, startS3, type S3Server } from '../../support/s3-server.js';
import { sharedServerAddress } from '../../support/temporal-server.js';
import { until } from '../../support/until.js';

/** Longer for a measurement. The run waits already: a moment more is enough for a test. */
const outageMs = Number(process.env['STEADYHAND_OUTAGE_MS'] ?? 100);

const suite = hasS3Server ? describe : describe.skip;

suite('Runs on an S3 server', () => {
  let s3: S3Server;
  let harness: Harness;
  let ledger: Ledger;
  let folder: string;
  let stores: SharedStores;
  let command: (...args: readonly string[]) => Promise<string>;

  beforeAll(async () => {
    [s3, ledger, folder] = await Promise.all([startS3(), startLedger(), mkdtemp(join(tmpdir(), 'steadyhand-s3-runs-'))]);
    // Read by the SDK, in this process.
    Object.assign(process.env, s3.env);
    const env = { STEADYHAND_ARTIFACTS: `${s3.bucket}/team/one` };
    harness = await startHarness({ address: sharedServerAddress(), env });
    stores = createSharedStores({ shared: '', artifacts: env.STEADYHAND_ARTIFACTS }, { patienceMs: 5_000 });
    command = printed(commandLine({ address: sharedServerAddress(), folder, env: { ...env, ...s3.env } }));
  });
  afterEach(() => s3.start());
  afterAll(async () => {
    await s3?.start();
    await harness?.close();
    await stores?.close();
    for (const variable of Object.keys(s3?.env ?? {})) delete process.env[variable];
    await Promise.all([s3?.close(), ledger?.close(), rm(folder, { recursive: true, force: true })]);
  });

  const counter = () =>
    memoryDevice({
      start: 'main',
      screens: {
        main: { title: 'Counter', controls: [{ role: 'button', name: 'Add', on: { post: { url: ledger.url }, goto: 'added' } }] },
        added: { title: 'Added', controls: [{ role: 'button', name: 'Add', on: { post: { url: ledger.url } } }] },
      },
    });
  const node = (id: string, node_type: object) => ({ id, name: id, node_type });
  const twice = {
    name: 'twice',
    nodes: [node('one', { type: 'Click', target: 'Add' }), node('two', { type: 'Click', target: 'Add' })],
    edges: [{ from: 'one', to: 'two' }],
  };

  test('FL2: an agent and a flow keep nothing on the disk of their host, and every command that reads finds what they wrote', async () => {
    const agent = await harness.run(
      { host: assignThenFinish, app: [click('Add'), click('Add'), say('FINISH')] },
      { request: 'count', device: counter() },
    );
    const flow = await harness.flow(() => twice, { device: counter() });
    expect(await agent.handle.result()).toMatchObject({ outcome: 'completed' });
    expect(await flow.handle.result()).toMatchObject({ outcome: 'completed' });
    expect(await readdir(harness.home)).not.toEqual(expect.arrayContaining(['artifacts', 'runs', 'flows', 'keys']));

    const shown = JSON.parse(await command('show', agent.id, '--json')) as { cards: { files: string[] }[] };
    expect(JSON.stringify(shown.cards)).toContain('s3://fleet/team/one/artifacts/');
    expect(await command('flow', 'show', flow.id)).toContain('s3://fleet/team/one/runs/');
    await command('report', agent.id, '--out', join(folder, 'report.html'));
    expect(await readFile(join(folder, 'report.html'), 'utf8')).toContain('data:image/');
    const report = JSON.parse(await command('report', flow.id, '--json')) as { cards: unknown[] };
    expect(report.cards).toHaveLength(2);
    const cassette = join(folder, 'run.cassette.json.gz');
    await command('export', agent.id, '--out', cassette);
    await command('rerun', cassette);
    await command('flow', 'from-run', agent.id, '--out', join(folder, 'counted.flow.json'), '--name', 'counted');
    expect(await command('flow', 'save', join(folder, 'counted.flow.json'))).toContain('counted');
    expect(await command('flow', 'list')).toContain('counted');
    expect((await stores.library.list()).flows).toMatchObject([{ id: 'counted', version: 1 }]);
    expect(await command('gc', '--older-than', '30d')).toContain('0');
  });

  test('FL2: gc removes what no open run needs', async () => {
    const old = await stores.artifacts.put(Buffer.from('nobody needs this'), 'text/plain');
    const { removed } = await stores.artifacts.collect({ before: new Date(Date.now() + 60_000), keep: new Set() });
    expect(removed).toBeGreaterThan(0);
    await expect(stores.artifacts.get(old)).rejects.toMatchObject({ code: 'artifact-missing' });
  });

  const whenTheStoreGoes = (answer: Answer): Answer => afterwards(() => s3.stop(), answer);

  test('FL2: while the store is away an agent waits and says so; when it is back, it goes on, and each click and each record is there once', async () => {
    const before = ledger.entries.length;
    const run = await harness.run(
      { host: assignThenFinish, app: [click('Add'), whenTheStoreGoes(click('Add')), click('Add'), say('FINISH')] },
      { request: 'count in spite of it', device: counter() },
    );
    await until(async () => (await run.handle.query(waitsQuery)) !== '', 'the run says that it waits');
    expect(await command('show', run.id)).toMatch(
      /It waits until its store is back.*The store s3:\/\/fleet\/team\/one cannot be used: it does not answer/,
    );
    await s3.start();
    expect(await run.handle.result()).toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
    expect(ledger.entries.length - before).toBe(3);
    const types = async () => (await stores.records.read(run.id)).filter(({ seq }) => seq.includes('/app-1#')).map(({ type }) => type);
    await until(async () => (await types()).filter((type) => type === 'performed').length === 3, 'the records that waited are delivered');
    expect((await types()).filter((type) => type === 'decided')).toHaveLength(4);
    expect(await command('show', run.id)).not.toContain('store is back');
  });

  test('FL2: a flow waits for the store, also with its records', async () => {
    const before = ledger.entries.length;
    const flow = await harness.flow(
      (id) => ({
        ...twice,
        nodes: [
          node('one', { type: 'Click', target: 'Add' }),
          node('think', { type: 'AiStep', prompt: `look (${id})` }),
          node('two', { type: 'Click', target: 'Add' }),
        ],
        edges: [
          { from: 'one', to: 'think' },
          { from: 'think', to: 'two' },
        ],
      }),
      { device: counter() },
      { step: [whenTheStoreGoes({ text: 'nothing to do', tool_calls: [] })] },
    );
    await until(async () => (await flow.handle.query(waitsQuery)) !== '', 'the flow says that it waits');
    await s3.start();
    const result = await flow.handle.result();
    expect(result).toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
    expect(ledger.entries.length - before).toBe(2);
    const recorded = await readFlowRun({ records: () => stores.records }, result.records.id);
    expect(recorded).toMatchObject({ status: 'completed' });
    expect(recorded?.visits.map(({ node: { name }, status }) => `${name} ${status}`)).toEqual(['one ok', 'think ok', 'two ok']);
  });

  test('FL2: an action during which the store goes away is known by the journal, and not sent again', async () => {
    const posts: number[] = [];
    const effect = createServer((_request, response) => {
      posts.push(Date.now());
      // Before the device is looked at again.
      const ready = posts.length === 2 ? s3.stop() : Promise.resolve();
      ready.then(
        () => response.end(),
        () => response.destroy(),
      );
    }).listen(0, '127.0.0.1');
    await once(effect, 'listening');
    const { port } = effect.address() as AddressInfo;
    const device = memoryDevice({
      start: 'main',
      screens: {
        main: { title: 'Counter', controls: [{ role: 'button', name: 'Add', on: { post: { url: `http://127.0.0.1:${port}/` } } }] },
      },
    });
    const run = await harness.run(
      { host: assignThenFinish, app: [click('Add'), click('Add'), click('Add'), say('FINISH')] },
      { request: 'count while it goes', device },
    );
    await until(async () => (await run.handle.query(waitsQuery)) !== '', 'the run says that it waits');
    const away = Date.now();
    await sleep(outageMs);
    await s3.start();
    const result = await run.handle.result();
    console.info(
      `an outage of ${outageMs} ms: the run ended ${Date.now() - away - outageMs} ms after it, ${posts.length} clicks, ${result.unknownOutcomes} unknown`,
    );
    expect(result).toMatchObject({ outcome: 'completed', unknownOutcomes: 0 });
    expect(posts).toHaveLength(3);
    effect.close();
  }, 300_000);
});
