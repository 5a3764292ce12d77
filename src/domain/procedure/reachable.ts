// Which activities lead to which, as far as the definition alone shows: any condition may be true or false.
import type { Json, Variables } from '../run/json.js';
import { isSame } from './condition.js';
import type { Activity, Checkpoint, Condition, DeclaredVariable, Definition } from './definition.js';
import { finding, type Findings } from './finding.js';
import { isEnd, isOpen } from './next.js';
import { hasTemplate } from './place.js';
import { type Procedure, loopsIn, stepsIn } from './procedure.js';
import { isOffered } from './settle.js';
import { overlaps } from './variables.js';

interface Ways {
  readonly to: ReadonlySet<string>;
  /** The procedure can complete here. */
  readonly canEnd: boolean;
  /** Some way out is taken whatever the variables are. */
  readonly isSure: boolean;
}

interface Way {
  readonly to: string | undefined;
  readonly isConditional: boolean;
  readonly isDefault: boolean;
}

/** The ways that may be taken, and whether one is certain to be. An unconditional way hides the later ones, and the default. */
function takenOf(ways: readonly Way[]): { readonly taken: readonly Way[]; readonly isSure: boolean } {
  const sure = ways.findIndex(({ isConditional, isDefault }) => !isConditional && !isDefault);
  if (sure !== -1)
    return { taken: ways.slice(0, sure + 1).filter(({ isConditional, isDefault }) => isConditional || !isDefault), isSure: true };
  const spare = ways.find(({ isDefault }) => isDefault);
  return { taken: ways.filter((way) => way.isConditional || way === spare), isSure: spare !== undefined };
}

export function waysOf(procedure: Procedure, activity: Activity): Ways {
  const answers = activity.checkpoints
    .flatMap(({ options }) => options)
    .flatMap(({ effect }) => effect?.transitionTo ?? [])
    .filter((to) => isOpen(procedure, to));
  const transitions = transitionsOf(procedure, activity);
  const skipped = isSkippable(procedure, activity) ? targets(transitions.taken) : [];
  const isSkippedToEnd = isSkippable(procedure, activity) && activity.transitions.length === 0;
  if (!isPassable(procedure, activity)) return waysTo(procedure, [...answers, ...skipped], { canEnd: isSkippedToEnd, isSure: true });

  const branches: Way[] = [];
  let isDiverted = false;
  for (const ways of decisionsOf(procedure, activity)) {
    const { taken, isSure } = takenOf(ways);
    branches.push(...taken);
    isDiverted = isSure && taken.every(({ to }) => to !== undefined);
    if (isDiverted) break;
  }
  const exits = [...branches, ...(isDiverted ? [] : transitions.taken)];
  const ends = activity.transitions.length === 0 || (procedure.definition.finalActivity === activity.id && !transitions.isSure);
  return waysTo(procedure, [...answers, ...skipped, ...targets(exits)], {
    canEnd: isSkippedToEnd || (!isDiverted && ends),
    isSure: isDiverted || ends || transitions.isSure,
  });
}

function waysTo(procedure: Procedure, targets: readonly string[], { canEnd, isSure }: Omit<Ways, 'to'>): Ways {
  const ends = targets.some((to) => isEnd(procedure, to));
  return { to: new Set(targets.filter((to) => !isEnd(procedure, to))), canEnd: canEnd || ends, isSure };
}

/** All activities reachable from there, itself included. */
export function reachable(from: string, next: (activity: string) => Iterable<string>): ReadonlySet<string> {
  const found = new Set([from]);
  for (const activity of found) for (const to of next(activity)) found.add(to);
  return found;
}

function decisionsOf(procedure: Procedure, { decisions }: Activity): readonly (readonly Way[])[] {
  return decisions.map(({ branches }) =>
    openWays(
      procedure,
      branches.map((branch) => ({ ...branch, to: branch.transitionTo })),
    ),
  );
}

