// All findings about a definition at once (docs/design/procedure.md §1). The schema has accepted it; this checks the meaning.
import { grouped } from '../collections.js';
import type { Activity, Body, Definition } from './definition.js';
import { finding, type Finding, type Findings, type Path } from './finding.js';
import { lintActivity } from './lint-activity.js';
import { createProcedure, loopsIn, readIn, type Procedure } from './procedure.js';
import { gates, isPassable, neverAsked, reachable, reachedIn, waysOf } from './reachable.js';
import { listed } from './refusal.js';
import { isOfType, misfit, overlaps, typeOf } from './variables.js';

export function lint(definition: Definition): readonly Finding[] {
  const procedure = createProcedure(definition);
  return [
    ...duplicates(definition),
    ...entryAndEnd(procedure),
    ...definition.activities.flatMap((activity, index) => [...lintActivity(procedure, activity, index)]),
    ...modeFindings(procedure),
    ...variables(procedure),
    ...gates(procedure),
    ...neverAsked(procedure),
    ...paths(procedure),
  ];
}

function* entryAndEnd({ definition, activities }: Procedure): Findings {
  for (const field of ['initialActivity', 'finalActivity'] as const) {
    const id = definition[field];
    if (id !== undefined && !activities.has(id))
      yield finding('unknown-activity', [field], `no activity has the id '${id}'; there are ${listed([...activities.keys()])}`);
  }
}

function* modeFindings({ definition: { modes = [] }, activities, variables: rules }: Procedure): Findings {
  for (const [mode, { skipActivities = [], defaults = {} }] of modes.entries()) {
    for (const [index, id] of skipActivities.entries())
      if (!activities.has(id)) yield finding('missing-target', ['modes', mode, 'skipActivities', index], `no activity has the id '${id}'`);
    for (const [name, value] of Object.entries(defaults)) {
      const declared = misfit(rules, name, value);
      if (declared) yield finding('wrong-type', ['modes', mode, 'defaults', name], `'${declared.name}' is of type ${declared.type}`);
    }
  }
}

function* paths(procedure: Procedure): Findings {
  const { definition, activities, initial } = procedure;
  const ways = new Map(definition.activities.map((activity) => [activity.id, waysOf(procedure, activity)]));
  const next = (id: string): Iterable<string> => ways.get(id)?.to ?? [];
  const canEnd = (id: string): boolean => [...reachable(id, next)].some((other) => ways.get(other)?.canEnd);
  if (!activities.has(initial)) return;
  const reached = reachable(initial, next);
  if (!canEnd(initial)) {
    const message = 'no activity that can be reached ends the procedure; leave one without transitions, or name it as finalActivity';
    yield finding('no-end', [], message);
    return;
  }
  for (const [index, { id }] of definition.activities.entries())
    if (!reached.has(id)) yield finding('unreachable', ['activities', index], `nothing leads to '${id}'`);
    else if (!canEnd(id)) yield finding('trap', ['activities', index], `from '${id}' no end of the procedure can be reached`);
}

/**
 * For definitions from others that have no end: the last reachable activity that can be passed and is left only under conditions. If none of them is true, nothing is left to do.
 */
export function inferredEnd(definition: Definition): string | undefined {
  const procedure = createProcedure(definition);
  if (definition.finalActivity !== undefined || !lint(definition).some(({ code }) => code === 'no-end')) return undefined;
  const reached = reachedIn(procedure);
  const open = definition.activities.filter(
    (activity) => reached.has(activity.id) && isPassable(procedure, activity) && !waysOf(procedure, activity).isSure,
  );
  return open.at(-1)?.id;
}

