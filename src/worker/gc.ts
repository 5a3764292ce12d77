// Gc by itself. Temporal's schedule says when, and that one at a time does it; the configuration of the worker that does it says what may go.
import { ScheduleAlreadyRunning, type Client, type ScheduleOptions } from '@temporalio/client';
import { collectArtifacts, type CollectContext } from '../client/collect-artifacts.js';
import { collectsByItself, gcWorkflow, type GcSettings } from '../domain/artifacts/gc-workflow.js';
import { byteSizeText } from '../domain/text/measures.js';
import type { Collected } from '../ports/artifact-store.js';
import type { Meter } from '../ports/meter.js';
import { taskQueue } from '../workflows/messages.js';

type Tell = (level: 'info' | 'warn', message: string) => void;

/** Makes the schedule, or gives it the times of this worker; whether it is paused stays as it is. A worker without rules leaves it alone. */
export async function keepGcSchedule(client: Client, gc: GcSettings, tell: Tell): Promise<void> {
  if (!collectsByItself(gc)) return;
  const { scheduleId, workflowId, type } = gcWorkflow;
  const options = {
    spec: { intervals: [{ every: gc.every }] },
    action: { type: 'startWorkflow', workflowType: type, workflowId, taskQueue, args: [] },
    // What was missed while the server was away is not made up for.
    policies: { overlap: 'SKIP', catchupWindow: '1 minute' },
  } as const satisfies Omit<ScheduleOptions, 'scheduleId'>;
  try {
    await client.schedule.create({ ...options, scheduleId }).catch(async (error: unknown) => {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
      await client.schedule.getHandle(scheduleId).update((before) => {
        if (before.action.workflowType !== type)
          throw new Error(
            `'${scheduleId}' is a schedule of something else, which this leaves alone: delete it, or create it by another id`,
          );
        return { ...options, state: before.state };
      });
    });
  } catch (error) {
    tell('warn', `gc does not run by itself: its schedule cannot be made (${error instanceof Error ? error.message : String(error)})`);
  }
}

export interface CollectingParts extends CollectContext {
  readonly gc: GcSettings;
  readonly tell: Tell;
  readonly meter: Meter;
}

/** Undefined where no rules are configured. */
export function createCollecting({ gc, tell, meter, ...context }: CollectingParts): (() => Promise<Collected>) | undefined {
  if (!collectsByItself(gc)) return undefined;
  const { olderThan, maxSize } = gc;
  return async () => {
    const collected = await collectArtifacts(context, {
      before: olderThan === undefined ? undefined : new Date(Date.now() - olderThan),
      maxBytes: maxSize,
    });
    const { removed, bytes, left, leftBytes } = collected;
    const isTooMuch = maxSize !== undefined && leftBytes > maxSize;
    tell(
      isTooMuch ? 'warn' : 'info',
      `gc removed ${removed} artifacts, ${byteSizeText(bytes)}; ${left} are left, ${byteSizeText(leftBytes)}${isTooMuch ? `, more than ${byteSizeText(maxSize)}: the rest is in use, or recent` : ''}`,
    );
    meter({ name: 'steadyhand_artifact_bytes', value: leftBytes, labels: {} });
    return collected;
  };
}
