import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { flowRunIn } from '../support/stores-in.js';
import { join } from 'node:path';
import type { FlowResult } from '../../src/workflows/flow/flow-result.js';
import { memoryDevice, startHarness, type Harness } from '../support/agent-harness.js';
import { startPageServer } from '../support/page-server.js';
import { startDevServer } from '../support/temporal-server.js';
import { useAgents } from '../support/agents.js';
import { until } from '../support/until.js';

/** On a server of its own that suggests continue-as-new after so many events. */
async function inParts(suggestContinueAsNewAt: number, work: (harness: Harness) => Promise<void>): Promise<void> {
  const server = await startDevServer({ suggestContinueAsNewAt });
  try {
    const harness = await startHarness({ address: server.address, config: { kinds: ['memory', 'web'] } });
    await work(harness).finally(() => harness.close());
  } finally {
    await server.stop();
  }
}

// Run once, not replayed: this is about a split history, and each part replays as every other flow does.
describe('a long flow', () => {
  const world = useAgents();

  test('X18: 2,000 visits in a real browser continue as new and end with the same variables and every record', async () => {
    const rounds = 50;
    const ifs = Array.from({ length: 37 }, (_, index) => `if${index}`);
    const nodesARound = ['loop', 'a', ...ifs, 'end'].length;
    const never = {
      left: { type: 'Variable', name: 'a.success' },
      operator: 'Equals',
      right: { type: 'Literal', value: { type: 'Bool', value: false } },
    };
    const document = {
      name: 'long',
      nodes: [
        { id: 'seen', name: 'seen', node_type: { type: 'FindText', search_text: '3 left' } },
        { id: 'loop', name: 'loop', node_type: { type: 'Loop', exit_condition: never, max_iterations: rounds } },
        { id: 'a', name: 'a', node_type: { type: 'Click', target: 'Ring the bell' } },
        ...ifs.map((id) => ({ id, name: id, node_type: { type: 'If', condition: never } })),
        { id: 'end', name: 'end', node_type: { type: 'EndLoop', loop_id: 'loop' } },
      ],
      edges: [
        { from: 'seen', to: 'loop' },
        { from: 'loop', to: 'a', output: { type: 'LoopBody' } },
        { from: 'a', to: 'if0' },
        ...ifs.flatMap((id, index) => ['IfTrue', 'IfFalse'].map((type) => ({ from: id, to: ifs[index + 1] ?? 'end', output: { type } }))),
        { from: 'end', to: 'loop' },
      ],
    };
    const pages = await startPageServer();
    await inParts(300, async (harness) => {
      const variables = { given: ['as', 'it', 'was'] };
      const run = await harness.flow(() => document, {
        device: { kind: 'web', url: `${pages.origin}/flow` },
        variables,
        budget: { maxSteps: 10_000 },
        settings: { maxStep: 10_000 },
      });
      const result = await run.handle.result();
      expect(result).toMatchObject({ outcome: 'completed', visits: nodesARound * rounds + 2 });
      // What was found before the first part ended is still there after the last.
      expect(result.variables).toMatchObject({
        ...variables,
        'seen.found': true,
        'seen.text': '3 left',
        'seen.count': 1,
        'a.success': true,
      });
      expect(pages.events).toEqual(Array.from({ length: rounds }, () => 'bell'));
      const { raw } = await harness.client.workflow.getHandle(run.id).describe();
      expect(raw.workflowExecutionInfo?.firstRunId).not.toBe(raw.workflowExecutionInfo?.execution?.runId);
      const records = await flowRunIn(harness.config.shared, result.records.id);
      expect(records.visits).toHaveLength(rounds + 1);
      const seqs = [...records.events, ...records.visits.flatMap(({ events }) => events)].map(({ seq }) => seq);
      expect(seqs.sort((a, b) => a - b)).toEqual(seqs.map((_, index) => index + 1));
      expect(records.visits.every(({ status }) => status === 'ok')).toBe(true);
    }).finally(() => pages.close());
  });

  test('F243: an approval that is awaited across parts is requested again if another control is there now', async () => {
    const { url } = world.ledger;
    const pay = (sum: number) => ({ role: 'button', name: `Pay ${sum}`, on: { post: { url, body: { sum } } } });
    const device = memoryDevice({
      start: 'small',
      screens: {
        small: { title: 'Small', controls: [pay(9), { role: 'button', name: 'Next', on: { goto: 'large' } }] },
        large: { title: 'Large', controls: [pay(900)] },
      },
    });
    const before = world.ledger.entries.length;
    // Asking takes 50 events: the first part always asks, and only the messages below make it long enough to go on.
    await inParts(80, async (harness) => {
      const buy = { id: 'buy', name: 'buy', node_type: { type: 'Click', target: 'Pay' } };
      const run = await harness.flow(() => ({ name: 'buys', nodes: [buy], edges: [] }), { device });
      const first = await run.asks('confirmation');
      expect(first).toMatchObject({ actions: [{ target: { name: 'Pay 9' } }] });
      const chain = harness.client.workflow.getHandle(run.id);
      const asked = await chain.describe();
      await harness.press('Next');
      const second = await until(async () => {
        await chain.signal('answer', { requestId: 'nobody', answers: ['x'] });
        const { request } = await run.progress();
        return request !== undefined && request.requestId !== first.requestId ? request : undefined;
      }, 'another request');
      expect((await chain.describe()).runId).not.toBe(asked.runId);
      expect(second).toMatchObject({ actions: [{ target: { name: 'Pay 900' } }] });
      await chain.signal('confirm', { requestId: first.requestId, approved: true });
      await chain.signal('confirm', { requestId: second.requestId, approved: false });
      await expect(run.handle.result()).rejects.toMatchObject({ cause: { message: expect.stringContaining('did not approve') } });
      expect(world.ledger.entries.slice(before)).toEqual([]);
    });
  });

  test('F228: a run that holds too much to continue fails, with a verdict for everything that was observed', async () => {
    const never = { left: { type: 'Variable', name: 'a.success' }, operator: 'Equals' };
    const exit = { ...never, right: { type: 'Literal', value: { type: 'Bool', value: false } } };
    const there = { name: 'is there', check_type: 'TextPresent', params: { text: `Add${' '.repeat(60_000)}` }, on_fail: 'WarnOnly' };
    const document = {
      name: 'full',
      nodes: [
        { id: 'loop', name: 'loop', node_type: { type: 'Loop', exit_condition: exit, max_iterations: 100 } },
        { id: 'a', name: 'a', node_type: { type: 'Click', target: 'Add' }, checks: [there] },
        { id: 'end', name: 'end', node_type: { type: 'EndLoop', loop_id: 'loop' } },
      ],
      edges: [
        { from: 'loop', to: 'a', output: { type: 'LoopBody' } },
        { from: 'a', to: 'end' },
        { from: 'end', to: 'loop' },
      ],
    };
    const device = memoryDevice({ start: 'main', screens: { main: { title: 'Counter', controls: [{ role: 'button', name: 'Add' }] } } });
    await inParts(200, async (harness) => {
      const run = await harness.flow(() => document, { device });
      const failure = await run.handle.result().then(
        () => undefined,
        (error: unknown) => (error as { readonly cause: { readonly message: string; readonly details: readonly FlowResult[] } }).cause,
      );
      expect(failure?.message).toMatch(/^after \d+ visits the run holds 1\.\d MB.*\(checks 1\.\d MB, variables 0\.0 MB/);
      const [result] = failure?.details ?? [];
      expect(result?.checks.length).toBeGreaterThan(20);
      expect(result?.checks).toHaveLength(result?.steps ?? 0);
    });
  });

  test('records that cannot be written fail the run, which says where and why', async () => {
    const runs = join(world.harness.config.shared, 'runs');
    await mkdir(runs, { recursive: true });
    const press = { id: 'a', name: 'a', node_type: { type: 'Click', target: 'Add' } };
    const device = memoryDevice({ start: 'main', screens: { main: { title: 'Main', controls: [{ role: 'button', name: 'Add' }] } } });
    const document = (id: string): object => {
      writeFileSync(join(runs, id), 'no folder');
      return { name: 'blocked', nodes: [press], edges: [] };
    };
    const run = await world.harness.flow(document, { device });
    await expect(run.handle.result()).rejects.toMatchObject({
      cause: { type: 'records-unavailable', message: expect.stringContaining(join(runs, run.id)) },
    });
    expect(world.harness.openDevices()).toBe(0);
  });
});
