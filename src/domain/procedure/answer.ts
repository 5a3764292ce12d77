// An answer to a checkpoint: who may give it, when, and all its effects, in one transition (docs/design/procedure.md §3).
import { checkpointsOf, partsAhead, stepsOf } from './ahead.js';
import { assigned, valuesSet } from './assign.js';
import { isEnd, isOpen } from './exit.js';
import type { Checkpoint, Option } from './definition.js';
import { placeOf } from './place.js';
import type { Procedure } from './procedure.js';
import { checkpointDone, complete, enter, record, type Turn } from './settle.js';
import type { ProcedureState } from './state.js';

export function authorityOf({ authority, blocking }: Checkpoint, { answers }: ProcedureState): 'agent' | 'human' {
  return authority ?? (blocking ? answers : 'agent');
}

/** The earliest time for an answer: ms. */
export function readableAt({ minReadMs = 0 }: Checkpoint, { since }: ProcedureState): number {
  return since + minReadMs;
}

/** When it answers itself, and how. A blocking checkpoint never does. */
export function autoAnswer(
  procedure: Procedure,
  { blocking, defaultOption, autoAdvanceMs, options }: Checkpoint,
  { since }: ProcedureState,
): { readonly at: number; readonly option: Option } | undefined {
  const option = options.find(({ id }) => id === defaultOption);
  if (blocking || autoAdvanceMs === undefined || !option || !isOffered(procedure, option)) return undefined;
  return { at: since + autoAdvanceMs, option };
}

/** An option that leads to a missing activity is reported as blocked. */
export function isOffered(procedure: Procedure, { effect }: Option): boolean {
  return isOpen(procedure, effect?.transitionTo);
}

/** Records the answer, applies its effects and, if it leads away, leaves at once. */
export function applyAnswer(turn: Turn, checkpoint: Checkpoint, { id, effect = {} }: Option): void {
  const place = placeOf(turn.procedure, turn.state);
  record(turn, { type: 'checkpoint-answered', checkpoint: checkpoint.id, option: id });
  const { skips, variables, answered } = turn.state;
  turn.state = {
    ...turn.state,
    variables: assigned(turn.procedure, variables, valuesSet(place, effect.setVariable ?? {})),
    skips: [...new Set([...skips, ...(effect.skipActivities ?? [])])],
    answered: answered.includes(checkpoint.id) ? answered : [...answered, checkpoint.id],
  };
  checkpointDone(turn, place);
  if (effect.transitionTo === undefined) return;
  abandon(turn);
  if (isEnd(turn.procedure, effect.transitionTo)) complete(turn);
  else enter(turn, effect.transitionTo, `${checkpoint.id}/${id}`);
}

function abandon(turn: Turn): void {
  const place = placeOf(turn.procedure, turn.state);
  const ahead = partsAhead(place);
  const rest = {
    steps: stepsOf(ahead).map(({ id }) => id),
    checkpoints: [...checkpointsOf(place, ahead), ...place.prepared.closing.slice(turn.state.closing)].map(({ id }) => id),
    loops: place.rounds.map(({ loop }) => loop.id),
  };
  if (Object.values(rest).some((ids) => ids.length > 0)) record(turn, { type: 'abandoned', ...rest }, 'engine');
}
