// What a run leaves behind, searched for what it must not contain: texts, values, page sources, address queries, pictures, its own typed text.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startScriptedModel, type Turn } from '../../examples/scripted-model/server.mjs';
import type { ExplorerSummary } from '../../src/domain/explorer/requests.js';
import type { explorer, screenGraph } from '../../src/workflows/index.js';
import { taskQueue } from '../../src/workflows/messages.js';
import { startHarness, type Harness } from '../support/agent-harness.js';
import { sampled } from '../support/sampled.js';
import { sharedServerAddress } from '../support/temporal-server.js';
import { eventsOf, findAll, historiesOf, rowsOf, type Written } from '../support/what-a-run-wrote.js';

/** One of each kind, so that a leak shows where it came from. */
const canaries = [
  'text',
  'value',
  'area',
  'edited',
  'password',
  'hidden',
  'comment',
  'script',
  'attribute',
  'query',
  'link',
  'fragment',
  'outside',
  'option',
].map((where) => `zeisig-${where}`);
const typed = ['test@example.com', '5550100', '2026-01-31'];
const pictures = ['data:image', 'iVBORw0KGgo', '\u0089PNG', '<html', '<!doctype', '<body'];

const page = (other: string): string => `<!doctype html><html lang="en" data-x="zeisig-attribute"><title>Start</title><body>
<!-- zeisig-comment -->
<h1>Start</h1><p>Balance: zeisig-text</p>
<form onsubmit="return false"><label>Email <input name="email"></label><label>Phone <input name="phone"></label><label>Date <input name="date"></label>
<label>Note <input value="zeisig-value"></label><label>Remarks <textarea>zeisig-area</textarea></label><div contenteditable role="textbox" aria-label="Draft">zeisig-edited</div>
<label>PIN <input type="password" value="zeisig-password"></label><input type="hidden" value="zeisig-hidden">
<label>Kind <select><option value="zeisig-option">One</option><option>Two</option></select></label></form>
<button onclick="this.dataset.seen = 'zeisig-attribute'">Save</button>
<p><a href="/next?session=zeisig-link#zeisig-fragment">Next</a></p><p><a href="${other}/elsewhere?token=zeisig-outside">Partner</a></p>
<script>const secret = 'zeisig-script'; document.querySelector('form').dataset.secret = secret;</script></body></html>`;

interface Site {
  readonly origin: string;
  close(): Promise<void>;
}

async function startSite(): Promise<Site> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const { port } = server.address() as AddressInfo;
    if (pathname === '/') response.writeHead(302, { location: '/start?token=zeisig-query' }).end();
    else
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(
          pathname === '/start'
            ? page(`http://localhost:${port}`)
            : '<!doctype html><title>Next</title><h1>Next</h1><a href="/start?token=zeisig-query">Start</a>',
        );
  });
  server.listen(0);
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const replies: readonly (readonly [string, object])[] = [
  ['deltaType', { success: true, deltaType: 'SCREEN', confidence: 0.9 }],
  ['assessment', { assessment: 'MADE_PROGRESS' }],
  ['route', { route: 'CONTINUE', goalReached: false }],
  ['cooldown', { policy: 'depth', cooldown: 5 }],
];

