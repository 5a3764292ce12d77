// `timeout_ms` of nodes that work on a device (docs/design/flow.md §2), on a device whose screen appears when the test lets it.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { WorkflowFailedError } from '@temporalio/client';
import type { DeviceAction } from '../../../src/domain/ui/ui-action.js';
import type { Device, DeviceDriver } from '../../../src/ports/device.js';
import { memoryDevice, startHarness, type FlowRun, type Harness } from '../../support/agent-harness.js';
import { startLedger, type Ledger } from '../../support/ledger.js';
import { sharedServerAddress } from '../../support/temporal-server.js';
import { until } from '../../support/until.js';

/** Callers wait here while it is shut. */
function createGate() {
  let way: Promise<void> | undefined;
  let open = (): void => undefined;
  let since: number | undefined;
  return {
    shut() {
      since = undefined;
      way = new Promise((resolve) => (open = resolve));
    },
    open: () => open(),
    async pass(): Promise<void> {
      if (way) since ??= Date.now();
      await way;
    },
    /** When the current, or last, caller began to wait. */
    waiting: () => since,
  };
}

describe('the time limit of a node', () => {
  const screen = createGate();
  const opening = createGate();
  let isLateThere = true;
  const performed: DeviceAction[] = [];
  const held = (device: Device): Device => ({
    ...device,
    look: async () => {
      await screen.pass();
      const look = await device.look();
      return isLateThere ? look : { ...look, controls: look.controls.filter(({ name }) => name !== 'Late') };
    },
    // As long as any interface that is quiet takes.
    settle: async (maxMs) => {
      if (!isLateThere) await sleep(400);
      return device.settle(maxMs);
    },
    perform: (action, ...rest) => {
      performed.push(action);
      return device.perform(action, ...rest);
    },
  });
  const driver = (inner: DeviceDriver): DeviceDriver => ({
    ...inner,
    open: async (...of) => {
      await opening.pass();
      const { device, ...rest } = await inner.open(...of);
      return { ...rest, device: held(device) };
    },
    attach: async (...of) => held(await inner.attach(...of)),
  });
  let harness: Harness;
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await startLedger();
    harness = await startHarness({ address: sharedServerAddress(), driver });
  });
  afterAll(async () => {
    screen.open();
    opening.open();
    await harness?.close();
    await ledger?.close();
  });

  const device = () =>
    memoryDevice({
      start: 'main',
      screens: {
        main: {
          title: 'Main',
          controls: [
            { role: 'button', name: 'Add', on: { post: { url: ledger.url } } },
            { role: 'button', name: 'Go', on: { goto: 'next' } },
            { role: 'heading', name: 'Board' },
            { role: 'button', name: 'Late', on: { goto: 'next' } },
          ],
        },
        next: { title: 'Next', controls: [{ role: 'heading', name: 'Arrived' }] },
      },
    });
  const node = (id: string, node_type: object, more: object = {}) => ({ id, name: id, node_type, ...more });
  const press = (more: object) => node('press', { type: 'Click', target: 'Add' }, more);
  const chain = (...nodes: { readonly id: string }[]) => ({
    name: 'chain',
    nodes,
    edges: nodes.slice(1).map(({ id }, index) => ({ from: nodes[index]?.id, to: id })),
  });
  const failureOf = async (run: FlowRun): Promise<string> => {
    const error: unknown = await run.handle.result().catch((thrown: unknown) => thrown);
    return error instanceof WorkflowFailedError ? (error.cause?.message ?? '') : `no failure: ${JSON.stringify(error)}`;
  };
  const sent = async (run: FlowRun, activity: string): Promise<{ readonly sent: number; readonly ended: number }> => {
    const { events } = await run.handle.fetchHistory();
    const ids = (events ?? [])
      .filter((event) => event.activityTaskScheduledEventAttributes?.activityType?.name === activity)
      .map(({ eventId }) => String(eventId));
    const ended = (events ?? []).filter((event) => {
      const end = event.activityTaskCompletedEventAttributes ?? event.activityTaskTimedOutEventAttributes;
      return end && ids.includes(String(end.scheduledEventId));
    });
    return { sent: ids.length, ended: ended.length };
  };
  /** The screen stays shut until that call has ended, so that it outlasts the limit but not the test. */
  const whileShut = async (run: FlowRun, activity: string): Promise<void> => {
    await until(async () => (await sent(run, activity)).ended > 0, `the end of ${activity}`).finally(() => screen.open());
  };

  test('F240: a click with a limit of 400 ms is made when the screen appears', async () => {
    // It needs nobody outside, who could take longer than that on a busy machine.
    const go = node('go', { type: 'Click', target: 'Go' }, { timeout_ms: 400, retries: 3 });
    const run = await harness.flow(() => chain(go, node('find', { type: 'FindText', search_text: 'Arrived' })), { device: device() });
    expect((await run.handle.result()).outcome).toBe('completed');
  });

  test('F240: a click whose control appears too late fails with `timeout` and is never sent', async () => {
    const before = ledger.entries.length;
    screen.shut();
    const run = await harness.flow(() => chain(press({ timeout_ms: 400 })), { device: device() });
    await whileShut(run, 'actTool');
    expect(await failureOf(run)).toMatch(/"press" \(press\): timeout: /);
    expect(await sent(run, 'actTool')).toEqual({ sent: 1, ended: 1 });
    expect(ledger.entries.length - before).toBe(0);
  });

  test('F240: a text search that takes too long fails its node with `timeout`, after one look', async () => {
    screen.shut();
    const run = await harness.flow(() => chain(node('find', { type: 'FindText', search_text: 'Add' }, { timeout_ms: 400 })), {
      device: device(),
    });
    await whileShut(run, 'readTool');
    expect(await failureOf(run)).toMatch(/"find" \(find\): timeout: /);
    expect(await sent(run, 'readTool')).toEqual({ sent: 1, ended: 1 });
  });

  test.each([
    [
      'an Act',
      'actTool',
      { type: 'Act', deed: { type: 'Click' }, target: { role: 'button', name: 'Late', section: 'Board' }, wait_ms: 600_000 },
    ],
    ['an Expect', 'readTool', { type: 'Expect', screen: { texts: ['Late'] }, wait_ms: 600_000 }],
  ])('F240: %s waits for its place as long as it says, in one call after the other', async (_what, activity, type) => {
    isLateThere = false;
    const run = await harness.flow(() => chain(node('late', type)), { device: device() });
    await until(async () => (await sent(run, activity)).sent > 1, 'a second call', 40_000).finally(() => (isLateThere = true));
    expect((await run.handle.result()).outcome).toBe('completed');
  });

  test('F240: a wait that is longer than the budget of its run ends with that', async () => {
    isLateThere = false;
    const late = node('late', { type: 'Expect', screen: { texts: ['Late'] }, wait_ms: 600_000 });
    const run = await harness.flow(() => chain(late), { device: device(), budget: { maxTimeMs: 5_000 } });
    await failureOf(run);
    expect(await sent(run, 'readTool')).toEqual({ sent: 1, ended: 1 });
  });

  test('F240: an address has as long to answer as its node has', async () => {
    performed.length = 0;
    const go = (id: string, more: object) => node(id, { type: 'Act', deed: { type: 'Navigate', url: 'https://next' } }, more);
    const run = await harness.flow(() => chain(go('go', { timeout_ms: 120_000 }), go('again', {})), { device: device() });
    expect((await run.handle.result()).outcome).toBe('completed');
    const [limited, unlimited] = performed.flatMap((action) => (action.type === 'navigate' ? [action.answerMs] : []));
    expect(limited).toBeGreaterThan(60_000);
    expect(limited).toBeLessThan(120_000);
    expect(unlimited).toBeUndefined();
  });

  test('F242: an AI step is not blocked by its tool: it ends with what it has', async () => {
    screen.shut();
    const run = await harness.flow(
      (id) => chain(node('think', { type: 'AiStep', prompt: `Think (${id})`, timeout_ms: 2_000 })),
      { device: device() },
      { step: [{ text: 'I look', tool_calls: [{ name: 'find_text', arguments: '{"text":"Add"}' }] }] },
    );
    await whileShut(run, 'readTool');
    const { variables } = await run.handle.result();
    expect(variables).toMatchObject({ 'think.limit_reached': 'timeout', 'think.result': 'I look' });
  });

  test('F241: waiting for a lost device counts towards the node’s limit; opening the first one does not', async () => {
    opening.shut();
    const run = await harness.flow(
      () =>
        chain(
          node('find', { type: 'FindText', search_text: 'Add' }, { timeout_ms: 1_000 }),
          node('ask', { type: 'Ask', question: 'Go on?' }),
          press({ timeout_ms: 1_000 }),
        ),
      { device: device() },
    );
    const since = await until(() => opening.waiting(), 'the opening of a device');
    await until(() => Date.now() - since > 1_100, 'more time than the node has');
    opening.open();
    const { requestId } = await run.asks();
    opening.shut();
    harness.loseDevice();
    await run.handle.signal('answer', { requestId, answers: ['yes'] });
    // A device being opened is closed only once it is there.
    await until(async () => (await sent(run, 'closeDevice')).sent > 0, 'the end of the walk').finally(() => opening.open());
    expect(await failureOf(run)).toMatch(/"press" \(press\): timeout: /);
  });
});
