// Our MCP server for clients of both revisions of the protocol (docs/design/fleet.md): that of 2025 and that of July 2026, whose runs are tasks.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { FlowInputDocument } from '../../src/domain/flow/document.schema.js';
import { useAgents } from '../support/agents.js';
import { commandLine, endProcess, type CommandLine, type Started } from '../support/command-line.js';
import { connectListening, tasksExtension, tasksOf, type ListeningClient, toldByTool } from '../support/task-client.js';
import { sharedServerAddress, temporalEnvironment } from '../support/temporal-server.js';
import { until } from '../support/until.js';

const program = fileURLToPath(new URL('../../bin/steadyhand.mjs', import.meta.url));
const procedures = fileURLToPath(new URL('../../examples/procedures', import.meta.url));
const tokens = { agent: 'a-token-of-an-agent', operator: 'a-token-of-a-person' };

/** Opens no device. */
const asking = (question: string): FlowInputDocument => ({
  name: question,
  nodes: [{ id: 'ask', name: 'ask', node_type: { type: 'Ask', question } }],
  edges: [],
  result: 'It was {{answer}}.',
});
const approving: FlowInputDocument = {
  name: 'approve',
  nodes: [{ id: 'ask', name: 'ask', node_type: { type: 'Ask', confirmation: 'Go on?' } }],
  edges: [],
};

