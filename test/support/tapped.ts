// A line between a page and its server: what went over it, and where it breaks.
import { createServer, connect, type Socket } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface Tapped {
  readonly port: number;
  /** The server's port. */
  leadTo(port: number): void;
  /** Everything that came from the page's side. */
  sent(): Buffer;
  /** How often that was sent. */
  count(what: string): number;
  /** From now on: once that has gone through, the line breaks before its answer; undefined: it is whole again. */
  breakAt(what: string | undefined): void;
  close(): Promise<void>;
}

export async function tap(): Promise<Tapped> {
  let target = 0;
  const sent: Buffer[] = [];
  const sockets = new Set<Socket>();
  let breaks: string | undefined;
  const server = createServer((from) => {
    const to = connect(target, '127.0.0.1');
    sockets.add(from).add(to);
    const end = (): void => {
      from.destroy();
      to.end();
      sockets.delete(from);
      sockets.delete(to);
    };
    from.on('error', end).on('close', end);
    to.on('error', end).on('close', end);
    let isBroken = false;
    from.on('data', (part: Buffer) => {
      sent.push(part);
      to.write(part);
      if (breaks === undefined || !part.includes(breaks)) return;
      isBroken = true;
      // What was sent arrives all the same.
      setTimeout(end, 1_500);
    });
    to.on('data', (part: Buffer) => void (isBroken || from.write(part)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: (port) => void (target = port),
    sent: () => Buffer.concat(sent),
    count: (what) => Buffer.concat(sent).toString('latin1').split(what).length - 1,
    breakAt: (what) => void (breaks = what),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
