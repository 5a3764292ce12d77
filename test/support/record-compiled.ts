// Replays of compiled flows and their histories, for test/replay/: what is asked, read, healed and closed; a login, and an agent that does the rest.
import { assignThenFinish, click, memoryDevice, say, startHarness, type FlowRun, type Harness, type Situation } from './agent-harness.js';
import type { Recorded } from './record-histories.js';

const heading = { role: 'heading', name: 'Board' };
const board = (...more: readonly { readonly role: string; readonly name: string; readonly value?: string; readonly on?: object }[]) => ({
  title: 'Board',
  controls: [heading, { role: 'textbox', name: 'New task' }, ...more],
});
const device = memoryDevice({
  start: 'board',
  screens: {
    board: board({ role: 'button', name: 'Add', on: { goto: 'covered' } }),
    covered: board(
      { role: 'button', name: 'Check off' },
      { role: 'dialog', name: 'Cookies' },
      { role: 'button', name: 'Got it', on: { goto: 'added' } },
    ),
    added: board({ role: 'button', name: 'Check off', on: { goto: 'done' } }, { role: 'status', name: '3 tasks left' }),
    done: board({ role: 'button', name: 'Sort' }, { role: 'status', name: '2 tasks left' }),
    login: {
      title: 'Log in',
      controls: [
        { role: 'heading', name: 'Log in' },
        { role: 'password', name: 'Password' },
        { role: 'button', name: 'Log in', on: { goto: 'board' } },
      ],
    },
  },
});

const screen = { title: 'Board', headings: ['board'] };
const button = (name: string): object => ({ role: 'button', name, section: 'Board' });
const press = (id: string, name: string): object => ({
  id,
  name: id,
  node_type: { type: 'Act', deed: { type: 'Click' }, target: button(name), screen, wait_ms: 300 },
});
const ask = { id: 'ask', name: 'ask', node_type: { type: 'Ask', question: 'What is new?' } };
const write = {
  id: 'write',
  name: 'write',
  node_type: {
    type: 'Act',
    deed: { type: 'SetText', text: '{{var:ask.answer}}' },
    target: { role: 'textbox', name: 'New task', section: 'Board' },
    screen,
  },
};
const read = {
  id: 'left',
  name: 'left',
  node_type: { type: 'Read', target: { role: 'status', name: '2 tasks left', digits_vary: true, section: 'Board' }, after: ' tasks left' },
};
const end = { id: 'end', name: 'end', node_type: { type: 'Expect', screen } };

function compiled(id: string, nodes: readonly object[], more: object = {}): object {
  const ids = nodes.map((node) => (node as { readonly id: string }).id);
  return {
    ...{ name: `board ${id}`, nodes, edges: ids.slice(1).map((to, index) => ({ from: ids[index], to })) },
    compiled: { run: 'agent-1', request: `Add a task and check it off (${id})` },
    ...more,
  };
}

export async function recordCompiled(address: string): Promise<readonly Recorded[]> {
  const harness = await startHarness({ address });
  try {
    return [...(await healed(harness)), ...(await finished(harness))];
  } finally {
    await harness.close();
  }
}

/** `Check off` was recorded as `Tick off`; the cookies are known. */
async function healed(harness: Harness): Promise<readonly Recorded[]> {
  const cookies = { name: 'Cookies', close: { role: 'button', name: 'Got it', section: 'Cookies' }, texts: ['Cookies'] };
  const tick = (id: string): object => ({ ...press('tick', 'Tick off'), name: `tick ${id}` });
  const flow = await harness.flow(
    (id) =>
      compiled(id, [ask, write, press('add', 'Add'), tick(id), read, end], {
        interruptions: [cookies],
        result: '{{var:left.text}} are left',
      }),
    { device, heal: 'ask' },
    { heal: [({ find }: Situation) => ({ label: find('btn', /^Check off$/)?.label ?? null, closes: false, because: 'the same' })] },
  );
  await flow.handle.executeUpdate('answer', { args: [{ requestId: (await flow.asks('question')).requestId, answers: ['Sing'] }] });
  await flow.handle.executeUpdate('confirm', { args: [{ requestId: (await flow.asks('confirmation')).requestId, approved: true }] });
  const result = await flow.handle.result();
  if (result.outcome !== 'completed' || result.heals?.length !== 1) throw new Error(`it was to be healed: ${JSON.stringify(result)}`);
  return [await recordedOf(harness, 'flow-healed', flow.id)];
}

/** A login screen first; then a button that is nowhere, so that an agent does the rest. */
async function finished(harness: Harness): Promise<readonly Recorded[]> {
  const logIn = {
    name: 'log-in',
    nodes: [
      {
        ...press('go', 'Log in'),
        node_type: { type: 'Act', deed: { type: 'Click' }, target: { role: 'button', name: 'Log in', section: 'Log in' } },
      },
    ],
  };
  const { script } = device.capabilities;
  const flow: FlowRun = await harness.flow(
    (id) => compiled(id, [press('add', 'Add'), press('archive', 'Move away')], { log_in: 'log-in' }),
    {
      device: memoryDevice({ ...script, start: 'login' }),
      ...{ heal: 'never', fallback: 'agent', flows: { 'log-in': logIn } },
    },
    { host: assignThenFinish, app: [click('Got it'), click('Check off'), say('FINISH', { Result: 'It is checked off.' })] },
  );
  const result = await flow.handle.result();
  if (result.outcome !== 'completed' || result.fallback === undefined) throw new Error(`an agent was to finish: ${JSON.stringify(result)}`);
  return [await recordedOf(harness, 'flow-finished-by-agent', flow.id)];
}

async function recordedOf({ client }: Harness, name: string, workflowId: string): Promise<Recorded> {
  return { name, workflowId, history: await client.workflow.getHandle(workflowId).fetchHistory() };
}
