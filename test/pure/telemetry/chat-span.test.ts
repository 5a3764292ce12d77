import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { createTracedModel, withTraceParent } from '../../../src/adapters/opentelemetry/traces.js';
import { readableSpan } from '../../../src/adapters/opentelemetry/span-queue.js';
import { resourceFromAttributes } from '@opentelemetry/resources';
import type { Span } from '../../../src/domain/explorer/spans.js';
import { providerOf, textsOf } from '../../../src/domain/telemetry/chat-span.js';
import { traceOfHeader } from '../../../src/domain/telemetry/trace-context.js';
import { ModelError, type Model, type ModelRequest } from '../../../src/ports/model.js';

const usage = { inputTokens: 30, outputTokens: 5, costUsd: 0, modelCalls: 1 };
const by = { trace: { run: 'first' }, workflow: 'run/app-1', attempt: 'x 7 1' };
const request: ModelRequest<{ readonly text: string }> = {
  role: 'app',
  messages: [
    { role: 'system', text: 'rules' },
    { role: 'user', text: 'page' },
  ],
  images: [{ caption: 'c', ref: `sha256:${'0'.repeat(64)}` }],
  schema: { name: 's', zod: z.object({ text: z.string() }) },
  stored: (text) => text.replace('pass', '•••'),
  signal: new AbortController().signal,
};

function traced(complete: () => unknown, ofComputer: object = {}) {
  const told: Span[] = [];
  let now = 1_000;
  const inner = {
    complete: () => Promise.resolve().then(complete),
    takesImages: () => true,
    computer: { next: () => Promise.resolve().then(complete), ...ofComputer },
    asks: () => ({ model: 'm', provider: 'openai', address: 'model.example', port: 443 }),
  } as unknown as Model;
  const model = createTracedModel(inner, { add: (_, spans) => void told.push(...spans) }, () => (now += 500));
  return { model, told };
}
const reply = { value: { text: 'pass' }, usage, model: 'm-2026', refs: {}, warnings: [] };

test('FL10: a question of an activity is a chat with the name of the model, its provider and the tokens', async () => {
  const { model, told } = traced(() => reply);
  await withTraceParent(by, async () => {
    await model.complete(request);
    await model.complete(request);
  });
  expect(told).toMatchObject([
    {
      id: 'x 7 1 1',
      parent: 'run/app-1',
      name: 'chat m',
      kind: 'client',
      start: 1_500,
      end: 2_000,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': 'openai',
        'gen_ai.request.model': 'm',
        'gen_ai.response.model': 'm-2026',
        'gen_ai.usage.input_tokens': 30,
        'gen_ai.usage.output_tokens': 5,
        'server.address': 'model.example',
        'server.port': 443,
      },
    },
    { id: 'x 7 1 2' },
  ]);
  expect(told[0]).toMatchObject({ error: undefined });
});

test('FL10, FL22: so is one to a computer tool, whose turn is told as it may be stored', async () => {
  const turn = { text: 'pass', items: [], checks: [] };
  const { model, told } = traced(() => ({ ...reply, turn, picture: { width: 1, height: 1 } }));
  const { signal, stored } = request;
  const question = { system: 'rules', task: 'order', now: 'page', picture: `sha256:${'0'.repeat(64)}` as const, functions: [], signal };
  await withTraceParent(by, async () => {
    await model.computer?.next({ ...question, stored: (text) => stored?.(text, turn) ?? text });
  });
  expect(told).toMatchObject([{ name: 'chat m', attributes: { 'steadyhand.model_role': 'app', 'gen_ai.usage.input_tokens': 30 } }]);
  expect(told[0]?.texts?.['gen_ai.output.messages']).toContain('•••');
  expect(told[0]?.texts?.['gen_ai.output.messages']).not.toContain('pass');
  expect(told[0]?.texts?.['gen_ai.input.messages']).toMatch(/order.*page/);
});

