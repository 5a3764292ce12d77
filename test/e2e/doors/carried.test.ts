// What a run carries over to its next execution is a second argument of its workflow, and nobody who starts one can write it.
import { expect, test } from '@jest/globals';
import type { WorkflowFailedError } from '@temporalio/client';
import { taskQueue } from '../../../src/workflows/messages.js';
import { assignThenFinish, click, memoryDevice, say } from '../../support/agent-harness.js';
import { useAgents } from '../../support/agents.js';

const world = useAgents();

const device = () =>
  memoryDevice({
    start: 'main',
    screens: { main: { title: 'Desk', controls: [{ role: 'button', name: 'Delete', on: { post: { url: world.ledger.url } } }] } },
  });

const guardOff = { guard: { origins: [], apps: [], rules: [], off: true } };
const approved = { people: { asked: 1, shown: 'RUNNING', reply: { type: 'confirmed', approved: true, note: '' } } };
const states: readonly (readonly [string, unknown])[] = [
  [
    'a state as it was before there were seals',
    { ...approved, resolved: guardOff, early: [], toChild: [], device: { readies: 0, performs: 0, nextEpoch: 1 } },
  ],
  ['a state with a seal of its own', { carried: { ...approved, frames: [], early: [] }, seal: 'nav1.k1.AAAA', by: 'x' }],
  ['half a state', { carried: { people: null }, seal: '', by: '' }],
  ['no state', null],
  ['a list', [[], guardOff]],
  ['a text', '{"guard":{"off":true}}'],
];

const inputs = {
  hostAgent: () => ({ request: 'delete it', device: device() }),
  appAgent: () => ({ subtask: 'delete it', device: device() }),
  flow: () => ({
    flow: { name: 'f', nodes: [{ id: 'd', name: 'd', node_type: { type: 'Click', target: 'Delete' } }], edges: [] },
    device: device(),
  }),
  explorer: () => ({ device: device() }),
  procedure: () => ({ definition: {} }),
} as const;

test.each(Object.keys(inputs) as (keyof typeof inputs)[])(
  '%s: a state from whoever starts it ends the run in one sentence, and nothing is pressed',
  async (type) => {
    const before = world.ledger.entries.length;
    for (const [what, state] of states) {
      const workflowId = world.harness.expect({ host: assignThenFinish, app: [click('Delete'), say('FINISH')] });
      const handle = await world.harness.client.workflow.start(type, { taskQueue, workflowId, args: [inputs[type](), state] });
      const failure = await handle.result().then(
        () => 'it did not fail',
        (error: WorkflowFailedError) => error.cause,
      );
      expect([what, failure]).toEqual([
        what,
        expect.objectContaining({ type: 'forged-state', message: expect.stringMatching(/start it with its input alone\.$/) }),
      ]);
      const { events } = await handle.fetchHistory();
      expect(events?.filter(({ activityTaskScheduledEventAttributes: scheduled }) => scheduled)).toEqual([]);
    }
    expect(world.ledger.entries).toHaveLength(before);
  },
);
