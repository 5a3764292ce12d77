// A run now, as if it were due, and what the schedule made of it. The server takes the wish at once and acts on it afterwards, by the overlap policy; only
// the schedule's own counters tell the outcome.
import { setTimeout as delay } from 'node:timers/promises';
import type { ScheduleDescription, ScheduleHandle } from '@temporalio/client';
import type { OverlapPolicy } from '../../domain/schedule/overlap.js';
import { nameOfPolicy } from './policies.js';

/**
 * started: the run. waits: it is started when those that are open have ended. left-out: it is not, for those are open, and under `buffer-one` another one waits
 * already. unknown: the server has not acted on it in time.
 */
export type Triggered = { readonly overlap: OverlapPolicy } & (
  | { readonly outcome: 'started'; readonly run: string }
  | { readonly outcome: 'waits' | 'left-out'; readonly open: readonly string[] }
  | { readonly outcome: 'unknown' }
);

const patienceMs = 10_000;
const everyMs = 100;

export async function triggerSchedule(handle: ScheduleHandle): Promise<Triggered> {
  const before = await handle.describe();
  await delay(untilNextSecond(before));
  // Without it, the SDK starts a run beside an open one.
  await handle.trigger(before.policies.overlap);
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const told = outcomeOf(before, await handle.describe());
    if (told.outcome !== 'unknown' || Date.now() >= deadline) return told;
    await delay(everyMs);
  }
}

/** ms: ids of runs end with the second, and beside an open one of the same id the server starts none, without a word. */
function untilNextSecond({ info }: Described): number {
  const newest = Math.max(0, ...info.recentActions.map(({ takenAt }) => takenAt.getTime()));
  const ms = Math.floor(newest / 1_000) * 1_000 + 1_000 - Date.now();
  return ms > 0 && ms <= 2_000 ? ms : 0;
}

type Described = Pick<ScheduleDescription, 'info' | 'policies' | 'raw'>;

function outcomeOf(before: Described, after: Described): Triggered {
  const overlap = nameOfPolicy(before.policies.overlap);
  const known = new Set(startedBy(before).map(({ execution }) => execution));
  const run = startedBy(after).find(({ execution }) => !known.has(execution))?.run;
  if (run !== undefined) return { overlap, outcome: 'started', run };
  const open = after.info.runningActions.map(({ workflow }) => workflow.workflowId);
  if (after.info.numActionsSkippedOverlap > before.info.numActionsSkippedOverlap) return { overlap, outcome: 'left-out', open };
  // One that is just being started stands in the buffer for a moment, too.
  if (open.length > 0 && bufferedBy(after) > bufferedBy(before)) return { overlap, outcome: 'waits', open };
  return { overlap, outcome: 'unknown' };
}

/** Newest first. An execution, since a run that was due in the same second has the same id. */
function startedBy({ info }: Described): readonly { readonly run: string; readonly execution: string }[] {
  return info.recentActions
    .map(({ action: { workflow } }) => ({ run: workflow.workflowId, execution: `${workflow.workflowId} ${workflow.firstExecutionRunId}` }))
    .toReversed();
}

function bufferedBy({ raw }: Described): number {
  return Number(raw.info?.bufferSize ?? 0);
}
