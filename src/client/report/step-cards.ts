// The records of agents' steps as they count now, and where on the screen their cards aimed.
import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { type Data, listOf, numberOf, recordOf, textOf } from '../../domain/checks/read-stored.js';
import type { AgentCard, Aim } from '../../domain/report/agent-cards.js';
import type { Box, ReportCard } from '../../domain/report/report.schema.js';
import { isPolicyEntry, isStepEntry, type PolicyEntry, type StepEntry, type HistoryFact } from '../../domain/run/entry.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { ClientContext } from '../context.js';
import { isUnreachable } from '../errors.js';
import { firstEvent } from '../histories.js';
import { readSealedExecution } from '../history-entries.js';

/**
 * Reads those of a run, and what the configuration changed in it, as it is now: without what a reset took back, also before the run has decided anything again. Without a server, or when it
 * has forgotten the run, by the records alone. `execution`: its current run id, where the caller knows it; a reset is asked for once for each.
 */
export function createStepReader(
  { records, client }: Pick<ClientContext, 'records' | 'client'>,
  run: string,
): (execution?: string) => Promise<{ readonly steps: readonly StepEntry[]; readonly changes: readonly PolicyEntry[] }> {
  let known: { readonly execution: string; readonly reset: Reset | undefined } | undefined;
  const resetOf = async (execution: string | undefined): Promise<Reset | undefined> => {
    if (known && known.execution === execution) return known.reset;
    const reset = await client()
      .then((connected) => readReset(connected, run))
      .catch((error: unknown) => {
        if (!(error instanceof WorkflowNotFoundError || isUnreachable(error))) throw error;
        return undefined;
      });
    if (execution !== undefined) known = { execution, reset };
    return reset;
  };
  return async (execution) => {
    const entries = await records().read(run);
    const steps = entries.filter(isStepEntry);
    return {
      steps: steps.length > 0 ? validRecords(steps, await resetOf(execution)) : steps,
      changes: entries.filter(isPolicyEntry),
    };
  };
}

/** Undefined: the current execution is not the result of a reset. Needs no keys. Throws the client's error when there is no such run. */
async function readReset(client: Client, run: string): Promise<Reset | undefined> {
  const { runId: execution } = await client.workflow.getHandle(run).describe();
  const begun = (await firstEvent(client, run, execution))?.workflowExecutionStartedEventAttributes;
  // The first event says whether there was a reset at all.
  if (!begun?.originalExecutionRunId || begun.originalExecutionRunId === execution) return undefined;
  return resetOf(await readSealedExecution(client, run, execution));
}

/** With frames around what they aimed at; each is looked for once, however often the cards are made. */
export function createFramer(artifacts: () => ArtifactStore): (made: readonly AgentCard[]) => Promise<readonly ReportCard[]> {
  const known = new Map<string, Promise<readonly Box[]>>();
  const framesAt = (aims: readonly Aim[]): Promise<readonly Box[]> => {
    const key = JSON.stringify(aims);
    const found = known.get(key) ?? framesOf(artifacts(), aims);
    known.set(key, found);
    return found;
  };
  return (made) => Promise.all(made.map(async ({ card, aims }) => (aims.length === 0 ? card : { ...card, frames: await framesAt(aims) })));
}

/** px of the picture. A list that is gone, or a target that is not on it or may be one of several, gives no frame. */
export async function framesOf(artifacts: ArtifactStore, aims: readonly Aim[]): Promise<readonly Box[]> {
  const boxes = await Promise.all(
    aims.map(async ({ controls, target, isLater }) => {
      const stored = recordOf(await artifacts.getJson(controls as ArtifactRef).catch(() => undefined));
      const [found, ...others] = listOf(stored?.['controls']).filter((control) => isIt(control, target, isLater));
      const bounds = recordOf(found?.['bounds']);
      if (!bounds || others.length > 0) return undefined;
      const [x, y, width, height] = [bounds['x'], bounds['y'], bounds['width'], bounds['height']].map(numberOf);
      return { x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0 };
    }),
  );
  return boxes.filter((box) => box !== undefined);
}

/** Labels hold for one list; in another one the name decides. */
function isIt(control: Data, target: Data, isLater = false): boolean {
  const field = isLater ? 'name' : 'label';
  return textOf(control[field]) === textOf(target[field]) && textOf(control['role']) === textOf(target['role']);
}

// Which of a run's records are still valid. A run that was reset, or started again under its id, decides its steps again: what an earlier execution
// did from there on did not happen in this one. A run that continues as new goes on counting, and keeps everything.

/** What Temporal's history knows of a reset: a run that was reset has the history of the execution that it replaces, up to the point of the reset. */
interface Reset {
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
export function validRecords(records: readonly StepEntry[], reset?: Reset): readonly StepEntry[] {
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
