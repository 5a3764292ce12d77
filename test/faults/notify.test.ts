// EV25: a person is told once a question, whatever happens to workers and histories meanwhile.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { assignThenFinish, click, memoryDevice, say, startHarness, type Harness } from '../support/agent-harness.js';
import { startFaultHarness, threePresses, type FaultHarness } from '../support/fault-harness.js';
import { startReceiver, type Receiver, type Told } from '../support/receiver.js';
import { sharedServerAddress, startDevServer } from '../support/temporal-server.js';
import { until } from '../support/until.js';
import { taskQueue } from '../../src/workflows/messages.js';
import { activity, checkpoint, documentOf, option } from '../support/procedures.js';
import { node } from '../pure/flow/documents.js';

const device = memoryDevice({
  start: 'main',
  screens: { main: { title: 'Cart of Ada', controls: [{ role: 'button', name: 'Delete' }] } },
});
const keysOf = (told: readonly Told[]) => new Set(told.map(({ headers }) => headers['idempotency-key']));

describe('who is to be told', () => {
  let receiver: Receiver;
  let folder: string;
  let harness: Harness;
  beforeAll(async () => {
    receiver = await startReceiver();
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-notify-'));
    const note = `require('fs').appendFileSync(${JSON.stringify(join(folder, 'notes'))}, require('fs').readFileSync(0))`;
    await writeFile(join(folder, 'notes'), '');
    harness = await startHarness({
      address: sharedServerAddress(),
      config: {
        notify: [{ webhook: receiver.url }, { command: [process.execPath, '-e', note] }],
        console: { publicUrl: 'https://console.example' },
      },
    });
  });
  afterAll(async () => {
    await harness?.close();
    await receiver?.close();
    await rm(folder, { recursive: true, force: true });
  });
  const notesOf = async (run: string) => (await readFile(join(folder, 'notes'), 'utf8')).split('\n').filter((line) => line.includes(run));

  test('EV25: learns of an agent’s question and approval, each once, by all ways; no name, value or picture of the screen goes out', async () => {
    const run = await harness.run(
      { host: assignThenFinish, app: [say('PENDING', { Questions: ['Which day?'] }), click('Delete'), say('FINISH')] },
      { request: 'tidy up', device },
    );
    const question = await run.asks('question');
    const [first] = await until(() => receiver.accepted(run.id).length === 1 && receiver.accepted(run.id), 'a notice of the question');
    expect(first?.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      run: run.id,
      asker: question.asker,
      title: run.request,
      kind: 'question',
      text: 'Which day?',
      requestedAt: question.requestedAt,
      command: `npx steadyhand answer ${question.asker} "…"`,
      link: `https://console.example/runs/${run.id}`,
    });
    await run.handle.signal('answer', { requestId: question.requestId, answers: ['Friday'] });
    const approval = await run.asks('confirmation');
    const told = await until(() => receiver.accepted(run.id).length === 2 && receiver.accepted(run.id), 'a notice of the approval');
    const text = JSON.stringify(told[1]?.body);
    expect(told[1]?.body).toMatchObject({ kind: 'confirmation', run: run.id });
    for (const hidden of [approval.requestId, 'Cart of Ada', 'sha256', 'Friday']) expect(text).not.toContain(hidden);
    await until(async () => (await notesOf(run.id)).length === 2, 'two runs of the command');
    await run.handle.signal('confirm', { requestId: approval.requestId, approved: false });
    await run.handle.result();
    expect([receiver.accepted(run.id).length, (await notesOf(run.id)).length]).toEqual([2, 2]);
  });

  test('EV25: learns of what flows and procedures ask', async () => {
    const run = await harness.flow((id) => ({ name: id, nodes: [node('press', { type: 'Click', target: 'Delete' })], edges: [] }), {
      device,
    });
    const id = harness.expect({});
    const definition = documentOf([activity('plan', { checkpoints: [checkpoint('go', [option('yes'), option('no')])] })]);
    const procedure = await harness.client.workflow.start('procedure', { taskQueue, workflowId: id, args: [{ definition }] });
    const [held] = await until(() => receiver.accepted(run.id).length === 1 && receiver.accepted(run.id), 'a notice of the flow');
    expect(held?.body).toMatchObject({ run: run.id, kind: 'confirmation', title: run.id });
    const [asked] = await until(() => receiver.accepted(id).length === 1 && receiver.accepted(id), 'a notice of the procedure');
    expect(asked?.body).toMatchObject({ run: id, kind: 'question', command: `npx steadyhand answer ${id} yes` });
    await run.handle.cancel();
    await procedure.cancel();
  });

  test('EV25: a server that is down hears of it when it is back, one that refuses is told once, and the answer waits for neither', async () => {
    let down = true;
    receiver.answer = ({ body }) => (String(body['title']).includes('refused') ? 403 : down ? 503 : 204);
    const brain = { host: assignThenFinish, app: [say('PENDING', { Questions: ['Which day?'] }), say('FINISH')] };
    const [late, refused] = await Promise.all([
      harness.run(brain, { request: 'late', device }),
      harness.run(brain, { request: 'refused', device }),
    ]);
    const about = (run: { id: string }) => receiver.told.filter(({ body }) => body['run'] === run.id);
    await until(() => about(late).length >= 2, 'a second attempt');
    down = false;
    await until(() => receiver.accepted(late.id).length === 1, 'a notice after all');
    expect(keysOf(about(late)).size).toBe(1);
    expect(about(refused)).toHaveLength(1);
    down = true;
    for (const run of [late, refused]) await run.handle.signal('answer', { requestId: (await run.asks()).requestId, answers: ['x'] });
    for (const run of [late, refused]) await run.handle.result();
    receiver.answer = () => 204;
  });

  test('EV25: nobody is told of what was answered before', async () => {
    receiver.answer = () => 503;
    const brain = { host: assignThenFinish, app: [say('PENDING', { Questions: ['Which day?'] }), say('FINISH')] };
    const run = await harness.run(brain, { request: 'quick', device });
    const { requestId } = await run.asks();
    await until(() => receiver.told.some(({ body }) => body['run'] === run.id), 'an attempt');
    await run.handle.signal('answer', { requestId, answers: ['x'] });
    await run.handle.result();
    receiver.answer = () => 204;
    const { events } = await run.handle.fetchHistory();
    expect(events?.some(({ activityTaskCancelRequestedEventAttributes: cancelled }) => cancelled)).toBe(true);
    expect(receiver.accepted(run.id)).toEqual([]);
  });
});

