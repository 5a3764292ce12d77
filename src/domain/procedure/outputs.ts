// Variables from callers: who may set which, of what type, and how large (docs/design/procedure.md §3).
import type { Json, Variables } from '../run/json.js';
import type { Step } from './definition.js';
import { holds, type Place, filledValue } from './place.js';
import type { Procedure } from './procedure.js';
import { listed, refusal, type Refusal } from './refusal.js';
import { misfit, type VariableRules, typeOf, lookUp, withVariables } from './variables.js';

/** Outputs travel with the state and are read by conditions: large values belong in references. */
const limits = { characters: 16_000, depth: 16 } as const;

/** A person may set any variable that the procedure knows. */
export function outputsRefusal(procedure: Procedure, outputs: Variables, by: 'agent' | 'human', step?: Step): Refusal | undefined {
  const { variables: rules } = procedure;
  const allowed = mayReport(procedure, by, step);
  const names = Object.keys(outputs);
  const wrong = names.filter((name) => !allowed.has(name));
  if (wrong.length > 0) {
    const decided = wrong.filter((name) => rules.known.has(name));
    const why =
      decided.length > 0
        ? `${listed(decided)} is set by the answer to a checkpoint or by the engine`
        : `the procedure has no variable ${listed(wrong)}`;
    return refusal('OUTPUT_NOT_ALLOWED', `${why}; report only ${listed([...allowed.keys()]) || 'no variables'}.`, [...allowed.keys()]);
  }
  for (const name of names) {
    const value = outputs[name];
    if (value === undefined || !isJson(value))
      return refusal(
        'OUTPUT_TYPE',
        `'${name}' is not a JSON value, has a field '__proto__', or is nested more than ${limits.depth} levels deep.`,
      );
    const declared = misfit(rules, name, value);
    if (declared) {
      const found = declared.name === name ? `, not ${typeOf(value)}` : '';
      return refusal('OUTPUT_TYPE', `'${declared.name}' must be of type ${declared.type}${found}.`, [declared.type]);
    }
  }
  return outputsTooLong(outputs);
}

/** Also asked by who sends them on: what is far too long must not get as far as the run. */
export function outputsTooLong(outputs: Variables): Refusal | undefined {
  const size = JSON.stringify(outputs).length;
  if (size <= limits.characters) return undefined;
  return refusal('OUTPUT_TYPE', `the outputs have ${size} characters; at most ${limits.characters}: report where the rest can be found.`);
}

/** With their types. `step`: the one that the report comes with. */
export function mayReport({ variables: { reportable, known } }: Procedure, by: 'agent' | 'human', step?: Step): VariableRules['known'] {
  if (by === 'human' || step?.reports === undefined) return by === 'human' ? known : reportable;
  return new Map([...reportable, ...step.reports.map((name) => [name, known.get(name) ?? 'any'] as const)]);
}

function isJson(value: unknown, depth = 0): value is Json {
  if (depth > limits.depth) return false;
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return false;
  if (Object.hasOwn(value, '__proto__')) return false;
  const inner: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return inner.every((each) => isJson(each, depth + 1));
}

// Values that the definition sets itself: answers of checkpoints, steps that are done, modes that begin.
//
// assign-1. A value that does not fit the declared type of its variable is not taken: only a template can give one.
// assign-2. A mode begins when its variable becomes true, whoever sets it; its defaults are set then, except those that are set with it.

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
