// The one reader of what Temporal's history tells: it yields entries of the run's stream (domain/run/entry.ts). Needs a server, and no worker.
import type { Client } from '@temporalio/client';
// A CommonJS module whose named exports Node cannot detect.
import proto, { type temporal } from '@temporalio/proto';
import { listOf, recordOf, textOf } from '../domain/checks/read-stored.js';
import { defined } from '../domain/collections.js';
import type { EventRef } from '../domain/report/report.schema.js';
import type { ActivityEntry, ActivityFacts, HistoryFact, MessageEntry } from '../domain/run/entry.js';
import { decoded, eventsOf, type Execution, firstEvent, type HistoryEvent, readHistories } from './histories.js';
import { requestFrom } from '../domain/human/requests.js';

type Payloads = temporal.api.common.v1.IPayloads | null | undefined;

const { EventType, TimeoutType } = proto.temporal.api.enums.v1;

/**
 * Those of the run's own workflow first, each workflow's in their order. Throws `WorkflowNotFoundError`. A child that the server has forgotten is left
 * out, and named in `forgotten`. `webUi`: its address with the namespace, if known.
 */
export async function readHistory(
  client: Client,
  run: string,
  webUi?: string,
): Promise<{ readonly entries: readonly HistoryFact[]; readonly forgotten: readonly string[] }> {
  const { histories, forgotten } = await readHistories(client, run);
  const entries = histories.flatMap(({ workflow, executions }) =>
    executions.flatMap((part) => entriesOf({ ...part, workflow, webUi, first: firstOf(client) })),
  );
  return { entries, forgotten };
}

/** Of one execution of one workflow. */
export async function readExecution(client: Client, workflow: string, execution: string): Promise<readonly HistoryFact[]> {
  return entriesOf({ workflow, execution, events: await eventsOf(client, workflow, execution), first: firstOf(client) });
}

/** The first argument that the execution was started with; undefined when the server has forgotten it. */
export async function startedWith(client: Client, workflow: string, execution: string): Promise<unknown> {
  const event = await firstEvent(client, workflow, execution);
  return event && firstOf(client)((await decoded(client, event)).workflowExecutionStartedEventAttributes?.input);
}

/** As it is stored, for what needs no keys: of it nothing is read that was encrypted. */
export async function readSealedExecution(client: Client, workflow: string, execution: string): Promise<readonly HistoryFact[]> {
  const { events } = await client.workflow.getHandle(workflow, execution).fetchHistory();
  return entriesOf({ workflow, execution, events: events ?? [], first: firstOf(client) });
}

/** The first payload as a value. */
function firstOf(client: Client): (payloads: Payloads) => unknown {
  return (payloads) => {
    const [payload] = payloads?.payloads ?? [];
    try {
      return payload ? client.options.loadedDataConverter.payloadConverter.fromPayload(payload) : undefined;
    } catch {
      // Of a codec that this client has not.
      return undefined;
    }
  };
}

interface Part extends Execution {
  readonly workflow: string;
  readonly webUi?: string;
  readonly first: (payloads: Payloads) => unknown;
}

/** What a later event tells of an earlier one is added to the entry of that one. */
function entriesOf({ workflow, execution, events, webUi, first }: Part): readonly HistoryFact[] {
  const activities = new Map<string, ActivityEntry>();
  const updates = new Map<string, MessageEntry>();
  const drawing = new Map<string, unknown>();
  return events.flatMap((event): readonly HistoryFact[] => {
    const ref = eventRef(event, { workflow, execution, webUi });
    const head = { seq: `${execution}#${ref.id}`, at: ref.at, event: ref };
    const begun = event.workflowExecutionStartedEventAttributes;
    if (begun) {
      const data = { input: first(begun.input), original: begun.originalExecutionRunId || execution };
      return [{ ...head, type: 'started', data }];
    }
    const scheduled = event.activityTaskScheduledEventAttributes;
    if (scheduled) {
      if (scheduled.activityType?.name === 'drawRequestSecret') drawing.set(String(event.eventId), first(scheduled.input));
      const entry: ActivityEntry = { ...head, type: 'activity', data: activityOf(event, first) };
      activities.set(String(event.eventId), entry);
      return [entry];
    }
    const ofActivity = laterOf(event, ref, first);
    if (ofActivity) {
      const { scheduledEventId, facts } = ofActivity;
      Object.assign(activities.get(scheduledEventId)?.data ?? {}, defined(facts));
      const asked = drawing.get(scheduledEventId);
      const request = requestFrom(asked, first(event.activityTaskCompletedEventAttributes?.result), ref.at);
      return request ? [{ ...head, type: 'asked', data: request }] : [];
    }
    const message = messageOf(event, first);
    if (message) {
      const entry: MessageEntry = { ...head, type: 'message', data: message };
      updates.set(String(event.eventId), entry);
      return [entry];
    }
    const replied = event.workflowExecutionUpdateCompletedEventAttributes;
    if (replied) {
      const reply = first(replied.outcome?.success);
      Object.assign(updates.get(String(replied.acceptedEventId))?.data ?? {}, { reply, replied: ref });
      return [];
    }
    const field = event.upsertWorkflowSearchAttributesEventAttributes?.searchAttributes?.indexedFields?.['SteadyhandState'];
    const state = field ? first({ payloads: [field] }) : undefined;
    if (typeof state === 'string') return [{ ...head, type: 'state', data: { state } }];
    const trouble = troubleOf(event);
    if (trouble) return [{ ...head, type: 'trouble', data: trouble }];
    return closing.has(ref.type) ? [{ ...head, type: 'ended', data: {} }] : [];
  });
}

