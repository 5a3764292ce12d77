// More than a host is sized for at once: sessions that wait for slots, messages during a storm of continue-as-new.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { answerSignal, answerUpdate, blackboardQuery, requestSignal, requestUpdate } from '../../src/workflows/messages.js';
import { memoryDevice, assignThenFinish, click, say, startHarness, type Answer, type Harness, type Run } from '../support/agent-harness.js';
import { sampled } from '../support/sampled.js';
import { until } from '../support/until.js';
import { startLedger, type Ledger } from '../support/ledger.js';
import { sharedServerAddress, startDevServer, type DevServer } from '../support/temporal-server.js';

describe('a hundred sessions', () => {
  let harness: Harness;
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await startLedger();
    harness = await startHarness({ address: sharedServerAddress(), config: { slots } });
  });
  afterAll(async () => {
    await harness?.close();
    await ledger?.close();
  });

  const sessions = sampled(Array.from({ length: 100 }), 3).length;
  const slots = 2;

  test('D22: waiting for two slots are all served, one effect each, and never more than two devices are open', async () => {
    const since = Date.now();
    const runs = await Promise.all(Array.from({ length: sessions }, (_, index) => start(index)));
    let most = 0;
    const counting = setInterval(() => void (most = Math.max(most, harness.openDevices())), 5);
    const results = await Promise.all(runs.map(({ handle }) => handle.result())).finally(() => clearInterval(counting));
    console.log(
      `${sessions} sessions in ${slots} slots: ${((Date.now() - since) / 1_000).toFixed(1)} s, at most ${most} devices at a time`,
    );
    expect(results.filter(({ outcome, unknownOutcomes }) => outcome === 'completed' && unknownOutcomes === 0)).toHaveLength(sessions);
    expect(ledger.entries.map((entry) => (entry as { session: number }).session).sort((one, other) => one - other)).toEqual(
      Array.from({ length: sessions }, (_, index) => index),
    );
    expect(most).toBe(slots);
    await until(async () => harness.openDevices() === 0, 'closing the devices');
  });

  function start(session: number): Promise<Run> {
    const button = { role: 'button', name: 'Add', on: { post: { url: ledger.url, body: { session } } } };
    const device = memoryDevice({ start: 'main', screens: { main: { title: 'Main', controls: [button] } } });
    return harness.run({ host: assignThenFinish, app: [click('Add'), say('FINISH')] }, { request: `session ${session}`, device });
  }
});

