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
/** It has no `scroll`, and `click` is not given to it. */
const likeOurs = {
  ...node(odd, 'like-ours'),
  tools: ['find_text', 'take_screenshot', 'click'],
  overrides: ['find_text', 'take_screenshot', 'scroll'],
};

describe.each(cachedAndReplayed)('tools of other servers (%s)', (_name, { env }) => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness({
      address: sharedServerAddress(),
      env,
      config: { toolServers: { everything: node(everything), odd: node(odd), like: likeOurs } },
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
  const find = (id: string, search_text: string) => ({ id, name: id, node_type: { type: 'FindText', search_text } });
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

  test('a server takes the place of the built-in tools that it overrides, for nodes that name their tool, and of no other', async () => {
    const isThere = { name: 'there', check_type: 'TextPresent', params: { text: 'Add' } };
    const run = await start(
      // Time goes by before the check: the engine looks again by itself, with the take_screenshot that is its own.
      call('theirs', 'find_text', { text: 'Add' }, { checks: [isThere], settle_ms: 1 }),
      find('ours', 'Add'),
      call('press', 'click', { text: 'Add' }),
      call('odd press', 'like/click'),
    );
    const { variables, verdict } = await run.handle.result();
    expect(variables).toMatchObject({
      'theirs.by': 'the odd server',
      'theirs.sought': 'Add',
      'ours.found': true,
      'ours.role': 'button',
      'press.result': '',
      'odd_press.result': 'the odd server pressed nothing',
    });
    expect(verdict).toBe('passed');
    const { events = [] } = await run.handle.fetchHistory();
    const sent = (events ?? []).map(({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.activityType?.name);
    expect(sent.filter((name) => name === 'actTool' || name === 'readTool')).toEqual([
      'actTool',
      'readTool',
      'readTool',
      'actTool',
      'actTool',
    ]);
  });

  test('what a tool does that took the place of one that looks nobody knows: its call is not made again', async () => {
    const failure = await failureOf(await start(call('look', 'find_text', { text: 'die' }, { retries: 2 })));
    expect(failure).toMatch(/"look" \(look\): outcome-unknown: .*it is not made again/);
  });

  test('a server without the tool that it overrides fails the node, and says so', async () => {
    expect(await failureOf(await start(call('roll', 'scroll', { delta_y: 1 })))).toContain(
      `"roll" (roll): no-such-tool: The tool server 'like' has no tool 'scroll', although its 'overrides' in the configuration name it in place of the built-in one; it has 'find_text', 'take_screenshot', 'click'.`,
    );
  });

  test('an AI step is shown each name once, and calls the tool that has it', async () => {
    const shown = (text: string): readonly string[] => [...text.matchAll(/^- ([\w/-]+)\(/gm)].map(([, name = '']) => name);
    let names: readonly string[] = [];
    const run = await harness.flow(
      (id) => ({ name: 'ai', nodes: [{ id: 'think', name: 'think', node_type: { type: 'AiStep', prompt: `Find (${id})` } }], edges: [] }),
      { device },
      {
        step: [
          ({ text }) => {
            names = shown(text);
            return { text: 'look', tool_calls: [{ name: 'find_text', arguments: '{"text":"Add"}' }] };
          },
          ({ text }) => ({ text: /find_text gave: .*the odd server/.test(text) ? 'theirs' : text, tool_calls: [] }),
        ],
      },
    );
    expect((await run.handle.result()).variables).toMatchObject({ 'think.result': 'theirs' });
    expect(names).toEqual([...new Set(names)]);
    expect(names).toEqual(expect.arrayContaining(['find_text', 'click', 'like/click', 'echo', 'count']));
    expect(names).not.toContain('scroll');
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
