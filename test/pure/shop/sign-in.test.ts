import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Shop } from '../../../examples/shop/server.mjs';
import { oneTimeCode, stepOfCode } from '../../../examples/sign-in/one-time-code.mjs';
import { startShopWithSignIn } from '../../../examples/sign-in/server.mjs';

/** RFC 6238, appendix B: the last six of its eight digits. */
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('EV38: the one-time code at %d s', (seconds, code) => {
  expect(oneTimeCode('12345678901234567890', seconds * 1_000)).toBe(code);
});

test('EV38: a code is good for its half minute and those beside it', () => {
  const now = 1_800_000_000_000;
  const code = oneTimeCode('s', now);
  expect([-60_000, -30_000, 0, 30_000, 60_000].map((later) => stepOfCode('s', code, now + later) !== undefined)).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
});

describe('the shop behind a sign-in', () => {
  let shop: Shop;
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sign-in-'));
    shop = await startShopWithSignIn({ ledgerFile: join(folder, 'ledger.jsonl'), password: 'p', codeSecret: 's' });
  });
  afterAll(async () => {
    await shop?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const signIn = (password: string, code: string): Promise<Response> =>
    fetch(`${shop.url}/sign-in`, { method: 'POST', body: new URLSearchParams({ password, code }), redirect: 'manual' });

  test('EV38: shows nothing and takes no order without password and code, and takes a code once', async () => {
    expect(await (await fetch(`${shop.url}/products/blue-notebook`)).text()).toContain('Code from your phone');
    expect((await fetch(`${shop.url}/orders`, { method: 'POST', body: new URLSearchParams({ name: 'Ada' }) })).status).toBe(200);
    const code = oneTimeCode('s', Date.now());
    for (const [password, given] of [
      ['wrong', code],
      ['p', ''],
      ['p', '12345x'],
    ] as const)
      expect((await signIn(password, given)).status).toBe(403);
    const admitted = await signIn('p', code);
    const cookie = admitted.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect(await (await fetch(shop.url, { headers: { cookie } })).text()).toContain('Everything for the desk');
    expect((await signIn('p', code)).status).toBe(403);
    expect(shop.ledger()).toEqual([]);
  });
});
