import { z } from 'zod';
import { createMemoryArtifactStore } from '../../../src/adapters/memory/artifact-store.js';
import { createOpenAiModel, type OpenAiModelOptions } from '../../../src/adapters/openai/openai-model.js';
import { createSharpImages } from '../../../src/adapters/sharp/sharp-images.js';
import { appReplySchema } from '../../../src/domain/agent/replies.schema.js';
import type { ArtifactRef } from '../../../src/domain/ui/observation.js';
import type { Model, ModelReply, ModelRequest, ModelError } from '../../../src/ports/model.js';
import { fails, says, startModelServer, usual, type ModelAnswer, type ModelServer } from '../../support/model-server.js';
import { picture } from '../../support/picture.js';

const schema = { name: 'colour', zod: z.object({ colour: z.string(), note: z.string().nullable() }) };
const blue = { colour: 'blue', note: null };
const prices = { 'test-model': { input: 10, output: 100 } };

let server: ModelServer | undefined;
let artifacts = createMemoryArtifactStore();
afterEach(async () => {
  await server?.close();
  server = undefined;
  artifacts = createMemoryArtifactStore();
});

async function modelThat(answers: readonly ModelAnswer[], options: Partial<OpenAiModelOptions> = {}): Promise<Model> {
  server = await startModelServer(...answers);
  return createOpenAiModel({
    apiKey: 'sk-very-secret',
    baseUrl: server.url,
    modelFor: (_, override) => override ?? 'test-model',
    takesImages: () => true,
    artifacts,
    images: createSharpImages(),
    prices,
    ...options,
  });
}

function question(more: Partial<ModelRequest<z.infer<typeof schema.zod>>> = {}): ModelRequest<z.infer<typeof schema.zod>> {
  return {
    role: 'app',
    messages: [
      { role: 'system', text: 'You name colours.' },
      { role: 'user', text: 'Which colour is the sky?' },
    ],
    schema,
    signal: new AbortController().signal,
    ...more,
  };
}

async function ask(answers: readonly ModelAnswer[], options: Partial<OpenAiModelOptions> = {}, more = {}) {
  return (await modelThat(answers, options)).complete(question(more));
}

async function failure(answers: readonly ModelAnswer[], options: Partial<OpenAiModelOptions> = {}): Promise<ModelError> {
  const outcome: unknown = await ask(answers, options).catch((error: unknown) => error);
  return outcome as ModelError;
}

