// Schedules as the server has them.
import {
  type Client,
  type ScheduleDescription,
  ScheduleNotFoundError,
  type ScheduleOverlapPolicy,
  type ScheduleSpecDescription,
  type ScheduleSummary as Listed,
} from '@temporalio/client';
import { typeOfEngine } from '../../domain/run/listed.js';
import { EncryptionError } from '../../ports/keys.js';
import { type OverlapPolicy, overlapPolicies } from '../../domain/schedule/overlap.js';
import { listingClient } from '../runs.js';

export interface ScheduleSummary {
  readonly id: string;
  /** Workflow type. */
  readonly type: string;
  readonly title?: string;
  readonly times: string;
  readonly paused: boolean;
  readonly note?: string;
  /** When it starts the next runs, soonest first. */
  readonly next: readonly string[];
  /** Ids of the runs that it started last, newest first. */
  readonly runs: readonly string[];
}

export interface ScheduleView extends ScheduleSummary {
  readonly overlap: OverlapPolicy;
  /** Runs of it that are open. */
  readonly open: readonly string[];
  readonly started: number;
  readonly skipped: number;
  /** The input of its runs. */
  readonly input: unknown;
}

/** Those that start runs of ours, by id. */
export async function listSchedules(client: Client): Promise<readonly ScheduleSummary[]> {
  const ours: readonly string[] = Object.values(typeOfEngine);
  const found: ScheduleSummary[] = [];
  for await (const listed of listingClient(client).schedule.list())
    if (listed.action && ours.includes(listed.action.workflowType)) found.push(summaryOf(listed, listed.action.workflowType));
  return found.sort((one, other) => one.id.localeCompare(other.id));
}

/** Inputs of all schedules: what their runs need must be kept. One that is deleted meanwhile needs nothing. */
export async function scheduledInputs(client: Client): Promise<readonly unknown[]> {
  const schedules = await listSchedules(client);
  const described = schedules.map(({ id }) =>
    client.schedule
      .getHandle(id)
      .describe()
      .then(({ action }) => action.args)
      .catch((error: unknown) => {
        if (error instanceof ScheduleNotFoundError) return [];
        if (error instanceof EncryptionError)
          throw new EncryptionError(error.code, `The schedule '${id}' cannot be read. ${error.message}`);
        throw error;
      }),
  );
  return Promise.all(described);
}

type Common = Pick<Listed, 'scheduleId' | 'spec' | 'memo' | 'state' | 'info'>;

function summaryOf({ scheduleId: id, spec, memo, state, info }: Common, type: string): ScheduleSummary {
  const title = memo?.['request'];
  return {
    id,
    type,
    title: typeof title === 'string' ? title : undefined,
    times: timesText(spec),
    paused: state.paused,
    note: state.note || undefined,
    next: info.nextActionTimes.map((time) => time.toISOString()),
    runs: info.recentActions.map(({ action }) => action.workflow.workflowId).reverse(),
  };
}

export function viewOf(schedule: ScheduleDescription): ScheduleView {
  const { action, policies, info } = schedule;
  return {
    ...summaryOf(schedule, action.workflowType),
    overlap: nameOfPolicy(policies.overlap),
    open: info.runningActions.map(({ workflow }) => workflow.workflowId),
    started: info.numActionsTaken,
    skipped: info.numActionsSkippedOverlap,
    input: action.args?.[0],
  };
}

// When a schedule is due, in a line. The server keeps cron expressions as calendars; what was written is their comment (domain/schedule/times.ts).

function timesText(spec: ScheduleSpecDescription | undefined): string {
  if (!spec) return '';
  const { calendars = [], intervals = [], timezone, jitter = 0 } = spec;
  const times = [
    ...calendars.map(({ comment }) => comment || 'a calendar'),
    ...intervals.map(({ every, offset }) => `every ${durationText(every)}${offset > 0 ? ` + ${durationText(offset)}` : ''}`),
  ].join('; ');
  const zone = calendars.length > 0 ? ` ${timezone || 'UTC'}` : '';
  return `${times}${zone}${jitter > 0 ? `, up to ${durationText(jitter)} later` : ''}`;
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
] as const;

/** In its largest whole unit. */
function durationText(ms: number): string {
  const [unit, size] = units.find(([, each]) => ms % each === 0) ?? ['ms', 1];
  return `${ms / size}${unit}`;
}

// Overlap policies by our names and by the SDK's.

const sdkNames = {
  skip: 'SKIP',
  'buffer-one': 'BUFFER_ONE',
  'buffer-all': 'BUFFER_ALL',
  'cancel-other': 'CANCEL_OTHER',
  'terminate-other': 'TERMINATE_OTHER',
  'allow-all': 'ALLOW_ALL',
} as const satisfies Readonly<Record<OverlapPolicy, ScheduleOverlapPolicy>>;

export function policyOf(name: OverlapPolicy): ScheduleOverlapPolicy {
  return sdkNames[name];
}

/** A server takes no policy for `skip`. */
export function nameOfPolicy(policy: ScheduleOverlapPolicy): OverlapPolicy {
  return overlapPolicies.find((name) => sdkNames[name] === policy) ?? 'skip';
}
