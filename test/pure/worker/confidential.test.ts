// LK20, LK61: what a worker's errors become in Temporal tells nothing that proves who asks, whoever has repeated it.
import { describe, expect, test } from '@jest/globals';
import { ApplicationFailure, DefaultFailureConverter, defaultPayloadConverter } from '@temporalio/common';
import { asFailure } from '../../../src/activities/model/ask-model.js';
import { concealedReader, concealedServers, maskOf, withoutConfidential } from '../../../src/adapters/masking-kit/mask-errors.js';
import { askingFailure } from '../../../src/adapters/model-kit/server-failures.js';
import { RefusedError } from '../../../src/adapters/model-kit/server-reports.js';
import { loadConfig } from '../../../src/config/config.js';
import { noUsage } from '../../../src/domain/budget/usage.js';
import { concealErrors, confidentialMask, confidentialValues } from '../../../src/worker/confidential-values.js';
import { ToolServerError } from '../../../src/ports/tool-servers.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { processorMs } from '../../support/processor-time.js';
import { plantedIn } from '../../support/planted.js';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const key = 'sk-zeisig-0123456789';
const folder = temporaryFolder();

/** As Temporal stores it. */
function stored(error: unknown): string {
  return JSON.stringify(new DefaultFailureConverter().errorToFailure(error, defaultPayloadConverter), (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString() : value,
  );
}

async function leaving(error: unknown, mask: (text: string) => string): Promise<unknown> {
  const { inbound } = concealErrors(mask)({} as Parameters<ReturnType<typeof concealErrors>>[0]);
  const input = { args: [], headers: {} };
  return inbound?.execute?.(input, () => Promise.reject(error as Error)).catch((thrown: unknown) => thrown);
}

describe('LK20, LK61: an error of an activity', () => {
  const said = { message: `Invalid token passed. Received API Key = ${key}`, code: 'invalid_api_key' };
  const provider = () => new Error('Connection error.', { cause: new RefusedError(401, said) });
  const context = { model: 'm', baseUrl: 'http://model', variable: 'URL', secrets: [], keys: 'KEY', timeoutMs: 1, usage: noUsage };
  const failure = () => asFailure(askingFailure(provider(), context, {}), noUsage);

  test('quotes the key that a model’s server repeats, in its causes, and no longer once it has left the worker', async () => {
    expect(stored(failure())).toContain(key);
    const left = await leaving(failure(), maskOf([key]));
    expect(left).toBeInstanceOf(ApplicationFailure);
    expect(left).toMatchObject({ type: 'model-request-rejected', nonRetryable: true, details: [{ usage: noUsage }] });
    expect(stored(left)).not.toContain('zeisig');
    expect(stored(left)).toContain('Received API Key = •••');
  });

  test('has none in its stack, its details, errors within it, and where its message cannot be set', () => {
    const mask = maskOf([key]);
    const inner = Object.assign(new Error(`inner ${key}`), { cause: `because of ${encodeURIComponent(key)}` });
    const outer = ApplicationFailure.create({
      message: 'outer',
      details: [{ at: [Buffer.from(key).toString('base64')] }, key],
      cause: inner,
    });
    expect(plantedIn(new Map([['here', Buffer.from(stored(withoutConfidential(outer, mask)))]]), [key])).toEqual([]);
    const many = new AggregateError([new Error(key)], 'many');
    expect(String((withoutConfidential(many, mask) as AggregateError).errors[0])).toBe('Error: •••');
    const aborted = new DOMException(`aborted for ${key}`, 'AbortError');
    expect(withoutConfidential(aborted, mask)).toMatchObject({ name: 'AbortError', message: 'aborted for •••' });
    const round = new Error('round');
    round.cause = round;
    expect(withoutConfidential(round, mask)).toBe(round);
    expect(withoutConfidential(key, mask)).toBe('•••');
  });
});

test('LK20, LK61: a tool server and a system of record that repeat what they were asked with are not quoted', async () => {
  const mask = maskOf([key]);
  const tool = { server: 'crm', name: 'find', description: `with ${key}`, inputSchema: { type: 'object', [key]: true }, readOnly: true };
  const servers = concealedServers(
    {
      list: async () => ({ tools: [tool], unavailable: [new ToolServerError('tool-server-unavailable', `Bearer ${key} is refused`)] }),
      call: async () => ({
        text: `TOKEN=${key}`,
        structured: { env: [Buffer.from(`a${key}`).toString('base64')] },
        images: [{ bytes: Buffer.from('pixels'), mediaType: 'image/png' }],
        isError: false,
      }),
      takeWarnings: () => [`it printed ${key}`],
      close: async () => undefined,
    },
    mask,
  );
  const signal = new AbortController().signal;
  const { tools, unavailable } = await servers.list(signal);
  const reply = await servers.call(tool, {}, { signal, timeoutMs: 1 });
  const value = await concealedReader({ read: async () => ({ orders: [{ note: key, total: 3 }] }) }, mask).read({ check: 'c' }, 1);
  const told = JSON.stringify([tools, unavailable.map(String), reply.text, reply.structured, servers.takeWarnings(), value]);
  expect(plantedIn(new Map([['here', Buffer.from(told)]]), [key])).toEqual([]);
  expect(value).toEqual({ orders: [{ note: '•••', total: 3 }] });
  expect(Buffer.from(reply.images[0]?.bytes ?? []).toString()).toBe('pixels');
});

test('LK20: whatever proves who asks is known by the configuration and the environment, and nothing else is masked', () => {
  writeFileSync(
    join(folder(), 'steadyhand.config.json'),
    JSON.stringify({
      toolServers: {
        crm: { url: 'http://crm.example/mcp', headers: { Authorization: 'Bearer $CRM', Accept: 'application/json' } },
        files: { command: 'files', env: { API_KEY: '$FILES', FOLDER: '/srv/harmless' } },
      },
      effectChecks: {
        paid: { http: { url: 'http://shop.example/', headers: { 'X-Api-Key': '$SHOP' } }, expect: { rises: 1 } },
        booked: { sql: { database: '$BOOKS', query: 'select 1' }, expect: { rises: 1 } },
      },
      notify: [{ slack: '$CHAT' }, { webhook: 'http://hook.example/told', headers: { 'X-Token': '$HOOK' } }],
      secrets: { BANK: { origins: ['https://bank.example'] } },
    }),
  );
  const canaries = {
    CRM: 'crm-zeisig-1',
    FILES: 'files-zeisig-2',
    SHOP: 'shop-zeisig-3',
    BOOKS: 'postgres://reader:books-zeisig-4@db/books',
    CHAT: 'https://chat.example/services/T0/zeisig-5',
    HOOK: 'hook-zeisig-6',
    STEADYHAND_SECRET_BANK: 'bank-zeisig-7',
    OPENAI_API_KEY: 'sk-zeisig-8',
    ANTHROPIC_API_KEY: 'sk-ant-zeisig-15',
    DATABASE_URL: 'postgres://map:map%2Dzeisig%2D9@db/map',
    STEADYHAND_ENCRYPTION_KEYS: '{"keys":[{"id":"k","secret":"zeisig-10"}]}',
    TEMPORAL_API_KEY: 'temporal-zeisig-11',
    AWS_SECRET_ACCESS_KEY: 'aws-zeisig-12',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-team=blue,authorization=Basic%20otlp-zeisig-13',
    STEADYHAND_CODEC_TOKEN: 'codec-zeisig-14',
  };
  const harmless = { GIT_AUTHOR_NAME: 'steadyhand', SSH_AUTH_SOCK: '/run/agent.sock', MAX_TOKENS: '100000000', TOKEN_FILE: 'tokens.json' };
  const env = { ...canaries, ...harmless };
  const mask = confidentialMask(loadConfig(env, folder()), env);
  const told = [...Object.values(canaries), 'books-zeisig-4', 'map-zeisig-9', '/services/T0/zeisig-5', 'Basic%20otlp-zeisig-13'];
  expect(told.map((text) => mask(`it said ${text}!`)).filter((text) => /zeisig/.test(text))).toEqual([]);
  const kept = [
    ...Object.values(harmless),
    'Bearer',
    'application/json',
    '/srv/harmless',
    'http://hook.example/told',
    'https://bank.example',
  ];
  expect(kept.map(mask)).toEqual(kept);
  // Of the configuration, whatever the environment is.
  expect(confidentialValues({ model: loadConfig(env, folder()).model }, {})).toEqual(['sk-zeisig-8', 'sk-ant-zeisig-15']);
  expect(confidentialValues({}, {})).toEqual([]);
});

describe('M1: a secret of many words', () => {
  const words = 'legal winner thank year wave sausage worth useful legal winner thank year wave sausage worth title '.repeat(2) + 'abandon';

  test.each([
    ['as it is', words],
    ['with other blanks', words.replaceAll(' ', '\u00a0 ')],
    ['without blanks', words.replaceAll(' ', '')],
    ['percent-encoded', encodeURIComponent(words)],
    ['as a form sends it', words.replaceAll(' ', '+')],
    ['as entities', words.replaceAll(' ', '&nbsp;')],
    ['escaped', words.replaceAll(' ', String.raw`\u0020`)],
  ])('is masked %s', (_, text) => expect(maskOf([words])(`a ${text} b`)).toBe('a ••• b'));

  test.each(['a        b', 'key:  value        end', '   abc', '  ab', 'ab  ', 'pass  word'])(
    '%j is masked, however many blanks it has',
    (secret) => {
      const told = maskOf([secret])(`<<${secret}>> <<${encodeURIComponent(secret)}>> <<${Buffer.from(secret).toString('hex')}>>`);
      expect(told).not.toContain(secret);
      expect(told.match(/•••/g)).toHaveLength(3);
    },
  );

  test('that breaks off is looked for in time that does not double with each of them', () => {
    const mask = maskOf([words]);
    expect(processorMs(() => void mask(`${words.slice(0, -1)}… `.repeat(3)))).toBeLessThan(2_000);
  });
});
