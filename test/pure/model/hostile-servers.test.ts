// What a server may answer that is no answer, and what it may say of a failure: nothing of it is carried out, lost, told to the wrong people, or read for long.
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { createMemoryArtifactStore } from '../../../src/adapters/memory/artifact-store.js';
import { createOpenAiModel, type OpenAiModelOptions } from '../../../src/adapters/openai/openai-model.js';
import { createSharpImages } from '../../../src/adapters/sharp/sharp-images.js';
import type { ModelError, ModelReply } from '../../../src/ports/model.js';
import { fails, says, startModelServer, type ModelAnswer, type ModelServer } from '../../support/model-server.js';

const blue = { colour: 'blue', note: null };
const grey = { colour: 'grey', note: null };
const schema = { name: 'colour', zod: z.object({ colour: z.string(), note: z.string().nullable() }) };

let server: ModelServer | undefined;
let raw: Server | undefined;
afterEach(async () => {
  await server?.close();
  raw?.close();
  [server, raw] = [undefined, undefined];
});

async function asked(
  options: Partial<OpenAiModelOptions>,
): Promise<{ readonly reply: ModelReply<typeof blue>; readonly error: ModelError }> {
  const model = createOpenAiModel({
    ...{ apiKey: 'sk-very-secret', artifacts: createMemoryArtifactStore(), images: createSharpImages() },
    modelFor: () => 'test-model',
    takesImages: () => false,
    ...options,
  });
  const messages = [{ role: 'user', text: 'Which colour is the sky?' }] as const;
  const outcome: unknown = await model
    .complete({ role: 'app', messages, schema, signal: new AbortController().signal })
    .catch((error: unknown) => error);
  return { reply: outcome as ModelReply<typeof blue>, error: outcome as ModelError };
}

async function ask(answers: readonly ModelAnswer[], options: Partial<OpenAiModelOptions> = {}) {
  server = await startModelServer(...answers);
  return { ...(await asked({ baseUrl: server.url, ...options })), times: server.requests.length };
}

const choice = (finish: string, more: object = {}): ModelAnswer => ({
  body: { choices: [{ message: { content: JSON.stringify(blue) }, finish_reason: finish, ...more }], usage },
});
const usage = { prompt_tokens: 1_000, completion_tokens: 100 };
const stream = (...events: readonly (object | string)[]): ModelAnswer => ({
  headers: { 'content-type': 'text/event-stream' },
  body: events
    .map((event) => (typeof event === 'string' ? event : `data: ${JSON.stringify(event)}`))
    .map((event) => `${event}\n\n`)
    .join(''),
});
const part = (delta: object, finish?: string) => ({ choices: [{ delta, finish_reason: finish }] });

describe('an answer counts by the word that it ended with', () => {
  test.each(['stop', 'STOP', 'tool_calls', 'function_call', 'eos', 'end_turn', 'COMPLETE', 'tool-calls', 'TOOL_CALL', 'done'])(
    '%s: it is whole',
    async (finish) => {
      expect(await ask([choice(finish)])).toMatchObject({ reply: { value: blue }, times: 1 });
    },
  );

  test.each(['length', 'MAX_TOKENS', 'model_context_window_exceeded', 'repetition', 'constructor', 'whatever'])(
    '%s: it may have been cut off, and is asked for again',
    async (finish) => {
      expect(await ask([choice(finish), says(grey)])).toMatchObject({ reply: { value: grey }, times: 2 });
      expect(JSON.stringify(server?.requests[1]?.body.messages.at(-1))).toContain(`It was cut off (${finish})`);
    },
  );

  test('a word without end is quoted by its beginning', async () => {
    await ask([choice('x'.repeat(1_000_000)), says(grey)]);
    expect(JSON.stringify(server?.requests[1]?.body.messages.at(-1)).length).toBeLessThan(500);
  });

  test.each(['content_filter', 'SAFETY', 'sensitive', 'RECITATION', 'guardrail_intervened'])('%s: it is a refusal', async (finish) => {
    expect(await ask([choice(finish)])).toMatchObject({ error: { code: 'model-refused' }, times: 1 });
  });

  test.each(['error', 'abort', 'network_error', 'insufficient_system_resource'])('%s: its server broke it off', async (finish) => {
    expect((await ask([choice(finish)])).error).toMatchObject({ code: 'model-unavailable', options: { retryable: true } });
  });

  test.each([
    ['max_output_tokens', 2],
    ['whatever', 2],
    ['content_filter', 1],
  ])('a response that is incomplete by %s is none', async (reason, times) => {
    const output = [{ type: 'message', content: [{ text: JSON.stringify(blue) }] }];
    const incomplete = { body: { status: 'incomplete', incomplete_details: { reason }, output } };
    expect((await ask([incomplete, incomplete], { api: 'responses' })).times).toBe(times);
    expect(server?.requests).toHaveLength(times);
  });
});

