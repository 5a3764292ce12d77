// Spans of runs at an OpenTelemetry receiver (FL10): a run whose worker is killed is one trace.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { hostAgent } from '../../../src/workflows/index.js';
import { taskQueue } from '../../../src/workflows/messages.js';
import { assignThenFinish, click, memoryDevice, say } from '../../support/agent-harness.js';
import { startCollector, type Collector, type SentSpan } from '../../support/collector.js';
import { sharedServerAddress } from '../../support/temporal-server.js';
import { until } from '../../support/until.js';
import { openWorkerScene, type WorkerScene } from '../../support/worker-scene.js';

const canary = 'zeisig';
let scene: WorkerScene;
let collector: Collector;
beforeAll(async () => {
  collector = await startCollector();
  scene = await openWorkerScene({ address: sharedServerAddress() });
});
afterAll(async () => {
  await scene.close();
  await collector.close();
});

const attribute = ({ attributes }: SentSpan, name: string): unknown =>
  Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0];

test('FL10: an agent whose worker is killed between two steps is one trace, whose spans have their parents, names by the conventions and no texts', async () => {
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
  const workflowId = `spans-${process.pid}-${Date.now().toString(36)}`;
  const handle = await scene.client.workflow.start<typeof hostAgent>('hostAgent', {
    taskQueue,
    workflowId,
    args: [{ request: canary, device, settings: { host: 'always' } }],
  });
  const { usage } = await handle.result();
  const root = await until(
    () => Promise.resolve(collector.spans().find(({ name }) => name === 'invoke_agent hostAgent')),
    'the span of the run',
  );
  const spans = collector.spans();
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  const ids = new Set(spans.map(({ spanId }) => spanId));
  expect(spans.filter(({ parentSpanId }) => !parentSpanId)).toEqual([root]);
  expect(spans.filter(({ parentSpanId }) => parentSpanId && !ids.has(parentSpanId))).toEqual([]);
  const child = spans.find(({ name }) => name === 'invoke_agent appAgent');
  expect(child).toMatchObject({ parentSpanId: root.spanId });
  expect(spans.filter(({ name }) => name === 'execute_tool click_input')).toEqual([
    expect.objectContaining({ parentSpanId: child?.spanId }),
  ]);
  const chats = spans.filter(({ name }) => name === 'chat');
  const told = chats.reduce((sum, span) => sum + Number(attribute(span, 'gen_ai.usage.input_tokens')), 0);
  expect(told).toBe(usage.inputTokens);
  expect(chats.length).toBe(usage.modelCalls);
  expect(attribute(root, 'gen_ai.operation.name')).toBe('invoke_agent');
  expect(attribute(root, 'steadyhand.outcome')).toBe('completed');
  expect(BigInt(root.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(child?.endTimeUnixNano ?? 0));
  expect(collector.bodies().join('')).not.toContain(canary);
});