const closing: ReadonlySet<string> = new Set(
  ['Completed', 'Failed', 'TimedOut', 'Canceled', 'Terminated', 'ContinuedAsNew'].map((end) => `WorkflowExecution${end}`),
);

function eventRef(event: HistoryEvent, { workflow, execution, webUi }: { workflow: string; execution: string; webUi?: string }): EventRef {
  const id = Number(event.eventId);
  const { seconds, nanos } = event.eventTime ?? {};
  const at = new Date(Number(seconds ?? 0) * 1_000 + (nanos ?? 0) / 1_000_000).toISOString();
  const href = webUi && `${webUi}/workflows/${encodeURIComponent(workflow)}/${execution}/history/events/${id}`;
  return { type: typeName(event), workflow, execution, id, at, href };
}

/** `ActivityTaskFailed`. */
function typeName({ eventType }: HistoryEvent): string {
  const name = EventType[eventType ?? 0] ?? 'UNKNOWN';
  return name
    .replace(/^EVENT_TYPE_/, '')
    .toLowerCase()
    .replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}

function activityOf({ activityTaskScheduledEventAttributes: scheduled, userMetadata }: HistoryEvent, first: Part['first']): ActivityFacts {
  const summary = first({ payloads: userMetadata?.summary ? [userMetadata.summary] : [] });
  return {
    id: scheduled?.activityId ?? '',
    name: scheduled?.activityType?.name ?? '',
    summary: typeof summary === 'string' ? summary : undefined,
    queue: scheduled?.taskQueue?.name ?? '',
    attempt: 1,
  };
}

interface LaterFacts {
  readonly scheduledEventId: string;
  readonly facts: Partial<ActivityFacts>;
}

/** What became of an activity; undefined: the event is about something else. */
function laterOf(event: HistoryEvent, ref: EventRef, first: Part['first']): LaterFacts | undefined {
  const of = (scheduled: unknown, facts: Partial<ActivityFacts>): LaterFacts => ({ scheduledEventId: String(scheduled), facts });
  const started = event.activityTaskStartedEventAttributes;
  if (started) {
    const { attempt, identity, lastFailure } = started;
    return of(started.scheduledEventId, {
      ...{ started: ref, attempt: attempt ?? 1, identity: identity || undefined, lastFailure: lastFailure?.message || undefined },
    });
  }
  const completed = event.activityTaskCompletedEventAttributes;
  if (completed) {
    const verdicts = verdictsIn(first(completed.result));
    return of(completed.scheduledEventId, { ended: ref, end: 'completed', verdicts: verdicts.length > 0 ? verdicts : undefined });
  }
  const cancelled = event.activityTaskCanceledEventAttributes;
  if (cancelled) return of(cancelled.scheduledEventId, { ended: ref, end: 'cancelled' });
  const lost = event.activityTaskFailedEventAttributes ?? event.activityTaskTimedOutEventAttributes;
  if (!lost) return undefined;
  return of(lost.scheduledEventId, {
    ended: ref,
    end: event.activityTaskTimedOutEventAttributes ? 'timed-out' : 'failed',
    timeout: timeouts[lost.failure?.timeoutFailureInfo?.timeoutType ?? 0],
    message: lost.failure?.message || undefined,
  });
}

const timeouts: Readonly<Record<number, ActivityFacts['timeout']>> = {
  [TimeoutType.TIMEOUT_TYPE_HEARTBEAT]: 'heartbeat',
  [TimeoutType.TIMEOUT_TYPE_START_TO_CLOSE]: 'start-to-close',
  [TimeoutType.TIMEOUT_TYPE_SCHEDULE_TO_START]: 'schedule-to-start',
  [TimeoutType.TIMEOUT_TYPE_SCHEDULE_TO_CLOSE]: 'schedule-to-close',
};

/** `[{verdict: 'done', outcome: {status: 'done'}}]`, as `outcomeOf` returns. */
function verdictsIn(result: unknown): readonly string[] {
  return listOf(result).flatMap(({ verdict, outcome }) =>
    typeof verdict === 'string' ? [textOf(recordOf(outcome)?.['status']) || verdict] : [],
  );
}

function messageOf(event: HistoryEvent, first: Part['first']): MessageEntry['data'] | undefined {
  const unnamed = 'a client without a name';
  const signal = event.workflowExecutionSignaledEventAttributes;
  if (signal) {
    const byWorkflow = signal.externalWorkflowExecution?.workflowId;
    const sentBy = byWorkflow ? undefined : signal.identity || unnamed;
    return { name: signal.signalName ?? '', through: 'signal', body: first(signal.input), sentBy };
  }
  const request = event.workflowExecutionUpdateAcceptedEventAttributes?.acceptedRequest;
  if (!request) return undefined;
  const sentBy = request.meta?.identity || unnamed;
  return { name: request.input?.name ?? '', through: 'update', body: first(request.input?.args), sentBy };
}

function troubleOf(event: HistoryEvent): { readonly text: string; readonly replaced?: string } | undefined {
  const failed = event.workflowTaskFailedEventAttributes;
  if (failed) {
    const replaced = failed.baseRunId || undefined;
    return { text: replaced ? 'the run was reset here' : `a workflow task failed: ${failed.failure?.message ?? ''}`, replaced };
  }
  return event.workflowTaskTimedOutEventAttributes ? { text: 'a workflow task was not finished in time: its worker was lost' } : undefined;
}
