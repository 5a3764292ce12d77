// Calls on a run (docs/design/procedure.md §2). Names of calls and fields are in snake_case, as agents call them.
import type { Variables } from '../run/json.js';
import type { Author } from './state.js';

export type Action = { readonly by: Exclude<Author, 'time'> } & (
  | { readonly call: 'complete_step'; readonly step_id: string; readonly summary: string; readonly outputs?: Variables }
  | { readonly call: 'skip_step'; readonly step_id: string; readonly reason?: string }
  | { readonly call: 'respond_to_checkpoint'; readonly checkpoint_id: string; readonly option_id: string }
  | { readonly call: 'report_variables'; readonly outputs: Variables }
  | { readonly call: 'abort_workflow'; readonly reason?: string }
);

export type Call = Action['call'];
export type ActionOf<C extends Call> = Extract<Action, { readonly call: C }>;
