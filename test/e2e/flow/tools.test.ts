// Tools of other servers in a flow: a reference server and one that behaves as none should, each a process of its own.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { WorkflowFailedError } from '@temporalio/client';
import { isAlive } from '../../../src/adapters/processes.js';
import { memoryDevice, startHarness, type FlowRun, type Harness } from '../../support/agent-harness.js';
import { cachedAndReplayed } from '../../support/caching.js';
import { sharedServerAddress } from '../../support/temporal-server.js';
import { until } from '../../support/until.js';

const everything = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
const odd = fileURLToPath(new URL('../../support/odd-tool-server.mjs', import.meta.url));
const node = (...args: readonly string[]) => ({ command: process.execPath, args });

describe.each(cachedAndReplayed)('tools of other servers (%s)', (_name, { env }) => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness({
      address: sharedServerAddress(),
      env,
      config: { toolServers: { everything: node(everything), odd: node(odd) } },
    });
  });
  afterAll(() => harness?.close());

  const device = memoryDevice({ start: 'main', screens: { main: { title: 'Main', controls: [{ role: 'button', name: 'Add' }] } } });
  const call = (id: string, tool_name: string, args: object = {}, more: object = {}) => ({
    id,
    name: id,
    node_type: { type: 'McpToolCall', tool_name, arguments: args },
    ...more,
  });
  const start = (...nodes: readonly { readonly id: string }[]): Promise<FlowRun> =>
    harness.flow(() => ({ name: 'tools', nodes, edges: nodes.slice(1).map(({ id }, index) => ({ from: nodes[index]?.id, to: id })) }), {
      device,
    });
  const failureOf = async (run: FlowRun): Promise<string> => {
    const error: unknown = await run.handle.result().catch((thrown: unknown) => thrown);
    return error instanceof WorkflowFailedError ? (error.cause?.message ?? '') : `no failure: ${JSON.stringify(error)}`;
  };

  test('a tool is called, its result becomes variables, and its server ends with the run', async () => {
    const run = await start(call('echo', 'echo', { message: 'hello' }), call('count', 'odd/count'));
    const { variables } = await run.handle.result();
    expect(variables).toMatchObject({ 'echo.result': 'Echo: hello', 'count.count': 1 });
    const pid = Number(variables['count.pid']);
    await until(async () => (isAlive(pid) ? undefined : true), 'the end of the server');
  });

  test('one server serves a whole run; after its death it is started again, its state lost', async () => {
    const run = await start(call('one', 'count'), call('two', 'count'), call('die', 'die', {}, { retry_unknown: true, retries: 1 }));
    expect(await failureOf(run)).toMatch(/"die" \(die\): outcome-unknown/);
    const position = await run.handle.query('variables');
    expect(position).toMatchObject({ 'one.count': 1, 'two.count': 2 });
  });

  test('a server that dies in a call fails its node by name, and the worker goes on', async () => {
    expect(await failureOf(await start(call('die', 'die')))).toMatch(/"die" \(die\): outcome-unknown/);
    expect((await (await start(call('echo', 'echo', { message: 'still here' }))).handle.result()).outcome).toBe('completed');
  });

  test('a server that hangs fails its node when its time is up', async () => {
    expect(await failureOf(await start(call('wait', 'hang', {}, { timeout_ms: 1_500 })))).toMatch(/"wait" \(wait\): outcome-unknown/);
  });

  test('a tool that fails says why, and one that does not exist says what there is', async () => {
    expect(await failureOf(await start(call('no', 'fail')))).toMatch(/"no" \(no\): tool-error: .*The tool itself failed/);
    expect(await failureOf(await start(call('what', 'no-such')))).toMatch(
      /no-such-tool: There is no tool 'no-such'\. Built in: .*click.*; of servers: .*echo/,
    );
  });

  test('an AI step is shown them and may call them', async () => {
    const run = await harness.flow(
      (id) => ({ name: 'ai', nodes: [{ id: 'think', name: 'think', node_type: { type: 'AiStep', prompt: `Echo (${id})` } }], edges: [] }),
      { device },
      {
        step: [
          ({ text }) => ({
            text: text.includes('- echo(message)') ? 'there it is' : 'not shown',
            tool_calls: [{ name: 'echo', arguments: '{"message":"hi"}' }],
          }),
          ({ text }) => ({ text: text.includes('Echo: hi') && text.includes('there it is') ? 'heard' : 'not heard', tool_calls: [] }),
        ],
      },
    );
    expect((await run.handle.result()).variables).toMatchObject({ 'think.result': 'heard' });
  });
});
