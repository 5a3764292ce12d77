// LK77: an agent, a flow and an explorer would leave a page with unsaved input. What was saved and opened is counted by its server.
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { WorkflowHandle } from '@temporalio/client';
import type { explorer, flow } from '../../src/workflows/index.js';
import { progressQuery, taskQueue, type ProgressView } from '../../src/workflows/messages.js';
import {
  assignThenFinish,
  click,
  say,
  startHarness,
  type,
  type Answer,
  type FlowRun,
  type Harness,
  type Run,
} from '../support/agent-harness.js';
import { chain, click as clickNode, node } from '../support/browser-flows.js';
import { startFaultHarness, type FaultHarness } from '../support/fault-harness.js';
import { startDraftSite, type DraftSite } from '../support/draft-site.js';
import { sharedServerAddress, startDevServer } from '../support/temporal-server.js';
import { until } from '../support/until.js';

jest.setTimeout(180_000);

let site: DraftSite;
beforeAll(async () => void (site = await startDraftSite()));
afterAll(() => site?.close());
beforeEach(() => {
  site.saved.length = 0;
  site.opened.length = 0;
});

const reason = 'deletes something: it leaves a page that has unsaved input';

describe('LK77: a page with unsaved input', () => {
  let harness: Harness;
  beforeAll(async () => void (harness = await startHarness({ address: sharedServerAddress(), config: { kinds: ['web'], slots: 2 } })));
  afterAll(() => harness?.close());

  const agent = (...app: readonly Answer[]): Promise<Run> =>
    harness.run(
      { host: assignThenFinish, app: [type('Text', 'Dear Ann'), ...app, say('FINISH', { Result: 'over' })] },
      { request: 'write, then look elsewhere', device: { kind: 'web', url: `${site.origin}/draft` } },
    );
  const flow = (...nodes: readonly ReturnType<typeof node>[]): Promise<FlowRun> =>
    harness.flow(() => chain(clickNode('field', 'Text'), node('write', { type: 'TypeText', text: 'Dear Ann' }), ...nodes), {
      device: { kind: 'web', url: `${site.origin}/draft` },
    });

  test.each([
    ['Elsewhere', []],
    ['Move on', ['moved']],
  ])('an agent that clicks "%s" is held, and leaves it once approved, without another press', async (name, pressed) => {
    const run = await agent(click(name));
    const request = await run.asks('confirmation');
    expect([request, site.opened]).toMatchObject([{ reason: expect.stringContaining(reason) }, ['/draft']]);
    await run.handle.signal('confirm', { requestId: request.requestId, approved: true });
    expect(await run.handle.result()).toMatchObject({ outcome: 'completed' });
    expect([site.opened, site.saved]).toEqual([['/draft', '/other'], pressed]);
  });

  test('an agent that was rejected has left nothing', async () => {
    const run = await agent(click('Elsewhere'));
    const { requestId } = await run.asks('confirmation');
    await run.handle.signal('confirm', { requestId, approved: false });
    await run.handle.result();
    expect(site.opened).toEqual(['/draft']);
  });

  test('an agent that saves first is not asked', async () => {
    const run = await agent(click('Save'), click('Elsewhere'));
    expect(await run.handle.result()).toMatchObject({ outcome: 'completed' });
    expect([site.saved, site.opened]).toEqual([['Dear Ann'], ['/draft', '/other']]);
  });

  test.each([
    ['Elsewhere', []],
    ['Move on', ['moved']],
  ])('a flow that clicks "%s" is held, and goes on once approved, without another press', async (name, pressed) => {
    const run = await flow(clickNode('leave', name), node('see', { type: 'FindText', search_text: 'Something else' }));
    const request = await run.asks('confirmation');
    expect([request, site.opened]).toMatchObject([{ reason: expect.stringContaining(reason) }, ['/draft']]);
    await run.handle.signal('confirm', { requestId: request.requestId, approved: true });
    expect(await run.handle.result()).toMatchObject({ outcome: 'completed', variables: { 'see.found': true } });
    expect([site.opened, site.saved]).toEqual([['/draft', '/other'], pressed]);
  });

  test('a flow that was rejected has left nothing', async () => {
    const run = await flow(clickNode('leave', 'Elsewhere'));
    const { requestId } = await run.asks('confirmation');
    await run.handle.signal('confirm', { requestId, approved: false });
    await expect(run.handle.result()).rejects.toThrow();
    expect(site.opened).toEqual(['/draft']);
  });

  test.each([
    [true, ['/other']],
    [false, []],
  ])('an explorer is held, and leaves it only if approved (%s)', async (approved, opened) => {
    const handle = await harness.client.workflow.start<typeof explorer>('explorer', {
      taskQueue,
      workflowId: `unsaved-${process.pid}-${Date.now().toString(36)}`,
      args: [{ device: { kind: 'web', url: `${site.origin}/only` }, decisionPlane: 'never', seed: 1, budget: { max_steps: 6 } }],
    });
    const progress = (): Promise<ProgressView> => handle.query(progressQuery);
    const request = await until(async () => (await progress()).request, 'a question', 60_000);
    expect([request, site.opened]).toMatchObject([{ reason: expect.stringContaining(reason) }, ['/only']]);
    await handle.signal('confirm', { requestId: request.requestId, approved });
    if (approved) await until(() => site.opened.includes('/other'), 'the next page', 60_000);
    else await until(async () => (await progress()).request?.requestId !== request.requestId, 'the answer', 60_000);
    await handle.cancel();
    await handle.result().catch(() => undefined);
    expect(site.opened.slice(1, 2)).toEqual(opened);
  });
});

