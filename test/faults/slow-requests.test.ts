// LK70: whoever sends a request drop by drop is hung up on, and keeps nobody else from being answered. It takes as long as a server of ours waits: one minute, or two.
import { createConnection } from 'node:net';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { serveCodec } from '../../src/codec-server/server.js';
import type { ConsoleServer } from '../../src/console/server.js';
import { useAgents } from '../support/agents.js';
import { admittedTo, openDesk } from '../support/console.js';

jest.setTimeout(300_000);

const token = 'a-token-that-only-tests-know';
const world = useAgents();
const closing: (() => Promise<void>)[] = [];
let desk: ConsoleServer;
let codec: Awaited<ReturnType<typeof serveCodec>>;

beforeAll(async () => {
  const never = async (): Promise<never> => {
    throw new Error('Nobody gets that far.');
  };
  desk = await openDesk(world.harness);
  codec = await serveCodec({
    ...{ codec: { encode: never, decode: never }, namespace: 'default', host: '127.0.0.1', port: 0 },
    ...{ token, uiToken: 'another-one-for-the-web-ui', origins: () => [] },
  });
  closing.push(
    () => desk.close(),
    () => codec.close(),
  );
});
afterAll(async () => {
  for (const close of closing) await close();
});

/** All that the server says until it hangs up, while one more byte follows every second. */
function dripped(port: number, sent: string): Promise<string> {
  return new Promise((resolve) => {
    let heard = '';
    const socket = createConnection({ port, host: '127.0.0.1' }, () => socket.write(sent));
    const drip = setInterval(() => socket.write('a'), 1_000);
    socket.setEncoding('latin1').on('data', (part: string) => (heard += part));
    socket
      .once('error', () => undefined)
      .once('close', () => {
        clearInterval(drip);
        resolve(heard);
      });
  });
}

const head = (path: string, port: number, more = ''): string => `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${more}`;
const endless = 'content-type: application/json\r\ncontent-length: 100000\r\n\r\n{';

test('LK70: headers and bodies that never end are given up, with and without a token', async () => {
  const port = Number(new URL(desk.url).port);
  const admitted = Object.entries(await admittedTo(desk))
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const slow = [
    dripped(port, head('/api/sessions', port, 'x-a: ')),
    dripped(port, head('/api/runs', port, endless)),
    dripped(port, head('/api/runs', port, `${admitted}${endless}`)),
    dripped(codec.port, head('/decode', codec.port, 'x-a: ')),
    dripped(codec.port, head('/decode', codec.port, `authorization: Bearer ${token}\r\n${endless}`)),
  ];
  // Meanwhile others are answered.
  expect((await fetch(`${desk.url}/api/me`, { headers: await admittedTo(desk) })).status).toBe(200);
  for (const heard of await Promise.all(slow)) expect(heard).toMatch(/^HTTP\/1\.1 (?:401|403|408) /);
});
