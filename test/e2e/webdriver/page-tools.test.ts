// FL21: tools that pages offer (WebMCP), as a browser tells and calls them.
import { debuggerAddressOf, type WebDriverAttachment } from '../../../src/adapters/webdriver/attachment.js';
import { readPageTools } from '../../../src/adapters/webdriver/devtools/page-tools.js';
import type { PageTool } from '../../../src/domain/ui/page-tool.js';
import { startPageServer, type PageServer } from '../../support/page-server.js';
import { until } from '../../support/until.js';
import { openTestBrowser, type TestBrowser } from '../../support/webdriver.js';

let server: PageServer;
beforeAll(async () => void (server = await startPageServer()));
afterAll(() => server.close());

const live = new AbortController().signal;

/** As the browser's DevTools list it. */
interface Target {
  readonly id: string;
  readonly title: string;
}

async function toolsOf(browser: TestBrowser): Promise<readonly PageTool[]> {
  return (await browser.device.look()).tools ?? [];
}

async function named(browser: TestBrowser, name: string): Promise<PageTool> {
  const tools = await toolsOf(browser);
  const tool = tools.find((each) => each.name === name);
  if (!tool) throw new Error(`No tool ${name} among ${tools.map((each) => each.name).join(', ')}.`);
  return tool;
}

function call(browser: TestBrowser, { id, name, origin }: PageTool, input: object = {}, signal = live) {
  return browser.device.perform({ type: 'call-tool', tool: { id, name, origin }, input: JSON.stringify(input) }, signal);
}

