// `threePresses` for a real browser: a page whose button adds one, three times. The ledger hears of a press when the server has it.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

interface Timing {
  readonly delayMs?: number;
  readonly delayAfterMs?: number;
}

export interface PressOptions extends Timing {
  /** Of the first press only. */
  readonly first?: Timing;
}

export interface PressPages {
  url(options?: PressOptions): string;
  close(): Promise<void>;
}

export async function startPressPages(ledger: string): Promise<PressPages> {
  const server = createServer((request, response) => {
    answer(request)
      .then((page) => response.writeHead(200, { 'content-type': 'text/html' }).end(page))
      .catch((error: unknown) => response.writeHead(500).end(String(error)));
  });

  async function answer(request: IncomingMessage): Promise<string> {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const options = searchParams.get('options') ?? '{}';
    const added = Number(searchParams.get('added'));
    if (request.method !== 'POST') return page(added, options);
    const { first, ...others } = JSON.parse(options) as PressOptions;
    const { delayMs = 0, delayAfterMs = 0 } = { ...others, ...(added === 0 ? first : {}) };
    await sleep(delayMs);
    await fetch(ledger, { method: 'POST', body: JSON.stringify({ press: added + 1 }) });
    await sleep(delayAfterMs);
    return page(added + 1, options);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: (options = {}) => `http://127.0.0.1:${port}/?options=${encodeURIComponent(JSON.stringify(options))}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The page waits in the press for the answer, and so does the driver: until then nobody knows whether it happened. */
function page(added: number, options: string): string {
  const script = `
    const show = (count) => {
      document.title = document.querySelector('h1').textContent = 'Added ' + count;
      if (count >= 3) document.querySelector('button').remove();
    };
    let added = ${added};
    document.querySelector('button').onclick = () => {
      const press = new XMLHttpRequest();
      press.open('POST', '/?added=' + added + '&options=${encodeURIComponent(options)}', false);
      press.send();
      show(++added);
    };
    show(added);`;
  return `<!doctype html><title></title><h1></h1><button>Add</button><script>${script}</script>`;
}
