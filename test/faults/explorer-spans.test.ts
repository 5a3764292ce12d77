// Explorer spans at an OpenTelemetry collector: a worker as users run it, with a model, and a collector that answers or does not.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Client } from '@temporalio/client';
import getPort from 'get-port';
import { startScriptedModel, type Turn } from '../../examples/scripted-model/server.mjs';
import { createSpanQueue } from '../../src/adapters/opentelemetry/span-queue.js';
import type { ExplorerEvent } from '../../src/domain/explorer/telemetry.js';
import type { ExplorerSummary } from '../../src/domain/explorer/requests.js';
import { connectTemporal, findTemporal } from '../../src/client/temporal-connection.js';
import { startCollector, type Collector, type SentAttribute, type SentSpan } from '../support/collector.js';
import { eventsOf, explore } from '../support/explorers.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { until } from '../support/until.js';
import { startWorkerProcess, type WorkerProcess } from '../support/worker-process.js';

const canary = 'zeisig';
const button = (name: string, goto: string): object => ({ role: 'button', name: `${canary} ${name}`, on: { goto } });
const field = { role: 'textbox', name: `${canary} note`, value: `${canary}-value` };
const script = {
  start: 'a',
  screens: {
    a: { title: `${canary} A`, controls: [button('B', 'b'), button('C', 'c'), field] },
    b: { title: `${canary} B`, controls: [{ role: 'heading', name: `${canary} B` }] },
    c: { title: `${canary} C`, controls: [{ role: 'text', name: `${canary} C` }] },
  },
} as never;
const replies: readonly (readonly [field: string, reply: object])[] = [
  ['postcondition', { index: 0, postcondition: canary, plan: null, confidence: 0.7 }],
  ['deltaType', { success: true, deltaType: 'SCREEN', confidence: 0.9 }],
  ['assessment', { assessment: 'MADE_PROGRESS' }],
  ['route', { route: 'CONTINUE', goalReached: false }],
  ['cooldown', { policy: 'depth', cooldown: 5 }],
];

let model: Awaited<ReturnType<typeof startScriptedModel>>;
let collector: Collector;
let home: string;
let client: Client;
const workers: WorkerProcess[] = [];
beforeAll(async () => {
  model = await startScriptedModel({
    script: ({ fields }: Turn) => ({ ...replies.find(([known]) => fields.includes(known))?.[1] }),
  });
});
afterAll(() => model.close());
beforeEach(async () => {
  collector = await startCollector();
  home = await mkdtemp(join(tmpdir(), 'steadyhand-spans-'));
  await writeFile(join(home, 'steadyhand.config.json'), JSON.stringify({ kinds: ['memory'], slots: 1, model: { default: 'm' } }));
  client = await connectTemporal(findTemporal(home, { TEMPORAL_ADDRESS: sharedServerAddress() }));
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.kill('SIGKILL');
  await client.connection.close();
  await collector.close();
  await rm(home, { recursive: true, force: true });
});

async function startWorker(env: Readonly<Record<string, string>>): Promise<WorkerProcess> {
  const address = { TEMPORAL_ADDRESS: sharedServerAddress(), OPENAI_BASE_URL: `${model.url}/v1`, OPENAI_API_KEY: 'none' };
  const worker = await startWorkerProcess({ home, env: { ...address, ...env } });
  workers.push(worker);
  return worker;
}

async function exploreOnce(appId: string): Promise<{ readonly summary: ExplorerSummary; readonly events: readonly ExplorerEvent[] }> {
  const handle = await explore(client, {
    device: { kind: 'memory', script },
    appId,
    sensitive: true,
    decisionPlane: 'always',
    budget: { max_steps: 5 },
  });
  const summary = await handle.result();
  return { summary, events: await eventsOf({ shared: home }, handle) };
}

const finished = (events: readonly ExplorerEvent[], type: ExplorerEvent['type']): readonly ExplorerEvent[] =>
  events.filter((event) => event.type === type);
const attribute = ({ attributes }: { readonly attributes: readonly SentAttribute[] }, key: string): unknown =>
  Object.values(attributes.find((each) => each.key === key)?.value ?? {})[0];
const msOf = (nanos: string): number => Number(BigInt(nanos) / 1_000_000n);

