// What is listed of what reacts to a press, by the page's own word, on pages that nobody here wrote. The bench asks more of them (`--only controls`).
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { instrument, overlap, reactions } from '../../../bench/lib/reactions.mjs';
import { openTestBrowser, type TestBrowser } from '../../support/webdriver.js';

const folder = fileURLToPath(new URL('../../../node_modules/gentelella/dist/', import.meta.url));
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

let server: Server;
let browser: TestBrowser;
let origin: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://site').pathname);
    readFile(join(folder, path)).then(
      (body) => response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await openTestBrowser();
  await command('goog/cdp/execute', {
    cmd: 'Page.addScriptToEvaluateOnNewDocument',
    params: { source: `(${instrument.toString()})()` },
  });
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

async function command<T>(name: string, body: object): Promise<T> {
  const { port, path, sessionId } = browser.attachment as unknown as {
    readonly port: number;
    readonly path: string;
    readonly sessionId: string;
  };
  const response = await fetch(`http://127.0.0.1:${port}${path}/session/${sessionId}/${name}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  return ((await response.json()) as { readonly value: T }).value;
}

test.each(['form', 'tables', 'calendar', 'inbox', 'media_gallery'])(
  'HE25, HE21: %s.html of the template: what reacts is listed',
  async (name) => {
    const { controls } = await browser.go(`${origin}/production/${name}.html`);
    const script = `return (${reactions.toString()})()`;
    const { targets } = await command<ReturnType<typeof reactions>>('execute/sync', { script, args: [] });
    const listed = controls.filter(({ interactive, visible }) => interactive && visible);
    const missed = targets.filter((target) => !listed.some(({ bounds }) => overlap(bounds, target) >= 0.5)).map(({ what }) => what);
    expect(targets.length).toBeGreaterThan(15);
    // One of a page may be the listener of many, which the page cannot tell apart from a control.
    expect(missed.length / targets.length).toBeLessThanOrEqual(0.04);
  },
);