// Run once, not replayed: this is about what is written.
describe('what an explorer leaves behind', () => {
  let site: Site;
  let model: Awaited<ReturnType<typeof startScriptedModel>>;
  let harness: Harness;
  let numbered = 0;
  beforeAll(async () => {
    site = await startSite();
    let turn = 0;
    const chosen = ({ text }: Turn): object => {
      const actions = text.split('\n').filter((line) => /^\d+ \w+/.test(line));
      turn += 1;
      return {
        index: turn % Math.max(1, actions.length),
        postcondition: `something else: ${actions[0] ?? ''}`,
        plan: actions.slice(0, 2),
        confidence: 0.9,
      };
    };
    model = await startScriptedModel({
      script: (asked: Turn) =>
        (replies.find(([field]) => asked.fields.includes(field))?.[1] ?? chosen(asked)) as Readonly<Record<string, unknown>>,
    });
    harness = await startHarness({
      address: sharedServerAddress(),
      env: { OPENAI_BASE_URL: `${model.url}/v1` },
      config: { kinds: ['web', 'memory'], slots: 2, apps: [{ name: 'ward', url: `${site.origin}/`, sensitive: true }] },
    });
  });
  afterAll(async () => {
    await harness.close();
    await model.close();
    await site.close();
  });

  async function explored(
    input: object,
  ): Promise<{ readonly summary: ExplorerSummary; readonly histories: Written; readonly workflowId: string }> {
    numbered += 1;
    const workflowId = `explore-private-${process.pid}-${Date.now().toString(36)}-${numbered}`;
    const { client } = harness;
    const args: [unknown] = [{ seed: 1, budget: { max_steps: 14 }, ...input }];
    const summary: ExplorerSummary = await client.workflow.execute<typeof explorer>('explorer', { taskQueue, workflowId, args });
    return { summary, histories: await historiesOf(client, workflowId), workflowId };
  }

  /** For all runs so far; the worker has to release its database, so it is stopped afterwards. */
  async function stored(): Promise<Written> {
    await harness.worker.stop();
    return new Map([...(await eventsOf(join(harness.config.shared, 'runs'))), ...(await rowsOf(join(harness.config.home, 'graph')))]);
  }

  const web = { device: { kind: 'web', app: 'ward' } };

  test.each(
    sampled([
      ['with a model', { decisionPlane: 'always', allowDestructive: true }],
      ['without a model', { decisionPlane: 'never', allowDestructive: true }],
    ] as const),
  )('E61: no text, value, source, query, picture or typed text is in the history of a run %s', async (_how, plane) => {
    const { summary, histories } = await explored({ ...web, ...plane, appId: `site ${numbered}` });
    expect(summary.steps).toBeGreaterThanOrEqual(10);
    expect([...histories.keys()].filter((where) => where.startsWith('session') || /device/i.test(where)).length).toBeGreaterThan(0);
    // Proof that the search works: labels are there.
    expect(findAll(histories, ['"Remarks"', 'Partner']).length).toBeGreaterThan(0);
    expect(findAll(histories, [...canaries, ...typed, ...pictures])).toEqual([]);
  });

  test('E61: no prompt has a value, typed text, a password, or anything of the page source', () => {
    const prompts = new Map(model.requests().map(({ text }, index): [string, Buffer] => [`prompt ${index}`, Buffer.from(text)]));
    expect(prompts.size).toBeGreaterThan(10);
    const shown = ['zeisig-text'];
    expect(findAll(prompts, [...canaries.filter((canary) => !shown.includes(canary)), ...typed, ...pictures])).toEqual([]);
  });

  test('E62: an application marked as confidential is not named in its records, only where it is opened', async () => {
    const desk = await explored({
      appId: 'Zeisig Clinic',
      sensitive: true,
      decisionPlane: 'never',
      device: {
        kind: 'memory',
        capabilities: { script: { start: 'a', screens: { a: { title: 'A', controls: [{ role: 'button', name: 'Go' }] } } } },
      },
    });
    expect(desk.summary.app_id).toMatch(/^sensitive:[0-9a-f]{16}$/);
    const named = findAll(desk.histories, ['zeisig clinic']);
    expect(named).toEqual([
      expect.stringMatching(/ 1 EVENT_TYPE_WORKFLOW_EXECUTION_STARTED$/),
      // Its input again, for the activity that resolves the run's settings.
      expect.stringMatching(/EVENT_TYPE_ACTIVITY_TASK_SCHEDULED$/),
    ]);

    const ward = await explored({ ...web, decisionPlane: 'never', budget: { max_steps: 2 } });
    expect(ward.summary.app_id).toMatch(/^sensitive:[0-9a-f]{16}$/);
    expect(ward.summary.app_id).not.toBe(desk.summary.app_id);
    const again = await explored({
      device: { kind: 'web', url: `${site.origin}/start` },
      decisionPlane: 'never',
      budget: { max_steps: 1 },
    });
    expect(again.summary.app_id).toBe(ward.summary.app_id);

    // Anyone who knows its name finds its map.
    const { client } = harness;
    const graphOf = (appId: string): Promise<string> =>
      client.workflow.execute<typeof screenGraph>('screenGraph', {
        taskQueue,
        workflowId: `${ward.workflowId}-${appId}`,
        args: [{ appId }],
      });
    expect(await graphOf(site.origin)).toBe(await graphOf(ward.summary.app_id));
  });

  test('E61, E62: nor is any of it in the events or in the database', async () => {
    const written = await stored();
    expect([...written.keys()].filter((where) => where.startsWith('table ')).length).toBeGreaterThanOrEqual(8);
    expect([...written.keys()].filter((where) => where.endsWith('records.jsonl')).length).toBeGreaterThanOrEqual(4);
    expect(findAll(written, ['agent.session_started', '"Remarks"', 'sensitive:']).length).toBeGreaterThan(5);
    expect(findAll(written, [...canaries, ...typed, ...pictures, 'zeisig clinic', site.origin])).toEqual([]);
  });
});
