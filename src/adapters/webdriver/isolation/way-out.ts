// The only way out of a sandbox (LK34): a SOCKS 5 proxy (RFC 1928) that looks names up itself and connects only to what it has judged, so that no name
// can lead to this machine.
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, createServer, type LookupFunction, type Server, type Socket } from 'node:net';
import { joinSockets } from './inside.js';
import { isOwnAddress } from './own-addresses.js';

export interface WayOutRules {
  /** Ports of this machine that may be reached. */
  readonly reach: readonly number[];
  /** Ports that may be reached nowhere (LK30). */
  readonly refusedPorts: readonly number[];
}

/** ms for what comes before the connection. */
const helloMs = 10_000;
const connectMs = 60_000;

const version = 5;
const kinds = { ipv4: 1, name: 3, ipv6: 4 } as const;
const replies = { done: 0, failed: 1, refused: 2, unreachable: 4, noAnswer: 5, notSupported: 7 } as const;

export function mayReach({ reach, refusedPorts }: WayOutRules, address: string, port: number): boolean {
  return !refusedPorts.includes(port) && (reach.includes(port) || !isOwnAddress(address));
}

export function createWayOut(rules: WayOutRules): Server {
  return createServer({ allowHalfOpen: true }, (client) => {
    client.on('error', () => client.destroy());
    client.setTimeout(helloMs, () => client.destroy());
    serve(client, rules).catch(() => client.destroy());
  });
}

async function serve(client: Socket, rules: WayOutRules): Promise<void> {
  const [, methods = 0] = await take(client, 2);
  await take(client, methods);
  client.write(Buffer.of(version, 0));
  const [, command, , kind = 0] = await take(client, 4);
  const host = await hostOf(client, kind);
  const port = (await take(client, 2)).readUInt16BE();
  client.setTimeout(0);
  if (command !== 1) return answer(client, 'notSupported');
  const addresses = await lookup(host, { all: true }).catch(() => []);
  if (addresses.length === 0) return answer(client, 'unreachable');
  const allowed = addresses.filter(({ address }) => mayReach(rules, address, port));
  if (allowed.length === 0) return answer(client, 'refused');
  // A host that is an address is not looked up again; any other name leads to what was judged.
  const judged: LookupFunction = (_name, { all }, found) =>
    all ? found(null, allowed) : found(null, allowed[0]?.address ?? '', allowed[0]?.family);
  const server = connect({ host, port, lookup: judged, allowHalfOpen: true, timeout: connectMs });
  server.once('timeout', () => server.destroy(new Error('no answer')));
  client.once('close', () => server.destroy());
  try {
    await once(server, 'connect');
  } catch {
    return answer(client, 'noAnswer');
  }
  server.setTimeout(0);
  answer(client, 'done');
  client.removeAllListeners('close');
  joinSockets(client, server);
}

async function hostOf(client: Socket, kind: number): Promise<string> {
  switch (kind) {
    case kinds.ipv4:
      return (await take(client, 4)).join('.');
    case kinds.ipv6:
      return (await take(client, 16)).toString('hex').replace(/.{4}(?!$)/g, '$&:');
    case kinds.name:
      return (await take(client, (await take(client, 1))[0] ?? 0)).toString('latin1');
    default:
      throw new TypeError(`SOCKS knows no address of kind ${kind}.`);
  }
}

/** Exactly that many bytes; what follows stays to be read. */
async function take(client: Socket, count: number): Promise<Buffer> {
  if (count === 0) return Buffer.alloc(0);
  for (;;) {
    const bytes = client.read(count) as Buffer | null;
    if (bytes?.length === count) return bytes;
    if (client.readableEnded || client.destroyed) throw new Error('The connection has ended.');
    await once(client, 'readable');
  }
}

function answer(client: Socket, reply: keyof typeof replies): void {
  const bytes = Buffer.of(version, replies[reply], 0, kinds.ipv4, 0, 0, 0, 0, 0, 0);
  if (reply === 'done') client.write(bytes);
  else client.end(bytes);
}
