// Temporal's histories of a run and of the workflows below it, as they are stored. Needs a server, and no worker.
import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import type { temporal } from '@temporalio/proto';
import type { Payload } from '@temporalio/common';
import { isEncrypted } from '../adapters/encryption/payload-codec.js';

export type HistoryEvent = temporal.api.history.v1.IHistoryEvent;

interface WorkflowHistory {
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

// What was read from Temporal without the SDK's own decoding: histories, heartbeats. It is decrypted here, and only here.

type Sent = temporal.api.common.v1.IPayload;

/** The value of a payload; undefined where there is none. */
export async function valueOf(client: Client, payload: Sent | null | undefined): Promise<unknown> {
  if (!payload) return undefined;
  const { payloadCodecs, payloadConverter } = client.options.loadedDataConverter;
  let [decoded] = [payload as Payload];
  for (const codec of payloadCodecs.toReversed()) [decoded = decoded] = await codec.decode([decoded]);
  return payloadConverter.fromPayload(decoded);
}

/** The same message, in which every payload is as it was before it was encrypted, and failures say what they said. Throws `EncryptionError`. */
export async function decoded<T>(client: Client, message: T): Promise<T> {
  const found: Found = { payloads: [], failures: [] };
  collect(message, found);
  if (found.payloads.length > 0) {
    let payloads: Payload[] = found.payloads;
    for (const codec of client.options.loadedDataConverter.payloadCodecs.toReversed()) payloads = await codec.decode(payloads);
    found.payloads.forEach((payload, index) =>
      Object.assign(payload, { metadata: payloads[index]?.metadata, data: payloads[index]?.data }),
    );
  }
  for (const failure of found.failures) tell(failure, client);
  return message;
}

type Failure = temporal.api.failure.v1.IFailure;

interface Found {
  readonly payloads: Payload[];
  readonly failures: Failure[];
}

function collect(value: unknown, found: Found): void {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
  if ('metadata' in value && isEncrypted(value as Payload)) {
    found.payloads.push(value as Payload);
    return;
  }
  if ('encodedAttributes' in value && value.encodedAttributes) found.failures.push(value as Failure);
  for (const part of Object.values(value)) collect(part, found);
}

/** Its message and its stack trace, out of the payload that they were put into. */
function tell(failure: Failure, client: Client): void {
  const attributes = client.options.loadedDataConverter.payloadConverter.fromPayload(failure.encodedAttributes as Payload);
  if (typeof attributes !== 'object' || attributes === null) return;
  const { message, stack_trace: stackTrace } = attributes as { readonly message?: unknown; readonly stack_trace?: unknown };
  if (typeof message === 'string') failure.message = message;
  if (typeof stackTrace === 'string') failure.stackTrace = stackTrace;
  failure.encodedAttributes = null;
}
