// A compiled flow replayed on a page that has changed since: in a real browser, with a real server. What happened is counted by the page's server.
import { describe, expect, test } from '@jest/globals';
import { connect } from '../../src/client.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { chain, node, useBrowserFlows, type Node } from '../support/browser-flows.js';
import type { Brain, FlowRun, Situation } from '../support/agent-harness.js';

const board = {
  title: 'Board',
  headings: ['board'],
  controls: ['textbox new task', 'button add', 'button sort the board'],
  place: '/board',
};
const field = { role: 'textbox', name: 'New task', section: 'Board', id: 'new' };
const tickButton = { role: 'button', name: 'Tick off', row: ['{{var:task}}'], section: 'Board' };

const write = node('write', { type: 'Act', deed: { type: 'SetText', text: '{{var:new}}' }, target: field, screen: board });
const add = node('add', { type: 'Act', deed: { type: 'Click' }, target: { role: 'button', name: 'Add', section: 'Board' }, screen: board });
const remove = node('remove', { type: 'Act', deed: { type: 'Click' }, target: tickButton, screen: board, wait_ms: 2_000 });
const read = node('left', {
  type: 'Read',
  target: { role: 'text', name: '3 tasks left', digits_vary: true, section: 'Board' },
  after: ' tasks left',
});
const end = node('end', { type: 'Expect', screen: { ...board, texts: ['{{var:new}}'] } });

const form = [
  { name: 'task', default: 'Walk the dog' },
  { name: 'new', default: 'Sing' },
];

function flowOf(...nodes: readonly Node[]) {
  return (id: string): object => ({
    ...chain(...nodes.map((each) => ({ ...each, name: `${each.name} ${id}` }))),
    form,
    ...(nodes.includes(read) ? { result: `{{var:left_${id.replaceAll('-', '_')}.text}} are left` } : {}),
    compiled: { run: 'first', request: 'Add "Sing" and tick off "Walk the dog"' },
  });
}

