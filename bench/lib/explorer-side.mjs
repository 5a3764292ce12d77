// Our worker as users run it, for explorers: on devices in its process, or on the browser that set-up found.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileArtifactStore } from '../../dist/adapters/filesystem/artifact-store.js';
import { loadConfig } from '../../dist/config.js';
import { findTemporal } from '../../dist/temporal-connection.js';
import { startWorker } from '../../dist/worker.js';
import { ensureBrowser } from '../../scripts/lib/browser.mjs';
import { connect } from './agent-side.mjs';

let numbered = 0;

/** Ends with the scope. */
export async function startExplorerSide(scope, { address, kind }) {
  const home = await scope.folder();
  const browser = kind === 'web' ? await ensureBrowser() : {};
  await writeFile(
    join(home, 'steadyhand.config.json'),
    JSON.stringify({
      kinds: [kind],
      slots: 1,
      ...(kind === 'web' ? { browser: { chromium: browser.chromium, chromedriver: browser.chromedriver } } : {}),
    }),
  );
  const environment = { STEADYHAND_HOME: home, TEMPORAL_ADDRESS: address };
  const config = loadConfig(environment, home);
  const worker = await startWorker(config, findTemporal(home, environment), () => undefined);
  scope.onEnd(() => worker.stop());
  const client = await connect(address);
  scope.onEnd(() => client.connection.close());
  const artifacts = createFileArtifactStore({ folder: join(config.shared, 'artifacts') });

  return {
    /** From its start to its result, ms, and its summary. */
    async explore(input) {
      const workflowId = `bench-explorer-${process.pid}-${++numbered}`;
      const started = performance.now();
      const summary = await client.workflow.execute('explorer', {
        taskQueue: 'steadyhand',
        workflowId,
        args: [{ appId: workflowId, decisionPlane: 'never', seed: 1, ...input }],
      });
      return { milliseconds: performance.now() - started, summary, workflowId };
    },
    async graph(appId) {
      const ref = await client.workflow.execute('screenGraph', {
        taskQueue: 'steadyhand',
        workflowId: `bench-graph-${process.pid}-${++numbered}`,
        args: [{ appId }],
      });
      return artifacts.getJson(ref);
    },
    events: async (workflowId) => (await client.workflow.getHandle(workflowId).fetchHistory()).events,
  };
}
