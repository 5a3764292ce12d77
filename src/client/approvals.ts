// The approvals that are remembered (HE42): listed, and taken back.
import type { Client } from '@temporalio/client';
import { WorkflowNotFoundError } from '@temporalio/common';
import { approvalsWorkflow, type Approval } from '../domain/human/approvals.js';
import { approvalsQuery, revokeUpdate } from '../workflows/messages.js';
import type { ClientContext } from './context.js';
import { ClientError } from './errors.js';
import { sendUpdate } from './updates.js';

export interface Approvals {
  /** Those that are in force, oldest first. One for a run that has ended is none. */
  list(): Promise<readonly Approval[]>;
  /** Takes one back, by its id or the beginning of it; resolves with its id. From then on a person is asked again. */
  revoke(id: string): Promise<string>;
}

const { id: workflowId } = approvalsWorkflow;
const queryTimeoutMs = 10_000;

export async function listApprovals(context: ClientContext): Promise<readonly Approval[]> {
  const client = await context.client();
  const kept = await queryApprovals(client);
  const runs = [...new Set(kept.flatMap(({ for: scope, run }) => (scope === 'run' ? [run.id] : [])))];
  const open = new Map(await Promise.all(runs.map(async (id) => [id, await firstOfOpen(client, id)] as const)));
  return kept.filter(({ for: scope, run }) => scope === 'app' || open.get(run.id) === run.first);
}

export async function revokeApproval(context: ClientContext, id: string): Promise<string> {
  const client = await context.client();
  try {
    return await sendUpdate(client, workflowId, revokeUpdate, { id });
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) throw new ClientError('refused', 'No approval is remembered, so none can be taken back.');
    throw error;
  }
}

async function queryApprovals(client: Client): Promise<readonly Approval[]> {
  try {
    return await client.withDeadline(Date.now() + queryTimeoutMs, () => client.workflow.getHandle(workflowId).query(approvalsQuery));
  } catch (error) {
    // It begins with the first approval, and the server forgets it a while after the last one.
    if (error instanceof WorkflowNotFoundError) return [];
    throw error;
  }
}

/** First run of the chain that is open under this id. */
async function firstOfOpen(client: Client, id: string): Promise<string | undefined> {
  try {
    const { status, raw, runId } = await client.workflow.getHandle(id).describe();
    return status.name === 'RUNNING' ? raw.workflowExecutionInfo?.firstRunId || runId : undefined;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}
