// Findings inside one activity.
import type { Activity, Checkpoint, Loop } from './definition.js';
import { variablesIn } from './condition.js';
import { isOpen } from './exit.js';
import type { Finding, Path } from './finding.js';
import { loopsIn, type Procedure } from './procedure.js';
import { isEmptyLoop, stepsIn } from './sequence.js';
import { hasTemplate } from './templates.js';
import { waysOf } from './reach.js';
import { listed } from './refusal.js';
import { misfit, type VariableRules } from './variable-rules.js';
import { overlaps } from './variables.js';

/** Iterations of nested loops: more would keep a workflow busy for seconds if all steps are passed over. */
const mostIterations = 10_000;

export function lintActivity(procedure: Procedure, activity: Activity, index: number): readonly Finding[] {
  const path: Path = ['activities', index];
  return [
    ...sizeFindings(activity, path),
    ...stepFindings(activity, path),
    ...runFindings(procedure, activity, path),
    ...setFindings(procedure, activity, path),
    ...activity.checkpoints.flatMap((checkpoint, each) => checkpointFindings(procedure, checkpoint, [...path, 'checkpoints', each])),
    ...activity.loops.flatMap((loop, each) => loopFindings(loop, [...path, 'loops', each], 1)),
    ...activity.loops.flatMap((loop, each) => itemFindings(procedure.variables, loop, [...path, 'loops', each], [])),
    ...wayFindings(procedure, activity, path),
    ...waitFindings(procedure, activity, path),
  ];
}

/** Every reply in the activity lists each of them, with the reason why it is not due. */
const mostActions = 500;

function sizeFindings(activity: Activity, path: Path): readonly Finding[] {
  const actions = stepsIn(activity).length + activity.checkpoints.flatMap(({ options }) => options).length;
  if (actions <= mostActions) return [];
  return [
    { code: 'too-large', path, message: `it has ${actions} steps and options; at most ${mostActions}: make several activities of it` },
  ];
}

function stepFindings(activity: Activity, path: Path): readonly Finding[] {
  const known = new Set(activity.checkpoints.map(({ id }) => id));
  const loops = new Set(loopsIn(activity).map(({ id }) => id));
  return stepsIn(activity).flatMap(({ id, checkpoint }): readonly Finding[] =>
    checkpoint === undefined || known.has(checkpoint)
      ? []
      : [
          {
            code: 'unknown-checkpoint',
            path,
            message: `step '${id}' names the checkpoint '${checkpoint}', which the activity does not have${loops.has(checkpoint) ? '; a loop has that id, and a loop asks nobody' : ''}`,
          },
        ],
  );
}

function runFindings({ definition: { flows = {} } }: Procedure, activity: Activity, path: Path): readonly Finding[] {
  return stepsIn(activity).flatMap(({ id, run }): readonly Finding[] =>
    run?.flow === undefined || Object.hasOwn(flows, run.flow)
      ? []
      : [
          {
            code: 'unknown-flow',
            path,
            message: `step '${id}' runs the flow '${run.flow}', which is not there: put it beside the workflow's file as ${run.flow}.flow.json (there ${listed(Object.keys(flows)) || 'is none'})`,
          },
        ],
  );
}

function setFindings({ variables }: Procedure, activity: Activity, path: Path): readonly Finding[] {
  return stepsIn(activity).flatMap(({ id, sets = [] }) =>
    sets.flatMap(({ variable, value }): readonly Finding[] => {
      const declared = hasTemplate(value) || value === null ? undefined : misfit(variables, variable, value);
      return declared
        ? [{ code: 'wrong-type', path, message: `step '${id}' sets '${declared.name}', which is of type ${declared.type}` }]
        : [];
    }),
  );
}

function checkpointFindings(procedure: Procedure, checkpoint: Checkpoint, path: Path): readonly Finding[] {
  const { options, defaultOption, autoAdvanceMs, blocking } = checkpoint;
  const isKnown = defaultOption === undefined || options.some(({ id }) => id === defaultOption);
  const never = autoAdvanceMs !== undefined && (blocking || defaultOption === undefined);
  return [
    ...(isKnown
      ? []
      : [{ code: 'unknown-option', path: [...path, 'defaultOption'], message: `it has no option '${defaultOption}'` } as const]),
    ...(never
      ? [
          {
            code: 'never-advances',
            path: [...path, 'autoAdvanceMs'],
            message: 'only a checkpoint with `blocking: false` and a defaultOption advances by itself',
          } as const,
        ]
      : []),
    ...options.flatMap(({ effect }, index) => [
      ...targetFinding(procedure, effect?.transitionTo, [...path, 'options', index, 'effect', 'transitionTo']),
      ...(effect?.skipActivities ?? []).flatMap((id, each) =>
        targetFinding(procedure, id, [...path, 'options', index, 'effect', 'skipActivities', each]),
      ),
      ...Object.entries(effect?.setVariable ?? {}).flatMap(([name, value]): readonly Finding[] => {
        const declared = hasTemplate(value) ? undefined : misfit(procedure.variables, name, value);
        const at = [...path, 'options', index, 'effect', 'setVariable', name];
        return declared ? [{ code: 'wrong-type', path: at, message: `'${declared.name}' is of type ${declared.type}` }] : [];
      }),
    ]),
    ...(options.every(({ effect }) => !isOpen(procedure, effect?.transitionTo))
      ? [{ code: 'trap', path, message: 'none of its options leads to an activity that exists' } as const]
      : []),
  ];
}

