// Approvals that are remembered, in the workflow that keeps them (workflows/approvals/approvals.ts).
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { approvalsWorkflow, type GivenBefore } from '../domain/human/approvals.js';
import type { Approvals } from '../ports/approvals.js';

const patienceMs = 8_000;
const pauseMs = 50;

/** `taskQueue`: where workers take it from. */
export function createTemporalApprovals({ client, taskQueue }: { readonly client: Client; readonly taskQueue: string }): Approvals {
  const { id: workflowId, type, remember, key: queryOfKey, use } = approvalsWorkflow;
  const inTime = <T>(call: () => Promise<T>): Promise<T> => client.withDeadline(Date.now() + patienceMs, call);
  return {
    async keep(approval) {
      await inTime(() => client.workflow.start(type, { workflowId, taskQueue, args: [], workflowIdConflictPolicy: 'USE_EXISTING' }));
      const keeper = client.workflow.getHandle(workflowId);
      const key = await keyOf(() => inTime(() => keeper.query<string | undefined>(queryOfKey)));
      await inTime(() => keeper.signal(remember, approval, key));
    },
    async use(asked, id) {
      try {
        const handle = client.workflow.getHandle(workflowId);
        const used = await inTime(() => handle.executeUpdate<GivenBefore | null, [typeof asked]>(use, { args: [asked], updateId: id }));
        return used ?? undefined;
      } catch (error) {
        // It was never started, or has ended because nothing is remembered any more.
        if (error instanceof Error && error.name === 'WorkflowNotFoundError') return undefined;
        throw error;
      }
    },
  };
}

/** Its first workflow task draws it. */
async function keyOf(ask: () => Promise<string | undefined>): Promise<string> {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(pauseMs)) {
    const key = await ask();
    if (key !== undefined) return key;
  }
  throw new Error('The workflow that keeps approvals has no key yet.');
}