test('FL10, FL22: a computer tool that is asked elsewhere tells its own provider', async () => {
  const asks = (model = 'own') => ({ model, provider: 'anthropic', address: 'other.example', port: 80 });
  const turn = { text: '', items: [], checks: [] };
  const { model, told } = traced(() => ({ ...reply, turn, picture: { width: 1, height: 1 } }), { asks });
  const { signal } = request;
  const question = { system: 's', task: 't', now: 'n', picture: `sha256:${'0'.repeat(64)}` as const, functions: [], signal };
  await withTraceParent(by, async () => {
    await model.computer?.next(question);
    await model.computer?.next({ ...question, model: 'given' });
  });
  const attributes = { 'gen_ai.provider.name': 'anthropic', 'server.address': 'other.example', 'server.port': 80 };
  expect(told).toMatchObject([
    { name: 'chat own', attributes },
    { name: 'chat given', attributes },
  ]);
});

test('FL10: a question that failed is one with its code and what it used; one of no activity is none', async () => {
  const failure = new ModelError('model-refused', 'refused: Zeisig', { retryable: false, usage });
  const { model, told } = traced(() => {
    throw failure;
  });
  await expect(withTraceParent(by, () => model.complete(request))).rejects.toBe(failure);
  expect(told).toMatchObject([{ error: 'model-refused', attributes: { 'gen_ai.usage.input_tokens': 30 } }]);
  expect(JSON.stringify(told)).not.toContain('Zeisig');
  await expect(model.complete(request)).rejects.toBe(failure);
  expect(told).toHaveLength(1);
});

test('FL10: texts are apart, as they may be stored, and are sent on request only, masked', async () => {
  const { model, told } = traced(() => reply);
  await withTraceParent(by, () => model.complete(request));
  const [span] = told;
  if (!span) throw new Error('no span');
  expect(Object.fromEntries(Object.entries(span.texts ?? {}).map(([key, text]) => [key, JSON.parse(text)]))).toEqual({
    'gen_ai.system_instructions': [{ type: 'text', content: 'rules' }],
    'gen_ai.input.messages': [
      {
        role: 'user',
        parts: [
          { type: 'text', content: 'page' },
          { type: 'file', modality: 'image', file_id: `sha256:${'0'.repeat(64)}` },
        ],
      },
    ],
    'gen_ai.output.messages': [{ role: 'assistant', parts: [{ type: 'text', content: '{"text":"•••"}' }], finish_reason: 'stop' }],
  });
  const resource = resourceFromAttributes({});
  const sent = (mask: ((text: string) => string) | undefined) => readableSpan(by.trace, span, { resource, mask }).attributes;
  expect(Object.keys(sent(undefined)).filter((name) => /messages|instructions/.test(name))).toEqual([]);
  expect(sent((text) => text.replace('page', '***'))['gen_ai.input.messages']).toContain('***');
});

test('FL10: what a model said before in the same question is left out, and a long text is cut', () => {
  const texts = textsOf(
    [
      { role: 'assistant', text: 'pass' },
      { role: 'user', text: 'y'.repeat(40_000) },
    ],
    [],
    undefined,
  );
  expect(Object.keys(texts)).toEqual(['gen_ai.input.messages']);
  expect(texts['gen_ai.input.messages']).not.toContain('pass');
  expect(texts['gen_ai.input.messages']?.length).toBeLessThan(33_000);
});

test.each([
  ['api.openai.com', 'openai'],
  ['acme.openai.azure.com', 'azure.ai.openai'],
  ['api.anthropic.com', 'anthropic'],
  ['europe-west1-aiplatform.googleapis.com', 'gcp.vertex_ai'],
  ['127.0.0.1', 'openai'],
  ['notapi.x.ai', 'openai'],
])('FL10: the provider at %s is %s', (host, provider) => {
  expect(providerOf(host)).toBe(provider);
});

test('FL10: a header that is none names no trace', () => {
  const caller = { traceId: '1', spanId: '2', sampled: true };
  expect(traceOfHeader({ run: 'r', caller })).toEqual({ run: 'r', caller });
  expect(traceOfHeader({ run: 'r', caller: { traceId: 1 } })).toEqual({ run: 'r' });
  for (const value of [null, 'r', {}, { run: 1 }]) expect(traceOfHeader(value)).toBeUndefined();
});
