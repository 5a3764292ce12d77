import { once } from 'node:events';
import { createServer, type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createWayOut, mayReach, type WayOutRules } from '../../../src/adapters/webdriver/isolation/way-out.js';

const nothing: WayOutRules = { reach: [], refusedPorts: [] };

test.each(['127.0.0.1', '127.8.9.1', '::1', '::', '0.0.0.0', '::ffff:127.0.0.1', '169.254.169.254', 'fe80::1', 'fe80::1%eth0'])(
  'LK34: %s is this machine, and only ports of `reach` are reached there',
  (address) => {
    expect(mayReach(nothing, address, 8_080)).toBe(false);
    expect(mayReach({ ...nothing, reach: [8_080] }, address, 8_080)).toBe(true);
    expect(mayReach({ ...nothing, reach: [8_080] }, address, 8_081)).toBe(false);
  },
);

test('LK34: so are the addresses of its interfaces', () => {
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  expect(own.filter(({ address }) => mayReach(nothing, address, 8_080))).toEqual([]);
});

test.each(['93.184.216.34', '10.1.2.3', '2606:4700::1111', '128.0.0.1'])('LK34: %s is elsewhere', (address) => {
  expect(mayReach(nothing, address, 443)).toBe(true);
});

test.each(['127.0.0.1', '93.184.216.34'])(
  'LK30, LK34: a port that no page may reach is refused at %s, whatever `reach` says',
  (address) => {
    expect(mayReach({ reach: [7_233], refusedPorts: [7_233] }, address, 7_233)).toBe(false);
  },
);

describe('as a SOCKS 5 proxy', () => {
  const servers: Server[] = [];
  let port: number;
  const started = async (server: Server): Promise<number> => {
    servers.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  beforeAll(async () => {
    port = await started(createServer({ allowHalfOpen: true }, (socket) => socket.on('error', () => undefined).pipe(socket)));
  });
  afterAll(() => servers.forEach((server) => void server.close()));

  const addressed = (kind: number, bytes: readonly number[]): Buffer =>
    Buffer.of(5, 1, 0, kind, ...bytes, Math.floor(port / 256), port % 256);
  const named = (name: string): Buffer => addressed(3, [name.length, ...Buffer.from(name)]);

  /** What comes back, in hexadecimal, for bytes that are sent one by one. */
  async function asked(rules: WayOutRules, bytes: Buffer): Promise<string> {
    const socket: Socket = connect({ port: await started(createWayOut(rules)), host: '127.0.0.1' });
    const heard: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => heard.push(chunk));
    socket.on('error', () => undefined);
    for (const byte of bytes) await new Promise<void>((resolve) => void socket.write(Buffer.of(byte), () => resolve()));
    socket.end();
    await once(socket, 'close');
    return Buffer.concat(heard).toString('hex');
  }

  const hello = Buffer.of(5, 1, 0);
  const refused = '05020001000000000000';

  test.each([
    ['an address', () => addressed(1, [127, 0, 0, 1])],
    ['a name', () => named('localhost')],
    ['a short form', () => named('127.1')],
    ['IPv6', () => addressed(4, [...Array<number>(15).fill(0), 1])],
    ['IPv4 within IPv6', () => addressed(4, [...Array<number>(10).fill(0), 255, 255, 127, 0, 0, 1])],
  ])('LK34: this machine is refused by %s', async (_, request) => {
    expect(await asked(nothing, Buffer.concat([hello, request()]))).toBe(`0500${refused}`);
  });

  test('LK34: what is in reach gets all bytes, also those that come with the request, and both ends end', async () => {
    const answer = await asked({ ...nothing, reach: [port] }, Buffer.concat([hello, named('localhost'), Buffer.from('echo')]));
    expect(answer).toBe(`050005000001000000000000${Buffer.from('echo').toString('hex')}`);
  });

  test('LK34: what is none of SOCKS, and other commands than to connect, end the connection', async () => {
    expect(await asked(nothing, Buffer.of(5, 1, 0, 5, 1, 0, 9, 1, 1))).toBe('0500');
    expect(await asked(nothing, Buffer.concat([hello, Buffer.of(5, 2, 0, 1, 1, 1, 1, 1, 0, 80)]))).toBe('050005070001000000000000');
  });
});
