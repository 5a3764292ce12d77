// Explorers whose worker, driver and Temporal server are killed: they find what an undisturbed one finds, and nothing is pressed twice.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { drawOf } from '../../src/domain/explorer/loop-nodes.js';
import type { ExplorerSummary } from '../../src/domain/explorer/requests.js';
import { progressQuery } from '../../src/workflows/messages.js';
import { startExploredPages } from '../support/explored-pages.js';
import { exploredScript, mapOf, type ExploredScript, type Press } from '../support/explored-script.js';
import { chainOf, eventsOf, explore, readGraph, type Exploring } from '../support/explorers.js';
import { startFaultHarness, type FaultHarness } from '../support/fault-harness.js';
import { actionsIn, placeEffects } from '../support/performs.js';
import { startPostgres, type PostgresServer } from '../support/postgres-server.js';
import { sharedServerAddress, startDevServer, type DevServer } from '../support/temporal-server.js';
import { until } from '../support/until.js';
import { startWorkerProcess } from '../support/worker-process.js';
import { sampled } from '../support/sampled.js';

let harness: FaultHarness;
let numbered = 0;

// Takes two minutes while the others run.
const postgres = await startPostgres();
let away: Promise<StoreAway> | undefined;
beforeAll(() => {
  away = postgres && exploreWithoutStore(postgres);
  away?.catch(() => undefined);
});
afterAll(async () => {
  await away?.catch(() => undefined);
  await postgres?.close();
});

const shared = () => ({ client: harness.client, shared: join(dirname(harness.home), 'shared') });
const nameRun = (): string => `run ${(numbered += 1)}`;

function pressesOf(run: string): readonly (Press & { readonly time: number })[] {
  return harness.ledger.entries.flatMap((entry, index) => {
    const press = entry as Press;
    return press.run === run ? [{ ...press, time: harness.ledger.times[index] ?? 0 }] : [];
  });
}

async function killBrowser({ workflowId }: Exploring): Promise<void> {
  const mine = (await harness.devices()).find(({ ownerWorkflowId }) => ownerWorkflowId === workflowId);
  const [, browser] = (mine?.attachment as { readonly processes?: readonly { readonly pid: number }[] }).processes ?? [];
  process.kill(browser?.pid ?? 0, 'SIGKILL');
}

async function killDriver({ workflowId }: Exploring): Promise<void> {
  const pid = await until(async () => {
    const mine = (await harness.devices()).find(({ ownerWorkflowId }) => ownerWorkflowId === workflowId);
    const { pid: own, processes } = (mine?.attachment ?? {}) as {
      readonly pid?: number;
      readonly processes?: readonly { readonly pid: number }[];
    };
    return own ?? processes?.[0]?.pid;
  }, 'an open device');
  process.kill(pid, 'SIGKILL');
}

/** It ends well and found exactly the application; each press belongs to its own action. */
async function judge(handle: Exploring, run: string, app: ExploredScript) {
  const summary = await handle.result();
  const [graph, runs, events] = [await readGraph(shared(), run), await chainOf(harness.client, handle), await eventsOf(shared(), handle)];
  const actions = runs.flatMap((history) => actionsIn(history, 'exploreStep'));
  const presses = pressesOf(run);
  expect(summary).toMatchObject({
    stop_reason: 'success',
    coverage_pct: 100,
    screens: graph.screens.length,
    edges_new: graph.edges.length,
  });
  // An action that failed is not tried again, and its edge would be missing.
  const failures = events.filter(({ type, payload }) => type === 'agent.error' && payload['kind'] === 'act');
  expect({ ...mapOf(graph), failures }).toEqual({ screens: app.screens, edges: app.edges, failures: [] });
  const placed = placeEffects(
    actions,
    presses.map(({ time }) => time),
  );
  expect(placed).not.toContain(-1);
  expect(new Set(placed).size).toBe(placed.length);
  expect(presses.map(({ tap }) => tap)).not.toContain('Delete everything');
  expect(summary.steps).toBeGreaterThanOrEqual(presses.length);
  expect(summary.steps).toBeLessThanOrEqual(actions.length);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index + 1));
  return { summary, runs, actions, presses };
}