describe('a compiled flow', () => {
  const { world, start, eventsDuring, recordsOf, failureOf } = useBrowserFlows();
  const at = (query: string): object => ({ device: { kind: 'web', url: `${world.pages.origin}/board${query}` } });
  const ended = async (run: FlowRun): Promise<unknown> => run.handle.result();
  const healTo = (kind: string, name: RegExp, more: object = {}): Brain => ({
    heal: [({ find }: Situation) => ({ label: find(kind, name)?.label ?? null, closes: false, because: 'it is that one', ...more })],
  });
  const healings = ({ id }: FlowRun): number =>
    world.harness.asked({ id } as never).filter(({ fields }) => fields.includes('closes')).length;

  test('RP3, RP4, RP5: it acts on the row of its variable, reads what stands there, and tells its result; no model is asked', async () => {
    const { value, events } = await eventsDuring(async () => {
      const run = await start(flowOf(write, add, remove, read, end), {}, at('?tasks=Read a book,Walk the dog,Buy milk'));
      return { run, result: await ended(run) };
    });
    expect(events).toEqual(['add Sing', 'tick Walk the dog']);
    expect(value.result).toMatchObject({ outcome: 'completed', text: '3 are left' });
    expect(healings(value.run)).toBe(0);
  });

  test('RP2: a variable may be given another value; one that could name a secret is refused before anything is opened', async () => {
    const { value, events } = await eventsDuring(async () => {
      const run = await start(flowOf(remove), {}, { ...at(''), variables: { task: 'Buy milk' } });
      return ended(run);
    });
    expect([events, value]).toMatchObject([['tick Buy milk'], { outcome: 'completed' }]);
    const run = await start(flowOf(write), {}, { ...at(''), variables: { new: '{{secret:PASSWORD}}' } });
    expect((await failureOf(run)).message).toContain("the variable 'new' holds '{{', which a value may not");
  });

  test('RP3: a field whose label has changed is known by its test id and its heading; by one of them alone it is not', async () => {
    const labelled = (more: object): Node =>
      node('write', {
        type: 'Act',
        deed: { type: 'SetText', text: 'Sing' },
        target: { role: 'textbox', name: 'New task', ...more },
        wait_ms: 500,
      });
    const done = await start(flowOf(labelled({ test_id: 'new-task', section: 'Board' })), {}, at('?label=To do'));
    expect(await ended(done)).toMatchObject({ outcome: 'completed' });
    const halted = await start(flowOf(labelled({ test_id: 'new-task' })), {}, { ...at('?label=To do'), heal: 'never' });
    expect((await failureOf(halted)).message).toContain('nothing else tells that it is the one');
  });

  test('RP4: a button that is disabled is waited for, and one that stays so halts; a press that does nothing is not taken for one', async () => {
    const { value, events } = await eventsDuring(async () => {
      const late = await start(flowOf(write, add), {}, at('?disabled=2500'));
      return ended(late);
    });
    expect([events, value]).toMatchObject([['add Sing'], { outcome: 'completed' }]);
    const never = await start(flowOf({ ...add, node_type: { ...add.node_type, wait_ms: 500 } }), {}, { ...at('?disabled'), heal: 'auto' });
    expect((await failureOf(never)).message).toContain('"Add" cannot be used on "Board" (/board): it is there, but disabled');
    expect(healings(never)).toBe(0);
  });

  test('RP1: an approval is the guard’s at every replay: a person is asked about the click itself, in its row', async () => {
    const { value, events } = await eventsDuring(async () => {
      const approved = node('remove', { type: 'Act', deed: { type: 'Click' }, target: { ...tickButton, name: 'Delete' }, screen: board });
      const run = await start(flowOf(approved), {}, at('?button=Delete'));
      const { requestId, actions } = (await run.asks('confirmation')) as { requestId: string; actions: readonly object[] };
      expect(actions).toMatchObject([{ function: 'click_input', args: { button: 'left' }, target: { role: 'button', name: 'Delete' } }]);
      expect(JSON.stringify(actions)).not.toContain('structure');
      await run.handle.executeUpdate('confirm', { args: [{ requestId, approved: true }] });
      return ended(run);
    });
    expect([events, value]).toMatchObject([['tick Walk the dog'], { outcome: 'completed' }]);
  });

  test.each([
    ['another screen', '?title=Calendar&tasks=Walk the dog', [], 'expected "Board" (/elsewhere), but it is "Calendar" (/board)'],
    ['no such row', '?tasks=Buy milk,Sleep', [], 'no row with a button there reads "Walk the dog"'],
    ['two such rows', '?tasks=Walk the dog,Walk the dog', [], 'several rows there read "Walk the dog"'],
    ['another name on it', '?button=Postpone', [], 'no button there has that name'],
  ] as const)('RP3, RP4: %s halts, says what is there, and sends nothing', async (_, query, happened, message) => {
    const renamed = {
      ...remove,
      node_type: { ...remove.node_type, screen: { ...board, place: '/elsewhere', controls: ['button other'] } },
    };
    const { value, events } = await eventsDuring(async () => {
      const run = await start(flowOf(query.includes('Calendar') ? renamed : remove), {}, { ...at(query), heal: 'never' });
      return failureOf(run);
    });
    expect(events).toEqual(happened);
    expect(value.message).toContain(message);
    expect(value.result).toMatchObject({ outcome: 'failed', unknownOutcomes: 0 });
  });

  test('RP10: a button that was renamed is found by one question, and a person sees it in a frame before it is pressed; the heal is proposed', async () => {
    const { value, events } = await eventsDuring(async () => {
      const run = await start(flowOf(remove), healTo('btn', /^Check off$/), { ...at('?button=Check off&tasks=Walk the dog'), heal: 'ask' });
      const { requestId, reason, screenshot } = (await run.asks('confirmation')) as {
        requestId: string;
        reason: string;
        screenshot?: string;
      };
      expect(reason).toContain('looks for "Tick off" of "Walk the dog"');
      expect(screenshot).toMatch(/^sha256:/);
      await run.handle.executeUpdate('confirm', { args: [{ requestId, approved: true, by: 'ann' }] });
      return { run, result: await ended(run) };
    });
    expect(events).toEqual(['tick Walk the dog']);
    expect(healings(value.run)).toBe(1);
    expect(value.result).toMatchObject({
      outcome: 'completed',
      heals: [{ kind: 'target', node: 'remove', by: 'ann', was: { name: 'Tick off' }, now: { name: 'Check off', row: ['{{var:task}}'] } }],
    });
    const { visits } = await recordsOf(value.run);
    expect(visits[0]?.events.map(({ type }) => type)).toContain('healed');
  });

  test('RP10: a control of another row, or of another kind, is not believed, and nothing is pressed', async () => {
    const { value, events } = await eventsDuring(async () => {
      const run = await start(flowOf(remove), healTo('btn', /^Sort the board$/), { ...at('?button=Check off'), heal: 'auto' });
      return failureOf(run);
    });
    expect(events).toEqual([]);
    expect(value.message).toContain('button "Sort the board" is not in the row with "Walk the dog"');
  });

  test('RP10: R7: a healer that lies sends what is harmless at most, and the screen that was to come of it is not there', async () => {
    const { value, events } = await eventsDuring(async () => {
      const renamed = {
        ...add,
        node_type: { ...add.node_type, target: { role: 'button', name: 'Put', section: 'Board' }, wait_ms: 2_000 },
      };
      const added = node('end', { type: 'Expect', screen: { ...board, texts: ['2 tasks left'] }, wait_ms: 1_000 });
      const run = await start(flowOf(write, renamed, added), healTo('btn', /^Sort the board$/), { ...at('?tasks=Buy milk'), heal: 'auto' });
      return failureOf(run);
    });
    expect(events).toEqual(['sort']);
    expect(value.result).toMatchObject({ outcome: 'failed' });
  });

  test('RP11: what comes in front is closed by the rule of the document, however late, and the node goes on', async () => {
    const known = (name: string, closedBy: string): object => ({
      name,
      close: { role: 'button', name: closedBy, section: name },
      texts: [name],
    });
    const interruptions = [known('Cookies', 'Got it'), known('Survey', 'No, thanks')];
    const { value, events } = await eventsDuring(async () => {
      const slow = { ...remove, node_type: { ...remove.node_type, screen: { ...board, texts: ['4 tasks left'] } } };
      const run = await start((id) => ({ ...flowOf(write, add, slow)(id), interruptions }), {}, at('?cover=Cookies'));
      return ended(run);
    });
    expect(events).toEqual(['close Cookies', 'add Sing', 'tick Walk the dog']);
    expect(value).toMatchObject({ outcome: 'completed' });
  });

  test('RP11: what nobody has seen before is learnt once, and proposed', async () => {
    const { value, events } = await eventsDuring(async () => {
      const run = await start(flowOf(remove), healTo('btn', /^Got it$/, { closes: true }), { ...at('?cover=Cookies'), heal: 'auto' });
      return ended(run);
    });
    expect(events).toEqual(['close Cookies', 'tick Walk the dog']);
    expect(value).toMatchObject({ heals: [{ kind: 'interruption', interruption: { name: 'Cookies', close: { name: 'Got it' } } }] });
  });

  test('RP11: at a login screen the flow that logs in runs, and the node goes on', async () => {
    const logIn = {
      name: 'log-in',
      nodes: [
        {
          id: 'go',
          name: 'go',
          node_type: { type: 'Act', deed: { type: 'Click' }, target: { role: 'button', name: 'Log in', section: 'Log in' } },
        },
      ],
    };
    const { value, events } = await eventsDuring(async () => {
      const run = await start((id) => ({ ...flowOf(remove)(id), log_in: 'log-in' }), {}, { ...at('?login'), flows: { 'log-in': logIn } });
      return ended(run);
    });
    expect(events).toEqual(['log in', 'tick Walk the dog']);
    expect(value).toMatchObject({ outcome: 'completed' });
  });

  test('RP12: an agent does the rest, and knows what was done; its words are the result', async () => {
    const agent: Brain = {
      app: [
        ({ find }: Situation) => ({
          Status: 'CONTINUE',
          Function: 'click_input',
          Args: {},
          ControlLabel: find('btn', /^Sort the board$/)?.label ?? '',
          ControlText: 'Sort the board',
        }),
        { Status: 'FINISH', Comment: 'done', Result: 'All is sorted' },
      ],
    };
    const { value, events } = await eventsDuring(async () => {
      const run = await start(
        (id) => ({ ...flowOf(write, add, remove)(id), compiled: { run: 'first', request: `Add "Sing" and delete (${id})` } }),
        agent,
        {
          ...at('?tasks=Buy milk'),
          heal: 'never',
          fallback: 'agent',
        },
      );
      const result = await ended(run);
      return { run, result, prompts: world.harness.asked({ id: run.id } as never).map(({ text }) => text) };
    });
    expect(events).toEqual(['add Sing', 'sort']);
    expect(value.result).toMatchObject({
      outcome: 'completed',
      fallback: `${value.run.id}/app-1`,
      text: expect.stringContaining('sorted') as unknown as string,
    });
    expect(value.prompts[0]).toContain('must not be done again');

    const steadyhand = await connect({ env: { TEMPORAL_ADDRESS: sharedServerAddress(), STEADYHAND_SHARED: world.harness.config.shared } });
    const { flow } = await steadyhand.compile(value.run.id).finally(() => steadyhand.close());
    expect(flow.compiled).toMatchObject({ run: 'first', version: 2 });
    expect(flow.compiled?.left_out).toEqual([expect.stringContaining('of the version before')]);
    const again = await eventsDuring(async () =>
      ended(await start(() => flow, {}, { ...at('?tasks=Buy milk'), variables: { new: 'Dance' } })),
    );
    expect([again.events, again.value]).toMatchObject([['add Dance', 'sort'], { outcome: 'completed' }]);
  });

  test('RP12: R7: an agent that says so on a half-done page is not believed: what the flow ends with is not there, and nothing is done twice', async () => {
    const liar: Brain = { app: [{ Status: 'FINISH', Comment: 'done', Result: 'Both are done' }] };
    const { value, events } = await eventsDuring(async () => {
      const gone = node('end', { type: 'Expect', screen: { ...board, texts: ['0 tasks left'] }, wait_ms: 1_000 });
      const run = await start(
        (id) => ({ ...flowOf(write, add, remove, gone)(id), compiled: { run: 'first', request: `Add "Sing" and delete (${id})` } }),
        liar,
        { ...at('?tasks=Buy milk'), heal: 'auto', fallback: 'agent' },
      );
      return { result: await ended(run), healings: healings(run) };
    });
    expect(events).toEqual(['add Sing']);
    expect(value).toMatchObject({
      result: {
        outcome: 'result-not-read',
        text: expect.stringContaining('Both are done') as unknown as string,
        message: expect.stringMatching(
          /says that all is done, but .*0 tasks left.*look there before you run it again/,
        ) as unknown as string,
      },
      healings: 0,
    });
  });
});