describe('an error beside an answer, or in the middle of a stream, is a failure', () => {
  const content = part({ content: JSON.stringify(blue) });
  const error = { code: 502, message: 'Upstream broke.' };
  const response = { status: 'completed', output: [{ type: 'message', content: [{ text: JSON.stringify(blue) }] }] };

  test.each<readonly [string, ModelAnswer, Partial<OpenAiModelOptions>] | readonly [string, ModelAnswer]>([
    ['beside an answer', { body: { choices: [{ message: { content: JSON.stringify(blue) } }], error } }],
    ['beside a choice', choice('stop', { error })],
    ['as a text', { body: { choices: [{ message: { content: JSON.stringify(blue) } }], error: 'Upstream broke.' } }],
    ['in a list', { body: [{ error }] }],
    ['in a stream, before its end', stream(content, { error }, 'data: [DONE]')],
    ['in a stream, with its last part', stream({ ...part({ content: JSON.stringify(blue) }, 'stop'), error }, 'data: [DONE]')],
    ['as an event of that name', stream(content, 'event: error\ndata: {"message": "Upstream broke."}', 'data: [DONE]')],
    ['as an event without JSON', stream(content, 'event: error\ndata: Upstream broke.', 'data: [DONE]')],
    ['in a stream of a response', stream({ type: 'error', code: 'x', message: 'Upstream broke.' }), { api: 'responses' }],
    ['after a response', stream({ response }, { type: 'error', error }), { api: 'responses' }],
    ['beside a response', { body: { ...response, error } }, { api: 'responses' }],
  ])('%s', async (_, answer, options = {}) => {
    const { error: failure, times } = await ask([answer], options);
    expect([failure.code, failure.message, times]).toEqual(['model-unavailable', expect.stringContaining('Upstream broke.'), 1]);
  });

  test.each([null, '', {}, false, []])('%j in the place of an error is none', async (none) => {
    expect((await ask([{ body: { choices: [{ message: { content: JSON.stringify(blue) } }], error: none } }])).reply.value).toEqual(blue);
  });

  test('half an event means that a stream broke', async () => {
    const { error: failure } = await ask([stream(content, 'data: {"choices": [{"delta"', 'data: [DONE]')]);
    expect(failure).toMatchObject({ code: 'model-unavailable', message: expect.stringContaining('its stream broke off') as unknown });
  });

  test('a list of an error may say when to ask again', async () => {
    const busy = { code: 429, message: 'Busy.', details: [{ retryDelay: '40s' }] };
    expect((await ask([{ body: [{ error: busy }] }])).error).toMatchObject({
      code: 'model-rate-limited',
      options: { retryAfterMs: 40_000 },
    });
  });
});

test('a call of a stream whose parts have no index is read', async () => {
  const call = (text: string) => part({ tool_calls: [{ function: { arguments: text } }] });
  const { reply } = await ask([stream(call('{"colour": "bl'), call('ue", "note": null}'), part({}, 'tool_calls'), 'data: [DONE]')], {
    structuredOutput: 'tool-call',
  });
  expect(reply.value).toEqual(blue);
});