describe('a worker that is killed', () => {
  let receiver: Receiver;
  let harness: FaultHarness;
  beforeAll(async () => {
    receiver = await startReceiver();
    receiver.answer = (_, count) => (count === 1 ? 'hold' : 204);
    harness = await startFaultHarness({
      address: sharedServerAddress(),
      config: { notify: [{ webhook: receiver.url }] },
      // A session that is killed within a workflow task goes on after the ten seconds of Temporal; its device is the same.
      timings: { reopenAfterMs: 60_000 },
    });
  });
  afterAll(async () => {
    await harness?.close();
    await receiver?.close();
  });

  test('EV25: while it tells, and again when it has told: one notice of the question', async () => {
    const handle = await harness.start(threePresses(harness.ledger.url, { guarded: 2 }));
    await until(() => receiver.told.length === 1, 'a first attempt');
    await harness.restart('SIGKILL');
    await until(() => receiver.accepted(handle.workflowId).length === 1, 'a notice');
    expect(keysOf(receiver.told).size).toBe(1);
    const pending = async () => (await handle.describe()).raw.pendingActivities ?? [];
    await until(async () => (await pending()).length === 0, 'the note that it was told');
    await harness.restart('SIGKILL');
    const { asker = '', request } = await until(async () => {
      const seen = await harness.progress(handle);
      return seen.request && seen;
    }, 'the question after the kill');
    await harness.client.workflow.getHandle(asker).signal('confirm', { requestId: request?.requestId, approved: true });
    await handle.result();
    expect(receiver.accepted(handle.workflowId)).toHaveLength(1);
  });
});

test.each([
  ['refused for a while', 503],
  ['given up in the middle of an attempt', 'hold'],
] as const)('EV25: over a continue-as-new, what had not got through is sent, and what had is not: %s', async (_why, whileDown) => {
  const server = await startDevServer({ suggestContinueAsNewAt: 60 });
  const receiver = await startReceiver();
  let down = true;
  receiver.answer = () => (down ? whileDown : 204);
  const harness = await startHarness({ address: server.address, config: { notify: [{ webhook: receiver.url }] } });
  try {
    const brain = { host: assignThenFinish, app: [say('PENDING', { Questions: ['Which day?'] }), say('FINISH')] };
    const run = await harness.run(brain, { request: 'wait', device });
    const { requestId, asker } = await run.asks('question');
    const handle = harness.client.workflow.getHandle(asker);
    const anotherPart = async () => {
      const { runId } = await handle.describe();
      await until(async () => {
        await handle.signal('answer', { requestId: 'nonsense', answers: ['x'] });
        return (await handle.describe()).runId !== runId;
      }, 'another part of the chain');
    };
    await until(() => receiver.told.length > 0, 'an attempt');
    await anotherPart();
    down = false;
    await until(() => receiver.accepted(run.id).length === 1, 'a notice');
    await anotherPart();
    await handle.signal('answer', { requestId, answers: ['Friday'] });
    await run.handle.result();
    expect(receiver.accepted(run.id)).toHaveLength(1);
    expect(keysOf(receiver.told).size).toBe(1);
  } finally {
    await harness.close();
    await receiver.close();
    await server.stop();
  }
});
