// Duplicate ids: a call could mean either.
import { grouped } from '../collections.js';
import type { Activity, Body, Definition } from './definition.js';
import type { Finding, Path } from './finding.js';
import { loopsIn } from './procedure.js';

interface Named {
  readonly id: string;
  readonly path: Path;
}

export function duplicates({ activities, variables }: Definition): readonly Finding[] {
  return [
    ...repeated(
      'activity',
      activities.map(({ id }, index) => ({ id, path: ['activities', index] })),
    ),
    ...repeated(
      'variable',
      variables.map(({ name }, index) => ({ id: name, path: ['variables', index] })),
    ),
    ...activities.flatMap((activity, index) => insideOf(activity, ['activities', index])),
  ];
}

/** Steps are unique within their body: a call means the one that is due, and where a run stands tells bodies apart. Loops and checkpoints are told by id in histories. */
function insideOf(activity: Activity, path: Path): readonly Finding[] {
  const { checkpoints, decisions } = activity;
  const { bodies, loops } = partsOf(activity, path);
  return [
    ...bodies.flatMap((steps) => repeated('step', steps)),
    ...alike(bodies),
    ...repeated('loop', loops),
    ...checkpointGroups(activity).flatMap((indices) =>
      repeated(
        'checkpoint',
        indices.flatMap((index) => (checkpoints[index] ? [{ id: checkpoints[index].id, path: [...path, 'checkpoints', index] }] : [])),
      ),
    ),
    ...repeated(
      'decision',
      decisions.map(({ id }, index) => ({ id, path: [...path, 'decisions', index] })),
    ),
    ...checkpoints.flatMap(({ options }, index) =>
      repeated(
        'option',
        options.map(({ id }, option) => ({ id, path: [...path, 'checkpoints', index, 'options', option] })),
      ),
    ),
    ...decisions.flatMap(({ branches }, index) =>
      repeated(
        'branch',
        branches.map(({ id }, branch) => ({ id, path: [...path, 'decisions', index, 'branches', branch] })),
      ),
    ),
  ];
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
    bodies: [body.steps.map(({ id }, index) => ({ id, path: [...path, 'steps', index] })), ...inner.flatMap(({ bodies }) => bodies)],
    loops: [...body.loops.map(({ id }, index) => ({ id, path: [...path, 'loops', index] })), ...inner.flatMap(({ loops }) => loops)],
  };
}

/** The same id in two bodies. */
function alike(bodies: readonly (readonly Named[])[]): readonly Finding[] {
  return bodies.flatMap((steps, index) => {
    const before = new Set(bodies.slice(0, index).flatMap((others) => others.map(({ id }) => id)));
    return steps.flatMap(({ id, path }): readonly Finding[] =>
      before.has(id)
        ? [
            {
              code: 'repeated-id',
              path,
              message: `the activity or another of its loops has a step '${id}', too; a call means the one that is due`,
            },
          ]
        : [],
    );
  });
}

function repeated(what: string, things: readonly Named[]): readonly Finding[] {
  return [...grouped(things, ({ id }) => id)].flatMap(([id, same]) =>
    same
      .slice(1)
      .map(({ path }): Finding => ({ code: 'duplicate-id', path, message: `another ${what} is called '${id}', too; give each its own` })),
  );
}