describe('what is said in another shape is read; what is thought in another is not', () => {
  const text = JSON.stringify(blue);
  const draft = JSON.stringify(grey);
  const message = (parts: object): ModelAnswer => ({ body: { choices: [{ message: parts, finish_reason: 'stop' }], usage } });
  const call = (given: unknown) => ({ function: { arguments: given } });
  test.each<readonly [string, ModelAnswer, Partial<OpenAiModelOptions>] | readonly [string, ModelAnswer]>([
    ['an object in place of a text', message({ content: blue })],
    ['texts in a list', message({ content: [text.slice(0, 9), text.slice(9)] })],
    ['a part without a name', message({ content: [{ text }] })],
    [
      'beside a part of reasoning',
      message({
        content: [
          { type: 'reasoning', text: draft },
          { type: 'text', text },
        ],
      }),
    ],
    [
      'beside one of thinking',
      message({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: draft }], text: draft }, { text }] }),
    ],
    ['behind blank reasoning', message({ content: null, reasoning: ' ', reasoning_content: text })],
    ['a call of before', message({ content: null, function_call: { name: 'colour', arguments: text } })],
    ['a call beside odd ones', message({ tool_calls: [null, 7, { function: 'x' }, call(text), call(9)] })],
    ['a call that is an object', message({ tool_calls: [call(blue)] })],
    ['a call that was written twice', message({ tool_calls: [call(JSON.stringify(text))] })],
    ['a stream that ends with all of it', stream({ choices: [{ message: { content: text }, finish_reason: 'stop' }] }, 'data: [DONE]')],
    [
      'in the Responses API, beside a part of reasoning',
      {
        body: {
          output: [
            {
              type: 'message',
              content: [
                { type: 'reasoning_text', text: draft },
                { type: 'output_text', text },
              ],
            },
          ],
          usage,
        },
      },
      { api: 'responses' },
    ],
  ])('%s', async (_, answer, options = {}) => expect(await ask([answer], options)).toMatchObject({ reply: { value: blue }, times: 1 }));

  test('a stream that says that it was cut, and then that it stopped, was cut', async () => {
    const cut = stream(part({ content: text }, 'length'), part({}, 'stop'), 'data: [DONE]');
    expect(await ask([cut, says(grey)])).toMatchObject({ reply: { value: grey }, times: 2 });
  });

  test('counts of a stream are not undone by one that counts nothing', async () => {
    const counts = { ...part({ content: text }, 'stop'), usage };
    const { reply } = await ask([stream(counts, { choices: [], usage: { prompt_tokens: 0, completion_tokens: 0 } }, 'data: [DONE]')]);
    expect(reply.usage).toMatchObject({ inputTokens: 1_000, outputTokens: 100 });
  });
});

test('a list of very many objects is asked for again, and what both turns cost is counted', async () => {
  const many = { body: { choices: [{ message: { content: `[${'{},'.repeat(150_000)}{}]` }, finish_reason: 'stop' }], usage } };
  const { error } = await ask([many, many]);
  expect(error).toMatchObject({ code: 'model-invalid-reply', options: { usage: { inputTokens: 2_000, modelCalls: 2 } } });
});

