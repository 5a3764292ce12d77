// What a page has heard of an action (HP20): believed where it proves that the action ran, and nowhere else.
import type { Control } from '../../../src/domain/ui/control.js';
import type { DeviceAction } from '../../../src/domain/ui/ui-action.js';
import type { Device } from '../../../src/ports/device.js';
import { ended, handOf, openHand, type OpenHand } from '../../support/hands.js';
import { bodyOf, listen } from '../../support/http.js';
import { until } from '../../support/until.js';
import { browserPrograms, openTestBrowser, type TestBrowser } from '../../support/webdriver.js';

const key = 'run:1:0';
const heardByPage = 'its page heard the mouseup; what came of it nobody has seen';
const frame = '<iframe srcdoc="<button>Inner</button>" sandbox="allow-scripts" style="width: 200px; height: 60px"></iframe>';
/** Blocks the page for a while, as a handler does that is slow; the server knows before. */
const slow = `<button onclick="navigator.sendBeacon('/event', 'pressed'); const until = Date.now() + 2500; while (Date.now() < until);">Order</button>`;
const swallowing = `<script>for (const type of ['mousedown', 'mouseup', 'click', 'keyup', 'keydown', 'wheel'])
  addEventListener(type, (event) => { event.stopImmediatePropagation(); event.preventDefault(); }, { capture: true, passive: false });</script>`;
const pages: Readonly<Record<string, string>> = {
  '/': `<title>Plain</title><button>Order</button><input aria-label="Code">${frame}`,
  '/slow': `<title>Slow</title>${slow}`,
  '/swallowing': `<title>Swallowing</title>${swallowing}<button>Order</button>`,
  '/form': `<title>Form</title><form action="/"><input aria-label="Name"><button>Send</button></form><a>Elsewhere</a>
    <script>document.querySelector('a').href = new URLSearchParams(location.search).get('next') ?? '/'</script>`,
  '/seeing': `<script>document.title = JSON.stringify(sessionStorage)</script>`,
  '/reloading': `<title>Going</title><button>Order</button><script>setTimeout(() => { location.href = '/'; }, 1500)</script>`,
  '/forging': `<title>Going</title><button>Order</button><script>
    addEventListener('pagehide', () => sessionStorage.setItem('steadyhand', 'run:1:0'));
    for (const type of ['mouseup', 'pagehide']) dispatchEvent(new Event(type));
    setTimeout(() => { location.href = '/'; }, 1500)</script>`,
  '/pretending': `<title>0</title><button>Order</button><script>setInterval(() => {
    document.title = Number(document.title) + 1;
    for (const type of ['mouseup', 'keyup']) document.querySelector('button').dispatchEvent(new MouseEvent(type, { bubbles: true }));
    window.steadyhandPage = { version: 'x', heard: () => ({ mouseup: 9 }), answer: () => ['', '{"mouseup":9}', 0] };
    Object.defineProperty(Event.prototype, 'isTrusted', { get: () => true });
  }, 20);</script>`,
};

let site: Awaited<ReturnType<typeof listen>>;
let events: string[] = [];
let url: string;

beforeAll(async () => {
  site = await listen(async (request, response) => {
    if (request.url === '/event') events.push(await bodyOf(request));
    response.writeHead(200, { 'content-type': 'text/html' }).end(pages[request.url?.split('?')[0] ?? ''] ?? '');
  });
  url = `http://127.0.0.1:${site.port}`;
});
beforeEach(() => void (events = []));
afterAll(() => site.close());

async function named(device: Pick<Device, 'look'>, name: string): Promise<Control> {
  const found = (await device.look()).controls.find((each) => each.name === name);
  if (!found) throw new Error(`No control "${name}".`);
  return found;
}

const click = (control: Control, clickCount: 1 | 2 = 1): DeviceAction => ({
  type: 'click',
  target: { control },
  button: 'left',
  clickCount,
});

