// Explorers whose worker, driver and Temporal server are killed: what they find is what an undisturbed one finds, and nothing is pressed twice.
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { drawOf } from '../../src/domain/explorer/draw.js';
import type { ExplorerSummary } from '../../src/domain/explorer/requests.js';
import { progressQuery } from '../../src/workflows/messages.js';
import { exploredScript, mapOf, type Press } from '../support/explored-script.js';
import { chainOf, eventsOf, explore, readGraph, type Shared } from '../support/explorers.js';
import { startFaultHarness, type FaultHarness } from '../support/fault-harness.js';
import { actionsIn, placeEffects } from '../support/performs.js';
import { startDevServer, type DevServer } from '../support/temporal-server.js';
import { until } from '../support/until.js';

const struck = ['worker', 'driver', 'server'] as const;
type Struck = (typeof struck)[number];

/** So many of each, in a drawn order, each at a drawn press and a drawn moment after it (ms). */
function killsOf(seed: number, times: Readonly<Record<Struck, number>>, presses: number) {
  const all = struck.flatMap((what) => Array.from({ length: times[what] }, () => what));
  return all
    .map((what, index) => ({ what, order: drawOf(seed, index, 1), waitMs: Math.round(250 * drawOf(seed, index, 2)) }))
    .sort((a, b) => a.order - b.order)
    .map(({ what, waitMs }, index) => ({
      what,
      waitMs,
      press: Math.round((presses * (index + drawOf(seed, index, 3))) / all.length) + 1,
    }));
}

describe('an explorer that goes through more than a hundred loops', () => {
  const suggestContinueAsNewAt = 500;
  let server: DevServer;
  let harness: FaultHarness;
  beforeAll(async () => {
    server = await startDevServer({ suggestContinueAsNewAt });
    harness = await startFaultHarness({ address: server.address });
  });
  afterAll(async () => {
    await harness?.close();
    await server?.stop();
  });

  const shared = (): Shared => ({ client: harness.client, shared: join(dirname(harness.home), 'shared') });

  const kill: Readonly<Record<Struck, (workflowId: string) => Promise<void>>> = {
    worker: () => harness.restart('SIGKILL'),
    driver: async (workflowId) => {
      const mine = await until(
        async () => (await harness.devices()).find(({ ownerWorkflowId, attachment }) => ownerWorkflowId === workflowId && attachment.pid),
        'an open device',
      );
      process.kill(mine.attachment.pid ?? 0, 'SIGKILL');
    },
    server: async () => {
      const { port, dbFilename } = server;
      await server.stop({ signal: 'SIGKILL', keepFolder: true });
      server = await startDevServer({ port, dbFilename, suggestContinueAsNewAt });
    },
  };

  test.each([1, 2])(
    'E65, E67, E68, E70: worker, driver and server are killed at random moments (seed %i): nothing is lost, doubled or pressed twice',
    async (seed) => {
      const run = `killed ${seed}`;
      const app = exploredScript({ run, ledger: harness.ledger.url, screens: 24, buttons: 3 });
      const pressesOf = (): readonly number[] =>
        harness.ledger.entries.flatMap((entry, index) => ((entry as Press).run === run ? [harness.ledger.times[index] ?? 0] : []));
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
        for (const { what, press, waitMs } of killsOf(seed, { worker: 3, driver: 3, server: 2 }, 100)) {
          await until(() => pressesOf().length >= press, `press ${press}`, 60_000);
          await sleep(waitMs);
          const node = await handle.query(progressQuery).then(
            ({ status }) => status,
            () => '?',
          );
          const since = Date.now();
          await kill[what](handle.workflowId);
          const made = pressesOf().length;
          await until(() => pressesOf().length > made, 'the next press', 120_000);
          told.push(`${what} at press ${press} in ${node}: next press after ${((Date.now() - since) / 1_000).toFixed(1)} s`);
        }
        const summary: ExplorerSummary = await handle.result();
        const runs = await chainOf(harness.client, handle);
        const acts = runs.flatMap((history) => actionsIn(history, 'exploreStep'));
        const graph = await readGraph(shared(), run);
        console.log(
          `${told.join('\n')}\n${runs.length} runs, ${acts.length} actions sent, ${pressesOf().length} presses, ${JSON.stringify(summary)}`,
        );
        expect(summary).toMatchObject({ stop_reason: 'success', coverage_pct: 100, edges_new: graph.edges.length });
        expect(mapOf(graph)).toEqual({ screens: app.screens, edges: app.edges });
        expect(harness.ledger.entries).not.toContainEqual(expect.objectContaining({ tap: 'Delete everything' }));
        const placed = placeEffects(acts, pressesOf());
        expect(placed).not.toContain(-1);
        expect(new Set(placed).size).toBe(placed.length);
        expect(summary.steps).toBeGreaterThanOrEqual(pressesOf().length);
        expect(summary.steps).toBeLessThanOrEqual(acts.length);
        expect(summary.steps).toBeGreaterThan(100);
        expect(runs.length).toBeGreaterThan(2);
        expect(mostDrivers).toBe(1);
        const events = await eventsOf(shared(), handle);
        expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index + 1));
      } finally {
        over = true;
        await watch;
        await handle.terminate('the test is over').catch(() => undefined);
      }
    },
    240_000,
  );
});
