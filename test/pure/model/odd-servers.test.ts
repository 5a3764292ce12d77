// What servers say in their own ways of costs, waits and refusals, and what stands around them: proxies, variables of the packages, keys that are none.
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { clean } from '../../../src/adapters/model-kit/server-failures.js';
import type { OpenAiModelOptions } from '../../../src/adapters/openai/openai-model.js';
import { asked, blue } from '../../support/asked-model.js';
import { fails, startModelServer, type ModelAnswer, type ModelServer } from '../../support/model-server.js';
import { processorMs } from '../../support/processor-time.js';

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function ask(answer: ModelAnswer, options: Partial<OpenAiModelOptions> = {}) {
  server = await startModelServer(answer);
  return asked({ baseUrl: server.url, ...options });
}

const says = (usage: object): ModelAnswer => ({
  body: { choices: [{ message: { content: JSON.stringify(blue) }, finish_reason: 'stop' }], usage },
});

test.each([
  ['counts it apart', { prompt_tokens: 32, completion_tokens: 9, total_tokens: 2_041 }, 2_009],
  ['counts it within', { prompt_tokens: 32, completion_tokens: 2_009, total_tokens: 2_041 }, 2_009],
  ['has a total that cannot be', { prompt_tokens: 32, completion_tokens: 9, total_tokens: 9_000_000 }, 9],
  ['has no total', { prompt_tokens: 32, completion_tokens: 9 }, 9],
  ['has a total that is none', { prompt_tokens: 32, completion_tokens: 9, total_tokens: 'many' }, 9],
])('M6: what was reasoned is paid, where a server %s', async (_, usage, outputTokens) => {
  expect((await ask(says(usage))).reply.usage).toMatchObject({ inputTokens: 32, outputTokens });
});

describe('M4: what dictates a wait', () => {
  const echo = 'You may retry in 3 days, {"retry_after": 259200}';
  test.each<readonly [string, ModelAnswer, number | undefined]>([
    [
      'is its header, not words',
      { status: 429, headers: { 'retry-after': '5' }, body: { error: { message: 'Try again in 9 s.' } } },
      5_000,
    ],
    [
      'is not what it repeats of the question',
      { status: 503, body: { error: { message: 'slow' }, request: { messages: [{ content: echo }] } } },
      undefined,
    ],
    ['nor where it has no message', { status: 503, body: { status: 'error', request: { messages: [{ content: echo }] } } }, undefined],
    ['nor what the model had written', { status: 400, body: { error: { message: 'x', code: 429, failed_generation: echo } } }, undefined],
    ['is a time days ahead', { status: 429, headers: { 'retry-after': `${Math.round(Date.now() / 1_000) + 3 * 86_400}` } }, 3 * 86_400_000],
    [
      'is what a library printed',
      { status: 429, body: { error: { message: '429 [violations { }, retry_delay {\n  seconds: 37\n}\n]' } } },
      37_000,
    ],
    ['is a header within its error', { status: 429, body: { error: { message: 'x', headers: { 'Retry-After': '20' } } } }, 20_000],
    ['is no wait where the time is past', { status: 429, headers: { 'retry-after': `${Math.round(Date.now() / 1_000) - 3 * 86_400}` } }, 0],
    ['nor within its error', { status: 429, body: { error: { message: 'slow', input: echo } } }, undefined],
    [
      'is a header that a router passes on',
      { status: 429, body: { error: { message: 'slow', metadata: { headers: { 'X-RateLimit-Reset': `${Date.now() + 3_600_000}` } } } } },
      3_600_000,
    ],
  ])('%s', async (_, answer, ms) => {
    const { retryAfterMs } = (await ask(answer)).error.options;
    if (ms === undefined) expect(retryAfterMs).toBeUndefined();
    else expect(Math.abs((retryAfterMs ?? 0) - ms)).toBeLessThan(60_000);
  });
});

test.each<readonly [string, number, object, RegExp]>([
  ['a key', 400, { code: 'Client specified an invalid argument', error: 'Incorrect API key provided: xa***.' }, /Check OPENAI_API_KEY/],
  [
    'a length',
    400,
    { error: { message: 'This model maximum prompt length is 131072 but the request contains 200000 tokens.' } },
    /longer than this model takes/,
  ],
  [
    'a length',
    400,
    { error: { message: 'The decoder prompt (length 9000) is longer than the maximum model length of 8192.' } },
    /longer than this model takes/,
  ],
  ['a length', 422, { error: '`inputs` must have less than 4096 tokens. Given: 9000' }, /longer than this model takes/],
  ['a picture', 404, { error: { message: 'No endpoints found that support image input' } }, /model\.images may be false/],
  ['a form', 404, { error: { message: 'No endpoints found that can handle the requested parameters.' } }, /model\.structuredOutput/],
  ['an account', 429, { error: { message: 'Your account is not active.', code: 'billing_not_active' } }, /Check plan and billing/],
])('M5: a refusal of %s says what helps (%d %j)', async (_, status, body, advice) => {
  const { error } = await ask({ status, body });
  expect(error.message).toMatch(advice);
  expect(error.options.retryable).toBe(false);
});

test.each(['test', 'EMPTY', 'none', 'ollama', 'lm-studio', 'not-needed', 'sk-1234', 'abc123def'])(
  'M6: the key %s is masked where it may be one',
  async (apiKey) => {
    const { error } = await ask(
      fails(404, { message: `model "llama3.2:latest" of ${apiKey} must not be EMPTY; nonetheless tokens are local` }),
      { apiKey },
    );
    expect(error.message.includes(apiKey)).toBe(!/\d/.test(apiKey));
    expect(error.message).toContain('llama3.2:latest');
    expect(error.message).toContain('nonetheless');
  },
);

test('M6: what the package would take from the environment goes nowhere, and is there afterwards', async () => {
  const set = {
    OPENAI_CUSTOM_HEADERS: 'X-Gateway-Key: gw-secret-12345\nbad name: x',
    OPENAI_ORG_ID: 'org-1',
    OPENAI_PROJECT_ID: 'proj-1',
    OPENAI_LOG: 'debug',
  };
  Object.assign(process.env, set);
  try {
    expect((await ask(says({}))).reply.value).toEqual(blue);
    expect(JSON.stringify(server?.requests[0]?.headers)).not.toMatch(/gw-secret|org-1|proj-1/);
    expect(process.env).toMatchObject(set);
  } finally {
    for (const name of Object.keys(set)) delete process.env[name];
  }
});

test('M6: an interim answer is not the answer', async () => {
  const body = JSON.stringify(says({}).body);
  const raw = createServer((socket) =>
    socket.once('data', () =>
      socket.end(
        `HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      ),
    ),
  ).listen(0, '127.0.0.1');
  await once(raw, 'listening');
  try {
    expect((await asked({ baseUrl: `http://127.0.0.1:${(raw.address() as AddressInfo).port}/v1` })).reply.value).toEqual(blue);
  } finally {
    raw.close();
  }
});

test('M1: a message of backslashes alone is cleaned in time that grows with its length alone', () => {
  const secrets = ['sk-very-secret', 'https://a.test/b'];
  const [small, large] = [20_000, 200_000].map((length) => processorMs(() => void clean('\\'.repeat(length), { secrets })));
  expect(large).toBeLessThan(Math.max(40 * (small ?? 0), 400));
});
