// Server tools that override built-in ones: where a call goes, what a model is shown, how the guard judges.
import { offeredTools } from '../../../src/activities/flow/model-activities.js';
import { actingTools, guardedOther } from '../../../src/activities/flow/tool-acts.js';
import { readingTools } from '../../../src/activities/flow/tool-reads.js';
import { defaultGuardRules, guardAction, type Guard } from '../../../src/domain/guard/guard.js';
import { askedName, dispatched, overridesOf, builtInTool, builtInTools } from '../../../src/domain/flow/tools.js';
import type { FlowEvent, FlowState } from '../../../src/domain/flow/flow-state.js';
import { flowTransition } from '../../../src/domain/flow/walk.js';
import { startFlow } from '../../../src/domain/flow/walk-state.js';
import type { ToolDescription } from '../../../src/ports/tool-servers.js';
import { advance, check, done, find, flowOf, settled, step, thought, unknown } from '../../support/flows.js';
import { lexicon } from '../../support/lexicon.js';
import { node } from './documents.js';

const overrides = overridesOf({ shop: { overrides: ['find_text', 'click'] }, files: {}, web: { overrides: ['navigate'] } });

const typeOf = (parameters: object) => {
  const [only] = [...flowOf([node('n', parameters)]).nodes.values()];
  if (!only) throw new Error('there is no node');
  return only.node_type;
};
const toolCall = typeOf({ type: 'McpToolCall', tool_name: 'find_text' });
const aiStep = typeOf({ type: 'AiStep', prompt: 'do' });

const tool = (server: string, name: string, more: Partial<ToolDescription> = {}): ToolDescription => ({
  server,
  name,
  description: `${name} of ${server}`,
  inputSchema: { type: 'object' },
  readOnly: false,
  ...more,
});

describe('the destination of a call', () => {
  const findText = { name: 'find_text', arguments: { text: 'Total' } };

  test('F225: servers are known by the tools they override', () => {
    expect(overrides).toEqual({ find_text: 'shop', click: 'shop', navigate: 'web' });
  });

  test.each([
    ['an McpToolCall', toolCall],
    ['an AiStep', aiStep],
  ])('F225: %s of an overridden tool calls the server, under a name that is no built-in’s', (_, type) => {
    const made = dispatched(findText, type, overrides);
    expect(made).toEqual({ name: 'shop/find_text', arguments: { text: 'Total' } });
    expect(builtInTool(made.name)).toBeUndefined();
    expect(askedName(made.name, overrides)).toBe('find_text');
  });

  test.each([
    ['a FindText', typeOf({ type: 'FindText', search_text: 'Total' })],
    ['a Click', typeOf({ type: 'Click', target: 'Total' })],
  ])('F225: a call of %s stays with the engine', (_, type) => {
    expect(dispatched(findText, type, overrides)).toBe(findText);
  });

  test.each(['press_key', 'shop/find_text', 'echo', 'constructor'])('%s is called under its own name', (name) => {
    const call = { name, arguments: {} };
    expect(dispatched(call, toolCall, overrides)).toBe(call);
    expect(dispatched(findText, toolCall)).toBe(findText);
    expect(askedName('echo', overrides)).toBe('echo');
  });
});

describe('a walk with overridden tools', () => {
  const rules = { budget: {}, vision: false, overrides: { ...overrides, take_screenshot: 'shop' } };
  const walk = (only: object, ...events: readonly FlowEvent[]): FlowState => {
    const graph = flowOf([only]);
    const start = startFlow(graph, {}, { workflowId: 'flow-1', agent: 'model' }, 0);
    return [advance, ...events].reduce((before, event) => {
      const after = flowTransition(graph, rules, before, event, 0);
      if (!after) throw new Error(`${event.type} is not awaited while ${before.next.type} is due`);
      return after;
    }, start);
  };
  const findText = { type: 'McpToolCall', tool_name: 'find_text', arguments: { text: 'Total' } };

  test('F225: a call to a server acts, whatever the built-in tool of that name does', () => {
    expect(walk(node('look', findText)).next).toMatchObject({ type: 'call', call: { name: 'shop/find_text' }, reads: false });
    expect(walk(find('look', 'Total')).next).toMatchObject({ type: 'call', call: { name: 'find_text' }, reads: true });
  });

  test('F225: such a call with an unknown outcome is not repeated; a call of the built-in tool is', () => {
    expect(walk(node('look', findText, { retries: 2 }), unknown).ended).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('it is not made again'),
    });
    expect(walk(find('look', 'Total', { retries: 2 }), unknown).next).toMatchObject({ type: 'call', call: { name: 'find_text' } });
  });

  test('F225: the engine observes with its own tools', () => {
    const checked = node('look', findText, { checks: [check('Total')], settle_ms: 1 });
    expect(walk(checked, done(), settled).next).toMatchObject({ type: 'call', call: { name: 'take_screenshot' }, reads: true });
  });

  test('F225: a model’s call goes to the server under the allowed name, and its answer returns under that name', () => {
    const asked = step('think', { allowed_tools: ['find_text'] });
    const called = thought('look', ['find_text', '{"text":"Total"}']);
    expect(walk(asked, called).next).toMatchObject({ type: 'call', call: { name: 'shop/find_text' }, reads: false });
    expect(walk(asked, called, done()).visit?.step?.transcript.at(-1)).toMatchObject({ role: 'tool', name: 'find_text' });
  });
});

