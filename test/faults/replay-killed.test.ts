// RP43: a replay is killed wherever it is: before its node acts, inside it, after it, while a model heals it, while a person is asked. An outside ledger counts.
// The thousand moments are the torture's (`npm run torture -- --device replay`).
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import { readPrompt } from '../../examples/scripted-model/prompt.mjs';
import type { FlowResult } from '../../src/workflows/flow/flow-result.js';
import { confirmUpdate, progressQuery, taskQueue } from '../../src/workflows/messages.js';
import { chanceOf } from '../support/chance.js';
import { startFaultHarness, type FaultHarness } from '../support/fault-harness.js';
import { sampled } from '../support/sampled.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { until } from '../support/until.js';

const tickets = ['1', '2', '3'];
/** Recorded under another name. */
const renamed = '2';
const moments = ['healing', 'asked', 'acting'] as const;
const counts: Record<string, number> = {};
const count = (what: string): void => void (counts[what] = (counts[what] ?? 0) + 1);

describe('kills during replays and heals', () => {
  let harness: FaultHarness;
  beforeAll(async () => {
    harness = await startFaultHarness({
      address: sharedServerAddress(),
      script: ({ text }) => ({
        label: readPrompt(text).find('btn', /^Ticket 2$/)?.label ?? null,
        closes: false,
        because: 'the same ticket',
      }),
    });
  });
  afterAll(async () => {
    console.log(`RP43: ${JSON.stringify(counts)}`);
    await harness?.close();
  });

  async function start(seed: number): Promise<WorkflowHandle> {
    const button = (ticket: string): object => ({
      role: 'button',
      name: `Ticket ${ticket}`,
      on: { delayMs: 150, delayAfterMs: 150, post: { url: harness.ledger.url, body: { seed, ticket } } },
    });
    const script = {
      start: 'all',
      screens: { all: { title: 'Tickets', controls: [{ role: 'heading', name: 'Free tickets' }, ...tickets.map(button)] } },
    };
    const nodes = tickets.map((ticket) => ({
      id: `take-${ticket}`,
      name: `Take ${ticket}`,
      node_type: {
        type: 'Act',
        deed: { type: 'Click' },
        target: { role: 'button', name: `${ticket === renamed ? 'Pass' : 'Ticket'} ${ticket}`, section: 'Free tickets' },
        screen: { title: 'Tickets', headings: ['free tickets'] },
        wait_ms: 500,
      },
    }));
    const edges = nodes.slice(1).map(({ id }, index) => ({ from: nodes[index]?.id, to: id }));
    const input = { flow: { name: 'Tickets', nodes, edges }, heal: 'ask', device: { kind: 'stub', capabilities: { script } } };
    return harness.client.workflow.start('flow', { taskQueue, workflowId: `replay-${process.pid}-${seed}`, args: [input] });
  }

  async function consent(handle: WorkflowHandle): Promise<void> {
    const request = await until(async () => (await handle.query(progressQuery)).request, 'the question');
    await handle.executeUpdate(confirmUpdate, { args: [{ requestId: request.requestId, approved: true }] });
  }

  test.each(sampled([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], 3))(
    'RP43: kill %i: each ticket once, or the run says which it does not know',
    async (seed) => {
      const moment = moments[seed % moments.length];
      const chance = chanceOf(seed);
      const begun = await harness.begun();
      const held = moment === 'healing' ? harness.answerHeld(1) : undefined;
      const handle = await start(seed);
      const release = await held;
      if (moment === 'asked') await until(async () => (await handle.query(progressQuery)).request, 'the question');
      if (moment === 'acting') {
        const nth = 1 + (seed % 2);
        if (nth > 1) await consent(handle);
        await until(async () => (await harness.begun()) >= begun + nth, 'an action that has begun');
      }
      await sleep(chance(300));
      await harness.restart('SIGKILL');
      release?.();
      count(`kill while ${moment}`);
      if (!(moment === 'acting' && seed % 2 === 1)) await consent(handle);
      const end = await handle.result().then(
        (result) => result as FlowResult,
        (error: { readonly cause?: { readonly details?: readonly FlowResult[] } }) => error.cause?.details?.[0],
      );
      const taken = harness.ledger.entries.filter((entry) => (entry as { readonly seed: number }).seed === seed);
      const times = tickets.map((ticket) => taken.filter((entry) => (entry as { readonly ticket: string }).ticket === ticket).length);
      expect(Math.max(...times)).toBeLessThanOrEqual(1);
      if (end?.outcome === 'completed') expect(times).toEqual([1, 1, 1]);
      else expect(end).toMatchObject({ outcome: 'failed', unknownOutcomes: 1 });
      count(end?.outcome === 'completed' ? 'completed' : 'unknown, said so');
    },
  );
});
