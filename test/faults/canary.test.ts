// LK61: what is planted in runs of all engines, looked for in everything that they leave. The worker is a process as users run it.
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client as McpClient } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import proto from '@temporalio/proto';
import { ensureKeyRing } from '../../src/adapters/filesystem/key-ring-file.js';
import { createSealedTokens } from '../../src/adapters/node-crypto/sealed-tokens.js';
import { createTesseractTextReader } from '../../src/adapters/tesseract/tesseract-text-reader.js';
import { openEncryption } from '../../src/client/data-converter.js';
import { connectTemporal, findTemporal } from '../../src/client/temporal-connection.js';
import { loadConfig } from '../../src/config/config.js';
import { durableCalls } from '../support/procedure-calls.js';
import { taskQueue } from '../../src/workflows/messages.js';
import { loadedDocument } from '../conformance/procedure-calls-conformance.js';
import { assignThenFinish, click, say, type, type Answer, type Brain } from '../support/agent-harness.js';
import { ai, call, chain, click as clickNode } from '../support/browser-flows.js';
import { startCanarySite, startQuotingServer, type CanarySite, type QuotingServer } from '../support/canary-site.js';
import { startCollector, type Collector } from '../support/collector.js';
import { commandLine } from '../support/command-line.js';
import { admittedTo, openDesk } from '../support/console.js';
import { formsOf } from '../support/disguises.js';
import { freePort } from '../support/free-port.mjs';
import { processesNow } from '../support/of-all-processes.js';
import { plantedIn } from '../support/planted.js';
import { activity, documentOf, work } from '../support/procedures.js';
import { sampled } from '../support/sampled.js';
import { scrape } from '../support/scraped.js';
import { hasS3Server, startS3, type S3Server } from '../support/s3-server.js';
import { connectListening, tasksExtension, tasksOf } from '../support/task-client.js';
import { type DevServer, startDevServer, temporalEnvironment } from '../support/temporal-server.js';
import { until } from '../support/until.js';
import { browserPrograms } from '../support/webdriver.js';
import { filesBelow, historiesOf, rowsOf, type Written } from '../support/what-a-run-wrote.js';
import { openWorkerScene, type WorkerScene } from '../support/worker-scene.js';
import type { WorkerProcess } from '../support/worker-process.js';

const program = fileURLToPath(new URL('../../bin/steadyhand.mjs', import.meta.url));
/** Of this run alone: the machine's list of processes is searched, too. */
const own = randomBytes(4).toString('hex');
const secret = `Kanarie-${own}/vogel geel`;
const password = `wachtwoord-Merel-${own}`;
const apiKey = `sk-Kolibrie-${own}`;
/** Nobody may have these, wherever it is. */
const never = { secret, password, apiKey };
/** What a page shows, in text and in pixels: not in Temporal, nor where operators look. */
const shown = { text: `bladzij-Zwaluw-${own}`, painted: 'PLAATJE PUTTER' };
/** What whoever starts a run says: in Temporal unless it is encrypted. */
const said = {
  request: `verzoek-Pelikaan-${own}`,
  result: `uitslag-Albatros-${own}`,
  typed: `getypt-Ibis-${own}`,
  prompt: `stap-Ooievaar-${own}`,
  flowName: `stroom-Reiger-${own}`,
  memo: `memo-Flamingo-${own}`,
  procedure: `werkwijze-Kraanvogel-${own}`,
  variable: `waarde-Kievit-${own}`,
  refused: `geweigerd-Specht-${own}`,
};

const pressNext: Answer = ({ find }) => ({
  ...{ Function: 'click_input', Args: {}, ControlLabel: find('btn', /^Next$/)?.label ?? '', ControlText: 'Next', Status: 'CONTINUE' },
});
/** Reads all that a page repeats. */
const readTexts: Answer = { Function: 'texts', Args: {}, Status: 'CONTINUE', Comment: 'read' };
const glance: Brain = { host: assignThenFinish, app: [pressNext, readTexts, say('FINISH', { Result: said.result })] };

interface Story {
  readonly server: DevServer;
  readonly scene: WorkerScene;
  readonly temporal: Written;
  readonly files: Written;
  readonly operators: Written;
  readonly outputs: Written;
  readonly prompts: Written;
  readonly processes: Written;
  readonly rows: Written;
  readonly pixels: readonly string[];
  readonly ended: readonly string[];
}

