// Temporal's history of a run and of the workflows below it, as a report needs it (WorkflowStory). Needs a server, and no worker.
import { defined } from '../../domain/collections.js';
import type { Client } from '@temporalio/client';
// A CommonJS module whose named exports Node cannot detect.
import proto, { type temporal } from '@temporalio/proto';
import { requestAsked } from '../../domain/human/asked.js';
import { listOf, recordOf, textOf } from '../../domain/checks/recorded-data.js';
import type { EventRef } from '../../domain/report/report.schema.js';
import { type HistoryEvent, readHistories } from '../histories.js';
import type { ToldActivity, ToldMessage, WorkflowStory } from '../../domain/report/workflow-story.js';

type Payloads = temporal.api.common.v1.IPayloads | null | undefined;

const { EventType, TimeoutType } = proto.temporal.api.enums.v1;

/** `webUi`: its address with the namespace, if known. */
export interface ReadOptions {
  readonly client: Client;
  readonly webUi?: string;
}

/** The run's own first. Throws `WorkflowNotFoundError`. A child that the server has forgotten is left out, and named in `forgotten`. */
export async function readStories(
  { client, webUi }: ReadOptions,
  run: string,
): Promise<{ readonly stories: readonly WorkflowStory[]; readonly forgotten: readonly string[] }> {
  const { histories, forgotten } = await readHistories(client, run);
  const converter = client.options.loadedDataConverter.payloadConverter;
  const first = (payloads: Payloads): unknown => {
    const [payload] = payloads?.payloads ?? [];
    try {
      return payload ? converter.fromPayload(payload) : undefined;
    } catch {
      // Of a codec that this client has not.
      return undefined;
    }
  };
  const stories = histories.map(({ workflow, type, executions }) => {
    const parts = executions.map(({ execution, events }) => {
      const refOf = (event: HistoryEvent): EventRef => eventRef(event, { workflow, execution, webUi });
      return { execution, events, refOf, first };
    });
    return storyOf(workflow, type, parts);
  });
  return { stories, forgotten };
}

interface Part {
  readonly execution: string;
  readonly events: readonly HistoryEvent[];
  readonly refOf: (event: HistoryEvent) => EventRef;
  /** The first payload, decoded. */
  readonly first: (payloads: Payloads) => unknown;
}

function storyOf(workflow: string, type: string, parts: readonly Part[]): WorkflowStory {
  const [begin] = parts;
  const last = parts.at(-1);
  const [firstEvent] = begin?.events ?? [];
  const lastEvent = last?.events.at(-1);
  if (!begin || !last || !firstEvent || !lastEvent) throw new TypeError(`The history of '${workflow}' is empty.`);
  const isEnded = closing.has(typeName(lastEvent));
  return {
    workflow,
    executions: parts.map(({ execution }) => execution),
    type,
    started: begin.refOf(firstEvent),
    ended: isEnded ? last.refOf(lastEvent) : undefined,
    activities: parts.flatMap(activitiesOf),
    messages: parts.flatMap(messagesOf),
    states: parts.flatMap(statesOf),
    asks: parts.flatMap(asksOf),
    troubles: parts.flatMap(troublesOf),
  };
}

const closing: ReadonlySet<string> = new Set(
  ['Completed', 'Failed', 'TimedOut', 'Canceled', 'Terminated', 'ContinuedAsNew'].map((end) => `WorkflowExecution${end}`),
);

/** `ActivityTaskFailed`. */
function typeName({ eventType }: HistoryEvent): string {
  const name = EventType[eventType ?? 0] ?? 'UNKNOWN';
  return name
    .replace(/^EVENT_TYPE_/, '')
    .toLowerCase()
    .replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}

function eventRef(event: HistoryEvent, { workflow, execution, webUi }: { workflow: string; execution: string; webUi?: string }): EventRef {
  const id = Number(event.eventId);
  const { seconds, nanos } = event.eventTime ?? {};
  const at = new Date(Number(seconds ?? 0) * 1_000 + (nanos ?? 0) / 1_000_000).toISOString();
  const href = webUi && `${webUi}/workflows/${encodeURIComponent(workflow)}/${execution}/history/events/${id}`;
  return { type: typeName(event), workflow, execution, id, at, href };
}

function activitiesOf({ execution, events, refOf, first }: Part): readonly ToldActivity[] {
  const byScheduled = new Map<number, ToldActivity>();
  const add = (scheduled: unknown, more: Partial<ToldActivity>): void => {
    const id = Number(scheduled);
    const known = byScheduled.get(id);
    if (known) byScheduled.set(id, { ...known, ...defined(more) });
  };
  for (const event of events) {
    const scheduled = event.activityTaskScheduledEventAttributes;
    if (scheduled) {
      const summary = first({ payloads: event.userMetadata?.summary ? [event.userMetadata.summary] : [] });
      byScheduled.set(Number(event.eventId), {
        id: scheduled.activityId ?? '',
        execution,
        name: scheduled.activityType?.name ?? '',
        summary: typeof summary === 'string' ? summary : undefined,
        queue: scheduled.taskQueue?.name ?? '',
        scheduled: refOf(event),
        attempt: 1,
        heartbeatMs: Number(scheduled.heartbeatTimeout?.seconds ?? 0) * 1_000,
      });
    }
    const started = event.activityTaskStartedEventAttributes;
    if (started)
      add(started.scheduledEventId, {
        started: refOf(event),
        attempt: started.attempt ?? 1,
        identity: started.identity || undefined,
        lastFailure: started.lastFailure?.message ? started.lastFailure.message : undefined,
      });
    const completed = event.activityTaskCompletedEventAttributes;
    if (completed) {
      const verdicts = verdictsIn(first(completed.result));
      add(completed.scheduledEventId, { ended: refOf(event), end: 'completed', verdicts: verdicts.length > 0 ? verdicts : undefined });
    }
    const cancelled = event.activityTaskCanceledEventAttributes;
    if (cancelled) add(cancelled.scheduledEventId, { ended: refOf(event), end: 'cancelled' });
    const lost = event.activityTaskFailedEventAttributes ?? event.activityTaskTimedOutEventAttributes;
    if (lost) add(lost.scheduledEventId, lossOf(event, refOf(event), lost.failure));
  }
  return [...byScheduled.values()];
}

