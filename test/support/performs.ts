// When a run requested an action, and when it considered the outcome settled: read from its history, to compare with the ledger's times.
import type { Client } from '@temporalio/client';

type History = Awaited<ReturnType<ReturnType<Client['workflow']['getHandle']>['fetchHistory']>>;
type HistoryEvent = NonNullable<History['events']>[number];

/** One `perform`, in ms since 1970. */
export interface Performed {
  readonly from: number;
  /** When `perform` answered, or the journal if `perform` did not. */
  readonly settled: number;
  readonly end: 'completed' | 'failed' | 'silent' | 'timed-out' | 'open';
}

interface Activity {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly end: Performed['end'];
}

const neverBegan = 2;

export async function performsOf(client: Client, workflowId: string): Promise<readonly Performed[]> {
  return actionsIn(await client.workflow.getHandle(workflowId).fetchHistory(), 'perform');
}

/** Activities of that name, each of which acts on a device. */
export function actionsIn(history: History, name: string): readonly Performed[] {
  const activities = activitiesOf(history);
  return activities.flatMap((activity, index) => {
    if (activity.name !== name) return [];
    const next = activities[index + 1];
    const asked = next?.name === 'outcomeOf' ? next : undefined;
    return [{ from: activity.from, settled: (asked ?? activity).to, end: activity.end }];
  });
}

export async function activityNamesOf(client: Client, workflowId: string): Promise<readonly string[]> {
  return activitiesOf(await client.workflow.getHandle(workflowId).fetchHistory()).map(({ name }) => name);
}

/** For each effect the index of the `perform` during which it happened; -1 if none was open. */
export function placeEffects(performs: readonly Performed[], times: readonly number[]): readonly number[] {
  return times.map((time) => performs.findIndex(({ from, settled }) => from <= time && time <= settled));
}

function activitiesOf({ events }: History): readonly Activity[] {
  const all = events ?? [];
  return all.flatMap((event) => {
    const scheduled = event.activityTaskScheduledEventAttributes;
    if (!scheduled) return [];
    const closing = all.find((each) => scheduledOf(each) === String(event.eventId));
    return [
      {
        name: scheduled.activityType?.name ?? '',
        from: timeOf(event),
        to: closing ? timeOf(closing) : Number.POSITIVE_INFINITY,
        end: closing ? endOf(closing) : 'open',
      },
    ];
  });
}

/** Id of the scheduled event to which a closing event belongs. */
function scheduledOf(event: HistoryEvent): string | undefined {
  const closing =
    event.activityTaskCompletedEventAttributes ??
    event.activityTaskFailedEventAttributes ??
    event.activityTaskTimedOutEventAttributes ??
    event.activityTaskCanceledEventAttributes;
  return closing ? String(closing.scheduledEventId) : undefined;
}

function endOf(event: HistoryEvent): Performed['end'] {
  if (event.activityTaskCompletedEventAttributes) return 'completed';
  const late = event.activityTaskTimedOutEventAttributes?.failure?.timeoutFailureInfo;
  if (!late) return 'failed';
  return late.timeoutType === neverBegan ? 'silent' : 'timed-out';
}

function timeOf({ eventTime }: HistoryEvent): number {
  return Number(eventTime?.seconds ?? 0) * 1_000 + (eventTime?.nanos ?? 0) / 1e6;
}
