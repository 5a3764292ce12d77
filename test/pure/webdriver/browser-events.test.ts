import { createEventBuffer } from '../../../src/adapters/webdriver/browser-events.js';

const since = 1_000;
const shop = 'https://shop.example';
const elsewhere = 'https://elsewhere.example';

function listen(allowed: readonly string[] = []) {
  const now = new Set(allowed);
  const heard = createEventBuffer({ isAllowed: (address) => allowed.length === 0 || now.has(new URL(address, 'x:/').origin), since });
  const tell = (method: string, params: object): void =>
    heard.message(JSON.stringify({ type: 'event', method, params: { timestamp: since + 1, ...params } }));
  const frame = (context: string, origin: string, parent?: string): void => {
    tell('browsingContext.contextCreated', { context, parent: parent ?? null });
    tell('script.realmCreated', { type: 'window', realm: `realm of ${context} ${origin}`, context, origin });
  };
  frame('tab', shop);
  const error = (text: string, context = 'tab', origin = shop): void =>
    tell('log.entryAdded', { level: 'error', text, source: { context, realm: `realm of ${context} ${origin}` } });
  const request = (params: object, method = 'GET'): object => ({
    context: 'tab',
    request: { method, url: `${shop}/save?token=1#x` },
    ...params,
  });
  const take = (mask: (text: string) => string = (text) => text): readonly string[] => heard.take({ tab: 'tab', mask });
  return { heard, now, tell, frame, error, request, take };
}

type Scene = ReturnType<typeof listen>;

test.each<readonly [string, (scene: Scene) => void, readonly string[]]>([
  [
    'an error of a script',
    ({ error }) => error('TypeError: x is\n not a "function"'),
    ['The page reports an error: "TypeError: x is not a \\"function\\""'],
  ],
  ['equal ones', ({ error }) => [1, 2, 3].forEach(() => error('boom')), ['The page reports an error: "boom" (3 times)']],
  [
    'other lines of the console',
    ({ tell }) => tell('log.entryAdded', { level: 'warn', text: 'x', source: { context: 'tab', realm: `realm of tab ${shop}` } }),
    [],
  ],
  [
    'an address in a text',
    ({ error }) => error(`GET https://ann:pw@shop.example/a?token=1#b failed, /api?key=2 too`),
    ['The page reports an error: "GET https://shop.example/a failed, /api too"'],
  ],
  [
    'what comes after an address, whatever begins it',
    ({ error }) => error('at /cb#access_token=a1, login?token=b2, /x;jsessionid=c3?y=(d4) end'),
    ['The page reports an error: "at /cb login /x end"'],
  ],
  ['a long text', ({ error }) => error('x'.repeat(1_000)), [`The page reports an error: "${'x'.repeat(200)}…"`]],
  ['a text without end', ({ error }) => error('x'.repeat(100_000)), ['The page reports an error: "(100000 characters)"']],
  [
    'a request without an answer',
    ({ tell, request }) => tell('network.fetchError', request({ errorText: 'net::ERR_CONNECTION_REFUSED' })),
    ['A request failed: GET https://shop.example/save: net::ERR_CONNECTION_REFUSED'],
  ],
  [
    'a status',
    ({ tell, request }) => tell('network.responseCompleted', request({ response: { status: 500 } }, 'POST')),
    ['A request failed: POST https://shop.example/save: 500'],
  ],
  ['an answer', ({ tell, request }) => tell('network.responseCompleted', request({ response: { status: 304 } })), []],
  ['what a navigation gave up', ({ tell, request }) => tell('network.fetchError', request({ errorText: 'net::ERR_ABORTED' })), []],
  [
    'a method that is a text',
    ({ tell, request }) => tell('network.fetchError', request({ errorText: 'say yes' }, 'IGNORE-ALL')),
    ['A request failed: a request of a method of its own, https://shop.example/save: no answer'],
  ],
  [
    'a request without a host',
    ({ tell }) =>
      tell('network.fetchError', {
        context: 'tab',
        errorText: 'net::ERR_FAILED',
        request: { method: 'GET', url: 'data:text/plain,say yes' },
      }),
    ['A request failed: GET an address without a host: net::ERR_FAILED'],
  ],
  [
    'a download under way, which a look tells',
    ({ tell }) => tell('browsingContext.downloadWillBegin', { context: 'tab', download: 'd', suggestedFilename: 'a b.txt' }),
    [],
  ],
  [
    'its end',
    ({ tell }) => {
      tell('browsingContext.downloadWillBegin', { context: 'tab', download: 'd', suggestedFilename: 'a b.txt' });
      tell('browsingContext.downloadEnd', { context: 'tab', download: 'd', filepath: '/downloads/a b (1).txt', status: 'complete' });
    },
    ['A download is complete: "a b.txt"'],
  ],
  [
    'one without a file',
    ({ tell }) => {
      tell('browsingContext.downloadWillBegin', { context: 'tab', navigation: 'n', suggestedFilename: 'a.txt' });
      tell('browsingContext.downloadEnd', { context: 'tab', navigation: 'n', status: 'canceled' });
    },
    ['A download was canceled: "a.txt"'],
  ],
  [
    'another tab',
    ({ frame, error }) => {
      frame('other', shop);
      error('boom', 'other');
    },
    ['The page reports an error: "boom" (in another tab)'],
  ],
  [
    'many',
    ({ tell, error, request }) => {
      for (const text of ['a', 'b', 'c', 'd', 'e', 'f']) error(text);
      tell('network.responseCompleted', request({ response: { status: 404 } }));
    },
    [
      ...['a', 'b', 'c', 'd'].map((text) => `The page reports an error: "${text}"`),
      'A request failed: GET https://shop.example/save: 404',
      'Not told besides: 2 more errors of pages.',
    ],
  ],
  [
    'what happened before',
    ({ tell }) =>
      tell('log.entryAdded', {
        timestamp: since - 1,
        level: 'error',
        text: 'x',
        source: { context: 'tab', realm: `realm of tab ${shop}` },
      }),
    [],
  ],
  [
    'what nobody understands',
    ({ heard, tell }) => {
      for (const text of ['', '{', '[]', 'null', '{"type":"event"}', '{"type":"event","method":1,"params":{}}']) heard.message(text);
      for (const method of ['log.entryAdded', 'network.fetchError', 'network.responseCompleted', 'browsingContext.downloadEnd', 'x.y'])
        tell(method, {});
    },
    [],
  ],
])('FL24: what becomes of %s', (_what, happen, notices) => {
  const scene = listen();
  happen(scene);
  expect(scene.take()).toEqual(notices);
  expect(scene.take()).toEqual([]);
});

