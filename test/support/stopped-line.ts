// A line between a worker and its server that can be stopped: what is sent from then on does not arrive.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';

export interface StoppedLine {
  readonly address: string;
  stop(): void;
  /** For those who connect from then on. */
  goOn(): void;
  close(): Promise<void>;
}

export async function stoppedLine(to: string): Promise<StoppedLine> {
  const [host, port] = to.split(':');
  const sockets = new Set<Socket>();
  let isStopped = false;
  const server = createServer((from) => {
    const other = connect(Number(port), host);
    for (const socket of [from, other]) {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(socket);
          from.destroy();
          other.destroy();
        });
    }
    from.on('data', (part: Buffer) => void (isStopped || other.write(part)));
    other.on('data', (part: Buffer) => void (isStopped || from.write(part)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => void (isStopped = true),
    goOn() {
      for (const socket of sockets) socket.destroy();
      isStopped = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
