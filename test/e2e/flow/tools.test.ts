// Third-party tools in a flow: a reference server and a misbehaving one, each a process of its own.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { WorkflowFailedError } from '@temporalio/client';
import { flowRunIn } from '../../support/stores-in.js';
import { isAlive } from '../../../src/adapters/process-kit/process-marks.js';
import type { DeviceDriver } from '../../../src/ports/device.js';
import { memoryDevice, startHarness, type FlowRun, type Harness } from '../../support/agent-harness.js';
import { sharedServerAddress } from '../../support/temporal-server.js';
import { until } from '../../support/until.js';

const everything = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
const odd = fileURLToPath(new URL('../../support/odd-tool-server.mjs', import.meta.url));
const node = (...args: readonly string[]) => ({ command: process.execPath, args });
/** It has no `scroll`, and `click` is not allowed to it. */
const likeOurs = {
  ...node(odd, 'like-ours'),
  tools: ['find_text', 'take_screenshot', 'click'],
  overrides: ['find_text', 'take_screenshot', 'scroll'],
};

/** While `isCut`, its devices cannot be observed after an action. */
function cutDriver(driver: DeviceDriver, isCut: () => boolean): DeviceDriver {
  return {
    ...driver,
    async open(spec, context) {
      const { device, attachment } = await driver.open(spec, context);
      const settle = (maxMs: number): Promise<boolean> => (isCut() ? Promise.reject(new Error('cut')) : device.settle(maxMs));
      return { device: { ...device, settle }, attachment };
    },
  };
}

