// The same good and bad answers over each API in each mode: what comes of them is the same (docs/design/model.md).
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { z } from 'zod';
import { createMemoryArtifactStore } from '../../../src/adapters/memory/artifact-store.js';
import { createOpenAiModel, type OpenAiModelOptions } from '../../../src/adapters/openai/openai-model.js';
import { structuredOutputs, type StructuredOutput } from '../../../src/adapters/model-kit/prompt.js';
import { modelApis, type ModelApi } from '../../../src/adapters/openai/wire.js';
import { createSharpImages } from '../../../src/adapters/sharp/sharp-images.js';
import { checkModel, checkModels } from '../../../src/cli/doctor/model.js';
import { loadConfig } from '../../../src/config/config.js';
import { configSchema } from '../../../src/config/config.schema.js';
import type { ModelError, ModelReply } from '../../../src/ports/model.js';
import { fails, says, startModelServer, stream, type ModelAnswer, type ModelServer } from '../../support/model-server.js';
import { picture } from '../../support/picture.js';

type Colour = z.infer<typeof schema.zod>;

const schema = { name: 'colour', zod: z.object({ colour: z.string(), note: z.string().nullable() }) };
const wireSchema = {
  type: 'object',
  properties: { colour: { type: 'string' }, note: { type: ['string', 'null'] } },
  required: ['colour', 'note'],
  additionalProperties: false,
};
const blue = { colour: 'blue', note: null };
const messages = [
  { role: 'system', text: 'You name colours.' },
  { role: 'user', text: 'Which colour is the sky?' },
] as const;

const started: ModelServer[] = [];
let artifacts = createMemoryArtifactStore();
afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.close()));
  artifacts = createMemoryArtifactStore();
});

type Way = readonly [api: ModelApi, mode: StructuredOutput];
const ways = modelApis.flatMap((api) => structuredOutputs.map((mode): Way => [api, mode]));

interface Asked {
  readonly server: ModelServer;
  readonly reply: ModelReply<Colour>;
  readonly error: ModelError;
}

async function ask(
  [api, structuredOutput]: Way,
  answers: readonly ModelAnswer[],
  { images = [], ...options }: Partial<Omit<OpenAiModelOptions, 'images'>> & { readonly images?: readonly Uint8Array[] } = {},
): Promise<Asked> {
  const server = await startModelServer(...answers);
  started.push(server);
  const model = createOpenAiModel({
    apiKey: 'sk-very-secret',
    baseUrl: server.url,
    api,
    structuredOutput,
    modelFor: () => 'test-model',
    takesImages: () => true,
    artifacts,
    images: createSharpImages(),
    prices: { 'test-model': { input: 10, output: 100, cachedInput: 1 } },
    ...options,
  });
  const refs = await Promise.all(images.map((png) => artifacts.put(png, 'image/png')));
  const pictures = refs.map((ref, index) => ({ caption: `Picture ${index + 1}:`, ref }));
  const outcome: unknown = await model
    .complete({ role: 'app', messages, images: pictures, schema, signal: new AbortController().signal })
    .catch((error: unknown) => error);
  return { server, reply: outcome as ModelReply<Colour>, error: outcome as ModelError };
}

test('doctor shows which API and mode are set', () => {
  const { model } = loadConfig(
    { OPENAI_BASE_URL: 'http://model.test/v1', STEADYHAND_MODEL_API: 'responses', STEADYHAND_STRUCTURED_OUTPUT: 'tool-call' },
    tmpdir(),
  );
  expect(checkModel({ model })[0]).toMatchObject({ status: 'ok', detail: 'http://model.test/v1, no key, responses, tool-call' });
});

