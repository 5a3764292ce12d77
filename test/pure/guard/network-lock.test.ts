import { describe, expect, test } from '@jest/globals';
import {
  goesThrough,
  isLockedAlways,
  lockFor,
  locksOfTabs,
  originsThrough,
  refusalNotice,
  type LockedDocument,
  type LockSetting,
  type OpenTab,
} from '../../../src/domain/guard/network-lock.js';

const shop = 'https://shop.example';
const bank = 'https://bank.example';
const cdn = 'https://cdn.example';

describe('LK22: whether a field is locked', () => {
  test.each<[LockSetting | undefined, string | null, string | null, readonly string[] | undefined]>([
    [undefined, bank, bank, undefined],
    [undefined, bank, shop, [bank]],
    [undefined, bank, null, [bank]],
    [false, bank, shop, undefined],
    [true, bank, bank, [bank]],
    [true, bank, shop, [bank]],
    [[], bank, bank, [bank]],
    [[cdn, bank], bank, bank, [bank, cdn]],
    [true, null, null, [bank]],
  ])('lockNetwork %j, a field of %s in a page of %s', (lockNetwork, field, page, through) => {
    const secret = { origins: [bank], ...(lockNetwork !== undefined && { lockNetwork }) };
    expect(lockFor('CARD', secret, { field, page })?.origins).toEqual(through);
  });

  test("of its origins all go through, not only the field's", () => {
    expect(lockFor('CARD', { lockNetwork: true, origins: [bank, cdn] }, { field: bank, page: bank })).toEqual({
      secret: 'CARD',
      origins: [bank, cdn],
    });
  });

  test.each<[LockSetting | undefined, boolean]>([
    [undefined, false],
    [false, false],
    [true, true],
    [[], true],
  ])('lockNetwork %j: only where it can be locked %p', (lockNetwork, always) => {
    expect(isLockedAlways({ origins: [], ...(lockNetwork !== undefined && { lockNetwork }) })).toBe(always);
  });
});

describe('LK22: what goes through', () => {
  const locks = [{ secret: 'CARD', origins: [bank, 'http://127.0.0.1:8080'] }];

  test.each([
    [`${bank}/login?next=${shop}`, true],
    ['https://BANK.example:443/x', true],
    ['wss://bank.example/live', true],
    ['WS://127.0.0.1:8080/live', true],
    ['data:text/plain,x', true],
    ['blob:https://bank.example/1', true],
    ['about:blank', true],
    [`${shop}/`, false],
    ['http://bank.example/', false],
    ['https://bank.example:8443/', false],
    ['https://bank.example.evil.example/', false],
    ['https://bank.example@evil.example/', false],
    ['ws://bank.example/live', false],
    ['wss://evil.example/', false],
    ['ftp://bank.example/', false],
    ['bank.example', false],
    ['', false],
  ])('%s: %p', (address, passes) => {
    expect(goesThrough(locks, address)).toBe(passes);
  });

  test('everything without a lock, and with several what each lets through', () => {
    expect(goesThrough([], shop)).toBe(true);
    const two = [...locks, { secret: 'PIN', origins: [bank, shop] }];
    expect([bank, shop, 'http://127.0.0.1:8080'].map((address) => goesThrough(two, address))).toEqual([true, false, false]);
    expect(originsThrough(two)).toEqual([bank]);
  });
});

describe('LK22: which tabs a lock holds in', () => {
  const lock: LockedDocument = { secret: 'CARD', origins: [bank], document: 'login' };
  const tab = (id: string, documents: readonly string[], opener?: string, seesOpener = false): OpenTab => ({
    id,
    seesOpener,
    ...(opener !== undefined && { opener }),
    documents: new Set(documents),
  });
  const held = (...tabs: readonly OpenTab[]): readonly string[] =>
    [...locksOfTabs(tabs, [lock])].flatMap(([id, locks]) => (locks.length > 0 ? [id] : []));

  test('in the one that shows the document, in any frame, and in no other', () => {
    expect(held(tab('a', ['page', 'login']), tab('b', ['other']))).toEqual(['a']);
    expect(held(tab('a', ['page']), tab('b', []))).toEqual([]);
  });

  test('in those that it opened, and those that they opened', () => {
    expect(held(tab('c', [], 'b'), tab('b', [], 'a'), tab('a', ['login']))).toEqual(['c', 'b', 'a']);
  });

  test('in the one that opened it only if it can reach that', () => {
    expect(held(tab('a', []), tab('b', ['login'], 'a', true))).toEqual(['a', 'b']);
    expect(held(tab('a', []), tab('b', ['login'], 'a'))).toEqual(['b']);
    expect(held(tab('b', ['login'], 'closed', true))).toEqual(['b']);
  });
});

test('LK22: what was refused is told by origin, the most first, and not without end', () => {
  expect(refusalNotice(new Map(), ['CARD'])).toBeUndefined();
  const many = new Map(Array.from({ length: 9 }, (_, index) => [`https://${index}.example`, index + 1]));
  expect(refusalNotice(many, ['CARD', 'PIN', 'CARD'])).toBe(
    'Requests were refused while a secret stands on the page: 9 to https://8.example, 8 to https://7.example, 7 to https://6.example, 6 to https://5.example, 5 to https://4.example, 10 to others. What may be reached is set by secrets.CARD.lockNetwork, secrets.PIN.lockNetwork.',
  );
  expect(refusalNotice(new Map([[`https://${'x'.repeat(5_000)}.example`, 1]]), ['CARD'])?.length).toBeLessThan(300);
});
