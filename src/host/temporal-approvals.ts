// Approvals that are remembered, in the workflow that keeps them (workflows/approvals/approvals.ts).
import type { Client } from '@temporalio/client';
import { approvalsWorkflow, type GivenBefore } from '../domain/human/approvals.js';
import type { Approvals } from '../ports/approvals.js';

const patienceMs = 8_000;

/** `taskQueue`: where workers take it from. */
export function createTemporalApprovals({ client, taskQueue }: { readonly client: Client; readonly taskQueue: string }): Approvals {
  const { id: workflowId, type, remember, use } = approvalsWorkflow;
  const inTime = <T>(call: () => Promise<T>): Promise<T> => client.withDeadline(Date.now() + patienceMs, call);
  return {
    async keep(approval) {
      await inTime(() =>
        client.workflow.signalWithStart(type, { workflowId, taskQueue, args: [], signal: remember, signalArgs: [approval] }),
      );
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
