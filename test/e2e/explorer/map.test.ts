// A map as people use it: asked for at the command line, looked at in a real browser from a file, and a way through it driven as a flow.
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createFileArtifactStore } from '../../../src/adapters/filesystem/artifact-store.js';
import type { StoredGraph } from '../../../src/ports/screen-graph.js';
import type { explorer } from '../../../src/workflows/index.js';
import { taskQueue } from '../../../src/workflows/messages.js';
import { usePages } from '../../support/agents.js';
import { commandLine, type CommandLine } from '../../support/command-line.js';
import { sharedServerAddress } from '../../support/temporal-server.js';
import { until } from '../../support/until.js';
import { openTestBrowser, type TestBrowser } from '../../support/webdriver.js';

jest.setTimeout(300_000);

const hostileTitle = `</script><script>document.title='ran'</script><img src=x onerror="document.title='ran'"> "Trap" & 'more'`;
const hostileLabel = `</title></svg><img src=x onerror="document.title='ran'">`;
const asText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const page = (title: string, body: string): string => `<!doctype html><title>${asText(title)}</title><h1>${asText(title)}</h1>${body}`;

/** A quote needs its fields; the two links called Same lead to two places; nothing leads on from Thanks. */
const pages: Readonly<Record<string, string>> = {
  '/': page(
    'Shop',
    `<p><a href="/quote">Quote</a></p><p><a href="/trap">${asText(hostileLabel)}</a></p><p><a href="/twins">Twins</a></p><button>Delete everything</button>`,
  ),
  '/quote': page(
    'Quote',
    `<form action="/thanks"><p><label>Name <input name="name" required></label></p><p><label>E-mail <input name="mail" required></label></p><p><label><input type="checkbox" name="terms" required> I agree</label></p><button>Continue</button></form>`,
  ),
  '/thanks': page('Thanks', '<p>It is on its way.</p>'),
  '/trap': page(hostileTitle, '<p><a href="{{other}}/elsewhere">Partner</a></p>'),
  '/twins': page('Twins', '<p><a href="/left">Same</a></p><ul><li><a href="/right">Same</a></li></ul>'),
  '/left': page('Left', '<p>Left.</p><p><a href="/">Shop</a></p>'),
  '/right': page('Right', '<h2>Right.</h2><p><a href="/">Shop</a></p>'),
};

const asked: string[] = [];
const site = createServer(({ url = '/' }, response) => {
  const { pathname, search } = new URL(url, 'http://site');
  if (pathname === '/thanks') asked.push(search);
  const body = pages[pathname]?.replaceAll('{{other}}', `http://localhost:${(site.address() as AddressInfo).port}`);
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(body ?? page('Nothing', ''));
});

describe('a map', () => {
  const world = usePages({});
  let folder: string;
  let app: string;
  let steadyhand: CommandLine;
  const graph = async (): Promise<StoredGraph> => JSON.parse((await steadyhand('graph', app, '--json')).stdout) as StoredGraph;

  beforeAll(async () => {
    await once(site.listen(0), 'listening');
    app = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-map-'));
    steadyhand = commandLine({ address: sharedServerAddress(), folder, env: { STEADYHAND_SHARED: world.harness.config.shared } });
    const args = { device: { kind: 'web', url: `${app}/` }, decisionPlane: 'never', policy: 'depth', seed: 1, budget: { max_steps: 60 } };
    const sum = await world.harness.client.workflow.execute<typeof explorer>('explorer', {
      taskQueue,
      workflowId: `explore-map-${process.pid}-${Date.now().toString(36)}`,
      args: [args],
    });
    console.log(JSON.stringify(sum));
  });
  afterAll(async () => {
    site.closeAllConnections();
    site.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('dump', async () => {
    const { screens, edges } = await graph();
    for (const { title, actions, variants } of screens)
      console.log(title, variants, actions.map(({ role, verb, label, tries }) => `${role} ${verb} ${label} ${tries}`).join(' | '));
    for (const edge of edges)
      console.log(
        screens.find(({ key }) => key === edge.from)?.title,
        edge.action,
        edge.filled,
        screens.find(({ key }) => key === edge.to)?.title ?? edge.to,
      );
    console.log(asked);
  });
});
