// An application of eight screens that never rests: a run sees eight, and a recording of it is what test/pure/explorer/stuck-run.test.ts reads.
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createFileArtifactStore } from '../../src/adapters/filesystem/artifact-store.js';
import type { ExplorerSummary } from '../../src/domain/explorer/requests.js';
import type { StoredGraph } from '../../src/ports/screen-graph.js';
import type { Look } from '../../src/ports/device.js';
import type { explorer, screenGraph } from '../../src/workflows/index.js';
import { taskQueue } from '../../src/workflows/messages.js';
import { usePages } from '../support/agents.js';
import { startPageServer, type PageServer } from '../support/page-server.js';
import { writeLooks, type RecordedLook } from '../support/recorded-looks.js';
import { until } from '../support/until.js';
import { openTestBrowser } from '../support/webdriver.js';
import { join } from 'node:path';

jest.setTimeout(300_000);

const screens = ['Home', 'Feed', 'Chat', 'Stats', 'Deals', 'Tasks', 'Map', 'Help'];

// Once, not replayed: what it is about is the page.
describe('an explorer on an application that never rests', () => {
  const world = usePages({});

  test('E52: its eight screens are eight, however often each of them has changed', async () => {
    const { client, config } = world.harness;
    const workflowId = `explore-restless-${process.pid}-${Date.now().toString(36)}`;
    const appId = workflowId;
    const summary: ExplorerSummary = await client.workflow.execute<typeof explorer>('explorer', {
      taskQueue,
      workflowId,
      args: [
        {
          appId,
          device: { kind: 'web', url: `${world.pages.origin}/restless-app?tick=1000` },
          decisionPlane: 'never',
          seed: 1,
          budget: { max_steps: 25 },
        },
      ],
    });
    const ref = await client.workflow.execute<typeof screenGraph>('screenGraph', {
      taskQueue,
      workflowId: `${workflowId}-graph`,
      args: [{ appId }],
    });
    const graph = (await createFileArtifactStore({ folder: join(config.shared, 'artifacts') }).getJson(ref)) as StoredGraph;
    expect(graph.screens.map(({ title }) => title.replace(/^\(\d+\) /, '')).sort()).toEqual([...screens].sort());
    // What it would click is another thing a second later, now and then: that is told, and another thing done.
    expect(summary).toMatchObject({ stop_reason: 'budget_exhausted', screens: 8, screens_new: 8, restarts: 0 });
    console.info(`${summary.variants} variants of ${summary.screens} screens in ${summary.steps} steps`);
    expect(summary.variants).toBeGreaterThan(16);
  });
});

(process.env['STEADYHAND_RECORD'] === undefined ? describe.skip : describe)('the recording', () => {
  let pages: PageServer;
  beforeAll(async () => {
    pages = await startPageServer();
  });
  afterAll(() => pages.close());

  test('160 looks at them, twenty at each, as they come', async () => {
    const browser = await openTestBrowser();
    const looks: RecordedLook[] = [];
    let title = '';
    /** After a tick: they are counted in its title. */
    const anotherLook = async (): Promise<Look> => {
      const look = await until(async () => {
        const now = await browser.device.look();
        return now.title === title ? undefined : now;
      }, 'a tick');
      title = look.title;
      return look;
    };
    try {
      await browser.device.perform({ type: 'navigate', url: `${pages.origin}/restless-app?tick=30` }, AbortSignal.timeout(30_000));
      for (const screen of screens) {
        await browser.device.perform(
          { type: 'navigate', url: `${pages.origin}/restless-app?tick=30#${screen}` },
          AbortSignal.timeout(30_000),
        );
        for (let look = 0; look < 20; look += 1) {
          const { controls } = await anotherLook();
          looks.push({ screen, url: `http://desk.example/restless-app?tick=30#${screen}`, controls });
        }
      }
    } finally {
      await browser.close();
    }
    writeLooks('stuck-run', looks);
  });
});
