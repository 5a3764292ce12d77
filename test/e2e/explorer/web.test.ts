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
    console.log(
      JSON.stringify(summary, null, 1),
      graph.screens
        .map(({ title, variants, actions }) => `${title} ${variants} ${actions.filter(({ tries }) => tries > 0).length}/${actions.length}`)
        .join('\n'),
    );
    expect([...new Set(graph.screens.map(({ title }) => title))].sort()).toEqual(
      ['Account', 'Article', 'Clock', 'Draft', 'Files', 'News', 'Posts', 'Sign in', 'Slow', 'Start'].sort(),
    );
    expect(site.deleted).toEqual([]);
    expect(summary).toMatchObject({ stop_reason: 'success', coverage_pct: 100 });
  });
});