describe('CL6: doctor asks each model that is configured one question', () => {
  const doctorAt = async (env: Readonly<Record<string, string>>, ...answers: readonly ModelAnswer[]) => {
    const server = await startModelServer(...answers);
    started.push(server);
    const checks = await checkModels(loadConfig({ OPENAI_BASE_URL: server.url, STEADYHAND_MODEL: 'm', ...env }, tmpdir()));
    return { checks, server };
  };

  test('and prints what came, and what it cost', async () => {
    const { checks, server } = await doctorAt(
      { OPENAI_API_KEY: 'sk-1', STEADYHAND_MODEL_FLOW: 'n' },
      says({ word: 'ready' }),
      says({ word: '' }),
    );
    const line = (detail: RegExp) => ({ name: 'Model', status: 'ok', detail: expect.stringMatching(detail) });
    expect(checks).toEqual([
      expect.objectContaining({ name: 'Model server', status: 'ok' }),
      line(/^m answers "(ready)?" \(\d+\.\d s, 1100 tokens\)$/),
      line(/^n answers "(ready)?" \(\d+\.\d s, 1100 tokens\)$/),
    ]);
    expect(server.requests.map(({ path, body, headers }) => [path, body.model, headers['authorization']]).sort()).toEqual([
      ['/v1/chat/completions', 'm', 'Bearer sk-1'],
      ['/v1/chat/completions', 'n', 'Bearer sk-1'],
    ]);
  });

  test.each([
    ['a refused key', [fails(401)], 'Check OPENAI_API_KEY.'],
    ['an address that is none', [fails(404)], 'it usually ends in /v1'],
    ['a mode that is not known', [fails(400, { message: 'Unknown parameter.' })], 'model.structuredOutput is json-schema, and may be'],
    ['answers of another shape', [says('hello'), says('hello')], 'gave no usable answer'],
    ['a server that drops the connection', [{ stall: 'drop' } as const], 'Check OPENAI_BASE_URL and the network.'],
  ])('%s is told in the words of a run', async (_, answers, message) => {
    const { checks } = await doctorAt({ OPENAI_API_KEY: 'sk-1' }, ...answers);
    expect(checks.at(-1)).toMatchObject({ name: 'Model', status: 'fail', detail: expect.stringContaining(message) as unknown });
    expect(checks).toHaveLength(2);
  });

  test('where none is configured, nobody is asked', async () => {
    const config = loadConfig({ OPENAI_API_KEY: 'sk-1' }, tmpdir());
    expect(await checkModels(config)).toEqual(checkModel(config));
  });

  test.each([
    [200, 'ok', /key set/],
    [404, 'ok', /key set/],
    [401, 'fail', /refuses the key \(401\)/],
    [403, 'warn', /refuses to list its models \(403\)/],
  ])('the server of a computer tool is asked for its models: %s is %s', async (status, expected, detail) => {
    const asked: unknown[] = [];
    const server = createServer(({ method, url, headers }, response) => {
      asked.push([method, url, headers['x-api-key']]);
      response.writeHead(status).end('{}');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    try {
      const anthropic = { ANTHROPIC_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ANTHROPIC_API_KEY: 'sk-2' };
      const { checks } = await doctorAt({ ...anthropic, STEADYHAND_COMPUTER_TOOL: 'anthropic' }, says({ word: 'ready' }));
      expect(checks[1]).toMatchObject({ name: 'Computer tool', status: expected, detail: expect.stringMatching(detail) as unknown });
      expect(asked).toEqual([['GET', '/v1/models', 'sk-2']]);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });
});

test('a query of the address goes with each request, and stands in no error; headers go along, and without a key no Authorization', async () => {
  const server = await startModelServer(fails(400));
  started.push(server);
  const model = createOpenAiModel({
    ...{
      apiKey: undefined,
      baseUrl: `${server.url}/openai?api-version=2026-01-01`,
      headers: { 'api-key': 'k-1' },
      artifacts,
      images: createSharpImages(),
    },
    modelFor: () => 'm',
    takesImages: () => false,
  });
  const asked = model.complete({ role: 'app', messages, schema, signal: AbortSignal.any([]) });
  await expect(asked).rejects.toThrow(`The model server at ${server.url}/openai rejected`);
  await expect(asked).rejects.not.toThrow('2026-01-01');
  const [{ path, headers }] = server.requests as [ModelServer['requests'][number]];
  expect(path).toBe('/v1/openai/chat/completions?api-version=2026-01-01');
  expect([headers['api-key'], headers['authorization']]).toEqual(['k-1', undefined]);
});

test('the configuration offers every API and mode', () => {
  const { model } = configSchema.parse({});
  expect(model).toMatchObject({ api: 'chat-completions', structuredOutput: 'json-schema' });
  for (const [api, structuredOutput] of ways)
    expect(configSchema.parse({ model: { api, structuredOutput } }).model).toMatchObject({ api, structuredOutput });
});

const tool = { description: 'Takes your answer.', name: 'colour', strict: true, parameters: wireSchema };
const bodies: Readonly<Record<ModelApi, Readonly<Record<StructuredOutput, object>>>> = {
  'chat-completions': {
    'json-schema': { response_format: { type: 'json_schema', json_schema: { name: 'colour', strict: true, schema: wireSchema } } },
    'tool-call': { tools: [{ type: 'function', function: tool }], tool_choice: { type: 'function', function: { name: 'colour' } } },
    'json-object': { response_format: { type: 'json_object' } },
    text: {},
  },
  responses: {
    'json-schema': { store: false, text: { format: { type: 'json_schema', name: 'colour', strict: true, schema: wireSchema } } },
    'tool-call': { store: false, tools: [{ type: 'function', ...tool }], tool_choice: { type: 'function', name: 'colour' } },
    'json-object': { store: false, text: { format: { type: 'json_object' } } },
    text: { store: false },
  },
};

describe.each(ways)('%s, %s', (...way) => {
  const [api, mode] = way;
  const carriesSchema = mode === 'json-schema' || mode === 'tool-call';

  test('HE38: a reply has its value, usage, price and stored texts', async () => {
    const { reply } = await ask(way, [says(blue, { usage: { input: 1_000, output: 100, cached: 400 } })]);
    expect(reply).toMatchObject({ value: blue, model: 'test-model', warnings: [] });
    expect(reply.usage).toMatchObject({ inputTokens: 1_000, outputTokens: 100, modelCalls: 1 });
    expect(reply.usage.costUsd).toBeCloseTo((600 * 10 + 400 * 1 + 100 * 100) / 1e6);
    const said = JSON.stringify(blue);
    const turn = mode === 'tool-call' ? { text: '', calls: [said] } : { text: said, calls: [] };
    expect(await artifacts.getJson(reply.refs.reply)).toMatchObject({ turns: [{ ...turn, isCut: false }] });
    expect(await artifacts.getJson(reply.refs.prompt)).toMatchObject({ role: 'app', model: 'test-model', structuredOutput: mode });
  });

  test('HE39: the request says once what shape the reply has', async () => {
    const { server } = await ask(way, [says(blue)]);
    const { messages: told, model, input: _, ...format } = server.requests[0]!.body;
    const { headers, path } = server.requests[0]!;
    expect([path, model, headers.authorization]).toEqual([
      api === 'responses' ? '/v1/responses' : '/v1/chat/completions',
      'test-model',
      'Bearer sk-very-secret',
    ]);
    expect(format).toEqual(bodies[api][mode]);
    const [system, user] = told.map(({ role, content }) => `${role}: ${content as string}`);
    expect(user).toBe('user: Which colour is the sky?');
    const shape =
      'You name colours.\n\nAnswer with exactly one JSON object and nothing else, of this type:\n{colour: string, note: string | null}';
    expect(system).toBe(`system: ${carriesSchema ? 'You name colours.' : shape}`);
  });

  test('HE38: pictures follow the last user message; the stored prompt refers to them', async () => {
    const { server, reply } = await ask(way, [says({ no: 1 }), says(blue)], {
      images: [await picture(400, 200)],
      imageMaxSide: 100,
      imageDetail: 'low',
    });
    const [first, second] = server.requests.map(({ body }) => body.messages);
    const url = expect.stringMatching(/^data:image\/png;base64,/) as unknown;
    expect(first![1]!.content).toEqual(
      api === 'responses'
        ? [
            { type: 'input_text', text: 'Which colour is the sky?' },
            { type: 'input_text', text: 'Picture 1:' },
            { type: 'input_image', image_url: url, detail: 'low' },
          ]
        : [
            { type: 'text', text: 'Which colour is the sky?' },
            { type: 'text', text: 'Picture 1:' },
            { type: 'image_url', image_url: { url, detail: 'low' } },
          ],
    );
    expect(second!.map(({ content }) => typeof content)).toEqual(['string', 'string', 'string', 'object']);
    expect(JSON.stringify(await artifacts.getJson(reply.refs.prompt))).not.toContain('base64');
    expect(await artifacts.getJson(reply.refs.prompt)).toMatchObject({ images: [{ ref: expect.stringMatching(/^sha256:/) as unknown }] });
  });

  test.each([
    ['that the server wrote as content', says(blue, { calls: false })],
    ['in prose', says(`Sure: ${JSON.stringify(blue)} Done.`, { calls: false })],
  ])('HE38: an answer %s is read', async (_, answer) => {
    const { reply, server } = await ask(way, [answer]);
    expect(reply.value).toEqual(blue);
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    ['cut off', says('{"colour": "bl', { finish: 'length' }), /cut off/],
    ['complete to look at, but cut off', says(blue, { finish: 'length' }), /cut off/],
    ['empty', says('', { calls: false }), /no JSON object/],
    ['empty arguments', says(''), /no JSON object/],
    ['prose only', says('I would rather not.', { calls: false }), /no JSON object/],
    ['of another shape', says({ colour: 7, note: null }), /colour: Invalid input/],
  ])('HE38, A54: an answer that is %s is asked for once more', async (_, answer, problem) => {
    const { reply, server } = await ask(way, [answer, says(blue)]);
    expect(reply).toMatchObject({ value: blue, usage: { inputTokens: 2_000, outputTokens: 200, modelCalls: 2 } });
    expect(server.requests[1]!.body.messages.at(-1)).toMatchObject({ role: 'user', content: expect.stringMatching(problem) as unknown });
  });

  test('HE38, A68: an answer that is cut off twice is model-invalid-reply, with the usage of both', async () => {
    const { error } = await ask(way, [says('{"colo', { finish: 'length' }), says('{"co', { finish: 'length' })]);
    expect(error).toMatchObject({
      code: 'model-invalid-reply',
      options: { retryable: false, usage: { inputTokens: 2_000, modelCalls: 2 } },
    });
  });

  test.each([
    ['a refusal', says('', { refusal: 'I cannot \u001b[31mhelp with that.' }), /refused to answer: I cannot \[31mhelp with that\.$/],
    ['a content filter', says('{"colour": "', { finish: 'content_filter' }), /content filter/],
    ['a filter before the answer', fails(400, { code: 'content_filter', message: 'Filtered.' }), /Filtered/],
    ['a flagged prompt', fails(400, { code: 'invalid_prompt', message: 'Flagged.' }), /Flagged/],
  ])('HE38: %s is model-refused, not retried', async (_, answer, message) => {
    const { error, server } = await ask(way, [answer]);
    expect(error).toMatchObject({
      code: 'model-refused',
      message: expect.stringMatching(message) as unknown,
      options: { retryable: false },
    });
    expect(server.requests).toHaveLength(1);
  });

  const quota = { code: 429, message: 'quota', details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.5s' }] };
  test.each([
    ['429 with seconds', fails(429, { headers: { 'retry-after': '7' } }), 'model-rate-limited', 7_000],
    ['429 with milliseconds', fails(429, { headers: { 'retry-after-ms': '1500' } }), 'model-rate-limited', 1_500],
    ['429 with nothing', fails(429), 'model-rate-limited', undefined],
    ['429 with decades', fails(429, { headers: { 'retry-after': '999999999' } }), 'model-rate-limited', 999_999_999_000],
    ['429 with more than there is', fails(429, { headers: { 'retry-after': '9'.repeat(400) } }), 'model-rate-limited', 3_153_600_000_000],
    ['429 with a date that is over', fails(429, { headers: { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' } }), 'model-rate-limited', 0],
    ['429 with something else', fails(429, { headers: { 'retry-after': 'soon' } }), 'model-rate-limited', undefined],
    ['429 with RetryInfo', { status: 429, body: [{ error: quota }] }, 'model-rate-limited', 34_500],
    ['500', fails(500), 'model-unavailable', undefined],
    ['503 with seconds', fails(503, { headers: { 'retry-after': '2' } }), 'model-unavailable', 2_000],
    ['529', fails(529), 'model-unavailable', undefined],
    ['a dropped connection', { stall: 'drop' } as const, 'model-unavailable', undefined],
    ['a connection that breaks', { stall: 'cut' } as const, 'model-unavailable', undefined],
    ['a web page', { headers: { 'content-type': 'text/html' }, body: '<h1>Log in</h1>' }, 'model-unavailable', undefined],
    ['JSON that breaks off', { body: '{"id":' }, 'model-unavailable', undefined],
    ['an object of something else', { body: { choices: [], output: null } }, 'model-unavailable', undefined],
    ['an error in an answer of 200', { body: { error: { message: 'upstream overloaded' } } }, 'model-unavailable', undefined],
    [
      'a 429 in an answer of 200',
      { body: { error: { code: 429, message: 'slow' } }, headers: { 'retry-after': '3' } },
      'model-rate-limited',
      3_000,
    ],
  ])('HE38: %s is retried later, by Temporal alone', async (_, answer, code, retryAfterMs) => {
    const { error, server } = await ask(way, [answer]);
    expect(error).toMatchObject({ code, options: { retryable: true } });
    expect(error.options.retryAfterMs).toBe(retryAfterMs);
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    ['without a time', fails(429), 'test-model is rate limited (429), and its server does not say for how long'],
    ['with seconds', fails(429, { headers: { 'retry-after': '34' } }), 'is rate limited (429), to be asked again in 34 s'],
    ['with decades', fails(429, { headers: { 'retry-after': '999999999' } }), /to be asked again at 20[5-9]\d-\d\d-\d\d \d\d:\d\d UTC/],
    [
      'with a date',
      fails(503, { headers: { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() } }),
      /answered 503, to be asked again at 20/,
    ],
    ['as overloaded', fails(529), 'is overloaded (529)'],
    ['as unpaid', fails(402), 'The credit for test-model is used up (402)'],
    ['by a detail', { status: 500, body: { detail: [{ loc: ['body'], msg: 'field required' }] } }, 'answered 500: field required'],
    ['by a list', { status: 429, body: [{ error: quota }] }, 'to be asked again in 35 s: quota'],
    ['by a web page', { status: 502, body: '<html><h1>Bad Gateway</h1></html>' }, 'answered 502: <html><h1>Bad Gateway</h1></html>'],
    ['by breaking off', { stall: 'cut' } as const, 'broke: Its answer broke off after 6 bytes'],
    ['by nothing', { status: 500, body: '' }, 'answered 500: (nothing)'],
    [
      'as too long, by its code',
      fails(400, { code: 'context_length_exceeded', message: 'Too many.' }),
      'Too many. The prompt is longer than this model takes',
    ],
    [
      'as too long, in words',
      { status: 400, body: { error: "This model's maximum context length is 8192 tokens." } },
      'fewer settings.controlRoles',
    ],
  ])('a failure that is told %s is one sentence with the way out', async (_, answer, message) => {
    const { error } = await ask(way, [answer]);
    expect(error.message).toMatch(message);
  });

  test('HE38: an exhausted quota is not retried', async () => {
    const { error } = await ask(way, [fails(429, { code: 'insufficient_quota' })]);
    expect(error).toMatchObject({ code: 'model-rate-limited', options: { retryable: false } });
  });

  test.each(['headers', 'body'] as const)('LK50: a server that stalls before the end of its %s is given up', async (stall) => {
    const { error } = await ask(way, [{ stall }], { timeoutMs: 80 });
    expect(error).toMatchObject({ code: 'model-unavailable', message: expect.stringContaining('within 80 ms') as unknown });
  });

  test('LK50: a redirect is not followed', async () => {
    const elsewhere = await startModelServer(says(blue));
    started.push(elsewhere);
    const { error } = await ask(way, [{ status: 307, headers: { location: elsewhere.url }, body: {} }]);
    expect(error).toMatchObject({ code: 'model-request-rejected', options: { retryable: false } });
    expect(elsewhere.requests).toEqual([]);
  });

  test('LK50: a usage that cannot be true is estimated, and said', async () => {
    const { reply } = await ask(way, [says(blue, { usage: { input: -5, output: 1 } })]);
    expect(reply.usage.inputTokens).toBeGreaterThan(10);
    expect(reply.warnings).toEqual([expect.stringContaining('no usable count of tokens')]);
  });

  test.each([400, 422])('HE38: a server that rejects the mode with %d: the error names what else may be set', async (status) => {
    const { error } = await ask(way, [fails(status, { message: 'Unknown parameter.' })]);
    expect(error).toMatchObject({ code: 'model-request-rejected', options: { retryable: false } });
    expect(error.message).toContain(`with ${status}: Unknown parameter.`);
    const [, present, others] = /model\.structuredOutput is (\S+), and may be ([^;]+);/.exec(error.message) ?? [];
    expect(present).toBe(mode);
    expect(others!.split(/, | or /).sort()).toEqual(structuredOutputs.filter((each) => each !== mode).sort());
    expect(error.message).toContain(`model.api is ${api}, and may be ${api === 'responses' ? 'chat-completions' : 'responses'}`);
  });

  test('HE38: a server without this API: the error names the other', async () => {
    const { error } = await ask(way, [fails(404, { message: 'Not found.' })]);
    expect(error.message).toContain(`model.api is ${api}`);
    expect(error.message).toContain(`set ${api === 'responses' ? 'chat-completions' : 'responses'}.`);
  });
});

describe('what only the Responses API says', () => {
  const way: Way = ['responses', 'json-schema'];
  const usage = { input_tokens: 1_000, output_tokens: 100 };
  const message = (text: string, more = {}) => ({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }], ...more });

  test.each([
    ['server_error', 'model-unavailable', true],
    ['rate_limit_exceeded', 'model-rate-limited', true],
    ['insufficient_quota', 'model-rate-limited', false],
    ['invalid_image_format', 'model-request-rejected', false],
    ['image_too_large', 'model-request-rejected', false],
    ['failed_to_download_image', 'model-request-rejected', false],
    ['data_residency_mismatch', 'model-request-rejected', false],
    ['invalid_prompt', 'model-refused', false],
    ['bio_policy', 'model-refused', false],
    ['image_content_policy_violation', 'model-refused', false],
    ['something_new', 'model-unavailable', true],
  ])('HE38: a response that failed with %s is %s, with its usage', async (code, expected, retryable) => {
    const { error } = await ask(way, [
      { body: { object: 'response', status: 'failed', error: { code, message: 'Sorry.' }, output: [message('{')], usage } },
    ]);
    expect(error).toMatchObject({ code: expected, options: { retryable, usage: { inputTokens: 1_000 } } });
    expect(error.message).toContain('Sorry.');
  });

  test.each(['queued', 'in_progress', 'cancelled'])('HE38: a response that is %s is none', async (status) => {
    const { error } = await ask(way, [{ body: { object: 'response', status, output: [message(JSON.stringify(blue))] } }]);
    expect(error).toMatchObject({
      code: 'model-unavailable',
      message: expect.stringContaining(status) as unknown,
      options: { retryable: true },
    });
  });

  test.each([
    ['without the fields of state', { output: [message(JSON.stringify(blue))], usage }],
    [
      'after comments',
      {
        output: [
          message('Let me see: {"colour": "red", "note": "no"}', { phase: 'commentary' }),
          message(JSON.stringify(blue), { phase: 'final_answer' }),
        ],
        usage,
      },
    ],
    ['called a comment', { output: [message(JSON.stringify(blue), { phase: 'commentary' })], usage }],
    [
      'in several parts',
      {
        output: [
          {
            type: 'message',
            content: [
              { type: 'output_text', text: '{"colour": "blue",' },
              { type: 'output_text', text: ' "note": null}' },
            ],
          },
        ],
        usage,
      },
    ],
    [
      'beside items that nobody asked for',
      { output: [{ type: 'mcp_call', arguments: '{"colour": "red", "note": "no"}' }, message(JSON.stringify(blue))], usage },
    ],
    ['as a call whose arguments are no text', { output: [{ type: 'function_call', name: 'colour', arguments: blue }], usage }],
    [
      'as the second of two calls, where the first is empty',
      {
        output: [
          { type: 'function_call', arguments: '' },
          { type: 'function_call', arguments: JSON.stringify(blue) },
        ],
        usage,
      },
    ],
  ])('HE38: an answer %s is read', async (_, body) => {
    const { reply } = await ask(way, [{ body }]);
    expect(reply).toMatchObject({ value: blue, model: 'test-model', usage: { inputTokens: 1_000 } });
  });

  test('a stream is read by its last response', async () => {
    const events = [{ response: { status: 'in_progress', output: [] } }, { response: { output: [message(JSON.stringify(blue))], usage } }];
    const { reply } = await ask(way, [stream(...events)]);
    expect(reply).toMatchObject({ value: blue, usage: { inputTokens: 1_000 } });
  });

  test.each([
    ['tells its items and leaves them out at its end', message(JSON.stringify(blue))],
    ['tells items that do not say what they are', { ...message(JSON.stringify(blue)), type: undefined }],
  ])('a stream that %s is read', async (_, item) => {
    const { reply } = await ask(way, [
      stream(
        { type: 'response.output_text.delta', delta: '{"colour":' },
        { type: 'response.output_item.done', item },
        { response: { status: 'completed', output: [], usage } },
      ),
    ]);
    expect(reply).toMatchObject({ value: blue, usage: { inputTokens: 1_000 } });
  });

  test('what a stream that breaks off had said is counted, and is no answer', async () => {
    const begun = { type: 'response.output_text.delta', delta: JSON.stringify(blue).padEnd(400) };
    const { error } = await ask(way, [stream({ response: { status: 'in_progress', output: [] } }, begun)]);
    expect(error).toMatchObject({ code: 'model-unavailable', options: { usage: { outputTokens: 100, modelCalls: 1 } } });
  });
});

describe('what only servers of Chat Completions say', () => {
  const way: Way = ['chat-completions', 'tool-call'];
  const choice = (said: object, finish: string | null = 'stop') => ({ body: { choices: [{ message: said, finish_reason: finish }] } });
  const call = (args: unknown) => ({ type: 'function', function: { name: 'colour', arguments: args } });

  test.each([
    [
      'in parts',
      choice({
        content: [
          { type: 'thinking', thinking: [] },
          { type: 'text', text: JSON.stringify(blue) },
        ],
      }),
    ],
    ['as a call whose arguments are no text', choice({ content: null, tool_calls: [call(blue)] }, 'tool_calls')],
    ['as two calls that are equal', choice({ tool_calls: [call(JSON.stringify(blue)), call(blue)] })],
    ['beside an empty list of calls', choice({ content: JSON.stringify(blue), tool_calls: [] }, null)],
    ['beside calls that are none', choice({ content: JSON.stringify(blue), tool_calls: 'none', refusal: false })],
  ])('HE38: an answer %s is read', async (_, answer) => {
    expect((await ask(way, [answer])).reply.value).toEqual(blue);
  });

  test.each([
    ['in `reasoning_content`, all of it', choice({ content: null, reasoning_content: JSON.stringify(blue) })],
    ['in `reasoning`, all of it', choice({ content: ' ', reasoning: JSON.stringify(blue) })],
    ['in `reasoning_content`, where `reasoning` is empty', choice({ content: '', reasoning: '', reasoning_content: JSON.stringify(blue) })],
    ['as a call whose arguments were written twice', choice({ tool_calls: [call(JSON.stringify(JSON.stringify(blue)))] })],
  ])('an answer %s is read', async (_, answer) => {
    const { reply, server } = await ask(way, [answer]);
    expect([reply.value, server.requests]).toMatchObject([blue, [{}]]);
  });

  test.each([
    ['in reasoning that says more', choice({ content: '', reasoning: `Perhaps ${JSON.stringify(blue)}` })],
    ['in reasoning that was cut off', choice({ content: '', reasoning: JSON.stringify(blue) }, 'length')],
    ['in reasoning beside another text', choice({ content: 'I cannot say.', reasoning: JSON.stringify(blue) })],
  ])('an answer %s is none', async (_, answer) => {
    const { reply, server } = await ask(way, [answer, says({ colour: 'grey', note: null })]);
    expect([reply.value.colour, server.requests.length]).toEqual(['grey', 2]);
  });

  test('a count of 0 tokens is none: it is estimated, and said', async () => {
    const { reply } = await ask(way, [says(blue, { usage: { input: 0, output: 0 } })]);
    expect(reply.usage.inputTokens).toBeGreaterThan(10);
    expect(reply.warnings).toEqual([expect.stringContaining('estimated from the texts')]);
  });

  const part = (delta: object, finish?: string) => ({ model: 'streamer', choices: [{ delta, finish_reason: finish }] });
  const usage = { usage: { prompt_tokens: 1_000, completion_tokens: 100 }, choices: [] };

  test.each([
    ['of content', stream(part({ content: '{"colour": "bl' }), part({ content: 'ue", "note": null}' }, 'stop'), usage, 'data: [DONE]')],
    ['without a reason for its end', stream(part({ content: JSON.stringify(blue) }), usage, 'data: [DONE]')],
    [
      'of a call',
      stream(
        part({ tool_calls: [{ index: 0, function: { name: 'colour', arguments: '{"colour": "bl' } }] }),
        part({ tool_calls: [{ index: 0, function: { arguments: 'ue", "note": null}' } }] }, 'tool_calls'),
        usage,
        'data: [DONE]',
      ),
    ],
  ])('a stream %s is read, though nobody asked for one', async (_, answer) => {
    const { reply, server } = await ask(way, [answer]);
    expect(reply).toMatchObject({ value: blue, model: 'streamer', usage: { inputTokens: 1_000, outputTokens: 100 } });
    expect(server.requests).toHaveLength(1);
  });

  test('a stream that breaks off is no answer, whatever it has said', async () => {
    const { error } = await ask(way, [stream(part({ content: JSON.stringify(blue) }))]);
    expect(error).toMatchObject({
      code: 'model-unavailable',
      message: expect.stringContaining('its stream broke off before the answer was whole') as unknown,
      options: { retryable: true },
    });
  });

  test.each([
    ['says why', { error: { code: 502, message: 'Upstream broke.' } }, /answered 502: Upstream broke/],
    ['does not', {}, /answered without a reply/],
  ])('HE38: an answer that ended with an error is none, where the server %s', async (_, more, message) => {
    const broken = { message: { content: '{"colour": "bl' }, finish_reason: 'error', ...more };
    const { error } = await ask(way, [{ body: { choices: [broken] } }]);
    expect(error).toMatchObject({
      code: 'model-unavailable',
      message: expect.stringMatching(message) as unknown,
      options: { retryable: true },
    });
  });

  test.each(['length', 'model_length', 'max_tokens'])('HE38: %s means that the answer is cut off', async (finish) => {
    const { server } = await ask(way, [choice({ content: JSON.stringify(blue) }, finish), says(blue)]);
    expect(server.requests).toHaveLength(2);
  });
});
