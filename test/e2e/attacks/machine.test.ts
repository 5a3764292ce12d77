// What runs on the machine beside the browser is out of reach for its pages (LK30).
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { until } from '../../support/until.js';
import { openTestBrowser, type TestBrowser } from '../../support/webdriver.js';

interface Heard {
  readonly server: Server;
  readonly port: number;
  readonly hits: string[];
}

/** Answers everybody, and remembers who asked. */
async function listening(page = ''): Promise<Heard> {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(request.url ?? '');
    response.setHeader('content-type', 'text/html');
    response.end(page);
  });
  await new Promise<void>((resolve) => void server.listen(0, '::', () => resolve()));
  return { server, port: (server.address() as AddressInfo).port, hits };
}

const names = ['127.0.0.1', 'localhost', '[::1]', '0.0.0.0', '127.0.0.2', '127.1', 'attacker.localhost'];

/** Tries an address by all its names: by a request of a script, a picture, a socket, a frame and a form; then tells which requests were answered. */
const attack = `<title>Attack</title><iframe name="frame"></iframe><script>
  const [port, path] = location.hash.slice(1).split(',');
  const ended = (start) => new Promise((resolve) => { start(resolve); setTimeout(resolve, 1500); });
  (async () => {
    const answered = [];
    for (const name of ${JSON.stringify(names)}) {
      const url = 'http://' + name + ':' + port + path;
      await fetch(url, { method: 'POST', mode: 'no-cors', headers: { 'content-type': 'text/plain' }, body: '{}' }).then(() => answered.push(name), () => {});
      await ended((done) => { const image = new Image(); image.onload = image.onerror = done; image.src = url; });
      await ended((done) => { const socket = new WebSocket(url.replace('http', 'ws')); socket.onclose = done; });
      const form = Object.assign(document.createElement('form'), { action: url, method: 'post', target: 'frame' });
      document.body.append(form);
      await ended((done) => { document.querySelector('iframe').onload = done; form.submit(); });
    }
    navigator.sendBeacon('/told?' + answered.join(','));
  })();
</script>`;

let site: Heard;
let temporal: Heard;
let other: Heard;
let browser: TestBrowser;

beforeAll(async () => {
  [site, temporal, other] = await Promise.all([listening(attack), listening(), listening()]);
  browser = await openTestBrowser({ refusedPorts: [temporal.port] });
});
afterAll(async () => {
  await browser.close();
  for (const { server } of [site, temporal, other]) server.close();
});

async function answeredOf(port: number, path: string): Promise<string> {
  await browser.go('about:blank');
  site.hits.length = 0;
  await browser.go(`http://127.0.0.1:${site.port}/#${port},${path}`);
  const told = await until(() => site.hits.find((url) => url.startsWith('/told?')), 'the end of the attack', 60_000);
  return told.slice('/told?'.length);
}

test('LK30: no page reaches the ports that are refused, by whatever name or way; others it does', async () => {
  expect(await answeredOf(temporal.port, '/api/v1/namespaces/default/workflows/run/signal/confirm')).toBe('');
  expect(temporal.hits).toEqual([]);
  expect(await answeredOf(other.port, '/')).toContain('127.0.0.1,localhost');
  expect(other.hits.length).toBeGreaterThan(names.length);
}, 120_000);

test('LK30: no page reaches the driver, and whoever else does must know its path', async () => {
  const { port, path, sessionId } = browser.attachment as { readonly port: number; readonly path: string; readonly sessionId: string };
  expect(await answeredOf(port, `${path}/session`)).toBe('');
  const ask = (at: string) => fetch(`http://127.0.0.1:${port}${at}/session/${sessionId}/url`).then(({ status }) => status);
  expect(await ask('')).toBe(400);
  expect(await ask(path)).toBe(200);
}, 120_000);
