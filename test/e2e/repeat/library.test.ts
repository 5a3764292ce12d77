// The library of flows as a person and an agent use it: the command line, and our MCP server, with a real worker.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { storesIn } from '../../support/stores-in.js';
import { createFileArtifactStore } from '../../../src/adapters/filesystem/artifact-store.js';
import { createClientContext } from '../../../src/client/context.js';
import { createSteadyhand } from '../../../src/client/steadyhand.js';
import { memoryDevice, type Situation } from '../../support/agent-harness.js';
import type { FlowSummary } from '../../../src/client/library/flows.js';
import type { Replay } from '../../../src/domain/library/replay.js';
import type { FlowLibrary } from '../../../src/ports/flow-library.js';
import { age } from '../../support/aged.js';
import { useAgents } from '../../support/agents.js';
import { commandLine, type CommandLine } from '../../support/command-line.js';
import { compiledFlow, deviceless } from '../../support/library.js';
import { startScriptedModel } from '../../../examples/scripted-model/server.mjs';
import { sharedServerAddress, temporalEnvironment } from '../../support/temporal-server.js';
import { until } from '../../support/until.js';
import { toldByTool } from '../../support/task-client.js';

const program = fileURLToPath(new URL('../../../bin/steadyhand.mjs', import.meta.url));
const storesModule = new URL('../../../dist/adapters/objects/shared-stores.js', import.meta.url).href;