describe('a storm of continue-as-new', () => {
  let server: DevServer;
  let harness: Harness;
  beforeAll(async () => {
    server = await startDevServer({ suggestContinueAsNewAt: 60 });
    harness = await startHarness({ address: server.address });
  });
  afterAll(async () => {
    await harness?.close();
    await server?.stop();
  });

  const requests = 100;

  test('D24: of 150 messages, 100 requests and 50 answers by Signal and by Update, none is lost and none counts twice', async () => {
    const since = Date.now();
    const screens = { main: { title: 'Main', controls: [{ role: 'button', name: 'Nothing' }] } };
    const run = await harness.run(
      { host: [finishOrAsk] },
      { keepOpen: true, device: memoryDevice({ start: 'main', screens }), settings: { host: 'always', maxStep: 1_000 } },
    );
    const [acknowledged, answered] = await Promise.all([sendRequests(run), answerQuestions(run)]);
    await until(async () => replies(run, 'FINISH').length >= requests, 'the end of every request');
    const numbers = Array.from({ length: requests }, (_, number) => number);
    expect(sorted(replies(run, 'FINISH'))).toEqual(numbers);
    expect(sorted(replies(run, 'PENDING'))).toEqual(numbers.filter(asksFirst));
    expect(sorted(answered)).toEqual(numbers.filter(asksFirst));
    expect(acknowledged).toHaveLength(requests / 2);
    await until(async () => (await run.progress()).queuedRequests === 0, 'an empty queue');
    const { questions } = await run.handle.query(blackboardQuery);
    expect(questions.map(({ question, answer }) => question === questionOf(Number(answer)))).not.toContain(false);
    expect(new Set(questions.map(({ answer }) => answer)).size).toBe(questions.length);
    const chain = await chainOf(run.id);
    // The server retries two that receive a message at the moment of continuing as new; anything else is our bug.
    expect((await failedTasks(run.id)).filter((cause) => !cause.includes('UnhandledCommand'))).toEqual([]);
    console.log(
      `${requests} requests (${acknowledged.length} by Update), ${answered.length} answers: all once, over ${chain} runs, in ${((Date.now() - since) / 1_000).toFixed(1)} s`,
    );
    expect(chain).toBeGreaterThanOrEqual(10);
  });

  const asksFirst = (number: number): boolean => number % 2 === 0;
  const questionOf = (number: number): string => `Which word for request ${number}?`;
  const sorted = (numbers: readonly number[]): readonly number[] => numbers.toSorted((one, other) => one - other);

  const finishOrAsk: Answer = ({ request, answers }) => {
    const number = Number(/^request (\d+) /.exec(request)?.[1]);
    return asksFirst(number) && !answers.includes(String(number))
      ? { Status: 'PENDING', Questions: [questionOf(number)], Comment: String(number) }
      : { Status: 'FINISH', Result: 'done', Comment: String(number) };
  };

  /** Numbers of the requests that the model was asked about and gave that status to. */
  function replies(run: Run, status: string): readonly number[] {
    return harness.asked(run).flatMap(({ reply }) => (reply['Status'] === status ? [Number(reply['Comment'])] : []));
  }

  /** The server rejects an Update, unseen by the workflow, when the run continues as new at that moment: the sender retries with the same id. */
  const accepted = <T>(send: () => Promise<T>): Promise<T> => until(send, 'an accepted Update');

  /** Causes of failed workflow tasks over the whole chain: a bug would show here. */
  async function failedTasks(workflowId: string): Promise<readonly string[]> {
    const causes: string[] = [];
    for await (const { runId } of harness.client.workflow.list({ query: `WorkflowId = '${workflowId}'` })) {
      const { events } = await harness.client.workflow.getHandle(workflowId, runId).fetchHistory();
      causes.push(
        ...(events ?? []).flatMap(({ workflowTaskFailedEventAttributes: failed }) =>
          failed ? [`${failed.cause} ${failed.failure?.message ?? ''}`] : [],
        ),
      );
    }
    return causes;
  }

  /** Four at a time; every other one by Update, whose acknowledgements are returned. */
  async function sendRequests({ id, handle }: Run): Promise<readonly string[]> {
    const acknowledged: string[] = [];
    for (let first = 0; first < requests; first += 4) {
      await Promise.all(
        [0, 1, 2, 3].map(async (offset) => {
          const body = { text: `request ${first + offset} (${id})` };
          if (offset % 4 < 2) await handle.signal(requestSignal, body);
          else acknowledged.push(await accepted(() => handle.executeUpdate(requestUpdate, { args: [body], updateId: body.text })));
        }),
      );
    }
    return acknowledged;
  }

  /** Each once, every other one by Update. */
  async function answerQuestions(run: Run): Promise<readonly number[]> {
    const { handle, progress } = run;
    const answered = new Map<string, number>();
    while (answered.size < requests / 2) {
      const request = await until(
        async () => {
          const { request: pending, queuedRequests } = await progress();
          if (pending?.kind === 'question' && !answered.has(pending.requestId)) return pending;
          throw new Error(`${replies(run, 'FINISH').length} of ${requests} requests are done, ${queuedRequests} wait`);
        },
        `question ${answered.size + 1}`,
      );
      const number = Number(/\d+/.exec(request.questions[0] ?? '')?.[0]);
      const body = { requestId: request.requestId, answers: [String(number)] };
      answered.set(request.requestId, number);
      if (answered.size % 2 === 0) await handle.signal(answerSignal, body);
      else await accepted(() => handle.executeUpdate(answerUpdate, { args: [body], updateId: body.requestId }));
    }
    return [...answered.values()];
  }

  async function chainOf(workflowId: string): Promise<number> {
    let runs = 0;
    for await (const _ of harness.client.workflow.list({ query: `WorkflowId = '${workflowId}'` })) runs += 1;
    return runs;
  }
});
