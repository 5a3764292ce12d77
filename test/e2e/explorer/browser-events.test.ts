// FL24 in explorers: what the browser tells of its pages reaches the model as data, and stands with its screen on the map and in the report.
import { expect, test } from '@jest/globals';
import { serve } from '../../../examples/support/serve.mjs';
import type { ExplorerSummary } from '../../../src/domain/explorer/requests.js';
import type { NamedGraph } from '../../../src/ports/screen-graph.js';
import { commandLine, printed } from '../../support/command-line.js';
import { eventsOf, explore } from '../../support/explorers.js';
import { sharedServerAddress } from '../../support/temporal-server.js';
import { expectFenced, toldOfSay, useToldPages } from '../../support/told-pages.js';

const world = useToldPages();

async function explored(
  id: string,
  { url = `${world.pages.origin}/troubled`, ...input }: { readonly url?: string; readonly [field: string]: unknown },
) {
  const handle = await explore(world.harness.client, { device: { kind: 'web', url }, ...input }, id);
  const { app_id: app } = (await handle.result()) as ExplorerSummary;
  return { app, handle };
}

async function steadyhand(...args: readonly string[]): Promise<string> {
  const folder = world.harness.home;
  return printed(commandLine({ address: sharedServerAddress(), folder, env: { STEADYHAND_HOME: folder } }))(...args);
}

interface Reported {
  readonly cards: readonly { readonly title: string; readonly notes: readonly string[] }[];
  readonly missing: readonly string[];
}

async function reportOf(id: string): Promise<Reported> {
  return JSON.parse(await steadyhand('report', id, '--json')) as Reported;
}

/** Presses Say again and again. Its postconditions name the run, so that every prompt that shows a screen does. */
function pressing(id: () => string) {
  return ({ text }: { readonly text: string }) => {
    if (text.includes('deltaType')) return { success: true, deltaType: 'NONE', confidence: 0.9 };
    const index = Number(/^(\d+) tap "Say"/m.exec(text)?.[1] ?? 0);
    return { index, postcondition: `said (${id()})`, plan: null, confidence: 0.9 };
  };
}

test('FL24: what a page’s console says is told to an explorer’s model within the fence, and stands on the map and in the report, not in the telemetry', async () => {
  const id: string = world.harness.expect({ evaluate: [pressing(() => id)] });
  const { app, handle } = await explored(id, { decisionPlane: 'always', goal: `Press Say (${id})`, budget: { max_steps: 4 } });

  const told = world.harness.asked({ id } as never).filter(({ text }) => text.includes(toldOfSay));
  expect(told.some(({ text }) => text.includes('Choose the next action'))).toBe(true);
  expect(told.some(({ text }) => text.includes('deltaType'))).toBe(true);
  for (const { text } of told) expectFenced(text);

  const { screens, runs } = JSON.parse(await steadyhand('graph', app, '--json')) as NamedGraph;
  const [screen] = screens.filter(({ notices: texts = [] }) => texts.some(({ text }) => text === toldOfSay));
  expect(screen?.notices).toContainEqual({ run: runs[0]?.run, text: toldOfSay });
  expect(await steadyhand('graph', app)).toContain(`${screen?.key.slice(0, 8)}  1    ${toldOfSay}`);

  // None of its ways left the screen.
  const report = await reportOf(id);
  expect([report.cards, report.missing]).toEqual([[], [expect.any(String), expect.stringContaining(toldOfSay)]]);

  expect(JSON.stringify(await eventsOf({ shared: world.harness.config.shared }, handle))).not.toContain('Ignore all rules');
});

test('FL24: in a report it stands with the way that led there', async () => {
  const shop: Readonly<Record<string, string>> = {
    '/': '<title>Shop</title><h1>Shop</h1><a href="/cart">Cart</a> <a href="/help">Help</a>',
    '/cart': '<title>Cart</title><h1>Cart</h1><script>fetch("/prices?of=17")</script><a href="/">Home</a>',
    '/favicon.ico': '',
    '/help': '<title>Help</title><h1>Help</h1><a href="/">Home</a>',
  };
  const site = await serve(({ url }) => {
    const body = shop[new URL(url).pathname];
    return new Response(`<!doctype html>${body ?? ''}`, {
      status: body === undefined ? 500 : 200,
      headers: { 'content-type': 'text/html' },
    });
  });
  try {
    const id = world.harness.expect({});
    await explored(id, { url: `${site.url}/`, budget: { max_steps: 12 } });
    const told = (await reportOf(id)).cards.filter(({ notes }) => notes.length > 0);
    expect(told).toMatchObject([{ title: 'Tap “Cart” leads to Cart', notes: [`A request failed: GET ${site.url}/prices: 500`] }]);
  } finally {
    await site.close();
  }
});

test('FL24: the map of a sensitive application has nothing of it: it would name it', async () => {
  const { app } = await explored(world.harness.expect({}), { sensitive: true, budget: { max_steps: 6 } });
  expect(app).toMatch(/^sensitive:/);
  const { screens } = JSON.parse(await steadyhand('graph', app, '--json')) as NamedGraph;
  expect(screens.length).toBeGreaterThan(0);
  expect(JSON.stringify(screens)).not.toMatch(/told|Ignore all rules/);
});
