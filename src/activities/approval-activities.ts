import { Context } from '@temporalio/activity';
import type { Approval, Asked, GivenBefore } from '../domain/human/approvals.js';
import type { Approvals } from '../ports/approvals.js';

export function createApprovalActivities({ approvals }: { readonly approvals: Approvals }) {
  return {
    /** The earlier approval that covers what a person would be asked; null: none does. Retryable: it is counted once. */
    async useApproval(asked: Asked): Promise<GivenBefore | null> {
      const { workflowExecution, activityId } = Context.current().info;
      return (await approvals.use(asked, `${workflowExecution?.runId ?? ''}:${activityId}`)) ?? null;
    },

    /** Retryable. */
    async keepApproval(approval: Approval): Promise<void> {
      await approvals.keep(approval);
    },
  };
}
