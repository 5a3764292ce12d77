// What a workflow has left open: whatever could wake it, or keep somebody busy, while it waits.
import type { Client } from '@temporalio/client';
import type proto from '@temporalio/proto';

type Events = NonNullable<proto.temporal.api.history.v1.IHistory['events']>;

const opens = ['timerStarted', 'activityTaskScheduled'] as const;
const closes = [
  ...['timerFired', 'timerCanceled'],
  ...['activityTaskCompleted', 'activityTaskFailed', 'activityTaskTimedOut', 'activityTaskCanceled'],
] as const;

/** Timers and activities that began and have not ended, by the kind of the event that began them. */
export function openInHistory(events: Events): readonly string[] {
  const kindOf = (event: Events[number]): string =>
    Object.keys(event)
      .find((key) => key.endsWith('EventAttributes') && event[key as keyof typeof event])
      ?.replace('EventAttributes', '') ?? '';
  const open = new Map<string, string>();
  for (const event of events) {
    const kind = kindOf(event);
    if ((opens as readonly string[]).includes(kind)) open.set(String(event.eventId), kind);
    if (!(closes as readonly string[]).includes(kind)) continue;
    const ended = event[`${kind}EventAttributes` as keyof typeof event] as { startedEventId?: unknown; scheduledEventId?: unknown };
    open.delete(String(kind.startsWith('timer') ? ended.startedEventId : ended.scheduledEventId));
  }
  return [...open.values()];
}

export interface AtRest {
  readonly workflowId: string;
  readonly events: number;
  readonly bytes: number;
  /** Activities, workflow tasks, Nexus operations under way. */
  readonly pending: number;
}

/** What the server keeps of each open workflow of that type, by id. */
export async function atRest(client: Client, workflowType: string): Promise<readonly AtRest[]> {
  const found: AtRest[] = [];
  const query = `WorkflowType='${workflowType}' AND ExecutionStatus='Running'`;
  for await (const { workflowId } of client.workflow.list({ query })) {
    const { raw } = await client.workflow.getHandle(workflowId).describe();
    const { historyLength, historySizeBytes } = raw.workflowExecutionInfo ?? {};
    const pending = (raw.pendingActivities ?? []).length + (raw.pendingNexusOperations ?? []).length + (raw.pendingWorkflowTask ? 1 : 0);
    found.push({ workflowId, events: Number(historyLength), bytes: Number(historySizeBytes), pending });
  }
  return found.sort((one, other) => one.workflowId.localeCompare(other.workflowId));
}
