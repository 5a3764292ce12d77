// Values that the definition sets itself: answers of checkpoints, steps that are done, modes that begin.
//
// assign-1. A value that does not fit the declared type of its variable is not taken: only a template can give one.
// assign-2. A mode begins when its variable becomes true, whoever sets it; its defaults are set then, except those that are set with it.
import type { Json, Variables } from '../run/json.js';
import type { Step } from './definition.js';
import { holds, type Place } from './place.js';
import type { Procedure } from './procedure.js';
import { filledValue } from './templates.js';
import { misfit } from './variable-rules.js';
import { lookUp, withVariables } from './variables.js';

/** assign-1. */
export function valuesSet(place: Place, set: Variables): Variables {
  const filled = Object.entries(set).map(([name, value]) => [name, filledValue(place, value)] as const);
  return Object.fromEntries(filled.filter(([name, value]) => value === null || !misfit(place.procedure.variables, name, value)));
}

/** In order, each seen by the conditions of the next. */
export function withSets(place: Place, { sets = [] }: Step, variables: Variables): Variables {
  return sets.reduce((before, { variable, value, condition }) => {
    const now = { ...place, state: { ...place.state, variables: before } };
    return holds(now, condition) ? assigned(place.procedure, before, valuesSet(now, { [variable]: value })) : before;
  }, variables);
}

/** assign-2. */
export function assigned({ definition: { modes = [] } }: Procedure, variables: Variables, set: Variables): Variables {
  const after = withVariables(variables, set);
  const defaults = modes
    .filter(({ activationVariable: name }) => isTrue(lookUp(after, name)) && !isTrue(lookUp(variables, name)))
    .flatMap((mode) => Object.entries(mode.defaults ?? {}))
    .filter(([name]) => !Object.hasOwn(set, name));
  return withVariables(after, Object.fromEntries(defaults));
}

/** An activity that a mode which is active leaves out. */
export function isLeftOut({ definition: { modes = [] } }: Procedure, variables: Variables, activity: string): boolean {
  return modes.some(
    ({ activationVariable, skipActivities = [] }) => skipActivities.includes(activity) && isTrue(lookUp(variables, activationVariable)),
  );
}

function isTrue(value: Json | undefined): boolean {
  return value === true;
}
