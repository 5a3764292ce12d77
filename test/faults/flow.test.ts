import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { WorkflowFailedError, type WorkflowHandle } from '@temporalio/client';
import { flowRunIn } from '../support/stores-in.js';
import type { FlowRun } from '../../src/domain/flow/recorded-flow.js';
import type { flow } from '../../src/workflows/index.js';
import { progressQuery, taskQueue, variablesQuery } from '../../src/workflows/messages.js';
import { startFaultHarness, threePresses, type FaultHarness, type FaultOptions } from '../support/fault-harness.js';
import { startPressPages, type PressPages, type PressTiming } from '../support/press-pages.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { until } from '../support/until.js';
import { sampled } from '../support/sampled.js';

let harness: FaultHarness;
let numbered = 0;

let pages: PressPages | undefined;

function onHosts(hosts: number, options: Partial<FaultOptions> = {}): void {
  beforeAll(async () => {
    harness = await startFaultHarness({ address: sharedServerAddress(), hosts, ...options });
    if (options.kind === 'web') pages = await startPressPages(harness.ledger.url);
  });
  afterAll(async () => {
    await harness?.close();
    await pages?.close();
    pages = undefined;
  });
}

/** Its buttons add one to the ledger, three times. */
function start(
  document: object,
  { silent = false, ...timing }: PressTiming & { readonly silent?: boolean } = {},
  flows = {},
): Promise<WorkflowHandle<typeof flow>> {
  numbered += 1;
  const device = pages
    ? { kind: 'web', url: pages.url(timing) }
    : { kind: 'stub', capabilities: { script: threePresses(harness.ledger.url, { ...timing, silent }) } };
  return harness.client.workflow.start<typeof flow>('flow', {
    taskQueue,
    workflowId: `flow-fault-${process.pid}-${numbered}`,
    args: [{ flow: document, flows, device }],
  });
}

function recordsOf({ workflowId }: { readonly workflowId: string }): Promise<FlowRun> {
  return flowRunIn(join(dirname(harness.home), 'shared'), workflowId);
}

const presses = (more: object = {}) => ({
  name: 'presses',
  nodes: [1, 2, 3].map((count) => ({ id: `p${count}`, name: `press ${count}`, node_type: { type: 'Click', target: 'Add' }, ...more })),
  edges: [
    { from: 'p1', to: 'p2' },
    { from: 'p2', to: 'p3' },
  ],
});

const failureOf = async (handle: WorkflowHandle<typeof flow>): Promise<string> => {
  const error: unknown = await handle.result().catch((thrown: unknown) => thrown);
  return error instanceof WorkflowFailedError ? (error.cause?.message ?? '') : `no failure: ${JSON.stringify(error)}`;
};

describe.each(sampled(['web', 'stub'] as const))('a flow on a device %s whose worker is killed by SIGKILL and started again', (kind) => {
  onHosts(1, { kind });

  test.each(sampled([1, 2]))(
    'X19: killed between two nodes (after node %i), it continues with the next, and every record is there',
    async (n) => {
      const before = harness.ledger.entries.length;
      const handle = await start(presses({ settle_ms: 1_500 }));
      await until(async () => harness.ledger.entries.length >= before + n, `effect ${n}`);
      // The node has succeeded, and the device settles: an earlier kill would be inside the node.
      await until(
        async () => ((await handle.query(variablesQuery))[`press_${n}.success`] === true ? true : undefined),
        `the end of node ${n}`,
      );
      await harness.restart('SIGKILL');
      expect(await handle.result()).toMatchObject({ outcome: 'completed', visits: 3 });
      expect(harness.ledger.entries.slice(before)).toEqual([{ press: 1 }, { press: 2 }, { press: 3 }]);
      const { visits, events } = await recordsOf(handle);
      expect(visits.map(({ node, status }) => `${node.name} ${status}`)).toEqual(['press 1 ok', 'press 2 ok', 'press 3 ok']);
      const seqs = [...events, ...visits.flatMap((visit) => visit.events)].map(({ seq }) => seq).sort((a, b) => a - b);
      expect(seqs).toEqual(seqs.map((_, index) => index + 1));
    },
  );

  test.each(sampled([1, 2, 3]))(
    'X16, X19: killed with its hand inside node %i after its effect, the outcome is unknown and nothing is repeated, with or without retries',
    async (n) => {
      const before = harness.ledger.entries.length;
      const handle = await start(presses({ retries: 3 }), { delayAfterMs: 2_000, silent: true });
      await until(async () => harness.ledger.entries.length >= before + n, `effect ${n}`);
      await harness.restartWithHands();
      expect(await failureOf(handle)).toMatch(new RegExp(`"press ${n}" \\(p${n}\\): outcome-unknown`));
      expect(harness.ledger.entries.slice(before)).toHaveLength(n);
      const { status, visits } = await recordsOf(handle);
      expect(status).toBe('failed');
      expect(visits.at(-1)).toMatchObject({ status: 'failed', attempts: 1 });
    },
  );

  test('X16: `retry_unknown` lets the author have it repeated', async () => {
    const before = harness.ledger.entries.length;
    const handle = await start(presses({ retries: 1, retry_unknown: true }), { first: { delayMs: 2_500 }, silent: true });
    const begun = await harness.begun();
    await until(async () => (await harness.begun()) > begun || harness.ledger.entries.length > before, 'an action that has begun');
    await harness.restartWithHands();
    await handle.result().catch(() => undefined);
    const [first] = (await recordsOf(handle)).visits;
    expect(first).toMatchObject({ attempts: 2 });
    expect(first?.events.filter(({ type }) => type === 'retry').map(({ payload }) => payload['code'])).toEqual(['outcome-unknown']);
  });
});

