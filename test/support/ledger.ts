// The outside judge: every POST is an entry, none is ever merged with another.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Ledger {
  readonly url: string;
  readonly entries: readonly unknown[];
  /** Arrival times: `Date.now()`. */
  readonly times: readonly number[];
  close(): Promise<void>;
}

/** `onEntry` has ended before the one who posted is answered. */
export async function startLedger(onEntry: (entry: unknown) => void = () => undefined): Promise<Ledger> {
  const entries: unknown[] = [];
  const times: number[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    times.push(Date.now());
    entries.push(body === '' ? {} : JSON.parse(body));
    onEntry(entries.at(-1));
    response.end('{}');
  });
  // A kept connection that ends at the moment it is used again would fail an action.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    entries,
    times,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
