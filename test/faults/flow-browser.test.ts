// Checks, AI steps, approvals and retries of flows on a real browser and a real server; effects are counted by the page's server.
import { describe, expect, test } from '@jest/globals';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { variablesQuery } from '../../src/workflows/messages.js';
import { ai, call, chain, click, edge, find, node, textsIn, useBrowserFlows, when } from '../support/browser-flows.js';
import type { Brain } from '../support/agent-harness.js';
import { until } from '../support/until.js';

describe('flows in a real browser', () => {
  const { world, start, eventsDuring, recordsOf, failureOf } = useBrowserFlows();

  test('F246: a button that appears after nine seconds is found by a node that says so', async () => {
    const late = { ...click('late', 'Ring late'), retries: 6, retry_delay_ms: 1_000, retry_factor: 1.5 };
    const device = { kind: 'web', url: `${world.pages.origin}/flow?late` };
    const { value: run, events } = await eventsDuring(async () => {
      const started = await start(() => chain(late), { choice: Array.from({ length: 7 }, () => ({ name: null })) }, { device });
      expect(await started.handle.result()).toMatchObject({ outcome: 'completed' });
      return started;
    });
    expect(events).toEqual(['late']);
    const [visit] = (await recordsOf(run)).visits;
    expect(visit?.events.filter(({ type }) => type === 'retry').map(({ payload }) => payload['pause_ms'])).toEqual(
      [1_000, 1_500, 2_250, 3_375, 5_063, 7_594].slice(0, (visit?.attempts ?? 0) - 1),
    );
    // How many looks fit into nine seconds is the machine's affair.
    expect(visit?.attempts).toBeGreaterThan(1);
  });

  test('HE44: a password that the model of an AI step types reaches the page, and stands in no history, record, reply or prompt; other texts do', async () => {
    const password = 'made-up-by-the-model';
    const step = [
      { text: 'name first', tool_calls: [call('click', { text: 'Name' })] },
      { text: 'my name', tool_calls: [call('type_text', { text: 'Ada Lovelace' })] },
      { text: 'now the password', tool_calls: [call('click', { text: 'Password' })] },
      { text: `I choose ${password}`, tool_calls: [call('type_text', { text: password })] },
      { text: 'two more', tool_calls: [...'Z9'].map((key) => call('press_key', { key })) },
      { text: `that was ${password}`, tool_calls: [call('click', { text: 'Go on' })] },
      { text: JSON.stringify({ used: password }), tool_calls: [] },
    ];
    const { value, events } = await eventsDuring(async () => {
      const run = await start(
        (id) => chain(ai(`Sign in (${id})`)),
        { step },
        { device: { kind: 'web', url: `${world.pages.origin}/sign-in` } },
      );
      return { run, result: await run.handle.result() };
    });
    expect(events).toEqual([`Ada Lovelace: ${password}Z9`]);
    expect(value.result).toMatchObject({ outcome: 'completed', variables: { 'think.used': '•••' } });
    const history = textsIn(await value.run.handle.fetchHistory());
    const records = JSON.stringify(await recordsOf(value.run));
    for (const text of [history, records]) {
      expect(text).toContain('Ada Lovelace');
      expect(text).not.toContain(password);
      expect(text).not.toMatch(/key\W{1,9}[Z9]\b/);
    }
    expect(records).not.toContain('{{sealed:');
    const files = await readdir(world.harness.config.shared, { recursive: true, withFileTypes: true });
    for (const file of files.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name)))
      expect([file, (await readFile(file)).includes(password)]).toEqual([file, false]);
  });

  test('X10, X12: when retries are exhausted the run fails and names what is there, and earlier checks are still judged', async () => {
    const checked = { ...find('look', 'Shelf'), checks: [{ name: 'shelf', check_type: 'TextPresent', params: { text: 'Shelf' } }] };
    const run = await start((id) => chain(checked, { ...click('gone', `Cellar ${id}`), retries: 1 }), { choice: [{ name: null }] });
    const { message, result } = await failureOf(run);
    expect(message).toMatch(/"gone" \(gone\): target-not-found: .*Take one.*Ring the bell/);
    expect(result).toMatchObject({ outcome: 'failed', verdict: 'passed', checks: [{ check: 'shelf', result: 'passed' }] });
  });

  test('X11: for a target that is not there, the model chooses among what is, and the choice is remembered', async () => {
    const { value, events } = await eventsDuring(async () => {
      const run = await start((id) => chain(click('first', `Gong ${id}`), click('second', `Gong ${id}`)), {
        choice: [{ name: 'Ring the bell' }],
      });
      return { result: await run.handle.result(), asked: world.harness.asked({ ...run, request: '' } as never) };
    });
    expect(events).toEqual(['bell', 'bell']);
    expect(value.asked).toHaveLength(1);
    expect(value.result.usage.modelCalls).toBe(1);
  });

  test('X13: an AI step calls two tools, then reports its result', async () => {
    const step = [
      { text: 'look first', tool_calls: [call('find_text', { text: 'Ring' })] },
      { text: 'ring it', tool_calls: [call('click', { text: 'Ring the bell' })] },
      { text: '{"rung": true}', tool_calls: [] },
    ];
    const { value, events } = await eventsDuring(async () =>
      (await start((id) => chain(ai(`Ring the bell (${id})`)), { step })).handle.result(),
    );
    expect(events).toEqual(['bell']);
    expect(value).toMatchObject({
      outcome: 'completed',
      variables: { 'think.rung': true, 'think.success': true, 'think.limit_reached': false },
    });
  });

  test('X15: cancelled in the middle of an AI step it ends as cancelled, with its records and its device closed', async () => {
    const step = [{ text: 'again', tool_calls: [call('find_text', { text: 'Shelf' })] }];
    const run = await start((id) => chain(ai(`Look for ever (${id})`, { max_tool_calls: 1_000 })), { step });
    await until(async () => ((await run.progress()).step >= 2 ? true : undefined), 'two calls of the step');
    await run.handle.cancel();
    await expect(run.handle.result()).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });
    const records = await recordsOf(run);
    expect(records).toMatchObject({ status: 'stopped', visits: [{ status: 'stopped' }] });
  });

  test("a call that the guard holds back needs a person's approval, and runs once when approved", async () => {
    const { value: run, events } = await eventsDuring(async () => {
      const started = await start(() => chain(click('order', 'Place order')));
      const request = await started.asks('confirmation');
      expect(request).toMatchObject({
        reason: 'pays or orders something',
        actions: [{ function: 'click', target: { name: 'Place order' } }],
      });
      expect(world.pages.events.slice(-1)).not.toEqual(['order']);
      await started.handle.executeUpdate('confirm', { args: [{ requestId: request.requestId, approved: true }] });
      const end = await until(async () => {
        const { status } = await started.handle.describe();
        if (status.name !== 'RUNNING') return status.name;
        const { request: now } = await started.progress();
        return now && now.requestId !== request.requestId ? JSON.stringify(now) : false;
      }, 'the end of the flow');
      expect(end).toBe('COMPLETED');
      return started;
    });
    expect(events).toEqual(['order']);
    const refused = await start(() => chain(click('order', 'Place order')));
    const { requestId } = await refused.asks('confirmation');
    await refused.handle.signal('confirm', { requestId, approved: false, note: 'too dear' });
    expect((await failureOf(refused)).message).toContain('rejected: a person did not approve it: too dear');
    expect(run.id).not.toBe(refused.id);
  });

  test('an Ask node waits for an answer, and its variables steer the flow', async () => {
    const document = {
      name: 'ask',
      nodes: [
        node('which', { type: 'Ask', question: 'Bell or shelf?' }),
        node('bell?', { type: 'If', condition: when('which.answer', 'Equals', 'bell') }),
        click('ring', 'Ring the bell'),
        click('take', 'Take one'),
      ],
      edges: [edge('which', 'bell?'), edge('bell?', 'ring', { type: 'IfTrue' }), edge('bell?', 'take', { type: 'IfFalse' })],
    };
    const { value, events } = await eventsDuring(async () => {
      const run = await start(() => document);
      const { requestId } = await run.asks('question');
      await run.handle.executeUpdate('answer', { args: [{ requestId, answers: ['bell'] }] });
      await run.handle.result();
      return run.handle.query(variablesQuery);
    });
    expect(events).toEqual(['bell']);
    expect(value).toMatchObject({ 'which.answer': 'bell' });
  });

  test('an AgentTask lends the flow’s device to an agent, and its result to the flow', async () => {
    const app = [
      ({ find: control }: { find: (kind: string, name: RegExp) => { label: string } | undefined }) => ({
        Function: 'click_input',
        Args: {},
        ControlLabel: control('btn', /^Ring the bell$/)?.label ?? '',
        ControlText: 'Ring the bell',
        Status: 'CONTINUE',
        Comment: 'ring',
      }),
      { Function: '', Status: 'FINISH', Result: 'rung', Comment: 'done' },
    ];
    const { value, events } = await eventsDuring(async () =>
      (
        await start((id) => chain(click('take', 'Take one'), node('agent', { type: 'AgentTask', request: `Ring (${id})` })), {
          app,
        } as Brain)
      ).handle.result(),
    );
    expect(events).toEqual(['take', 'bell']);
    expect(value).toMatchObject({ outcome: 'completed', variables: { 'agent.status': 'FINISH', 'agent.text': 'rung' } });
  });
});