/** How the runs and those who look at them are configured. */
const ways = ['with encryption off', 'with encryption on', ...(hasS3Server ? (['with a bucket'] as const) : [])] as const;

async function tell(way: (typeof ways)[number], closing: (() => Promise<unknown>)[]): Promise<Story> {
  const opened = <T>(thing: T, end: (thing: T) => Promise<unknown>): T => {
    closing.push(() => end(thing));
    return thing;
  };
  const server = opened(await startDevServer(), (each) => each.stop());
  const site: CanarySite = opened(await startCanarySite(shown), (each) => each.close());
  const collector: Collector = opened(await startCollector(), (each) => each.close());
  const encryption = way === 'with encryption on' ? 'on' : 'off';
  const s3: S3Server | undefined = way === 'with a bucket' ? opened(await startS3(), (each) => each.close()) : undefined;
  const keys: Record<string, string> = {
    STEADYHAND_ENCRYPTION: encryption,
    ...(s3 ? { STEADYHAND_ARTIFACTS: `${s3.bucket}/canary`, ...s3.env } : {}),
  };
  const scene = opened(
    await openWorkerScene({
      address: server.address,
      config: {
        kinds: ['web', 'memory'],
        browser: browserPrograms(),
        model: { default: 'scripted-model', images: true },
        secrets: { BIRD: { origins: [site.url] } },
      },
    }),
    (each) => each.close(),
  );
  const model: QuotingServer = opened(
    await startQuotingServer(scene.env['OPENAI_BASE_URL']?.replace('/v1', '') ?? '', said.refused),
    (each) => each.close(),
  );
  if (encryption === 'on') await ensureKeyRing(join(scene.home, 'keys', 'payloads.json'));
  const config = loadConfig({ ...keys, STEADYHAND_HOME: scene.home }, scene.home);
  const client = opened(await connectTemporal(findTemporal(scene.home, scene.env), (await openEncryption(config)).dataConverter), (each) =>
    each.connection.close(),
  );
  const metrics = `127.0.0.1:${await freePort()}`;
  const temporary = join(scene.home, 'tmp');
  await mkdir(temporary, { mode: 0o700 });
  const worker: WorkerProcess = await scene.work({
    ...keys,
    ...{ OPENAI_BASE_URL: `${model.url}/v1`, OPENAI_API_KEY: apiKey, STEADYHAND_SECRET_BIRD: secret, TMPDIR: temporary },
    ...{ STEADYHAND_LOG_FORMAT: 'json', STEADYHAND_LOG_LEVEL: 'debug', STEADYHAND_METRICS: metrics },
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  });
  const env = { ...keys, STEADYHAND_HOME: scene.home, STEADYHAND_SHARED: scene.home };
  const steadyhand = commandLine({ address: server.address, folder: scene.home, env });
  const ended: string[] = [];
  const outputs = new Map<string, Buffer>();
  let processes: Written = new Map();
  let during: Written = new Map();

  const run = async (name: string, workflow: string, brain: Brain, input: object): Promise<string> => {
    scene.think(brain);
    const handle = await client.workflow.start(workflow, {
      taskQueue,
      workflowId: `${name}-${own}`,
      args: [input],
      memo: { request: said.memo },
    });
    const outcome = await handle.result().then(
      (result: { readonly outcome?: string; readonly stop_reason?: string }) => result.outcome ?? result.stop_reason,
      (error: unknown) => `failed: ${String(error)}`,
    );
    ended.push(`${name}: ${String(outcome)}`);
    outputs.set(`outcome of ${name}`, Buffer.from(String(outcome)));
    return handle.workflowId;
  };
  const first = { kind: 'web', url: `${site.url}/` };
  const later = { kind: 'web', url: `${site.url}/later` };

  const agent = await run(
    'agent',
    'hostAgent',
    {
      host: assignThenFinish,
      app: [
        ({ find }) => ({ ...setText(find('box', /^Bird$/)?.label), Args: { text: '{{secret:BIRD}}', clear_current_text: true } }),
        ({ find }) => ({ ...setText(find('pw', /PIN/)?.label), Args: { text: password, clear_current_text: true } }),
        type('Nickname', said.typed),
        async (situation) => {
          processes = await processesNow([process.pid, worker.pid]);
          // What an open browser keeps in its own folder is the page's; it ends with the browser.
          during = new Map([...(await filesBelow(join(scene.home, 'devices')))].filter(([place]) => !place.includes('/browser/')));
          const answer = click('Copy');
          return typeof answer === 'function' ? answer(situation) : answer;
        },
        say('FINISH', { Result: said.result }),
      ],
    },
    { request: said.request, device: first },
  );
  if (site.kept() !== secret) throw new Error(`the site has '${site.kept()}' and not the secret: ${ended.join()}`);
  const reader = await run('reader', 'hostAgent', glance, { request: said.request, device: later });
  const refused = await run('refused', 'hostAgent', glance, { request: said.refused, device: later });
  const flow = await run(
    'flow',
    'flow',
    {
      step: [
        { text: 'to the field', tool_calls: [call('click', { text: 'PIN' })] },
        { text: `it is ${password}`, tool_calls: [call('type_text', { text: password })] },
        { text: 'name', tool_calls: [call('click', { text: 'Nickname' })] },
        { text: 'my name', tool_calls: [call('type_text', { text: said.typed })] },
        { text: 'copy', tool_calls: [call('click', { text: 'Copy' })] },
        { text: JSON.stringify({ used: password, name: said.result }), tool_calls: [] },
      ],
    },
    { flow: { ...chain(ai(said.prompt)), name: said.flowName }, device: first },
  );
  const shows = await run('shows', 'flow', {}, { flow: chain(clickNode('next', 'Next')), device: later });
  const explorer = await run('explorer', 'explorer', {}, { device: later, decisionPlane: 'never', seed: 1, budget: { max_steps: 3 } });

  scene.think(glance);
  const task = await asTask(mcpProgram(scene.home, env, server.address), { request: said.request, url: later.url });
  ended.push(`task: ${task.status}`);
  for (const [place, bytes] of task.written) outputs.set(place, bytes);

  scene.think(glance);
  const calls = durableCalls({
    client: () => Promise.resolve(client),
    loaded: new Map([
      [
        'release',
        loadedDocument(
          documentOf([activity('first', { steps: [work('own', { run: { agent: '{{wish}}' }, required: false }), work('after')] })], {
            title: said.procedure,
            variables: [{ name: 'wish', type: 'string' }],
          }),
        ),
      ],
    ]),
    tokens: createSealedTokens([{ id: 'first', secret: randomBytes(32) }]),
    by: 'agent',
    answers: 'agent',
    run: { device: later },
    newId: () => `procedure-${own}`,
  });
  const begun = (await calls.start_workflow({ workflow_id: 'release', initial_variables: { wish: said.variable } })) as {
    readonly state: string;
  };
  await until(async () => {
    const { position } = (await calls.get_position({ workflow_id: 'release', state: begun.state })) as { position?: { step?: string } };
    return position?.step === 'after';
  }, 'the step of the procedure');

  const keep = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await steadyhand(...args);
    outputs.set(args.join(' '), Buffer.from(`${stdout}\n${stderr}`));
    return code === 0 ? stdout : `${code}: ${stderr}`;
  };
  // The compiled flow, its replay by a schedule, what the library keeps of it.
  const document = join(scene.home, 'compiled.flow.json');
  ended.push(`from-run: ${(await keep('flow', 'from-run', agent, '--out', document, '--name', 'Compiled')).split('\n')[0] ?? ''}`);
  ended.push(`save: ${(await keep('flow', 'save', document)).split('\n')[0] ?? ''}`);
  const schedule = `schedule-${own}`;
  scene.think(glance);
  ended.push((await keep('schedule', 'create', schedule, said.request, '--every', '24h', '--url', later.url)).split('\n')[0] ?? '');
  await keep('schedule', 'trigger', schedule);
  const scheduled = await until(
    async () => (await client.schedule.getHandle(schedule).describe()).info.recentActions[0]?.action.workflow.workflowId,
    'a run of the schedule',
  );
  await client.workflow
    .getHandle(scheduled)
    .result()
    .catch((error: unknown) => ended.push(`scheduled: ${String(error)}`));
  for (const command of ['list', 'inbox', 'hosts', 'devices', 'flow list', 'schedule list', `schedule show ${schedule}`])
    for (const form of [[], ['--json']]) await keep(...command.split(' '), ...form);
  for (const id of [agent, reader, refused, flow, shows, explorer, task.id, scheduled, `procedure-${own}`]) {
    await keep('show', id);
    await keep('show', id, '--json');
    await keep('report', id, '--out', join(scene.home, `${id}.html`));
    await keep('export', id, '--out', join(scene.home, `${id}.cassette.json.gz`));
  }
  await keep('flow', 'show', flow);
  await keep('rerun', agent);
  for (const [place, bytes] of await overMcp(mcpProgram(scene.home, env, server.address), [
    agent,
    reader,
    refused,
    flow,
    explorer,
    task.id,
  ]))
    outputs.set(place, bytes);
  for (const [place, bytes] of await inConsole({ home: scene.home, client }, [agent, reader, refused, flow, explorer]))
    outputs.set(place, bytes);

  const bare = new Client({ connection: opened(await Connection.connect({ address: server.address }), (each) => each.close()) });
  const temporal = new Map<string, Buffer>();
  // Undecoded: memos, search attributes, summaries.
  const { executions } = await bare.workflowService.listWorkflowExecutions({ namespace: 'default', pageSize: 500 });
  for (const info of executions) {
    const { workflowId, runId } = info.execution ?? {};
    temporal.set(`${workflowId} listed`, Buffer.from(proto.temporal.api.workflow.v1.WorkflowExecutionInfo.encode(info).finish()));
    for (const [place, bytes] of await historiesOf(bare, workflowId ?? '', runId ?? undefined)) temporal.set(place, bytes);
  }
  const logged = new Map([
    ['traces', Buffer.from(collector.bodies().join('\n'))],
    ['metrics', Buffer.from((await scrape(metrics)).text)],
  ]);
  await client.schedule.getHandle(schedule).delete();
  await client.workflow.getHandle(`procedure-${own}`).terminate();
  await worker.kill('SIGTERM');
  logged.set('log', Buffer.from(worker.said()));
  for (const [place, bytes] of await databaseOf(server)) temporal.set(place, bytes);
  const rows = await rowsOf(join(scene.home, 'graph'));
  const inBucket = s3 && (await filesBelow(s3.folder));
  if (inBucket?.size === 0) throw new Error('the bucket is empty');
  const files = new Map(
    [
      ...(await filesBelow(scene.home)),
      ...(s3 ? await filesBelow(s3.folder) : []),
      ...[...during].map(([place, bytes]) => [`${place} (open)`, bytes] as const),
    ].filter(([place]) => !place.includes('/graph/')),
  );
  const prompts = new Map(model.asked().map((text, index) => [`prompt ${index}`, Buffer.from(text)]));
  const pixels = await textsInPictures(files);
  return { server, scene, temporal, files, operators: logged, outputs, prompts, processes, rows, pixels, ended };
}

