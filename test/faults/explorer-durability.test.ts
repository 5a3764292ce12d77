// What an explorer keeps when its history is replayed or split, what it spends when everything fails, and how several share a map.
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { WorkflowHandle } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { startScriptedModel, type ScriptedModel } from '../../examples/scripted-model/server.mjs';
import { serve } from '../../examples/support/serve.mjs';
import type { ExplorerSummary } from '../../src/domain/explorer/requests.js';
import { withoutSecret } from '../../src/domain/human/request-id.js';
import type { Sealed } from '../../src/workflows/engine/carried.js';
import type { ExplorerCarried } from '../../src/workflows/explorer/shell.js';
import { confirmSignal, confirmUpdate, progressQuery } from '../../src/workflows/messages.js';
import { startHarness, type Harness } from '../support/agent-harness.js';
import { countDevices, type CountedDevices } from '../support/counted-devices.js';
import { exploredScript, mapOf, type Press } from '../support/explored-script.js';
import { answerExplorer, exploredShop } from '../support/explored-shop.js';
import { chainOf, eventsOf, explore, readGraph, type Exploring, type Shared } from '../support/explorers.js';
import { actionsIn, placeEffects } from '../support/performs.js';
import { startLedger, type Ledger } from '../support/ledger.js';
import { sharedServerAddress, startDevServer } from '../support/temporal-server.js';
import { until } from '../support/until.js';

const bundle = fileURLToPath(new URL('../../dist/workflow-bundle.js', import.meta.url));
const sharedOf = ({ client, config }: Harness): Shared => ({ client, shared: config.shared });

// Run once, not replayed at every task: one test replays, and the others are about what is outside workflows.
describe('explorers', () => {
  let ledger: Ledger;
  let devices: CountedDevices;
  let harness: Harness;
  beforeAll(async () => {
    ledger = await startLedger();
    devices = countDevices();
    harness = await startHarness({ address: sharedServerAddress(), driver: devices.around });
  });
  afterAll(async () => {
    await harness?.close();
    await ledger?.close();
  });

  test('E64: fifty loops replay without a difference', async () => {
    const { script } = exploredScript({ run: 'fifty', screens: 24, buttons: 3 });
    const handle = await explore(harness.client, { appId: 'fifty', device: { kind: 'memory', script } });
    expect(await handle.result()).toMatchObject({ stop_reason: 'budget_exhausted', breached: 'steps', steps: 50 });
    const [history] = await chainOf(harness.client, handle);
    await expect(Worker.runReplayHistory({ workflowBundle: { codePath: bundle } }, history, handle.workflowId)).resolves.toBeUndefined();
  });

  test('E70: three explorers share a map but no device: together they find what one finds, each thing once', async () => {
    const [opened, app] = [devices.opened, exploredScript({ run: '', screens: 24, buttons: 3 })];
    const runs = ['first', 'second', 'third'];
    const summaries = await Promise.all(
      runs.map(async (run, index) => {
        const { script } = exploredScript({ run, ledger: ledger.url, screens: 24, buttons: 3 });
        const handle = await explore(harness.client, {
          appId: 'shared',
          seed: index + 1,
          policy: (['breadth', 'depth', 'random'] as const)[index],
          budget: { max_steps: 200 },
          device: { kind: 'memory', script },
        });
        const summary = await handle.result();
        const times = ledger.times.filter((_time, entry) => (ledger.entries[entry] as Press).run === run);
        const placed = placeEffects(
          (await chainOf(harness.client, handle)).flatMap((history) => actionsIn(history, 'exploreStep')),
          times,
        );
        expect(placed).not.toContain(-1);
        expect(new Set(placed).size).toBe(placed.length);
        return summary;
      }),
    );
    const graph = await readGraph(sharedOf(harness), 'shared');
    expect(mapOf(graph)).toEqual({ screens: app.screens, edges: app.edges });
    const sum = (of: (summary: ExplorerSummary) => number): number => summaries.reduce((all, summary) => all + of(summary), 0);
    expect(sum(({ screens_new }) => screens_new)).toBe(graph.screens.length);
    expect(sum(({ edges_new }) => edges_new)).toBe(graph.edges.length);
    console.log(summaries.map(({ stop_reason, steps, edges_new }) => `${stop_reason} after ${steps} steps, ${edges_new} edges`).join('\n'));
    // Ties are broken at random: no explorer follows another until neither makes progress.
    expect(summaries.map(({ stop_reason }) => stop_reason)).toEqual(['success', 'success', 'success']);
    expect(devices.opened - opened).toBe(3);
  });

  test('E68, E70: when every look fails, it looks six times in three consecutive sessions and reports why it stopped', async () => {
    const { script } = exploredScript({ run: 'blind', screens: 3, buttons: 2 });
    Object.assign(devices, { blind: true, opened: 0, most: 0, pictures: 0 });
    try {
      const handle = await explore(harness.client, { appId: 'blind', device: { kind: 'memory', script } });
      expect(await handle.result()).toMatchObject({ stop_reason: 'restart_exhausted', restarts: 2, steps: 0 });
      // Once, three retries after a pause, and once after each restart.
      expect(devices).toMatchObject({ pictures: 6, opened: 3, most: 1 });
    } finally {
      devices.blind = false;
    }
  });
});