test('LK77: a flow that continues as new while a person is asked does not press again', async () => {
  const server = await startDevServer({ suggestContinueAsNewAt: 60 });
  const harness = await startHarness({ address: server.address, config: { kinds: ['web'], slots: 1 } }).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  try {
    const run = await harness.flow(
      () => chain(clickNode('field', 'Text'), node('write', { type: 'TypeText', text: 'Dear Ann' }), clickNode('leave', 'Move on')),
      { device: { kind: 'web', url: `${site.origin}/draft` } },
    );
    await run.asks('confirmation');
    const first = (await run.handle.describe()).runId;
    await until(async () => {
      await run.handle.signal('confirm', { requestId: 'another', approved: true });
      return (await run.handle.describe()).runId !== first;
    }, 'the next part');
    const { requestId } = await run.asks('confirmation');
    await run.handle.signal('confirm', { requestId, approved: true });
    expect(await run.handle.result()).toMatchObject({ outcome: 'completed' });
    expect([site.opened, site.saved]).toEqual([['/draft', '/other'], ['moved']]);
  } finally {
    await harness.close();
    await server.stop();
  }
});

test('LK77: with the guard off nobody is asked', async () => {
  const harness = await startHarness({ address: sharedServerAddress(), config: { kinds: ['web'], slots: 1, guard: { off: true } } });
  try {
    const run = await harness.run(
      { host: assignThenFinish, app: [type('Text', 'Dear Ann'), click('Move on'), say('FINISH', { Result: 'over' })] },
      { request: 'write, then look elsewhere', device: { kind: 'web', url: `${site.origin}/draft` } },
    );
    expect(await run.handle.result()).toMatchObject({ outcome: 'completed' });
    const walked = await harness.flow(
      () => chain(clickNode('field', 'Text'), node('write', { type: 'TypeText', text: 'Dear Ann' }), clickNode('leave', 'Elsewhere')),
      { device: { kind: 'web', url: `${site.origin}/draft` } },
    );
    expect(await walked.handle.result()).toMatchObject({ outcome: 'completed' });
    expect(site.opened).toEqual(['/draft', '/other', '/draft', '/other']);
  } finally {
    await harness.close();
  }
});

describe('LK77: a worker that is killed as a page stays', () => {
  let harness: FaultHarness;
  beforeAll(async () => void (harness = await startFaultHarness({ address: sharedServerAddress(), kind: 'web' })));
  afterAll(() => harness?.close());

  /** Kills the worker during its action of that number, whose outcome its next process reads from the journal; then the leaving is approved. */
  async function strike(start: () => Promise<WorkflowHandle>, action: number): Promise<WorkflowHandle> {
    const before = await harness.begun();
    const handle = await start();
    await until(async () => (await harness.begun()) >= before + action, 'the press', 60_000);
    await harness.restart('SIGKILL');
    const request = await until(async () => (await harness.progress(handle)).request, 'a question', 60_000);
    expect([request, site.opened]).toMatchObject([{ reason: expect.stringContaining(reason) }, [expect.any(String)]]);
    const { events } = await handle.fetchHistory();
    expect(events?.some((event) => event.activityTaskScheduledEventAttributes?.activityType?.name === 'outcomeOf')).toBe(true);
    await handle.signal('confirm', { requestId: request.requestId, approved: true });
    return handle;
  }

  test('a flow is asked for the leaving alone, and presses nothing again', async () => {
    const document = chain(
      clickNode('field', 'Text'),
      node('write', { type: 'TypeText', text: 'Dear Ann' }),
      clickNode('leave', 'Move on slowly'),
    );
    const handle = await strike(
      () =>
        harness.client.workflow.start<typeof flow>('flow', {
          taskQueue,
          workflowId: `unsaved-killed-flow-${process.pid}`,
          args: [{ flow: document, device: { kind: 'web', url: `${site.origin}/draft` } }],
        }),
      3,
    );
    expect(await handle.result()).toMatchObject({ outcome: 'completed' });
    expect([site.opened, site.saved]).toEqual([['/draft', '/other'], ['moved']]);
  });

  test('an explorer that has written is asked for the leaving alone', async () => {
    const handle = await strike(
      () =>
        harness.client.workflow.start<typeof explorer>('explorer', {
          taskQueue,
          workflowId: `unsaved-killed-explorer-${process.pid}`,
          args: [{ device: { kind: 'web', url: `${site.origin}/only` }, decisionPlane: 'never', seed: 1, budget: { max_steps: 6 } }],
        }),
      2,
    );
    await until(() => site.opened.includes('/other'), 'the next page', 60_000);
    await handle.cancel();
    await handle.result().catch(() => undefined);
  });
});
