// Which of a run's records are still valid. A run that was reset, or started again under its id, decides its steps again: what an earlier execution
// did from there on did not happen in this one. A run that continues as new goes on counting, and keeps everything.
import type { HistoryFact, StepEntry } from '../run/entry.js';

/** What Temporal's history knows of a reset: a run that was reset has the history of the execution that it replaces, up to the point of the reset. */
export interface Reset {
  /** Run ids of the executions that the current one replaces. */
  readonly replaced: readonly string[];
  /** Activity ids of what was begun before the point of the reset, which still counts. */
  readonly kept: ReadonlySet<string>;
}

/** By the history of the current execution. */
export function resetOf(entries: readonly HistoryFact[]): Reset {
  const replaced = entries.flatMap((entry) =>
    entry.type === 'started' ? [entry.data.original] : entry.type === 'trouble' && entry.data.replaced ? [entry.data.replaced] : [],
  );
  const point = entries.findLastIndex((entry) => entry.type === 'trouble' && entry.data.replaced !== undefined);
  const begun = entries.slice(0, Math.max(0, point)).filter((entry) => entry.type === 'activity');
  return { replaced: [...new Set(replaced)], kept: new Set(begun.map(({ data }) => data.id)) };
}

interface Place {
  readonly agent: string;
  readonly step: number;
  /** Of the workflow that wrote it: the end of its run id. */
  readonly execution: string;
  readonly activity: string;
}

/**
 * Leaves out what was decided again, whenever it was written: an old execution's work may end after the reset. `reset`: of a run that may not have
 * decided anything since.
 */
export function withoutSuperseded(records: readonly StepEntry[], reset?: Reset): readonly StepEntry[] {
  return withoutRedecided(reset ? withoutReset(records, reset) : records);
}

/** Without what the reset took back: what a replaced execution had begun after the point that the run went back to. */
function withoutReset(records: readonly StepEntry[], { replaced, kept }: Reset): readonly StepEntry[] {
  return records.filter((record) => {
    const place = placeOf(record);
    return !place || kept.has(place.activity) || !replaced.some((runId) => runId.endsWith(place.execution));
  });
}

function withoutRedecided(records: readonly StepEntry[]): readonly StepEntry[] {
  const seen: Place[] = [];
  const places = new Map(records.map((record) => [record, placeOf(record)]));
  const dropped = new Set<StepEntry>();
  /** The highest step that an agent has decided, by execution. */
  const decided = new Map<string, Map<string, number>>();
  for (const [record, place] of places) {
    if (!place) continue;
    if (record.type === 'decided' && !dropped.has(record)) {
      const highest = decided.get(place.agent) ?? new Map<string, number>();
      if ([...highest].some(([execution, step]) => execution !== place.execution && step >= place.step)) {
        const old = new Set(seen.filter((one) => isReplacedBy(one, place)).map(executionOf));
        for (const [other, at] of places) if (at && old.has(executionOf(at)) && isReplacedBy(at, place)) dropped.add(other);
        highest.clear();
      }
      decided.set(place.agent, highest.set(place.execution, Math.max(place.step, highest.get(place.execution) ?? 0)));
    }
    seen.push(place);
  }
  return records.filter((record) => !dropped.has(record));
}

/** Whether a record is from another execution of the agent, or of an agent below it, from that step on: step numbers continue from agent to agent. */
function isReplacedBy(one: Place, { agent, step, execution }: Place): boolean {
  if (one.step < step) return false;
  return one.agent === agent ? one.execution !== execution : one.agent.startsWith(`${agent}/`);
}

function executionOf({ agent, execution }: Place): string {
  return `${agent} ${execution}`;
}

/** `agent-1/app-1#000004.1-decide.3f9a12-7`; undefined for a record of another version. */
function placeOf({ seq }: StepEntry): Place | undefined {
  const [, agent = '', step = '', execution, activity = ''] = /^(.+)#(\d+)\..*\.([^.-]+)-([^.]*)$/.exec(seq) ?? [];
  return execution === undefined ? undefined : { agent, step: Number(step), execution, activity };
}
