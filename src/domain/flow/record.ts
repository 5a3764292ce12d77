// The records of a run (docs/design/flow.md §5): made by the walk, carried in its state, written in batches by an activity.
import type { ArtifactRef } from '../ui/observation.js';
import type { Json } from '../run/json.js';

/** Clickweave's names; `node_finished`, `child_run`, `loop_iteration`, `verdict`, `approved_before`, `handed_back` and `noticed` are ours. */
export type FlowEventType =
  | 'workflow_started'
  | 'workflow_completed'
  | 'workflow_failed'
  | 'workflow_stopped'
  | 'node_started'
  | 'node_finished'
  | 'tool_call'
  | 'tool_result'
  | 'vision_summary'
  | 'child_run'
  | 'branch_evaluated'
  | 'variable_set'
  | 'retry'
  | 'loop_iteration'
  | 'loop_exited'
  | 'target_resolved'
  | 'app_resolved'
  | 'element_resolved'
  | 'verdict'
  | 'approved_before'
  | 'handed_back'
  | 'interrupted'
  | 'healed'
  | 'logged_in'
  | 'taken_over'
  | 'warning'
  | 'noticed';

/** One run of one node: its folder among the records. */
export interface NodeVisit {
  readonly id: string;
  readonly name: string;
  /** From 1. */
  readonly visit: number;
}

export interface FlowRecord {
  /** Unique and increasing over the whole run, continue-as-new included: it makes writing idempotent. */
  readonly seq: number;
  /** ms since 1970, by the workflow's clock. */
  readonly at: number;
  readonly type: FlowEventType;
  readonly payload: Readonly<Record<string, Json | undefined>>;
  /** Absent: the record is about the run. */
  readonly node?: NodeVisit;
  /** Kept with the node; `name` is a file name without a folder. */
  readonly artifacts?: readonly { readonly name: string; readonly ref: ArtifactRef }[];
}

/** Where a run's records are: `runs/<id>/<run>_<flow>/`. The writer makes the names safe for a file system. */
export interface RecordPlace {
  /** Of the workflow. */
  readonly id: string;
  readonly flow: string;
  readonly run: string;
}

/** Characters: at three bytes each, with Temporal's overhead, still below its payload limit of 2 MB. */
const largestBatch = 600_000;

/** In order, in as few batches as possible; a record larger than a batch goes alone. */
export function batchesOf(records: readonly FlowRecord[]): readonly (readonly FlowRecord[])[] {
  const batches: FlowRecord[][] = [];
  let size = 0;
  for (const record of records) {
    const { length } = JSON.stringify(record);
    const last = batches.at(-1);
    if (last && size + length <= largestBatch) last.push(record);
    else {
      batches.push([record]);
      size = 0;
    }
    size += length;
  }
  return batches;
}

/** `2026-02-03_14-05-06_1a2b3c4d`: start time (UTC) and the last eight characters of the run id. The first ones encode a time too, the same for all runs of a minute. */
export function runName(startedAt: string, runId: string): string {
  const stamp = startedAt.slice(0, 19).replace('T', '_').replaceAll(':', '-');
  return `${stamp}_${runId.slice(-8)}`;
}
