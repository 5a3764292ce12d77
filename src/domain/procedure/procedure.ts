// A definition indexed for following. Rebuilt from the definition wherever it is needed, never stored.
import type { Activity, Body, Checkpoint, Condition, Definition, Loop, Step } from './definition.js';
import { variablesIn } from './condition.js';
import { createVariableRules, type VariableRules } from './variable-rules.js';

export interface PreparedActivity {
  readonly activity: Activity;
  readonly checkpoints: ReadonlyMap<string, Checkpoint>;
  /** Checkpoints that no step names: they come after the steps and loops. */
  readonly closing: readonly Checkpoint[];
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
  const { activities, initialActivity } = definition;
  const read = [...new Set(activities.flatMap(readIn))];
  return {
    definition,
    activities: new Map(activities.map((activity) => [activity.id, prepared(activity)])),
    initial: initialActivity ?? activities[0]?.id ?? '',
    read,
    variables: createVariableRules({
      declared: definition.variables,
      decided: activities.flatMap(decidedIn),
      items: activities.flatMap((activity) =>
        loopsIn(activity).flatMap(({ type, variable }) => (type === 'forEach' ? (variable ?? []) : [])),
      ),
      read,
    }),
  };
}

function prepared(activity: Activity): PreparedActivity {
  const named = new Set(stepsIn(activity).map(({ checkpoint }) => checkpoint));
  return {
    activity,
    checkpoints: new Map(activity.checkpoints.map((checkpoint) => [checkpoint.id, checkpoint])),
    closing: activity.checkpoints.filter(({ id }) => !named.has(id)),
  };
}

/** Its own loops, then the nested ones. */
export function loopsIn({ loops }: Body): readonly Loop[] {
  return loops.flatMap((loop) => [loop, ...loopsIn(loop)]);
}

/** In order of execution: its own steps, then those of its loops. */
export function stepsIn(body: Body): readonly Step[] {
  return [...body.steps, ...body.loops.flatMap(stepsIn)];
}

/** Variables that a checkpoint's answer sets. */
function decidedIn({ checkpoints }: Activity): readonly string[] {
  return checkpoints.flatMap(({ options }) => options.flatMap(({ effect }) => Object.keys(effect?.setVariable ?? {})));
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
  const breaks = loopsIn(activity).flatMap(({ breakCondition }) => breakCondition ?? []);
  return [...conditional.flatMap(({ condition }) => condition ?? []), ...breaks];
}