describe('a valid answer', () => {
  test('has the value, usage with its price, and the model', async () => {
    const reply = await ask([says(blue)]);
    expect(reply).toMatchObject({
      value: blue,
      model: 'test-model',
      warnings: [],
      usage: { inputTokens: 1_000, outputTokens: 100, modelCalls: 1 },
    });
    expect(reply.usage.costUsd).toBeCloseTo(0.02);
  });

  test('was requested with a strict schema, once, with the configured name and key', async () => {
    await ask([says(blue)]);
    const [request] = server!.requests;
    expect(server!.requests).toHaveLength(1);
    expect(request!.headers.authorization).toBe('Bearer sk-very-secret');
    expect(request!.body.model).toBe('test-model');
    expect(request!.body.response_format).toEqual({
      type: 'json_schema',
      json_schema: {
        name: 'colour',
        strict: true,
        schema: {
          type: 'object',
          properties: { colour: { type: 'string' }, note: { type: ['string', 'null'] } },
          required: ['colour', 'note'],
          additionalProperties: false,
        },
      },
    });
  });

  test('may come from a model that the request names', async () => {
    await ask([says(blue)], {}, { model: 'other-model' });
    expect(server!.requests[0]!.body.model).toBe('other-model');
  });

  test.each([
    ['prose around it', `Sure! Here it is: {"colour": "blue", "note": null} Hope it helps.`],
    ['a code fence', '```json\n{"colour": "blue",\n "note": null}\n```'],
    ['a fence after prose', 'I think {so}.\n\n```\n{"colour": "blue", "note": null}\n```\nDone.'],
    ['thinking with braces before it', '<think>{"colour": maybe} hm, "}" {</think>{"colour": "blue", "note": null}'],
    ['a list of one', JSON.stringify([blue])],
    ['a smaller object before it', 'Example: {"a": 1}. Answer: {"colour": "blue", "note": null}'],
  ])('is found in %s', async (_, text) => {
    expect((await ask([says(text)])).value).toEqual(blue);
    expect(server!.requests).toHaveLength(1);
  });

  test.each([
    ['none', null],
    ['negative counts', { input: -1_000_000, output: 100 }],
    ['a negative answer', { input: 1_000, output: -100 }],
    ['a fraction', { input: 10.5, output: 100 }],
    ['a text', { input: '1000', output: 100 }],
    ['more than any model takes', { input: 1e12, output: 100 }],
    ['more cached than there were', { input: 10, output: 1, cached: 1_000_000 }],
  ])('LK50: whose usage is %s counts what its texts say, with a warning', async (_, usage) => {
    const reply = await ask([says(blue, { usage })]);
    expect(reply.usage).toMatchObject({ inputTokens: 11, outputTokens: 8, modelCalls: 1 });
    expect(reply.usage.costUsd).toBeGreaterThan(0);
    expect(reply.warnings).toEqual([expect.stringContaining('no usable count of tokens for test-model')]);
  });

  test('from a model without a price costs 0, with a warning', async () => {
    const reply = await ask([says(blue)], { prices: {} });
    expect(reply.usage).toMatchObject({ inputTokens: 1_000, costUsd: 0 });
    expect(reply.warnings).toEqual([expect.stringContaining('no price for test-model')]);
  });

  test('costs less for input that the provider had cached', async () => {
    const usage = { ...usual, cached: 400 };
    const reply = await ask([says(blue, { usage })], { prices: { 'test-model': { input: 10, output: 100, cachedInput: 1 } } });
    expect(reply.usage.costUsd).toBeCloseTo((600 * 10 + 400 * 1 + 100 * 100) / 1e6);
  });

  test('leaves the complete prompt and reply in the artifact store', async () => {
    const { refs } = await ask([says(blue)]);
    expect(await artifacts.getJson(refs.prompt)).toMatchObject({ role: 'app', model: 'test-model', messages: question().messages });
    expect(await artifacts.getJson(refs.reply)).toMatchObject({ turns: [{ text: JSON.stringify(blue), finishReason: 'stop' }] });
  });
});

test('a local server needs no key', async () => {
  expect((await ask([says(blue)], { apiKey: undefined })).value).toEqual(blue);
});

describe('an unusable answer', () => {
  test('A54: gets one repair turn that quotes what is wrong, and the usage of both turns counts', async () => {
    const reply = await ask([says({ colour: 7, note: null }), says(blue)]);
    expect(reply.value).toEqual(blue);
    expect(reply.usage).toMatchObject({ inputTokens: 2_000, outputTokens: 200, modelCalls: 2 });
    const { messages } = server!.requests[1]!.body;
    expect(messages.slice(-2)).toEqual([
      { role: 'assistant', content: '{"colour":7,"note":null}' },
      { role: 'user', content: expect.stringMatching(/colour: Invalid input: expected string/) as unknown as string },
    ]);
  });

  test('A54, A68: given twice is model-invalid-reply, not retried, with the usage of both turns', async () => {
    const error = await failure([says('I would rather not use JSON.'), says('{"colour": ')]);
    expect(error).toMatchObject({
      code: 'model-invalid-reply',
      options: { retryable: false, usage: { inputTokens: 2_000, modelCalls: 2 } },
    });
    expect(server!.requests).toHaveLength(2);
  });

  test.each([
    ['cut off by length', says('{"colour": "bl', { finish: 'length' })],
    ['complete JSON but cut off by length', says(blue, { finish: 'length' })],
    ['truncated JSON', says('{"colour": "bl')],
    ['empty', says('')],
    ['an array of something else', says([7])],
  ])('may be %s', async (_, answer) => {
    expect((await ask([answer, says(blue)])).value).toEqual(blue);
    expect(server!.requests).toHaveLength(2);
  });

  test('A68: a repair turn that meets an unavailable server reports the usage of the first turn', async () => {
    const error = await failure([says('no'), fails(503)]);
    expect(error).toMatchObject({ code: 'model-unavailable', options: { retryable: true, usage: { inputTokens: 1_000, modelCalls: 1 } } });
  });
});

