// A map of an application whose pages all have one title: what its screens are called, and that they are found by it.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { parseFlow } from '../../src/domain/flow/parse-flow.schema.js';
import { serve } from '../../examples/support/serve.mjs';
import type { NamedGraph } from '../../src/ports/screen-graph.js';
import type { explorer } from '../../src/workflows/index.js';
import { taskQueue } from '../../src/workflows/messages.js';
import { usePages } from '../support/agents.js';
import { commandLine, type CommandLine } from '../support/command-line.js';
import { sharedServerAddress } from '../support/temporal-server.js';

jest.setTimeout(300_000);

/** A heading, a path or only the button that was pressed tells them apart. */
const alike: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    '/': `<p><a href="/pets">Pets</a></p><p><a href="/owners">Owners</a></p><p><a href="/first">First</a></p><p><a href="/second">Second</a></p>
      <button onclick="document.querySelector('main').innerHTML = '<ul><li>One detail</li></ul><table><tr><td>Another</td></tr></table>'">Open details</button>
      <div><span><button onclick="document.querySelector('main').innerHTML = '<dl><dt>All</dt><dd><em>that</em> is <b>known</b></dd></dl>'">Show all</button></span></div>`,
    '/pets': '<h2>Pets</h2><p><a href="/pets/4711">Rex</a></p>',
    '/pets/4711': '<h2>Pets</h2><p>A dog.</p><p><a href="/">Start</a></p>',
    '/owners': '<h2>Owners</h2><p>Nobody.</p><p><a href="/">Start</a></p>',
    '/first': '<p>One.</p><p><a href="/">Start</a></p>',
    '/second': '<p>Two.</p><p><a href="/">Start</a></p>',
  }).map(([path, body]) => [path, `<!doctype html><title>Swagger UI</title><header><h1>Petstore</h1></header><main>${body}</main>`]),
);

const world = usePages();
let site: Awaited<ReturnType<typeof serve>>;
let folder: string;
let steadyhand: CommandLine;
beforeAll(async () => {
  site = await serve(async (request) => {
    const body = alike[new URL(request.url).pathname];
    return new Response(body ?? '', { status: body === undefined ? 404 : 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
  });
  folder = await mkdtemp(join(tmpdir(), 'steadyhand-map-'));
  steadyhand = commandLine({ address: sharedServerAddress(), folder, env: { STEADYHAND_SHARED: world.harness.config.shared } });
});
afterAll(async () => {
  await site?.close();
  await rm(folder, { recursive: true, force: true });
});

const graph = async (name: string): Promise<NamedGraph> => JSON.parse((await steadyhand('graph', name, '--json')).stdout) as NamedGraph;

let explorations = 0;
async function explored(origin: string, input: object): Promise<void> {
  explorations += 1;
  const args = { device: { kind: 'web', url: `${origin}/` }, decisionPlane: 'never', seed: 1, budget: { max_steps: 60 }, ...input };
  await world.harness.client.workflow.execute<typeof explorer>('explorer', {
    taskQueue,
    workflowId: `explore-names-${process.pid}-${Date.now().toString(36)}-${explorations}`,
    args: [args],
  });
}

test('E71, E72, E78: pages that all have one title have names of their own, the same after another exploration, and are asked for by name, key or address', async () => {
  const origin = site.url;
  await explored(origin, { policy: 'breadth' });
  await explored(origin, { policy: 'depth', seed: 7, appId: 'petstore' });
  const names = [
    'Swagger UI: /',
    'Swagger UI: /first',
    'Swagger UI: /second',
    "Swagger UI: /, after 'Open details'",
    "Swagger UI: /, after 'Show all'",
    'Swagger UI: Owners',
    'Swagger UI: Pets, /pets',
    'Swagger UI: Pets, /pets/:id',
  ].sort();
  const { screens } = await graph(origin);
  expect(screens.map(({ name }) => name).sort()).toEqual(names);
  expect((await graph('petstore')).screens.map(({ name }) => name).sort()).toEqual(names);

  for (const written of [`${origin}/`, `${origin.toUpperCase()}/pets/index.html?x=1`])
    expect((await graph(written)).screens.map(({ key }) => key)).toEqual(screens.map(({ key }) => key));
  const { stdout: listed } = await steadyhand('graph', origin);
  for (const name of names) expect(listed).toContain(` ${name} `);
  const key = screens.find(({ address }) => address === '/pets/:id')?.key ?? '';
  const way = await steadyhand('graph', origin, 'path', '/', key.slice(0, 8));
  expect(way.stdout.trim().split('\n')).toEqual([
    'Swagger UI: /',
    '  tap "Pets"',
    'Swagger UI: Pets, /pets',
    '  tap "Rex"',
    'Swagger UI: Pets, /pets/:id',
  ]);

  const written = await steadyhand('graph', origin, 'export', `${origin}/`, 'swagger ui: owners', '--flow', 'owners.flow.json');
  expect(written.stdout).toContain('owners.flow.json: From Swagger UI: / to Swagger UI: Owners.');
  const run = await steadyhand('flow', 'run', 'owners.flow.json', '--url', `${origin}/`, '--follow');
  expect(run).toMatchObject({ code: 0, stdout: expect.stringMatching(/Expect Swagger UI\s+completed/) });
  const { flow } = parseFlow(JSON.parse(await readFile(join(folder, 'owners.flow.json'), 'utf8')));
  expect(flow?.nodes.at(-1)).toMatchObject({
    node_type: { type: 'Expect', screen: { headings: expect.arrayContaining(['owners']), place: '/owners' } },
  });

  const ambiguous = await steadyhand('graph', origin, 'export', 'Swagger UI', 'Swagger UI: Pets');
  expect(ambiguous).toMatchObject({ code: 1, stdout: '' });
  expect(ambiguous.stderr.trim().split('\n')).toHaveLength(1);
  for (const name of names) expect(ambiguous.stderr).toContain(`${name} (`);
});
