// Maps, drawings and outlines in the console, of real runs in a real browser (EV23); and its list of runs by search attributes (EV21).
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { defineSearchAttributeKey, TypedSearchAttributes } from '@temporalio/common';
import proto from '@temporalio/proto';
import { createClientContext } from '../../src/client/context.js';
import { createSteadyhand } from '../../src/client/steadyhand.js';
import type { ConsoleServer } from '../../src/console/server.js';
import type { explorer, procedure } from '../../src/workflows/index.js';
import { frontierQuery, procedureUpdates, progressQuery, taskQueue } from '../../src/workflows/messages.js';
import { assignThenFinish, memoryDevice, say } from '../support/agent-harness.js';
import { useOwnServer } from '../support/agents.js';
import { admittedTo, openDesk } from '../support/console.js';
import { activity, checkpoint, documentOf, option, work } from '../support/procedures.js';
import { inspectPage } from '../support/inspected-page.js';
import { until } from '../support/until.js';
import { openViewer, type Viewer } from '../support/viewer.js';

const hostile = '<img src=x onerror=window.ran=true><script>window.ran=true</script>';
/** Hebrew, then what would turn the rest of a line around. */
const turned = 'קומקום \u202Ereversed';
const long = 'Averyveryverylongwordwithoutanyspaceinit'.repeat(4);

const button = (name: string, goto?: string) => ({ role: 'button', name, on: goto === undefined ? {} : { goto } });
const shop = {
  start: 'home',
  screens: {
    home: { title: `Shop ${hostile}`, controls: [button(`Cart ${hostile}`, 'cart'), button(turned, 'help')] },
    cart: { title: 'Cart', controls: [{ role: 'textbox', name: 'Voucher' }, button('Continue', 'done')] },
    help: { title: long, controls: [{ role: 'heading', name: 'Help' }, button('Cart', 'cart')] },
    done: { title: 'Done', controls: [{ role: 'heading', name: 'Thank you' }] },
  },
};

