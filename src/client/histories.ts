// Temporal's histories of a run and of the workflows below it, as they are stored. Needs a server, and no worker.
import type { Client } from '@temporalio/client';
import { WorkflowNotFoundError } from '@temporalio/client';
import type { temporal } from '@temporalio/proto';
import { decoded } from './decoded.js';

export type HistoryEvent = temporal.api.history.v1.IHistoryEvent;

export interface WorkflowHistory {
  readonly workflow: string;
  readonly type: string;
  /** The parts of its chain, in their order; of a child that was started again, those of each start. */
  readonly executions: readonly Execution[];
}

export interface Execution {
  readonly execution: string;
  readonly events: readonly HistoryEvent[];
}

/** A run can have this many workflows below it. */
const mostWorkflows = 200;

/** The run's own first. Throws `WorkflowNotFoundError`. A child that the server has forgotten is left out, and named in `forgotten`. */
export async function readHistories(
  client: Client,
  run: string,
): Promise<{ readonly histories: readonly WorkflowHistory[]; readonly forgotten: readonly string[] }> {
  const { runId, type } = await client.workflow.getHandle(run).describe();
  const own = { workflow: run, type, executions: await chainTo(client, run, runId) };
  const histories = new Map<string, WorkflowHistory>([[run, own]]);
  const forgotten: string[] = [];
  const queue = childrenOf(own.executions);
  for (let child = queue.shift(); child && histories.size <= mostWorkflows; child = queue.shift()) {
    const executions = await chainFrom(client, child);
    if (executions.length === 0) forgotten.push(child.workflow);
    else {
      const { workflow, type: childType } = child;
      const before = histories.get(workflow)?.executions ?? [];
      histories.set(workflow, { workflow, type: childType, executions: [...before, ...executions] });
      queue.push(...childrenOf(executions));
    }
  }
  return { histories: [...histories.values()], forgotten };
}

/** Decrypted. Without an execution: of the current one. */
export async function eventsOf(client: Client, workflow: string, execution?: string): Promise<readonly HistoryEvent[]> {
  const { events } = await decoded(client, await client.workflow.getHandle(workflow, execution).fetchHistory());
  return events ?? [];
}

/** With what the workflow was started, as it was sent: the server knows it without a worker. Undefined when it has forgotten that execution. */
export async function firstEvent(client: Client, workflowId: string, runId?: string): Promise<HistoryEvent | undefined> {
  const { history } = await client.workflowService.getWorkflowExecutionHistory({
    namespace: client.options.namespace,
    execution: { workflowId, runId },
    maximumPageSize: 1,
  });
  return history?.events?.[0];
}

/** From the execution that runs now, or was the last, back to the first. The earlier parts of a long chain are forgotten first. */
async function chainTo(client: Client, workflow: string, last: string): Promise<readonly Execution[]> {
  const executions: Execution[] = [];
  for (let execution: string | undefined = last; execution;) {
    const isLast: boolean = execution === last;
    const events: readonly HistoryEvent[] = await eventsOf(client, workflow, execution).catch((error: unknown) => {
      if (!isLast && error instanceof WorkflowNotFoundError) return [];
      throw error;
    });
    if (events.length === 0) break;
    executions.unshift({ execution, events });
    execution = events[0]?.workflowExecutionStartedEventAttributes?.continuedExecutionRunId || undefined;
  }
  return executions;
}

/** From the execution that was started, on. A device that was lost is opened again by a child of the same id, so the last one of that id is not all of it. */
async function chainFrom(client: Client, { workflow, first }: Child): Promise<readonly Execution[]> {
  const executions: Execution[] = [];
  for (let execution: string | undefined = first; execution;) {
    const events: readonly HistoryEvent[] = await eventsOf(client, workflow, execution).catch((error: unknown) => {
      if (error instanceof WorkflowNotFoundError) return [];
      throw error;
    });
    if (events.length > 0) executions.push({ execution, events });
    execution = events.at(-1)?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId || undefined;
  }
  return executions;
}

interface Child {
  readonly workflow: string;
  readonly type: string;
  /** Run id of the first execution. */
  readonly first: string;
}

function childrenOf(executions: readonly Execution[]): Child[] {
  return executions
    .flatMap(({ events }) => events)
    .flatMap(({ childWorkflowExecutionStartedEventAttributes: child }) => {
      const { workflowId, runId } = child?.workflowExecution ?? {};
      return workflowId && runId ? [{ workflow: workflowId, type: child?.workflowType?.name ?? '', first: runId }] : [];
    });
}
