// An explorer in a real browser, on a site with what ends the run of a careless one.
import { describe, expect, jest, test, beforeAll, afterAll } from '@jest/globals';
import type { ExplorerSummary } from '../../../src/domain/explorer/requests.js';
import type { StoredGraph } from '../../../src/ports/screen-graph.js';
import { createFileArtifactStore } from '../../../src/adapters/filesystem/artifact-store.js';
import type { explorer, screenGraph } from '../../../src/workflows/index.js';
import { taskQueue } from '../../../src/workflows/messages.js';
import { usePages } from '../../support/agents.js';
import { startExploredSite, type ExploredSite } from '../../support/explored-site.js';
import { join } from 'node:path';

jest.setTimeout(300_000);

// Once, not replayed: what it is about is the browser.
describe('an explorer in a real browser', () => {
  const world = usePages({});
  let site: ExploredSite;
  beforeAll(async () => {
    site = await startExploredSite();
  });
  afterAll(() => site.close());

  test('comes through, sees every page, and does nothing that may not be undone', async () => {
    const { client, config } = world.harness;
    const workflowId = `explore-web-${process.pid}-${Date.now().toString(36)}`;
    const handle = await client.workflow.start<typeof explorer>('explorer', {
      taskQueue,
      workflowId,
      args: [{ device: { kind: 'web', url: `${site.origin}/` }, decisionPlane: 'never', seed: 1, budget: { max_steps: 80 } }],
    });
    const summary = (await handle.result()) as ExplorerSummary;
    const ref = await client.workflow.execute<typeof screenGraph>('screenGraph', {
      taskQueue,
      workflowId: `${workflowId}-graph`,
      args: [{ appId: site.origin }],
    });
    const graph = (await createFileArtifactStore({ folder: join(config.shared, 'artifacts') }).getJson(ref)) as StoredGraph;
    expect([...new Set(graph.screens.map(({ title }) => title))].sort()).toEqual(
      ['Account', 'Article', 'Clock', 'Draft', 'Files', 'News', 'Posts', 'Sign in', 'Slow', 'Start'].sort(),
    );
    expect(site.deleted).toEqual([]);
    expect(summary).toMatchObject({ stop_reason: 'success', coverage_pct: 100, restarts: 0 });
    // Of a page that changes by itself, a list that grows and a form that was filled in there is one screen each.
    for (const title of ['Clock', 'Posts', 'Sign in', 'Slow'])
      expect(graph.screens.filter((screen) => screen.title === title)).toHaveLength(1);
  });

  test('E5: an address that nobody answers at ends it at once', async () => {
    const summary = await world.harness.client.workflow.execute<typeof explorer>('explorer', {
      taskQueue,
      workflowId: `explore-nowhere-${process.pid}-${Date.now().toString(36)}`,
      args: [{ device: { kind: 'web', url: 'http://127.0.0.1:1/' }, decisionPlane: 'never' }],
    });
    expect(summary).toMatchObject({ stop_reason: 'app_not_installed', steps: 0, screens: 0, coverage_pct: null });
  });
});
