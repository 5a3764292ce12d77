// Declared variables that nothing in the definition sets, and without which part of it is never reached: an agent that is not told to report one goes in circles.
import type { Activity, Condition, DeclaredVariable } from './definition.js';
import type { Finding } from './finding.js';
import { loopsIn, type Procedure } from './procedure.js';
import { reachable, waysOf } from './reach.js';
import { overlaps } from './variables.js';

export function gates(procedure: Procedure): readonly Finding[] {
  const { definition, variables } = procedure;
  const items = definition.activities.flatMap((activity) => loopsIn(activity).flatMap(({ variable }) => variable ?? []));
  const isSet = ({ name, defaultValue, required }: DeclaredVariable): boolean =>
    defaultValue !== undefined || required || [...variables.decided, ...items].some((other) => overlaps(other, name));
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
