// What a server may answer that is no answer, and what it may say of a failure: nothing of it is carried out, lost, told to the wrong people, or read for long.
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { OpenAiModelOptions } from '../../../src/adapters/openai/openai-model.js';
import type { ModelError } from '../../../src/ports/model.js';
import { asked, blue, grey } from '../../support/asked-model.js';
import { fails, says, startModelServer, stream, type ModelAnswer, type ModelServer } from '../../support/model-server.js';

let server: ModelServer | undefined;
let raw: Server | undefined;
afterEach(async () => {
  await server?.close();
  raw?.close();
  [server, raw] = [undefined, undefined];
});

async function ask(answers: readonly ModelAnswer[], options: Partial<OpenAiModelOptions> = {}) {
  server = await startModelServer(...answers);
  return { ...(await asked({ baseUrl: server.url, ...options })), times: server.requests.length };
}

const choice = (finish: string, more: object = {}): ModelAnswer => ({
  body: { choices: [{ message: { content: JSON.stringify(blue) }, finish_reason: finish, ...more }], usage },
});
const usage = { prompt_tokens: 1_000, completion_tokens: 100 };
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

  const nothing = [null, '', {}, false, [], 0, { code: 0, message: '' }, { code: null, message: null }, { code: 200, message: 'success' }];
  const more = [
    { code: '0', message: 'OK' },
    { code: 'success', type: '', message: 'Done.', details: [] },
  ];
  test.each([...nothing, ...more])('%j in the place of an error is none', async (none) => {
    const { reply, times } = await ask([{ body: { choices: [{ message: { content: JSON.stringify(blue) } }], error: none } }]);
    expect([reply.value, times]).toEqual([blue, 1]);
  });

  test.each<readonly [object | string, string, string, boolean]>([
    [{ code: '401' }, 'model-request-rejected', 'Check OPENAI_API_KEY.', false],
    [{ code: '429' }, 'model-rate-limited', 'rate limited (429)', true],
    [{ code: '503' }, 'model-unavailable', 'answered 503', true],
    [{ type: 'authentication_error' }, 'model-request-rejected', 'Check OPENAI_API_KEY.', false],
    [{ type: 'authentication_error', code: 'E17' }, 'model-request-rejected', 'Check OPENAI_API_KEY.', false],
    [{ type: 'invalid_request_error', code: 'invalid_api_key' }, 'model-request-rejected', 'Check OPENAI_API_KEY.', false],
    [{ code: 400, details: [{ reason: 'API_KEY_INVALID' }] }, 'model-request-rejected', 'Check OPENAI_API_KEY.', false],
    [{ status: 'PERMISSION_DENIED' }, 'model-request-rejected', 'what OPENAI_API_KEY may use', false],
    [{ type: 'permission_error' }, 'model-request-rejected', 'what OPENAI_API_KEY may use', false],
    [{ code: 'model_not_found' }, 'model-request-rejected', 'Check STEADYHAND_MODEL', false],
    [{ type: 'rate_limit_error' }, 'model-rate-limited', 'rate limited', true],
    [{ status: 'RESOURCE_EXHAUSTED' }, 'model-rate-limited', 'rate limited', true],
    [{ type: 'insufficient_quota' }, 'model-rate-limited', 'The quota for test-model is used up', false],
    [{ code: 'insufficient_quota' }, 'model-rate-limited', 'The quota for test-model is used up', false],
    [{ type: 'billing_error' }, 'model-rate-limited', 'The credit for test-model is used up', false],
    [{ code: '402' }, 'model-rate-limited', 'The credit for test-model is used up', false],
    [{ type: 'overloaded_error' }, 'model-unavailable', 'is overloaded', true],
    [{ code: 'context_length_exceeded' }, 'model-request-rejected', 'longer than this model takes', false],
    [{ code: 'nobody_knows' }, 'model-unavailable', 'answered nobody_knows', true],
  ])('%j counts as the status that it stands for', async (told, code, message, retryable) => {
    const failure = { message: 'No.', ...(told as object) };
    const bodies: readonly ModelAnswer[] = [{ body: { error: failure } }, { body: failure }, stream({ error: failure }, 'data: [DONE]')];
    // Nobody knows a word alone without the place of an error.
    for (const answer of message.includes('nobody') ? [{ body: { error: failure } }] : bodies) {
      const { error: reported } = await ask([answer]);
      expect(reported).toMatchObject({ code, message: expect.stringContaining(message) as unknown, options: { retryable } });
      await server?.close();
    }
  });

  test('an error that counts 0 tokens has cost nothing', async () => {
    const counted = { error, usage: { prompt_tokens: 0, completion_tokens: 0 } };
    expect((await ask([{ body: counted }])).error.options.usage).toMatchObject({ inputTokens: 0, modelCalls: 0 });
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

test.each<readonly [number, object, string, boolean]>([
  [500, { code: 'insufficient_user_quota', message: 'no quota' }, 'model-rate-limited', false],
  [500, { message: 'Your credit balance is too low' }, 'model-rate-limited', false],
  [500, { code: 'invalid_api_key', message: 'wrong key' }, 'model-request-rejected', false],
  [500, { code: 'context_length_exceeded', message: 'too many tokens' }, 'model-request-rejected', false],
  [400, { type: 'rate_limit_error', message: 'slower' }, 'model-rate-limited', true],
  [403, { type: 'overloaded_error', message: 'busy' }, 'model-unavailable', true],
])('%d with %j is what its word says', async (status, error, code, retryable) => {
  expect((await ask([{ status, body: { error } }])).error).toMatchObject({ code, options: { retryable } });
});

test('what a stream that broke off had said is counted', async () => {
  const { error } = await ask([stream(part({ content: 'x'.repeat(400) }))]);
  expect(error).toMatchObject({ code: 'model-unavailable', options: { usage: { outputTokens: 100, modelCalls: 1 } } });
});

test('the last event of a stream counts without the line after it', async () => {
  const body = `data: ${JSON.stringify(part({ content: JSON.stringify(blue) }, 'stop'))}`;
  expect(await ask([{ headers: { 'content-type': 'text/event-stream' }, body }])).toMatchObject({ reply: { value: blue }, times: 1 });
});

test.each(['chat-completions', 'responses'] as const)('an error in a stream says when to ask again (%s)', async (api) => {
  const error = { code: 429, message: 'Busy.', details: [{ retryDelay: '40s' }] };
  expect((await ask([stream({ error }, 'data: [DONE]')], { api })).error.options.retryAfterMs).toBe(40_000);
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

describe('when a server is to be asked again', () => {
  const after = (value: string) => ({ 'retry-after': value });
  test.each<readonly [Readonly<Record<string, string>>, number | undefined]>([
    [after('3, 5'), 5_000],
    [after('-1'), undefined],
    [after('soon'), undefined],
    [after('0x10'), undefined],
    [after('+30'), 30_000],
    [after('"30"'), 30_000],
    [after('34s'), 34_000],
    [after('1m30s'), 90_000],
    [after('1h 2m 3.5s'), 3_723_500],
    [after('250ms'), 250],
    [after('34 sheep'), undefined],
    [after('s'), undefined],
    [after('999999999'), 999_999_999_000],
    [{ 'retry-after-ms': '0x10', 'retry-after': '4' }, 4_000],
    [{ 'retry-after-ms': '1250', 'retry-after': '2' }, 1_250],
    [{ 'retry-after-ms': '1', 'retry-after': '3600' }, 3_600_000],
    [{ 'retry-after': 'PT1M30S' }, 90_000],
    [{ 'retry-after-ms': '0', 'retry-after': '30' }, 30_000],
    [{ 'retry-after-ms': '0' }, 0],
    [{ 'retry-after-ms': 'Infinity' }, undefined],
    [{ 'retry-after': 'soon', 'llm_provider-retry-after': '6' }, 6_000],
    [{ 'retry-after': '2', 'llm_provider-retry-after': '6' }, 6_000],
  ])('%j means %s ms', async (headers, retryAfterMs) => {
    expect((await ask([fails(429, { headers })])).error.options.retryAfterMs).toBe(retryAfterMs);
  });

  // Not that of GMT, which a date without a zone must not be read in.
  const { TZ: zone } = process.env;
  beforeAll(() => (process.env['TZ'] = 'America/New_York'));
  afterAll(() => (zone === undefined ? delete process.env['TZ'] : (process.env['TZ'] = zone)));
  const inTwoMinutes = () => new Date(Date.now() + 120_000);
  test.each<readonly [string, () => string]>([
    ['the date that all send', () => inTwoMinutes().toUTCString()],
    ['the date of asctime, which is of GMT as all are', () => asctime(inTwoMinutes())],
    ['the date of ISO 8601', () => inTwoMinutes().toISOString()],
    ['that without its zone', () => inTwoMinutes().toISOString().slice(0, 19)],
    ['seconds since 1970', () => `${Math.round(inTwoMinutes().getTime() / 1_000)}`],
    ['milliseconds since 1970', () => `${inTwoMinutes().getTime()}`],
  ])('%s is a time', async (_, value) => {
    const { error } = await ask([fails(429, { headers: after(value()) })]);
    expect(Math.abs((error.options.retryAfterMs ?? 0) - 119_000)).toBeLessThan(4_000);
  });

  /** As C writes it. */
  function asctime(date: Date): string {
    const [day, of, month, year, time] = date.toUTCString().replace(',', '').split(' ');
    return `${day} ${month} ${`${Number(of)}`.padStart(2)} ${time} ${year}`;
  }

  const info = (retryDelay: unknown) => ({ error: { message: 'Busy.', details: [{ retryDelay }] } });
  const words = (message: string) => ({ error: { message } });
  test.each<readonly [object, number | undefined]>([
    [info('40s'), 40_000],
    [info('1m30s'), 90_000],
    [info({ seconds: 34, nanos: 5 }), 34_000],
    [info({ seconds: '34' }), 34_000],
    [info(34), 34_000],
    [info('PT40S'), 40_000],
    [{ error: { message: 'Busy.', retry_after: 20 } }, 20_000],
    [{ error: { message: 'Busy.', retry_after_seconds: 20 } }, 20_000],
    [{ error: { message: 'Busy.', retry_after_ms: 2_500 } }, 2_500],
    [{ error: { message: 'Busy.', retryAfterMs: '2500' } }, 2_500],
    [words(`litellm: ${JSON.stringify(info('34.5s'))}`), 34_500],
    [words('Rate limit reached. Please try again in 20s.'), 20_000],
    [words('Please try again in 7m12.5s. Need more?'), 432_500],
    [words('Please try again in 20ms.'), 20],
    [words('Please wait 30 seconds before retrying.'), 30_000],
    [words('Please retry after 26 seconds.'), 26_000],
    [words('Please retry in 1 minute and 5 seconds'), 65_000],
    [words('Please try again in a while. 3 models are free.'), undefined],
  ])('%j in the body means %s ms, with a status and within an answer', async (body, retryAfterMs) => {
    expect((await ask([{ status: 429, headers: after('soon'), body }])).error.options.retryAfterMs).toBe(retryAfterMs);
    await server?.close();
    expect((await ask([{ body }])).error.options.retryAfterMs).toBe(retryAfterMs);
  });

  test('very many waits are read as well as one', async () => {
    const body = 'try again in 2s. '.repeat(200_000);
    expect((await ask([{ status: 429, body }])).error.options.retryAfterMs).toBe(2_000);
  });

  const levels = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  test.each([
    ['an error', 429, `{"error": ${levels}}`],
    ['an error of an answer', 200, `{"error": ${levels}}`],
    ['a call', 200, `{"choices": [{"message": {"tool_calls": [{"function": {"arguments": {"a": ${levels}}}}]}}]}`],
  ])('%s of very many levels is told as what the server sent', async (_, status, body) => {
    const { error } = await ask([{ status, body }]);
    expect(error.options.retryable).toBe(true);
    expect(error.message).not.toContain('the network');
  });

  test('the longest of what is said counts', async () => {
    const answer = { status: 429, headers: after('0'), body: { error: { ...info('34s').error, message: 'Try again in 20s.' } } };
    expect((await ask([answer])).error.options.retryAfterMs).toBe(34_000);
  });
});

describe('what is not counted is estimated, each count by itself, and said', () => {
  test.each<readonly [object, object, boolean]>([
    [{ prompt_tokens: 10, completion_tokens: 0 }, { inputTokens: 10, outputTokens: 8 }, true],
    [{ prompt_tokens: 10 }, { inputTokens: 10, outputTokens: 8 }, true],
    [{ prompt_tokens: 10, completion_tokens: null }, { inputTokens: 10, outputTokens: 8 }, true],
    [{ prompt_tokens: 0, completion_tokens: 7 }, { inputTokens: 6, outputTokens: 7 }, true],
    [{ completion_tokens: 7 }, { inputTokens: 6, outputTokens: 7 }, true],
    [{ prompt_tokens: 10, completion_tokens: 7 }, { inputTokens: 10, outputTokens: 7 }, false],
  ])('%j', async (counted, expected, isEstimated) => {
    const { reply } = await ask([{ body: { choices: [{ message: { content: JSON.stringify(blue) } }], usage: counted } }]);
    expect(reply.usage).toMatchObject(expected);
    expect(reply.warnings.some((warning) => warning.includes('estimated'))).toBe(isEstimated);
  });
});

test.each(['sig=a+b&tag=1&tag=2', 'sig=a%2Bb%20c&empty', "code=a/b==&q='x'"])(
  'the query %s of an address is sent as it is written',
  async (query) => {
    server = await startModelServer(fails(401, { message: `wrong: ${query}` }));
    const { error } = await asked({ baseUrl: `${server.url}?${query}&code=q+0123456789` });
    expect(server.requests[0]?.path).toBe(`/v1/chat/completions?${query.replace(/'/g, '%27')}&code=q+0123456789`);
    expect(error.message).not.toContain('0123456789');
  },
);

test('each status is asked for once, and means what it is', async () => {
  const momentary = [408, 409, 425, 429, 498];
  for (const status of [300, 305, 400, 402, 405, 407, 410, 418, 421, 426, 431, 451, 499, 501, 511, 520, 599, ...momentary]) {
    const { error, times } = await ask([fails(status, { message: 'No.' }), fails(status)]);
    expect([status, times, error.options.retryable]).toEqual([status, 1, status >= 500 || momentary.includes(status)]);
    expect(error.message).toMatch(status === 402 ? /credit/ : new RegExp(`${status}\\b.*No\\.`));
    await server?.close();
  }
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
