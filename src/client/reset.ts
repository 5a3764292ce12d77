// What the server knows of a reset: a run that was reset has the history of the execution that it replaces, up to the point of the reset.
import type { Client } from '@temporalio/client';
// A CommonJS module whose named exports Node cannot detect.
import proto from '@temporalio/proto';

const { EventType, WorkflowTaskFailedCause } = proto.temporal.api.enums.v1;

export interface Reset {
  /** Run ids of the executions that the current one replaces. */
  readonly replaced: readonly string[];
  /** Activity ids of what was begun before the point of the reset, which still counts. */
  readonly kept: ReadonlySet<string>;
}

/** Undefined: the current execution is not the result of a reset. Throws the client's error when there is no such run. */
export async function readReset(client: Client, run: string): Promise<Reset | undefined> {
  const { runId: current } = await client.workflow.getHandle(run).describe();
  const replaced = new Set<string>();
  const begun: string[] = [];
  let kept: readonly string[] = [];
  let nextPageToken: Uint8Array | undefined;
  do {
    const page = await client.workflowService.getWorkflowExecutionHistory({
      namespace: client.options.namespace,
      execution: { workflowId: run, runId: current },
      // The first event says whether there was a reset at all.
      maximumPageSize: nextPageToken ? 1_000 : 1,
      nextPageToken,
    });
    for (const event of page.history?.events ?? []) {
      const { originalExecutionRunId: original } = event.workflowExecutionStartedEventAttributes ?? {};
      if (original) {
        if (original === current) return undefined;
        replaced.add(original);
      }
      const { activityId } = event.activityTaskScheduledEventAttributes ?? {};
      if (activityId) begun.push(activityId);
      const { cause, baseRunId } = event.workflowTaskFailedEventAttributes ?? {};
      if (event.eventType === EventType.EVENT_TYPE_WORKFLOW_TASK_FAILED && cause === resetCause && baseRunId) {
        replaced.add(baseRunId);
        kept = [...begun];
      }
    }
    nextPageToken = page.nextPageToken?.length ? page.nextPageToken : undefined;
  } while (nextPageToken);
  return { replaced: [...replaced], kept: new Set(kept) };
}

const resetCause = WorkflowTaskFailedCause.WORKFLOW_TASK_FAILED_CAUSE_RESET_WORKFLOW;
