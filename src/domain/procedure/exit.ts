// Where an activity leads once it is done (docs/design/procedure.md §3): for each decision the first true branch, else its default; if none leads away,
// the first true transition, else the default.
//
// exit-1. A default with a condition is checked in its place like any other way; if no way is true, the default is taken, whatever its condition. No condition means true.
// exit-2. A way to a missing activity is never taken; it is reported as blocked.
// exit-3. Without transitions the procedure is complete; so it is if no transition of `finalActivity` is true. Elsewhere the run waits for the variables that the conditions read.
// exit-4. For an activity that is passed over only the transitions count.
import { variablesIn } from './condition.js';
import type { Condition } from './definition.js';
import { holds, type Place } from './place.js';
import type { PreparedActivity, Procedure } from './procedure.js';

/** A target that ends the procedure, unless an activity has that name. */
export const endTarget = '__terminal__';

interface Way {
  readonly to: string | undefined;
  readonly condition?: Condition;
  readonly isDefault: boolean;
}

export type Exit =
  | { readonly type: 'leave'; readonly to: string; readonly via: string }
  | { readonly type: 'complete' }
  | { readonly type: 'stay' };

export function exitOf(place: Place): Exit {
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
export function readAtExit(place: Place): readonly string[] {
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
