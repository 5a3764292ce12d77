// The library of flows in the console, in a real browser: what flows are good for, heals accepted once and by whom, a flow started by its form (RP10, RP12).
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { storesIn } from '../support/stores-in.js';
import type { ConsoleServer } from '../../src/console/server.js';
import type { Replay } from '../../src/domain/library/replay.js';
import type { FlowLibrary } from '../../src/ports/flow-library.js';
import { useOwnServer } from '../support/agents.js';
import { admittedTo, openDesk } from '../support/console.js';
import { compiledFlow, deviceless } from '../support/library.js';
import { parseFlow } from '../../src/domain/flow/parse-flow.schema.js';
import { inspectPage } from '../support/inspected-page.js';
import { until } from '../support/until.js';
import { openViewer, type Viewer } from '../support/viewer.js';

const hostile = '<img src=x onerror=window.ran=true><script>window.ran=true</script>';
const long = 'Averyveryverylongwordwithoutanyspaceinit'.repeat(4);
const was = { role: 'button', name: 'Order' };
const replay: Replay = {
  ...{ run: 'flow-9', execution: 'x', version: 1, outcome: 'completed', usd: 0.01, calls: 1, ms: 900, ended: '2026-01-01T00:00:00.000Z' },
  heals: [
    { kind: 'target', node: 'order', at: 0, was, now: { role: 'button', name: `Buy ${hostile}` } },
    { kind: 'target', node: 'total', at: 0, was: { role: 'status' }, now: { role: 'status', name: long } },
    { kind: 'interruption', node: 'order', interruption: { name: hostile, close: { role: 'button', name: 'Only needed' }, texts: [] } },
  ],
};

describe('the library in the console', () => {
  const world = useOwnServer();
  let ada: Viewer;
  let desk: ConsoleServer;
  const library = (): FlowLibrary => storesIn(world.harness.config.shared).library;

  beforeAll(async () => {
    const healed = compiledFlow({
      ...{ id: 'healed', name: `Order ${hostile}` },
      compiled: {
        run: 'agent-2',
        request: `Sort ${hostile} ${long}`,
        application: 'https://shop.example',
        cost: { usd: 0.25, calls: 9, tokens: 1, ms: 61_000 },
      },
    });
    const { flow } = parseFlow(deviceless());
    if (!flow) throw new Error('the flow is none');
    await library().save(flow);
    await library().save(healed);
    await library().addReplay('healed', replay);
    await library().addReplay('healed', { ...replay, run: 'flow-10', outcome: 'failed', usd: 0 });
    desk = await openDesk(world.harness);
    ada = await openViewer();
    await ada.go(desk.link);
    await ada.sees('Inbox');
  });
  afterAll(async () => {
    await ada?.close();
    await desk?.close();
  });

  async function inspect(what: string): Promise<void> {
    await inspectPage(ada, what);
    expect(await ada.eval<boolean>(`window.ran === true || document.querySelector('main script, main img') !== null`)).toBe(false);
    expect(await ada.errors()).toEqual([]);
  }

  test('RP12: flows are listed with what they are good for, and texts of pages stay texts', async () => {
    await ada.click('nav a', 'Flows');
    await ada.sees('1 of 2 succeeded');
    await ada.sees('3 heals to decide');
    await ada.sees('saved $0.24');
    await inspect('flows');
    await ada.click('.flows a', 'Order <img');
    await ada.sees('is found otherwise');
    expect(await ada.text()).toContain('<script>window.ran=true</script>');
    await inspect('flow');
  });

  test('RP10: a heal is accepted once, by whom the console knows; whoever is slower is told', async () => {
    await ada.go(`${desk.url}/flows/healed`);
    await ada.click('button', 'Accept');
    await ada.sees('version 2');
    const [decided] = (await library().decisions('healed')).map(({ by, decision, version }) => ({ by, decision, version }));
    expect(decided).toEqual({ by: 'ada', decision: 'accepted', version: 2 });
    await until(() => ada.eval<boolean>(`document.querySelectorAll('.heals button.good').length === 2`), 'two heals that wait');

    const headers = { ...(await admittedTo(desk)), 'content-type': 'application/json' };
    const heal = (await library().decisions('healed'))[0]?.heal ?? '';
    const send = async (body: object): Promise<{ readonly status: number; readonly text: string }> => {
      const reply = await fetch(`${desk.url}/api/flows/healed/heals`, { method: 'POST', headers, body: JSON.stringify(body) });
      return { status: reply.status, text: await reply.text() };
    };
    expect(await send({ decision: 'reject', heals: [heal] })).toMatchObject({
      status: 409,
      text: expect.stringContaining('accepted already, by ada'),
    });
    expect(await send({ decision: 'reject', heals: [heal], by: 'mallory' })).toMatchObject({ status: 400 });
    await ada.click('button', 'Reject');
    await until(async () => (await library().decisions('healed')).length === 2, 'the second decision');
    expect(await library().versions('healed')).toEqual([1, 2]);
  });

  test('RP12: a flow is started by its form, and its run is among the last ones', async () => {
    await ada.go(`${desk.url}/flows/order-the-kettle`);
    await ada.sees('Does without a model what this request asked');
    await ada.eval('document.querySelector("form input").focus()');
    await ada.type('Red pan');
    await ada.click('form button', 'Start');
    await ada.sees('Order the kettle, version 1');
    await until(async () => (await library().replays('order-the-kettle')).length === 1, 'the line of the run');
    const [{ run = '' } = {}] = await library().replays('order-the-kettle');
    const { variables } = (await world.harness.client.workflow.getHandle(run).result()) as { readonly variables: object };
    expect(variables).toMatchObject({ item: 'Red pan' });
    await ada.go(`${desk.url}/flows/order-the-kettle`);
    await ada.sees(run);
    await ada.go(`${desk.url}/flows/nowhere`);
    await ada.sees("There is no flow 'nowhere'");
  });
});