function* variables({ definition: { activities }, variables: { declared, set } }: Procedure): Findings {
  const items = activities.flatMap((activity) => loopsIn(activity).flatMap(({ variable }) => variable ?? []));
  const known = [...set, ...items, ...declared.map(({ name }) => name)];
  for (const [index, activity] of activities.entries())
    for (const name of readIn(activity))
      if (!known.some((other) => overlaps(other, name)))
        yield finding('unset-variable', ['activities', index], `it reads '${name}', which nobody declares or sets; an agent may report it`);
  for (const [index, { name, type, defaultValue }] of declared.entries())
    if (defaultValue !== undefined && !isOfType(defaultValue, type)) {
      const message = `'${name}' is of type ${type}, its default of type ${typeOf(defaultValue)}`;
      yield finding('wrong-type', ['variables', index, 'defaultValue'], message);
    }
  for (const [index, { name, writers, defaultValue, required }] of declared.entries()) {
    const isGiven = writers === undefined || writers.includes('agent') || defaultValue !== undefined || required;
    if (!isGiven && !set.some((other) => overlaps(other, name)))
      yield finding('unset-variable', ['variables', index], `no checkpoint sets '${name}', and nobody else may`);
  }
}

// ── Duplicate ids: a call could mean either ──

interface Named {
  readonly id: string;
  readonly path: Path;
}

function* duplicates({ activities, variables: declared }: Definition): Findings {
  yield* repeated('activity', named(activities, ['activities']));
  const names = declared.map(({ name: id }) => ({ id }));
  yield* repeated('variable', named(names, ['variables']));
  for (const [index, activity] of activities.entries()) yield* duplicatesInside(activity, ['activities', index]);
}

/** Steps are unique within their body: a call means the one that is due, and where a run stands tells bodies apart. Loops and checkpoints are told by id in histories. */
function* duplicatesInside(activity: Activity, path: Path): Findings {
  const { decisions } = activity;
  const checkpoints = named(activity.checkpoints, [...path, 'checkpoints']);
  const { bodies, loops } = partsOf(activity, path);
  for (const steps of bodies) yield* repeated('step', steps);
  yield* alike(bodies);
  yield* repeated('loop', loops);
  for (const indices of checkpointGroups(activity))
    yield* repeated(
      'checkpoint',
      indices.flatMap((index) => checkpoints[index] ?? []),
    );
  yield* repeated('decision', named(decisions, [...path, 'decisions']));
  for (const [index, { options }] of activity.checkpoints.entries())
    yield* repeated('option', named(options, [...path, 'checkpoints', index, 'options']));
  for (const [index, { branches }] of decisions.entries())
    yield* repeated('branch', named(branches, [...path, 'decisions', index, 'branches']));
}

function named(list: readonly { readonly id: string }[], path: Path): readonly Named[] {
  return list.map(({ id }, index) => ({ id, path: [...path, index] }));
}

/** Indices of those of each body that has its own order, and of the others. */
function checkpointGroups(activity: Activity): readonly (readonly number[])[] {
  const placed = [activity, ...loopsIn(activity)].map(({ order = [] }) =>
    order.flatMap((part) => ('checkpoint' in part ? [part.checkpoint] : [])),
  );
  const among = new Set(placed.flat());
  return [...placed, activity.checkpoints.flatMap((_, index) => (among.has(index) ? [] : [index]))];
}

function partsOf(body: Body, path: Path): { readonly bodies: readonly (readonly Named[])[]; readonly loops: readonly Named[] } {
  const inner = body.loops.map((loop, index) => partsOf(loop, [...path, 'loops', index]));
  return {
    bodies: [named(body.steps, [...path, 'steps']), ...inner.flatMap(({ bodies }) => bodies)],
    loops: [...named(body.loops, [...path, 'loops']), ...inner.flatMap(({ loops }) => loops)],
  };
}

/** The same id in two bodies. */
function* alike(bodies: readonly (readonly Named[])[]): Findings {
  const before = new Set<string>();
  for (const steps of bodies) {
    for (const { id, path } of steps) {
      const message = `the activity or another of its loops has a step '${id}', too; a call means the one that is due`;
      if (before.has(id)) yield finding('repeated-id', path, message);
    }
    for (const { id } of steps) before.add(id);
  }
}

function* repeated(what: string, things: readonly Named[]): Findings {
  for (const [id, same] of grouped(things, (thing) => thing.id))
    for (const { path } of same.slice(1)) yield finding('duplicate-id', path, `another ${what} is called '${id}', too; give each its own`);
}