test('FL24: a secret is masked before a text is cut, in addresses and names too', () => {
  const { tell, error, take } = listen();
  const mask = (text: string): string => text.replaceAll('hunter2', '•••');
  error(`${'x'.repeat(196)}hunter2`);
  tell('network.responseCompleted', { context: 'tab', request: { method: 'GET', url: `${shop}/hunter2/a` }, response: { status: 404 } });
  tell('browsingContext.downloadWillBegin', { context: 'tab', download: 'd', suggestedFilename: 'hunter2.txt' });
  tell('browsingContext.downloadEnd', { context: 'tab', download: 'd', status: 'complete' });
  expect(take(mask)).toEqual([
    `The page reports an error: "${'x'.repeat(196)}•••"`,
    `A request failed: GET ${shop}/•••/a: 404`,
    'A download is complete: "•••.txt"',
  ]);
});

describe('FL24, LK4: what a page outside the allowed origins says is not told', () => {
  test.each<readonly [string, (scene: Scene) => void, readonly string[]]>([
    [
      'a frame of another origin',
      ({ frame, error }) => {
        frame('ad', elsewhere, 'tab');
        error('ad', 'ad', elsewhere);
      },
      [],
    ],
    [
      'a frame of the shop in it',
      ({ frame, error }) => {
        frame('ad', elsewhere, 'tab');
        frame('inner', shop, 'ad');
        error('inner', 'inner');
      },
      [],
    ],
    [
      'a frame of the shop in the shop',
      ({ frame, error }) => {
        frame('inner', shop, 'tab');
        error('inner', 'inner');
      },
      ['The page reports an error: "inner"'],
    ],
    [
      'a page that was left, after the next has come',
      ({ frame, error }) => {
        frame('tab', elsewhere);
        frame('tab', shop);
        error('late', 'tab', elsewhere);
      },
      [],
    ],
    [
      'a document that is not known',
      ({ tell }) => tell('log.entryAdded', { level: 'error', text: 'x', source: { context: 'tab', realm: 'none' } }),
      [],
    ],
    [
      'a world of another name',
      ({ tell, request }) => {
        tell('script.realmCreated', { type: 'window', realm: 'r', context: 'tab', origin: elsewhere, sandbox: 'ours' });
        tell('network.responseCompleted', request({ response: { status: 404 } }));
      },
      ['A request failed: GET https://shop.example/save: 404'],
    ],
    [
      'an address of another origin: only its host',
      ({ tell }) =>
        tell('network.responseCompleted', {
          context: 'tab',
          request: { method: 'GET', url: `${elsewhere}/say-yes` },
          response: { status: 404 },
        }),
      [`A request failed: GET ${elsewhere}: 404`],
    ],
    [
      'what is allowed only by now',
      ({ now, error }) => {
        now.delete(shop);
        error('then');
        now.add(shop);
      },
      [],
    ],
    [
      'what was allowed then',
      ({ now, error }) => {
        error('then');
        now.delete(shop);
      },
      [],
    ],
  ])('%s', (_what, happen, notices) => {
    const scene = listen([shop]);
    happen(scene);
    expect(scene.take()).toEqual(notices);
  });
});

test('FL24, LK20: what happens while a secret may be typed is not told, however late it is heard', () => {
  const heard = createEventBuffer({ isAllowed: () => true, since: 0 });
  const say = (text: string, timestamp: number): void =>
    heard.message(
      JSON.stringify({
        type: 'event',
        method: 'log.entryAdded',
        params: { level: 'error', text, timestamp, source: { realm: 'r', context: 'tab' } },
      }),
    );
  // As an attached process learns of what was there before.
  heard.message(
    JSON.stringify({ id: 2, type: 'success', result: { contexts: [{ context: 'tab', parent: null, children: [{ context: 'frame' }] }] } }),
  );
  heard.message(
    JSON.stringify({ id: 3, type: 'success', result: { realms: [{ type: 'window', realm: 'r', context: 'frame', origin: shop }] } }),
  );
  const before = Date.now() - 1_000;
  const unhush = heard.hush();
  say('hun', Date.now());
  unhush();
  say('hunt', Date.now());
  say('before', before);
  say('after', Date.now() + 1_000);
  expect(heard.take({ tab: 'tab', mask: (text) => text })).toEqual([
    'The page reports an error: "before"',
    'The page reports an error: "after"',
  ]);
});
