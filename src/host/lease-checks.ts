// What a host asks Temporal: whether its lease is valid, whether the owner is running, where the session wants its device.
//
// desk-1. No answer never means "gone": an unreachable server costs no run its device. Nor does it mean a lease: without one nothing is sent.
// desk-2. An owner lives if and only if it is RUNNING and its chain's first run is the one that asked for the device: a reused id is another workflow,
//     continue-as-new and reset keep the first run.
// The client must have its own connection: the worker's is cut off for an activity that is cancelled, which is when these questions matter.
import type { Client, WorkflowExecutionDescription } from '@temporalio/client';
import type { DeviceHandle } from '../domain/device/device-spec.js';
import { SteadyhandError } from '../domain/errors/errors.js';

export class LeaseLostError extends SteadyhandError {
  readonly code = 'lease-lost';
  override readonly name = 'LeaseLostError';
}

/** The server did not answer in time: the lease may well be valid. */
export class LeaseUnconfirmedError extends SteadyhandError {
  readonly code = 'lease-unconfirmed';
  override readonly name = 'LeaseUnconfirmedError';
}

export interface LeaseChecks {
  /**
   * Tells the server now (no throttle) that this activity goes on. Throws `LeaseLostError` when it no longer should, `LeaseUnconfirmedError` when the
   * server does not answer.
   */
  confirm(taskToken: Uint8Array, details: unknown): Promise<void>;
  /** Whether that hold is still valid: one that a frozen host starts when it wakes may have been given to another host since. Only `gone` is proof. */
  leaseStands(taskToken: Uint8Array, details: unknown): Promise<'stands' | 'gone' | 'not-known'>;
  ownerLives(workflowId: string, firstRunId: string): Promise<'lives' | 'gone' | 'not-known'>;
  /** `elsewhere`: the session runs, and its current hold is on another host, or queued for one or for any. `here`: it is on this host, or queued for it. */
  sessionStanding(sessionId: string, sessionRunId: string): Promise<'here' | 'elsewhere' | 'ended' | 'not-known'>;
  /** False when the owner has ended. */
  announce(ownerWorkflowId: string, device: DeviceHandle): Promise<boolean>;
}

export interface TemporalDeskOptions {
  readonly client: Client;
  /** `identity` of all Workers of this host. */
  readonly workerIdentity: string;
  readonly leaseQueue: string;
}

const patienceMs = 5_000;
/** A confirmation that takes longer is of no use: it must be newer than 500 ms at dispatch. */
const leasePatienceMs = 2_000;
/** What the client throws when the server has answered, and the answer is no. */
const leaseEnds = ['ActivityNotFoundError', 'ActivityCancelledError', 'ActivityPausedError', 'ActivityResetError'] as const;
const pendingScheduled = 1;

export function createLeaseChecks({ client, workerIdentity, leaseQueue }: TemporalDeskOptions): LeaseChecks {
  function inTime<T>(call: () => Promise<T>, limitMs = patienceMs): Promise<T> {
    return client.withDeadline(Date.now() + limitMs, call);
  }

  /** Undefined: there is no workflow with that id. */
  function describe(workflowId: string, runId?: string): Promise<WorkflowExecutionDescription | undefined> {
    return inTime(() => client.workflow.getHandle(workflowId, runId).describe()).catch((error: unknown) => {
      if (isNamed(error, 'WorkflowNotFoundError')) return undefined;
      throw error;
    });
  }

  /** The run of the session's chain that is open now. */
  async function openRun(sessionId: string, sessionRunId: string): Promise<WorkflowExecutionDescription | undefined> {
    const latest = await describe(sessionId);
    if (latest?.status.name !== 'RUNNING') return undefined;
    if (latest.runId === sessionRunId) return latest;
    const ours = await describe(sessionId, sessionRunId);
    return ours !== undefined && firstRunOf(ours) === firstRunOf(latest) ? latest : undefined;
  }

  return {
    async confirm(taskToken, details) {
      try {
        await inTime(() => client.activity.heartbeat(taskToken, details), leasePatienceMs);
      } catch (error) {
        const Refused = leaseEnds.some((name) => isNamed(error, name)) ? LeaseLostError : LeaseUnconfirmedError;
        throw new Refused(`Temporal does not confirm that this action is still wanted (${messageOf(error)}); it was not sent.`, {
          cause: error,
        });
      }
    },
    async leaseStands(taskToken, details) {
      try {
        await inTime(() => client.activity.heartbeat(taskToken, details), leasePatienceMs);
        return 'stands';
      } catch (error) {
        return isNamed(error, 'ActivityNotFoundError') ? 'gone' : 'not-known';
      }
    },
    async ownerLives(workflowId, firstRunId) {
      try {
        const owner = await describe(workflowId);
        return owner?.status.name === 'RUNNING' && firstRunOf(owner) === firstRunId ? 'lives' : 'gone';
      } catch {
        return 'not-known';
      }
    },
    async sessionStanding(sessionId, sessionRunId) {
      try {
        const session = await openRun(sessionId, sessionRunId);
        return session === undefined ? 'ended' : whereLeased(session, workerIdentity, leaseQueue);
      } catch {
        return 'not-known';
      }
    },
    async announce(ownerWorkflowId, device) {
      try {
        await inTime(() => client.workflow.getHandle(ownerWorkflowId).signal('deviceReady', device));
        return true;
      } catch (error) {
        if (isNamed(error, 'WorkflowNotFoundError')) return false;
        throw error;
      }
    },
  };
}

function whereLeased(
  { raw }: WorkflowExecutionDescription,
  workerIdentity: string,
  leaseQueue: string,
): 'here' | 'elsewhere' | 'not-known' {
  const hold = raw.pendingActivities?.find((activity) => activity.activityType?.name === 'leaseDevice');
  if (hold === undefined) return 'not-known';
  if (hold.state !== pendingScheduled) return hold.lastWorkerIdentity === workerIdentity ? 'here' : 'elsewhere';
  const queue = hold.activityOptions?.taskQueue?.name;
  if (!queue) return 'not-known';
  return queue === leaseQueue ? 'here' : 'elsewhere';
}

function firstRunOf({ raw, runId }: WorkflowExecutionDescription): string {
  return raw.workflowExecutionInfo?.firstRunId || runId;
}

function isNamed(error: unknown, name: string): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === name;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
