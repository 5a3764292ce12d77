// Spans of runs at an OpenTelemetry receiver (FL10): a run whose worker is killed is one trace.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { AsyncLocalStorage } from 'node:async_hooks';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { context, propagation, ROOT_CONTEXT, trace, type Context, type ContextManager } from '@opentelemetry/api';
import { createSealedTokens } from '../../../src/adapters/node-crypto/sealed-tokens.js';
import { durableCalls } from '../../support/procedure-calls.js';
import { connect } from '../../../src/client.js';
import type { FlowStart } from '../../../src/domain/run/program-input.js';
import { edge, flow as flowOf, node } from '../../pure/flow/documents.js';
import { assignThenFinish, click, memoryDevice, say, startHarness, type Harness } from '../../support/agent-harness.js';
import { startCollector, type Collector, type SentSpan } from '../../support/collector.js';
import { commandLine } from '../../support/command-line.js';
import { startDevServer, type DevServer } from '../../support/temporal-server.js';
import { until } from '../../support/until.js';
import { loadedDocument } from '../../conformance/procedure-calls-conformance.js';
import { activity, documentOf, work } from '../../support/procedures.js';
import { openWorkerScene, type WorkerScene } from '../../support/worker-scene.js';

const canary = 'zeisig';
let server: DevServer;
let scene: WorkerScene;
let collector: Collector;
beforeAll(async () => {
  collector = await startCollector();
  // Of its own: on the shared one a worker may end what another suite has left, and tells of that, too.
  server = await startDevServer({ inMemory: true });
  scene = await openWorkerScene({ address: server.address });
});
afterAll(async () => {
  await scene?.close();
  await collector?.close();
  await server?.stop();
});

const attribute = ({ attributes }: SentSpan, name: string): unknown =>
  Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0];

const caller = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' } as const;
const traceparent = `00-${caller.traceId}-${caller.spanId}-01`;

test("FL10: an agent whose worker is killed between two steps is part of its caller's trace, with its baggage; its spans have their parents, names by the conventions and no texts", async () => {
  const device = memoryDevice({
    start: 'a',
    screens: {
      a: {
        title: canary,
        controls: [
          { role: 'button', name: 'Next' },
          { role: 'button', name: `Next ${canary}` },
        ],
      },
    },
  });
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const first = await scene.work(env);
  let killed = false;
  scene.think({
    host: assignThenFinish,
    app: [
      click('Next'),
      async () => {
        if (!killed) {
          killed = true;
          // What the first step was is sent a second after it ended.
          await until(
            () => Promise.resolve(collector.spans().some(({ name }) => name.startsWith('execute_tool'))),
            'a span of the first step',
          );
          await first.kill('SIGKILL');
          await scene.work(env);
        }
        return { Function: '', Status: 'FINISH', Comment: canary, Result: canary };
      },
      say('FINISH', { Result: canary }),
    ],
  });
  await using steadyhand = await connect({ client: scene.client, env: scene.env, folder: scene.home });
  const started = await steadyhand.startAgent(
    { request: canary, device, settings: { host: 'always' } },
    { trace: { traceparent, tracestate: 'vendor=x', baggage: 'tenant=acme,gen_ai.agent.name=theirs' } },
  );
  const { result } = await started.result();
  const root = await until(
    () => Promise.resolve(collector.spans().find(({ name }) => name === 'invoke_agent hostAgent')),
    'the span of the run',
  );
  const spans = collector.spans();
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([caller.traceId]));
  const ids = new Set(spans.map(({ spanId }) => spanId));
  expect(spans.filter(({ parentSpanId = '' }) => !ids.has(parentSpanId))).toEqual([root]);
  expect(root.parentSpanId).toBe(caller.spanId);
  expect(attribute(root, 'tenant')).toBe('acme');
  expect(attribute(root, 'gen_ai.agent.name')).toBe('hostAgent');
  const child = spans.find(({ name }) => name === 'invoke_agent appAgent');
  expect(child).toMatchObject({ parentSpanId: root.spanId });
  expect(child && attribute(child, 'tenant')).toBe('acme');
  expect(spans.filter(({ name }) => name === 'execute_tool click_input')).toEqual([
    expect.objectContaining({ parentSpanId: child?.spanId }),
  ]);
  const chats = spans.filter(({ name }) => name === 'chat scripted-model');
  const told = chats.reduce((sum, span) => sum + Number(attribute(span, 'gen_ai.usage.input_tokens')), 0);
  expect(told).toBe(result?.usage.inputTokens);
  expect(chats.length).toBe(result?.usage.modelCalls);
  expect(new Set(chats.map((span) => attribute(span, 'gen_ai.provider.name')))).toEqual(new Set(['openai']));
  expect(chats.filter(({ parentSpanId }) => parentSpanId === child?.spanId).length).toBeGreaterThan(0);
  expect(attribute(root, 'gen_ai.operation.name')).toBe('invoke_agent');
  expect(attribute(root, 'steadyhand.outcome')).toBe('completed');
  expect(BigInt(root.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(child?.endTimeUnixNano ?? 0));
  expect(collector.bodies().join('')).not.toContain(canary);
});

