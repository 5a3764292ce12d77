// Servers that remember who asked, and a page that tries an address of this machine by all its names.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from './until.js';
import type { TestBrowser } from './webdriver.js';

export interface Heard {
  readonly server: Server;
  readonly port: number;
  readonly hits: string[];
}

/** Answers everybody, and remembers who asked. */
export async function listening(page = ''): Promise<Heard> {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(request.url ?? '');
    response.setHeader('content-type', 'text/html');
    response.end(page);
  });
  await new Promise<void>((resolve) => void server.listen(0, '::', () => resolve()));
  return { server, port: (server.address() as AddressInfo).port, hits };
}

export const names = ['127.0.0.1', 'localhost', '[::1]', '0.0.0.0', '127.0.0.2', '127.1', 'attacker.localhost'];

/** Tries an address by all its names: by a request of a script, a picture, a socket, a frame and a form; then tells which requests were answered. */
export const attack = `<title>Attack</title><iframe name="frame"></iframe><script>
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

/** Names that were answered at that port, as the page of `site` tells. */
export async function answeredOf(browser: TestBrowser, site: Heard, port: number, path: string): Promise<string> {
  await browser.go('about:blank');
  site.hits.length = 0;
  await browser.go(`http://127.0.0.1:${site.port}/#${port},${path}`);
  const told = await until(() => site.hits.find((url) => url.startsWith('/told?')), 'the end of the attack');
  return told.slice('/told?'.length);
}