describe('refusals', () => {
  test.each([
    ['a refusal', says('', { refusal: 'I cannot help with that.' }), /cannot help/],
    ['a content filter', says('', { finish: 'content_filter' }), /content filter/],
  ])('%s is model-refused, with its usage', async (_, answer, message) => {
    const error = await failure([answer]);
    expect(error).toMatchObject({ code: 'model-refused', options: { retryable: false, usage: { inputTokens: 1_000 } } });
    expect(error.message).toMatch(message);
  });

  test('a filter that answers with status 400 is model-refused', async () => {
    expect(await failure([fails(400, { code: 'content_filter' })])).toMatchObject({ code: 'model-refused' });
  });
});

describe('rejected requests', () => {
  test.each([
    [400, /structuredOutput/],
    [401, /OPENAI_API_KEY/],
    [403, /OPENAI_API_KEY/],
    [404, /STEADYHAND_MODEL/],
    [413, /imageMaxSide/],
    [422, /structuredOutput/],
  ])('%d is not retried and says what to check', async (status, advice) => {
    const error = await failure([fails(status, { message: 'Nope.' })]);
    expect(error).toMatchObject({ code: 'model-request-rejected', options: { retryable: false } });
    expect(error.message).toMatch(advice);
    expect(error.message).toContain(`${status}`);
    expect(error.message).toContain('Nope.');
    expect(server!.requests).toHaveLength(1);
  });

  test('no message shows the key', async () => {
    const error = await failure([fails(401, { message: 'Incorrect API key provided: sk-very-secret.' })]);
    expect(error.message).not.toContain('sk-very-secret');
  });

  test('an exhausted quota is not retried', async () => {
    const error = await failure([fails(429, { code: 'insufficient_quota' })]);
    expect(error).toMatchObject({ code: 'model-rate-limited', options: { retryable: false } });
  });
});