describe('an explorer that runs more than a hundred loops', () => {
  const suggestContinueAsNewAt = 500;
  let server: DevServer;
  beforeAll(async () => {
    server = await startDevServer({ suggestContinueAsNewAt });
    harness = await startFaultHarness({ address: server.address });
  });
  afterAll(async () => {
    await harness?.close();
    await server?.stop();
  });

  const kill: Readonly<Record<Struck, (handle: Exploring) => Promise<void>>> = {
    worker: () => harness.restart('SIGKILL'),
    driver: killDriver,
    server: async () => {
      const { port, dbFilename } = server;
      await server.stop({ signal: 'SIGKILL', keepFolder: true });
      server = await startDevServer({ port, dbFilename, suggestContinueAsNewAt });
    },
  };

  const strikes = { worker: sampled([1, 2, 3], 2).length, driver: sampled([1, 2, 3]).length, server: sampled([1, 2]).length };
  test.each(sampled([1, 2]))(
    'E65, E67, E68, E70: worker, driver and server are killed at random moments (seed %i): nothing is lost, duplicated or pressed twice',
    async (seed) => {
      const run = nameRun();
      const app = exploredScript({ run, ledger: harness.ledger.url, screens: 24, buttons: 3 });
      const handle = await explore(harness.client, {
        appId: run,
        budget: { max_steps: 500 },
        device: { kind: 'stub', script: app.script },
      });
      const told: string[] = [];
      let mostDrivers = 0;
      let over = false;
      const watch = (async () => {
        for (; !over; await sleep(20)) mostDrivers = Math.max(mostDrivers, (await harness.drivers()).length);
      })();
      try {
        for (const { what, press, waitMs } of killsOf(seed, strikes, 100)) {
          await until(() => pressesOf(run).length >= press, `press ${press}`);
          await sleep(waitMs);
          const node = await handle.query(progressQuery).then(
            ({ status }) => status,
            () => 'an unknown node',
          );
          const since = Date.now();
          await kill[what](handle);
          const made = pressesOf(run).length;
          await until(() => pressesOf(run).length > made, 'the next press');
          told.push(`${what} killed about ${node}, after press ${press}: ${((Date.now() - since) / 1_000).toFixed(1)} s to the next press`);
        }
        const { summary, runs, actions, presses } = await judge(handle, run, app);
        console.log(
          `${told.join('\n')}\n${summary.steps} steps in ${runs.length} runs, ${actions.length} actions sent, ${presses.length} presses, ${summary.unknown_outcomes} outcomes unknown`,
        );
        expect(summary.steps).toBeGreaterThan(100);
        expect(runs.length).toBeGreaterThan(2);
        expect(mostDrivers).toBe(1);
      } finally {
        over = true;
        await watch;
        await handle.terminate('the test is over').catch(() => undefined);
      }
    },
  );
});

describe('an explorer whose worker is killed while it acts', () => {
  beforeAll(async () => {
    harness = await startFaultHarness({ address: sharedServerAddress() });
  });
  afterAll(() => harness?.close());

  const slowOf = (presses: readonly Press[]): number => presses.filter(({ from, tap }) => from === 'screen b' && tap === 'to a').length;

  test.each(
    sampled([
      ['after its effect', { delayAfterMs: 1_500 }, 1],
      ['before its effect, which still happens', { delayMs: 2_500 }, 0],
    ] as const),
  )(
    'E65: %s: it continues with the outcome that the device’s own process has, and nothing is pressed a second time for it',
    async (_when, timing, effects) => {
      const run = nameRun();
      const app = exploredScript({ run, ledger: harness.ledger.url, screens: 4, buttons: 2, timing });
      const open = (await harness.begun()) - (await harness.done());
      const handle = await explore(harness.client, { appId: run, device: { kind: 'stub', script: app.script } });
      if (effects === 1) await until(() => slowOf(pressesOf(run)) === 1, 'the effect');
      else await actionThatLasts(open);
      await harness.restart('SIGKILL');
      const { summary, actions } = await judge(handle, run, app);
      expect(summary).toMatchObject({ unknown_outcomes: 0, errors: 0, restarts: 0 });
      expect(actions.filter(({ end }) => end !== 'completed')).toHaveLength(1);
    },
  );

  /** Begun and not done, even after a while. `open`: those that will never be done. */
  const actionThatLasts = (open: number): Promise<unknown> =>
    until(async () => {
      const begun = await harness.begun();
      if (begun - (await harness.done()) === open) return false;
      await sleep(500);
      return (await harness.begun()) === begun && begun - (await harness.done()) > open;
    }, 'an action that lasts');

  test('a second worker with the same data folder, and therefore the same screen database, refuses to start', async () => {
    const run = nameRun();
    const app = exploredScript({ run, ledger: harness.ledger.url, screens: 4, buttons: 2 });
    const handle = await explore(harness.client, { appId: run, device: { kind: 'stub', script: app.script } });
    await until(() => pressesOf(run).length > 2, 'a press');
    await expect(startWorkerProcess({ home: harness.home, env: { TEMPORAL_ADDRESS: sharedServerAddress() } })).rejects.toThrow(
      `Another worker (process ${harness.worker.pid}) uses the data folder ${harness.home}`,
    );
    await judge(handle, run, app);
  });
});

