// What is next: the single source of positions, offered actions, refusals and the engine's own moves (docs/design/procedure.md §3).
//
//   activity:  step, checkpoint or loop (frames inside), as its sequence has them → … → closing checkpoint → … → decisions → transitions → next activity
//   a step:    condition → the checkpoint it names → condition again → the step
//
// next-1. It reads the state and changes nothing.
// next-2. Something due waits for a caller: a step, an answer, variables. A move is the engine's own and is made at once (settle.ts): no state rests before a move.
import { isList } from '../run/json.js';
import { variablesIn } from './condition.js';
import type { Checkpoint, Loop, Step, Condition } from './definition.js';
import { holds, valueAt, type Place } from './place.js';
import { isEmptyLoop, type PreparedActivity, type Procedure } from './procedure.js';

export type Due =
  | { readonly type: 'step'; readonly step: Step }
  | { readonly type: 'checkpoint'; readonly checkpoint: Checkpoint }
  | { readonly type: 'wait'; readonly code: WaitCode; readonly variables: readonly string[]; readonly loop?: Loop }
  | { readonly type: 'end' };

export type WaitCode = 'LOOP_ITEMS_REQUIRED' | 'LOOP_LIMIT_REACHED' | 'NO_ELIGIBLE_TRANSITION';

export type Move =
  | { readonly type: 'pass-step'; readonly step: Step }
  | { readonly type: 'pass-checkpoint'; readonly checkpoint: Checkpoint }
  | { readonly type: 'pass-loop'; readonly loop: Loop }
  | { readonly type: 'enter-loop'; readonly loop: Loop }
  | { readonly type: 'iterate'; readonly loop: Loop }
  | { readonly type: 'leave-loop'; readonly loop: Loop; readonly why: 'done' | 'break' | 'limit' }
  | Exclude<Exit, { readonly type: 'stay' }>;

export function whatIsNext(place: Place): Due | Move {
  const { state, part, rounds, prepared } = place;
  if (state.ended) return { type: 'end' };
  if (state.passedOver || state.circling) return leaving(place);
  if (part?.type === 'step') return beforeStep(place, part.step);
  if (part?.type === 'loop') return beforeLoop(place, part.loop);
  const round = rounds.at(-1);
  if (round && !part) return afterIteration(place, round.loop);
  const checkpoint = part ? prepared.activity.checkpoints[part.checkpoint] : prepared.closing[state.closing];
  return checkpoint ? askOrPass(place, checkpoint) : leaving(place);
}

function askOrPass(place: Place, checkpoint: Checkpoint): Due | Move {
  return { type: holds(place, checkpoint.condition) ? 'checkpoint' : 'pass-checkpoint', checkpoint };
}

function beforeStep(place: Place, step: Step): Due | Move {
  if (!holds(place, step.condition)) return { type: 'pass-step', step };
  const checkpoint = step.checkpoint === undefined || place.frame.asked ? undefined : place.prepared.checkpoints.get(step.checkpoint);
  return checkpoint ? askOrPass(place, checkpoint) : { type: 'step', step };
}

function beforeLoop(place: Place, loop: Loop): Due | Move {
  if (isEmptyLoop(loop) || !holds(place, loop.when)) return { type: 'pass-loop', loop };
  if (loop.type === 'forEach') return beforeItems(place, loop);
  if (loop.type === 'while' && !holds(place, loop.condition)) return { type: 'pass-loop', loop };
  return { type: 'enter-loop', loop };
}

function beforeItems(place: Place, loop: Loop): Due | Move {
  if (loop.over === undefined) return { type: 'pass-loop', loop };
  const items = valueAt(place, loop.over) ?? null;
  if (!isList(items)) return { type: 'wait', code: 'LOOP_ITEMS_REQUIRED', variables: [loop.over], loop };
  if (items.length > loop.maxIterations) return { type: 'wait', code: 'LOOP_LIMIT_REACHED', variables: [loop.over], loop };
  return { type: items.length === 0 ? 'pass-loop' : 'enter-loop', loop };
}