describe('FL21: a page of an allowed origin', () => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await openTestBrowser({
      webmcp: true,
      origins: [server.origin],
      resolveSecret: (name, origin) =>
        origin !== server.origin ? undefined : name === 'SHOP' ? 'correct "horse' : name === 'FREE' ? 'battery-staple' : undefined,
      secretSettings: (name) => ({ origins: [server.origin], lockNetwork: name === 'SHOP' }),
    });
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    await browser.go(`${server.origin}/tools`);
    server.events.length = 0;
  });

  test('its tools are told, those of scripts and those of forms, with what the browser says of them', async () => {
    expect(await named(browser, 'add_note')).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{40}$/),
      name: 'add_note',
      origin: server.origin,
      description: 'Adds a note',
      schema: '{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}',
      hints: ['readOnly'],
    });
    expect((await named(browser, 'find_note')).hints).toEqual(['form']);
    expect((await named(browser, 'find_now')).hints).toEqual(['form', 'submits']);
    expect((await named(browser, 'weighty')).hints).toEqual(['readOnly', 'consequential']);
  });

  test('one is called once, has its effect once, and answers', async () => {
    expect(await call(browser, await named(browser, 'add_note'), { text: 'milk' })).toEqual({ text: 'noted milk' });
    expect(server.events).toEqual(['Adds a note: milk']);
  });

  test('one that the page swapped since does not run, nor one that it took away; the very same, registered anew, does', async () => {
    const seen = await named(browser, 'add_note');
    await browser.click('button', 'Again');
    expect(await call(browser, seen, { text: 'one' })).toEqual({ text: 'noted one' });
    await browser.click('button', 'Swap');
    await expect(call(browser, seen, { text: 'two' })).rejects.toMatchObject({ code: 'tool-changed' });
    await browser.click('button', 'Drop');
    await expect(call(browser, seen, { text: 'three' })).rejects.toMatchObject({ code: 'tool-changed' });
    expect(server.events).toEqual(['Adds a note: one']);
  });

  test('a document that was loaded anew has other tools, whatever they are called', async () => {
    const seen = await named(browser, 'add_note');
    await browser.go(`${server.origin}/tools`);
    await expect(call(browser, seen, { text: 'four' })).rejects.toMatchObject({ code: 'tool-changed' });
    expect(server.events).toEqual([]);
  });

  test('what it throws is a failure; what it returns is bounded', async () => {
    await expect(call(browser, await named(browser, 'fails'))).rejects.toMatchObject({
      code: 'tool-error',
      message: "The page's tool 'fails' failed: Error: no such shelf",
    });
    const { text = '' } = await call(browser, await named(browser, 'returns_much'));
    expect(text).toMatch(/^x{64000}… \(36000 more characters left out\)$/);
  });

  test('one that goes to another page was called; a form is filled in and not sent, unless it sends itself', async () => {
    expect((await call(browser, await named(browser, 'goes'))).text).toContain('the page was replaced before it answered');
    await until(async () => (await browser.device.look()).application.url?.endsWith('/plain'), 'the other page');
    await browser.go(`${server.origin}/tools`);
    expect((await call(browser, await named(browser, 'find_note'), { word: 'tea' })).text).toContain('not sent');
    expect((await browser.control('textbox', 'Word')).value).toBe('tea');
    expect(await call(browser, await named(browser, 'find_now'), { word: 'tea' })).toEqual({ text: '[{"found":3}]' });
  });

  test('one that leaves the allowed origins was called, and the page is sent back', async () => {
    expect((await call(browser, await named(browser, 'leaves'))).text).toContain('the page was replaced');
    const { application } = await browser.device.look();
    expect(application.url?.startsWith(server.other)).toBe(false);
  });

  test('one that opens a dialog was called, and the dialog is answered like any other', async () => {
    expect((await call(browser, await named(browser, 'asks'))).text).toContain('opened a dialog');
    expect((await browser.device.look()).notices.join()).toContain('Really?');
    await browser.click('button', 'OK');
    expect(await call(browser, await named(browser, 'echo'), { a: 1 })).toEqual({ text: '{"a":1}' });
  });

  test('one that never ends is given up, and nobody knows what it did', async () => {
    const tool = await named(browser, 'never_ends');
    const limit = new AbortController();
    const calling = call(browser, tool, {}, limit.signal);
    await until(() => server.events.includes('begun'), 'the call');
    limit.abort();
    await expect(calling).rejects.toMatchObject({ code: 'connection-lost' });
    expect(server.events).toEqual(['begun']);
    expect(await call(browser, await named(browser, 'echo'), { a: 1 })).toEqual({ text: '{"a":1}' });
  });

  test('FL21, LK22: once a secret is given to it, its page sends nothing elsewhere', async () => {
    expect(await call(browser, await named(browser, 'tells'), { text: 'milk' })).toEqual({ text: 'told' });
    server.events.length = 0;
    expect(await call(browser, await named(browser, 'tells'), { text: '{{secret:SHOP}}' })).toEqual({ text: 'refused' });
    expect(server.events).toEqual([]);
  });

  test('FL21, LK22: so it is where the reference is written by escapes, beside one that may go anywhere', async () => {
    const { id, name, origin } = await named(browser, 'tells');
    const input = '{"free":"{{secret:FREE}}","text":"\\u007b{secret:SHOP}}"}';
    const performed = await browser.device.perform({ type: 'call-tool', tool: { id, name, origin }, input }, live);
    expect(performed).toEqual({ text: 'refused' });
    expect(server.events).toEqual([]);
  });

  test('a secret goes to an allowed origin, whatever characters it has, and comes back masked', async () => {
    const { text } = await call(browser, await named(browser, 'add_note'), { text: '{{secret:SHOP}}' });
    expect(text).toBe('noted •••');
    expect(server.events).toEqual(['Adds a note: correct "horse']);
    await expect(call(browser, await named(browser, 'add_note'), { text: '{{secret:OTHER}}' })).rejects.toMatchObject({
      code: 'secret-refused',
    });
  });
});

