// `threePresses` for a real browser: a page whose button adds one, three times. The server reports each press to the ledger.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PressOptions } from './fault-harness.js';

export type PressTiming = Pick<PressOptions, 'delayMs' | 'delayAfterMs' | 'first'>;

export interface PressPages {
  url(timing?: PressTiming): string;
  close(): Promise<void>;
}

export async function startPressPages(ledger: string): Promise<PressPages> {
  const server = createServer((request, response) => {
    answer(request)
      .then((text) => response.writeHead(200, { 'content-type': 'text/html' }).end(text))
      .catch((error: unknown) => response.writeHead(500).end(String(error)));
  });

  async function answer({ url = '/', method }: IncomingMessage): Promise<string> {
    if (method !== 'POST') return page;
    const { searchParams } = new URL(url, 'http://localhost');
    const added = Number(searchParams.get('added'));
    const { first, ...each } = JSON.parse(searchParams.get('timing') ?? '{}') as PressTiming;
    const { delayMs = 0, delayAfterMs = 0 } = { ...each, ...(added === 0 ? first : {}) };
    await sleep(delayMs);
    await fetch(ledger, { method: 'POST', body: JSON.stringify({ press: added + 1 }) });
    await sleep(delayAfterMs);
    return '';
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: (timing = {}) => `http://127.0.0.1:${port}/?timing=${encodeURIComponent(JSON.stringify(timing))}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The press waits for the answer, and so does the driver: until then nobody knows whether it happened. */
const page = `<!doctype html><title></title><h1></h1><button>Add</button><script>
  let added = 0;
  const show = () => {
    document.title = document.querySelector('h1').textContent = 'Added ' + added;
    if (added >= 3) document.querySelector('button').remove();
  };
  document.querySelector('button').onclick = () => {
    const press = new XMLHttpRequest();
    press.open('POST', location.href + '&added=' + added, false);
    press.send();
    added += 1;
    show();
  };
  show();
</script>`;
