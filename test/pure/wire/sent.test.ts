// W1–W3: names of fields, whose a request is, and how it is told.
import { describe, expect, test } from '@jest/globals';
import { createWire } from '../../../src/adapters/webdriver/devtools/wire.js';
import { withSent } from '../../../src/domain/ui/change.js';
import { bodyFields, longestBody, operationsOf } from '../../../src/domain/wire/body-fields.js';
import { createSentLog, nothingSent, sentNotices, type Leaving, type SentLog } from '../../../src/domain/wire/sent-log.js';
import { sentText, type SentRequest } from '../../../src/domain/wire/sent-request.js';

const [form, json, multipart] = ['application/x-www-form-urlencoded', 'application/json; charset=utf-8', 'multipart/form-data; boundary=x'];

test.each<[string, string, string, readonly string[]]>([
  ['a form', form, 'a=secret&b=&a=2', ['a', 'b']],
  ['JSON', json, '{"a":{"b":{"c":1}},"d":["e"]}', ['a', 'a.b', 'd']],
  ['parts', multipart, '--x\r\nContent-Disposition: form-data; name="to"\r\n\r\nann\r\n--x--', ['to']],
  ['what is cut', json, '{"a":', []],
  ['plain text', 'text/plain', 'a=1', []],
  ['a body that is too long', form, `a=${'x'.repeat(longestBody)}`, []],
])('W1: the names of the fields of %s, and no value', (_what, type, body, fields) => {
  expect(bodyFields(type, body)).toEqual(fields);
});

test.each([
  ['{"query":"query { orders { id } }"}', ['query orders']],
  ['{"query":"mutation PayNow($a: Int) { pay(a: $a) { id } }"}', ['mutation pay']],
  ['{"query":"mutation { pay { id } }","operationName":"Other"}', ['mutation Other', 'mutation pay']],
  ['{"query":"query A { a } mutation B { pay }","operationName":"B"}', ['mutation B', 'mutation pay']],
  ['{"jsonrpc":"2.0","method":"wallet.send","params":[1]}', ['call wallet.send', 'action wallet.send']],
  ['{"method":"x y"}', []],
])('W5: the operations of %s', (body, operations) => {
  expect(operationsOf(json, body).map(({ kind, name }) => `${kind} ${name}`)).toEqual(operations);
});

const order: Leaving = {
  ...{ method: 'POST', url: 'https://shop.example/orders', origin: 'https://shop.example', path: '/orders', fields: ['total'] },
  ...{ via: 'fetch', document: 'd', by: 'https://shop.example/', from: 'app.js:1:2' },
};
const save: Leaving = { ...order, url: 'https://shop.example/save', path: '/save' };
const anywhere = () => true;
const paths = (requests: readonly SentRequest[]) => requests.map(({ path }) => path);

describe('W2: what was sent', () => {
  const acted = (...log: readonly ((log: SentLog) => void)[]) => {
    const made = createSentLog();
    for (const each of log) each(made);
    return made;
  };

  test('is an action’s until the look after it, then late', () => {
    const log = acted((each) => each.began());
    log.left('1', order);
    log.answered('1', { status: 201 });
    expect(log.take(anywhere)).toMatchObject({ ofAction: [{ path: '/orders', answer: { status: 201 } }], late: [] });
    log.left('2', order);
    expect(paths(log.take(anywhere).late)).toEqual(['/orders']);
    expect(log.take(anywhere)).toEqual({ ...nothingSent, open: [expect.objectContaining({ path: '/orders' })] });
    log.answered('2', { status: 500 });
    expect(log.take(anywhere)).toMatchObject({ late: [{ answer: { status: 500 } }] });
    expect(log.take(anywhere)).toEqual(nothingSent);
  });

  test('is background where the page sent it before anything was done, and where it came twice by itself; what is risky never is', () => {
    const log = createSentLog();
    log.left('1', save);
    log.left('2', order);
    expect(paths(log.take(anywhere).late)).toEqual(['/orders']);
    log.began();
    log.take(anywhere);
    for (const id of ['3', '4', '5']) log.left(id, { ...save, document: 'next' });
    for (const id of ['6', '7', '8']) log.left(id, { ...order, document: 'next' });
    expect(log.take(anywhere).late).toMatchObject([
      { path: '/save', times: 2 },
      { path: '/orders', times: 3 },
    ]);
    log.began();
    log.left('9', { ...save, document: 'next' });
    log.left('10', { ...save, document: 'next', from: 'app.js:9:9' });
    log.left('11', { ...order, document: 'next' });
    expect(paths(log.take(anywhere).ofAction)).toEqual(['/save', '/orders']);
  });

  test('is one request with all its hops, and its first answer is its own', () => {
    const log = acted((each) => each.began());
    log.left('1', order);
    log.answered('1', { status: 303 });
    log.left('1', { ...order, method: 'GET' });
    log.answered('1', { status: 200 });
    expect(log.take(anywhere).ofAction).toMatchObject([{ method: 'POST', answer: { status: 303 } }]);
  });

  test('is told by its origin alone where a page sent it that is not allowed', () => {
    const log = acted((each) => each.began());
    log.left('1', order);
    const heard: SentRequest[] = [];
    log.began({ tell: (_id, request) => heard.push(request), isAllowed: () => false });
    log.left('2', order);
    expect(heard).toMatchObject([{ path: '', fields: [] }]);
    expect(log.take(() => false).ofAction).toMatchObject([{ origin: 'https://shop.example', path: '', fields: [], times: 2 }]);
  });

  test('is bounded, however much a page sends', () => {
    const log = acted((each) => each.began());
    for (let id = 0; id < 5_000; id += 1) log.left(`${id}`, { ...order, path: `/orders/${id}` });
    expect(log.take(anywhere).ofAction).toHaveLength(10);
  });
});

