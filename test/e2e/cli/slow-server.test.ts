// What `doctor` says of a Temporal server that answers slowly, or never.
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine } from '../../support/command-line.js';
import { sharedServerAddress } from '../../support/temporal-server.js';

let folder: string;
let proxy: Server | undefined;
const sockets = new Set<Socket>();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steadyhand-slow-'));
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  if (proxy) await once(proxy.close(), 'close');
  await rm(folder, { recursive: true, force: true });
});

/** Address of one that hands every byte on after so long, and none any more once a client has sent `silentFrom`. */
async function slowServer(delayMs: number, silentFrom?: string): Promise<string> {
  const [host = '', port] = sharedServerAddress().split(':');
  let isSilent = false;
  const handOn = (from: Socket, to: Socket): void => {
    sockets.add(from.on('error', () => undefined).on('close', () => setTimeout(() => to.destroy(), delayMs)));
    from.on('data', (bytes) => {
      isSilent ||= silentFrom !== undefined && bytes.includes(silentFrom);
      if (!isSilent) setTimeout(() => to.writable && to.write(bytes), delayMs);
    });
  };
  proxy = createServer((socket) => {
    const server = connect(Number(port), host);
    handOn(socket, server);
    handOn(server, socket);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

async function checksAt(address: string): Promise<ReadonlyMap<string, Record<string, string>>> {
  const { stdout, stderr } = await commandLine({ address, folder })('doctor', '--json');
  expect(stderr).toBe('');
  const lines = stdout.trim().split('\n');
  return new Map(lines.map((line) => JSON.parse(line) as Record<string, string>).map((check) => [check['name'] ?? '', check]));
}

test('FL5: of a slow server each check is a line, and no trial of its queues is too late for it', async () => {
  const checks = await checksAt(await slowServer(450));
  expect(checks.get('Temporal server')).toMatchObject({ status: 'ok' });
  expect(checks.get('Search attribute')).toMatchObject({ status: 'ok' });
  // Other tests have workers on this server.
  expect(checks.has('Worker')).toBe(true);
  expect(checks.get('Task queues')).toMatchObject({ status: 'ok', detail: expect.stringMatching(/^not known: a call takes \d{3,4} ms/) });
  expect(checks.get('Data folder')).toMatchObject({ status: 'ok' });
});

test('FL5: of a server that falls silent in the middle each check says so within its time, and the others are told', async () => {
  const checks = await checksAt(await slowServer(20, 'steadyhandTrial'));
  expect(checks.get('Temporal server')).toMatchObject({ status: 'ok' });
  expect(checks.get('Task queues')).toMatchObject({ status: 'warn', detail: expect.stringContaining('could not be measured') });
  for (const name of ['Search attribute', 'Worker', 'Data folder']) expect(checks.has(name)).toBe(true);
});

test('FL5: of one that never says a word there is one line', async () => {
  const checks = await checksAt(await slowServer(0, 'PRI * HTTP/2'));
  expect(checks.get('Temporal server')).toMatchObject({ status: 'fail' });
  expect(checks.has('Task queues')).toBe(false);
  expect(checks.get('Data folder')).toMatchObject({ status: 'ok' });
});