describe('the tools shown to a model', () => {
  const shown = (...given: Parameters<typeof offeredTools>) =>
    Object.fromEntries(offeredTools(...given).map(({ name, description }) => [name, description]));
  const others = [tool('files', 'find_text'), tool('shop', 'find_text'), tool('shop', 'echo'), tool('web', 'echo')];

  test('F225: without servers: the built-in tools', () => {
    expect(offeredTools([]).map(({ name }) => name)).toEqual(builtInTools.map(({ name }) => name));
  });

  test('F225: a name already in use is shown with its server, as it can be called', () => {
    expect(shown(others)).toMatchObject({
      find_text: readingTools.find_text.description,
      'shop/find_text': 'find_text of shop',
      'files/find_text': 'find_text of files',
      echo: 'echo of shop',
      'web/echo': 'echo of web',
    });
  });

  test("F225: an overridden tool's name stands for the tool of the server that overrides it", () => {
    expect(shown(others, overrides)).toMatchObject({ find_text: 'find_text of shop', 'files/find_text': 'find_text of files' });
  });

  test('F225: a tool whose override is missing is not shown', () => {
    expect(shown(others, overrides)).not.toHaveProperty('navigate');
    expect(shown(others, overrides)).not.toHaveProperty('web/navigate');
  });

  test.each<[readonly string[], Readonly<Record<string, string>>]>([
    [['shop/echo'], { 'shop/echo': 'echo of shop' }],
    [['echo'], { echo: 'echo of shop' }],
    [['web/echo', 'click'], { 'web/echo': 'echo of web', click: actingTools.click.description }],
    [['echo', 'shop/echo'], { 'shop/echo': 'echo of shop' }],
    [[], {}],
  ])('F225: of allowed tools %j only those, under their allowed names', (allowed, wanted) => {
    expect(shown(others, {}, allowed)).toEqual(wanted);
  });

  test.each([
    ['nothing overridden', {}],
    ['some overridden', overrides],
  ])('F225: no name is shown twice: %s', (_, given) => {
    const names = offeredTools([...others, ...others, tool('shop', 'click')], given).map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });
});

describe('how the guard judges a server’s tool', () => {
  const guard: Guard = {
    origins: [],
    apps: [],
    rules: [...defaultGuardRules, { reason: 'clicks', functions: ['click_input'] }, { reason: 'is ours', functions: ['tally'] }],
    off: false,
  };

  test.each([
    ['named as one that launches: as that', tool('shop', 'launch_app'), { verdict: 'confirm', reason: 'opens an application' }],
    [
      'configured to act: as that, whatever it declares',
      tool('shop', 'click', { readOnly: true }),
      { verdict: 'confirm', reason: 'clicks' },
    ],
    ['named as one that looks: as it says itself', tool('shop', 'find_text', { readOnly: true }), { verdict: 'allow' }],
    ['of another name', tool('shop', 'tally'), { verdict: 'confirm', reason: 'is ours' }],
    [
      'LK14: of a name that says what it does',
      tool('shop', 'deleteOrder'),
      { verdict: 'confirm', reason: 'deletes something: the tool "deleteOrder"' },
    ],
    ['of another name, which changes nothing', tool('shop', 'order', { readOnly: true }), { verdict: 'allow' }],
  ])('%s', (_, one, verdict) => {
    expect(guardAction(guard, guardedOther(one, {}, lexicon))).toEqual(verdict);
  });
});
