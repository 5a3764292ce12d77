// Which activities lead to which, as far as the definition alone shows: any condition may be true or false.
import { isOffered } from './answer.js';
import type { Activity, Checkpoint } from './definition.js';
import { isEnd, isOpen } from './exit.js';
import type { Procedure } from './procedure.js';

export interface Ways {
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
export function takenOf(ways: readonly Way[]): { readonly taken: readonly Way[]; readonly isSure: boolean } {
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

export function decisionsOf(procedure: Procedure, { decisions }: Activity): readonly (readonly Way[])[] {
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
