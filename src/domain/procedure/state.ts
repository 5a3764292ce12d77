// Where a run of a procedure stands. Immutable JSON: a carrier seals it or keeps it (docs/design/procedure.md §4).
import type { Json, Variables } from '../run/json.js';

export type Author = 'agent' | 'human' | 'engine' | 'time';

/** Progress through the steps and loops of an activity, or of one iteration of a loop. */
export interface Frame {
  /** How many steps and placed checkpoints are done; with `loop` the index of the next part (sequence-2). */
  readonly step: number;
  /** The checkpoint before the next step was answered or passed over. */
  readonly asked?: true;
  /** How many loops are done. If another frame follows, the active one is next. */
  readonly loop: number;
  /** From 1; 0 for the activity itself. */
  readonly iteration: number;
  /** For a forEach: its collection as it was when the loop began. */
  readonly items?: readonly Json[];
}

export interface ProcedureState {
  readonly version: 1;
  readonly workflow: string;
  /** Who answers a blocking checkpoint that does not say. */
  readonly answers: 'agent' | 'human';
  readonly variables: Variables;
  readonly activity: string;
  /** How often each activity was entered. */
  readonly visits: Readonly<Record<string, number>>;
  /** The activity, then each active loop, outermost first. */
  readonly frames: readonly Frame[];
  /** Index of the activity's next closing checkpoint. */
  readonly closing: number;
  /** Checkpoints answered in this visit. */
  readonly answered: readonly string[];
  /** When this position was reached: ms. */
  readonly since: number;
  /** Activities that are passed over. */
  readonly skips: readonly string[];
  /** The activity is passed over: only its transitions count. */
  readonly passedOver?: true;
  /** It goes in circles with nothing to do, until a variable changes. */
  readonly circling?: true;
  readonly ended?: 'complete' | 'aborted';
}

export function visitsOf({ visits }: ProcedureState, activity: string): number {
  return Object.hasOwn(visits, activity) ? (visits[activity] ?? 0) : 0;
}

// Calls on a run (docs/design/procedure.md §2). Names of calls and fields are in snake_case, as agents call them.

export type Action = { readonly by: Exclude<Author, 'time'> } & (
  | { readonly call: 'complete_step'; readonly step_id: string; readonly summary: string; readonly outputs?: Variables }
  | { readonly call: 'skip_step'; readonly step_id: string; readonly reason?: string }
  | { readonly call: 'respond_to_checkpoint'; readonly checkpoint_id: string; readonly option_id: string }
  | { readonly call: 'report_variables'; readonly outputs: Variables }
  | { readonly call: 'abort_workflow'; readonly reason?: string }
);

export type Call = Action['call'];
export type ActionOf<C extends Call> = Extract<Action, { readonly call: C }>;
