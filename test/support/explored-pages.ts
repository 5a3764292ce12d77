// A scripted application as pages of a server, for a real browser: a press is reported to the ledger before the page navigates.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DeviceScript } from '../../src/adapters/memory/device-script.js';

export interface ExploredPages {
  /** Address of its first page. */
  readonly url: string;
  close(): Promise<void>;
}

/** `restless`: the screen that never settles. */
export async function startExploredPages({ start, screens }: DeviceScript, restless: string): Promise<ExploredPages> {
  async function answer({ url = '/', method }: IncomingMessage): Promise<string> {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const title = titleOf(pathname);
    const { controls = [] } = screens[title] ?? {};
    if (method !== 'POST') return page(title, controls, title === restless);
    const { on } = controls[Number(searchParams.get('control'))] ?? {};
    if (on?.post) await fetch(on.post.url, { method: 'POST', body: JSON.stringify(on.post.body) });
    return on?.goto === undefined ? '' : pathOf(on.goto);
  }

  const server = createServer((request, response) => {
    answer(request)
      .then((text) => response.writeHead(200, { 'content-type': 'text/html' }).end(text))
      .catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathOf(start)}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function pathOf(title: string): string {
  return `/${title.replaceAll(' ', '-')}`;
}

function titleOf(path: string): string {
  return path.slice(1).replaceAll('-', ' ');
}

function page(title: string, controls: DeviceScript['screens'][string]['controls'], isRestless: boolean): string {
  const buttons = controls.map(({ role, name }, index) => (role === 'button' ? `<button onclick="press(${index})">${name}</button>` : ''));
  return `<!doctype html><title>${title}</title><h1>${title}</h1>${buttons.join('')}<p></p><script>
    const press = (control) => {
      const told = new XMLHttpRequest();
      told.open('POST', location.pathname + '?control=' + control, false);
      told.send();
      if (told.responseText !== '') location.href = told.responseText;
    };
    ${isRestless ? "setInterval(() => { document.querySelector('p').textContent = 'It is ' + Date.now(); }, 100);" : ''}
  </script>`;
}