const setText = (label: string | undefined) => ({
  Function: 'set_edit_text',
  ControlLabel: label ?? '',
  ControlText: '',
  Status: 'CONTINUE',
});
async function databaseOf({ dbFilename }: DevServer): Promise<Written> {
  const names = (await readdir(dirname(dbFilename))).filter((name) => name.startsWith(basename(dbFilename)));
  return new Map(
    await Promise.all(names.map(async (name): Promise<[string, Buffer]> => [name, await readFile(join(dirname(dbFilename), name))])),
  );
}

/** Our MCP server, as a client starts it. */
function mcpProgram(home: string, env: Readonly<Record<string, string>>, address: string) {
  return {
    command: process.execPath,
    args: [program, 'mcp'],
    cwd: home,
    env: { ...temporalEnvironment(address), ...env } as Record<string, string>,
    stderr: 'ignore' as const,
  };
}

/** An agent that a client of the protocol of 2026 starts as a task, until it has ended; and all that the client was sent. */
async function asTask(server: ReturnType<typeof mcpProgram>, given: Readonly<Record<string, string>>) {
  const opened = await connectListening(new StdioClientTransport(server), { extensions: { [tasksExtension]: {} } });
  try {
    const { start, get } = tasksOf(opened);
    const { taskId: id } = await start('run_agent', given);
    const status = await until(async () => {
      const now = await get(id);
      return now.status === 'working' ? undefined : now.status;
    }, 'the end of the task');
    return { id, status, written: new Map([['MCP task', Buffer.from(JSON.stringify(opened.heard))]]) };
  } finally {
    await opened.client.close();
  }
}