describe('a page that is asked what it heard', () => {
  let browser: TestBrowser;
  const live = new AbortController().signal;

  beforeAll(async () => {
    browser = await openTestBrowser();
  });
  afterAll(() => browser.close());

  const heard = async (): Promise<string | undefined> => browser.device.heard?.(key);

  test.each([
    ['a click', '/', async () => click(await named(browser.device, 'Order'))],
    ['a double click', '/', async () => click(await named(browser.device, 'Order'), 2)],
    ['a click in a frame of another origin', '/', async () => click(await named(browser.device, 'Inner'))],
    [
      'a key',
      '/',
      async () => ({ type: 'press-keys', keys: '{ENTER}', target: { control: await named(browser.device, 'Code') } }) as const,
    ],
    ['a click that the page swallows', '/swallowing', async () => click(await named(browser.device, 'Order'))],
  ])('HP20: %s: nothing before it, and that it ran after it; nothing of another action', async (_, path, made) => {
    await browser.go(`${url}${path}`);
    const action = await made();
    await browser.device.expect?.(key, action);
    expect(await heard()).toBeUndefined();
    await browser.device.perform(action, live);
    expect(await heard()).toMatch(/^its page heard the (mouseup|keyup)/);
    expect(await browser.device.heard?.('run:2:0')).toBeUndefined();
    await browser.device.expect?.('run:2:0', action);
    expect(await heard()).toBeUndefined();
  });

  test('HP20: half of a double click is not all of it', async () => {
    await browser.go(`${url}/`);
    const control = await named(browser.device, 'Order');
    await browser.device.expect?.(key, click(control, 2));
    await browser.device.perform(click(control), live);
    expect(await heard()).toBeUndefined();
  });

  test('HP20: a page that makes such events itself, or claims to have heard them, is not believed', async () => {
    await browser.go(`${url}/pretending`);
    await browser.device.expect?.(key, click(await named(browser.device, 'Order')));
    const made = async () => Number((await browser.device.look()).title);
    const before = await made();
    await until(async () => (await made()) > before + 3, 'a few of its events');
    expect(await heard()).toBeUndefined();
  });

  test('HP20: another tab knows nothing', async () => {
    await browser.go(`${url}/`);
    const action = click(await named(browser.device, 'Order'));
    await browser.device.expect?.(key, action);
    await browser.device.perform(action, live);
    await browser.device.launchApplication(`${url}/slow`);
    expect(await heard()).toBeUndefined();
    const [first] = (await browser.device.listApplications()).filter(({ current }) => !current);
    await browser.device.selectApplication(first?.id ?? '');
    expect(await heard()).toMatch(/mouseup/);
  });

  const left = 'the page before heard it, and was left; what came of it nobody has seen';

  test.each([
    ['a form that a click sends', async () => click(await named(browser.device, 'Send'))],
    [
      'a form that Enter sends',
      async () => ({ type: 'press-keys', keys: '{ENTER}', target: { control: await named(browser.device, 'Name') } }) as const,
    ],
    ['a link', async () => click(await named(browser.device, 'Elsewhere'))],
  ] as const)('HP21: %s: the document that follows tells that it ran, and the one after that no more', async (_, made) => {
    await browser.go(`${url}/form`);
    const action = await made();
    await browser.device.expect?.(key, action);
    await browser.device.perform(action, live);
    await until(async () => (await browser.device.look()).title === 'Plain', 'the next document');
    expect(await heard()).toBe(left);
    expect(await browser.device.heard?.('run:2:0')).toBeUndefined();
    await browser.go(`${url}/`);
    expect(await heard()).toBeUndefined();
  });

  test.each(['/reloading', '/forging'])(
    'HP21: a page that goes elsewhere by itself, whatever it leaves behind, is not believed (%s)',
    async (path) => {
      await browser.go(`${url}${path}`);
      await browser.device.expect?.(key, click(await named(browser.device, 'Order')));
      await until(async () => (await browser.device.look()).title === 'Plain', 'the next document');
      expect(await heard()).toBeUndefined();
    },
  );

  test('HP21: the document that follows sees nothing of what was left for us', async () => {
    await browser.go(`${url}/form?next=/seeing`);
    const action = click(await named(browser.device, 'Elsewhere'));
    await browser.device.expect?.(key, action);
    await browser.device.perform(action, live);
    await until(async () => (await browser.device.look()).title === '{}', 'the storage that the page sees');
    expect(await heard()).toBe(left);
  });

  test('HP20: a button that is let go because something else comes next is no press', async () => {
    await browser.go(`${url}/`);
    const code = await named(browser.device, 'Code');
    const order = await named(browser.device, 'Order');
    const drag = { type: 'drag', from: { control: order }, to: { control: code }, button: 'left', hold: true } as const;
    await browser.device.perform(drag, live);
    await browser.device.expect?.(key, click(order));
    await browser.device.perform({ type: 'hover', target: { control: code } }, live);
    expect((await browser.device.look()).pressed).toBeUndefined();
    expect(await heard()).toBeUndefined();
  });

  test('HP20: what has no last event of its own is announced to nobody', async () => {
    await browser.go(`${url}/`);
    const text = { type: 'set-text', text: 'a', clear: true, target: { control: await named(browser.device, 'Code') } } as const;
    await browser.device.expect?.(key, text);
    await browser.device.perform(text, live);
    expect(await heard()).toBeUndefined();
  });
});

describe('a hand that dies', () => {
  let hand: OpenHand;

  beforeEach(async () => {
    hand = await openHand({ kind: 'web', ...browserPrograms(), profiles: '', secrets: {} }, { kind: 'web', url: `${url}/slow` });
  });
  afterEach(() => hand.close());

  test('HP20: while the page works on a press: the next hand learns from the page that it ran', async () => {
    const { device, order, place } = hand;
    const { pid } = await place();
    const ordered = hand.hand.carryOut(order({ key, actions: [click(await named(device, 'Order'))] }));
    await until(() => events.length > 0, 'the press');
    process.kill(pid, 'SIGKILL');
    await expect(ordered).rejects.toMatchObject({ code: 'connection-lost' });
    await ended(pid);
    expect(await handOf(device).verdictOf('d1', key)).toEqual({
      verdict: 'done',
      outcome: { status: 'done', witness: heardByPage },
      witness: heardByPage,
    });
    expect(events).toEqual(['pressed']);
  });
});