/** `[{verdict: 'done', outcome: {status: 'done'}}]`, as `outcomeOf` returns. */
function verdictsIn(result: unknown): readonly string[] {
  return listOf(result).flatMap(({ verdict, outcome }) =>
    typeof verdict === 'string' ? [textOf(recordOf(outcome)?.['status']) || verdict] : [],
  );
}

function lossOf(event: HistoryEvent, ended: EventRef, failure: temporal.api.failure.v1.IFailure | null | undefined): Partial<ToldActivity> {
  const timeout = timeouts[failure?.timeoutFailureInfo?.timeoutType ?? 0];
  const code = failure?.applicationFailureInfo?.type ?? failure?.cause?.applicationFailureInfo?.type;
  return {
    ended,
    end: event.activityTaskTimedOutEventAttributes ? 'timed-out' : 'failed',
    timeout,
    message: failure?.message ? failure.message : undefined,
    code: code || undefined,
  };
}

const timeouts: Readonly<Record<number, ToldActivity['timeout']>> = {
  [TimeoutType.TIMEOUT_TYPE_HEARTBEAT]: 'heartbeat',
  [TimeoutType.TIMEOUT_TYPE_START_TO_CLOSE]: 'start-to-close',
  [TimeoutType.TIMEOUT_TYPE_SCHEDULE_TO_START]: 'schedule-to-start',
  [TimeoutType.TIMEOUT_TYPE_SCHEDULE_TO_CLOSE]: 'schedule-to-close',
};

function messagesOf({ events, refOf, first }: Part): readonly ToldMessage[] {
  const replies = new Map(
    events.flatMap((event) => {
      const done = event.workflowExecutionUpdateCompletedEventAttributes;
      return done ? [[String(done.acceptedEventId), { reply: first(done.outcome?.success), replied: refOf(event) }] as const] : [];
    }),
  );
  return events.flatMap((event): readonly ToldMessage[] => {
    const signal = event.workflowExecutionSignaledEventAttributes;
    if (signal) {
      const byWorkflow = signal.externalWorkflowExecution?.workflowId;
      const sentBy = byWorkflow ? {} : { sentBy: signal.identity || 'a client without a name' };
      return [{ name: signal.signalName ?? '', through: 'signal', body: first(signal.input), event: refOf(event), ...sentBy }];
    }
    const request = event.workflowExecutionUpdateAcceptedEventAttributes?.acceptedRequest;
    if (!request) return [];
    const sentBy = request.meta?.identity || 'a client without a name';
    const reply = replies.get(String(event.eventId));
    return [
      { name: request.input?.name ?? '', through: 'update', body: first(request.input?.args), event: refOf(event), sentBy, ...reply },
    ];
  });
}

function statesOf({ events, refOf, first }: Part): WorkflowStory['states'] {
  return events.flatMap((event) => {
    const field = event.upsertWorkflowSearchAttributesEventAttributes?.searchAttributes?.indexedFields?.['SteadyhandState'];
    const state = field ? first({ payloads: [field] }) : undefined;
    return typeof state === 'string' ? [{ state, event: refOf(event) }] : [];
  });
}

/** Where their ids were drawn (domain/human/asked.ts). */
function asksOf({ events, refOf, first }: Part): WorkflowStory['asks'] {
  const drawing = new Map<number, unknown>();
  return events.flatMap((event): WorkflowStory['asks'] => {
    const scheduled = event.activityTaskScheduledEventAttributes;
    if (scheduled?.activityType?.name === 'drawRequestSecret') drawing.set(Number(event.eventId), first(scheduled.input));
    const completed = event.activityTaskCompletedEventAttributes;
    const asked = completed && drawing.get(Number(completed.scheduledEventId));
    const request = asked && requestAsked(asked, first(completed.result), refOf(event).at);
    return request ? [{ body: { request }, event: refOf(event) }] : [];
  });
}

function troublesOf({ events, refOf }: Part): WorkflowStory['troubles'] {
  return events.flatMap((event) => {
    const failed = event.workflowTaskFailedEventAttributes;
    if (failed)
      return [
        {
          text: failed.baseRunId ? 'the run was reset here' : `a workflow task failed: ${failed.failure?.message ?? ''}`,
          event: refOf(event),
        },
      ];
    return event.workflowTaskTimedOutEventAttributes
      ? [{ text: 'a workflow task was not finished in time: its worker was lost', event: refOf(event) }]
      : [];
  });
}
