// Runs by the clock, over Temporal's Schedules. The server starts each run; its id is the schedule's with the time appended.
import { isBlank } from '../../domain/text/blank.js';
import { gcWorkflow } from '../../domain/artifacts/gc-workflow.js';
import { InputError } from '../../domain/errors/input-error.js';
import type { AgentInput, ExplorerStart, FlowStart } from '../../domain/run/program-input.js';
import { overlapFor, type OverlapPolicy } from '../../domain/schedule/overlap.js';
import { durationOf, type ScheduleTimes, timesSpec } from '../../domain/schedule/times.js';
import type { ClientContext } from '../context.js';
import { prepareAgent, type Prepared, prepareExplorer, prepareFlow } from '../inputs.js';
import type { Flows } from '../library/flows.js';
import { type LibraryStart, prepareLibraryFlow } from '../library/start-flow.js';
import { runOptions } from '../run-start.js';
import { listSchedules, nameOfPolicy, policyOf, type ScheduleSummary, type ScheduleView, viewOf } from './read-schedules.js';
import { setTimeout as delay } from 'node:timers/promises';
import type { ScheduleDescription, ScheduleHandle } from '@temporalio/client';

/** What a schedule starts. A flow of the library in the version that it has when the schedule is made. */
export type ScheduledRun =
  | { readonly agent: AgentInput }
  | { readonly flow: FlowStart }
  | { readonly explorer: ExplorerStart }
  | { readonly saved: string; readonly input?: LibraryStart };

export interface ScheduleOptions {
  /** What happens when it is due while its last run is open. By default `skip`; `buffer-one` on a device of which there is one. */
  readonly overlap?: OverlapPolicy;
  /** After an outage, starts that were missed are made up for if they are not older: `1h`. By default the server's, a year. */
  readonly catchUp?: string;
  /** It starts nothing until it is resumed. */
  readonly paused?: boolean;
  readonly note?: string;
  /** Shown in lists; by default what a run of it would be called. */
  readonly title?: string;
}

export interface Schedules {
  /** Throws `InputError` for times, an input or a policy that cannot be, and a `ClientError` (`schedule-exists`). */
  create(id: string, run: ScheduledRun, times: ScheduleTimes, options?: ScheduleOptions): Promise<ScheduleView>;
  /** Those that start runs of ours, by id. A schedule that was just made may be missing for a second. */
  list(): Promise<readonly ScheduleSummary[]>;
  describe(id: string): Promise<ScheduleView>;
  pause(id: string, note?: string): Promise<void>;
  resume(id: string, note?: string): Promise<void>;
  /** Starts a run now, as if it were due: the overlap policy holds. Resolves with what came of it, within about ten seconds. */
  trigger(id: string): Promise<Triggered>;
  /** Its open runs go on. */
  delete(id: string): Promise<void>;
}

export function createSchedules(context: ClientContext, flows: Pick<Flows, 'read'>): Schedules {
  const handleOf = async (id: string) => {
    // One that others have made may have a name that ours cannot.
    if (isBlank(id)) throw new InputError('id', id, 'the name of a schedule');
    return (await context.client()).schedule.getHandle(id);
  };

  async function prepare(run: ScheduledRun): Promise<Prepared> {
    if ('agent' in run) return prepareAgent(run.agent);
    if ('flow' in run) return prepareFlow(run.flow);
    if ('explorer' in run) return prepareExplorer(run.explorer);
    const { version, ...input } = run.input ?? {};
    return prepareLibraryFlow(context, await flows.read(run.saved, version), input);
  }

  return {
    async create(id, run, times, { overlap, catchUp, paused = false, note, title: named } = {}) {
      const spec = timesSpec(times);
      const prepared = await prepare(run);
      const policies = {
        overlap: policyOf(overlapFor(prepared.device, overlap)),
        catchupWindow: catchUp === undefined ? undefined : durationOf('catchUp', catchUp),
      };
      // What two runs at once come to is the overlap policy's.
      const { workflowIdConflictPolicy: _, ...started } = runOptions(prepared, {
        id,
        unique: id,
        title: named,
      });
      const client = await context.client();
      const handle = await client.schedule
        .create({
          scheduleId: checkedId(id),
          spec,
          policies,
          state: { paused, note },
          memo: started.memo,
          action: { type: 'startWorkflow', workflowType: prepared.type, ...started },
        })
        .catch((error: unknown) => {
          throw refusedTimes(error, times) ?? error;
        });
      const made = viewOf(await handle.describe());
      if (paused || made.next.length > 0) return made;
      await handle.delete();
      throw new InputError('times', made.times, 'times that come: by these it would never start a run');
    },
    list: async () => listSchedules(await context.client()),
    describe: async (id) => viewOf(await (await handleOf(id)).describe()),
    async pause(id, note) {
      const handle = await handleOf(id);
      const { state } = await handle.describe();
      // The server takes no empty note, and the SDK has words of its own for none.
      await handle.pause(note || (state.paused && state.note) || 'paused');
    },
    resume: async (id, note) => (await handleOf(id)).unpause(note || 'resumed'),
    trigger: async (id) => triggerSchedule(await handleOf(id)),
    delete: async (id) => (await handleOf(id)).delete(),
  };
}

/** Throws `InputError`. A slash would make its runs look like parts of another one. */
function checkedId(id: string): string {
  if (isBlank(id) || /[/\p{Cc}]/u.test(id) || id.length > 200)
    throw new InputError('id', id, 'a name of at most 200 characters, without a slash or a line break');
  if (id === gcWorkflow.scheduleId) throw new InputError('id', id, 'another one: that is the schedule by which workers remove artifacts');
  return id;
}

/** What the server says is wrong with a cron expression reaches us as a TypeError, which does not say with which. */
function refusedTimes(error: unknown, { cron }: ScheduleTimes): InputError | undefined {
  if (!(error instanceof TypeError) || cron === undefined) return undefined;
  return new InputError('cron', cron.join('; '), `what the server takes; it says: ${error.message}`);
}

// A run now, as if it were due, and what the schedule made of it. The server takes the wish at once and acts on it afterwards, by the overlap policy; only
// the schedule's own counters tell the outcome.

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

async function triggerSchedule(handle: ScheduleHandle): Promise<Triggered> {
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
