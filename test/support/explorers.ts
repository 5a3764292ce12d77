// Explorers as tests start them, and what they leave behind.
import { join } from 'node:path';
import type { Client, WorkflowHandle } from '@temporalio/client';
import type { History } from '@temporalio/common/lib/proto-utils.js';
import { createFileArtifactStore } from '../../src/adapters/filesystem/artifact-store.js';
import type { DeviceScript } from '../../src/adapters/memory/device-script.js';
import { isExplorerEntry } from '../../src/domain/run/entry.js';
import type { ExplorerEvent } from '../../src/domain/explorer/telemetry.js';
import type { StoredGraph } from '../../src/ports/screen-graph.js';
import type { explorer, screenGraph } from '../../src/workflows/index.js';
import { taskQueue } from '../../src/workflows/messages.js';
import { storesIn } from './stores-in.js';

export type Exploring = WorkflowHandle<typeof explorer>;

type Device =
  | { readonly kind: 'memory' | 'stub'; readonly script: DeviceScript }
  | { readonly kind: 'web'; readonly url: string }
  | { readonly kind: 'desktop'; readonly app: string }
  | { readonly kind: 'appium'; readonly capabilities: Readonly<Record<string, unknown>> };

/** `shared`: the folder that hosts share. */
export interface Shared {
  readonly client: Client;
  readonly shared: string;
}

let numbered = 0;

/** Without a model and with the first seed, unless the input says otherwise. */
export function explore(
  client: Client,
  { device, ...input }: { readonly device: Device; readonly [field: string]: unknown },
  workflowId = `explore-${process.pid}-${Date.now().toString(36)}-${(numbered += 1)}`,
): Promise<Exploring> {
  return client.workflow.start<typeof explorer>('explorer', {
    taskQueue,
    workflowId,
    args: [
      {
        decisionPlane: 'never',
        seed: 1,
        device: 'script' in device ? { kind: device.kind, capabilities: { script: device.script } } : device,
        ...input,
      },
    ],
  });
}

export async function readGraph({ client, shared }: Shared, appId: string): Promise<StoredGraph> {
  numbered += 1;
  const ref = await client.workflow.execute<typeof screenGraph>('screenGraph', {
    taskQueue,
    workflowId: `graph-${process.pid}-${Date.now().toString(36)}-${numbered}`,
    args: [{ appId }],
  });
  return (await createFileArtifactStore({ folder: join(shared, 'artifacts') }).getJson(ref)) as StoredGraph;
}

/** Events of a run that has ended. */
export async function eventsOf({ shared }: Pick<Shared, 'shared'>, handle: Exploring): Promise<readonly ExplorerEvent[]> {
  const { run_id } = await handle.result();
  const entries = (await storesIn(shared).records.read(handle.workflowId)).filter(isExplorerEntry);
  return entries
    .filter(({ data }) => data['run_id'] === run_id)
    .map(({ number: seq, at: timestamp, type, data: payload }) => ({ seq, timestamp, type, payload }));
}

/** Histories of all its runs, the first one first. */
export async function chainOf(client: Client, { workflowId }: WorkflowHandle): Promise<readonly History[]> {
  const { raw } = await client.workflow.getHandle(workflowId).describe();
  const runs: History[] = [];
  for (let runId = raw.workflowExecutionInfo?.firstRunId; runId;) {
    const history: History = await client.workflow.getHandle(workflowId, runId).fetchHistory();
    runs.push(history);
    runId = history.events?.at(-1)?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId;
  }
  return runs;
}
