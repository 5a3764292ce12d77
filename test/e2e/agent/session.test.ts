import { describe, expect, test } from '@jest/globals';
import { WorkflowFailedError } from '@temporalio/client';
import { requestUpdate } from '../../../src/workflows/messages.js';
import { assignThenFinish, click, memoryDevice, say, type, type Answer } from '../../support/agent-harness.js';
import { useAgents } from '../../support/agents.js';

const assign: Answer = assignThenFinish[0] ?? {};

describe('a session', () => {
  const world = useAgents();

  const counter = (on: object = {}) =>
    memoryDevice({
      start: 'main',
      screens: {
        main: {
          title: 'Counter',
          controls: [
            { role: 'button', name: 'Add', on: { post: { url: world.ledger.url }, ...on } },
            { role: 'textbox', name: 'Note' },
          ],
        },
      },
    });

  /** An activity is three events, and so is the workflow task after it. A busy machine does two tasks at once, or one in a second attempt, and may set a timer more: no part of a step. */
  async function historyOf(workflowId: string): Promise<{ readonly activities: number; readonly tasks: number }> {
    const { events } = await world.harness.client.workflow.getHandle(workflowId).fetchHistory();
    // How the news of its device falls into tasks depends on the machine: from the first decision on there is none.
    const first = (events ?? []).findIndex(
      ({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.activityType?.name === 'decideApp',
    );
    const all = (events ?? []).slice(first);
    return {
      activities: all.filter(({ activityTaskScheduledEventAttributes: scheduled }) => scheduled).length,
      tasks: all.filter(({ workflowTaskCompletedEventAttributes: done }) => done).length,
    };
  }

  test('a step is 12 history events: decide, and perform with the observation after it', async () => {
    const histories = [];
    // What is done in vain is not done a fourth time.
    for (const steps of [1, 3]) {
      const run = await world.harness.run(
        { host: assignThenFinish, app: [...Array.from({ length: steps }, () => click('Add')), say('FINISH')] },
        { request: 'count', device: counter() },
      );
      await run.handle.result();
      histories.push(await historyOf(run.id));
    }
    const [one = { activities: 0, tasks: 0 }, three = { activities: 0, tasks: 0 }] = histories;
    expect(three.activities - one.activities).toBe(2 * 2);
    // Two a step; on a busy machine a task more may come now and then, which is none a step.
    expect(three.tasks - one.tasks).toBeLessThan(2 * 3);
  });

  test('A61, A35: the step cap holds over the whole session and has its own outcome', async () => {
    const before = world.ledger.entries.length;
    const run = await world.harness.run(
      { host: [assign], app: [click('Add')] },
      { request: 'never ends', device: counter(), settings: { host: 'always', maxStep: 5 } },
    );
    const result = await run.handle.result();
    expect(result).toMatchObject({ outcome: 'step-limit', steps: 5 });
    // One step of the host, four of the child.
    expect(world.ledger.entries.length - before).toBe(4);
  });

  test('A73: a token budget ends the run before the next call, in the child too', async () => {
    const run = await world.harness.run(
      { host: [assign], app: [click('Add')] },
      { request: 'spends', device: counter(), budget: { maxTokens: 6_000 } },
    );
    const result = await run.handle.result();
    expect(result.outcome).toBe('budget-tokens');
    expect(world.harness.asked(run)).toHaveLength(result.usage.modelCalls);
    expect(result.usage.inputTokens + result.usage.outputTokens).toBeGreaterThanOrEqual(6_000);
  });

  test('A62, A19: after a FAIL the host may try again, until it has no retries left', async () => {
    const run = await world.harness.run(
      { host: [assign], app: [say('FAIL', { Comment: 'not here' })] },
      { request: 'fails', device: counter(), settings: { maxSubtaskRetries: 1 } },
    );
    const result = await run.handle.result();
    expect(result).toMatchObject({ outcome: 'failed', previousSubtasks: [{ status: 'FAIL', result: 'not here' }, { status: 'FAIL' }] });
  });

  test('A62, A18: an ERROR ends the round and the session, or only the round if configured', async () => {
    const run = await world.harness.run(
      { host: [assign], app: [say('ERROR', { Comment: 'broken' })] },
      { request: 'breaks', device: counter() },
    );
    const failure = await run.handle.result().then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(WorkflowFailedError);
    expect((failure as WorkflowFailedError).cause).toMatchObject({
      type: 'agent-error',
      details: [{ outcome: 'error', previousSubtasks: [{ status: 'ERROR' }] }],
    });
  });

  test('A64: a follower plan runs each step as its own subtask, without asking the host model', async () => {
    const run = await world.harness.run(
      {},
      { plan: { task: 'two steps', object: 'script', steps: ['first', 'second'] }, device: counter(), models: {} },
    );
    const failure = await run.handle.result().then(
      () => 'completed',
      (error: unknown) => error,
    );
    // No scripted brain matches these requests, so the AppAgent errs: the plan stops at its first step.
    expect((failure as WorkflowFailedError).cause).toMatchObject({ details: [{ rounds: [{ request: 'first', outcome: 'error' }] }] });
  });

  test('A63: an evaluation that fails changes nothing', async () => {
    const run = await world.harness.run(
      { host: assignThenFinish, app: [say('FINISH')], evaluate: [] },
      { request: 'judged', device: counter(), settings: { evaluate: true } },
    );
    const result = await run.handle.result();
    expect(result.outcome).toBe('completed');
    expect(result.rounds[0]?.evaluation).toBeDefined();
  });

  test('A37: further requests are queued and run in order, with what was archived before', async () => {
    const run = await world.harness.run(
      {
        host: [assign, { Status: 'FINISH' }, assign, { Status: 'FINISH' }],
        app: [say('PENDING', { Questions: ['Go on?'] }), say('FINISH'), say('FINISH')],
      },
      { request: 'first', device: counter() },
    );
    const question = await run.asks();
    await run.handle.executeUpdate(requestUpdate, { args: [{ text: `second (${run.id})` }] });
    await run.handle.signal('answer', { requestId: question.requestId, answers: ['yes'] });
    const result = await run.handle.result();
    expect(result.rounds.map(({ outcome }) => outcome)).toEqual(['completed', 'completed']);
    expect(result.previousSubtasks).toHaveLength(2);
  });

  test('an invalid input fails at once, naming the field, the value and what is allowed', async () => {
    for (const [input, text] of [
      [{ device: { kind: 'toaster' } }, 'input.device.kind is "toaster"; allowed: web, desktop, appium, stub, memory.'],
      [{ device: { kind: 'web' } }, 'input.device.url is missing'],
      [{ device: counter(), settings: { maxStep: 0 } }, 'input.settings.maxStep is 0'],
      [{ device: counter(), colour: 'red' }, 'input.colour is "red"'],
    ] as const) {
      const run = await world.harness.run({}, { request: 'wrong', ...input });
      const failure = await run.handle.result().then(
        () => undefined,
        (error: unknown) => error as WorkflowFailedError,
      );
      expect(failure?.cause).toMatchObject({ type: 'invalid-input', message: expect.stringContaining(text) });
    }
  });

  test('A71: an approval that arrives after the screen has changed runs nothing', async () => {
    // The button disappears while the person thinks: a second control replaces the screen.
    const before = world.ledger.entries.length;
    const device = memoryDevice({
      start: 'main',
      screens: {
        main: {
          title: 'Main',
          controls: [
            { role: 'button', name: 'Next', on: { goto: 'other' } },
            { role: 'button', name: 'Delete all', on: { post: { url: world.ledger.url } } },
          ],
        },
        other: { title: 'Other', controls: [{ role: 'button', name: 'Back', on: { goto: 'main' } }] },
      },
    });
    const run = await world.harness.run(
      { host: assignThenFinish, app: [click('Delete all'), say('FINISH')] },
      { request: 'stale', device },
    );
    const approval = await run.asks();
    await world.harness.press('Next');
    await run.handle.signal('confirm', { requestId: approval.requestId, approved: true });
    const result = await run.handle.result();
    expect(world.ledger.entries.length).toBe(before);
    expect(result.blackboard.trajectories.at(-1)).toMatchObject({ result: expect.stringContaining('control-changed') });
    expect(world.harness.asked(run).at(-2)?.text).toContain('the screen changed');
  });

  test('A75, A45, D23: what an AppAgent asks is asked by its run, under its name, and answered there', async () => {
    const run = await world.harness.run(
      { host: assignThenFinish, app: [say('PENDING', { Questions: ['Which?'] }), type('Note', 'x'), say('FINISH')] },
      { request: 'asks', device: counter() },
    );
    const question = await run.asks();
    expect(question).toMatchObject({ asker: run.id, requestId: expect.stringMatching(/^app-1\.q1-/) });
    await expect(run.handle.executeUpdate('answer', { args: [{ requestId: 'app-1.q9', answers: ['a'] }] })).rejects.toMatchObject({
      cause: { message: expect.stringContaining(`pending is question 'app-1.q1-…' (Which?)`) },
    });
    await run.handle.signal('confirm', { requestId: question.requestId, approved: true });
    expect((await run.progress()).request?.requestId).toBe(question.requestId);
    await run.handle.executeUpdate('answer', { args: [{ requestId: question.requestId, answers: ['this one'] }] });
    expect((await run.progress()).request).toBeUndefined();
    await expect(run.handle.result()).resolves.toMatchObject({ outcome: 'completed', blackboard: { questions: [{ answer: 'this one' }] } });
  });
});

describe('a model that is down', () => {
  const world = useAgents();

  test('is asked five times, then the round ends with its error, where its time leaves no minute to wait', async () => {
    let asked = 0;
    const down: Answer = () => {
      asked += 1;
      throw new Error('down');
    };
    const device = memoryDevice({ start: 'main', screens: { main: { title: 'Counter', controls: [] } } });
    const run = await world.harness.run(
      { host: [assign], app: [down] },
      { request: 'nobody decides', device, settings: { maxSubtaskRetries: 0 }, budget: { maxTimeMs: 45_000 } },
    );
    const result = await run.handle.result().catch((error: unknown) => (error as WorkflowFailedError).cause);
    expect(asked).toBe(5);
    expect(JSON.stringify(result)).toMatch(/model-unavailable.*That is later than the \d+ s that are left for it/);
  });
});
