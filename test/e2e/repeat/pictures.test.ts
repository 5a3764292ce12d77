// RP3: buttons that have nothing but an icon. A run presses one; its flow finds it by its picture where the page has drifted, and halts where another icon came to stand.
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { WorkflowHandle } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connect, type Steadyhand } from '../../../src/client.js';
import type { FlowInputDocument } from '../../../src/domain/flow/document.schema.js';
import { confirmUpdate, progressQuery, taskQueue } from '../../../src/workflows/messages.js';
import { assignThenFinish, say, startHarness, type Harness } from '../../support/agent-harness.js';
import { impatient } from '../../support/library.js';
import { sharedServerAddress } from '../../support/temporal-server.js';
import { until } from '../../support/until.js';
import { browserPrograms } from '../../support/webdriver.js';

const shapes = {
  star: '<path d="M12 1 15 9h8l-6 5 2 9-7-5-7 5 2-9-6-5h8z"/>',
  bell: '<path d="M4 19h16l-3-4V9a5 5 0 0 0-10 0v6z"/><circle cx="12" cy="21" r="2"/>',
  moon: '<path d="M14 2a10 10 0 1 0 8 14A9 9 0 0 1 14 2z"/>',
  none: '',
} as const;
type Icon = keyof typeof shapes;

/** What the address says: `icons` in order, `around` more elements and texts above. */
function page(query: URLSearchParams): string {
  const button = (icon: string): string =>
    `<button style="width:40px;height:40px;border:0;background:#fff" onclick="fetch('/pressed?${icon}')"><svg width="24" height="24" viewBox="0 0 24 24">${shapes[icon as Icon]}</svg></button>`;
  const icons = (query.get('icons') ?? '').split(',').map(button);
  const around = query.has('around') ? '<p>News of the day</p><p>More of it</p>' : '';
  return `<!doctype html><meta charset="utf-8"><title>Board</title><body style="font:16px sans-serif"><h1>Board</h1>${around}<section>${icons.join('')}</section><p>That is all.</p>`;
}

describe('a flow from a run that pressed an icon', () => {
  let server: Server;
  let origin = '';
  let harness: Harness;
  let steadyhand: Steadyhand;
  const pressed: string[] = [];
  let replays = 0;

  beforeAll(async () => {
    server = createServer(({ url = '' }, response) => {
      const { pathname, search, searchParams } = new URL(url, 'http://board');
      if (pathname === '/pressed') pressed.push(search.slice(1));
      response.setHeader('content-type', 'text/html').end(pathname === '/board' ? page(searchParams) : '');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    harness = await startHarness({ address: sharedServerAddress(), config: { kinds: ['web'], slots: 1, browser: browserPrograms() } });
    steadyhand = await connect({ env: { TEMPORAL_ADDRESS: sharedServerAddress(), STEADYHAND_SHARED: harness.config.shared } });
  });
  afterAll(async () => {
    await steadyhand?.close();
    await harness?.close();
    server?.close();
  });

  const device = (query: string) => ({ kind: 'web', url: `${origin}/board?${query}` });

  /** Until it ends: the guard asks before anything is pressed that has no name. */
  async function approved<T>(handle: WorkflowHandle, result: Promise<T>): Promise<T> {
    let isOver = false;
    void result.catch(() => undefined).finally(() => (isOver = true));
    const asking = await until(
      async () => (isOver ? 'over' : handle.query(progressQuery).then((view) => (view.request ? view : undefined))),
      'a question or the end',
    );
    if (asking !== 'over' && asking.request)
      await harness.client.workflow
        .getHandle(asking.asker ?? handle.workflowId)
        .executeUpdate(confirmUpdate, { args: [{ requestId: asking.request.requestId, approved: true }] });
    return result;
  }

  /** Presses the n-th button, and makes a flow of that. */
  async function compiled(icons: string, nth: number): Promise<{ readonly flow: FlowInputDocument; readonly leftOut: readonly string[] }> {
    const press = { Function: 'click_input', Args: {}, ControlLabel: String(nth), ControlText: '', Status: 'CONTINUE' };
    const run = await harness.run(
      { host: assignThenFinish, app: [press, say('FINISH', { Result: 'done' })] },
      { request: 'press an icon', device: device(`icons=${icons}`) },
    );
    await approved(run.handle, run.handle.result());
    return steadyhand.compile(run.id);
  }

  async function replay(
    flow: FlowInputDocument,
    query: string,
  ): Promise<{ readonly pressed: readonly string[]; readonly message: string }> {
    const before = pressed.length;
    const handle = await harness.client.workflow.start('flow', {
      taskQueue,
      workflowId: `pictures-${process.pid}-${++replays}`,
      args: [{ flow, device: device(query), heal: 'never' }],
    });
    const message = await approved(handle, handle.result()).then(
      () => '',
      (error: { readonly cause?: Error }) => String(error.cause?.message),
    );
    return { pressed: pressed.slice(before), message };
  }

  test('RP3: it is found by its picture where more stands around it and its place is another one; where another icon stands in its place, it halts', async () => {
    const { flow, leftOut } = await compiled('star,bell', 2);
    const target = flow.nodes.flatMap(({ node_type: type }) => (type.type === 'Act' ? [type.target] : []))[0];
    expect(target).toMatchObject({ role: 'button', picture: expect.stringMatching(/^sha256:/) });
    expect(leftOut.join()).not.toContain('no two ways tell it');
    expect(pressed).toEqual(['bell']);
    expect(await replay(flow, 'icons=star,bell')).toEqual({ pressed: ['bell'], message: '' });
    expect(await replay(flow, 'icons=bell,star&around')).toEqual({ pressed: ['bell'], message: '' });
    expect(await replay(impatient(flow), 'icons=star,moon')).toMatchObject({
      pressed: [],
      message: expect.stringContaining('was not found'),
    });
    expect(await replay(impatient(flow), 'icons=bell,bell')).toMatchObject({
      pressed: [],
      message: expect.stringContaining('equally like it'),
    });
  }, 400_000);

  test('RP3: no picture is taken of what looks like another button beside it, nor of one that shows nothing', async () => {
    for (const icons of ['bell,bell', 'star,none']) {
      const { flow } = await compiled(icons, 2);
      expect(JSON.stringify(flow)).toContain('"Click"');
      expect(JSON.stringify(flow)).not.toContain('"picture"');
    }
  }, 400_000);
});
