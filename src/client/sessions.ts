// Open device sessions, as the server knows them: no worker is asked.
import type { Client, WorkflowExecutionInfo } from '@temporalio/client';
// A CommonJS module whose named exports Node cannot detect.
import proto from '@temporalio/proto';
import type { DeviceKind } from '../domain/device/device-spec.js';
import { hostOfHoldQueue, hostOfIdentity } from '../domain/device/host-queues.js';
import { valueOf } from './histories.js';
import { listingClient } from './runs.js';
import { startedWith } from './history-entries.js';

const { PendingActivityState } = proto.temporal.api.enums.v1;

export interface SessionFacts {
  readonly session: string;
  readonly sessionRunId: string;
  readonly deviceId: string;
  readonly kind: DeviceKind;
  readonly owner: string;
  readonly since: Date;
  /** Whether a host runs its hold now; otherwise the hold waits in a queue. */
  readonly leased: boolean;
  /** The host that holds it, or is to resume it; undefined: any host. */
  readonly host?: string;
  /** Of the device that is held. */
  readonly epoch?: number;
}

export async function listSessions(client: Client): Promise<readonly SessionFacts[]> {
  const infos: WorkflowExecutionInfo[] = [];
  for await (const info of listingClient(client).workflow.list({ query: "WorkflowType='deviceSession' AND ExecutionStatus='Running'" }))
    infos.push(info);
  const sessions = await Promise.all(infos.map((info) => readSession(client, info)));
  return sessions.filter((session) => session !== undefined);
}

/** Undefined for one that has ended since it was listed. */
async function readSession(client: Client, info: WorkflowExecutionInfo): Promise<SessionFacts | undefined> {
  const { workflowId: session, runId: sessionRunId, startTime: since, parentExecution } = info;
  try {
    const [input, { raw, status }] = await Promise.all([
      startedWith(client, session, sessionRunId),
      client.workflow.getHandle(session, sessionRunId).describe(),
    ]);
    if (status.name !== 'RUNNING' || !parentExecution || !isSessionInput(input)) return undefined;
    const { deviceId, spec } = input;
    const owner = parentExecution.workflowId ?? '';
    const hold = raw.pendingActivities?.find(({ activityType }) => activityType?.name === 'leaseDevice');
    return { session, sessionRunId, deviceId, kind: spec.kind, owner, since, ...(await placeOf(client, hold)) };
  } catch {
    return undefined;
  }
}

type PendingActivity = NonNullable<
  Awaited<ReturnType<ReturnType<Client['workflow']['getHandle']>['describe']>>['raw']['pendingActivities']
>[number];

async function placeOf(client: Client, hold: PendingActivity | undefined): Promise<Pick<SessionFacts, 'leased' | 'host' | 'epoch'>> {
  if (!hold || hold.state === PendingActivityState.PENDING_ACTIVITY_STATE_SCHEDULED) {
    const host = hostOfHoldQueue(hold?.activityOptions?.taskQueue?.name ?? '');
    return { leased: false, host };
  }
  const host = hostOfIdentity(hold.lastWorkerIdentity ?? '');
  const [details] = hold.heartbeatDetails?.payloads ?? [];
  const epoch = details && ((await valueOf(client, details)) as { readonly epoch?: unknown }).epoch;
  return { leased: true, host, epoch: typeof epoch === 'number' ? epoch : undefined };
}

interface SessionInput {
  readonly deviceId: string;
  readonly spec: { readonly kind: DeviceKind };
}

function isSessionInput(value: unknown): value is SessionInput {
  return typeof value === 'object' && value !== null && 'deviceId' in value && 'spec' in value;
}