describe('with texts, over continue-as-new', () => {
  const password = 'open-sesame-7';
  let server: DevServer;
  let harness: Harness;
  let texts: Collector;
  beforeAll(async () => {
    texts = await startCollector();
    server = await startDevServer({ inMemory: true, suggestContinueAsNewAt: 40 });
    harness = await startHarness({
      address: server.address,
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: texts.url,
        OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'SPAN_ONLY',
        STEADYHAND_SECRET_DOOR: password,
      },
      config: { secrets: { DOOR: { origins: ['https://door.example'] } } },
    });
  });
  afterAll(async () => {
    await harness?.close();
    await server?.stop();
    await texts?.close();
  });

  const screen = { start: 'a', screens: { a: { title: 'A', controls: [{ role: 'button', name: 'Next' }] } } };
  const sent = (name: string) => until(() => Promise.resolve(texts.spans().find((span) => span.name === name)), `the span ${name}`);

  test("FL10: a flow that is started in a program's active span is its child in every part of its chain; what its model was asked is told, but for secrets", async () => {
    const id = harness.expect({
      step: [{ text: 'the answer', tool_calls: [] }],
      app: [say('FINISH', { Result: 'found' })],
    });
    const steps = Array.from({ length: 8 }, (_, index) =>
      node(`think-${index}`, { type: 'AiStep', prompt: `Think of ${password} (${id})` }),
    );
    const nodes = [...steps, node('agent', { type: 'AgentTask', request: `Look (${id})` })];
    const flow = flowOf(
      nodes,
      nodes.slice(1).map(({ id: to }, index) => edge(nodes[index]?.id ?? '', to)),
    ) as FlowStart['flow'];
    await using steadyhand = await connect({ client: harness.client, env: {}, folder: harness.home });
    const started = await inSpanOf(() => steadyhand.startFlow({ flow, device: memoryDevice(screen) }, { id }));
    await started.result();
    const { raw, runId } = await harness.client.workflow.getHandle(id).describe();
    expect(runId).not.toBe(raw.workflowExecutionInfo?.firstRunId);
    const root = await sent('invoke_agent flow');
    const spans = texts.spans();
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([caller.traceId]));
    expect(root.parentSpanId).toBe(caller.spanId);
    const ids = new Set(spans.map(({ spanId }) => spanId));
    expect(spans.filter(({ parentSpanId = '' }) => !ids.has(parentSpanId))).toEqual([root]);
    const chats = spans.filter((span) => span.name === 'chat scripted-model');
    expect(chats.filter(({ parentSpanId }) => parentSpanId === root.spanId)).toHaveLength(steps.length);
    const [thought] = chats;
    expect(thought && JSON.parse(String(attribute(thought, 'gen_ai.output.messages')))).toEqual([
      { role: 'assistant', parts: [{ type: 'text', content: expect.stringContaining('the answer') }], finish_reason: 'stop' },
    ]);
    expect(attribute(thought ?? root, 'gen_ai.input.messages')).toMatch(/Think of •••/);
    expect(texts.bodies().join('')).not.toContain(password);
  });

  test('FL10: an explorer is an agent in the trace of its caller too, and so is what the command line starts where TRACEPARENT names one', async () => {
    await using steadyhand = await connect({ client: harness.client, env: {}, folder: harness.home });
    const explored = await steadyhand.explore(
      { device: memoryDevice(screen), decisionPlane: 'never', settings: { maxStep: 2 } },
      { trace: { traceparent } },
    );
    await explored.result();
    expect(await sent('invoke_agent explorer')).toMatchObject({ traceId: caller.traceId, parentSpanId: caller.spanId });

    const id = harness.expect({ app: [say('FINISH', { Result: 'found' })], host: assignThenFinish });
    const input = join(harness.home, 'input.json');
    await writeFile(input, JSON.stringify({ device: memoryDevice(screen) }));
    const other = { ...caller, spanId: '1111111111111111' };
    const env = { TRACEPARENT: `00-${other.traceId}-${other.spanId}-01` };
    const steady = commandLine({ address: server.address, folder: harness.home, env });
    expect(await steady('run', id, '--input', input, '--id', id, '--follow')).toMatchObject({ code: 0 });
    expect(await sent('invoke_agent hostAgent')).toMatchObject({ traceId: other.traceId, parentSpanId: other.spanId });
    const refused = await steady('run', id, '--input', input, '--traceparent', 'Zeisig');
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/traceparent.*Zeisig.*such as 00-/) });
  });

  test('FL10: a run that is cancelled tells of its parts, too: none of its spans lacks its parent', async () => {
    const run = await harness.run(
      { app: [click('Next'), say('PENDING', { Questions: ['Which day?'] })] },
      { device: memoryDevice(screen) },
    );
    await run.asks('question');
    await run.handle.cancel();
    await expect(run.handle.result()).rejects.toThrow();
    const root = await until(
      () =>
        Promise.resolve(
          texts.spans().find((span) => span.name === 'invoke_agent hostAgent' && attribute(span, 'steadyhand.outcome') === 'cancelled'),
        ),
      'the span of the run',
    );
    const own = () => texts.spans().filter(({ traceId }) => traceId === root.traceId);
    await until(() => Promise.resolve(own().some(({ name }) => name.startsWith('execute_tool'))), 'the span of the click');
    const part = await until(() => Promise.resolve(own().find(({ name }) => name === 'invoke_agent appAgent')), 'the span of the part');
    expect(attribute(part, 'steadyhand.outcome')).toBe('cancelled');
    const ids = new Set(own().map(({ spanId }) => spanId));
    expect(own().filter(({ parentSpanId = '' }) => !ids.has(parentSpanId))).toEqual([root]);
  });

  test('FL10: a procedure that is started in a trace is part of it, and so is the agent that does a step of it', async () => {
    const id = harness.expect({ app: [say('FINISH', { Result: 'found' })], host: assignThenFinish });
    const document = documentOf([activity('first', { steps: [work('own', { run: { agent: `Look (${id})` } })] })]);
    const calls = durableCalls({
      client: () => Promise.resolve(harness.client),
      loaded: new Map([['release', loadedDocument(document)]]),
      tokens: createSealedTokens([{ id: 'first', secret: randomBytes(32) }]),
      by: 'agent',
      answers: 'agent',
      run: { device: memoryDevice(screen) },
      trace: { traceparent: `00-${caller.traceId}-2222222222222222-01` },
      newId: () => id,
    });
    await calls.start_workflow({ workflow_id: 'release' });
    await harness.client.workflow.getHandle(id).result();
    const root = await sent('invoke_agent procedure');
    expect(root).toMatchObject({ traceId: caller.traceId, parentSpanId: '2222222222222222' });
    const isPart = ({ name, parentSpanId }: SentSpan) => name === 'invoke_agent hostAgent' && parentSpanId === root.spanId;
    expect(texts.spans().filter(isPart)).toMatchObject([{ traceId: caller.traceId }]);
  });
});

/** As a program whose OpenTelemetry follows asynchronous calls, and writes W3C's headers. */
async function inSpanOf<T>(work: () => Promise<T>): Promise<T> {
  const current = new AsyncLocalStorage<Context>();
  const manager: ContextManager = {
    active: () => current.getStore() ?? ROOT_CONTEXT,
    with: (of, call, self, ...args) => current.run(of, () => call.call(self, ...args)),
    bind: (_, target) => target,
    enable: () => manager,
    disable: () => manager,
  };
  context.setGlobalContextManager(manager);
  propagation.setGlobalPropagator({
    inject(active, carrier, setter) {
      const span = trace.getSpanContext(active);
      if (span) setter.set(carrier, 'traceparent', `00-${span.traceId}-${span.spanId}-01`);
    },
    extract: (active) => active,
    fields: () => ['traceparent'],
  });
  try {
    return await context.with(trace.setSpanContext(ROOT_CONTEXT, { ...caller, traceFlags: 1 }), work);
  } finally {
    context.disable();
    propagation.disable();
  }
}
