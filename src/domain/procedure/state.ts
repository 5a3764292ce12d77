// Where a run of a procedure stands. JSON, never changed, only followed by another: a carrier seals it or keeps it (docs/design/procedure.md §4).
import type { Json, Variables } from '../run/json.js';

export type Author = 'agent' | 'human' | 'engine' | 'time';

/** How far the steps and loops of an activity, or of one iteration of a loop, have come. */
export interface Frame {
  /** Of the step that is next; as many as there are when all are done. */
  readonly step: number;
  /** The checkpoint before that step is answered or was passed over. */
  readonly asked?: true;
  /** Of the loop that is next or, where another frame follows, under way. */
  readonly loop: number;
  /** From 1; 0 for the activity itself. */
  readonly iteration: number;
  /** Of a forEach: its collection as it was when the loop began. */
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
  /** The activity, then each loop under way, outermost first. */
  readonly frames: readonly Frame[];
  /** Of the activity's closing checkpoint that is next. */
  readonly closing: number;
  /** Checkpoints answered in this visit. */
  readonly answered: readonly string[];
  /** When this position was reached: ms. */
  readonly since: number;
  /** Activities that are passed over. */
  readonly skips: readonly string[];
  /** The activity is passed over: only its transitions count. */
  readonly passedOver?: true;
  /** It leads round without anything to do, until a variable changes. */
  readonly circling?: true;
  readonly ended?: 'complete' | 'aborted';
}

export function visitsOf({ visits }: ProcedureState, activity: string): number {
  return Object.hasOwn(visits, activity) ? (visits[activity] ?? 0) : 0;
}
