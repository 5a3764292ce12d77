import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import proto from '@temporalio/proto';
import { type ScriptedModel, startScriptedModel } from '../../examples/scripted-model/server.mjs';
import { createFileArtifactStore } from '../../src/adapters/filesystem/artifact-store.js';
import { age } from '../support/aged.js';
import { type CommandLine, commandLine, endProcess, type Started } from '../support/command-line.js';
import { kettleDevice, kettleScript } from '../support/kettle-run.js';
import { type DevServer, startDevServer, temporalCli } from '../support/temporal-server.js';
import { until } from '../support/until.js';

const usageLine = /^[1-9]\d* model calls, [1-9]\d* tokens, \d\.\d{4} US dollars$/m;

// Replayed: the other command suites have a worker that caches workflows.
describe('the command line, workflows replayed from the start at every task', () => {
  let server: DevServer;
  let model: ScriptedModel;
  let folder: string;
  let steadyhand: CommandLine;
  let up: Started;
  let client: Client;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-cli-'));
    [server, model] = await Promise.all([startDevServer(), startScriptedModel({ script: kettleScript })]);
    client = new Client({ connection: await Connection.connect({ address: server.address }) });
    await writeFile(join(folder, 'kettle.json'), JSON.stringify({ device: kettleDevice }));
    const environment = {
      STEADYHAND_MAX_CACHED_WORKFLOWS: '0',
      STEADYHAND_KINDS: 'memory',
      OPENAI_BASE_URL: `${model.url}/v1`,
      OPENAI_API_KEY: 'none',
      STEADYHAND_MODEL: 'scripted',
      STEADYHAND_IMAGES: 'off',
      TEMPORAL_CLI_PATH: temporalCli(),
    };
    steadyhand = commandLine({ address: server.address, folder, env: environment });
    up = steadyhand.start('up', '--json');
    await until(() => up.stdout() !== '' || up.process.exitCode !== null, 'up says that all is ready');
  });

  afterAll(async () => {
    if (up) await endProcess(up, 'SIGINT');
    await client?.connection.close();
    await model?.close();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function started(...options: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await steadyhand('run', 'Order a kettle', '--input', 'kettle.json', '--json', ...options);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return (JSON.parse(stdout) as { id: string }).id;
  }

  /** Waiting is not what is tested here, and a process per poll would make it slow. */
  async function untilItAsks(run: string, state: 'PENDING' | 'CONFIRM'): Promise<void> {
    const query = `WorkflowId='${run}' AND SteadyhandState='${state}' AND ExecutionStatus='Running'`;
    await until(async () => (await client.workflow.count(query)).count > 0, `${run} is ${state}`);
  }

  async function untilItEnded(run: string): Promise<void> {
    await client.workflow
      .getHandle(run)
      .result()
      .catch(() => undefined);
    // Visibility lags a little behind.
    await until(
      async () => (await client.workflow.count(`WorkflowId='${run}' AND ExecutionStatus!='Running'`)).count > 0,
      `the end of ${run} can be listed`,
    );
  }

  /** A worker that caches a workflow has its tasks sent to a queue of its own. */
  async function keptInMemory(run: string): Promise<boolean> {
    const { events } = await client.workflow.getHandle(run).fetchHistory();
    const sticky = proto.temporal.api.enums.v1.TaskQueueKind.TASK_QUEUE_KIND_STICKY;
    return events?.some(({ workflowTaskScheduledEventAttributes: task }) => task?.taskQueue?.kind === sticky) ?? false;
  }

  async function inboxOf(run: string): Promise<unknown> {
    const { stdout } = await steadyhand('inbox', '--json');
    const entries = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { readonly run: string });
    return entries.find((entry) => entry.run === run);
  }

  test('EV20: up starts a worker and a console on the existing server and says so in one object', async () => {
    const told = JSON.parse(up.stdout()) as { readonly console: string };
    expect(told).toEqual({
      address: server.address,
      worker: expect.any(Number),
      startedServer: false,
      console: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{32}$/),
    });
    expect(await (await fetch(told.console)).text()).toContain('<title>steadyhand</title>');
  });

  test('HE42: what pays is asked about each time, and `confirm` says what could be remembered and how', async () => {
    const run = await started();
    await untilItAsks(run, 'PENDING');
    await steadyhand('answer', run, 'red');
    await untilItAsks(run, 'CONFIRM');
    expect((await steadyhand('show', run)).stdout).toContain(
      'This approval cannot be remembered: what pays or orders something is asked about each time.',
    );
    expect(await steadyhand('confirm', run, 'yes', '--until', '2h')).toMatchObject({ code: 2 });
    expect(await steadyhand('confirm', run, 'no', '--for', 'run')).toMatchObject({ code: 2 });
    expect(await steadyhand('confirm', run, 'yes', '--for', 'run', '--until', 'soon')).toMatchObject({ code: 2 });
    expect(await steadyhand('confirm', run, 'yes', '--for', 'app')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Only --for run: what may always go unasked is configured (guard.allow).'),
    });
    expect(await steadyhand('confirm', run, 'yes', '--for', 'run', '--until', '2001-01-01')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is over already'),
    });
    expect(await steadyhand('confirm', run, 'yes', '--for', 'run', '--until', '7d')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Approve it for this once, without "remember" (`--for`).'),
    });
    await steadyhand('confirm', run, 'no');
    await untilItEnded(run);
  });

  test('a run is started, asked about, answered, approved and shown, each with one command', async () => {
    const run = await started();

    await untilItAsks(run, 'PENDING');
    expect(await inboxOf(run)).toMatchObject({
      asker: run,
      request: { kind: 'question', questions: ['Which colour?'] },
      command: `npx steadyhand answer ${run} "…"`,
    });
    expect((await steadyhand('list', '--state', 'PENDING', '--limit', '200')).stdout).toMatch(
      new RegExp(`${run} +PENDING .* Order a kettle`),
    );

    const stale = await steadyhand('answer', run, 'red', '--request', 'q-old');
    expect(stale).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^error 'q-old' is not what is asked now; pending is .*\n$/),
    });
    const wrong = await steadyhand('confirm', run, 'yes');
    expect(wrong).toMatchObject({ code: 1, stderr: `error '${run}' asks for an answer: npx steadyhand answer ${run} "…"\n` });

    // LK32: a beginning of the id is enough, with number and child.
    for (const other of ['q2', 'app-2.q1', 'q1'])
      expect(await steadyhand('answer', run, 'red', '--request', other)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("pending is question 'app-1.q1-…' (Which colour?)"),
      });
    expect(await steadyhand('answer', run, 'red', '--request', 'app-1.q1')).toMatchObject({ code: 0, stderr: '' });
    await untilItAsks(run, 'CONFIRM');
    expect(await inboxOf(run)).toMatchObject({
      request: { kind: 'confirmation', actions: [{ function: 'click_input', target: { name: 'Order' } }] },
      command: `npx steadyhand confirm ${run} yes`,
    });
    expect((await steadyhand('show', run)).stdout).toMatch(/CONFIRM[\s\S]*The run wants approval\n {2}Approve\?/);
    expect(await steadyhand('confirm', run, 'yes', '--request', 'app-1.c2', '--note', 'go on')).toMatchObject({ code: 0, stderr: '' });

    await untilItEnded(run);
    expect((await steadyhand('list', '--state', 'COMPLETED', '--limit', '200')).stdout).toContain(run);
    expect(await keptInMemory(run)).toBe(false);
    const shown = JSON.parse((await steadyhand('show', run, '--json')).stdout) as {
      outcome: string;
      cards: readonly { actions: readonly { text: string; outcome: string }[]; files: readonly string[] }[];
    };
    expect(shown).toMatchObject({
      outcome: 'completed',
      state: 'COMPLETED',
      request: 'Order a kettle',
      unknownOutcomes: 0,
      subtasks: [{ status: 'FINISH', result: 'Ordered in red.' }],
    });
    const actions = shown.cards.flatMap((card) => card.actions);
    expect(actions).toContainEqual({
      text: 'Type “red” into “Colour”, replacing what is there',
      outcome: 'done',
      effect: expect.stringContaining('textbox "Colour" now has "red"'),
    });
    expect(actions).toContainEqual(expect.objectContaining({ text: 'Click “Order”', outcome: 'done' }));
    expect(shown.cards.some(({ files }) => files.some((file) => file.endsWith('.png')))).toBe(true);

    const late = await steadyhand('answer', run, 'blue');
    expect(late).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(new RegExp(`^error '${run}' asks nothing: it has ended \\(completed\\)\\. .*\\n$`)),
    });
  });

  test('--follow shows each step and each request, what it took, and exits with the outcome', async () => {
    const follow = steadyhand.start('run', 'Order a kettle', '--input', 'kettle.json', '--id', 'followed', '--follow');
    await until(() => follow.stdout().includes('npx steadyhand answer followed "…"'), 'the question is shown');
    await steadyhand('answer', 'followed', 'green');
    await until(() => follow.stdout().includes('npx steadyhand confirm followed yes'), 'the approval is shown');
    await steadyhand('confirm', 'followed', 'yes');
    const { code, stdout, stderr } = await follow.ended;
    for (const told of [stdout, (await steadyhand('show', 'followed')).stdout]) expect(told).toMatch(usageLine);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/Type “green” into “Colour”[\s\S]*→ done[\s\S]*Click “Order”[\s\S]*→ done[\s\S]*completed/);
  });

  test('--follow --json leaves one object on stdout, and exits with 4 when a limit ended the run', async () => {
    await writeFile(join(folder, 'short.json'), JSON.stringify({ device: kettleDevice, budget: { maxSteps: 1 } }));
    const { code, stdout } = await steadyhand('run', 'Order a kettle', '--input', 'short.json', '--follow', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'step-limit', result: { outcome: 'step-limit' } });
    expect(code).toBe(4);
  });

  test('Ctrl-C exits with 130 and the followed run continues; cancel ends it, once', async () => {
    const follow = steadyhand.start('run', 'Order a kettle', '--input', 'kettle.json', '--id', 'left', '--follow');
    await until(() => follow.stdout().includes('Which colour?'), 'the question is shown');
    expect(await endProcess(follow, 'SIGINT')).toMatchObject({
      code: 130,
      stderr: expect.stringContaining('the run goes on: `npx steadyhand show left`'),
    });
    expect(await inboxOf('left')).toMatchObject({ state: 'PENDING' });

    expect(await steadyhand('cancel', 'left')).toMatchObject({ code: 0 });
    await untilItEnded('left');
    expect((await steadyhand('list', '--state', 'cancelled')).stdout).toContain('left');
    expect(await steadyhand('cancel', 'left')).toMatchObject({ code: 1, stderr: "error 'left' has already ended (cancelled).\n" });
    expect((await steadyhand('show', 'left')).stdout).toMatch(/^left {2}cancelled/);
  });

  test('an open run takes a further request', async () => {
    const run = await started();
    await untilItAsks(run, 'PENDING');
    expect(await steadyhand('request', run, 'And a cup')).toMatchObject({ code: 0, stderr: '' });
    expect(
      JSON.parse((await steadyhand('temporal', 'workflow', 'query', '--type', 'progress', '--workflow-id', run, '-o', 'json')).stdout),
    ).toMatchObject({ queryResult: [{ queuedRequests: 1 }] });
    await steadyhand('cancel', run);
  });

  test('a run on a kind of device that no worker offers is started with a warning', async () => {
    const { code, stderr } = await steadyhand('run', 'Order a kettle', '--url', 'http://shop.example', '--id', 'no-device');
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: "warning No worker has a free 'web' device at the moment, so the run waits for one.\n",
    });
    await until(async () => (await steadyhand('show', 'no-device')).stdout.includes('waits for a free one'), 'it waits');
    await steadyhand('cancel', 'no-device');
  });

  test('an id that is in use is refused', async () => {
    const run = await started();
    const again = await steadyhand('run', 'Order a kettle', '--input', 'kettle.json', '--id', run);
    expect(again).toMatchObject({
      code: 1,
      stderr: `error A run '${run}' is already open: choose another id, or look at it with \`npx steadyhand show ${run}\`.\n`,
    });
    await steadyhand('cancel', run);
  });

  test('every command reports an unknown run in one line', async () => {
    const commands = [['show'], ['answer', 'x'], ['confirm', 'no'], ['request', 'x'], ['cancel']] as const;
    const ended = await Promise.all(commands.map(([name, ...rest]) => steadyhand(name, 'nobody', ...rest)));
    const stderr = "error There is no run 'nobody': `npx steadyhand list` shows the runs that exist.\n";
    expect(ended).toEqual(commands.map(() => ({ code: 1, stdout: '', stderr })));
  });

  test('gc keeps what an open run refers to', async () => {
    const run = await started();
    await untilItAsks(run, 'PENDING');
    const store = createFileArtifactStore({ folder: join(folder, 'artifacts') });
    await store.put(Buffer.from('old'), 'text/plain');
    await age(join(folder, 'artifacts'));
    // What a step in flight has stored nobody names yet.
    const recent = await store.put(Buffer.from('recent'), 'text/plain');
    const removed = JSON.parse((await steadyhand('gc', '--older-than', '1h', '--json')).stdout) as { removed: number };
    expect(removed.removed).toBeGreaterThan(0);
    await expect(store.get(recent)).resolves.toBeDefined();
    const { cards } = JSON.parse((await steadyhand('show', run, '--json')).stdout) as { cards: readonly { files: readonly string[] }[] };
    expect(cards.at(-1)?.files).toHaveLength(1);
    await steadyhand('cancel', run);
  });

  test('FL6: gc by size removes what is old, and says what is left and why', async () => {
    const run = await started();
    await untilItAsks(run, 'PENDING');
    const artifacts = join(folder, 'artifacts');
    const store = createFileArtifactStore({ folder: artifacts });
    const [old, recent] = [
      await store.put(Buffer.from(`old ${run}`), 'text/plain'),
      await store.put(Buffer.from(`new ${run}`), 'text/plain'),
    ];
    const files = await readdir(artifacts, { recursive: true, withFileTypes: true });
    // All but one are as of long ago, those of the open run as well.
    const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
    for (const path of paths) if (path !== (await store.locate(recent))) await utimes(path, 1_000_000_000, 1_000_000_000);
    const tried = await steadyhand('gc', '--max-size', '1B', '--dry-run');
    expect(tried.stdout).toMatch(/^Would remove \d+ artifacts?, .*would stay, /);
    await expect(store.get(old)).resolves.toBeDefined();
    const { stdout, code } = await steadyhand('gc', '--max-size', '1B');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^Removed \d+ artifacts?, .* are left, .*\nThat is more than 0.0 KB: the rest is in use/),
    ]);
    await expect(store.get(old)).rejects.toMatchObject({ code: 'artifact-missing' });
    await expect(store.get(recent)).resolves.toBeDefined();
    const { cards } = JSON.parse((await steadyhand('show', run, '--json')).stdout) as { cards: readonly { files: readonly string[] }[] };
    expect(cards.at(-1)?.files).toHaveLength(1);
    await steadyhand('cancel', run);
  });

  test('doctor finds no problem', async () => {
    const { code, stdout } = await steadyhand('doctor', '--json');
    const checks = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { name: string; status: string });
    expect(checks.filter(({ status }) => status === 'fail')).toEqual([]);
    expect(checks.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'Node',
        'Temporal CLI',
        'Temporal server',
        'Search attribute',
        'Worker',
        'Chromium',
        'chromedriver',
        'Model',
        'Data folder',
      ]),
    );
    expect(code).toBe(0);
  });

  // Last, since it stops the worker.
  test('Ctrl-C drains the worker; afterwards a run still starts, with a warning, and a query to it exits with 3', async () => {
    expect(await endProcess(up, 'SIGINT')).toMatchObject({ code: 0, stderr: expect.stringContaining('Draining the worker') });
    const { code, stdout } = await steadyhand('run', 'Order a kettle', '--input', 'kettle.json', '--json');
    expect(code).toBe(0);
    const { id } = JSON.parse(stdout) as { id: string };
    expect(await steadyhand('answer', id, 'red')).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/^error The run did not answer: no worker is polling its queue\. .*\n$/),
    });
  });
});