describe('FL21: whose tools they are is the browser’s word', () => {
  // In a tab that the driver knows nothing of: whatever is asked through it would wait for the frame, too.
  test('a frame of another origin that never stops takes no tool from the page', async () => {
    const browser = await openTestBrowser({ webmcp: true, origins: [server.origin] });
    try {
      const tabs = `http://${debuggerAddressOf(browser.attachment as unknown as WebDriverAttachment)}/json`;
      const { id: targetId } = (await (await fetch(`${tabs}/new?${server.origin}/tools-busy`, { method: 'PUT' })).json()) as Target;
      await until(async () => {
        const all = (await (await fetch(`${tabs}/list`)).json()) as readonly Target[];
        return all.some(({ id, title }) => id === targetId && title === 'A frame is busy');
      }, 'the busy frame');
      const { tools } = await readPageTools({ address: new URL(tabs).host, targetId, origins: [server.origin] });
      expect(tools.map(({ name }) => name)).toEqual(['page_tool']);
    } finally {
      await browser.close();
    }
    // Less than the frame is busy.
  });

  const offeredWith = async (origins: readonly string[], isAll: (tools: readonly PageTool[]) => boolean) => {
    const browser = await openTestBrowser({ webmcp: true, origins, resolveSecret: () => 'correct horse' });
    try {
      await browser.go(`${server.origin}/tools-frames`);
      await until(
        async () => (await browser.device.look()).controls.some(({ name }) => name.includes('All frames are there')),
        'the frames',
      );
      const tools = await until(async () => {
        const seen = await toolsOf(browser);
        return isAll(seen) && seen;
      }, 'the tools');
      for (const tool of tools.filter(({ inFrame }) => inFrame))
        await expect(call(browser, tool, { text: '{{secret:SHOP}}' })).rejects.toMatchObject({ code: 'secret-refused' });
      const results = await Promise.all(tools.map(async (tool) => (await call(browser, tool)).text));
      return {
        tools: tools.map(({ name, origin, inFrame }) => `${name} ${origin}${inFrame ? ' in a frame' : ''}`).sort(),
        results: results.sort(),
      };
    } finally {
      await browser.close();
    }
  };

  test.each([
    ['where its origin is the allowed one', () => [server.origin]],
    ['where any page is allowed', () => []],
  ])('FL21, LK4: %s, the page offers its tools, a frame of another origin and a sandboxed one offer none', async (_, origins) => {
    expect(await offeredWith(origins(), (tools) => tools.length > 0)).toEqual({
      tools: [`page_tool ${server.origin}`],
      results: ['from the page'],
    });
  });

  test('FL21: a frame of an origin that the list names offers its own', async () => {
    expect(await offeredWith([server.origin, server.other], (tools) => tools.length > 1)).toEqual({
      tools: [`frame_tool ${server.other} in a frame`, `page_tool ${server.origin}`],
      results: ['from the frame', 'from the page'],
    });
  });

  test('FL21: off unless it is set: the page has nothing to register with, and nothing is told or called', async () => {
    const browser = await openTestBrowser({ origins: [server.origin] });
    try {
      const look = await browser.go(`${server.origin}/tools`);
      expect([look.title, look.tools]).toEqual(['No tools', undefined]);
      await expect(
        call(browser, { id: 'x', name: 'add_note', origin: server.origin, description: '', schema: '', hints: [] }),
      ).rejects.toMatchObject({
        code: 'not-supported',
      });
    } finally {
      await browser.close();
    }
  });
});

describe('FL21: what a hostile page does', () => {
  let browser: TestBrowser;
  beforeAll(async () => void (browser = await openTestBrowser({ webmcp: true, origins: [server.origin] })));
  afterAll(() => browser.close());
  beforeEach(() => void (server.events.length = 0));

  test('nothing that it redefines changes what is told, and each text is bounded', async () => {
    await browser.go(`${server.origin}/tools-hostile`);
    const tools = await toolsOf(browser);
    expect(tools.map(({ name }) => name)).not.toContain('forged');
    expect(new Set(tools.map(({ origin }) => origin))).toEqual(new Set([server.origin]));
    for (const { name, description, schema } of tools)
      expect([name.length <= 128, description.length <= 500, schema.length <= 1500]).toEqual([true, true, true]);
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['navigate', 'two_faces', 'heavy']));
  });

  test('a tool with the name of a function of ours is a tool of the page', async () => {
    await browser.go(`${server.origin}/tools-hostile`);
    await call(browser, await named(browser, 'navigate'));
    expect(server.events).toEqual(['navigate of the page']);
    await expect(call(browser, await named(browser, 'returns_proxy'))).rejects.toMatchObject({ code: 'tool-error' });
  });

  test('of ten thousand tools some are offered, of tools too large to read none; the page is looked at as ever', async () => {
    const many = await browser.go(`${server.origin}/tools-flood?count=10000`);
    expect(many.tools).toHaveLength(40);
    expect(many.notices).toContain('The page has 9960 more tools, which are not offered.');
    const heavy = await browser.go(`${server.origin}/tools-flood?count=30&each=1000000`);
    expect(heavy.tools).toBeUndefined();
    expect(heavy.notices).toContain('Tools of the page could not be read; none is offered.');
    expect(heavy.controls.map(({ name }) => name)).toContain('Flood');
    expect((await browser.go(`${server.origin}/tools`)).tools?.length).toBeGreaterThan(5);
  });
});
