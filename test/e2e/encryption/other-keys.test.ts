// Programs whose keys are not those of the workers: what they may not do, and what they are told.
import { mkdtemp, rm } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Client } from '@temporalio/client';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connect, type Steadyhand } from '../../../src/client.js';
import { ensureKeyRing } from '../../../src/adapters/filesystem/key-ring-file.js';
import { memoryDevice, say, startHarness, type Harness, type Run } from '../../support/agent-harness.js';
import { openEncryption } from '../../../src/client/data-converter.js';
import { loadConfig } from '../../../src/config/config.js';
import { progressQuery } from '../../../src/workflows/messages.js';
import { until } from '../../support/until.js';
import { type DevServer, startDevServer, temporalCli } from '../../support/temporal-server.js';

const device = memoryDevice({ start: 'main', screens: { main: { title: 'Main', controls: [{ role: 'button', name: 'Refresh' }] } } });
const asking = { app: [say('PENDING', { Questions: ['Which colour?'] })] };

describe('LK60: with keys that are not those of the workers', () => {
  let folder: string;
  let server: DevServer;
  let harness: Harness;
  let run: Run;
  let without: Steadyhand;
  let other: Steadyhand;
  let mine: Steadyhand;
  const environment = (keys: Readonly<Record<string, string>>) => ({
    STEADYHAND_HOME: harness.home,
    TEMPORAL_ADDRESS: server.address,
    ...keys,
  });

  const failing = (workflowId: string, times = 1) =>
    until(async () => {
      const execution = { namespace: 'default', execution: { workflowId } };
      const { pendingWorkflowTask } = await harness.client.workflowService.describeWorkflowExecution(execution);
      return (pendingWorkflowTask?.attempt ?? 0) > times;
    }, 'its workflow task to have failed');

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-other-keys-'));
    const [file, foreign] = [join(folder, 'keys.json'), join(folder, 'other.json')];
    for (const each of [file, foreign]) await ensureKeyRing(each);
    server = await startDevServer();
    harness = await startHarness({ address: server.address, env: { STEADYHAND_ENCRYPTION_KEY_FILE: file } });
    run = await harness.run(asking, { request: 'Press it', device });
    await run.asks('question');
    mine = await connect({ env: environment({ STEADYHAND_ENCRYPTION_KEY_FILE: file }), folder: harness.home });
    without = await connect({ env: environment({}), folder: harness.home });
    other = await connect({ env: environment({ STEADYHAND_ENCRYPTION_KEY_FILE: foreign }), folder: harness.home });
  });

  afterAll(async () => {
    for (const client of [mine, without, other]) await client?.close();
    await harness?.close();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('a request, the wheel and its return are refused before anything is sent', async () => {
    const { length: before } = (await run.handle.fetchHistory()).events ?? [];
    for (const [client, code] of [
      [without, 'encryption-off'],
      [other, 'encryption-unknown-key'],
    ] as const) {
      const foreign = client.run(run.id);
      for (const send of [
        () => foreign.request('And press it again'),
        () => foreign.takeOver({ by: 'Ada' }),
        () => foreign.handBack({ note: 'done' }),
      ])
        await expect(send()).rejects.toMatchObject({ code });
    }
    expect((await run.handle.fetchHistory()).events).toHaveLength(before);
    expect((await run.progress()).hold).toBeUndefined();
  });

  test('a run that the workers cannot decrypt stands still, and that is what is said, not that there is no worker; it is listed, and only gc refuses', async () => {
    const id = 'wedged';
    const wedged = await other.startAgent({ request: 'Press it', device }, { id });
    const handle = harness.client.workflow.getHandle(id);
    await failing(id);
    const failure = { code: 'stands-still', message: expect.stringMatching(/^The run stands still: /) };
    const [described, ...refused] = await Promise.all([
      wedged.describe(),
      ...[() => wedged.request('And again'), () => wedged.answer(undefined, ['blue'])].map((send) =>
        send().catch((error: unknown) => error),
      ),
    ]);
    expect(described).toMatchObject({ state: 'RUNNING', isStuck: true });
    expect(refused).toEqual([expect.objectContaining(failure), expect.objectContaining(failure)]);
    // Its memo is sealed with the other key; the lists of everybody else's are whole.
    const listed = await until(async () => {
      const runs = await mine.list();
      return runs.length === 2 && runs;
    }, 'both runs in the list');
    expect(new Map(listed.map((each) => [each.id, each.sealed ?? each.request]))).toEqual(
      new Map<string, unknown>([
        [id, true],
        [run.id, expect.stringContaining('Press it')],
      ]),
    );
    expect((await mine.waiting()).map(({ run: waiting }) => waiting)).toEqual([run.id]);
    await expect(mine.collectArtifacts({ before: new Date(0), dryRun: true })).rejects.toMatchObject({
      code: 'encryption-unknown-key',
      message: expect.stringMatching(/^Nothing was removed, because the open run 'wedged' cannot be read\. What Temporal stores/),
    });
    await handle.terminate('It is of this test.');
    expect(await mine.collectArtifacts({ before: new Date(0), dryRun: true })).toMatchObject({ removed: 0 });
  });

  test('a run with a signal that cannot be read goes back to before it, by the line of docs/encryption.md, asks once more and ends', async () => {
    const signalled = await harness.run({ app: [...asking.app, say('FINISH')] }, { request: 'Press it', device });
    await signalled.asks('question');
    const foreign = new Client({
      connection: harness.client.connection,
      dataConverter: (await openEncryption(loadConfig(environment({ STEADYHAND_ENCRYPTION_KEY_FILE: join(folder, 'other.json') }))))
        .dataConverter,
    });
    const { events = [] } = await signalled.handle.fetchHistory();
    const before = events?.findLast(({ workflowTaskCompletedEventAttributes: completed }) => completed)?.eventId;
    await foreign.workflow.getHandle(signalled.id).signal('answer', { requestId: 'any', answers: ['blue'] });
    // By then the server answers queries by itself, in other words than where nobody answers.
    await failing(signalled.id, 4);
    const cause = { details: expect.stringContaining('Workflow Task in failed state') };
    await expect(signalled.handle.query(progressQuery)).rejects.toMatchObject({ cause });
    expect(await mine.run(signalled.id).describe()).toMatchObject({ state: 'RUNNING', isStuck: true });
    const reset = [
      'workflow',
      'reset',
      '--workflow-id',
      signalled.id,
      '--event-id',
      String(before),
      '--reapply-exclude',
      'Signal',
      '--reason',
      'lost key',
    ];
    await promisify(execFile)(temporalCli(), [...reset, '--address', server.address]);
    const again = mine.run(signalled.id);
    await again.answer(undefined, ['blue']);
    expect(await again.result()).toMatchObject({ result: { outcome: 'completed' } });
  });
});
