// Why a call is refused: a code, and what to do instead. docs/procedure.md lists the codes; those for states and tokens belong to the carriers.
import type { ProcedureState } from './state.js';

export type RefusalCode =
  | 'STEP_RUN_BY_ENGINE'
  | 'CHECKPOINT_TOO_EARLY'
  | 'WORKFLOW_NOT_FOUND'
  | 'DEFINITION_INVALID'
  | 'STEP_OUT_OF_ORDER'
  | 'STEP_NOT_FOUND'
  | 'STEP_ALREADY_COMPLETE'
  | 'STEP_REQUIRED'
  | 'SUMMARY_REQUIRED'
  | 'OUTPUT_NOT_ALLOWED'
  | 'OUTPUT_TYPE'
  | 'CHECKPOINT_BLOCKING'
  | 'CHECKPOINT_NOT_FOUND'
  | 'CHECKPOINT_NOT_ACTIVE'
  | 'CHECKPOINT_ALREADY_RESPONDED'
  | 'OPTION_NOT_FOUND'
  | 'AWAITING_USER'
  | 'LOOP_ITEMS_REQUIRED'
  | 'LOOP_LIMIT_REACHED'
  | 'NO_ELIGIBLE_TRANSITION'
  | 'WORKFLOW_COMPLETED';

export interface Refusal<Code = RefusalCode> {
  readonly code: Code;
  /** Says what to do. */
  readonly message: string;
  /** The ids or names that would be accepted. */
  readonly expected?: readonly string[];
}

export function refusal(code: RefusalCode, message: string, expected?: readonly string[]): Refusal {
  return { code, message, expected };
}

export function completed({ ended }: Pick<ProcedureState, 'ended'>): Refusal {
  return refusal('WORKFLOW_COMPLETED', `The run is ${ended ?? 'over'}; start another one.`, []);
}

export function listed(names: readonly string[]): string {
  const shown = names.slice(0, 10).map((name) => `'${name}'`);
  return names.length <= 10 ? shown.join(', ') : `${shown.join(', ')} and ${names.length - 10} more`;
}
