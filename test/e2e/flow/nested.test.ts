// Flows that run other flows and agents on one device: what they receive and what they return.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { flow } from '../../../src/workflows/index.js';
import { progressQuery, taskQueue } from '../../../src/workflows/messages.js';
import { click, memoryDevice, say, type FlowRun } from '../../support/agent-harness.js';
import { useAgents } from '../../support/agents.js';
import { commandLine } from '../../support/command-line.js';
import { sharedServerAddress } from '../../support/temporal-server.js';
import { until } from '../../support/until.js';

interface Node {
  readonly id: string;
  readonly name: string;
  readonly node_type: object;
}

const node = (id: string, node_type: object, more: object = {}): Node => ({ id, name: id, node_type, ...more });
const press = (id: string, target: string, more: object = {}): Node => node(id, { type: 'Click', target }, more);
const call = (id: string, name: string, more: object = {}): Node => node(id, { type: 'Flow', name }, more);
const chain = (...nodes: readonly Node[]) => ({
  name: 'chain',
  nodes,
  edges: nodes.slice(1).map(({ id }, index) => ({ from: nodes[index]?.id, to: id })),
});

describe('nested flows', () => {
  const world = useAgents();

  const desk = () => {
    const { url } = world.ledger;
    const controls = ['Add', 'Take'].map((name) => ({ role: 'button', name, on: { post: { url, body: { name } } } }));
    return memoryDevice({ start: 'main', screens: { main: { title: 'Desk', controls } } });
  };

  const start = (document: object, flows: object, more: object = {}): Promise<FlowRun> =>
    world.harness.flow(() => document, { flows, device: desk(), ...more });

  const pressedDuring = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
    const before = world.ledger.entries.length;
    await work();
    return world.ledger.entries.slice(before).map((entry) => (entry as { readonly name: string }).name);
  };

  const failureOf = (run: FlowRun): Promise<string> =>
    run.handle.result().then(
      () => 'it did not fail',
      (error: Error) => (error.cause as Error).message,
    );

  const sessionsOf = async ({ id }: FlowRun): Promise<number> => {
    const sessions = world.harness.client.workflow.list({ query: `WorkflowId = '${id}/device-1'` });
    let count = 0;
    for await (const _ of sessions) count += 1;
    return count;
  };

  test("F219: a nested flow works on its parent's device, and its variables and outcome are available to conditions", async () => {
    const inner = chain(press('take', 'Take'), node('look', { type: 'FindText', search_text: 'Add' }));
    const found = {
      left: { type: 'Variable', name: 'get.look.count' },
      operator: 'Equals',
      right: { type: 'Literal', value: { type: 'Number', value: 1 } },
    };
    const outer = {
      name: 'outer',
      nodes: [
        press('first', 'Add'),
        call('get', 'inner'),
        node('there?', { type: 'If', condition: found }),
        press('yes', 'Add'),
        press('no', 'Take'),
      ],
      edges: [
        { from: 'first', to: 'get' },
        { from: 'get', to: 'there?' },
        { from: 'there?', to: 'yes', output: { type: 'IfTrue' } },
        { from: 'there?', to: 'no', output: { type: 'IfFalse' } },
      ],
    };
    let run: FlowRun | undefined;
    const pressed = await pressedDuring(async () => {
      run = await start(outer, { inner });
      expect(await run.handle.result()).toMatchObject({
        outcome: 'completed',
        visited: ['first', 'get', 'there?', 'yes'],
        variables: { 'get.outcome': 'completed', 'get.verdict': 'none', 'get.look.found': true, 'get.success': true },
        steps: 4,
      });
    });
    expect(pressed).toEqual(['Add', 'Take', 'Add']);
    if (!run) throw new Error('no run');
    expect(await sessionsOf(run)).toBe(1);
    // It is a frame of the same workflow.
    await expect(world.harness.client.workflow.getHandle(`${run.id}/flow-1`).describe()).rejects.toThrow(/not found/);
  });

  test('F220: an agent two flows down is asked for at the top, under its own name', async () => {
    const id = world.harness.expect({
      app: [say('PENDING', { Questions: ['Which?'] }), click('Take'), say('FINISH', { Result: 'taken' })],
    });
    const middle = chain(press('before', 'Add'), call('deep', 'deep'));
    const deep = chain(node('agent', { type: 'AgentTask', request: `Take it (${id})` }));
    const pressed = await pressedDuring(async () => {
      const handle = await world.harness.client.workflow.start<typeof flow>('flow', {
        taskQueue,
        workflowId: id,
        args: [{ flow: chain(call('middle', 'middle'), press('last', 'Add')), flows: { middle, deep }, device: desk() }],
      });
      const { request, asker } = await until(async () => {
        const progress = await handle.query(progressQuery);
        return progress.request && progress;
      }, 'a question');
      expect(asker).toBe(id);
      expect(request).toMatchObject({ requestId: expect.stringMatching(/^flow-1\/flow-1\/app-1\.q1-/), questions: ['Which?'] });
      const answer = { requestId: request?.requestId ?? '', answers: ['this'] };
      await handle.executeUpdate('answer', { args: [answer] });
      expect(await handle.result()).toMatchObject({
        outcome: 'completed',
        variables: { 'middle.deep.agent.text': 'taken', 'middle.deep.outcome': 'completed' },
      });
      expect((await handle.query(progressQuery)).request).toBeUndefined();
    });
    expect(pressed).toEqual(['Add', 'Take', 'Add']);
  });

  test('F220: a request of a flow inside goes with it', async () => {
    const run = await start(chain(call('middle', 'middle', { retries: 1 })), {
      middle: chain(call('deep', 'deep')),
      deep: chain(node('ask', { type: 'Ask', question: 'Well?' }, { timeout_ms: 1_500 })),
    });
    const { requestId } = await run.asks('question');
    expect(requestId).toMatch(/^flow-1\/flow-1\.q1-/);
    const again = await until(async () => {
      const { request } = await run.progress();
      return request === undefined || request.requestId === requestId ? undefined : request;
    }, 'another question');
    expect(again.requestId).toMatch(/^flow-2\/flow-1\.q2-/);
    await run.handle.signal('answer', { requestId: again.requestId, answers: ['well'] });
    expect(await run.handle.result()).toMatchObject({ outcome: 'completed', variables: { 'middle.deep.ask.answer': 'well' } });
  });

  test('F221: while a person thinks for long, the owning flow releases the device and reopens it at the answer', async () => {
    const inner = chain(press('take', 'Take'), node('ask', { type: 'Ask', confirmation: 'Go on?' }), press('again', 'Take'));
    const pressed = await pressedDuring(async () => {
      const run = await start(
        chain(press('first', 'Add'), call('inner', 'inner'), press('last', 'Add')),
        { inner },
        { settings: { releaseDeviceAfter: 500 } },
      );
      const { requestId } = await run.asks('confirmation');
      await until(async () => world.harness.openDevices() === 0, 'the device is closed');
      await run.handle.signal('confirm', { requestId, approved: true });
      expect(await run.handle.result()).toMatchObject({ outcome: 'completed', variables: { 'inner.ask.approved': true } });
    });
    expect(pressed).toEqual(['Add', 'Take', 'Take', 'Add']);
  });

  test('F222: a failure inside is the node’s, with the same message; retries run the flow anew', async () => {
    const inner = chain(press('take', 'Take'), press('gone', 'Nowhere'));
    const pressed = await pressedDuring(async () => {
      const run = await start(chain(call('inner', 'inner', { retries: 1 })), { inner });
      expect(await failureOf(run)).toMatch(/"inner" \(inner\): child-failed: the flow ended with failed: "gone" \(gone\): /);
    });
    expect(pressed).toEqual(['Take', 'Take']);
  });

  test('F222: failed checks inside fail the node', async () => {
    const checks = [{ name: 'there', check_type: 'TextPresent', params: { text: 'Elsewhere' } }];
    const run = await start(chain(call('inner', 'inner')), { inner: chain(press('take', 'Take', { checks })) });
    expect(await failureOf(run)).toMatch(/its checks failed/);
  });

  test.each([
    [1, 'is told there, and the flow above goes on where that one has been', ['Add', 'Take', 'Take', 'Add']],
    [0, 'fails a node that is not made again', ['Add', 'Take']],
  ])('F221: a device lost inside (%i retries) %s', async (retries, _what, wanted) => {
    const inner = chain(press('take', 'Take'), node('ask', { type: 'Ask', question: 'Well?' }), press('again', 'Take', { retries }));
    const pressed = await pressedDuring(async () => {
      const run = await start(chain(press('first', 'Add'), call('inner', 'inner'), press('last', 'Add')), { inner });
      const { requestId } = await run.asks('question');
      world.harness.loseDevice();
      await run.handle.signal('answer', { requestId, answers: ['go'] });
      if (retries > 0) expect(await run.handle.result()).toMatchObject({ outcome: 'completed' });
      else expect(await failureOf(run)).toMatch(/"again" \(again\): device-reset: /);
    });
    expect(pressed).toEqual(wanted);
  });

  test('F221: a device that the parent lost is reported to the nested flow at its next use', async () => {
    const outer = chain(press('first', 'Add'), node('ask', { type: 'Ask', question: 'Well?' }), call('inner', 'inner'));
    const pressed = await pressedDuring(async () => {
      const run = await start(outer, { inner: chain(press('take', 'Take')) });
      const { requestId } = await run.asks('question');
      world.harness.loseDevice();
      await run.handle.signal('answer', { requestId, answers: ['go'] });
      expect(await failureOf(run)).toMatch(/"take" \(take\): device-reset: /);
    });
    expect(pressed).toEqual(['Add']);
  });

  test('F222: there is one budget: what nested flows used is gone', async () => {
    const pressed = await pressedDuring(async () => {
      const run = await start(
        chain(press('a', 'Add'), call('inner', 'inner'), press('b', 'Add')),
        { inner: chain(press('c', 'Take'), press('d', 'Take')) },
        { budget: { maxSteps: 2 } },
      );
      expect(await run.handle.result()).toMatchObject({ outcome: 'step-limit', steps: 2 });
    });
    expect(pressed).toEqual(['Add', 'Take']);
  });

  test('F223: cancelling stops nested flows and closes the device', async () => {
    const run = await start(chain(call('inner', 'inner')), {
      inner: chain(press('take', 'Take'), node('ask', { type: 'Ask', question: 'Well?' })),
    });
    await run.asks('question');
    await run.handle.cancel();
    await expect(run.handle.result()).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });
    await until(async () => world.harness.openDevices() === 0, 'the device is closed');
  });

  test.each([
    ['is not there', { other: chain(press('x', 'Add')) }, /"call" \(call\): it runs the flow 'inner', which is not there: .*given: other/],
    [
      'calls itself',
      { inner: chain(call('again', 'inner')) },
      /flow 'inner': "again" \(again\): it runs the flow 'inner', which would run inside itself: inner → inner/,
    ],
    ['is wrong', { inner: chain(node('x', { type: 'Hover' })) }, /flow 'inner': "x" \(x\): .*Hover/],
  ])('F224: a flow that %s is refused at the start', async (_what, flows, message) => {
    const run = await start(chain(call('call', 'inner')), flows);
    expect(await failureOf(run)).toMatch(message);
  });

  test('F224: nested flows that are not valid documents are refused at the start', async () => {
    const handle = await world.harness.client.workflow.start('flow', {
      taskQueue,
      workflowId: world.harness.expect({}),
      args: [{ flow: chain(press('x', 'Add')), flows: { inner: 'elsewhere' }, device: desk() }],
    });
    await expect(handle.result()).rejects.toMatchObject({
      cause: { type: 'invalid-input', message: expect.stringContaining('input.flows.inner') },
    });
  });

  test('F224, F229: on the command line nested flows are the files beside it; the list does not show them as runs', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'steadyhand-nested-'));
    try {
      const write = (name: string, value: object) => writeFile(join(folder, name), JSON.stringify(value));
      await write('outer.flow.json', chain(press('first', 'Add'), call('get', 'inner')));
      await write('input.json', { device: desk() });
      const steadyhand = commandLine({
        address: sharedServerAddress(),
        folder,
        env: { STEADYHAND_SHARED: world.harness.config.shared, STEADYHAND_KINDS: 'memory' },
      });
      const missing = await steadyhand('flow', 'validate', 'outer.flow.json');
      expect(missing).toMatchObject({
        code: 1,
        stdout: expect.stringMatching(/"get" \(get\): it runs the flow 'inner', which is not there: .*inner\.flow\.json/),
      });
      await write('inner.flow.json', chain(press('take', 'Take')));
      expect(await steadyhand('flow', 'validate', 'outer.flow.json')).toMatchObject({ code: 0, stdout: expect.stringContaining('ok') });
      const id = world.harness.expect({});
      const run = await steadyhand('flow', 'run', 'outer.flow.json', '--input', 'input.json', '--id', id, '--follow', '--json');
      expect(run).toMatchObject({ code: 0 });
      expect(JSON.parse(run.stdout)).toMatchObject({ outcome: 'completed', result: { variables: { 'get.outcome': 'completed' } } });
      const { stdout: shown } = await steadyhand('flow', 'show', id);
      expect(shown).toContain(`As ${id}/flow-1: \`flow show ${id}/flow-1\``);
      const { stdout: inner } = await steadyhand('flow', 'show', `${id}/flow-1`);
      expect(inner).toMatch(/^take 1 .* ok/m);
      expect(inner).not.toContain(`As ${id}/flow-1`);
      expect((await steadyhand('show', `${id}/flow-1`)).stdout).toContain(`flow show ${id}/flow-1`);
      const listed = await until(async () => {
        const { stdout } = await steadyhand('list', '--json');
        return stdout.includes(id) ? stdout : undefined;
      }, 'the run in the list');
      expect(listed).not.toContain(`${id}/flow-1`);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
