// Where an activity leads when all in it is done (spec/procedure.md §3): the first true branch of a decision, else its default, else on; then the first true transition, else the default.
//
// X1. Conditions of a default count, too: it is looked at in its place, and again when no other was true. What has no condition is true.
// X2. What leads to an activity that does not exist is never taken; it is told as blocked.
// X3. Without transitions the procedure is complete; so it is where `finalActivity` has none that is true. Elsewhere it waits for the variables that the conditions read.
// X4. An activity that is passed over has only its transitions.
import { variablesIn } from './condition.js';
import type { Condition } from './definition.js';
import { holds, type Place } from './place.js';
import type { Procedure } from './procedure.js';

interface Way {
  readonly to: string | undefined;
  readonly condition?: Condition;
  readonly isDefault: boolean;
}

export type Exit =
  | { readonly type: 'leave'; readonly to: string; readonly via: string; readonly reads: readonly string[] }
  | { readonly type: 'complete' }
  | { readonly type: 'wait'; readonly reads: readonly string[] };

export function exitOf(place: Place): Exit {
  const { prepared, procedure, state } = place;
  const { decisions, transitions, id } = prepared.activity;
  const open = (way: Way): boolean => isOpen(procedure, way.to);
  const asked = state.mark === 'passed-over' ? [] : decisions;
  const reads = (): readonly string[] => {
    const ways = [...asked.flatMap(({ branches }) => branches.filter(({ transitionTo: to }) => isOpen(procedure, to))), ...transitions.filter(open)];
    return [...new Set(ways.flatMap(({ condition }) => (condition ? variablesIn(condition) : [])))];
  };
  for (const { id: decision, branches } of asked) {
    const branch = chosen(
      place,
      branches.map((each) => ({ ...each, to: each.transitionTo })),
    );
    if (branch?.to !== undefined) return { type: 'leave', to: branch.to, via: `${decision}/${branch.id}`, reads: reads() };
  }
  const transition = chosen(place, transitions);
  if (transition) return { type: 'leave', to: transition.to, via: 'transition', reads: reads() };
  if (transitions.length === 0 || procedure.definition.finalActivity === id) return { type: 'complete' };
  return { type: 'wait', reads: reads() };
}

function chosen<W extends Way>(place: Place, ways: readonly W[]): W | undefined {
  const open = ways.filter(({ to }) => isOpen(place.procedure, to));
  return (
    open.find(({ condition, isDefault }) => (isDefault ? condition !== undefined : true) && holds(place, condition)) ??
    open.find(({ isDefault }) => isDefault)
  );
}

/** Undefined leads nowhere: a branch that only says that things go on. */
export function isOpen({ activities }: Procedure, to: string | undefined): boolean {
  return to === undefined || activities.has(to);
}