function afterIteration(place: Place, loop: Loop): Move {
  const { iteration, items } = place.frame;
  if (loop.breakCondition && holds(place, loop.breakCondition)) return { type: 'leave-loop', loop, why: 'break' };
  const goesOn = loop.type === 'forEach' ? iteration < (items?.length ?? 0) : holds(place, loop.condition);
  if (!goesOn) return { type: 'leave-loop', loop, why: 'done' };
  return iteration < loop.maxIterations ? { type: 'iterate', loop } : { type: 'leave-loop', loop, why: 'limit' };
}

function leaving(place: Place): Due | Move {
  const exit = exitOf(place);
  const isCircling = place.state.circling && exit.type === 'leave';
  if (exit.type !== 'stay' && !isCircling) return exit;
  return { type: 'wait', code: 'NO_ELIGIBLE_TRANSITION', variables: isCircling ? place.procedure.read : readAtExit(place) };
}

// Where an activity leads once it is done (docs/design/procedure.md §3): for each decision the first true branch, else its default; if none leads away,
// the first true transition, else the default.
//
// exit-1. A default with a condition is checked in its place like any other way; if no way is true, the default is taken, whatever its condition. No condition means true.
// exit-2. A way to a missing activity is never taken; it is reported as blocked.
// exit-3. Without transitions the procedure is complete; so it is if no transition of `finalActivity` is true. Elsewhere the run waits for the variables that the conditions read.
// exit-4. For an activity that is passed over only the transitions count.

/** A target that ends the procedure, unless an activity has that name. */
const endTarget = '__terminal__';

interface Way {
  readonly to: string | undefined;
  readonly condition?: Condition;
  readonly isDefault: boolean;
}

type Exit =
  | { readonly type: 'leave'; readonly to: string; readonly via: string }
  | { readonly type: 'complete' }
  | { readonly type: 'stay' };

function exitOf(place: Place): Exit {
  const { prepared, procedure } = place;
  for (const { id, branches } of decisionsOf(place)) {
    const branch = chosen(
      place,
      branches.map((each) => ({ ...each, to: each.transitionTo })),
    );
    if (branch?.to !== undefined) return leaveFor(procedure, branch.to, `${id}/${branch.id}`);
  }
  const { transitions, id } = prepared.activity;
  const transition = chosen(place, transitions);
  if (transition) return leaveFor(procedure, transition.to, 'transition');
  return { type: transitions.length === 0 || procedure.definition.finalActivity === id ? 'complete' : 'stay' };
}

function leaveFor(procedure: Procedure, to: string, via: string): Exit {
  return isEnd(procedure, to) ? { type: 'complete' } : { type: 'leave', to, via };
}

/** Variables that decide where it leads. */
function readAtExit(place: Place): readonly string[] {
  const branches = decisionsOf(place).flatMap((decision) => decision.branches.map((each) => ({ ...each, to: each.transitionTo })));
  const open = [...branches, ...place.prepared.activity.transitions].filter(({ to }) => isOpen(place.procedure, to));
  return [...new Set(open.flatMap(({ condition }) => (condition ? variablesIn(condition) : [])))];
}

function decisionsOf({ prepared, state }: Place): PreparedActivity['activity']['decisions'] {
  return state.passedOver ? [] : prepared.activity.decisions;
}

function chosen<W extends Way>(place: Place, ways: readonly W[]): W | undefined {
  const open = ways.filter(({ to }) => isOpen(place.procedure, to));
  return (
    open.find(({ condition, isDefault }) => (isDefault ? condition !== undefined : true) && holds(place, condition)) ??
    open.find(({ isDefault }) => isDefault)
  );
}

/** Undefined leads nowhere: such a branch just continues. */
export function isOpen({ activities }: Procedure, to: string | undefined): boolean {
  return to === undefined || to === endTarget || activities.has(to);
}

export function isEnd({ activities }: Procedure, to: string): boolean {
  return to === endTarget && !activities.has(to);
}
