// W5: what a request does, judged by what its programmers called it (domain/wire/judge-request.ts).
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { NamedKind } from '../../../src/domain/guard/words.schema.js';
import { judgeRequest, type JudgedRequest } from '../../../src/domain/wire/judge-request.js';

const judge = (line: string, more: Partial<JudgedRequest> = {}) => {
  const [method = '', path = ''] = line.split(' ');
  return judgeRequest({ method, url: `https://shop.example${path}`, ...more });
};

test.each<[string, NamedKind]>([
  ['DELETE /notes/3', 'deletes'],
  ['POST /items/3/delete', 'deletes'],
  ['GET /items/3/delete', 'deletes'],
  ['GET /items/3?action=delete', 'deletes'],
  ['POST /api/v2/deleteUserAccount', 'deletes'],
  ['POST /rest/orders', 'pays'],
  ['POST /orders/9f86d081884c7d65/refund', 'pays'],
  ['POST /bank/transferTo', 'transfers'],
  ['POST /chat.postMessage', 'sends'],
  ['POST /threads/12/replies', 'sends'],
  ['PUT /documents/7/publish', 'sends'],
  ['POST /terms/accept-consent', 'agrees'],
  ['PUT /orgs/acme/members/ann', 'configures'],
  ['POST /settings/webhooks', 'configures'],
])('W5: %s is risky: it %s', (line, kind) => {
  expect(judge(line)).toMatchObject({ is: 'risky', kinds: expect.arrayContaining([kind]) as unknown });
});

test.each([
  ['GET /orders', 'read'],
  ['GET /deleted-items', 'read'],
  ['GET /pay', 'read'],
  ['HEAD /payments/3', 'read'],
  ['POST /products/search', 'read'],
  ['POST /orders/calculate', 'read'],
  ['POST /collect', 'telemetry'],
  ['POST /rum/vitals', 'telemetry'],
  ['PUT /user/starred/12', 'light'],
  ['DELETE /posts/3/like', 'light'],
  ['PATCH /messages/3/read', 'light'],
  ['POST /api/frobnicate', 'unknown'],
])('W5: %s is %s', (line, is) => {
  expect(judge(line)).toEqual({ is });
});

test('W5: what says that it looks, or tells of the page itself, is risky all the same where anything of it is', () => {
  expect(judge('POST /search/delete')).toMatchObject({ is: 'risky' });
  expect(judge('POST /collect', { fields: ['card_number'] })).toMatchObject({ is: 'risky', kinds: ['pays'] });
  expect(judge('POST /telemetry', { fields: ['to', 'message'] })).toMatchObject({ is: 'risky', kinds: ['sends'] });
});

test('W5: of GraphQL and JSON-RPC the operation says it, a query only reads', () => {
  const graphql = (name: string, kind: 'query' | 'mutation' | 'call') => judge('POST /graphql', { operation: { name, kind } });
  expect(graphql('orders', 'query')).toEqual({ is: 'read' });
  expect(graphql('cancelOrder', 'mutation')).toMatchObject({ is: 'risky', kinds: expect.arrayContaining(['deletes']) as unknown });
  expect(graphql('wallet.sendCoins', 'call')).toMatchObject({ is: 'risky', kinds: expect.arrayContaining(['sends']) as unknown });
});

test('W5: what is only called otherwise is not made or changed', () => {
  expect(judge('PATCH /refunds/re_3', { fields: ['metadata', 'description'] })).toEqual({ is: 'unknown' });
  expect(judge('PATCH /refunds/re_3', { fields: ['amount', 'description'] })).toMatchObject({ is: 'risky' });
});

test('W5: an address of any length is read in linear time', () => {
  const [short, long] = [20_000, 80_000].map((length) => {
    const url = `/${'deleteA-/'.repeat(length / 9)}?${'a=b&'.repeat(length / 4)}`;
    const begin = process.cpuUsage();
    judge(`POST ${url}`);
    const { user, system } = process.cpuUsage(begin);
    return user + system;
  });
  expect(long).toBeLessThan(Math.max(short ?? 0, 50_000) * 40);
});

// ── Requests of 48 public services, labelled before there was a table (labelled-requests.md) ──

interface Labelled extends JudgedRequest {
  readonly path: string;
  readonly query?: readonly string[];
  readonly label: 'read' | 'harmless' | 'risky';
  readonly clear?: boolean;
}

describe('W5: labelled requests', () => {
  const labelled = readFileSync(new URL('labelled-requests.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Labelled);
  const verdictOf = ({ path, query = [], ...request }: Labelled) =>
    judgeRequest({
      ...request,
      url: `https://x.example${path}${query.length === 0 ? '' : `?${query.map((name) => `${name}=1`).join('&')}`}`,
    }).is;
  const share = (of: readonly Labelled[], is: (verdict: string) => boolean) => of.filter((each) => is(verdictOf(each))).length / of.length;

  test('few of what reads or is harmless are taken for risky, and few of what is clearly risky for harmless', () => {
    const risky = labelled.filter(({ label }) => label === 'risky');
    const harmless = labelled.filter(({ label }) => label !== 'risky');
    const clear = risky.filter((each) => each.clear || each.method === 'DELETE');
    const [stopped, missed, unknown] = [
      share(harmless, (is) => is === 'risky'),
      share(clear, (is) => is !== 'risky' && is !== 'unknown'),
      share(clear, (is) => is === 'unknown'),
    ];
    process.stdout.write(
      `W5: of ${harmless.length} harmless requests ${(stopped * 100).toFixed(1)} % judged risky; of ${clear.length} clearly risky ones ${(missed * 100).toFixed(1)} % judged harmless, ${(unknown * 100).toFixed(1)} % unknown\n`,
    );
    expect([labelled.length, stopped < 0.08, missed < 0.05, unknown < 0.09]).toEqual([1_884, true, true, true]);
  });
});

test('W5: a parameter with a name of a million capitals is judged at once', () => {
  const before = performance.now();
  expect(judge(`GET /a?${'A'.repeat(1_000_000)}`)).toEqual({ is: 'read' });
  expect(performance.now() - before).toBeLessThan(2_000);
});