describe('FL20: clients of both revisions', () => {
  const world = useAgents();
  let folder: string;
  let steadyhand: CommandLine;
  const closing: (() => Promise<unknown>)[] = [];
  const env = (): Record<string, string> => ({
    ...(temporalEnvironment(sharedServerAddress()) as Record<string, string>),
    STEADYHAND_HOME: folder,
    STEADYHAND_SHARED: world.harness.config.shared,
    STEADYHAND_PROCEDURES: procedures,
    STEADYHAND_MCP_TOKEN: tokens.agent,
    STEADYHAND_OPERATOR_TOKEN: tokens.operator,
  });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-mcp-tasks-'));
    steadyhand = commandLine({ address: sharedServerAddress(), folder, env: env() });
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function serve(door: keyof typeof tokens): Promise<string> {
    const server: Started = steadyhand.start('mcp', '--http', '0', ...(door === 'operator' ? ['--operator'] : []));
    closing.push(() => endProcess(server));
    return until(() => /http:\S+/.exec(server.stderr())?.[0], 'the address of the server');
  }

  const stdio = () => ({ command: process.execPath, args: [program, 'mcp'], cwd: folder, env: env(), stderr: 'pipe' as const });
  const headers = (door: keyof typeof tokens) => ({ requestInit: { headers: { Authorization: `Bearer ${tokens[door]}` } } });

  async function newClient(transport: Transport, capabilities: object): Promise<ListeningClient> {
    const opened = await connectListening(transport, capabilities);
    closing.push(() => opened.client.close());
    return opened;
  }

  async function oldClient(transport: Transport): Promise<Client> {
    const client = new Client({ name: 'old', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
    closing.push(() => client.close());
    await client.connect(transport);
    return client;
  }

  async function openProcedures(): Promise<readonly string[]> {
    const ids: string[] = [];
    for await (const { workflowId } of world.harness.client.workflow.list({
      query: `WorkflowType = 'procedure' AND ExecutionStatus = 'Running'`,
    }))
      ids.push(workflowId);
    return ids;
  }

  const accepted = (content: object) => ({ action: 'accept', content });
  const capable = { elicitation: { form: {} }, extensions: { [tasksExtension]: {} } };

  test.each(['stdio', 'http'] as const)('FL20: the old and the new client see the same tools and resources over %s', async (way) => {
    const url = way === 'http' ? new URL(await serve('agent')) : undefined;
    const transport = () => (url ? new StreamableHTTPClientTransport(url, headers('agent')) : new StdioClientTransport(stdio()));
    const old = await oldClient(transport());
    const { client } = await newClient(transport(), capable);
    expect([old, client].map((each) => each.getNegotiatedProtocolVersion())).toEqual(['2025-11-25', '2026-07-28']);
    const names = async (of: { listTools(): Promise<{ tools: { name: string }[] }> }) =>
      (await of.listTools()).tools.map(({ name }) => name);
    expect(await names(client)).toEqual(await names(old));
    expect(client.getServerCapabilities()?.extensions).toEqual({ [tasksExtension]: {} });
    // Without tasks a run is told at once, and found by its id.
    const began = await old.callTool({ name: 'run_flow', arguments: { flow: asking(`old over ${way}?`), url: 'http://localhost' } });
    const { id } = toldByTool<{ id: string }>(began);
    await until(async () => {
      return toldByTool<{ state: string }>(await client.callTool({ name: 'get_run', arguments: { id } })).state === 'PENDING';
    }, 'the question');
    const report = await client.readResource({ uri: `steadyhand://runs/${id}/report` });
    expect(report.contents[0]).toMatchObject({ mimeType: 'text/markdown', text: expect.stringContaining(`old over ${way}?`) });
    expect((await old.readResource({ uri: `steadyhand://runs/${id}/report` })).contents).toHaveLength(2);
    await old.callTool({ name: 'cancel_run', arguments: { id } });
    await until(
      async () => toldByTool<{ outcome?: string }>(await old.callTool({ name: 'get_run', arguments: { id } })).outcome === 'cancelled',
      'the end',
    );
  });

  test('FL20: a question is input that the task requires; the answer goes on with the run, once', async () => {
    const opened = await newClient(new StreamableHTTPClientTransport(new URL(await serve('agent')), headers('agent')), capable);
    const { start, get, update } = tasksOf(opened);
    const begun = await start('run_flow', { flow: asking('Which day?'), url: 'http://localhost' });
    expect(begun).toMatchObject({ status: 'working', ttlMs: null });
    const asked = await until(async () => {
      const task = await get(begun.taskId);
      return task.status === 'input_required' ? task : undefined;
    }, 'the question');
    const [[key = '', request] = []] = Object.entries(asked.inputRequests ?? {});
    expect(request).toMatchObject({ method: 'elicitation/create', params: { mode: 'form', message: 'Which day?' } });
    // Neither what was not asked, nor what was declined, is an answer; a form that is not filled is refused.
    await update(begun.taskId, { 'ask-0000000000000000': accepted({ answer: 'no' }) });
    await update(begun.taskId, { [key]: { action: 'decline' } });
    await expect(update(begun.taskId, { [key]: accepted({ other: 'no' }) })).rejects.toThrow('does not fill the form');
    for (const asked of [key, 'ask-0000000000000000'])
      await expect(update(begun.taskId, { [asked]: { action: 'acept', content: { answer: 'no' } } })).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining(`inputResponses.${asked}.action is "acept"; allowed: accept, decline, cancel.`),
      });
    expect((await get(begun.taskId)).status).toBe('input_required');
    // Of equal answers at once all but the first are passed over, as those that come later.
    await Promise.all([1, 2, 3, 4].map(() => update(begun.taskId, { [key]: accepted({ answer: 'Friday' }) })));
    await update(begun.taskId, { [key]: accepted({ answer: 'Sunday' }) });
    const ended = await until(async () => {
      const task = await get(begun.taskId);
      return task.status === 'completed' ? task : undefined;
    }, 'the end');
    expect(toldByTool(ended.result ?? { content: [] })).toMatchObject({ id: begun.taskId, outcome: 'completed' });
    expect(ended.result?.isError).toBeUndefined();
    const { blackboard } = (await world.harness.client.workflow.getHandle(begun.taskId).result()) as {
      blackboard?: { questions?: unknown };
    };
    expect(JSON.stringify(blackboard ?? ended)).not.toContain('Sunday');
  });

  test.each(['old', 'new'])('FL10: what the %s client begins is part of its trace, as `_meta` carries it', async (age) => {
    const old = age === 'old' ? await oldClient(new StdioClientTransport(stdio())) : undefined;
    const plain = old ?? (await newClient(new StdioClientTransport(stdio()), {})).client;
    const trace = {
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      tracestate: 'vendor=1',
      baggage: 'tenant=acme',
    };
    const memoOf = async (_meta: object): Promise<unknown> => {
      const begun = await plain.callTool({
        name: 'run_flow',
        arguments: { flow: asking('Traced?'), url: 'http://localhost' },
        _meta: { ..._meta },
      });
      const run = world.harness.client.workflow.getHandle(toldByTool<{ id: string }>(begun).id);
      const { memo } = await run.describe();
      await run.cancel();
      return memo?.['trace'];
    };
    expect(await memoOf(trace)).toEqual(trace);
    expect(await memoOf({ traceparent: 'of nobody', tracestate: 7 })).toBeUndefined();
  });

  test("FL20, LK32: an approval is asked at the operators' door alone", async () => {
    const agent = tasksOf(await newClient(new StreamableHTTPClientTransport(new URL(await serve('agent')), headers('agent')), capable));
    const operator = tasksOf(
      await newClient(new StreamableHTTPClientTransport(new URL(await serve('operator')), headers('operator')), capable),
    );
    const { taskId } = await agent.start('run_flow', { flow: approving, url: 'http://localhost' });
    const asked = await until(async () => {
      const task = await operator.get(taskId);
      return task.status === 'input_required' ? task : undefined;
    }, 'the approval');
    const [key = ''] = Object.keys(asked.inputRequests ?? {});
    expect(await agent.get(taskId)).toMatchObject({ status: 'working', statusMessage: expect.stringContaining('wants approval') });
    await agent.update(taskId, { [key]: accepted({ approved: true }) });
    expect((await operator.get(taskId)).status).toBe('input_required');
    await operator.update(taskId, { [key]: accepted({ approved: true, note: 'as agreed' }) });
    await until(async () => (await agent.get(taskId)).status === 'completed', 'the end');
  });

  test("FL20, P19, LK32: what a procedure asks a person is answered at the operators' door alone", async () => {
    const opened = await newClient(new StreamableHTTPClientTransport(new URL(await serve('agent')), headers('agent')), capable);
    const agent = tasksOf(opened);
    const operator = tasksOf(
      await newClient(new StreamableHTTPClientTransport(new URL(await serve('operator')), headers('operator')), capable),
    );
    const before = await openProcedures();
    const call = async (name: string, args: object): Promise<string> => {
      return toldByTool<{ state: string }>(await opened.client.callTool({ name, arguments: { workflow_id: 'release', ...args } })).state;
    };
    let state = await call('start_workflow', { initial_variables: { version: '1.0' } });
    state = await call('complete_step', { state, step_id: 'read-changes', summary: 'read' });
    state = await call('complete_step', { state, step_id: 'write-notes', summary: 'written' });
    state = await call('complete_step', { state, step_id: 'run-tests', summary: 'run', outputs: { tests_pass: true } });
    await call('skip_step', { state, step_id: 'try-upgrade' });
    const taskId = await until(async () => (await openProcedures()).find((id) => !before.includes(id)), 'the procedure');
    const asked = await until(async () => {
      const task = await operator.get(taskId);
      return task.status === 'input_required' ? task : undefined;
    }, 'the checkpoint');
    const [key = ''] = Object.keys(asked.inputRequests ?? {});
    const shown = await agent.get(taskId);
    expect(shown).toMatchObject({ status: 'working', statusMessage: expect.stringContaining('A person answers with') });
    expect(shown.inputRequests).toBeUndefined();
    await agent.update(taskId, { [key]: accepted({ answer: 'yes' }) });
    expect((await operator.get(taskId)).status).toBe('input_required');
    await operator.update(taskId, { [key]: accepted({ answer: 'yes' }) });
    await until(async () => (await operator.get(taskId)).status === 'working', 'the next step');
    await agent.cancel(taskId);
  });

  test('FL20: a client that was killed finds its run by the task, or by the key of the call', async () => {
    const killed = new StdioClientTransport(stdio());
    const first = await newClient(killed, capable);
    // Longer than the title that lists show.
    const flow = asking(`Whose is it,\n${'is it '.repeat(40)}?`);
    const { taskId } = await tasksOf(first).start('run_flow', { flow, url: 'http://localhost', key: 'order-4711' });
    process.kill(killed.pid ?? 0, 'SIGKILL');
    const { get, start, cancel } = tasksOf(await newClient(new StdioClientTransport(stdio()), capable));
    expect(await get(taskId)).toMatchObject({ taskId });
    expect(await start('run_flow', { flow, url: 'http://localhost', key: 'order-4711' })).toMatchObject({ taskId });
    await cancel(taskId);
    await until(async () => (await get(taskId)).status === 'cancelled', 'the end');
    await cancel(taskId);
    // Neither its end makes the key free, nor does the same name.
    const { client } = await newClient(new StdioClientTransport(stdio()), {});
    const other = { flow: { ...flow, result: 'Another one.' }, url: 'http://localhost', key: 'order-4711' };
    expect(await client.callTool({ name: 'run_flow', arguments: other })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('was begun for something else') }],
    });
    expect(await start('run_flow', { flow, url: 'http://localhost', key: 'order-4711' })).toMatchObject({ taskId, status: 'cancelled' });
  });

  test('FL20: a client that does not declare tasks gets none, and no unknown id is a task', async () => {
    const url = new URL(await serve('agent'));
    const plain = await newClient(new StreamableHTTPClientTransport(url, headers('agent')), {});
    const begun = await plain.client.callTool({
      name: 'run_flow',
      arguments: { flow: asking('Plain?'), url: 'http://localhost' },
    });
    const { id } = toldByTool<{ id: string }>(begun);
    await expect(tasksOf(plain).get(id)).rejects.toMatchObject({ code: -32021 });
    const { get, cancel } = tasksOf(
      await newClient(new StreamableHTTPClientTransport(url, headers('agent')), { extensions: { [tasksExtension]: {} } }),
    );
    // Without elicitation there is nobody to ask.
    await until(async () => /^It asks: Plain\? A person answers with /.test((await get(id)).statusMessage ?? ''), 'the question');
    expect((await get(id)).status).toBe('working');
    await expect(get('agent-nobody')).rejects.toMatchObject({ code: -32602 });
    await expect(cancel('agent-nobody')).rejects.toMatchObject({ code: -32602 });
    await cancel(id);
  });
});