describe('unavailable servers', () => {
  test.each([
    ['seconds', { 'retry-after': '7' }, 7_000],
    ['part of a second', { 'retry-after': '0.25' }, 250],
    ['milliseconds', { 'retry-after-ms': '1500' }, 1_500],
    ['both, of which the longer counts', { 'retry-after-ms': '1500', 'retry-after': '9' }, 9_000],
  ])('429 passes on Retry-After in %s', async (_, headers, retryAfterMs) => {
    const error = await failure([fails(429, { headers })]);
    expect(error).toMatchObject({ code: 'model-rate-limited', options: { retryable: true, retryAfterMs } });
    expect(server!.requests).toHaveLength(1);
  });

  test('429 passes on Retry-After given as a date', async () => {
    const date = new Date(Date.now() + 30_000).toUTCString();
    const { options } = await failure([fails(429, { headers: { 'retry-after': date } })]);
    expect(options.retryAfterMs).toBeGreaterThan(27_000);
    expect(options.retryAfterMs).toBeLessThanOrEqual(30_000);
  });

  test('429 without Retry-After leaves the wait to the retry policy', async () => {
    expect((await failure([fails(429)])).options.retryAfterMs).toBeUndefined();
  });

  test.each([500, 502, 503, 529, 408])('%d is model-unavailable, and retried', async (status) => {
    expect(await failure([fails(status)])).toMatchObject({ code: 'model-unavailable', options: { retryable: true } });
    expect(server!.requests).toHaveLength(1);
  });

  test.each(['headers', 'body'] as const)('a server that stalls before its %s end is given up after timeoutMs', async (stall) => {
    const error = await failure([{ stall }], { timeoutMs: 60 });
    expect(error).toMatchObject({ code: 'model-unavailable', options: { retryable: true } });
    expect(error.message).toContain('60 ms');
  });

  test('a dropped connection is model-unavailable', async () => {
    expect(await failure([{ stall: 'drop' }])).toMatchObject({ code: 'model-unavailable', options: { retryable: true } });
  });

  test('a refused connection is model-unavailable and names the address', async () => {
    const error = await failure([], { baseUrl: 'http://127.0.0.1:1/v1' });
    expect(error).toMatchObject({ code: 'model-unavailable' });
    expect(error.message).toMatch(/127\.0\.0\.1:1\/v1.*OPENAI_BASE_URL/);
  });

  test('an answer of 200 without a choice is model-unavailable', async () => {
    const error = await failure([{ body: { error: { message: 'upstream overloaded' } } }]);
    expect(error).toMatchObject({ code: 'model-unavailable' });
    expect(error.message).toContain('upstream overloaded');
  });

  test('A68: so it is in a repair turn, which reports the usage of both turns', async () => {
    const error = await failure([says('{ "colour": '), { body: { choices: [], usage: { prompt_tokens: 5, completion_tokens: 1 } } }]);
    expect(error).toMatchObject({
      code: 'model-unavailable',
      options: { retryable: true, usage: { inputTokens: 1_005, outputTokens: 101, modelCalls: 2 } },
    });
    expect(error.options.usage?.costUsd).toBeCloseTo(0.02015);
  });
});

test('a cancelled question ends with the reason of its signal', async () => {
  const controller = new AbortController();
  const model = await modelThat([{ stall: 'headers' }]);
  const pending = model.complete(question({ signal: controller.signal }));
  controller.abort(new Error('the run was cancelled'));
  await expect(pending).rejects.toThrow('the run was cancelled');
});

describe('missing configuration is reported before anything is sent', () => {
  test('no model', async () => {
    const error = await failure([], { modelFor: () => undefined });
    expect(error).toMatchObject({ code: 'model-not-configured', options: { retryable: false } });
    expect(error.message).toContain('STEADYHAND_MODEL_APP');
  });

  test('no key for OpenAI itself', async () => {
    const error = await failure([], { apiKey: undefined, baseUrl: undefined });
    expect(error).toMatchObject({ code: 'model-not-configured', options: { retryable: false } });
    expect(error.message).toContain('OPENAI_API_KEY');
  });
});

describe('images', () => {
  const missing: ArtifactRef = `sha256:${'0'.repeat(64)}`;

  async function withImages(refs: readonly ArtifactRef[], options: Partial<OpenAiModelOptions> = {}): Promise<ModelReply<unknown>> {
    const images = refs.map((ref, index) => ({ caption: `Picture ${index + 1}:`, ref }));
    return ask([says(blue)], options, { images });
  }

  test('follow the last user message with their captions, scaled down, at the configured detail', async () => {
    const ref = await artifacts.put(await picture(400, 200), 'image/png');
    await withImages([ref], { imageMaxSide: 100, imageDetail: 'low' });
    const content = server!.requests[0]!.body.messages.at(-1)!.content as readonly {
      type: string;
      text?: string;
      image_url?: { url: string; detail: string };
    }[];
    expect(content.map(({ type, text }) => text ?? type)).toEqual(['Which colour is the sky?', 'Picture 1:', 'image_url']);
    expect(content[2]!.image_url!.detail).toBe('low');
    const png = Buffer.from(content[2]!.image_url!.url.replace('data:image/png;base64,', ''), 'base64');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([100, 50]);
  });

  test('are references in the stored prompt, never base64', async () => {
    const ref = await artifacts.put(await picture(40, 20), 'image/png');
    const { refs } = await withImages([ref]);
    const stored = JSON.stringify(await artifacts.getJson(refs.prompt));
    expect(stored).toContain(ref);
    expect(stored).not.toContain('base64');
  });

  test('that cannot be read are left out with a warning', async () => {
    const broken = await artifacts.put(new TextEncoder().encode('no picture'), 'image/png');
    const reply = await withImages([missing, broken]);
    expect(reply.value).toEqual(blue);
    expect(reply.warnings).toEqual([
      expect.stringContaining(`"Picture 1:" (${missing})`),
      expect.stringContaining(`"Picture 2:" (${broken})`),
    ]);
    expect(server!.requests[0]!.body.messages.at(-1)!.content).toBe('Which colour is the sky?');
  });
});