describe('the library of flows', () => {
  const world = useAgents();
  let folder: string;
  let steadyhand: CommandLine;
  let model: Awaited<ReturnType<typeof startScriptedModel>>;
  let asked = 0;
  let answer: Readonly<Record<string, unknown>> = {};
  const clients: Client[] = [];
  const library = (): FlowLibrary => storesIn(world.harness.config.shared).library;
  const environment = () => ({
    STEADYHAND_HOME: folder,
    STEADYHAND_SHARED: world.harness.config.shared,
    OPENAI_BASE_URL: `${model.url}/v1`,
    OPENAI_API_KEY: 'scripted',
    STEADYHAND_MODEL: 'scripted-model',
  });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-library-'));
    model = await startScriptedModel({
      script: () => {
        asked += 1;
        return answer;
      },
    });
    await writeFile(join(folder, 'kettle.flow.json'), JSON.stringify(deviceless()));
    steadyhand = commandLine({ address: sharedServerAddress(), folder, env: environment() });
  });
  afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));
  afterAll(async () => {
    await model.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function listed(id: string): Promise<FlowSummary> {
    const lines = (await steadyhand('flow', 'list', '--json')).stdout.trim().split('\n');
    const found = lines.map((line) => JSON.parse(line) as FlowSummary).find((flow) => flow.id === id);
    if (!found) throw new Error(`no ${id} in ${lines.join('\n')}`);
    return found;
  }

  test('RP12: a flow is saved, started by its name, and its run is counted once', async () => {
    expect(JSON.parse((await steadyhand('flow', 'save', 'kettle.flow.json', '--json')).stdout)).toEqual({
      id: 'order-the-kettle',
      version: 1,
    });
    await writeFile(join(folder, 'changed.flow.json'), JSON.stringify(deviceless({ id: 'order-the-kettle', result: 'Changed' })));
    expect((await steadyhand('flow', 'save', 'changed.flow.json', '--expect', '4')).stderr).toContain('version 1 by now, not in 4');
    const id = world.harness.expect({});
    const { code, stdout } = await steadyhand(
      'flow',
      'run',
      'order-the-kettle',
      '--url',
      'https://shop.example',
      '--id',
      id,
      '--follow',
      '--json',
    );
    expect({ code, end: JSON.parse(stdout) as object }).toMatchObject({
      code: 0,
      end: { outcome: 'completed', result: { variables: { item: 'blue kettle' } } },
    });
    expect(await library().replays('order-the-kettle')).toMatchObject([
      { run: id, version: 1, outcome: 'completed', usd: 0, calls: 0, heals: [] },
    ]);
    expect(await listed('order-the-kettle')).toMatchObject({
      version: 1,
      runs: 1,
      versions: [{ version: 1, runs: 1, succeeded: 1 }],
      saved: { usd: 0.25 },
    });
    expect((await steadyhand('flow', 'list')).stdout).toMatch(/order-the-kettle +1 +https:\/\/shop\.example +1 +v1 1\/1 +\$0\.25/);
    expect((await steadyhand('flow', 'run', 'order-the-pan')).stderr).toContain("There is no flow 'order-the-pan' in the library");
  });

  test('RP12: a run ends as it ended where the library cannot be written, and its records say so', async () => {
    await writeFile(join(world.harness.config.shared, 'flows', 'no-folder'), 'a file where its folder would be');
    await writeFile(join(folder, 'no-folder.flow.json'), JSON.stringify(deviceless({ id: 'no-folder' })));
    const id = world.harness.expect({});
    const { code } = await steadyhand('flow', 'run', 'no-folder.flow.json', '--url', 'https://shop.example', '--id', id, '--follow');
    expect(code).toBe(0);
    expect((await steadyhand('flow', 'show', id)).stdout).toContain('the library of flows does not know of this run');
  });

  test('RP10: what a replay proposed is shown as a diff, and accepted or rejected once', async () => {
    await library().save(compiledFlow({ id: 'healed', compiled: { run: 'agent-2', request: 'Sort the list' } }));
    const was = { role: 'button', name: 'Order' };
    const replay: Replay = {
      ...{
        run: 'flow-9',
        execution: 'x',
        version: 1,
        outcome: 'completed',
        usd: 0.01,
        calls: 1,
        ms: 900,
        ended: '2026-01-01T00:00:00.000Z',
      },
      heals: [
        { kind: 'target', node: 'order', at: 0, was, now: { role: 'button', name: '\u001b[31mBuy' } },
        { kind: 'target', node: 'order', at: 0, was, now: { role: 'link', name: 'Buy' } },
        {
          kind: 'interruption',
          node: 'order',
          interruption: { name: 'Cookies', close: { role: 'button', name: 'Only needed' }, texts: [] },
        },
      ],
    };
    await library().addReplay('healed', replay);
    const shown = (await steadyhand('flow', 'heals', 'healed')).stdout;
    expect(shown).toContain('- target.name: "Order"');
    expect(shown).toContain('Only needed');
    expect(shown).not.toContain('\u001b');
    expect((await listed('healed')).waitingHeals).toBe(3);
    expect((await steadyhand('flow', 'heals', 'healed', '--accept', '1', '2')).stderr).toContain('do not go together');
    expect((await steadyhand('flow', 'heals', 'healed', '--accept', '1', '3', '--reject', '2', '--by', 'ada')).stdout).toContain(
      'version 2 now',
    );
    expect(await library().versions('healed')).toEqual([1, 2]);
    expect((await library().read('healed'))?.document.interruptions).toHaveLength(1);
    const again = await steadyhand('flow', 'heals', 'healed', '--accept', '1');
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining("Heal 1 of 'healed' is accepted already, by ada") });
    expect((await steadyhand('flow', 'heals', 'healed')).stdout).toContain('No heal');
    expect((await steadyhand('flow', 'heals', 'healed', '--accept', '7')).stderr).toContain("no heal '7': there are 1, 2, 3");
  });

  test('RP10, RP12: what a replay heals waits in the library; accepted, the next replay asks no model', async () => {
    const controls = [
      { role: 'button', name: 'Check off', on: { post: { url: world.ledger.url } } },
      { role: 'link', name: 'Help' },
    ];
    const device = memoryDevice({ start: 'main', screens: { main: { title: 'Shop', controls } } });
    await writeFile(join(folder, 'mend.json'), JSON.stringify({ device, heal: 'auto' }));
    const first = world.harness.expect({
      heal: [({ find }: Situation) => ({ label: find('btn', /^Check off$/)?.label ?? null, closes: false, because: 'it does the same' })],
    });
    const target = { role: 'button', name: 'Tick off' };
    const order = {
      id: 'order',
      name: `Press ${first}`,
      node_type: { type: 'Act' as const, deed: { type: 'Click' as const }, target, wait_ms: 0 },
    };
    const { id } = await library().save(
      compiledFlow({ id: 'mended', nodes: [order], edges: [], compiled: { run: 'agent-4', request: 'Tick it off' } }),
    );
    const replay = (run: string) => steadyhand('flow', 'run', id, '--input', 'mend.json', '--id', run, '--follow', '--json');
    expect(JSON.parse((await replay(first)).stdout)).toMatchObject({ outcome: 'completed' });
    expect(await library().replays(id)).toMatchObject([
      { outcome: 'completed', calls: 1, heals: [{ kind: 'target', now: { name: 'Check off' } }] },
    ]);
    expect((await steadyhand('flow', 'heals', id)).stdout).toContain('+ target.name: "Check off"');
    expect((await steadyhand('flow', 'heals', id, '--accept')).stdout).toContain('version 2 now');
    const again = world.harness.expect({});
    expect(await replay(again)).toMatchObject({ code: 0 });
    expect((await library().replays(id)).at(-1)).toMatchObject({ run: again, version: 2, outcome: 'completed', calls: 0, heals: [] });
    expect((await listed(id)).versions).toEqual([
      { version: 2, runs: 1, succeeded: 1, fallbacks: 0 },
      { version: 1, runs: 1, succeeded: 1, fallbacks: 0 },
    ]);
  });

  test('RP12: pictures that flows of the library need are kept when artifacts are collected', async () => {
    const artifacts = createFileArtifactStore({ folder: join(world.harness.config.shared, 'artifacts') });
    const [needed, other] = [
      await artifacts.put(Buffer.from('needed'), 'image/png'),
      await artifacts.put(Buffer.from('other'), 'image/png'),
    ];
    const node_type = { type: 'Act' as const, deed: { type: 'Click' as const }, target: { role: 'img', picture: needed } };
    await library().save(
      compiledFlow({
        id: 'pictured',
        compiled: { run: 'agent-5', request: 'Press the picture' },
        nodes: [{ id: 'a', name: 'a', node_type }],
        edges: [],
      }),
    );
    const env = { ...temporalEnvironment(sharedServerAddress()), ...environment() };
    const client = createSteadyhand(createClientContext({ env, folder, program: 'steadyhand' }));
    await age(join(world.harness.config.shared, 'artifacts'));
    await client.collectArtifacts({ before: new Date() });
    await client.close();
    await expect(artifacts.get(needed)).resolves.toBeDefined();
    await expect(artifacts.get(other)).rejects.toMatchObject({ code: 'artifact-missing' });
  });

  test('RP12: two processes that save at the same time lose no version', async () => {
    const shared = join(folder, 'of-two');
    const write = `
      const { createSharedStores } = await import(${JSON.stringify(storesModule)});
      const { library } = createSharedStores({ shared: ${JSON.stringify(shared)} }, { patienceMs: 0 });
      for (let n = 1; n <= 15; n += 1) await library.save({ ...${JSON.stringify(compiledFlow())}, name: process.argv[1] + n });`;
    const writers = ['a', 'b'].map((name) => spawn(process.execPath, ['--input-type=module', '-e', write, name], { stdio: 'inherit' }));
    expect(await Promise.all(writers.map(async (writer) => (await once(writer, 'exit'))[0] as unknown))).toEqual([0, 0]);
    const saved = storesIn(shared).library;
    const versions = await saved.versions('order-the-kettle');
    const names = await Promise.all(versions.map(async (version) => (await saved.read('order-the-kettle', version))?.document.name));
    expect(names.toSorted()).toEqual(
      ['a', 'b'].flatMap((name) => Array.from({ length: 15 }, (_, index) => `${name}${index + 1}`)).toSorted(),
    );
  });

  test('RP20: a request that is the same up to its values starts the flow in place of an agent, and says so', async () => {
    const id = world.harness.expect({});
    const before = asked;
    const { code, stdout, stderr } = await steadyhand(
      'run',
      'Order the Red pan',
      '--url',
      'https://shop.example/start',
      '--reuse',
      'always',
      '--id',
      id,
      '--follow',
      '--json',
    );
    expect({ code, asked: asked - before }).toEqual({ code: 0, asked: 0 });
    expect(JSON.parse(stdout)).toMatchObject({
      reused: { flow: 'order-the-kettle', how: 'same', firstUsd: 0.25 },
      result: { variables: { item: 'Red pan' } },
    });
    expect(stderr).toContain('The first run cost $0.25 and took 1 min 1 s.');
    const said =
      'Reused flow order-the-kettle, version 1: the request is the same up to its values. The first run cost $0.25, this one $0: saved $0.25.';
    for (const command of [
      ['show', id],
      ['flow', 'show', id],
    ])
      expect((await steadyhand(...command)).stdout).toContain(said);
    expect((await steadyhand('report', id, '--json')).stdout).toContain(said);
  });

  test('RP20: one that is near is a question to a model, whose values are checked', async () => {
    const match = async (request: string, ...more: readonly string[]) => {
      const id = world.harness.expect({});
      const { stdout, stderr } = await steadyhand('run', request, '--url', 'https://shop.example/start', '--id', id, '--json', ...more);
      const { type } = await world.harness.client.workflow.getHandle(id).describe();
      if (type === 'hostAgent') await world.harness.client.workflow.getHandle(id).terminate();
      return { stdout, stderr, type };
    };
    answer = { because: '', same: true, number: 1, values: [{ name: 'item', value: 'red pan' }] };
    expect(await match('Please order me the red pan', '--reuse', 'always')).toMatchObject({
      type: 'flow',
      stdout: expect.stringContaining('"how":"model"'),
    });
    answer = { because: '', same: true, number: 1, values: [{ name: 'item', value: 'green pan' }] };
    expect(await match('Please order me the red pan', '--reuse', 'always')).toMatchObject({
      type: 'hostAgent',
      stderr: expect.stringContaining('an agent does it'),
    });
    answer = { because: '', same: false, number: 0, values: [] };
    expect(await match('Do not order the red pan', '--reuse', 'always')).toMatchObject({ type: 'hostAgent' });
    // R7: a model that takes everything for the same.
    answer = { because: 'it is the same', same: true, number: 1, values: [{ name: 'item', value: 'red pan' }] };
    for (const [request, says] of [
      ['Do not order the red pan', 'The request forbids something, which the first one did not.'],
      ['Delete the order of the red pan', 'The request deletes something, which the first one did not.'],
    ] as const)
      expect(await match(request, '--reuse', 'always')).toMatchObject({ type: 'hostAgent', stderr: expect.stringContaining(says) });
    // Nobody is there to ask: the command that would take it is told.
    const offered = await match('Order the red pan', '--reuse');
    expect(offered.type).toBe('hostAgent');
    expect(offered.stderr).toContain("flow run order-the-kettle --url https://shop.example/start --var 'item=red pan'");
    expect(await match('Order the red pan')).toMatchObject({ type: 'hostAgent', stderr: expect.not.stringContaining('flow') });
  });

  test('RP21: flows are tools with their form as input; one that is saved appears, and nothing is offered unasked', async () => {
    const connect = async (...args: readonly string[]): Promise<Client> => {
      const client = new Client({ name: 'test', version: '1' });
      clients.push(client);
      const env = { ...temporalEnvironment(sharedServerAddress()), ...environment() } as Record<string, string>;
      await client.connect(
        new StdioClientTransport({ command: process.execPath, args: [program, 'mcp', ...args], cwd: folder, env, stderr: 'pipe' }),
      );
      return client;
    };
    const names = async (client: Client) =>
      (await client.listTools()).tools.map(({ name }) => name).filter((name) => name.startsWith('flow_'));
    expect(await names(await connect())).toEqual([]);

    const client = await connect('--flows');
    let changes = 0;
    client.setNotificationHandler('notifications/tools/list_changed', () => void (changes += 1));
    const { tools } = await client.listTools();
    const tool = tools.find(({ name }) => name === 'flow_order_the_kettle');
    expect(tool).toMatchObject({
      description: expect.stringContaining('Order the blue kettle'),
      inputSchema: { properties: { item: { type: 'string', description: expect.stringContaining('blue kettle') } } },
      annotations: { destructiveHint: true },
    });
    expect(tool?.inputSchema.required ?? []).toEqual([]);
    const ordered = await client.callTool({ name: 'flow_order_the_kettle', arguments: { item: 'mug' } });
    expect(toldByTool(ordered)).toMatchObject({ state: 'COMPLETED', outcome: 'completed', result: 'Ordered: mug' });
    expect(await client.callTool({ name: 'flow_order_the_kettle', arguments: { item: 3 } })).toMatchObject({ isError: true });

    await library().save(compiledFlow({ id: 'saved-later', compiled: { run: 'agent-3', request: 'Count them' } }));
    await until(() => Promise.resolve(changes > 0), 'the notice that the tools changed');
    expect(await names(client)).toContain('flow_saved_later');

    const offer = await client.callTool({
      name: 'run_agent',
      arguments: { request: 'Order the mug', url: 'https://shop.example', reuse: 'ask' },
    });
    expect(toldByTool(offer)).toEqual({ offer: expect.objectContaining({ flow: 'order-the-kettle', variables: { item: 'mug' } }) });
  });
});
