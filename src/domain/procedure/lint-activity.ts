// Findings inside one activity.
import { variablesIn } from './condition.js';
import type { Activity, Checkpoint, Loop } from './definition.js';
import { finding, type Findings, type Path } from './finding.js';
import { isOpen } from './next.js';
import { isEmptyLoop, loopsIn, stepsIn, type Procedure } from './procedure.js';
import { hasTemplate } from './place.js';
import { waysOf } from './reachable.js';
import { listed } from './refusal.js';
import { misfit, overlaps, type VariableRules } from './variables.js';

/** Iterations of nested loops: more would keep a workflow busy for seconds if all steps are passed over. */
const mostIterations = 10_000;
/** Every reply in the activity lists each of them, with the reason why it is not due. */
const mostActions = 500;

export function* lintActivity(procedure: Procedure, activity: Activity, index: number): Findings {
  const path: Path = ['activities', index];
  const actions = stepsIn(activity).length + activity.checkpoints.flatMap(({ options }) => options).length;
  if (actions > mostActions)
    yield finding('too-large', path, `it has ${actions} steps and options; at most ${mostActions}: make several activities of it`);
  yield* stepFindings(activity, path);
  yield* runFindings(procedure, activity, path);
  yield* setFindings(procedure, activity, path);
  for (const [each, checkpoint] of activity.checkpoints.entries())
    yield* checkpointFindings(procedure, checkpoint, [...path, 'checkpoints', each]);
  for (const [each, loop] of activity.loops.entries()) yield* loopFindings(loop, [...path, 'loops', each], 1);
  for (const [each, loop] of activity.loops.entries()) yield* itemFindings(procedure.variables, loop, [...path, 'loops', each], []);
  yield* wayFindings(procedure, activity, path);
  yield* waitFindings(procedure, activity, path);
}

function* stepFindings(activity: Activity, path: Path): Findings {
  const known = new Set(activity.checkpoints.map(({ id }) => id));
  const loops = new Set(loopsIn(activity).map(({ id }) => id));
  for (const { id, checkpoint } of stepsIn(activity)) {
    if (checkpoint === undefined || known.has(checkpoint)) continue;
    const why = loops.has(checkpoint) ? '; a loop has that id, and a loop asks nobody' : '';
    yield finding('unknown-checkpoint', path, `step '${id}' names the checkpoint '${checkpoint}', which the activity does not have${why}`);
  }
}

function* runFindings({ definition: { flows = {} } }: Procedure, activity: Activity, path: Path): Findings {
  for (const { id, run } of stepsIn(activity)) {
    if (run?.flow === undefined || Object.hasOwn(flows, run.flow)) continue;
    const there = listed(Object.keys(flows)) || 'is none';
    const message = `step '${id}' runs the flow '${run.flow}', which is not there: put it beside the workflow's file as ${run.flow}.flow.json (there ${there})`;
    yield finding('unknown-flow', path, message);
  }
}

function* setFindings({ variables }: Procedure, activity: Activity, path: Path): Findings {
  for (const { id, sets = [] } of stepsIn(activity))
    for (const { variable, value } of sets) {
      const declared = hasTemplate(value) || value === null ? undefined : misfit(variables, variable, value);
      if (declared) yield finding('wrong-type', path, `step '${id}' sets '${declared.name}', which is of type ${declared.type}`);
    }
}

function* checkpointFindings(procedure: Procedure, checkpoint: Checkpoint, path: Path): Findings {
  const { options, defaultOption, autoAdvanceMs, blocking } = checkpoint;
  if (defaultOption !== undefined && !options.some(({ id }) => id === defaultOption))
    yield finding('unknown-option', [...path, 'defaultOption'], `it has no option '${defaultOption}'`);
  if (autoAdvanceMs !== undefined && (blocking || defaultOption === undefined)) {
    const message = 'only a checkpoint with `blocking: false` and a defaultOption advances by itself';
    yield finding('never-advances', [...path, 'autoAdvanceMs'], message);
  }
  for (const [index, { effect = {} }] of options.entries()) {
    const at: Path = [...path, 'options', index, 'effect'];
    yield* targetFinding(procedure, effect.transitionTo, [...at, 'transitionTo']);
    for (const [each, id] of (effect.skipActivities ?? []).entries()) yield* targetFinding(procedure, id, [...at, 'skipActivities', each]);
    for (const [name, value] of Object.entries(effect.setVariable ?? {})) {
      const declared = hasTemplate(value) ? undefined : misfit(procedure.variables, name, value);
      if (declared) yield finding('wrong-type', [...at, 'setVariable', name], `'${declared.name}' is of type ${declared.type}`);
    }
  }
  if (options.every(({ effect }) => !isOpen(procedure, effect?.transitionTo)))
    yield finding('trap', path, 'none of its options leads to an activity that exists');
}

