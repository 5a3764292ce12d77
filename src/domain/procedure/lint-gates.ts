// Declared variables that nothing in the definition sets, and without which part of it is never reached: an agent that is not told to report one goes in circles.
import type { Json, Variables } from '../run/json.js';
import { isSame } from './condition.js';
import type { Activity, Condition, DeclaredVariable, Definition } from './definition.js';
import type { Finding } from './finding.js';
import { loopsIn, type Procedure } from './procedure.js';
import { reachable, waysOf } from './reach.js';
import { stepsIn } from './sequence.js';
import { hasTemplate } from './templates.js';
import { overlaps } from './variables.js';

export function gates(procedure: Procedure): readonly Finding[] {
  const { definition, variables } = procedure;
  const items = definition.activities.flatMap((activity) => loopsIn(activity).flatMap(({ variable }) => variable ?? []));
  const isSet = ({ name, defaultValue, required }: DeclaredVariable): boolean =>
    defaultValue !== undefined || required || [...variables.set, ...items].some((other) => overlaps(other, name));
  const reached = reachedWith(procedure, (activity) => activity);
  return variables.declared.flatMap((declared, index): readonly Finding[] => {
    if (isSet(declared) || !variables.reportable.has(declared.name)) return [];
    const open = reachedWith(procedure, (activity) => withoutWays(activity, declared.name));
    const [closed] = [...reached].filter((id) => !open.has(id));
    if (closed === undefined) return [];
    const message = `nothing sets '${declared.name}' unless an agent reports it, and without it nothing leads to '${closed}': let a checkpoint set it, or give it a default and say in a step that it is to be reported`;
    return [{ code: 'unset-variable', path: ['variables', index], message }];
  });
}

/** Checkpoints whose condition wants a value that nothing gives a variable, and that an agent may not report. */
export function neverAsked({ definition, variables }: Procedure): readonly Finding[] {
  const given = givenValues(definition);
  const canBe = (name: string, wanted: Json): boolean => {
    const declared = variables.declared.find((variable) => variable.name === name);
    if (variables.reportable.has(name) || declared?.required || !variables.known.has(name)) return true;
    if (definition.activities.some((activity) => stepsIn(activity).some(({ reports }) => reports?.some((other) => overlaps(other, name)))))
      return true;
    if (isLoopItem(definition, name) || isSame(declared?.defaultValue ?? null, wanted)) return true;
    return given.some(({ variable, value }) =>
      variable === name ? isSame(value, wanted) || hasTemplate(value) : overlaps(variable, name),
    );
  };
  return definition.activities.flatMap(({ checkpoints }, activity) =>
    checkpoints.flatMap(({ condition }, index): readonly Finding[] => {
      const hopeless = wantedIn(condition).find(({ variable, value }) => !canBe(variable, value));
      if (!hopeless) return [];
      const message = `only a person can make it come up: nothing sets '${hopeless.variable}' to ${JSON.stringify(hopeless.value)}, and an agent may not report it (\`writers\`, or \`reports\` of a step, would let it)`;
      return [{ code: 'never-asked', path: ['activities', activity, 'checkpoints', index, 'condition'], message }];
    }),
  );
}

/** Values that the condition cannot be true without. */
function wantedIn(condition: Condition | undefined): readonly { readonly variable: string; readonly value: Json }[] {
  if (condition?.type === 'and') return condition.conditions.flatMap(wantedIn);
  if (condition?.type !== 'simple' || condition.operator !== '==') return [];
  return [{ variable: condition.variable, value: condition.value ?? null }];
}

function givenValues({ activities, modes = [] }: Definition): readonly { readonly variable: string; readonly value: Json }[] {
  const pairs = (set: Variables = {}) => Object.entries(set).map(([variable, value]) => ({ variable, value }));
  return [
    ...activities.flatMap(({ checkpoints }) =>
      checkpoints.flatMap(({ options }) => options.flatMap(({ effect }) => pairs(effect?.setVariable))),
    ),
    ...activities.flatMap((activity) => stepsIn(activity).flatMap(({ sets = [] }) => sets)),
    ...modes.flatMap(({ defaults }) => pairs(defaults)),
  ];
}

function isLoopItem({ activities }: Definition, name: string): boolean {
  return activities.some((activity) => loopsIn(activity).some(({ variable }) => variable !== undefined && overlaps(variable, name)));
}

function reachedWith(procedure: Procedure, as: (activity: Activity) => Activity): ReadonlySet<string> {
  return reachable(procedure.initial, (id) => {
    const prepared = procedure.activities.get(id);
    return prepared ? waysOf(procedure, as(prepared.activity)).to : [];
  });
}

/** The ways out of the activity while the variable is unset. */
function withoutWays(activity: Activity, variable: string): Activity {
  const isOpen = ({ condition }: { readonly condition?: Condition | undefined }): boolean =>
    condition === undefined || !needs(condition, variable);
  return {
    ...activity,
    decisions: activity.decisions.map((decision) => ({ ...decision, branches: decision.branches.filter(isOpen) })),
    transitions: activity.transitions.filter(isOpen),
  };
}

/** Whether it is false as long as the variable is unset, whatever the others are. */
function needs(condition: Condition, name: string): boolean {
  switch (condition.type) {
    case 'and':
      return condition.conditions.some((inner) => needs(inner, name));
    case 'or':
      return condition.conditions.every((inner) => needs(inner, name));
    case 'not':
      return false;
    case 'simple':
      return overlaps(condition.variable, name) && !isTrueOfNothing(condition);
  }
}

function isTrueOfNothing({ operator, value = null }: Extract<Condition, { readonly type: 'simple' }>): boolean {
  return operator === 'notExists' || (operator === '!=' && value !== null) || (operator === '==' && value === null);
}