test('E60, E61, E62, E63: a run is one trace: its nodes and model calls as its events report them, with no text of the application', async () => {
  const worker = await startWorker({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_HEADERS: 'x-key=secret' });
  const { summary, events } = await exploreOnce(`${canary} clinic`);
  await worker.kill('SIGTERM');
  const spans = collector.spans();

  const [run, ...others] = spans.filter(({ parentSpanId }) => !parentSpanId);
  expect(others).toEqual([]);
  expect(run).toMatchObject({ name: 'invoke_agent explorer' });
  expect(run && attribute(run, 'steadyhand.run_id')).toBe(summary.run_id);
  expect(run && attribute(run, 'steadyhand.app_id')).toBe(summary.app_id);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  const ids = new Set(spans.map(({ spanId }) => spanId));
  expect(ids.size).toBe(spans.length);
  expect(spans.filter(({ parentSpanId }) => parentSpanId && !ids.has(parentSpanId))).toEqual([]);

  const byName = (name: string): readonly SentSpan[] => spans.filter((span) => span.name === name);
  const nodes = finished(events, 'agent.node_finish');
  const lasting = spans.filter((span) => attribute(span, 'steadyhand.node') === span.name);
  expect(lasting.map(({ name, startTimeUnixNano, endTimeUnixNano }) => [name, msOf(endTimeUnixNano) - msOf(startTimeUnixNano)])).toEqual(
    nodes.map(({ payload }) => [payload['node'], payload['latency_ms']]),
  );
  expect(byName('loop')).toHaveLength(finished(events, 'agent.loop_start').length);
  const questions = finished(events, 'agent.llm_invocation');
  expect(questions.length).toBeGreaterThan(0);
  expect([...byName('chat m'), ...byName('kept answer')]).toHaveLength(questions.length);
  expect(new Set(byName('chat m').map((span) => attribute(span, 'gen_ai.provider.name')))).toEqual(new Set(['openai']));
  const tokens = byName('chat m').map((span) => Number(attribute(span, 'gen_ai.usage.input_tokens')));
  expect(tokens.reduce((sum, count) => sum + count, 0)).toBe(questions.reduce((sum, { payload }) => sum + Number(payload['tokens_in']), 0));

  expect(collector.headers()).toMatchObject({ 'x-key': 'secret' });
  expect(collector.resources()).toContainEqual({ key: 'service.name', value: { stringValue: 'steadyhand' } });
  expect(collector.bodies().join('\n').toLowerCase()).not.toContain(canary);
  expect(worker.said()).not.toContain('spans do not reach');
});

test('a missing collector changes nothing in runs, and is reported once', async () => {
  const nobody = `http://127.0.0.1:${await getPort()}`;
  const quiet = await startWorker({});
  const plain = await exploreOnce('plain');
  await quiet.kill('SIGTERM');
  expect(collector.bodies()).toEqual([]);

  const worker = await startWorker({ OTEL_EXPORTER_OTLP_ENDPOINT: nobody, OTEL_EXPORTER_OTLP_TIMEOUT: '300' });
  const first = await exploreOnce('first');
  await until(() => worker.said().includes('spans do not reach'), 'the warning');
  const second = await exploreOnce('second');
  await worker.kill('SIGTERM');
  const told = ({ events }: typeof first) => events.map(({ type, payload }) => [type, payload['node'], payload['loop_num']]);
  const ended = ({ summary: { stop_reason, steps, screens_new, edges_new } }: typeof first) => [stop_reason, steps, screens_new, edges_new];
  for (const run of [first, second]) {
    expect(told(run)).toEqual(told(plain));
    expect(ended(run)).toEqual(ended(plain));
  }
  expect(worker.said().match(/spans do not reach .*/g)).toEqual([expect.stringContaining(`${nobody} (connect ECONNREFUSED`)]);
});

function openQueue() {
  const said: string[] = [];
  const queue = createSpanQueue({ endpoint: `${collector.url}/`, hostId: 'h', log: (text) => void said.push(text) });
  let id = 0;
  const add = (): void => {
    id += 1;
    queue.add({ run: 'run' }, [{ id, name: 'loop', kind: 'internal', start: 1_500, end: 2_250, attributes: {}, notes: [], endedBy: id }]);
  };
  return { said, add, close: () => queue.close() };
}

test('a rejection by the collector is reported once until it accepts spans again', async () => {
  const { said, add, close } = openQueue();
  collector.answer(400);
  add();
  await until(() => said.length > 0, 'a warning');
  add();
  await until(() => collector.asked() === 2, 'another refusal');
  collector.answer(200);
  add();
  await until(() => collector.spans().length === 1, 'the third span');
  expect(collector.spans()).toMatchObject([{ startTimeUnixNano: '1500000000', endTimeUnixNano: '2250000000' }]);
  expect(said).toEqual([expect.stringMatching(/^spans do not reach .* \(Bad Request\); runs go on without them$/)]);
  collector.answer(400);
  add();
  await close();
  expect(said).toHaveLength(2);
});

test('shutdown waits for a collector that does not answer, but not for long', async () => {
  const { said, add, close } = openQueue();
  collector.answer('never');
  add();
  const began = Date.now();
  await close();
  expect(Date.now() - began).toBeLessThan(8_000);
  expect(said).toEqual([expect.stringContaining('no response within 5 s')]);
  collector.answer(400);
});
