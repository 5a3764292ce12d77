// A page that can reach Temporal, blind, tries to approve what its own run holds (LK32). Here the server's HTTP API is one that nobody has told the worker of, so the page is not kept from it (LK30).
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { WorkflowHandle } from '@temporalio/client';
import { beginningOf } from '../../../src/domain/human/request-id.js';
import { answerUpdate, confirmUpdate } from '../../../src/workflows/messages.js';
import { assignThenFinish, click, say, startHarness, type Harness } from '../../support/agent-harness.js';
import { freePort } from '../../support/free-port.mjs';
import { startObeyingSite, type ObeyingSite } from '../../support/obeying-site.js';
import { startDevServer, type DevServer } from '../../support/temporal-server.js';
import { until } from '../../support/until.js';

const order = `<title>Shop</title><h1>Cart</h1><form onsubmit="return false"><p>Total: $5</p><button onclick="post('paid')">Pay now</button></form>`;
let httpPort: number;
let server: DevServer;
let site: ObeyingSite;
let harness: Harness;

beforeAll(async () => {
  httpPort = await freePort();
  server = await startDevServer({ httpPort, inMemory: true });
  site = await startObeyingSite();
  harness = await startHarness({ address: server.address, config: { kinds: ['web'], slots: 1 } });
});
afterAll(async () => {
  await harness?.close();
  await site?.close();
  await server?.stop();
});

/** Bodies of the signals of that name in its history. */
async function heard(handle: WorkflowHandle, name: string): Promise<readonly { readonly requestId: string }[]> {
  const { events } = await handle.fetchHistory();
  return (events ?? []).flatMap(({ workflowExecutionSignaledEventAttributes: signal }) =>
    signal?.signalName === name
      ? [JSON.parse(Buffer.from(signal.input?.payloads?.[0]?.data ?? []).toString()) as { readonly requestId: string }]
      : [],
  );
}

const detailsOf = async (handle: WorkflowHandle): Promise<string> =>
  (await handle.query<{ currentDetails?: string }, []>('__temporal_workflow_metadata')).currentDetails ?? '';

async function refusalOf(sent: Promise<unknown>): Promise<string> {
  return sent.then(
    () => 'accepted',
    (error: Error) => String((error.cause as Error | undefined)?.message ?? error.message),
  );
}

test('LK32: a page that guesses ids as they were, or beginnings of them, approves nothing; nobody tells it more, and the whole id does', async () => {
  site.serve(order);
  const run = await harness.run(
    { host: assignThenFinish, app: [say('PENDING', { Questions: ['Which day?'] }), click('Pay now'), say('FINISH', { Result: 'over' })] },
    { request: 'pay', device: { kind: 'web', url: `${site.url}/` } },
  );
  const question = await run.asks('question');
  const child = harness.client.workflow.getHandle(question.asker);
  await child.executeUpdate(answerUpdate, { args: [{ requestId: question.requestId, answers: ['Friday'] }] });
  const { requestId } = await run.asks('confirmation');
  const beginning = beginningOf(requestId);
  const secret = requestId.slice(beginning.length + 1);
  expect(requestId).toMatch(/^app-1\.c2-[0-9a-z]{26}$/);
  expect(secret).not.toBe(question.requestId.slice(-26));

  const guesses = ['c1', 'c2', 'app-1.c1', 'app-1.c2', 'app-1.c2-', `app-1.c2-${'0'.repeat(26)}`, question.requestId, '', '*'];
  await site.change(`
    for (const requestId of ${JSON.stringify(guesses)})
      fetch('http://127.0.0.1:${httpPort}/api/v1/namespaces/default/workflows/${run.id}/signal/confirm',
        { method: 'POST', mode: 'no-cors', body: JSON.stringify({ input: [{ requestId, approved: true }] }) })`);
  await until(async () => (await heard(run.handle, 'confirm')).length === guesses.length, 'the signals of the page');
  expect((await heard(run.handle, 'confirm')).map((body) => body.requestId).sort()).toEqual([...guesses].sort());
  // A beginning is the command line's: nobody else takes it. Its refusal comes after those of the page's signals.
  const cut = requestId.slice(0, -1);
  const ignored = `The last message was ignored: '${cut}' is not what is asked now; pending is confirmation '${beginning}-…' (click_input).`;
  for (const handle of [run.handle, child]) {
    await handle.signal('confirm', { requestId: cut, approved: true });
    await until(async () => (await detailsOf(handle)).includes(ignored), 'the refusal of a beginning');
  }
  expect((await run.progress()).request).toMatchObject({ requestId });
  expect(site.events).toEqual([]);

  const refusals = await Promise.all(
    [run.handle, child].flatMap((handle) => [
      ...guesses.map((guess) => refusalOf(handle.executeUpdate(confirmUpdate, { args: [{ requestId: guess, approved: true }] }))),
      refusalOf(handle.executeUpdate(answerUpdate, { args: [{ requestId: 'app-1.c2', answers: ['yes'] }] })),
      refusalOf(handle.executeUpdate('confirm', { args: [{ approved: true }] })),
    ]),
  );
  expect(refusals).not.toContain('accepted');
  for (const refusal of refusals) expect(refusal).not.toContain(secret.slice(0, 4));
  expect(site.events).toEqual([]);

  await run.handle.signal('confirm', { requestId, approved: true });
  await expect(run.handle.result()).resolves.toMatchObject({ outcome: 'completed' });
  expect(site.events).toEqual(['paid']);
  // No model was told either, so that no page can make it say so.
  const prompts = JSON.stringify(harness.asked(run));
  expect(prompts).toContain('Friday');
  for (const id of [question.requestId, requestId]) for (const part of [id, id.slice(-26)]) expect(prompts).not.toContain(part);
});

test('LK32: what is asked is not known by the run: its own chance is not used, and each run has other ids', async () => {
  const brain = { host: assignThenFinish, app: [say('PENDING', { Questions: ['Which day?'] }), say('FINISH')] };
  const run = await harness.run(brain, { request: 'ask', device: { kind: 'web', url: `${site.url}/` } });
  const { asker, requestId } = await run.asks('question');
  const child = harness.client.workflow.getHandle(asker);
  const { events } = await child.fetchHistory();
  const drawn = (events ?? []).filter(
    ({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.activityType?.name === 'drawRequestSecret',
  );
  expect(drawn).toHaveLength(1);
  const results = (events ?? []).flatMap(({ activityTaskCompletedEventAttributes: done }) => done?.result?.payloads ?? []);
  const told = results.map(({ data }) => JSON.parse(Buffer.from(data ?? []).toString()) as unknown);
  expect(told).toContainEqual(expect.objectContaining({ secret: requestId.slice(-26) }));
  await child.signal('answer', { requestId, answers: ['Friday'] });
  await run.handle.result();
});