function transitionsOf(procedure: Procedure, { transitions }: Activity): ReturnType<typeof takenOf> {
  return takenOf(openWays(procedure, transitions));
}

interface Written {
  readonly to: string | undefined;
  readonly condition?: unknown;
  readonly isDefault: boolean;
}

function openWays(procedure: Procedure, ways: readonly Written[]): readonly Way[] {
  return ways
    .filter(({ to }) => isOpen(procedure, to))
    .map(({ to, condition, isDefault }) => ({ to, isConditional: condition !== undefined, isDefault }));
}

function targets(ways: readonly Way[]): readonly string[] {
  return ways.flatMap(({ to }) => to ?? []);
}

function isSkippable({ definition: { activities, modes = [] } }: Procedure, { id }: Activity): boolean {
  if (modes.some(({ skipActivities }) => skipActivities?.includes(id))) return true;
  return activities.some(({ checkpoints }) =>
    checkpoints.some(({ options }) => options.some(({ effect }) => effect?.skipActivities?.includes(id))),
  );
}

/** False if a checkpoint that always comes has only answers that lead away. */
export function isPassable(procedure: Procedure, activity: Activity): boolean {
  return certainCheckpoints(procedure, activity).every(({ options }) =>
    options.some((option) => isOffered(procedure, option) && option.effect?.transitionTo === undefined),
  );
}

function certainCheckpoints({ activities }: Procedure, activity: Activity): readonly Checkpoint[] {
  const prepared = activities.get(activity.id);
  const before = activity.steps.filter(({ condition }) => condition === undefined);
  const named = before.flatMap(({ checkpoint }) => (checkpoint === undefined ? [] : (prepared?.checkpoints.get(checkpoint) ?? [])));
  const placed = (activity.order ?? []).flatMap((part) => ('checkpoint' in part ? (activity.checkpoints[part.checkpoint] ?? []) : []));
  return [...named, ...placed, ...(prepared?.closing ?? [])].filter(({ condition }) => condition === undefined);
}

// Declared variables that nothing in the definition sets, and without which part of it is never reached: an agent that is not told to report one goes in circles.

export function* gates(procedure: Procedure): Findings {
  const { definition, variables } = procedure;
  const items = definition.activities.flatMap((activity) => loopsIn(activity).flatMap(({ variable }) => variable ?? []));
  const isSet = ({ name, defaultValue, required }: DeclaredVariable): boolean =>
    defaultValue !== undefined || required || [...variables.set, ...items].some((other) => overlaps(other, name));
  const reached = reachedIn(procedure);
  for (const [index, declared] of variables.declared.entries()) {
    if (isSet(declared) || !variables.reportable.has(declared.name)) continue;
    const open = reachedIn(procedure, (activity) => withoutWays(activity, declared.name));
    const closed = [...reached].find((id) => !open.has(id));
    if (closed === undefined) continue;
    const message = `nothing sets '${declared.name}' unless an agent reports it, and without it nothing leads to '${closed}': let a checkpoint set it, or give it a default and say in a step that it is to be reported`;
    yield finding('unset-variable', ['variables', index], message);
  }
}

/** Checkpoints whose condition wants a value that nothing gives a variable, and that an agent may not report. */
export function* neverAsked({ definition, variables }: Procedure): Findings {
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
  for (const [activity, { checkpoints }] of definition.activities.entries())
    for (const [index, { condition }] of checkpoints.entries()) {
      const hopeless = wantedIn(condition).find(({ variable, value }) => !canBe(variable, value));
      if (!hopeless) continue;
      const message = `only a person can make it come up: nothing sets '${hopeless.variable}' to ${JSON.stringify(hopeless.value)}, and an agent may not report it (\`writers\`, or \`reports\` of a step, would let it)`;
      yield finding('never-asked', ['activities', activity, 'checkpoints', index, 'condition'], message);
    }
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

/** `as`: the activity as it is to be taken. */
export function reachedIn(procedure: Procedure, as = (activity: Activity): Activity => activity): ReadonlySet<string> {
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