async function overMcp(server: ReturnType<typeof mcpProgram>, ids: readonly string[]): Promise<Written> {
  const client = new McpClient({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport(server));
  const written = new Map<string, Buffer>();
  const ask = async (place: string, asked: Promise<unknown>): Promise<void> =>
    void written.set(`MCP ${place}`, Buffer.from(JSON.stringify(await asked.catch((error: unknown) => String(error)))));
  try {
    await ask('tools', client.listTools());
    await ask('resources', client.listResources());
    await ask('list_runs', client.callTool({ name: 'list_runs', arguments: {} }));
    for (const id of ids) await ask(`get_run ${id}`, client.callTool({ name: 'get_run', arguments: { id } }));
  } finally {
    await client.close();
  }
  return written;
}

async function inConsole({ home, client }: Pick<WorkerScene, 'home' | 'client'>, ids: readonly string[]): Promise<Written> {
  const desk = await openDesk({ home, client });
  try {
    const headers = await admittedTo(desk);
    const written = new Map<string, Buffer>();
    for (const path of [
      '/',
      '/api/runs',
      ...ids.flatMap((id) => [`/api/runs/${id}`, `/api/runs/${id}/cards`, `/api/runs/${id}/drawing.svg`]),
    ])
      written.set(`console ${path}`, Buffer.from(await (await fetch(`${desk.url}${path}`, { headers })).text()));
    return written;
  } finally {
    await desk.close();
  }
}

async function textsInPictures(files: Written): Promise<readonly string[]> {
  const reader = createTesseractTextReader();
  try {
    const found: string[] = [];
    for (const bytes of files.values())
      if (bytes.subarray(1, 4).toString() === 'PNG') found.push((await reader.read(bytes)).map(({ text }) => text).join(' '));
    return found;
  } finally {
    await reader.close();
  }
}

/** In every form that a page may have repeated it in. */
const inAnyForm = (word: string): readonly string[] => [...new Set(Object.values(formsOf(word)))];

describe.each(sampled(ways))('%s', (way) => {
  let story: Story;
  const closing: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    story = await tell(way, closing);
  }, 400_000);
  afterAll(async () => {
    for (const each of closing.toReversed()) await each().catch(() => undefined);
  });

  test('the runs have ended, and used what they were given', () => {
    console.log(story.ended.join('\n'));
    expect(story.ended.length).toBeGreaterThan(8);
  });

  test('LK61: no value of a secret, no password that a model has typed and no key is in anything that runs of any engine leave', () => {
    const { temporal, files, operators, outputs, prompts, processes, rows } = story;
    const words = Object.values(never).flatMap(inAnyForm);
    const places = { temporal, files, operators, outputs, prompts, processes, rows };
    console.log(
      Object.entries(places)
        .map(([name, written]) => `${name}: ${written.size}`)
        .join(', '),
    );
    for (const [name, written] of Object.entries(places)) expect([name, plantedIn(written, words)]).toEqual([name, []]);
  });

  test('LK61: nor in the pixels of any picture, where what a page shows is read', () => {
    const text = story.pixels.join('\n');
    expect(text).toContain('PUTTER');
    expect(text).not.toMatch(new RegExp(`${own}/vogel|vogel geel|Merel`, 'i'));
  });

  test('LK61: what a page shows, in text or in pixels, is not in Temporal, logs, metrics, traces or the map', () => {
    const { temporal, operators, rows, prompts, files } = story;
    for (const [name, written] of Object.entries({ temporal, operators, rows })) {
      expect([name, plantedIn(written, [shown.text])]).toEqual([name, []]);
      expect([name, plantedIn(written, ['\u0089PNG\r\n', 'iVBORw0KGgo'])]).toEqual([name, []]);
    }
    // Where it has to be.
    expect(plantedIn(new Map([...prompts, ...files]), [shown.text]).length).toBeGreaterThan(0);
  });

  test('LK61: what whoever starts a run says is in Temporal only without encryption, and in no metric, log or trace', () => {
    const words = Object.values(said);
    const hits = plantedIn(story.temporal, words);
    expect(words.map((word) => [word, hits.some((hit) => hit.startsWith(`${word} `))])).toEqual(
      words.map((word) => [word, way !== 'with encryption on']),
    );
    expect(plantedIn(story.operators, words)).toEqual([]);
  });
});
