// Temporal's histories of a run and of the workflows below it. Needs a server, and no worker.
import type { Client } from '@temporalio/client';
import { WorkflowNotFoundError } from '@temporalio/client';
import type { temporal } from '@temporalio/proto';

export type HistoryEvent = temporal.api.history.v1.IHistoryEvent;

export interface WorkflowHistory {
  readonly workflow: string;
  readonly type: string;
  /** The parts of its chain, in their order. */
  readonly executions: readonly { readonly execution: string; readonly events: readonly HistoryEvent[] }[];
}

/** A run can have this many workflows below it. */
const mostWorkflows = 200;

/** The run's own first. Throws `WorkflowNotFoundError`. A child that the server has forgotten is left out, and named in `forgotten`. */
export async function readHistories(
  client: Client,
  run: string,
): Promise<{ readonly histories: readonly WorkflowHistory[]; readonly forgotten: readonly string[] }> {
  const histories: WorkflowHistory[] = [];
  const forgotten: string[] = [];
  const queue = [run];
  const seen = new Set(queue);
  for (let id = queue.shift(); id !== undefined && seen.size <= mostWorkflows; id = queue.shift()) {
    const history = await readHistory(client, id).catch((error: unknown) => {
      if (id === run || !(error instanceof WorkflowNotFoundError)) throw error;
      forgotten.push(id);
      return undefined;
    });
    if (!history) continue;
    histories.push(history);
    for (const child of childrenOf(history)) {
      if (!seen.has(child)) queue.push(child);
      seen.add(child);
    }
  }
  return { histories, forgotten };
}

async function readHistory(client: Client, workflow: string): Promise<WorkflowHistory> {
  const executions: { readonly execution: string; readonly events: readonly HistoryEvent[] }[] = [];
  const { runId, type } = await client.workflow.getHandle(workflow).describe();
  let execution: string | undefined = runId;
  while (execution) {
    const events: readonly HistoryEvent[] = await eventsOf(client, workflow, execution).catch((error: unknown) => {
      // The earlier parts of a long chain are forgotten first.
      if (executions.length > 0 && error instanceof WorkflowNotFoundError) return [];
      throw error;
    });
    if (events.length === 0) break;
    executions.unshift({ execution, events });
    execution = events[0]?.workflowExecutionStartedEventAttributes?.continuedExecutionRunId || undefined;
  }
  return { workflow, type, executions };
}

async function eventsOf(client: Client, workflow: string, execution: string): Promise<readonly HistoryEvent[]> {
  return (await client.workflow.getHandle(workflow, execution).fetchHistory()).events ?? [];
}

function childrenOf({ executions }: WorkflowHistory): readonly string[] {
  return executions
    .flatMap(({ events }) => events)
    .flatMap(({ startChildWorkflowExecutionInitiatedEventAttributes: child }) => (child?.workflowId ? [child.workflowId] : []));
}
