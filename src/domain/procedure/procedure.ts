// A definition indexed for following. Rebuilt from the definition wherever it is needed, never stored.
import { variablesIn } from './condition.js';
import type { Activity, Body, Checkpoint, Condition, Definition, Loop, Step } from './definition.js';
import { createVariableRules, type VariableRules } from './variables.js';

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

// The order in which the parts of an activity, or of one iteration of a loop, come up (docs/design/procedure.md §3).
//
// sequence-1. Without an `order`, steps come before loops. With one, whatever it does not name follows in that order.
// sequence-2. A frame counts steps and checkpoints apart from loops; together they are the index of the part that is next.

/** `checkpoint`: index among the activity's checkpoints. */
export type Part =
  | { readonly type: 'step'; readonly step: Step }
  | { readonly type: 'checkpoint'; readonly checkpoint: number }
  | { readonly type: 'loop'; readonly loop: Loop };

function sequenceOf({ steps, loops, order }: Body): readonly Part[] {
  if (order === undefined) return [...steps.map(stepPart), ...loops.map(loopPart)];
  const ordered = order.flatMap((part): readonly Part[] => {
    if ('checkpoint' in part) return [{ type: 'checkpoint', checkpoint: part.checkpoint }];
    if ('step' in part) return steps.slice(part.step, part.step + 1).map(stepPart);
    return loops.slice(part.loop, part.loop + 1).map(loopPart);
  });
  const placed = new Set<unknown>(ordered.map((part) => (part.type === 'step' ? part.step : part.type === 'loop' ? part.loop : part)));
  return [
    ...ordered,
    ...steps.filter((step) => !placed.has(step)).map(stepPart),
    ...loops.filter((loop) => !placed.has(loop)).map(loopPart),
  ];
}

const stepPart = (step: Step): Part => ({ type: 'step', step });
const loopPart = (loop: Loop): Part => ({ type: 'loop', loop });

/** In order of execution, those of its loops included. */
export function stepsIn(body: Body): readonly Step[] {
  return sequenceOf(body).flatMap((part) => (part.type === 'step' ? [part.step] : part.type === 'loop' ? stepsIn(part.loop) : []));
}

/** Indices of the checkpoints that stand in the order, those of its loops included. */
export function placedCheckpoints(body: Body): readonly number[] {
  return sequenceOf(body).flatMap((part) =>
    part.type === 'checkpoint' ? [part.checkpoint] : part.type === 'loop' ? placedCheckpoints(part.loop) : [],
  );
}

/** A loop that has nothing to do in an iteration. */
export function isEmptyLoop(loop: Loop): boolean {
  return sequenceOf(loop).length === 0;
}
