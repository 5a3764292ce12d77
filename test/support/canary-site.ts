// A site that keeps what is typed into it, repeats it wherever it can, and shows it again to whoever comes later; and a model's server before another one, which quotes the key that it was asked with (LK61).
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { bodyOf, listen } from './http.js';

export interface CanarySite {
  readonly url: string;
  /** What a page has sent to it: its server has the secret. */
  kept(): string;
  close(): Promise<void>;
}

export async function startCanarySite({ text, painted }: { readonly text: string; readonly painted: string }): Promise<CanarySite> {
  let kept = '';
  const letters = `<svg xmlns="http://www.w3.org/2000/svg" width="560" height="80"><rect width="560" height="80" fill="white"/><text x="10" y="55" font-family="DejaVu Sans" font-size="44">${painted}</text></svg>`;
  const image = await sharp(Buffer.from(letters)).png().toBuffer();
  const server = await listen(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    if (pathname === '/keep') kept = await bodyOf(request);
    if (pathname === '/picture.png') return void response.writeHead(200, { 'content-type': 'image/png' }).end(image);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pathname === '/later' ? later(kept) : first(text));
  });
  const url = `http://127.0.0.1:${server.port}`;
  return { url, kept: () => kept, close: () => server.close() };
}

const first = (text: string): string => `<!doctype html><html lang="en"><title>First</title><body><h1>First</h1><p>${text}</p>
<img src="/picture.png" alt="" width="560" height="80">
<form onsubmit="return false"><label>Bird <input id="bird"></label><label>PIN <input type="password" id="pin"></label>
<label>Nickname <input id="nick"></label><button id="copy" type="button">Copy</button></form><p id="said"></p>
<script>
  copy.onclick = () => {
    copy.textContent = 'Copy ' + bird.value;
    document.title = 'First ' + bird.value;
    said.textContent = 'You typed ' + bird.value + ' and ' + pin.value;
    history.replaceState(null, '', '/?bird=' + encodeURIComponent(bird.value));
    fetch('/keep', { method: 'POST', body: bird.value });
  };
</script></body></html>`;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const later = (kept: string): string => `<!doctype html><html lang="en"><title>Account ${escaped(kept)}</title><body><h1>Later</h1>
<p>Your key: ${escaped(kept)}</p><label>Key <input value="${escaped(kept)}"></label><label>Backwards <input value="${escaped([...kept].reverse().join(''))}"></label>
<button>Use ${escaped(kept)}</button><button>Next</button><button>Again</button></body></html>`;

export interface QuotingServer {
  readonly url: string;
  /** Bodies of what it was asked. */
  asked(): readonly string[];
  close(): Promise<void>;
}

/** Passes everything on, but for prompts that have this word: those it refuses as proxies do that are not careful. */
export async function startQuotingServer(behind: string, word: string): Promise<QuotingServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = await bodyOf(request);
      asked.push(body);
      const { authorization = '' } = request.headers;
      if (body.includes(word)) {
        const message = `Invalid proxy server token passed. Received API Key = ${authorization.replace('Bearer ', '')}, in ${JSON.stringify({ authorization })}`;
        response
          .writeHead(401, { 'content-type': 'application/json' })
          .end(JSON.stringify({ error: { message, code: 'invalid_api_key' } }));
        return;
      }
      const reply = await fetch(`${behind}${request.url ?? ''}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(await reply.text());
    })().catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
