// Serves the pages of MiniWoB, each run under a path of its own, and hears from the pages what they ask for and what they judge.
//
// site-1. The judge is the page: its first reward counts, however often it is opened.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import type { Size } from '../../../src/domain/ui/geometry.js';
import { withPageScript } from './page-script.js';

export interface Episode {
  readonly url: string;
  /** What the page asks for; known once it was opened. */
  instruction(): string | undefined;
  /** MiniWoB's own, without its penalty for time; undefined while the task is not over. */
  reward(): number | undefined;
  /** When the page was first opened. */
  openedAt(): number | undefined;
  /** Of the browser that opened it, px. */
  screen(): Size | undefined;
}

export interface MiniwobSite {
  readonly address: string;
  /** `name`: part of the address. */
  open(name: string, task: string, seed: number): Episode;
  /** A page that opens these one after another, each in a frame of its own, so that they tell their instructions. */
  preview(urls: readonly string[]): string;
  close(): Promise<void>;
}

interface Entry {
  readonly task: string;
  readonly seed: number;
  instruction?: string;
  reward?: number;
  openedAt?: number;
  screen?: Size;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.gif': 'image/gif',
};

export async function serveMiniwob(folder: string): Promise<MiniwobSite> {
  const entries = new Map<string, Entry>();
  let previews: readonly string[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found'));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const send = (body: string | Buffer, type: string): void => void response.writeHead(200, { 'content-type': type }).end(body);
    if (pathname === '/previews') return send(previewPage(previews), types['.html'] ?? '');
    const [, name = '', rest = ''] = /^\/([^/]+)\/(.+)$/.exec(decodeURIComponent(pathname)) ?? [];
    const entry = entries.get(name);
    if (!entry) throw new TypeError(`nothing is at ${pathname}`);
    if (request.method === 'POST') {
      hear(entry, rest, JSON.parse(await bodyOf(request)) as Partial<Entry>);
      return void response.writeHead(204).end();
    }
    const file = await readFile(join(folder, normalize(`/${rest}`)));
    const type = types[extname(rest)] ?? 'application/octet-stream';
    if (rest !== `miniwob/${entry.task}.html`) return send(file, type);
    entry.openedAt ??= Date.now();
    send(withPageScript(file.toString('utf8'), { seed: entry.seed, tellTo: `/${name}` }), type);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  const address = `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`;
  return {
    address,
    open(name, task, seed) {
      const entry: Entry = { task, seed };
      entries.set(name, entry);
      return {
        url: `${address}/${name}/miniwob/${task}.html`,
        instruction: () => entry.instruction,
        reward: () => entry.reward,
        openedAt: () => entry.openedAt,
        screen: () => entry.screen,
      };
    },
    preview(urls) {
      previews = urls;
      return `${address}/previews`;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** site-1. */
function hear(entry: Entry, what: string, { instruction, reward, screen }: Partial<Entry>): void {
  if (what === 'began' && instruction !== undefined) entry.instruction ??= instruction;
  if (what === 'began' && screen !== undefined) entry.screen ??= screen;
  if (what === 'ended' && reward !== undefined) entry.reward ??= reward;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return text;
}

/** A page that does not begin within two seconds is passed over. */
function previewPage(urls: readonly string[]): string {
  return `<!doctype html><title>Previews</title><body><script>
(async () => {
  for (const url of ${JSON.stringify(urls)}) {
    const frame = document.createElement('iframe');
    frame.width = 1280; frame.height = 720;
    const begun = new Promise((resolve) => { addEventListener('message', resolve, { once: true }); setTimeout(resolve, 2000); });
    frame.src = url;
    document.body.append(frame);
    await begun;
    frame.remove();
  }
})();
</script>`;
}