function loopFindings(loop: Loop, path: Path, around: number): readonly Finding[] {
  const { type, over, variable, condition, activities, loops, maxIterations } = loop;
  const findings: Finding[] = [];
  const iterations = around * maxIterations;
  if (activities !== undefined)
    findings.push({
      code: 'loop-activities',
      path: [...path, 'activities'],
      message: 'a loop goes over steps; its activities are not followed',
    });
  if (isEmptyLoop(loop)) findings.push({ code: 'empty-loop', path, message: 'it has no steps and is passed over' });
  if (type === 'forEach' && (over === undefined || variable === undefined))
    findings.push({
      code: 'incomplete-loop',
      path,
      message: 'a forEach needs `over`, its collection, and `variable`, the name of an item',
    });
  if (type !== 'forEach' && condition === undefined)
    findings.push({ code: 'incomplete-loop', path, message: `a ${type} needs a condition` });
  if (iterations > mostIterations)
    findings.push({
      code: 'endless-loops',
      path,
      message: `it may come to ${iterations} iterations; at most ${mostIterations}: lower maxIterations`,
    });
  if (type === 'forEach' && condition !== undefined)
    findings.push({
      code: 'never-taken',
      path: [...path, 'condition'],
      message: 'a forEach goes over all items; use breakCondition, or conditions of its steps',
    });
  return [...findings, ...loops.flatMap((inner, index) => loopFindings(inner, [...path, 'loops', index], iterations))];
}

/** `around`: item names of the enclosing loops. */
function itemFindings(rules: VariableRules, loop: Loop, path: Path, around: readonly string[]): readonly Finding[] {
  const { over, variable, loops } = loop;
  const isSet =
    over === undefined ||
    rules.reportable.has(over) ||
    [...around, ...rules.set].some((name) => overlaps(name, over)) ||
    rules.declared.some(({ name, defaultValue, required }) => overlaps(name, over) && (defaultValue !== undefined || required));
  const own: readonly Finding[] = isSet
    ? []
    : [{ code: 'trap', path: [...path, 'over'], message: `nobody may set '${over}', and the loop waits for it` }];
  const inside = variable === undefined ? around : [...around, variable];
  return [...own, ...loops.flatMap((inner, index) => itemFindings(rules, inner, [...path, 'loops', index], inside))];
}

function wayFindings(procedure: Procedure, { decisions, transitions }: Activity, path: Path): readonly Finding[] {
  const lists = [
    ...decisions.map(({ branches }, index) => ({
      at: [...path, 'decisions', index, 'branches'],
      field: 'transitionTo',
      ways: branches.map((branch) => ({ ...branch, to: branch.transitionTo })),
    })),
    { at: [...path, 'transitions'], field: 'to', ways: transitions },
  ];
  return lists.flatMap(({ at, field, ways }) => {
    const sure = ways.findIndex(({ to, condition, isDefault }) => isOpen(procedure, to) && condition === undefined && !isDefault);
    return ways.flatMap((way, index): readonly Finding[] => [
      ...targetFinding(procedure, way.to, [...at, index, field]),
      ...(sure !== -1 && (index > sure || (way.isDefault && way.condition === undefined))
        ? [{ code: 'never-taken', path: [...at, index], message: 'one that has no condition comes first, and is always taken' } as const]
        : []),
    ]);
  });
}

/** Hints at a likely mistake: the ids of steps and checkpoints are not valid targets. */
function targetFinding(procedure: Procedure, to: string | undefined, path: Path): readonly Finding[] {
  const { activities } = procedure;
  if (to === undefined || isOpen(procedure, to)) return [];
  const isInside = [...activities.values()].some(
    ({ activity, checkpoints }) => checkpoints.has(to) || stepsIn(activity).some(({ id }) => id === to),
  );
  return [
    {
      code: 'missing-target',
      path,
      message: `no activity has the id '${to}'${isInside ? '; a step or a checkpoint has it, but only activities can be targets' : ''}`,
    },
  ];
}

function waitFindings(procedure: Procedure, activity: Activity, path: Path): readonly Finding[] {
  if (waysOf(procedure, activity).isSure) return [];
  const read = [...new Set(activity.transitions.flatMap(({ condition }) => (condition ? variablesIn(condition) : [])))];
  const canReport = read.some((name) => procedure.variables.reportable.has(name));
  const waits = `where no transition is true, the run waits ${read.length === 0 ? 'forever' : `for ${listed(read)}`}`;
  if (canReport) return [{ code: 'may-wait', path: [...path, 'transitions'], message: waits }];
  const why = read.length === 0 ? '' : ', which an agent may not report';
  return [{ code: 'trap', path: [...path, 'transitions'], message: `${waits}${why}; give one of them isDefault` }];
}
