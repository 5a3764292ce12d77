// Our own MCP server, as real clients see it: a separate process over standard input and output, or over HTTP.
import { mkdtemp, rm } from 'node:fs/promises';
import { request as ask } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { isAlive } from '../../../src/adapters/process-kit/process-marks.js';
import { progressQuery } from '../../../src/workflows/messages.js';
import { useAgents } from '../../support/agents.js';
import { commandLine, endProcess, type CommandLine, type Started } from '../../support/command-line.js';
import { sharedServerAddress, temporalEnvironment } from '../../support/temporal-server.js';
import { until } from '../../support/until.js';
import { toldByTool } from '../../support/task-client.js';

const program = fileURLToPath(new URL('../../../bin/steadyhand.mjs', import.meta.url));
const procedures = fileURLToPath(new URL('../../../examples/procedures', import.meta.url));
const workflow_id = 'release';
const agentToken = 'a-token-of-an-agent';
const operatorToken = 'a-token-of-a-person';

interface Reply {
  readonly success?: boolean;
  readonly state: string;
  readonly position: { readonly activity: string; readonly step?: string };
  readonly complete?: true;
  readonly error?: { readonly code: string };
}

const procedureTools = [
  'list_workflows',
  'describe_workflow',
  'start_workflow',
  'get_position',
  'get_available_actions',
  'complete_step',
  'skip_step',
  'respond_to_checkpoint',
  'report_variables',
  'abort_workflow',
];
const ownTools = ['run_agent', 'run_flow', 'explore', 'list_runs', 'get_run', 'cancel_run'];

