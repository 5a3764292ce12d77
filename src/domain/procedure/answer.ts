// An answer to a checkpoint: who may give it, when, and all its effects, in one transition (docs/design/procedure.md §3).
import { isOpen } from './exit.js';
import type { Checkpoint, Option } from './definition.js';
import { placeOf, type Place } from './place.js';
import type { Procedure } from './procedure.js';
import { checkpointDone, enter, record, type Turn } from './settle.js';
import type { ProcedureState } from './state.js';
import { stepsIn } from './procedure.js';
import { withVariables } from './variables.js';

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
    variables: withVariables(variables, effect.setVariable ?? {}),
    skips: [...new Set([...skips, ...(effect.skipActivities ?? [])])],
    answered: answered.includes(checkpoint.id) ? answered : [...answered, checkpoint.id],
  };
  checkpointDone(turn, place);
  if (effect.transitionTo === undefined) return;
  abandon(turn);
  enter(turn, effect.transitionTo, `${checkpoint.id}/${id}`);
}

function abandon(turn: Turn): void {
  const place = placeOf(turn.procedure, turn.state);
  const rest = {
    steps: [...stepsLeft(place), ...loopsLeft(place).flatMap(stepsIn)].map(({ id }) => id),
    checkpoints: place.prepared.closing.slice(turn.state.closing).map(({ id }) => id),
    loops: place.rounds.map(({ loop }) => loop.id),
  };
  if (Object.values(rest).some((ids) => ids.length > 0)) record(turn, { type: 'abandoned', ...rest }, 'engine');
}

/** Steps left in the current round. The rounds around it have none left: steps come before loops. */
function stepsLeft({ body, frame }: Place): Place['body']['steps'] {
  return body.steps.slice(frame.step);
}

/** Loops not yet begun, in the round and around it. */
function loopsLeft({ body, frame, rounds, prepared, state }: Place): Place['body']['loops'] {
  const around = rounds.map((_, index) => {
    const outer = rounds[index - 1]?.loop ?? prepared.activity;
    return outer.loops.slice((state.frames[index]?.loop ?? 0) + 1);
  });
  return [...body.loops.slice(frame.loop), ...around.flat()];
}