describe('where runs stand', () => {
  const world = useOwnServer();
  let ada: Viewer;
  let desk: ConsoleServer;
  let numbered = 0;
  const newId = (kind: string): string => `${kind}-${process.pid}-${Date.now().toString(36)}-${(numbered += 1)}`;
  beforeAll(async () => {
    desk = await openDesk(world.harness);
    ada = await openViewer();
    await ada.go(desk.link);
    await ada.sees('Inbox');
  });
  afterAll(async () => {
    await ada?.close();
    await desk?.close();
  });

  async function pageOfMap(app: string): Promise<string> {
    const reply = await fetch(`${desk.url}/api/maps/${encodeURIComponent(app)}`, { headers: await admittedTo(desk) });
    return new URL(((await reply.json()) as { readonly page: string }).page, desk.url).href;
  }

  const ran = (): Promise<boolean> =>
    ada.eval<boolean>(`window.ran === true || document.querySelector('main script, main img[src="x"]') !== null`);

  test('EV23, EV26: an explorer has its map, which grows while it explores, in a frame that can reach nothing of the console', async () => {
    const id = newId('explore');
    const app = `app ${id} ${hostile}`;
    const handle = await world.harness.client.workflow.start<typeof explorer>('explorer', {
      taskQueue,
      workflowId: id,
      args: [{ appId: app, decisionPlane: 'never', seed: 1, device: { kind: 'memory', capabilities: { script: shop } } }],
    });
    // What the worker loads for the first map takes long on a busy machine.
    await until(async () => (await handle.query(frontierQuery)).app !== undefined, 'an explorer that has begun');
    await ada.go(`${desk.url}/runs/${id}`);
    await ada.click('a', 'Map');
    await ada.sees('screens found');
    await handle.result();
    await ada.sees('stopped');
    await ada.sees('100 %');
    // The page draws it once more when it is whole.
    const drawn = async (): Promise<string> => (await fetch(await pageOfMap(app))).text();
    await until(async () => (await drawn()).split('"title":').length > Object.keys(shop.screens).length, 'the whole map');
    await until(() => ada.eval<boolean>(`document.querySelector('iframe.map') !== null`), 'its frame');
    expect(await ada.text()).toContain('<img src=x');
    expect(await ada.eval<string | null>(`document.querySelector('iframe.map').contentDocument && 'reached'`)).toBeNull();
    await inspectPage(ada, 'map');
    // Its ticket was for the frame.
    const used = await ada.eval<string>(`document.querySelector('iframe.map').src`);
    expect((await fetch(used)).status).toBe(401);
    expect(await ran()).toBe(false);
    expect(await ada.errors()).toEqual([]);

    await ada.go(await pageOfMap(app));
    await ada.sees('4 screens');
    await ada.click('.rows button', 'Cart');
    await ada.sees('Voucher');
    expect(await ada.eval<string>('self.origin')).toBe('null');
    expect(await ada.eval<string>(`fetch('/api/me').then(() => 'asked', () => 'refused')`)).toBe('refused');
    expect(await ada.eval<boolean>(`window.ran === true || document.querySelector('img[src="x"]') !== null`)).toBe(false);
  });

  test('EV23: a flow has its drawing, with the path that it takes and the node at work, while it goes on', async () => {
    const node = (id: string, name: string, node_type: object) => ({ id, name, node_type });
    const run = await world.harness.flow(
      () => ({
        name: `Flow ${hostile}`,
        nodes: [
          node('look', `Look ${hostile}`, { type: 'FindText', search_text: 'Add' }),
          node('ask', turned, { type: 'Ask', question: 'Which day?' }),
          node('press', long, { type: 'Click', target: 'Add' }),
        ],
        edges: [
          { from: 'look', to: 'ask' },
          { from: 'ask', to: 'press' },
        ],
      }),
      { device: memoryDevice({ start: 'main', screens: { main: { title: 'Main', controls: [button('Add')] } } }) },
    );
    const { requestId } = await run.asks('question');
    await ada.go(`${desk.url}/runs/${run.id}`);
    await ada.click('a', 'Drawing');
    await ada.sees('2 of 3 nodes');
    const drawn = (): Promise<boolean> => ada.eval<boolean>(`document.querySelector('.pane img').naturalWidth > 100`);
    await until(drawn, 'a drawing');
    expect(await ada.eval<number>(`document.querySelectorAll('.outline .now').length`)).toBe(1);
    expect(await ada.eval<string>(`document.querySelector('.pane img').alt`)).toContain('2 of 3 nodes visited, now at');
    await inspectPage(ada, 'flow');
    const reply = await fetch(`${desk.url}/api/runs/${run.id}/drawing.svg`, { headers: await admittedTo(desk) });
    const svg = await reply.text();
    expect(svg).toContain('class="mark"');
    expect(svg).not.toMatch(/<script|<img/);
    await run.handle.signal('answer', { requestId, answers: ['Friday'] });
    await ada.sees('3 of 3 nodes');
    await until(() => ada.eval<boolean>(`!document.querySelector('.outline .now')`), 'its end');
    await until(drawn, 'the last drawing');
    expect(await ran()).toBe(false);

    // EV22: its nodes are cards, as in its report.
    await ada.go(`${desk.url}/runs/${run.id}`);
    await until(() => ada.eval<boolean>(`document.querySelectorAll('article.step').length === 3`), 'three cards');
    const report = await steadyhand().run(run.id).report();
    const shown = await ada.eval<readonly string[]>(`[...document.querySelectorAll('article.step')].map(({ id }) => id)`);
    expect([...shown].sort()).toEqual(report.cards.map(({ id }) => id).sort());
    expect(await ran()).toBe(false);
  });

  test('EV23: a procedure has its outline: what is done, what is now, and who answered its checkpoints', async () => {
    const definition = documentOf(
      [
        activity('plan', {
          name: `Plan ${hostile}`,
          steps: [work('read', { name: `Read ${turned}` }), work('write', { name: long })],
          checkpoints: [checkpoint('go', [option('yes', { transitionTo: 'ship' }), option('no', { transitionTo: 'plan' })])],
        }),
        activity('ship', { steps: [work('send')] }),
      ],
      { title: `Release ${hostile}` },
    );
    const id = newId('procedure');
    const handle = await world.harness.client.workflow.start<typeof procedure>('procedure', {
      taskQueue,
      workflowId: id,
      args: [{ definition, answers: 'human' }],
    });
    const complete = (step_id: string) =>
      handle.executeUpdate(procedureUpdates.complete_step, { args: [{ step_id, summary: `done ${hostile}` }] });
    await until(() => complete('read').then(({ success }) => success), 'the first step');
    await ada.go(`${desk.url}/runs/${id}`);
    await ada.click('a', 'Outline');
    await ada.sees(`done ${hostile}`);
    expect(await ada.eval<string>(`document.querySelector('.outline .now strong').innerText`)).toBe(long);
    await complete('write');
    await until(async () => (await handle.query(progressQuery)).request, 'the question');
    await ada.go(`${desk.url}/runs/${id}`);
    await ada.sees('Is go right?');
    await ada.eval(`new Promise((resolve) => setTimeout(resolve, 700))`);
    await ada.click('.ask button', 'Choose yes');
    await ada.sees('The answer is accepted');
    await ada.go(`${desk.url}/runs/${encodeURIComponent(id)}/standing`);
    await ada.sees('Choose yes');
    await ada.sees('ada,');
    await inspectPage(ada, 'procedure');
    expect(await ran()).toBe(false);
    await complete('send');
    await handle.result();
    await until(() => ada.eval<boolean>(`!document.querySelector('.outline .now')`), 'its end');
    await ada.go(`${desk.url}/runs/${id}`);
    await until(() => ada.eval<boolean>(`document.querySelectorAll('article.step').length > 5`), 'what happened, as cards');
    expect(await ran()).toBe(false);
  });

  test('EV21: flows, explorers and procedures are started by their forms', async () => {
    const folder = join(world.harness.home, 'procedures', 'release');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'workflow.json'), JSON.stringify(documentOf([activity('only', { steps: [work('one')] })])));
    const begin = async (engine: string, fill: () => Promise<void>): Promise<string> => {
      await ada.go(`${desk.url}/start`);
      await ada.click('[aria-label="Engine"] button', engine);
      await fill();
      await ada.click('button', 'Start');
      await until(() => ada.eval<boolean>(`location.pathname.startsWith('/runs/')`), `a ${engine}`);
      return decodeURIComponent((await ada.eval<string>('location.pathname')).split('/')[2] ?? '');
    };
    const look = { id: 'look', name: 'Look', node_type: { type: 'TakeScreenshot', include_ocr: false } };
    const flow = { name: 'By a form', variables: { day: 'Monday' }, nodes: [look], edges: [] };
    const into = (selector: string, value: string): Promise<unknown> =>
      ada.eval(
        `(() => { const field = document.querySelector(${JSON.stringify(selector)}); field.value = ${JSON.stringify(value)}; field.dispatchEvent(new Event('input', { bubbles: true })); })()`,
      );
    const type = async (id: string): Promise<string> => (await steadyhand().run(id).describe()).type;
    const ids = [
      await begin('flow', async () => {
        await into('textarea.code', JSON.stringify(flow));
        await ada.sees('day');
      }),
      await begin('explorer', async () => {
        await into('input[type=number]', '1');
        await into('input[placeholder^=https]', `${desk.url}/`);
      }),
      await begin('procedure', () => ada.sees('Release')),
    ];
    expect(await Promise.all(ids.map(type))).toEqual(['flow', 'explorer', 'procedure']);
    for (const id of ids)
      await steadyhand()
        .run(id)
        .cancel()
        .catch(() => undefined);
  });

  const steadyhand = () => {
    const { home, client } = world.harness;
    const env = { TEMPORAL_ADDRESS: world.address, STEADYHAND_HOME: home };
    return createSteadyhand(createClientContext({ env, folder: home, program: 'steadyhand', client }));
  };

  test('EV21: runs are listed by engine, search attributes and visibility queries, and the address keeps them', async () => {
    const { client } = world.harness;
    const { IndexedValueType } = proto.temporal.api.enums.v1;
    await client.connection.operatorService.addSearchAttributes({
      namespace: client.options.namespace,
      searchAttributes: { Customer: IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD, Floor: IndexedValueType.INDEXED_VALUE_TYPE_INT },
    });
    const customer = defineSearchAttributeKey('Customer', 'KEYWORD');
    const floor = defineSearchAttributeKey('Floor', 'INT');
    const odd = "O'Neil & Söhne";
    const begin = async (name: string, level: number): Promise<string> => {
      const id = world.harness.expect({ host: assignThenFinish, app: [say('FINISH')] });
      const device = memoryDevice({ start: 'main', screens: { main: { title: 'Main', controls: [] } } });
      const typedSearchAttributes = new TypedSearchAttributes([
        { key: customer, value: name },
        { key: floor, value: level },
      ]);
      await until(
        () =>
          client.workflow
            .start('hostAgent', { taskQueue, workflowId: id, args: [{ request: id, device }], typedSearchAttributes })
            .then(() => true),
        'the attributes are known',
      );
      return id;
    };
    const [acme, other] = [await begin('acme', 3), await begin(odd, 4)];
    const list = steadyhand();
    const ids = async (options: Parameters<typeof list.list>[0]) => (await list.list(options)).map(({ id }) => id);
    await until(async () => (await ids({ where: { Customer: 'acme', Floor: '3' } })).includes(acme), 'it is listed');
    await until(async () => (await ids({ where: { Customer: odd } })).includes(other), 'the other is listed');
    expect(await ids({ where: { Customer: 'acme' } })).toEqual([acme]);
    expect(await ids({ query: 'Floor > 3' })).toEqual([other]);
    expect(await ids({ engine: 'flow', where: { Customer: 'acme' } })).toEqual([]);
    await expect(list.list({ where: { Colour: 'red' } })).rejects.toThrow(
      'Colour is "red"; allowed: a search attribute of the namespace, which has',
    );
    await expect(list.list({ where: { Floor: 'red' } })).rejects.toThrow('Floor is "red"; allowed: a number.');
    await expect(list.list({ query: 'Floor >' })).rejects.toThrow(/\S/);

    await ada.go(`${desk.url}/runs`);
    await ada.click('[aria-label="Engine"] button', 'agent');
    await ada.click('.attributes input');
    await ada.type('Customer=acme Floor=3');
    await ada.click('button', 'Filter');
    await ada.sees(acme);
    await until(async () => !(await ada.text()).includes(other), 'only that');
    expect(await ada.eval<string>('location.search')).toBe('?engine=agent&where=Customer%3Dacme&where=Floor%3D3');
    await ada.go(await ada.eval<string>('location.href'));
    await ada.sees(acme);
    expect(await ada.eval<string>(`document.querySelector('.attributes input').value`)).toBe('Customer=acme Floor=3');
    await inspectPage(ada, 'runs');
    await ada.go(`${desk.url}/runs?where=Colour%3Dred`);
    await ada.sees('Colour is "red"; allowed: a search attribute');
    await ada.go(`${desk.url}/runs?query=${encodeURIComponent('Floor >')}`);
    await until(() => ada.eval<boolean>(`document.querySelector('[role=alert].trouble')?.innerText.length > 10`), 'why');
  });
});
