import { SteadyhandError } from '../domain/errors/errors.js';
import type { CheckVerdict } from '../domain/flow/flow-state.js';
import type { FlowRecord, NodeVisit, RecordPlace } from '../domain/flow/record.js';
import type { Json } from '../domain/run/json.js';
import type { ArtifactRef } from '../domain/ui/observation.js';

/**
 * Records of flow runs as a folder tree for people (docs/design/flow.md §5): `<id>/<run>_<flow>/`, with a folder for each visit of a node.
 * Errors: `FlowRecordsError`.
 */
export interface FlowRecords {
  /**
   * Appends what is missing; resolves once it is on disk. The same records may come again, whole or in part, after any failure: each `seq`
   * is written once, and the first one counts. An artifact that is no longer in the store becomes a warning of its node.
   */
  append(place: RecordPlace, records: readonly FlowRecord[]): Promise<void>;
  /** Works during a run, too. Undefined: no such run. */
  read(place: RecordPlace): Promise<FlowRun | undefined>;
  /** Newest first. */
  list(): Promise<readonly FlowRunSummary[]>;
  /** The newest run, if the workflow id was reused. */
  find(workflowId: string): Promise<RecordPlace | undefined>;
  /** Of what a visit kept there; undefined: it cannot be read. */
  refOf(path: string): Promise<ArtifactRef | undefined>;
}

export interface FlowRunSummary {
  readonly place: RecordPlace;
  readonly workflowId?: string;
  /** `running`, or how it ended: `completed`, `failed`, `stopped`, `step-limit`, the name of a budget's cap. */
  readonly status: string;
  /** ISO times. */
  readonly started?: string;
  readonly ended?: string;
  /** Why it ended that way. */
  readonly message?: string;
}

export interface FlowRun extends FlowRunSummary {
  readonly folder: string;
  /** About the run as a whole, by `seq`. */
  readonly events: readonly RecordedEvent[];
  /** In the order in which they began. */
  readonly visits: readonly RecordedVisit[];
}

export interface RecordedEvent {
  /** An integer; fractional for a warning that the writer added to the record of that number. */
  readonly seq: number;
  readonly timestamp: string;
  /** `FlowEventType`; later versions may write others. */
  readonly type: string;
  readonly payload: Readonly<Record<string, Json>>;
}

export interface RecordedVisit {
  readonly node: NodeVisit;
  readonly folder: string;
  readonly status: VisitStatus;
  readonly started?: string;
  readonly ended?: string;
  readonly attempts: number;
  readonly traceLevel?: string;
  /** Why it failed. */
  readonly error?: string;
  readonly events: readonly RecordedEvent[];
  /** Paths of files, or addresses of objects. */
  readonly artifacts: readonly string[];
  readonly verdicts: readonly Omit<CheckVerdict, 'node'>[];
}

export type VisitStatus = 'running' | 'ok' | 'failed' | 'stopped';

/** Nothing of the batch is lost: it can be appended again once the cause is fixed. */
export class FlowRecordsError extends SteadyhandError {
  readonly code = 'records-unavailable';
  override readonly name = 'FlowRecordsError';
}