function* loopFindings(loop: Loop, path: Path, around: number): Findings {
  const { type, over, variable, condition, activities, loops, maxIterations } = loop;
  const iterations = around * maxIterations;
  if (activities !== undefined)
    yield finding('loop-activities', [...path, 'activities'], 'a loop goes over steps; its activities are not followed');
  if (isEmptyLoop(loop)) yield finding('empty-loop', path, 'it has no steps and is passed over');
  if (type === 'forEach' && (over === undefined || variable === undefined))
    yield finding('incomplete-loop', path, 'a forEach needs `over`, its collection, and `variable`, the name of an item');
  if (type !== 'forEach' && condition === undefined) yield finding('incomplete-loop', path, `a ${type} needs a condition`);
  if (iterations > mostIterations)
    yield finding('endless-loops', path, `it may come to ${iterations} iterations; at most ${mostIterations}: lower maxIterations`);
  if (type === 'forEach' && condition !== undefined) {
    const message = 'a forEach goes over all items; use breakCondition, or conditions of its steps';
    yield finding('never-taken', [...path, 'condition'], message);
  }
  for (const [index, inner] of loops.entries()) yield* loopFindings(inner, [...path, 'loops', index], iterations);
}

/** `around`: item names of the enclosing loops. */
function* itemFindings(rules: VariableRules, loop: Loop, path: Path, around: readonly string[]): Findings {
  const { over, variable, loops } = loop;
  const isSet =
    over === undefined ||
    rules.reportable.has(over) ||
    [...around, ...rules.set].some((name) => overlaps(name, over)) ||
    rules.declared.some(({ name, defaultValue, required }) => overlaps(name, over) && (defaultValue !== undefined || required));
  if (!isSet) yield finding('trap', [...path, 'over'], `nobody may set '${over}', and the loop waits for it`);
  const inside = variable === undefined ? around : [...around, variable];
  for (const [index, inner] of loops.entries()) yield* itemFindings(rules, inner, [...path, 'loops', index], inside);
}

function* wayFindings(procedure: Procedure, { decisions, transitions }: Activity, path: Path): Findings {
  const lists = [
    ...decisions.map(({ branches }, index) => ({
      at: [...path, 'decisions', index, 'branches'],
      field: 'transitionTo',
      ways: branches.map((branch) => ({ ...branch, to: branch.transitionTo })),
    })),
    { at: [...path, 'transitions'], field: 'to', ways: transitions },
  ];
  for (const { at, field, ways } of lists) {
    const sure = ways.findIndex(({ to, condition, isDefault }) => isOpen(procedure, to) && condition === undefined && !isDefault);
    for (const [index, way] of ways.entries()) {
      yield* targetFinding(procedure, way.to, [...at, index, field]);
      if (sure !== -1 && (index > sure || (way.isDefault && way.condition === undefined)))
        yield finding('never-taken', [...at, index], 'one that has no condition comes first, and is always taken');
    }
  }
}

/** Hints at a likely mistake: the ids of steps and checkpoints are not valid targets. */
function* targetFinding(procedure: Procedure, to: string | undefined, path: Path): Findings {
  if (to === undefined || isOpen(procedure, to)) return;
  const isInside = [...procedure.activities.values()].some(
    ({ activity, checkpoints }) => checkpoints.has(to) || stepsIn(activity).some(({ id }) => id === to),
  );
  const why = isInside ? '; a step or a checkpoint has it, but only activities can be targets' : '';
  yield finding('missing-target', path, `no activity has the id '${to}'${why}`);
}

function* waitFindings(procedure: Procedure, activity: Activity, path: Path): Findings {
  if (waysOf(procedure, activity).isSure) return;
  const at: Path = [...path, 'transitions'];
  const read = [...new Set(activity.transitions.flatMap(({ condition }) => (condition ? variablesIn(condition) : [])))];
  const waits = `where no transition is true, the run waits ${read.length === 0 ? 'forever' : `for ${listed(read)}`}`;
  const why = read.length === 0 ? '' : ', which an agent may not report';
  if (read.some((name) => procedure.variables.reportable.has(name))) yield finding('may-wait', at, waits);
  else yield finding('trap', at, `${waits}${why}; give one of them isDefault`);
}
