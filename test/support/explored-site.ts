// A site full of traps for an explorer: a consent wall, a login, an infinite list, a page that never settles, a beforeunload dialog, a page that hangs, an outside link, a download, a print dialog.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ExploredSite {
  readonly origin: string;
  /** Requests and reports of pages, in order: `GET 127.0.0.1/list`, `TELL accepted`. */
  readonly log: readonly string[];
  close(): Promise<void>;
}

const page = (title: string, body: string, script = ''): string =>
  `<!doctype html><title>${title}</title><h1>${title}</h1>${body}<p><a href="/">Start</a></p>${script === '' ? '' : `<script>${script}</script>`}`;

/** Sends to the server, even from a page that is being left. */
const tell = (what: string): string => `navigator.sendBeacon('/tell', '${what}')`;

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
    `<div role="dialog" aria-label="Cookies" style="position:fixed;inset:0;background:white"><p>We use cookies</p><button onclick="this.parentElement.remove(); ${tell('settings')}">Settings</button><button onclick="this.parentElement.remove(); ${tell('accepted')}">Accept</button></div>${link('/article', 'Read on')}`,
  ),
  '/article': page('Article', '<p>All there is to say.</p>'),
  '/login': page(
    'Sign in',
    '<form><label>User name <input name="user"></label><label>Password <input type="password"></label><button type="button">Sign in</button></form><h2></h2>',
    `document.querySelector('button').onclick = () => {
      const [user, password] = document.querySelectorAll('input');
      document.querySelector('h2').textContent = 'Wrong password';
      navigator.sendBeacon('/tell', 'signed in as ' + user.value + (password.value === '' ? '' : ' with a password'));
    };`,
  ),
  '/list': page(
    'Posts',
    '<ul></ul><button>More</button>',
    `let n = 0;
    const more = (why) => {
      for (let i = 0; i < 60; i += 1) document.querySelector('ul').insertAdjacentHTML('beforeend', '<li><a href="#post-' + n + '">Post ' + (n += 1) + '</a></li>');
      if (why) navigator.sendBeacon('/tell', 'more by ' + why);
    };
    document.querySelector('button').onclick = () => more('button');
    addEventListener('scroll', () => { if (innerHeight + scrollY > document.body.scrollHeight - 200) setTimeout(more, 300, 'scroll'); });
    more();`,
  ),
  '/clock': page(
    'Clock',
    '<p id="now"></p>',
    "setInterval(() => { document.getElementById('now').textContent = 'It is ' + Date.now(); }, 1000);",
  ),
  '/draft': page(
    'Draft',
    '<label>Text <input></label>',
    `addEventListener('beforeunload', (event) => {
      if (document.querySelector('input').value === '') return;
      event.preventDefault();
      navigator.sendBeacon('/tell', 'asked before it was left');
    });`,
  ),
  '/slow': page(
    'Slow',
    `<button id="hang">Hang</button><button id="ask">Ask</button>${link('/never', 'Never')}<h2></h2>`,
    `const say = (text) => { document.querySelector('h2').textContent = text; navigator.sendBeacon('/tell', text); };
    document.querySelector('#hang').onclick = () => { const end = Date.now() + 4000; while (Date.now() < end); say('hung'); };
    document.querySelector('#ask').onclick = () => { say('asked'); fetch('/never').then(() => say('answered')); };`,
  ),
  '/files': page(
    'Files',
    `${link('/report.csv', 'Report')}<p><a href="{{other}}/elsewhere">Partner</a></p><button onclick="${tell('prints')}; print(); ${tell('has printed')}">Print</button>`,
  ),
  '/account': page('Account', "<button onclick=\"fetch('/deleted', { method: 'POST', body: 'account' })\">Delete account</button>"),
};

export async function startExploredSite(): Promise<ExploredSite> {
  const log: string[] = [];
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    const { pathname, hostname } = new URL(request.url ?? '/', `http://${request.headers.host ?? 'site'}`);
    if (pathname === '/tell') {
      request.setEncoding('utf8').on('data', (text: string) => void log.push(`TELL ${text}`));
      response.writeHead(204).end();
      return;
    }
    if (pathname !== '/favicon.ico') log.push(`${request.method ?? ''} ${hostname}${pathname}`);
    if (pathname === '/never') return;
    if (pathname === '/deleted') {
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
    log,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
