// The engine's own moves (docs/design/procedure.md §3): it passes over, enters, repeats and leaves until something is due.
//
// settle-1. It always ends: the definition bounds the iterations, and an activity that is entered twice with nothing due in between waits instead (`circling`).
// settle-2. Whatever is passed over is recorded.
import { defined } from '../collections.js';
import { assertNever } from '../errors/assert-never.js';
import { isList } from '../run/json.js';
import type { Checkpoint, Option } from './definition.js';
import { historyEntry, type Happening, type HistoryEntry } from './history.js';
import { whatIsNext, type Due, type Move, isEnd, isOpen } from './next.js';
import { isLeftOut, assigned, valuesSet } from './outputs.js';
import { placeOf, valueAt, type Place, checkpointsOf, partsAhead, stepsOf } from './place.js';
import type { Procedure } from './procedure.js';
import { visitsOf, type Author, type Frame, type ProcedureState } from './state.js';

/** A state on the way to the next resting one, and the history so far. */
export interface Turn {
  readonly procedure: Procedure;
  readonly at: number;
  readonly by: Author;
  state: ProcedureState;
  readonly entries: HistoryEntry[];
  /** Activities entered in this turn. */
  readonly entered: Set<string>;
}

export function createTurn(procedure: Procedure, state: ProcedureState, at: number, by: Author): Turn {
  return { procedure, at, by, state, entries: [], entered: new Set() };
}

export const freshFrame: Frame = { step: 0, loop: 0, iteration: 0 };

export function isDue(next: Due | Move): next is Due {
  return next.type === 'step' || next.type === 'checkpoint' || next.type === 'wait' || next.type === 'end';
}

export function settle(turn: Turn): void {
  for (;;) {
    const place = placeOf(turn.procedure, turn.state);
    const next = whatIsNext(place);
    if (isDue(next)) break;
    makeMove(turn, place, next);
  }
  turn.state = { ...turn.state, since: turn.at };
}

export function record(turn: Turn, happening: Happening, by: Author = turn.by): void {
  turn.entries.push(historyEntry(turn.state, { at: turn.at, by }, happening));
}

function makeMove(turn: Turn, place: Place, move: Move): void {
  const note = (happening: Happening): void => record(turn, happening, 'engine');
  switch (move.type) {
    case 'pass-step':
      note({ type: 'step-passed', step: move.step.id });
      return setFrame(turn, stepDone(place.frame));
    case 'pass-checkpoint':
      note({ type: 'checkpoint-passed', checkpoint: move.checkpoint.id });
      return checkpointDone(turn, place);
    case 'pass-loop':
      note({ type: 'loop-passed', loop: move.loop.id });
      return setFrame(turn, { ...place.frame, loop: place.frame.loop + 1 });
    case 'enter-loop': {
      const items = move.loop.type === 'forEach' && move.loop.over !== undefined ? valueAt(place, move.loop.over) : undefined;
      const collection = items !== undefined && isList(items) ? { items } : {};
      note({ type: 'loop-entered', loop: move.loop.id, total: collection.items?.length });
      turn.state = { ...turn.state, frames: [...turn.state.frames, { ...freshFrame, iteration: 1, ...collection }] };
      return;
    }
    case 'iterate': {
      const { items, iteration } = place.frame;
      return setFrame(turn, { ...freshFrame, iteration: iteration + 1, ...defined({ items }) });
    }
    case 'leave-loop': {
      note({ type: 'loop-ended', loop: move.loop.id, why: move.why === 'limit' ? 'LOOP_LIMIT_REACHED' : move.why });
      const outer = turn.state.frames.slice(0, -1);
      const last = outer.at(-1) ?? freshFrame;
      turn.state = { ...turn.state, frames: [...outer.slice(0, -1), { ...last, loop: last.loop + 1 }] };
      return;
    }
    case 'leave':
      if (turn.entered.has(move.to)) turn.state = { ...turn.state, circling: true };
      else enter(turn, move.to, move.via);
      return;
    case 'complete':
      return complete(turn);
    default:
      assertNever(move);
  }
}

export function complete(turn: Turn): void {
  record(turn, { type: 'completed' }, 'engine');
  turn.state = { ...turn.state, ended: 'complete' };
}

/** A new visit; what was left of the last one is dropped. */
export function enter(turn: Turn, activity: string, via: string): void {
  const { passedOver: _, circling: __, ...state } = turn.state;
  const isSkipped = state.skips.includes(activity) || isLeftOut(turn.procedure, state.variables, activity);
  turn.entered.add(activity);
  turn.state = {
    ...state,
    activity,
    visits: { ...state.visits, [activity]: visitsOf(state, activity) + 1 },
    frames: [freshFrame],
    closing: 0,
    answered: [],
    passedOver: isSkipped ? true : undefined,
  };
  record(turn, { type: 'entered', via }, 'engine');
  if (isSkipped) record(turn, { type: 'passed-over' }, 'engine');
}

export function setFrame(turn: Turn, frame: Frame): void {
  turn.state = { ...turn.state, frames: [...turn.state.frames.slice(0, -1), frame] };
}

export function stepDone({ asked: _, ...frame }: Frame): Frame {
  return { ...frame, step: frame.step + 1 };
}

/** Moves past the checkpoint before a step, the one that is next in the sequence, or the current closing one. */
function checkpointDone(turn: Turn, { part, frame }: Place): void {
  if (part?.type === 'step') setFrame(turn, { ...frame, asked: true });
  else if (part?.type === 'checkpoint') setFrame(turn, stepDone(frame));
  else turn.state = { ...turn.state, closing: turn.state.closing + 1 };
}

// An answer to a checkpoint: who may give it, when, and all its effects, in one transition (docs/design/procedure.md §3).

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
