// When all tests are done: every history that they left on their servers is replayed against the workflow bundle. Suites whose workers cache
// workflows are thereby as strict as those that replay at every task, at a fraction of the cost.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { quietRuntime } from './quiet-runtime.mjs';

const codePath = fileURLToPath(new URL('../../dist/workflow-bundle.js', import.meta.url));
/** Those of the product: tests of one's own workflows bring others. */
const exported = readFileSync(new URL('../../src/workflows/index.ts', import.meta.url), 'utf8');
const types = [...exported.matchAll(/export \{ (\w+) \}/g)].map(([, type]) => type);

/** Throws an error that names each workflow whose history does not replay. */
export async function replayAll(addresses) {
  // A replay has none of the sinks that workflows write to, and says so of each; what fails it returns.
  quietRuntime(() => undefined);
  const done = await Promise.all(addresses.map(replayOn));
  const failed = done.flatMap((each) => each.failed);
  console.log(`${done.reduce((sum, each) => sum + each.replayed, 0)} histories replayed`);
  if (failed.length > 0) throw new Error(`Histories that do not replay:\n${failed.join('\n')}`);
}

async function replayOn(address) {
  const connection = await Connection.connect({ address });
  try {
    const workflows = new Client({ connection }).workflow.list({
      query: `WorkflowType IN (${types.map((type) => `'${type}'`).join(', ')})`,
    });
    const failed = [];
    let replayed = 0;
    const histories = workflows.intoHistories({ concurrency: 5 });
    for await (const { workflowId, runId, error } of Worker.runReplayHistories({ workflowBundle: { codePath } }, histories)) {
      replayed += 1;
      if (error) failed.push(`${workflowId} (${runId}): ${error.message}`);
    }
    return { replayed, failed };
  } finally {
    await connection.close();
  }
}
