// A definition indexed for following. Rebuilt from the definition wherever it is needed, never stored.
import type { Activity, Body, Checkpoint, Condition, Definition, Loop } from './definition.js';
import { variablesIn } from './condition.js';
import { placedCheckpoints, sequenceOf, stepsIn, type Part } from './sequence.js';
import { createVariableRules, type VariableRules } from './variable-rules.js';

export interface PreparedActivity {
  readonly activity: Activity;
  readonly checkpoints: ReadonlyMap<string, Checkpoint>;
  /** Checkpoints that neither a step nor the order names: they come after the steps and loops. */
  readonly closing: readonly Checkpoint[];
  /** Of the activity, and of each of its loops. */
  readonly sequences: ReadonlyMap<Body, readonly Part[]>;
}

export interface Procedure {
  readonly definition: Definition;
  readonly activities: ReadonlyMap<string, PreparedActivity>;
  readonly initial: string;
  /** Variables that conditions and loops read. */
  readonly read: readonly string[];
  readonly variables: VariableRules;
}

/** Requires a definition that was loaded without errors. */
export function createProcedure(definition: Definition): Procedure {
  const { activities, initialActivity, modes = [] } = definition;
  const read = [...new Set(activities.flatMap(readIn))];
  return {
    definition,
    activities: new Map(activities.map((activity) => [activity.id, prepared(activity)])),
    initial: initialActivity ?? activities[0]?.id ?? '',
    read,
    variables: createVariableRules({
      declared: definition.variables,
      decided: activities.flatMap(decidedIn),
      set: [
        ...activities.flatMap(setIn),
        ...modes.flatMap(({ activationVariable, defaults = {} }) => [activationVariable, ...Object.keys(defaults)]),
      ],
      items: activities.flatMap((activity) =>
        loopsIn(activity).flatMap(({ type, variable }) => (type === 'forEach' ? (variable ?? []) : [])),
      ),
      read,
    }),
  };
}

function prepared(activity: Activity): PreparedActivity {
  const named = new Set(stepsIn(activity).map(({ checkpoint }) => checkpoint));
  const placed = new Set(placedCheckpoints(activity));
  return {
    activity,
    sequences: new Map([activity, ...loopsIn(activity)].map((body) => [body, sequenceOf(body)])),
    checkpoints: new Map(activity.checkpoints.map((checkpoint) => [checkpoint.id, checkpoint])),
    closing: activity.checkpoints.filter(({ id }, index) => !named.has(id) && !placed.has(index)),
  };
}

/** Its own loops, then the nested ones. */
export function loopsIn({ loops }: Body): readonly Loop[] {
  return loops.flatMap((loop) => [loop, ...loopsIn(loop)]);
}

/** Variables that a checkpoint's answer sets. */
function decidedIn({ checkpoints }: Activity): readonly string[] {
  return checkpoints.flatMap(({ options }) => options.flatMap(({ effect }) => Object.keys(effect?.setVariable ?? {})));
}

/** Variables that its steps set when they are done, or that are reported with them. */
function setIn(activity: Activity): readonly string[] {
  return stepsIn(activity).flatMap(({ sets = [], reports = [] }) => [...sets.map(({ variable }) => variable), ...reports]);
}

/** Variables that its conditions and loops read. */
export function readIn(activity: Activity): readonly string[] {
  return [...new Set([...conditionsIn(activity).flatMap(variablesIn), ...loopsIn(activity).flatMap(({ over }) => over ?? [])])];
}

export function conditionsIn(activity: Activity): readonly Condition[] {
  const conditional = [
    ...stepsIn(activity),
    ...activity.checkpoints,
    ...activity.decisions.flatMap(({ branches }) => branches),
    ...activity.transitions,
    ...loopsIn(activity),
  ];
  const more = loopsIn(activity).flatMap(({ breakCondition, when }) => [breakCondition, when]);
  const sets = stepsIn(activity).flatMap((step) => (step.sets ?? []).map(({ condition }) => condition));
  return [...conditional.map(({ condition }) => condition), ...more, ...sets].filter((condition) => condition !== undefined);
}
