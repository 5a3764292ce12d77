// Pages that a test changes while a run waits: each runs the code that it is sent. Effects are counted here, outside the browser.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyOf, listen } from './http.js';

export interface ObeyingSite {
  readonly url: string;
  /** The same server as another site. */
  readonly other: string;
  /** What pages posted, by `post(text)`. */
  readonly events: string[];
  /** Replaces the page that is served from now on. */
  serve(html: string): void;
  /** Answers a path with a page that posts but takes no orders: for frames and pop-ups. */
  serveAt(path: string, html: string): void;
  /** Runs in the page that is open; resolves when it has run. */
  change(code: string): Promise<void>;
  close(): Promise<void>;
}

const post = `<script>
  const post = (text) => void fetch('/event', { method: 'POST', body: text, keepalive: true });
</script>`;

const script = `${post}<script>
  const orders = new EventSource('/orders');
  // A page that is kept for going back would keep its connection, too, and a browser has six.
  addEventListener('pagehide', () => orders.close());
  orders.onmessage = ({ data }) => {
    const { number, code } = JSON.parse(data);
    (0, eval)(code);
    void fetch('/ran', { method: 'POST', body: String(number) });
  };
</script>`;

export async function startObeyingSite(): Promise<ObeyingSite> {
  const events: string[] = [];
  const waiting = new Map<number, () => void>();
  const pages = new Map<string, string>();
  let html = '';
  let page: ServerResponse | undefined;
  let ordered = 0;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    switch (request.url) {
      case '/orders':
        response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
        page = response;
        return;
      case '/event':
        events.push(await bodyOf(request));
        response.writeHead(204).end();
        return;
      case '/ran':
        waiting.get(Number(await bodyOf(request)))?.();
        response.writeHead(204).end();
        return;
      default: {
        const own = pages.get(request.url ?? '');
        const whole = own === undefined ? script + html : post + own;
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html>${whole}`);
      }
    }
  };

  const server = await listen(answer);
  return {
    url: `http://127.0.0.1:${server.port}`,
    other: `http://localhost:${server.port}`,
    events,
    serve: (next) => void (html = next),
    serveAt: (path, page) => void pages.set(path, page),
    change: (code) =>
      new Promise((resolve, reject) => {
        const number = ++ordered;
        waiting.set(number, resolve);
        if (page?.writable) page.write(`data: ${JSON.stringify({ number, code })}\n\n`);
        else reject(new Error('no page is open'));
      }),
    close: () => server.close(),
  };
}
