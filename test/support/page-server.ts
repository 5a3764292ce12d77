// Test pages over HTTP. One server under two names, which are two origins and two sites: 127.0.0.1 (`origin`) and localhost (`other`).
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { bodyOf, listen } from './http.js';

export interface PageServer {
  readonly origin: string;
  readonly other: string;
  /** Bodies posted to /event: effects are counted here, outside the browser. */
  readonly events: string[];
  /** Requested paths, in order. */
  readonly requests: string[];
  close(): Promise<void>;
}

export async function startPageServer(): Promise<PageServer> {
  const events: string[] = [];
  const requests: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { port } = server;
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`);
    requests.push(`${request.headers.host?.split(':')[0]}${url.pathname}`);
    if (url.pathname === '/event') {
      events.push(await bodyOf(request));
      response.writeHead(204).end();
    } else if (url.pathname === '/download') {
      response.writeHead(200, { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="report.csv"' }).end('a,b\n1,2\n');
    } else if (url.pathname === '/slow') {
      const answering = setTimeout(
        () => response.writeHead(200, { 'content-type': 'text/plain' }).end('late'),
        Number(url.searchParams.get('ms')),
      );
      response.once('close', () => clearTimeout(answering));
    } else if (url.pathname === '/endless') {
      response.writeHead(200, { 'content-type': 'text/html' }).write('<!doctype html><title>Endless</title><button>Half</button>');
    } else if (url.pathname === '/redirect') {
      response.writeHead(302, { location: url.searchParams.get('to') ?? '/' }).end();
    } else if (url.pathname === '/many') {
      response.writeHead(200, { 'content-type': 'text/html' }).end(manyControls(Number(url.searchParams.get('count'))));
    } else {
      const file = fileURLToPath(new URL(`pages${url.pathname}.html`, import.meta.url));
      const text = await readFile(file, 'utf8').catch(() => undefined);
      if (text === undefined) response.writeHead(404).end('no such page');
      else {
        const page = text.replaceAll('{{origin}}', `http://127.0.0.1:${port}`).replaceAll('{{other}}', `http://localhost:${port}`);
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
      }
    }
  };

  const server = await listen(answer);
  const { port } = server;
  return {
    origin: `http://127.0.0.1:${port}`,
    other: `http://localhost:${port}`,
    events,
    requests,
    close: () => server.close(),
  };
}

/** A page of about `count` elements, as in a business application: a table with a link, a field, a choice and a button in every row. */
function manyControls(count: number): string {
  const rows = Array.from({ length: Math.ceil(count / 12) }, (_, row) => {
    const choice = '<select><option>open</option><option>closed</option></select>';
    return `<tr><td>${row}</td><td><a href="#${row}">Invoice ${row}</a></td><td><b>Customer</b> ${row}</td><td><input aria-label="Note ${row}"></td><td>${choice}</td><td><button>Pay ${row}</button></td></tr>`;
  });
  return `<!doctype html><title>Many</title><style>td{padding:2px}</style><h1>Invoices</h1><table>${rows.join('')}</table>`;
}
