// Health and logs of a worker as users run it (FL7).
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import getPort from 'get-port';
import { memoryDevice } from '../../support/agent-harness.js';
import { startDevServer } from '../../support/temporal-server.js';
import { sharedServerAddress } from '../../support/temporal-server.js';
import { until } from '../../support/until.js';
import type { WorkerProcess } from '../../support/worker-process.js';
import { openWorkerScene, type WorkerScene } from '../../support/worker-scene.js';
import { taskQueue } from '../../../src/workflows/messages.js';

interface Told {
  readonly code: number;
  readonly body: { readonly status: string; readonly checks?: Readonly<Record<string, string>> };
}

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function open(
  server = sharedServerAddress(),
  config: Readonly<Record<string, unknown>> = {},
): Promise<WorkerScene & { readonly health: string }> {
  const scene = await openWorkerScene({ address: server, config });
  closing.push(() => scene.close());
  return { ...scene, health: `127.0.0.1:${await getPort()}` };
}

async function ask(address: string, path: string): Promise<Told> {
  const response = await fetch(`http://${address}${path}`, { signal: AbortSignal.timeout(10_000) });
  return { code: response.status, body: (await response.json()) as Told['body'] };
}

const wellNow = { temporal: 'ok', workers: 'ok', artifacts: 'ok', disk: 'ok', devices: 'ok' };
const untilChecks = (address: string, checks: object): Promise<Told> =>
  until(
    async () => {
      const told = await ask(address, '/readyz');
      return JSON.stringify({ ...told.body.checks }) === JSON.stringify({ ...told.body.checks, ...checks }) ? told : undefined;
    },
    `checks ${JSON.stringify(checks)}`,
  );

test('FL7: ready while all is there; not while artifacts cannot be stored; a second worker cannot have the address', async () => {
  const { work, home, health } = await open();
  await work({ STEADYHAND_HEALTH: health });
  expect(await untilChecks(health, wellNow)).toEqual({ code: 200, body: { status: 'ready', checks: wellNow } });
  expect(await ask(health, '/healthz')).toEqual({ code: 200, body: { status: 'ok' } });
  expect((await ask(health, '/metrics')).code).toBe(404);

  await rename(join(home, 'artifacts'), join(home, 'away'));
  await writeFile(join(home, 'artifacts'), 'no folder');
  expect(await untilChecks(health, { artifacts: 'failed' })).toMatchObject({ code: 503, body: { status: 'not ready' } });
  expect((await ask(health, '/healthz')).code).toBe(200);
  await rm(join(home, 'artifacts'));
  await rename(join(home, 'away'), join(home, 'artifacts'));
  expect((await untilChecks(health, wellNow)).code).toBe(200);

  const other = await open();
  await expect(other.work({ STEADYHAND_HEALTH: health })).rejects.toThrow(
    `Health cannot be shown at ${health} (STEADYHAND_HEALTH or "health"): `,
  );
});

test('FL7: not ready while Temporal is away, but alive; ready again when it is back', async () => {
  const server = await startDevServer();
  let stop = server.stop;
  closing.push(() => stop({ signal: 'SIGKILL' }));
  const { work, health } = await open(server.address);
  await work({ STEADYHAND_HEALTH: health });
  await untilChecks(health, wellNow);
  process.kill(server.pid ?? 0, 'SIGSTOP');
  const away = await until(async () => {
    const told = await ask(health, '/readyz');
    return told.code === 503 ? told : undefined;
  }, 'not being ready');
  expect(away.body.checks).toEqual({ ...wellNow, temporal: expect.stringMatching(/^(no answer|failed)$/) });
  expect((await ask(health, '/healthz')).code).toBe(200);
  process.kill(server.pid ?? 0, 'SIGCONT');
  await untilChecks(health, wellNow);
  stop = server.stop;
});

test("FL7: what Temporal's native part says while its server is away goes the way of the worker's own lines", async () => {
  const server = await startDevServer();
  closing.push(() => server.stop({ signal: 'SIGKILL' }));
  const { work } = await open(server.address);
  const worker = await work({ STEADYHAND_LOG_FORMAT: 'json' });
  await server.stop({ signal: 'SIGKILL' });
  const told = await until(() => Promise.resolve(linesOf(worker).find(({ message }) => message.includes('retried'))), 'a warning');
  expect(told.level).toBe('warn');
  expect(worker.printed()).toBe('');
});

test('FL7: a kind that is configured and cannot be opened is told; while it drains a worker is alive and not ready', async () => {
  const { work, health, client, think } = await open(sharedServerAddress(), {
    kinds: ['memory', 'web'],
    browser: { chromium: '/nowhere/chromium' },
  });
  let decided = (_: object): void => undefined;
  const asked = new Promise<void>((resolve) => {
    think({
      host: [
        () =>
          new Promise<object>((decide) => {
            decided = decide as typeof decided;
            resolve();
          }) as Promise<Readonly<Record<string, unknown>>>,
      ],
    });
  });
  const worker = await work({ STEADYHAND_HEALTH: health, STEADYHAND_LOG_FORMAT: 'json' });
  expect((await untilChecks(health, { devices: 'cannot be opened: web' })).code).toBe(503);

  // A model that thinks keeps the worker from ending.
  const device = memoryDevice({ start: 'a', screens: { a: { title: 'A', controls: [] } } });
  const handle = await client.workflow.start('hostAgent', {
    taskQueue,
    workflowId: `health-${process.pid}-${Date.now().toString(36)}`,
    args: [{ request: 'wait', device, settings: { host: 'always' } }],
  });
  closing.push(() => handle.terminate('test over').catch(() => undefined));
  await asked;
  const ended = worker.kill('SIGTERM');
  await untilChecks(health, { workers: 'draining' });
  expect(await ask(health, '/healthz')).toEqual({ code: 200, body: { status: 'ok' } });
  decided({ Status: 'FINISH', Result: 'done' });
  await ended;
  expect(linesOf(worker).map(({ message }) => message)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^no web devices are offered: /),
      expect.stringMatching(/^worker ready: /),
      expect.stringMatching(/^draining: /),
    ]),
  );
});

/** Every line is JSON. */
function linesOf(worker: WorkerProcess): readonly { readonly level: string; readonly message: string }[] {
  const lines = worker.said().split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as { readonly level: string; readonly message: string });
}