test('E68: a model that cannot be reached is asked five times per question, then the explorer continues without it', async () => {
  let requests = 0;
  const model = await serve(async () => {
    requests += 1;
    return new Response('{"error":{"message":"overloaded"}}', { status: 503, headers: { 'retry-after-ms': '20' } });
  });
  const harness = await startHarness({ address: sharedServerAddress(), env: { OPENAI_BASE_URL: `${model.url}/v1` } });
  try {
    const { script } = exploredScript({ run: 'alone', screens: 3, buttons: 2 });
    const handle = await explore(harness.client, {
      appId: 'alone',
      decisionPlane: 'always',
      budget: { max_steps: 1 },
      device: { kind: 'memory', script },
    });
    expect(await handle.result()).toMatchObject({ stop_reason: 'budget_exhausted', steps: 1, errors: 0, tokens: 0 });
    // What to do, whether it worked, whether that is progress.
    expect(requests).toBe(5 * 3);
  } finally {
    await harness.close();
    await model.close();
  }
});

/** One run, on a server of its own that suggests continue-as-new after so many events. */
async function inParts(suggestContinueAsNewAt: number, model: ScriptedModel) {
  const isCut = suggestContinueAsNewAt < 1_000;
  const [ledger, devices, server] = [await startLedger(), countDevices(), await startDevServer({ suggestContinueAsNewAt })];
  try {
    const harness = await startHarness({
      address: server.address,
      env: { OPENAI_BASE_URL: `${model.url}/v1` },
      driver: devices.around,
    });
    try {
      const handle = await explore(harness.client, {
        appId: 'parts',
        decisionPlane: 'always',
        budget: { max_steps: 8 },
        device: { kind: 'memory', script: exploredShop(ledger.url) },
      });
      const { requestId } = await until(async () => (await handle.query(progressQuery)).request, 'a question');
      // Unmatched messages make the history longer while the question waits.
      const partOf = async (): Promise<string> => (await harness.client.workflow.getHandle(handle.workflowId).describe()).runId;
      const asking = await partOf();
      for (let words = 0; isCut && (await partOf()) === asking && words < 100; words += 1)
        await handle.signal(confirmSignal, { requestId: 'nobody’s', approved: false });
      await handle.executeUpdate(confirmUpdate, { args: [{ requestId, approved: true }] });
      const { run_id: _run, time_ms: _time, screens_per_minute: _pace, ...summary } = await handle.result();
      const events = (await eventsOf(sharedOf(harness), handle)).map(({ seq, type, payload }) => ({ seq, type, ...comparable(payload) }));
      const { screens, edges } = mapOf(await readGraph(sharedOf(harness), 'parts'));
      const found = {
        asked: withoutSecret(requestId),
        summary,
        events,
        screens,
        edges,
        presses: ledger.entries,
        opened: devices.opened,
        most: devices.most,
      };
      return { found, carried: await carriedBy(harness, handle) };
    } finally {
      await harness.close();
    }
  } finally {
    await server.stop();
    await ledger.close();
  }
}

/** Without what differs from run to run. */
function comparable({ run_id: _run, latency_ms: _latency, ...payload }: Readonly<Record<string, unknown>>) {
  return JSON.parse(JSON.stringify(payload, (key, value: unknown) => (key === 'time_ms' ? undefined : value))) as object;
}

/** What each part received from the previous one. */
async function carriedBy({ client }: Harness, handle: WorkflowHandle): Promise<readonly ExplorerCarried[]> {
  const [, ...later] = await chainOf(client, handle as Exploring);
  return later.map(({ events }) => {
    const data = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads?.[1]?.data;
    return (JSON.parse(Buffer.from(data ?? []).toString()) as Sealed<ExplorerCarried>).carried;
  });
}

test('E67: a run split into parts is the same run: state, counters, budgets, device, events, and questions to people', async () => {
  const model = await startScriptedModel({ script: answerExplorer });
  try {
    const [whole, parts] = [await inParts(10_000, model), await inParts(14, model)];
    expect(whole.carried).toEqual([]);
    expect(parts.found).toEqual(whole.found);
    expect(whole.found).toMatchObject({ opened: 1, most: 1 });
    const { carried } = parts;
    console.log(`${carried.length + 1} parts`);
    expect(carried.length).toBeGreaterThan(10);
    // Everything that could be lost was present at some split.
    const has = (what: (of: ExplorerCarried) => unknown): boolean => carried.some((of) => Boolean(what(of)));
    expect({
      advice: has(({ state }) => state?.advice),
      excluded: has(({ state }) => state?.excluded.length),
      cooldown: has(({ state }) => state && state.policy_cooldown_until > state.counters.steps_total),
      tokens: has(({ state }) => state?.usage.inputTokens),
      unwritten: has(({ story }) => story.unwritten.length),
      pending: has(({ people }) => people.pending),
      reply: has(({ people }) => people.reply),
    }).toEqual({ advice: true, excluded: true, cooldown: true, tokens: true, unwritten: true, pending: true, reply: false });
    expect(new Set(carried.map(({ device }) => device.session?.runId)).size).toBe(1);
    expect(new Set(carried.map(({ state }) => state?.run_id)).size).toBe(1);
  } finally {
    await model.close();
  }
});