test('W2: a method that a script made up is cut', () => {
  const { log, reactions } = createWire();
  log.began();
  const request = { method: 'A'.repeat(1_000_000), url: 'https://shop.example/x', headers: {} };
  const sent = { requestId: '1', loaderId: 'd', documentURL: 'https://shop.example/', request, initiator: {} };
  reactions['Network.requestWillBeSent']?.(sent as never, 'session');
  expect(log.take(anywhere).ofAction).toMatchObject([{ method: 'A'.repeat(200) }]);
});

test('W5: what stands for another method is judged as that', () => {
  const heard = (headers: Readonly<Record<string, string>>) => {
    const { log, reactions } = createWire();
    log.began();
    const request = { method: 'POST', url: 'https://shop.example/collect', headers };
    const sent = { requestId: '1', loaderId: 'd', documentURL: 'https://shop.example/', request, initiator: {} };
    reactions['Network.requestWillBeSent']?.(sent as never, 'session');
    return log.take(anywhere).ofAction;
  };
  expect(heard({})).toEqual([]);
  expect(heard({ 'X-HTTP-Method-Override': 'DELETE' })).toMatchObject([{ method: 'POST', path: '/collect' }]);
});

describe('W3: it is told', () => {
  const request: SentRequest = {
    method: 'POST',
    origin: 'https://shop.example',
    path: '/orders',
    fields: [],
    via: 'form',
    answer: { status: 201 },
  };
  const failed: SentRequest = { ...request, answer: { failed: 'net::ERR_EMPTY_RESPONSE' } };

  test.each<[string, readonly SentRequest[], string]>([
    ['on its own page', [request], 'sent POST /orders, answered 201'],
    ['elsewhere', [{ ...request, origin: 'https://pay.example' }], 'sent POST https://pay.example/orders, answered 201'],
    ['refused', [{ ...request, answer: { status: 409 } }], 'sent POST /orders, which the server refused: 409'],
    ['without an answer', [{ ...request, answer: undefined, times: 2 }], 'sent POST /orders 2 times, no answer yet'],
    ['failed', [failed], 'sent POST /orders, which failed: net::ERR_EMPTY_RESPONSE'],
    ['with many', Array<SentRequest>(5).fill(request), `${'sent POST /orders, answered 201; '.repeat(3)}and 2 more requests`],
  ])('%s', (_where, requests, text) => {
    expect(sentText(requests, 'https://shop.example')).toBe(text);
  });

  test('with what changed, and in place of "nothing visible changed"', () => {
    const at = 'https://shop.example/cart';
    expect(withSent({ kind: 'nothing-visible' }, [request], at)).toEqual({
      kind: 'changed',
      what: 'sent POST /orders, answered 201',
      requests: [request],
    });
    expect(withSent({ kind: 'changed', what: 'the title is now "Thanks"' }, [request], at)).toMatchObject({
      what: 'the title is now "Thanks"; sent POST /orders, answered 201',
    });
    expect(withSent({ kind: 'nothing-visible' }, [], at)).toEqual({ kind: 'nothing-visible' });
    expect(withSent(undefined, [request], undefined)).toMatchObject({ what: 'sent POST https://shop.example/orders, answered 201' });
  });

  test('as a notice where it is no action’s', () => {
    expect(sentNotices(nothingSent, '')).toEqual([]);
    expect(sentNotices({ ofAction: [], late: [request] }, request.origin)).toEqual([
      'Since the last look the page sent POST /orders, answered 201.',
    ]);
  });
});
