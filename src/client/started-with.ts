// What a workflow was started with, from its first event: the server knows it without a worker, whoever started the workflow.
import type { Client, WorkflowExecutionInfo } from '@temporalio/client';
import { valueOf } from './decoded.js';
import { titleOf } from './inputs.js';
import { clip, longestTitle } from './text.js';

/** The first argument of that run; undefined when the server has forgotten it. */
export async function startedWith(client: Client, workflowId: string, runId: string): Promise<unknown> {
  const { history } = await client.workflowService.getWorkflowExecutionHistory({
    namespace: client.options.namespace,
    execution: { workflowId, runId },
    maximumPageSize: 1,
  });
  const [input] = history?.events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
  return valueOf(client, input);
}

/** Undefined: the server does not know the run, or not what it is about. */
export async function titleOfRun(client: Client, id: string): Promise<string | undefined> {
  const patienceMs = 5_000;
  return client.withDeadline(Date.now() + patienceMs, async () => requestOf(client, await client.workflow.getHandle(id).describe()));
}

/** What a run is about: the command line stores it in the memo, other clients only in the input. */
export async function requestOf(
  client: Client,
  info: Pick<WorkflowExecutionInfo, 'memo' | 'type' | 'workflowId' | 'runId'>,
): Promise<string | undefined> {
  const memo = info.memo?.['request'];
  if (typeof memo === 'string') return memo;
  try {
    return clip(titleOf(info.type, await startedWith(client, info.workflowId, info.runId)), longestTitle);
  } catch {
    // The server has deleted it, or it is no input that the workflow takes; the run is listed without a request.
    return undefined;
  }
}
