// An application of eight screens that never settles: a run sees eight, and a recording of it is the input of test/pure/explorer/stuck-run.test.ts.
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

// Run once, not replayed: this is about the page.
describe('an explorer on an application that never settles', () => {
  const world = usePages();

  test('E52: its eight screens count as eight, however often each has changed', async () => {
    const { client, config } = world.harness;
    const workflowId = `explore-restless-${process.pid}-${Date.now().toString(36)}`;
    const appId = workflowId;
    const summary: ExplorerSummary = await client.workflow.execute<typeof explorer>('explorer', {
      taskQueue,
      workflowId,
      args: [
        {
          appId,
          device: { kind: 'web', url: `${world.pages.origin}/restless-app?tick=2000` },
          decisionPlane: 'never',
          seed: 1,
          budget: { max_steps: 40 },
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
    // Now and then its target has changed two seconds later: that is reported, and it does something else.
    expect(summary).toMatchObject({ stop_reason: 'budget_exhausted', screens: 8, screens_new: 8, restarts: 0 });
    console.info(`${summary.variants} variants of ${summary.screens} screens in ${summary.steps} steps`);
    expect(summary.variants).toBeGreaterThan(16);
  });
});

// Not a test: STEADYHAND_RECORD=1 writes the recording anew.
const record = process.env['STEADYHAND_RECORD'] === '1';
if (record)
  describe('the recording', () => {
    let pages: PageServer;
    beforeAll(async () => {
      pages = await startPageServer();
    });
    afterAll(() => pages.close());

    test('160 looks at them, twenty at each, in order of arrival', async () => {
      const browser = await openTestBrowser();
      const looks: RecordedLook[] = [];
      let title = '';
      /** After a tick: the title counts them. */
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
