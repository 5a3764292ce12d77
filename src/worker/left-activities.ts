// The next worker in a folder tells Temporal what was lost with a killed one. Otherwise it is noticed once enough heartbeats are missing.
import { ActivityNotFoundError, type Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import type { LeaseEndedError } from '../activities/device/lease-device.js';
import { killedWorkerText } from '../domain/device/recovery.js';
import type { RunningActivities, RunningActivity } from '../ports/device-records.js';

type Log = (text: string) => void;

/** The worker's activities are noted while they run. */
export function noteRunning(running: RunningActivities, log: Log): ActivityInterceptorsFactory {
  return ({ info: { taskToken: token, activityType: type } }) => ({
    inbound: {
      async execute(input, next) {
        attempt(() => running.begin({ token, type }), log);
        try {
          return await next(input);
        } finally {
          attempt(() => running.end({ token, type }), log);
        }
      },
    },
  });
}

/** Nothing fails for want of a note: what is lost is then noticed by heartbeats. */
function attempt(note: () => void, log: Log): void {
  try {
    note();
  } catch (error) {
    log(`An activity cannot be noted: ${String(error)}`);
  }
}

const patienceMs = 10_000;

/**
 * Fails what a killed worker was at, beside whatever comes next; closing waits for it. An activity that has ended meanwhile, or is tried again, is known to Temporal no more
 * under that token.
 */
export function failLeft(left: readonly RunningActivity[], client: Client, hostId: string, log: Log): { close(): Promise<void> } {
  const told = Promise.all(left.map((activity) => fail(activity, client, hostId, log)));
  return { close: async () => void (await told) };
}

async function fail(left: RunningActivity, client: Client, hostId: string, log: Log): Promise<void> {
  const told = client.withDeadline(Date.now() + patienceMs, () => client.activity.fail(left.token, failureOf(left, hostId)));
  await told.catch((error: unknown) => {
    if (!(error instanceof ActivityNotFoundError)) log(`Temporal could not be told that '${left.type}' has ended: ${String(error)}`);
  });
}

/** A device waits where it is; whether anything else has run, who asked for it finds out as after a worker that was stopped. */
function failureOf({ type }: RunningActivity, hostId: string): ApplicationFailure {
  const code = type === 'leaseDevice' ? ('host-draining' satisfies LeaseEndedError['code']) : 'WorkerShutdown';
  return ApplicationFailure.create({ message: killedWorkerText, type: code, details: [{ hostId }] });
}
