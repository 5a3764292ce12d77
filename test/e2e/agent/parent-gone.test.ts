// An agent's child whose parent ends while it tells it of a question, as a schedule with `terminate-other` ends it: replayed with what the server may tell it
// then, which the moment decides.
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import proto from '@temporalio/proto';
import { Worker } from '@temporalio/worker';
import { assignThenFinish, memoryDevice, say } from '../../support/agent-harness.js';
import { useAgents } from '../../support/agents.js';

const { EventType } = proto.temporal.api.enums.v1;
type History = proto.temporal.api.history.v1.IHistory;
type Event = proto.temporal.api.history.v1.IHistoryEvent;
const codePath = fileURLToPath(new URL('../../../dist/workflow-bundle.js', import.meta.url));

describe('an agent whose parent is gone', () => {
  const world = useAgents();
  const sinks = { steadyhandSpans: { ended: { fn: () => undefined, callDuringReplay: false } } };

  test.each(['the signal fails', 'it is cancelled, too', 'it is cancelled first'])(
    'A46: its workflow task does not fail: %s',
    async (what) => {
      const run = await world.harness.run(
        { host: assignThenFinish, app: [say('PENDING', { Questions: ['Which day?'] })] },
        { request: 'order', device: memoryDevice({ start: 'main', screens: { main: { title: 'Main', controls: [] } } }) },
      );
      const { asker } = await run.asks('question');
      const history = await world.harness.client.workflow.getHandle(asker).fetchHistory();
      await run.handle.terminate('It is of this test.');
      const { told, initiated } = untilTelling(history);
      const failed: Partial<Event> = {
        eventType: EventType.EVENT_TYPE_SIGNAL_EXTERNAL_WORKFLOW_EXECUTION_FAILED,
        signalExternalWorkflowExecutionFailedEventAttributes: {
          ...{ initiatedEventId: initiated.eventId ?? null, workflowExecution: { workflowId: run.id }, namespace: 'default' },
          cause:
            proto.temporal.api.enums.v1.SignalExternalWorkflowExecutionFailedCause
              .SIGNAL_EXTERNAL_WORKFLOW_EXECUTION_FAILED_CAUSE_EXTERNAL_WORKFLOW_EXECUTION_NOT_FOUND,
        },
      };
      const cancelled: Partial<Event> = {
        eventType: EventType.EVENT_TYPE_WORKFLOW_EXECUTION_CANCEL_REQUESTED,
        workflowExecutionCancelRequestedEventAttributes: { cause: 'the parent was closed' },
      };
      const tail = {
        'the signal fails': [failed],
        'it is cancelled, too': [failed, cancelled],
        'it is cancelled first': [cancelled, failed],
      };
      const events = withTask([...told, ...(tail[what as keyof typeof tail] ?? [])]);
      await expect(Worker.runReplayHistory({ workflowBundle: { codePath }, sinks }, { events }, asker)).resolves.toBeUndefined();
    },
  );
});

/** What was there before the server had told its parent. */
function untilTelling({ events }: History): { readonly told: readonly Event[]; readonly initiated: Event } {
  const all = events ?? [];
  const done = all.findLastIndex(({ eventType }) => eventType === EventType.EVENT_TYPE_EXTERNAL_WORKFLOW_EXECUTION_SIGNALED);
  const initiated = all.findLast(({ eventType }) => eventType === EventType.EVENT_TYPE_SIGNAL_EXTERNAL_WORKFLOW_EXECUTION_INITIATED);
  if (done < 0 || !initiated) throw new Error('its parent was told of nothing');
  return { told: all.slice(0, done), initiated };
}

/** With the task that is to be done on these. */
function withTask(events: readonly Partial<Event>[]): Event[] {
  const scheduled = events.length + 1;
  const eventTime = events[0]?.eventTime ?? null;
  return [
    ...events,
    {
      eventType: EventType.EVENT_TYPE_WORKFLOW_TASK_SCHEDULED,
      workflowTaskScheduledEventAttributes: { taskQueue: { name: 'steadyhand' }, attempt: 1 },
    },
    {
      eventType: EventType.EVENT_TYPE_WORKFLOW_TASK_STARTED,
      workflowTaskStartedEventAttributes: { scheduledEventId: scheduled as never },
    },
  ].map((event, index) => ({ eventTime, ...event, eventId: (index + 1) as never }));
}