describe('a flow whose worker and device are killed while a person is asked', () => {
  const server = fileURLToPath(new URL('../support/odd-tool-server.mjs', import.meta.url));
  onHosts(1, {
    toolServers: { odd: { command: process.execPath, args: [server] } },
    step: (prompt) =>
      prompt.includes('click failed: device-reset')
        ? { text: 'told', tool_calls: [] }
        : { text: 'look', tool_calls: [{ name: 'click', arguments: '{"text":"Add"}' }] },
  });

  const press = (id: string) => ({ id, name: id, node_type: { type: 'Click', target: 'Add' } });
  const interrupted = (last: { readonly id: string; readonly name: string; readonly node_type: object }) => ({
    name: 'outer',
    nodes: [press('first'), { id: 'ask', name: 'ask', node_type: { type: 'Ask', question: 'Go on?' } }, last],
    edges: [
      { from: 'first', to: 'ask' },
      { from: 'ask', to: last.id },
    ],
  });

  async function interrupt(handle: WorkflowHandle<typeof flow>): Promise<void> {
    const { requestId } = await until(async () => (await handle.query(progressQuery)).request, 'a question');
    const mine = (await harness.devices()).find(({ ownerWorkflowId }) => ownerWorkflowId === handle.workflowId);
    process.kill(mine?.attachment.pid ?? 0, 'SIGKILL');
    await harness.restart('SIGKILL');
    await until(async () => ((await handle.query(progressQuery)).device?.epoch ?? 0) > 1, 'another device');
    await handle.signal('answer', { requestId, answers: ['yes'] });
  }

  test('F221: the nested flow that comes next is told that the device is another one', async () => {
    const before = harness.ledger.entries.length;
    const outer = interrupted({ id: 'inside', name: 'inside', node_type: { type: 'Flow', name: 'inside' } });
    const handle = await start(outer, {}, { inside: { name: 'inside', nodes: [press('again')], edges: [] } });
    await interrupt(handle);
    expect(await failureOf(handle)).toMatch(/"inside" \(inside\): child-failed: .*"again" \(again\): device-reset/);
    expect(harness.ledger.entries.slice(before)).toEqual([{ press: 1 }]);
  });

  test('F221: an AI step, which lists server tools first, is told at its first call', async () => {
    const before = harness.ledger.entries.length;
    const handle = await start(interrupted({ id: 'think', name: 'think', node_type: { type: 'AiStep', prompt: 'Add one' } }));
    await interrupt(handle);
    expect((await handle.result()).variables).toMatchObject({ 'think.result': 'told' });
    expect(harness.ledger.entries.slice(before)).toEqual([{ press: 1 }]);
  });
});

describe('a flow whose host never comes back', () => {
  onHosts(2);

  test('F244: another worker writes its records, so it ends as it would have', async () => {
    const document = {
      name: 'asks last',
      nodes: [
        { id: 'press', name: 'press', node_type: { type: 'Click', target: 'Add' } },
        { id: 'ask', name: 'ask', node_type: { type: 'Ask', question: 'Done?' } },
      ],
      edges: [{ from: 'press', to: 'ask' }],
    };
    const before = harness.ledger.entries.length;
    const handle = await start(document);
    const { requestId } = await until(async () => (await handle.query(progressQuery)).request, 'a question');
    await (await harness.holderOf(handle)).worker.kill('SIGKILL');
    await handle.signal('answer', { requestId, answers: ['yes'] });
    expect(await handle.result()).toMatchObject({ outcome: 'completed', visits: 2 });
    expect(harness.ledger.entries.slice(before)).toHaveLength(1);
    const { status, visits } = await recordsOf(handle);
    expect([status, visits.map(({ node }) => node.name)]).toEqual(['completed', ['press', 'ask']]);
  });
});