test('strict mode accepts the schema of an AppAgent', async () => {
  await (await modelThat([says({ Status: 'FINISH' })])).complete(question({ schema: { name: 'app', zod: appReplySchema } } as never));
  const { schema: wire } = server!.requests[0]!.body.response_format!.json_schema!;
  const objects: Record<string, unknown>[] = [];
  const words = new Set<string>();
  walk(wire, (node) => {
    Object.keys(node).forEach((word) => words.add(word));
    if (node['type'] === 'object') objects.push(node);
    if (Array.isArray(node['anyOf'])) {
      const firstKeys = node['anyOf'].map(
        (shape: { properties?: object }) => Object.keys(shape.properties ?? {})[0] ?? JSON.stringify(shape),
      );
      expect(new Set(firstKeys).size).toBe(firstKeys.length);
    }
  });
  for (const { properties, required, additionalProperties } of objects) {
    expect(additionalProperties).toBe(false);
    expect(required).toEqual(Object.keys(properties as object));
  }
  expect(objects.length).toBeGreaterThan(10);
  expect([...words].sort()).toEqual(['additionalProperties', 'anyOf', 'description', 'enum', 'items', 'properties', 'required', 'type']);
});

/** Every schema inside a schema; property names are not keywords. */
function walk(node: unknown, visit: (node: Record<string, unknown>) => void): void {
  if (typeof node !== 'object' || node === null) return;
  const record = node as Record<string, unknown>;
  visit(record);
  const { properties = {}, items, anyOf = [] } = record as { properties?: object; items?: unknown; anyOf?: readonly unknown[] };
  [...Object.values(properties), items, ...anyOf].forEach((child) => walk(child, visit));
}

describe('LK50: a server that is not to be trusted', () => {
  test.each([301, 302, 303, 307, 308])('is not followed elsewhere (%i): the request is rejected, not retried', async (status) => {
    const elsewhere = await startModelServer(says(blue));
    try {
      const error = await failure([{ status, headers: { location: `${elsewhere.url}/chat/completions` }, body: {} }]);
      expect(error).toMatchObject({ code: 'model-request-rejected', options: { retryable: false } });
      expect(error.message).toMatch(/set OPENAI_BASE_URL to the final address/);
      expect(elsewhere.requests).toEqual([]);
    } finally {
      await elsewhere.close();
    }
  });

  test('that sends more than 8 MB is cut off', async () => {
    const error = await failure([says('x'.repeat(9 * 1024 * 1024))]);
    expect(error).toMatchObject({
      code: 'model-invalid-reply',
      message: expect.stringContaining('more than 8 MB'),
      options: { retryable: false },
    });
  });

  test('that writes to the terminal in an error is quoted without it, and shortly', async () => {
    const { message } = await failure([fails(400, { message: `\u001b]52;c;aGk=\u0007\u202eno${'!'.repeat(5_000)}` })]);
    expect(message).not.toMatch(/\p{Cc}|\p{Cf}/u);
    expect(message.length).toBeLessThan(1_000);
  });

  test('that sends its body drop by drop has as long as one that is quick', async () => {
    const error = await failure([{ stall: 'body' }], { timeoutMs: 300 });
    expect(error).toMatchObject({ code: 'model-unavailable', message: expect.stringContaining('did not answer within 300 ms') });
  });
});
