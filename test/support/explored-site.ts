// A site with what ends the run of a careless explorer: a wall of consent, a login, a list without end, a page that never rests, one that asks before it is left, one that hangs, a way out, a download, a printer.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ExploredSite {
  readonly origin: string;
  /** What was done that may not be undone. */
  readonly deleted: readonly string[];
  close(): Promise<void>;
}

const page = (title: string, body: string, script = ''): string =>
  `<!doctype html><title>${title}</title><h1>${title}</h1>${body}<p><a href="/">Start</a></p>${script === '' ? '' : `<script>${script}</script>`}`;

const link = (to: string, text: string): string => `<p><a href="${to}">${text}</a></p>`;

const pages: Readonly<Record<string, string>> = {
  '/': page(
    'Start',
    [
      ['/consent', 'News'],
      ['/login', 'Sign in'],
      ['/list', 'Posts'],
      ['/clock', 'Clock'],
      ['/draft', 'Draft'],
      ['/slow', 'Slow'],
      ['/files', 'Files'],
      ['/account', 'Account'],
    ]
      .map(([to = '', text = '']) => link(to, text))
      .join(''),
  ),
  '/consent': page(
    'News',
    `<div role="dialog" aria-label="Cookies" style="position:fixed;inset:0;background:white"><p>We use cookies</p><button onclick="this.parentElement.remove()">Settings</button><button id="yes">Accept</button></div>${link('/article', 'Read on')}`,
    "document.getElementById('yes').onclick = (event) => event.target.parentElement.remove();",
  ),
  '/article': page('Article', '<p>All there is to say.</p>'),
  '/login': page(
    'Sign in',
    '<form><label>User <input name="user"></label><label>Password <input type="password"></label><button type="button" onclick="document.querySelector(\'h2\').textContent = \'Wrong password\'">Sign in</button></form><h2></h2>',
  ),
  '/list': page(
    'Posts',
    '<ul></ul><button>More</button>',
    "let n = 0; const more = () => { for (let i = 0; i < 5; i += 1) document.querySelector('ul').insertAdjacentHTML('beforeend', '<li><a href=\"#post-' + n + '\">Post ' + (n += 1) + '</a></li>'); }; document.querySelector('button').onclick = more; more();",
  ),
  '/clock': page(
    'Clock',
    '<p id="now"></p>',
    "setInterval(() => { document.getElementById('now').textContent = 'It is ' + Date.now(); }, 200);",
  ),
  '/draft': page('Draft', '<label>Text <input></label>', "addEventListener('beforeunload', (event) => { event.preventDefault(); });"),
  '/slow': page(
    'Slow',
    '<button>Hang</button><h2></h2>',
    "document.querySelector('button').onclick = () => { const end = Date.now() + 3000; while (Date.now() < end); document.querySelector('h2').textContent = 'Back'; };",
  ),
  '/files': page(
    'Files',
    `${link('/report.csv', 'Report')}<p><a href="{{other}}/elsewhere">Partner</a></p><button onclick="print()">Print</button>`,
  ),
  '/account': page('Account', "<button onclick=\"fetch('/deleted', { method: 'POST', body: 'account' })\">Delete account</button>"),
};

export async function startExploredSite(): Promise<ExploredSite> {
  const deleted: string[] = [];
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    if (pathname === '/deleted') {
      deleted.push('account');
      response.writeHead(204).end();
    } else if (pathname === '/report.csv') {
      response.writeHead(200, { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="report.csv"' }).end('a,b\n');
    } else {
      const body = pages[pathname];
      response
        .writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
        .end((body ?? '<title>Nothing</title><h1>Nothing here</h1>').replaceAll('{{other}}', `http://localhost:${port}`));
    }
  });
  server.listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    deleted,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
