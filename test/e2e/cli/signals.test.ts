// What Ctrl-C, SIGTERM and SIGHUP do to a command: they end it at once, whatever it waits for or computes, and a server in order.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { commandLine, type Started } from '../../support/command-line.js';
import { sharedServerAddress } from '../../support/temporal-server.js';
import { until } from '../../support/until.js';

const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
const signals = Object.keys(codes) as readonly (keyof typeof codes)[];

let folder: string;
/** Accepts, and never says a word. */
let silent: Server;
let address: string;
const sockets = new Set<Socket>();
let begun: Started[] = [];

beforeAll(async () => {
  silent = createServer((socket) => void sockets.add(socket.on('error', () => undefined))).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  address = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
});

afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await once(silent.close(), 'close');
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steadyhand-signals-'));
  begun = [];
});

afterEach(async () => {
  for (const { process: each } of begun) each.kill('SIGKILL');
  await Promise.all(begun.map(({ ended }) => ended));
  await rm(folder, { recursive: true, force: true });
});

function start(at: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Started {
  const started = commandLine({ address: at, folder, env }).start(...args);
  begun.push(started);
  return started;
}

async function expectEnd(started: Started, signal: keyof typeof codes, withinMs = 1_000): Promise<Awaited<Started['ended']>> {
  const since = Date.now();
  expect(started.process.exitCode).toBeNull();
  started.process.kill(signal);
  const ended = await started.ended;
  expect(ended.stderr).not.toMatch(/\n\s+at /);
  expect(Date.now() - since).toBeLessThan(withinMs);
  return ended;
}

/** It waits for the silent one. */
async function isWaiting({ ended }: Started): Promise<void> {
  await Promise.race([once(silent, 'connection'), ended]);
  await delay(300);
}

test.each(['list', 'run', 'worker', 'up', 'doctor'].flatMap((command) => signals.map((signal) => [command, signal] as const)))(
  '`%s` that waits for a silent server ends at once by %s',
  async (command, signal) => {
    const started = start(address, command === 'run' ? ['run', 'press'] : [command]);
    await isWaiting(started);
    expect((await expectEnd(started, signal)).code).toBe(codes[signal]);
  },
);

test.each(signals)('`worker` ends at once by %s while it still looks for what is missing, and starts nothing', async (signal) => {
  const started = start(sharedServerAddress(), ['worker'], { STEADYHAND_KINDS: 'appium', STEADYHAND_APPIUM: `http://${address}` });
  await isWaiting(started);
  expect((await expectEnd(started, signal)).code).toBe(codes[signal]);
  expect(started.stderr()).not.toContain('worker ready');
});

test.each(signals)('`worker` drains by %s that reaches it alone, and ends with 0', async (signal) => {
  const started = start(sharedServerAddress(), ['worker'], { STEADYHAND_KINDS: 'none' });
  await until(async () => started.stderr().includes('worker ready'), 'a worker');
  expect((await expectEnd(started, signal, 10_000)).code).toBe(0);
});

test.each(signals)('a server serves until %s, which npm may pass on a second time, and ends with 0', async (signal) => {
  const started = start(sharedServerAddress(), ['console', '--port', '0']);
  await until(async () => started.stdout().includes('http'), 'its link');
  started.process.kill(signal);
  expect((await expectEnd(started, signal, 5_000)).code).toBe(0);
});

test.each(signals)('`run --follow` that no worker answers is left at once by %s; the run goes on', async (signal) => {
  const connection = await Connection.connect({ address: sharedServerAddress() });
  const client = new Client({ connection });
  const workflowId = `left-${signal}-${Date.now().toString(36)}`;
  try {
    const started = start(sharedServerAddress(), ['run', 'press', '--id', workflowId, '--follow']);
    await until(async () => started.stdout().includes(workflowId), 'the start of the run');
    await delay(1_000);
    const { code, stderr } = await expectEnd(started, signal);
    expect({ code, stderr }).toEqual({ code: codes[signal], stderr: expect.stringContaining(`Left; the run goes on`) });
    expect(await client.workflow.getHandle(workflowId).describe()).toMatchObject({ status: { name: 'RUNNING' } });
  } finally {
    await client.workflow
      .getHandle(workflowId)
      .terminate()
      .catch(() => undefined);
    await connection.close();
  }
});

test.each(signals)('a command that computes ends at once by %s', async (signal) => {
  const file = join(folder, 'long.json');
  await writeFile(file, `{"nodes": [${Array.from({ length: 400_000 }, (_, id) => `{"id": "n${id}"}`).join(',')}]}`);
  const started = start(address, ['flow', 'validate', file]);
  await delay(1_500);
  expect((await expectEnd(started, signal)).code).toBe(codes[signal]);
});