describe('what no message has', () => {
  const headers = { 'x-gateway': 'Bearer gw-0123456789', 'x-region': 'east' };
  test.each<readonly [string, ModelAnswer]>([
    ['of a failure', fails(401, { message: 'No such token: gw-0123456789, q-0123456789, sk-very-secret, in east, for 2026-10-21.' })],
    [
      'inside an answer',
      { body: { error: { message: 'No such token: gw-0123456789, q-0123456789, sk-very-secret, in east, for 2026-10-21.' } } },
    ],
    [
      'of a refusal',
      { body: { choices: [{ message: { refusal: 'gw-0123456789, q-0123456789, sk-very-secret, in east, for 2026-10-21.' } }] } },
    ],
  ])('what proves who asks, whoever repeats it: %s', async (_, answer) => {
    server = await startModelServer(answer);
    const { error } = await asked({ baseUrl: `${server.url}?api-version=2026-10-21&code=q-0123456789`, headers });
    expect(error.message).toContain('in east, for 2026-10-21');
    expect(error.message).not.toMatch(/0123456789|very-secret/);
  });

  test('what a terminal would obey', async () => {
    const odd = says({ colour: 1, '\u001b[31m\u202e': 1 });
    const { error } = await ask([odd, odd]);
    expect(error.code).toBe('model-invalid-reply');
    expect(error.message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});

test.each([
  [{}, 'Check OPENAI_API_KEY.'],
  [{ apiKey: undefined, headers: { 'x-key': 'k' } }, 'Check model.headers.'],
  [{ headers: { 'x-key': 'k' } }, 'Check OPENAI_API_KEY and model.headers.'],
])('a refused key: the advice names where it is set (%j)', async (options, advice) => {
  expect((await ask([fails(401)], options)).error.message).toContain(advice);
});

test.each<readonly [Readonly<Record<string, string>>, number | undefined]>([
  [{ 'retry-after': '3, 5' }, 5_000],
  [{ 'retry-after': '-1' }, undefined],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after': '0x10' }, undefined],
  [{ 'retry-after-ms': '0x10', 'retry-after': '4' }, 4_000],
  [{ 'retry-after-ms': 'Infinity' }, undefined],
  [{ 'retry-after': 'soon', 'llm_provider-retry-after': '6' }, 6_000],
])('%j means %s ms', async (headers, retryAfterMs) => {
  expect((await ask([fails(429, { headers })])).error.options.retryAfterMs).toBe(retryAfterMs);
});

test('where a header cannot be read, what the body says counts', async () => {
  const answer = { status: 429, headers: { 'retry-after': 'soon' }, body: { error: { details: [{ retryDelay: '40s' }] } } };
  expect((await ask([answer])).error.options.retryAfterMs).toBe(40_000);
});

describe('what is hardly HTTP', () => {
  async function askRaw(answer: string): Promise<ModelError> {
    raw = createServer((socket) => socket.once('data', () => socket.end(answer))).listen(0, '127.0.0.1');
    await once(raw, 'listening');
    return (await asked({ baseUrl: `http://127.0.0.1:${(raw.address() as AddressInfo).port}/v1` })).error;
  }

  test.each([
    ['a status that HTTP does not have', 'HTTP/1.1 999 No\r\ncontent-length: 0\r\n\r\n', /answered with no HTTP: its status is 999\./],
    ['a status without a body', 'HTTP/1.1 304 Not Modified\r\n\r\n', /rejected the request for test-model with 304/],
    ['another protocol', 'SSH-2.0-OpenSSH\r\n', /answered with no HTTP: it cannot be read.* Check OPENAI_BASE_URL/],
    [
      'a status line of any bytes',
      'HTTP/1.1 400 \u00e9\u00ff\r\ncontent-length: 2\r\n\r\nno',
      /rejected the request for test-model with 400: no/,
    ],
  ])('%s is told as what it is', async (_, answer, message) => {
    const { message: said } = await askRaw(answer);
    expect(said).toMatch(message);
    expect(said).not.toContain('the network');
  });
});

describe('a body is read in time that grows with its length alone', () => {
  const sizes = [300_000, 3_000_000] as const;
  test.each<readonly [string, string]>([
    ['calls of a stream', `data: ${JSON.stringify(part({ tool_calls: [{ index: 7, function: { arguments: ' ' } }] }))}\n\n`],
    ['lines that end in a carriage return', 'data:\r'],
    ['events that are no JSON', 'data: x\n\n'],
    ['events that are half of one', 'data: {\n\n'],
    ['empty events', 'data: {}\n\n'],
    ['events with many choices', `data: {"choices":[${'{},'.repeat(500)}{}]}\n\n`],
    ['events with many calls', `data: {"choices":[{"delta":{"tool_calls":[${'{},'.repeat(500)}{}]}}]}\n\n`],
    ['errors', '{"error": {"code": "'],
  ])('%s', async (_, piece) => {
    const bodies = sizes.map((size) => piece.repeat(Math.ceil(size / piece.length)));
    const spent: number[] = [];
    for (const body of bodies) {
      const indexed = piece.includes('index') ? distinctIndices(body) : body;
      const before = process.cpuUsage();
      await ask([{ body: indexed }, { body: indexed }]);
      const { user, system } = process.cpuUsage(before);
      spent.push((user + system) / 1_000);
      await server?.close();
    }
    const [small = 0, large = 0] = spent;
    // Ten times as long: quadratic would be a hundred times.
    expect(large).toBeLessThan(Math.max(40 * small, 2_000));
  });

  test.each<readonly [string, (many: string) => string]>([
    ['choices', (many) => `{"choices":[${many}]}`],
    ['calls', (many) => `{"choices":[{"message":{"tool_calls":[${many}]}}]}`],
    ['parts', (many) => `{"choices":[{"message":{"content":[${many}]}}]}`],
    ['items of the Responses API', (many) => `{"output":[${many}]}`],
  ])('eight megabytes of %s', async (what, bodyOf) => {
    const body = bodyOf(`${'{},'.repeat(2_700_000)}{}`);
    const before = process.cpuUsage();
    await ask([{ body }, { body }], { api: what.startsWith('items') ? 'responses' : 'chat-completions' });
    const { user, system } = process.cpuUsage(before);
    // Both turns together; a check of each against a schema took twelve seconds.
    expect((user + system) / 1_000).toBeLessThan(5_000);
  });

  function distinctIndices(body: string): string {
    let index = 0;
    return body.replaceAll('"index":7', () => `"index":${(index += 1)}`);
  }
});