describe('the MCP server', () => {
  const world = useAgents();
  let folder: string;
  let steadyhand: CommandLine;
  const clients: Client[] = [];
  const servers: Started[] = [];
  const env = (): Record<string, string> => ({
    STEADYHAND_HOME: folder,
    STEADYHAND_SHARED: world.harness.config.shared,
    STEADYHAND_PROCEDURES: procedures,
    STEADYHAND_MCP_TOKEN: agentToken,
    STEADYHAND_OPERATOR_TOKEN: operatorToken,
  });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-mcp-'));
    steadyhand = commandLine({ address: sharedServerAddress(), folder, env: env() });
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
    await Promise.all(servers.splice(0).map((server) => endProcess(server)));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function connected(transport: Transport): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' });
    clients.push(client);
    await client.connect(transport);
    return client;
  }

  async function overStdio(...args: readonly string[]): Promise<{ client: Client; pid: number }> {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [program, 'mcp', ...args],
      cwd: folder,
      env: { ...temporalEnvironment(sharedServerAddress()), ...env() } as Record<string, string>,
      stderr: 'pipe',
    });
    const client = await connected(transport);
    return { client, pid: transport.pid ?? 0 };
  }

  async function overHttp(...args: readonly string[]): Promise<{ url: string; server: Started }> {
    const server = steadyhand.start('mcp', '--http', '0', ...args);
    servers.push(server);
    const url = await until(() => /http:\S+/.exec(server.stderr())?.[0], 'the address of the server');
    return { url, server };
  }

  function httpClient(url: string, token: string): Promise<Client> {
    const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { Authorization: `Bearer ${token}` } } });
    return connected(transport);
  }

  async function call(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Reply> {
    const told = await client.callTool({ name, arguments: args });
    try {
      return toldByTool<Reply>(told);
    } catch {
      return { text: told.content } as unknown as Reply;
    }
  }

  const complete = (client: Client, state: string, step_id: string, outputs?: object): Promise<Reply> =>
    call(client, 'complete_step', { workflow_id, state, step_id, summary: `did ${step_id}`, ...(outputs ? { outputs } : {}) });

  /** Up to the checkpoint that a person answers. */
  async function toApproval(client: Client): Promise<string> {
    let { state } = await call(client, 'start_workflow', { workflow_id, initial_variables: { version: '1.0' } });
    ({ state } = await complete(client, state, 'read-changes'));
    ({ state } = await complete(client, state, 'write-notes'));
    ({ state } = await complete(client, state, 'run-tests', { tests_pass: true }));
    ({ state } = await call(client, 'skip_step', { workflow_id, state, step_id: 'try-upgrade' }));
    return state;
  }

  test("the tools have the calls' names, have schemas, and declare their effects; none answers for a person", async () => {
    const { client } = await overStdio();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([...procedureTools, ...ownTools]);
    const hinted = (hint: 'readOnlyHint' | 'destructiveHint'): readonly string[] =>
      tools.filter(({ annotations }) => annotations?.[hint]).map(({ name }) => name);
    expect(hinted('readOnlyHint')).toEqual([
      'list_workflows',
      'describe_workflow',
      'get_position',
      'get_available_actions',
      'list_runs',
      'get_run',
    ]);
    expect(hinted('destructiveHint')).toEqual(['abort_workflow', 'run_agent', 'run_flow', 'explore', 'cancel_run']);
    for (const { title, description, inputSchema } of tools) expect([title, description, inputSchema]).not.toContain(undefined);
    // A model pays for all of it with each conversation: 8,200 tokens once.
    expect(JSON.stringify(tools).length).toBeLessThan(14_000);
    // What is misspelt is told, not left out.
    expect(await client.callTool({ name: 'list_runs', arguments: { limt: 3 } })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('limt') }],
    });
    expect(tools.find(({ name }) => name === 'complete_step')?.inputSchema.required).toEqual([
      'workflow_id',
      'state',
      'step_id',
      'summary',
    ]);
  });

  test('P1, P11, P45: a client walks a procedure to its end without a Temporal server, and leaves no process', async () => {
    const { client, pid } = await overStdio('--stateless');
    expect(await call(client, 'list_workflows')).toMatchObject({ workflows: [{ id: 'release' }, { id: 'shop-order' }] });
    const began = await client.callTool({ name: 'start_workflow', arguments: { workflow_id, initial_variables: { version: '1.0' } } });
    // Once, and without what cannot be done, which has a tool of its own.
    expect(began).not.toHaveProperty('structuredContent');
    const { actions, state } = toldByTool<{ actions: { blocked: number }; state: string }>(began);
    expect(actions.blocked).toBeGreaterThan(0);
    expect(await call(client, 'get_available_actions', { workflow_id, state })).toMatchObject({
      actions: { blocked: [{ code: 'STEP_OUT_OF_ORDER' }] },
    });
    const waiting = await toApproval(client);
    expect(
      await call(client, 'respond_to_checkpoint', { workflow_id, state: waiting, checkpoint_id: 'ship', option_id: 'yes' }),
    ).toMatchObject({
      error: { code: 'AWAITING_USER' },
      // P71
      answer: expect.stringContaining('procedure respond "$STATE" ship yes --operator` (or another option), where STATE is'),
    });
    const answered = await steadyhand('procedure', 'respond', waiting, 'ship', 'yes', '--operator', '--json');
    let reply = JSON.parse(answered.stdout) as Reply;
    for (const step of ['tag', 'publish-packages', 'announce', 'write-down']) reply = await complete(client, reply.state, step);
    expect(reply).toMatchObject({ success: true, complete: true });
    expect(await complete(client, reply.state, 'write-down')).toMatchObject({ success: false, error: { code: 'WORKFLOW_COMPLETED' } });
    await client.close();
    await until(() => !isAlive(pid), 'the end of the server');
  });

  test('FL10: a procedure that an agent begins is part of the trace of its call', async () => {
    const { client } = await overStdio();
    const trace = { traceparent: '00-1bf7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', baggage: 'tenant=acme' };
    await client.callTool({ name: 'start_workflow', arguments: { workflow_id, initial_variables: { version: '1.0' } }, _meta: trace });
    const { workflow } = world.harness.client;
    const id = await until(async () => {
      for await (const { workflowId, memo } of workflow.list({ query: `WorkflowType = 'procedure' AND ExecutionStatus = 'Running'` }))
        if (isDeepStrictEqual(memo?.['trace'], trace)) return workflowId;
      return undefined;
    }, 'a procedure with that trace');
    await workflow.getHandle(id).cancel();
  });

  test("P19, P71, HE42, LK32: a durable run waits for a person; an agent cannot answer by any of the server's tools, nor learn the id", async () => {
    const { client } = await overStdio();
    const state = await toApproval(client);
    const runs = (await call(client, 'list_runs', { limit: 50 })) as unknown as { runs: { id: string; type: string; state: string }[] };
    const { id = '' } = runs.runs.find(({ type }) => type === 'procedure') ?? {};
    const run = world.harness.client.workflow.getHandle(id);
    const { requestId } = await until(async () => (await run.query(progressQuery)).request, 'the question');
    const shown = await call(client, 'get_run', { id });
    expect(shown).toMatchObject({ state: 'PENDING', asking: { asker: id, request: { kind: 'question', questions: [expect.anything()] } } });
    expect(shown).toMatchObject({ asking: { answer: expect.stringContaining(`answer ${id} yes\``) } });
    expect(await call(client, 'get_position', { workflow_id, state })).toMatchObject({
      answer: expect.stringContaining(`answer ${id} yes\``),
    });
    // LK32: an agent could be talked into saying it somewhere else.
    expect(JSON.stringify(shown)).not.toContain(requestId);
    expect(await call(client, 'respond_to_checkpoint', { workflow_id, state, checkpoint_id: 'ship', option_id: 'yes' })).toMatchObject({
      error: { code: 'AWAITING_USER' },
    });
    for (const name of ['answer', 'confirm', 'take_over', 'hand_back'])
      await expect(client.callTool({ name, arguments: { id, option_id: 'yes', approved: true } })).rejects.toThrow(
        `Tool ${name} not found`,
      );
    const { url } = await overHttp('--operator');
    await expect(httpClient(url, agentToken)).rejects.toThrow('The token is missing or wrong');
    const operator = await httpClient(url, operatorToken);
    expect((await operator.listTools()).tools.map(({ name }) => name)).toEqual([
      ...procedureTools,
      ...ownTools,
      'answer',
      'confirm',
      'take_over',
      'hand_back',
    ]);
    // A person's checkpoint is a question: it is asked each time.
    expect(await operator.callTool({ name: 'confirm', arguments: { id, approved: true, remember: { for: 'run' } } })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('asks for an answer') }],
    });
    expect(await call(operator, 'get_run', { id })).toMatchObject({ asking: { request: { requestId } } });
    // A person's client names the whole id, or answers what is asked now.
    expect(await operator.callTool({ name: 'answer', arguments: { id, request_id: 'q1', option_id: 'yes' } })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("'q1' is not what is asked now") }],
    });
    expect(await call(operator, 'answer', { id, request_id: requestId, option_id: 'yes' })).toMatchObject({
      id,
      reply: 'The answer is accepted; the run goes on.',
    });
    expect(await call(client, 'get_position', { workflow_id, state })).toMatchObject({ position: { activity: 'publish', step: 'tag' } });
    expect(
      await call(client, 'abort_workflow', { workflow_id, state: (await call(client, 'get_position', { workflow_id, state })).state }),
    ).toMatchObject({
      success: true,
    });
  });

  test('FL20: a workflow of somebody else in the namespace is neither shown, nor cancelled, nor answered, nor handed out for a key', async () => {
    const { client: temporal } = world.harness;
    const start = (workflowId: string) =>
      temporal.workflow.start('payroll', { workflowId, taskQueue: 'of-others', args: [{ salary: 7_777 }] });
    const foreign = await start('flow-payroll-2026');
    try {
      const { client } = await overStdio();
      const id = foreign.workflowId;
      const refused = { isError: true, content: [{ text: `'${id}' is no run of steadyhand: list_runs shows the runs that exist.` }] };
      for (const name of ['get_run', 'cancel_run']) expect(await client.callTool({ name, arguments: { id } })).toMatchObject(refused);
      const operator = await httpClient((await overHttp('--operator')).url, operatorToken);
      for (const [name, more] of Object.entries({
        answer: { answers: ['yes'] },
        confirm: { approved: true },
        take_over: { by: 'Ada' },
        hand_back: {},
      }))
        expect(await operator.callTool({ name, arguments: { id, ...more } })).toMatchObject(refused);
      for (const part of ['report', 'pictures', 'pictures/1'])
        await expect(client.readResource({ uri: `steadyhand://runs/${id}/${part}` })).rejects.toThrow('is no run of steadyhand');
      const flow = { name: 'payroll', nodes: [], edges: [] };
      expect(await client.callTool({ name: 'run_flow', arguments: { flow, url: 'http://localhost', key: 'payroll-2026' } })).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining('use another key') }],
      });
      expect((await foreign.describe()).status.name).toBe('RUNNING');
    } finally {
      await foreign.terminate('seen');
    }
  });

  test('FL20: neither a run nor a map that does not exist can be read', async () => {
    const { client } = await overStdio();
    for (const uri of ['steadyhand://runs/agent-nobody/report', 'steadyhand://maps/nowhere'])
      await expect(client.readResource({ uri })).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining(`There is no ${uri}: `),
      });
  });

  test('FL20: a request that is too large for a run is refused with its field and the limit', async () => {
    const { client } = await overStdio();
    expect(
      await client.callTool({ name: 'run_agent', arguments: { request: 'n'.repeat(3_000_000), url: 'http://localhost' } }),
    ).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^input\.request is .*at most 256 kB; this one has 3\.\d MB/) }],
    });
  });

  test('over HTTP it serves holders of the token, under its own host name, and no page of another origin', async () => {
    const { url, server } = await overHttp();
    const client = await httpClient(url, agentToken);
    expect((await call(client, 'describe_workflow', { workflow_id })) as unknown).toMatchObject({ id: 'release' });
    const status = (headers: Record<string, string>, method = 'POST', path = '/mcp'): Promise<number> =>
      new Promise((resolve, reject) => {
        const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
        const request = ask(new URL(path, url), {
          method,
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            authorization: `Bearer ${agentToken}`,
            ...headers,
          },
        });
        request.once('response', (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        request.once('error', reject);
        request.end(method === 'POST' ? JSON.stringify(message) : undefined);
      });
    const { host } = new URL(url);
    expect(await status({})).toBe(200);
    expect(await status({ authorization: `bearer ${agentToken}` })).toBe(200);
    expect(await status({ origin: `http://${host}` })).toBe(200);
    expect(await status({ origin: 'https://evil.example' })).toBe(403);
    expect(await status({ origin: 'null' })).toBe(403);
    expect(await status({ host: 'evil.example' })).toBe(403);
    expect(await status({ authorization: `Bearer ${operatorToken}` })).toBe(401);
    expect(await status({ authorization: '' })).toBe(401);
    expect(await status({}, 'GET')).toBe(405);
    expect(await status({}, 'POST', '/other')).toBe(404);
    expect(server.stdout()).toBe('');
    expect(server.stderr()).not.toContain(agentToken);
    expect(await endProcess(server, 'SIGINT')).toMatchObject({ code: 0 });
  });

  test.each([
    [['--operator'], '--operator needs --http'],
    [['--http', 'x'], 'It must be a port'],
  ])('%j is refused with a sentence', async (args, text) => {
    expect(await steadyhand('mcp', ...args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(text) });
  });

  test.each([
    [{ STEADYHAND_OPERATOR_TOKEN: agentToken }, 'are the same'],
    [{ STEADYHAND_MCP_TOKEN: ' '.repeat(20) }, 'no client can send'],
    [{ STEADYHAND_MCP_TOKEN: 'schlüssel-der-agenten' }, 'no client can send'],
  ])('the tokens %j are refused at the start', async (tokens, text) => {
    const other = commandLine({ address: sharedServerAddress(), folder, env: { ...env(), ...tokens } });
    expect(await other('mcp', '--http', '0')).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(text) });
  });
});