describe('an explorer in a real browser', () => {
  beforeAll(async () => {
    harness = await startFaultHarness({ address: sharedServerAddress(), kind: 'web' });
  });
  afterAll(() => harness?.close());

  // The second screen leads to the third, which never settles: five seconds between the outcome and the look.
  test.each(
    sampled([
      ['worker', 'the outcome that the journal has', () => harness.restart('SIGKILL'), 0],
      // It may lose what it had not sent yet.
      ['browser', 'the outcome unknown', killBrowser, 1],
    ] as const),
  )(
    'E65: when %s is killed after an action is done and before the next look, the explorer continues with %s and finds everything',
    async (_what, _outcome, strike, unknown) => {
      const run = nameRun();
      const open = (await harness.begun()) - (await harness.done());
      const app = exploredScript({ run, ledger: harness.ledger.url, screens: 3, buttons: 2 });
      const pages = await startExploredPages(app.script, 'screen c');
      try {
        const handle = await explore(harness.client, { appId: run, device: { kind: 'web', url: pages.url } });
        const isThere = (): boolean => pressesOf(run).some(({ from, tap }) => from === 'screen b' && tap === 'to a');
        // The sixth press, after 20 s where nothing else runs: a browser opens, and the third screen is waited for.
        await until(async () => isThere() && (await harness.begun()) - (await harness.done()) === open, 'an action that is done');
        await strike(handle);
        const { summary, actions } = await judge(handle, run, app);
        expect(summary).toMatchObject({ unknown_outcomes: unknown, restarts: 0 });
        expect(actions.filter(({ end }) => end !== 'completed')).toHaveLength(1);
      } finally {
        await pages.close();
      }
    },
  );
});

(postgres ? test : test.skip)(
  'E68: when the store goes away, the step in progress retries for two minutes, Stop for ten seconds, and nothing else retries',
  async () => {
    const { summary, presses, connections, seconds } = await (away ?? Promise.reject(new Error('it was not begun')));
    console.log(`${connections} connections in ${seconds.toFixed(0)} s`);
    expect(summary).toMatchObject({ stop_reason: 'store_unavailable', steps: 1, screens: null, errors: 1 });
    expect(presses).toBe(1);
    // After 0.2 s, doubling up to 10 s: seventeen times by the step, six times by Stop, which makes four calls at once.
    expect(connections).toBeGreaterThan(20);
    expect(connections).toBeLessThanOrEqual(17 + 6 * 4 + 4);
    expect(seconds).toBeLessThan(150);
  },
  240_000,
);

interface StoreAway {
  readonly summary: ExplorerSummary;
  readonly presses: number;
  /** Actions tried since it went away. */
  readonly connections: number;
  readonly seconds: number;
}

/** PostgreSQL ends during the first press; a listener takes its place, counts connections and accepts none. */
async function exploreWithoutStore({ url, stop }: PostgresServer): Promise<StoreAway> {
  const server = await startDevServer();
  const own = await startFaultHarness({ address: server.address, env: { DATABASE_URL: url } });
  let connections = 0;
  const door = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined).destroy();
  });
  try {
    const { script } = exploredScript({ run: 'away', ledger: own.ledger.url, screens: 3, buttons: 2, timing: { delayAfterMs: 3_000 } });
    const handle = await explore(own.client, { appId: 'away', device: { kind: 'stub', script: { ...script, start: 'screen b' } } });
    await until(() => own.ledger.entries.length > 0, 'a press');
    await stop();
    await once(door.listen(Number(new URL(url).port), '127.0.0.1'), 'listening');
    const since = Date.now();
    const summary = await handle.result();
    return { summary, presses: own.ledger.entries.length, connections, seconds: (Date.now() - since) / 1_000 };
  } finally {
    await own.close();
    await server.stop();
    door.close();
  }
}

type Struck = 'worker' | 'driver' | 'server';

/** So many of each in random order, each after a random press and a random time (ms). */
function killsOf(seed: number, times: Readonly<Record<Struck, number>>, presses: number) {
  const all = (['worker', 'driver', 'server'] as const).flatMap((what) => Array.from({ length: times[what] }, () => what));
  return all
    .map((what, index) => ({ what, order: drawOf(seed, index, 1), waitMs: Math.round(250 * drawOf(seed, index, 2)) }))
    .sort((a, b) => a.order - b.order)
    .map(({ what, waitMs }, index) => ({
      what,
      waitMs,
      press: Math.round((presses * (index + drawOf(seed, index, 3))) / all.length) + 1,
    }));
}
