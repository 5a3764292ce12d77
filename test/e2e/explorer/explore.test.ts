// Explorers over a scripted application on an in-memory device: from the input to the map in the store.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { WorkflowFailedError, WorkflowHandle } from '@temporalio/client';
import type { ExplorerSummary } from '../../../src/domain/explorer/requests.js';
import type { explorer } from '../../../src/workflows/index.js';
import { frontierQuery, taskQueue } from '../../../src/workflows/messages.js';
import { ActionFailedError, type DeviceDriver } from '../../../src/ports/device.js';
import { startHarness, type Harness } from '../../support/agent-harness.js';
import { useAgents } from '../../support/agents.js';
import { eventsOf, explore } from '../../support/explorers.js';
import { sharedServerAddress } from '../../support/temporal-server.js';
import { until } from '../../support/until.js';

const button = (name: string, goto?: string, more: object = {}) => ({
  role: 'button',
  name,
  on: { ...(goto === undefined ? {} : { goto }), ...more },
});

const shop = {
  start: 'home',
  screens: {
    home: { title: 'Shop', controls: [button('Cart', 'cart'), button('Help', 'help'), button('Delete account', 'gone')] },
    cart: { title: 'Cart', controls: [{ role: 'textbox', name: 'Voucher' }, button('Continue', 'done')] },
    help: { title: 'Help', controls: [{ role: 'heading', name: 'Help' }, button('Cart', 'cart')] },
    done: {
      title: 'Done',
      controls: [
        { role: 'heading', name: 'Thank you' },
        { role: 'text', name: 'It is on its way' },
      ],
    },
    gone: { title: 'Gone', controls: [] },
  },
};

describe('explorers on an in-memory device', () => {
  const world = useAgents();
  let numbered = 0;

  const newId = (): string => `explore-${process.pid}-${Date.now().toString(36)}-${(numbered += 1)}`;
  function exploring(script: object, input: object = {}, workflowId = newId()): Promise<WorkflowHandle<typeof explorer>> {
    return world.harness.client.workflow.start<typeof explorer>('explorer', {
      taskQueue,
      workflowId,
      args: [{ appId: workflowId, decisionPlane: 'never', seed: 1, device: { kind: 'memory', capabilities: { script } }, ...input }],
    });
  }

  test('E41, E47: every safe action is tried, and the summary says what was found', async () => {
    const handle = await exploring(shop);
    const summary = (await handle.result()) as ExplorerSummary;
    expect(summary).toMatchObject({
      stop_reason: 'success',
      coverage_pct: 100,
      screens: 4,
      screens_new: 4,
      restarts: 0,
      errors: 0,
      tokens: 0,
      unknown_outcomes: 0,
    });
    expect(summary.steps).toBeLessThanOrEqual(12);
    await until(() => world.harness.openDevices() === 0, 'the end of its device');
  });

  test('E43: a run ends at its step budget and never exceeds it', async () => {
    const summary = (await (await exploring(shop, { budget: { max_steps: 2 } })).result()) as ExplorerSummary;
    expect(summary).toMatchObject({ stop_reason: 'budget_exhausted', breached: 'steps', steps: 2 });
  });

  test('E66: a cancelled run goes through Stop: what it found is kept, its device is closed', async () => {
    const slow = {
      start: 'a',
      screens: Object.fromEntries(
        Array.from({ length: 40 }, (_, index) => [
          index === 0 ? 'a' : `s${index}`,
          { title: `Screen ${'x'.repeat(index)}`, controls: [button(`To ${'x'.repeat(index)}`, `s${index + 1}`, { delayMs: 100 })] },
        ]).concat([['s40', { title: 'End', controls: [] }]] as never),
      ),
    };
    const handle = await exploring(slow);
    await until(async () => (await handle.query(frontierQuery)).steps >= 2, 'two steps');
    const { coveragePct, stepsLeft, timeLeftMs, tokensLeft } = await handle.query(frontierQuery);
    expect(coveragePct).toBeGreaterThan(0);
    expect(coveragePct).toBeLessThanOrEqual(100);
    expect(stepsLeft).toBeLessThanOrEqual(48);
    expect(timeLeftMs).toBeLessThan(600_000);
    expect(tokensLeft).toBe(100_000);
    await handle.cancel();
    expect(await handle.result()).toMatchObject({ stop_reason: 'user_cancelled', screens: expect.any(Number) });
    await until(() => world.harness.openDevices() === 0, 'the end of its device');
  });

  test('E60: runs under one workflow id have a story each', async () => {
    const id = newId();
    const stories = [];
    for (const max_steps of [1, 2]) {
      const handle = await exploring(shop, { budget: { max_steps } }, id);
      stories.push({ ...(await handle.result()), events: await eventsOf(world.harness.config, handle) });
    }
    for (const { run_id, steps, events } of stories) {
      expect(new Set(events.map(({ payload }) => payload['run_id']))).toEqual(new Set([run_id]));
      expect(events.at(-1)).toMatchObject({ type: 'agent.stop', payload: { steps_total: steps } });
    }
    expect(stories.map(({ steps }) => steps)).toEqual([1, 2]);
  });

  test('an impossible input is refused at once, naming the field', async () => {
    const handle = await exploring(shop, { policy: 'sideways' });
    const error: unknown = await handle.result().catch((reason: unknown) => reason);
    expect((error as WorkflowFailedError).cause?.message).toContain('input.policy');
  });
});

describe('explorers on a device whose first looks fail', () => {
  let failing = 0;
  let harness: Harness;
  const around = (driver: DeviceDriver): DeviceDriver => ({
    ...driver,
    async open(...of) {
      const opened = await driver.open(...of);
      const look = async () => {
        if (failing-- > 0) throw new ActionFailedError('timeout', 'The application does not answer: it is busy');
        return opened.device.look();
      };
      return { ...opened, device: { ...opened.device, look } };
    },
  });
  beforeAll(async () => void (harness = await startHarness({ address: sharedServerAddress(), driver: around })));
  afterAll(() => harness?.close());

  const explored = async (failures: number): Promise<ExplorerSummary> => {
    failing = failures;
    const handle = await explore(harness.client, { device: { kind: 'memory', script: shop }, appId: `busy-${failures}` });
    return handle.result();
  };

  test.each([1, 2])('E5, E6: X6: after %i of them it explores', async (failures) => {
    expect(await explored(failures)).toMatchObject({ stop_reason: 'success', screens: 4 });
  });

  test('E5: X6: where none succeeds it ends, and says why', async () => {
    expect(await explored(1_000)).toMatchObject({
      stop_reason: 'device_offline',
      steps: 0,
      message: 'The screen cannot be looked at, also not in later tries: The application does not answer: it is busy',
    });
  });
});