async function activitiesOf({ handle }: FlowRun): Promise<readonly (string | null | undefined)[]> {
  const { events } = await handle.fetchHistory();
  return (events ?? []).map(({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.activityType?.name);
}

async function warningsOf(
  { config: { shared } }: Harness,
  { id }: FlowRun,
): Promise<readonly (readonly [node: string, message: unknown])[]> {
  return (await flowRunIn(shared, id)).visits.flatMap(({ node: { id: at }, events }) =>
    events.filter(({ type }) => type === 'warning').map(({ payload }) => [at, payload['message']] as const),
  );
}

describe('tools of tool servers', () => {
  let harness: Harness;
  let isCut = false;
  beforeAll(async () => {
    harness = await startHarness({
      address: sharedServerAddress(),
      driver: (driver) => cutDriver(driver, () => isCut),
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
  const edge = (from: string, to: string) => ({ from, to });
  const aiStep = (id: string, prompt: string) => ({ id, name: id, node_type: { type: 'AiStep', prompt } });
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

  test('a call lasts as long as its node allows', async () => {
    const long = call('long', 'trigger-long-running-operation', { duration: 31, steps: 1 }, { timeout_ms: 60_000 });
    const { variables } = await (await start(long)).handle.result();
    expect(variables['long.result']).toContain('Long running operation completed');
  });

  test('F235: one server serves a whole run; after a crash it is started again without its state, and the records say so', async () => {
    const calls = (name: string) => ({ text: name, tool_calls: [{ name, arguments: '{}' }] });
    const told: string[] = [];
    const run = await harness.flow(
      (id) => ({
        name: 'lives',
        nodes: [call('one', 'count'), call('two', 'count'), aiStep('die', `Die (${id})`), call('again', 'count'), call('more', 'count')],
        edges: [edge('one', 'two'), edge('two', 'die'), edge('die', 'again'), edge('again', 'more')],
      }),
      { device },
      { step: [calls('die'), ({ text }) => (told.push(text), { text: 'it died', tool_calls: [] })] },
    );
    const { variables } = await run.handle.result();
    expect(variables).toMatchObject({ 'one.count': 1, 'two.count': 2, 'die.result': 'it died', 'again.count': 1, 'more.count': 2 });
    expect(told.join()).toMatch(/The tool server "odd" was lost while its tool "die" was called.*it ended with code 7/);
    expect(await warningsOf(harness, run)).toContainEqual([
      'again',
      expect.stringMatching(/"odd" ended and was started again: what it kept in memory is lost\. Why: it ended with code 7/),
    ]);
  });

  test('F234: a server that crashes during a call fails its node, with its name and last output, and the worker continues', async () => {
    expect(await failureOf(await start(call('die', 'die')))).toMatch(
      /"die" \(die\): outcome-unknown: .*The tool server "odd" was lost.*it ended with code 7; its stderr ends with: I was asked to die/,
    );
    expect((await (await start(call('echo', 'echo', { message: 'still here' }))).handle.result()).outcome).toBe('completed');
  });

  test('F232: a result from the journal equals the one that would have come back', async () => {
    const nodes = [call('all', 'contents'), call('count', 'count'), call('wide', 'wide'), call('words', 'echo', { message: '1 {' })];
    const live = await (await start(...nodes)).handle.result();
    isCut = true;
    try {
      const run = await start(...nodes);
      const { variables } = await run.handle.result();
      const pid = { 'count.pid': expect.any(Number), 'count.result': { count: 1, pid: expect.any(Number) } };
      expect(variables).toEqual({ ...live.variables, ...pid });
      expect(variables).toMatchObject({ 'count.count': 1, 'wide.count': 2, 'wide.page': { $artifact: expect.any(String) } });
      expect(await activitiesOf(run)).toContain('outcomeOf');
      expect(await failureOf(await start(call('no', 'fail')))).toMatch(/"no" \(no\): tool-error: The tool itself failed/);
    } finally {
      isCut = false;
    }
  });

  test('a server that hangs fails its node when its time is up', async () => {
    // The first call starts the server, which is not what has the time here.
    const nodes = [call('first', 'echo', { message: 'here' }), call('wait', 'hang', {}, { timeout_ms: 1_500 })];
    expect(await failureOf(await start(...nodes))).toMatch(/"wait" \(wait\): outcome-unknown/);
  });

  test('a failing tool says why, and an unknown one lists what there is', async () => {
    expect(await failureOf(await start(call('no', 'fail')))).toMatch(/"no" \(no\): tool-error: .*The tool itself failed/);
    expect(await failureOf(await start(call('what', 'no-such')))).toMatch(
      /no-such-tool: There is no tool 'no-such'\. Built in: .*click.*; of servers: .*echo/,
    );
  });

  test('a server replaces the built-in tools that it overrides, for nodes that use their tool, and no others', async () => {
    const isThere = { name: 'there', check_type: 'TextPresent', params: { text: 'Add' } };
    const run = await start(
      // Time passes before the check: the engine looks again with its own take_screenshot.
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
    const sent = await activitiesOf(run);
    expect(sent.filter((name) => name === 'actTool' || name === 'readTool')).toEqual([
      'actTool',
      'readTool',
      'readTool',
      'actTool',
      'actTool',
    ]);
  });

  test('an override of a tool that only looks has unknown effects: its call is not repeated', async () => {
    const failure = await failureOf(await start(call('look', 'find_text', { text: 'die' }, { retries: 2 })));
    expect(failure).toMatch(/"look" \(look\): outcome-unknown: .*it is not made again/);
  });

  test('a server without the tool that it overrides fails the node, which says so', async () => {
    expect(await failureOf(await start(call('roll', 'scroll', { delta_y: 1 })))).toContain(
      `"roll" (roll): no-such-tool: The tool server 'like' has no tool 'scroll', although its 'overrides' in the configuration name it in place of the built-in one; it has 'find_text', 'take_screenshot', 'click'.`,
    );
  });

  test('an AI step is shown each name once, and its calls reach the tool of that name', async () => {
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

  test('an AI step is shown them and can call them', async () => {
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

describe('unavailable tool servers', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness({
      address: sharedServerAddress(),
      config: { toolServers: { dead: node(odd, 'die-at-start'), silent: node(odd, 'silent'), odd: node(odd) } },
    });
  });
  afterAll(() => harness?.close());

  const device = memoryDevice({ start: 'main', screens: { main: { title: 'Main', controls: [] } } });

  test('F233: fail the nodes that call them by name, within their time limit, and no others; an AI step continues without them, and the records say so', async () => {
    const call = (id: string, tool_name: string, timeout_ms: number) => ({
      id,
      name: id,
      node_type: { type: 'McpToolCall', tool_name, arguments: {} },
      timeout_ms,
    });
    let shown = '';
    const run = await harness.flow(
      (id) => ({
        name: 'half',
        nodes: [
          call('good', 'odd/count', 20_000),
          { id: 'think', name: 'think', node_type: { type: 'AiStep', prompt: `Think (${id})`, timeout_ms: 5_000 } },
          call('bad', 'silent/count', 1_500),
        ],
        edges: [
          { from: 'good', to: 'think' },
          { from: 'think', to: 'bad' },
        ],
      }),
      { device },
      { step: [({ text }) => ((shown = text), { text: 'thought', tool_calls: [] })] },
    );
    const begun = Date.now();
    const error: unknown = await run.handle.result().catch((thrown: unknown) => thrown);
    expect(error instanceof WorkflowFailedError && error.cause?.message).toMatch(
      /"bad" \(bad\): tool-server-unavailable: No tool 'silent\/count' was found\. .*"dead" could not be started.* "silent" did not start or list its tools in time/s,
    );
    expect(Date.now() - begun).toBeLessThan(15_000);
    expect(await run.handle.query('variables')).toMatchObject({ 'good.count': 1 });
    expect(shown).toMatch(/^- odd\/count\(|^- count\(/m);
    const silent = 'The tool server "silent" did not start or list its tools in time.';
    expect(await warningsOf(harness, run)).toEqual(expect.arrayContaining([['think', silent]]));
  });
});
