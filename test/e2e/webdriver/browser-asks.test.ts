// What a browser would ask a person in a dialog of its own, which no page can read and nothing of ours can press.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openTestBrowser, type TestBrowser, type TestBrowserOptions } from '../../support/webdriver.js';
import { until } from '../../support/until.js';

const asks = {
  place: 'new Promise((found, failed) => navigator.geolocation.getCurrentPosition(found, (error) => failed({ name: error.message })))',
  notices: 'Notification.requestPermission()',
  clipboard: 'navigator.clipboard.readText()',
  camera: 'navigator.mediaDevices.getUserMedia({ video: true })',
  instruments: 'navigator.requestMIDIAccess({ sysex: true })',
  screen: 'navigator.mediaDevices.getDisplayMedia()',
  device: 'navigator.usb.requestDevice({ filters: [] })',
  file: 'showOpenFilePicker()',
  passkey: 'navigator.credentials.get({ publicKey: { challenge: new Uint8Array(16) } })',
  account: "navigator.credentials.get({ identity: { providers: [{ configURL: location.origin + '/accounts.json', clientId: '1' }] } })",
} as const;

const page = `<!doctype html><title>Asks</title>
${Object.entries(asks)
  .map(([name, ask]) => `<button onclick="told(() => ${ask.replaceAll('"', '&quot;')})">${name}</button>`)
  .join('\n')}
<button onclick="count.value = Number(count.value) + 1">Count</button>
<p>Pressed: <output id="count">0</output></p><p>Answer: <output id="answer">none</output></p>
<script>
  const told = (ask) => {
    answer.value = 'asked';
    Promise.resolve().then(ask).then((value) => (answer.value = typeof value === 'string' ? value : 'given'), (error) => (answer.value = error.name));
  };
</script>`;

/** Somebody whose account a page may be logged in with. */
const provider: Readonly<Record<string, object>> = {
  '/accounts.json': {
    accounts_endpoint: '/list',
    client_metadata_endpoint: '/about',
    id_assertion_endpoint: '/token',
    login_url: '/login',
  },
  '/list': { accounts: [{ id: '1', name: 'Ada', email: 'ada@example.com' }] },
  '/about': {},
  '/token': { token: 'secret' },
};

let server: Server;
let origin: string;

beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    const own = url === '/.well-known/web-identity' ? { provider_urls: [`${origin}/accounts.json`] } : provider[url];
    response.setHeader('set-login', 'logged-in');
    response.setHeader('content-type', own ? 'application/json' : 'text/html');
    response.end(own ? JSON.stringify(own) : page);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

async function withBrowser(options: TestBrowserOptions, use: (browser: TestBrowser) => Promise<void>): Promise<void> {
  const browser = await openTestBrowser({ origins: [origin], ...options });
  try {
    await browser.go(`${origin}/`);
    await use(browser);
  } finally {
    await browser.close();
  }
}

const reads = async (browser: TestBrowser, label: string): Promise<string | undefined> =>
  (await browser.device.look()).controls
    .map(({ name }) => new RegExp(`^${label}: (.*)`).exec(name)?.[1])
    .find((each) => each !== undefined);

test('HE34: H17: what the browser would ask a person for is refused, and no dialog of its own takes the next press', async () => {
  await withBrowser({}, async (browser) => {
    let presses = 0;
    for (const name of Object.keys(asks)) {
      await browser.click('button', name);
      // A passkey is waited for as long as the page wants to.
      if (name !== 'passkey')
        await until(async () => {
          const answer = await reads(browser, 'Answer');
          return answer !== 'asked' && answer !== undefined;
        }, `an answer about ${name}`);
      const answer = await reads(browser, 'Answer');
      expect([name, answer]).not.toEqual([name, 'given']);
      expect([name, answer]).not.toEqual([name, 'granted']);
      await browser.click('button', 'Count');
      presses += 1;
      expect([name, await reads(browser, 'Pressed')]).toEqual([name, String(presses)]);
    }
  });
});

test('HE34: H17: a log-in with another account is told as what it asked for', async () => {
  await withBrowser({}, async (browser) => {
    await browser.click('button', 'account');
    const notices = await until(async () => {
      const told = (await browser.device.look()).notices?.filter((each) => each.includes('another account'));
      return told !== undefined && told.length > 0 && told;
    }, 'a notice');
    expect(notices).toEqual([
      expect.stringMatching(/^The browser asked for a log-in with another account \(".*localhost.*"\); it was refused\.$/),
    ]);
  });
});

test('HE34: H17: what the configuration allows is given unasked, and nothing else', async () => {
  await withBrowser({ permissions: ['notifications'] }, async (browser) => {
    const answered = async (name: string): Promise<string | undefined> => {
      await browser.click('button', name);
      return until(async () => {
        const answer = await reads(browser, 'Answer');
        return answer !== 'asked' && answer;
      }, `an answer about ${name}`);
    };
    expect(await answered('notices')).toBe('granted');
    expect(await answered('place')).toMatch(/denied/i);
  });
});
