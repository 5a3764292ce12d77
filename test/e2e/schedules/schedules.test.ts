// Runs by the clock: our commands and the Temporal CLI's, on a real server.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createClientContext } from '../../../src/client/context.js';
import type { ScheduleSummary, ScheduleView } from '../../../src/client/schedules/read-schedules.js';
import { createSteadyhand, type Steadyhand } from '../../../src/client/steadyhand.js';
import { assignThenFinish, memoryDevice, say } from '../../support/agent-harness.js';
import { age } from '../../support/aged.js';
import { useAgents } from '../../support/agents.js';
import { commandLine, type CommandLine } from '../../support/command-line.js';
import { deviceless } from '../../support/library.js';
import { sharedServerAddress, temporalCli } from '../../support/temporal-server.js';
import { until } from '../../support/until.js';

const execute = promisify(execFile);
/** As Temporal appends it to the schedule's id. */
const timed = String.raw`-\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`;

describe('schedules', () => {
  const world = useAgents();
  let folder: string;
  let steadyhand: CommandLine;
  let client: Steadyhand;
  const made: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-schedules-'));
    const env = { STEADYHAND_SHARED: world.harness.config.shared, STEADYHAND_KINDS: 'memory', TZ: 'Europe/Berlin' };
    steadyhand = commandLine({ address: sharedServerAddress(), folder, env });
    client = createSteadyhand(
      createClientContext({
        env: { ...env, STEADYHAND_HOME: folder, TEMPORAL_ADDRESS: sharedServerAddress() },
        folder,
        program: 'steadyhand',
      }),
    );
    await writeFile(join(folder, 'kettle.flow.json'), JSON.stringify(deviceless()));
  });
  afterEach(async () => {
    for (const id of made.splice(0)) await client.schedules.delete(id).catch(() => undefined);
  });
  afterAll(async () => {
    await client?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** An id that nobody else uses; the schedule is deleted after the test. */
  function named(name: string): string {
    const id = `${name}-${process.pid}-${Date.now().toString(36)}`;
    made.push(id);
    return id;
  }

  const oneScreen = memoryDevice({ start: 'main', screens: { main: { title: 'Main', controls: [{ role: 'button', name: 'Refresh' }] } } });

  function firstRun(id: string): Promise<string> {
    return until(async () => (await client.schedules.describe(id)).runs[0], `a run of ${id}`);
  }

  test('FL8: a flow of the library each morning: made, listed, triggered, paused, resumed, deleted', async () => {
    expect((await steadyhand('flow', 'save', 'kettle.flow.json')).code).toBe(0);
    const id = named('morning');
    const create = await steadyhand(
      ...['schedule', 'create', id, '--flow', 'order-the-kettle', '--at', '07:00', '--on', 'mon-fri', '--url', 'http://127.0.0.1:9/'],
      ...['--profile', 'shop', '--var', 'item=red pan'],
    );
    expect(create).toMatchObject({ code: 0, stderr: '' });
    expect(create.stdout).toContain(`${id} active: flow, Order the kettle, version 1`);
    expect(create.stdout).toContain('when      07:00 mon-fri Europe/Berlin');
    expect(create.stdout).toContain('overlap   buffer-one');
    expect(create.stdout).toMatch(/next {6}\d{4}-\d\d-\d\d 0[56]:00Z, /);
    expect((await steadyhand('schedule', 'create', id, '--flow', 'order-the-kettle', '--every', '1h')).stderr).toBe(
      `error There is a schedule '${id}' already: choose another id, or remove it with \`npx steadyhand schedule delete ${id}\`.\n`,
    );

    const listed = async (): Promise<ScheduleSummary | undefined> =>
      (await steadyhand('schedule', 'list', '--json')).stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as ScheduleSummary)
        .find((schedule) => schedule.id === id);
    await until(listed, 'the schedule in the list');
    expect(await listed()).toMatchObject({ type: 'flow', times: '07:00 mon-fri Europe/Berlin', paused: false, runs: [] });

    const { stdout } = await steadyhand('schedule', 'trigger', id);
    const run = await firstRun(id);
    expect(stdout).toBe(`Schedule '${id}' has started ${run}.\n`);
    expect(run).toMatch(new RegExp(`^${id}${timed}$`));
    expect(await client.run(run).result()).toMatchObject({ outcome: 'completed', result: { text: 'Ordered: red pan' } });

    expect((await steadyhand('schedule', 'pause', id, '--note', 'holidays')).code).toBe(0);
    await until(async () => (await listed())?.paused, 'the pause in the list');
    expect((await steadyhand('schedule', 'list')).stdout).toMatch(new RegExp(`${id} +paused \\(holidays\\)`));
    // Once more, without a word: what was said stays.
    expect((await steadyhand('schedule', 'pause', id)).code).toBe(0);
    expect(JSON.parse((await steadyhand('schedule', 'show', id, '--json')).stdout)).toMatchObject({ paused: true, note: 'holidays' });
    expect((await steadyhand('schedule', 'resume', id)).code).toBe(0);
    const shown = JSON.parse((await steadyhand('schedule', 'show', id, '--json')).stdout) as ScheduleView;
    expect(shown).toMatchObject({ paused: false, overlap: 'buffer-one', started: 1, runs: [run] });
    expect((await steadyhand('schedule', 'delete', id)).stdout).toBe(`Schedule '${id}' is deleted.\n`);
    expect((await steadyhand('schedule', 'show', id)).stderr).toBe(
      `error There is no schedule '${id}': \`npx steadyhand schedule list\` shows the schedules that exist.\n`,
    );
  });

  test('FL8: the run of a schedule is one like any other: listed, asked, answered, shown, reported, exported', async () => {
    const id = named('tidy');
    const brain = world.harness.expect({
      host: assignThenFinish,
      app: [say('PENDING', { Questions: ['Which?'] }), say('FINISH', { Result: 'tidied' })],
    });
    await client.schedules.create(id, { agent: { request: `tidy up ${brain}`, device: oneScreen } }, { every: ['7d'] });
    await client.schedules.trigger(id);
    const run = await firstRun(id);
    const asking = await until(() => client.run(run).asks(), 'the question');
    expect(await client.schedules.describe(id)).toMatchObject({ overlap: 'skip', open: [run] });
    expect((await steadyhand('schedule', 'trigger', id)).stdout).toBe(
      `Schedule '${id}' has started nothing: its run ${run} is still open, and its policy is skip.\n`,
    );
    expect(JSON.parse((await steadyhand('schedule', 'trigger', id, '--json')).stdout)).toEqual({
      ...{ id, triggered: false, overlap: 'skip', outcome: 'left-out', open: [run] },
    });
    const inbox = await until(async () => {
      const { stdout } = await steadyhand('inbox');
      return stdout.includes(run) ? stdout : undefined;
    }, 'the question in the inbox');
    const [, command] = /npx steadyhand (answer \S+ )/.exec(inbox) ?? [];
    expect(command).toContain(run);
    await steadyhand('answer', run, 'this');
    expect(asking.request).toMatchObject({ questions: ['Which?'] });
    expect(await client.run(run).result()).toMatchObject({ outcome: 'completed' });

    expect((await steadyhand('list')).stdout).toContain(run);
    expect((await client.list({ where: { TemporalScheduledById: id } })).map((each) => each.id)).toEqual([run]);
    expect((await steadyhand('show', run)).stdout).toContain('tidied');
    expect((await steadyhand('report', run, '--out', 'page.html')).code).toBe(0);
    expect(await readFile(join(folder, 'page.html'), 'utf8')).toContain(brain);
    expect((await steadyhand('report', run)).code).toBe(0);
    expect((await steadyhand('report', run, '--json')).stdout).toContain(`"run":"${run}"`);
    expect((await steadyhand('export', run, '--out', 'run.cassette.json.gz')).code).toBe(0);
    expect((await steadyhand('rerun', 'run.cassette.json.gz')).code).toBe(0);
    const parts = (await world.harness.client.workflow.getHandle(run).describe()).raw.workflowExecutionInfo;
    expect(parts?.rootExecution?.workflowId).toBe(run);
  });

  test('FL8: while a run is open on a device that is one, at most one more waits; the others are left out', async () => {
    const id = named('busy');
    const brain = world.harness.expect({ host: assignThenFinish, app: [say('PENDING', { Questions: ['Which?'] }), say('FINISH')] });
    const device = { ...oneScreen, profile: 'shop' };
    await client.schedules.create(id, { agent: { request: `wait ${brain}`, device } }, { every: ['7d'] });
    await client.schedules.trigger(id);
    const first = await firstRun(id);
    await until(() => client.run(first).asks(), 'the question');
    // Temporal names a run by the second that it was due in.
    await until(() => Date.now() >= Date.parse(first.slice(`${id}-`.length)) + 1_000, 'another second');
    expect(await client.schedules.trigger(id)).toEqual({ overlap: 'buffer-one', outcome: 'waits', open: [first] });
    expect(await client.schedules.trigger(id)).toEqual({ overlap: 'buffer-one', outcome: 'left-out', open: [first] });
    expect((await steadyhand('schedule', 'trigger', id)).stdout).toBe(
      `Schedule '${id}' has started nothing: its run ${first} is still open, another run waits already, and its policy is buffer-one.\n`,
    );
    await until(async () => (await client.schedules.describe(id)).skipped === 2, 'two that are left out');
    expect(await client.schedules.describe(id)).toMatchObject({ overlap: 'buffer-one', started: 1, open: [first] });
    await client.run(first).answer(undefined, ['this']);
    const second = await until(async () => (await client.schedules.describe(id)).runs.find((run) => run !== first), 'the one that waited');
    await client.run(first).result();
    await client.run(second).cancel();
  });

  test('FL8: what cannot be is refused in a sentence, before anything is made', async () => {
    const create = (...words: readonly string[]) => steadyhand('schedule', 'create', 'never', ...words);
    const url = ['--url', 'https://shop.example'] as const;
    expect(await create('tidy', ...url)).toMatchObject({
      code: 2,
      stderr: 'error times is missing; allowed: when: a cron expression, times of day, or an interval.\n',
    });
    expect(await create('tidy', ...url, '--cron', '0 99 * * *')).toMatchObject({
      code: 2,
      stderr: 'error cron is "0 99 * * *"; allowed: what the server takes; it says: Hour is not in range [0-23].\n',
    });
    expect(await create('tidy', ...url, '--at', '07:00', '--overlap', 'allow-all', '--profile', 'bank')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("the browser profile 'bank', which two runs cannot use at once"),
    });
    expect(await create('tidy', '--flow', 'order-the-kettle', '--every', '1h')).toMatchObject({
      code: 2,
      stderr: "error Give either a request or --flow: 'tidy' would be left out.\n",
    });
    expect(await create('tidy', ...url, '--every', '1h', '--var', 'day=Friday', '--heal', 'auto')).toMatchObject({
      code: 2,
      stderr: 'error An agent has no --var day, --heal: that is of flows, with --flow.\n',
    });
    expect(await create('tidy', ...url, '--cron', 'CRON_TZ=America/New_York 0 7 * * *')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('allowed: an expression without a time zone, which is given by itself (timeZone, --time-zone)'),
    });
    expect(await steadyhand('schedule', 'create', 'steadyhand-gc', 'tidy', ...url, '--every', '1h')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('that is the schedule by which workers remove artifacts'),
    });
    expect(await steadyhand('schedule', 'create', 'a/b', 'tidy', ...url, '--every', '1h')).toMatchObject({
      code: 2,
      stderr: 'error id is "a/b"; allowed: a name of at most 200 characters, without a slash or a line break.\n',
    });
    expect(await create('tidy', ...url, '--every', '6h/7h')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('every is "6h/7h"'),
    });
    expect(await create('tidy', ...url, '--cron', '0 0 31 2 *')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('would never start a run'),
    });
    expect(await steadyhand('schedule', 'pause', '')).toMatchObject({ code: 2, stderr: expect.stringContaining('id is ""') });
    expect(await create('tidy', ...url, '--every', '6h', '--priority', 'abc')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/'abc'.*whole number from 1 to 5/),
    });
    expect(await steadyhand('schedule', 'show', 'never')).toMatchObject({ code: 1 });
  });

  test('FL8: beside an open run, two that are wished for at once are two: ids end with the second', async () => {
    const id = named('twice');
    const asks = say('PENDING', { Questions: ['Which?'] });
    const brain = world.harness.expect({ host: assignThenFinish, app: [asks, asks] });
    const agent = { request: `tidy ${brain}`, device: oneScreen };
    await client.schedules.create(id, { agent }, { every: ['7d'] }, { overlap: 'allow-all' });
    const first = await client.schedules.trigger(id);
    const second = await client.schedules.trigger(id);
    expect([first, second]).toMatchObject([{ outcome: 'started' }, { outcome: 'started' }]);
    const runs = [first, second].map((each) => ('run' in each ? each.run : ''));
    expect(new Set(runs).size).toBe(2);
    for (const run of runs) {
      await until(() => client.run(run).asks(), 'its question');
      await client.run(run).cancel();
    }
    await client.schedules.delete(id);
  });

  test('FL6, FL8: gc spares the documents of a schedule, and what they name', async () => {
    const id = named('kept');
    const picture = await client.artifacts.put(Buffer.from(`a picture of ${id}`), 'image/png');
    const flow = await client.artifacts.putJson({ ...deviceless(), name: `kept ${id}, with ${picture}` });
    const loose = await client.artifacts.putJson({ loose: id });
    await client.schedules.create(id, { flow: { flow, device: oneScreen } }, { every: ['7d'] });
    await until(async () => (await client.schedules.list()).some((schedule) => schedule.id === id), 'the schedule in the list');
    await age(join(world.harness.config.shared, 'artifacts'));
    // Whatever is asked for: a step in flight has stored what nobody names yet.
    const recent = await client.artifacts.putJson({ recent: id });
    await client.collectArtifacts({ before: new Date() });
    await expect(client.artifacts.getJson(recent)).resolves.toBeDefined();
    await expect(client.artifacts.getJson(flow)).resolves.toMatchObject({ name: `kept ${id}, with ${picture}` });
    await expect(client.artifacts.get(picture)).resolves.toBeDefined();
    await expect(client.artifacts.getJson(loose)).rejects.toThrow();
    await client.schedules.trigger(id);
    expect(await client.run(await firstRun(id)).result()).toMatchObject({ outcome: 'completed' });
  });

  test('FL8: the commands of the bare Temporal CLI in docs/schedules.md do as they say', async () => {
    const page = await readFile(new URL('../../../docs/schedules.md', import.meta.url), 'utf8');
    const [, block = ''] = /## From the bare Temporal CLI[^]*?```sh\n([^]*?)```/.exec(page) ?? [];
    const id = named('evening');
    const brain = world.harness.expect({ host: assignThenFinish, app: [say('FINISH', { Result: 'done' })] });
    const input = JSON.stringify({ request: `look ${brain}`, device: oneScreen });
    const script = block
      .replaceAll('evening-report', id)
      .replace(/--input '[^']*'/, `--input '${input}'`)
      .replaceAll(/^temporal/gm, `"$CLI" --address "$ADDRESS"`);
    const commands = script.split(/\n(?="\$CLI")/).map((command) => command.trim());
    expect(commands.map((command) => /schedule (\S+)/.exec(command)?.[1])).toEqual([
      'create',
      'list',
      'describe',
      'toggle',
      'toggle',
      'trigger',
      'delete',
    ]);
    const said: string[] = [];
    for (const command of commands) {
      if (command.includes('schedule list'))
        await until(async () => (await client.schedules.list()).some((each) => each.id === id), 'the schedule in the list');
      if (command.includes('schedule delete')) {
        const run = await firstRun(id);
        expect(run).toMatch(new RegExp(`^${id}${timed}$`));
        expect(await client.run(run).result()).toMatchObject({ outcome: 'completed' });
      }
      const { stdout } = await execute('sh', ['-c', command], {
        env: { ...process.env, CLI: temporalCli(), ADDRESS: sharedServerAddress() },
      });
      said.push(stdout);
    }
    expect(said[1]).toContain(id);
    expect(said[2]).toMatch(/OverlapPolicy +BufferOne/);
    await expect(client.schedules.describe(id)).rejects.toMatchObject({ code: 'schedule-not-found' });
  });
});
