// What is asked of a Temporal server besides runs: who polls, whether our search attribute is known.
import type { Client } from '@temporalio/client';
// A CommonJS module whose named exports Node cannot detect.
import proto from '@temporalio/proto';
import { deviceQueueOf } from '../domain/device/host-queues.js';
import { steadyhandState, taskQueue } from '../workflows/messages.js';

const { IndexedValueType, TaskQueueType, WorkerStatus, WorkerVersioningMode } = proto.temporal.api.enums.v1;
const versioned = WorkerVersioningMode.WORKER_VERSIONING_MODE_VERSIONED;
const alreadyExists = 6;

export interface Poller {
  readonly identity: string;
  readonly lastSeen: Date;
  /** Absent: it has no build id. */
  readonly version?: { readonly deployment: string; readonly buildId: string };
}

/** A worker polls at least once a minute, so one that has not been seen for longer is gone. */
export const silentMs = 75_000;

/** Who polled for workflow tasks recently; the server remembers a poller for about five minutes. */
export function workflowPollers(client: Client): Promise<readonly Poller[]> {
  return pollersOf(client, taskQueue, TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW);
}

/** Those that are not gone. */
export async function recentPollers(client: Client, since = Date.now() - silentMs): Promise<readonly Poller[]> {
  return (await workflowPollers(client)).filter(({ lastSeen }) => lastSeen.getTime() >= since);
}

export async function workerPolls(client: Client, { since }: { readonly since?: number } = {}): Promise<boolean> {
  return (await recentPollers(client, since)).length > 0;
}

/** Whether a host recently had a free device of that kind: one whose slots are all taken does not poll. */
export async function deviceIsOffered(client: Client, kind: string): Promise<boolean> {
  const pollers = await pollersOf(client, deviceQueueOf(kind), TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY);
  return pollers.some(({ lastSeen }) => lastSeen.getTime() >= Date.now() - silentMs);
}

async function pollersOf(client: Client, name: string, taskQueueType: number): Promise<readonly Poller[]> {
  const { pollers } = await client.workflowService.describeTaskQueue({
    namespace: client.options.namespace,
    taskQueue: { name },
    taskQueueType,
  });
  return (pollers ?? []).map(({ identity, lastAccessTime, deploymentOptions }) => ({
    identity: identity ?? '',
    lastSeen: dateOf(lastAccessTime),
    version:
      deploymentOptions?.workerVersioningMode === versioned
        ? { deployment: deploymentOptions.deploymentName ?? '', buildId: deploymentOptions.buildId ?? '' }
        : undefined,
  }));
}

export function dateOf(timestamp: { readonly seconds?: unknown; readonly nanos?: number | null } | null | undefined): Date {
  return new Date(Number(timestamp?.seconds ?? 0) * 1_000 + (timestamp?.nanos ?? 0) / 1e6);
}

/** One Worker of a worker process, as it last reported to the server. */
export interface WorkerFacts {
  readonly identity: string;
  readonly taskQueue: string;
  readonly machine: string;
  readonly process: number;
  readonly startedAt: Date;
  readonly lastSeen: Date;
  readonly draining: boolean;
  /** Activities that it runs at once; 0 when it does not report that. */
  readonly activities: number;
}

/** Empty on a server that does not keep such reports, and for up to ten seconds after a start. */
export async function listWorkers(client: Client): Promise<readonly WorkerFacts[]> {
  const workers: WorkerFacts[] = [];
  let nextPageToken: Uint8Array | undefined;
  do {
    const page = await client.workflowService
      .listWorkers({ namespace: client.options.namespace, pageSize: 200, nextPageToken })
      .catch(() => undefined);
    for (const { workerHeartbeat: report } of page?.workersInfo ?? []) if (report) workers.push(workerOf(report));
    nextPageToken = page?.nextPageToken?.length ? page.nextPageToken : undefined;
  } while (nextPageToken);
  return workers;
}

type Report = NonNullable<Awaited<ReturnType<Client['workflowService']['listWorkers']>>['workersInfo'][number]['workerHeartbeat']>;

function workerOf({
  workerIdentity,
  taskQueue: queue,
  hostInfo,
  startTime,
  heartbeatTime,
  status,
  activityTaskSlotsInfo: slots,
}: Report): WorkerFacts {
  return {
    identity: workerIdentity ?? '',
    taskQueue: queue ?? '',
    machine: hostInfo?.hostName ?? '',
    process: Number(hostInfo?.processId ?? 0),
    startedAt: dateOf(startTime),
    lastSeen: dateOf(heartbeatTime),
    draining: status === WorkerStatus.WORKER_STATUS_SHUTTING_DOWN,
    activities: (slots?.currentAvailableSlots ?? 0) + (slots?.currentUsedSlots ?? 0),
  };
}

export async function knowsSearchAttribute(client: Client): Promise<boolean> {
  const { customAttributes } = await client.connection.operatorService.listSearchAttributes({ namespace: client.options.namespace });
  return customAttributes?.[steadyhandState.name] !== undefined;
}

export async function registerSearchAttribute(client: Client): Promise<void> {
  try {
    await client.connection.operatorService.addSearchAttributes({
      namespace: client.options.namespace,
      searchAttributes: { [steadyhandState.name]: IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD },
    });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === alreadyExists)) throw error;
  }
}
