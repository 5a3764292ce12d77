// The answer to a call without the state, which is sealed (docs/design/procedure.md §2). Queries are answered in the same form.
import type { Position } from './position.js';
import type { Procedure } from './procedure.js';
import type { Refusal } from './refusal.js';
import type { ProcedureState } from './state.js';
import { view, type Actions, type Viewer } from './view.js';

export interface Told<Code = Refusal['code']> {
  readonly success: boolean;
  readonly position: Position;
  /** What to do now, also after a refusal. */
  readonly message: string;
  readonly actions: Actions;
  readonly complete?: true;
  readonly error?: Refusal<Code>;
}

export function told<Code = Refusal['code']>(
  procedure: Procedure,
  state: ProcedureState,
  viewer: Viewer,
  refused?: Refusal<Code>,
): Told<Code> {
  const { position, actions, message, complete } = view(procedure, state, viewer);
  return {
    success: refused === undefined,
    position,
    message: refused === undefined ? message : `${refused.message} ${message}`,
    actions,
    complete: complete || undefined,
    error: refused,
  };
}
