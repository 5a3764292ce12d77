// Duplicate ids: a call could mean either.
import { grouped } from '../grouped.js';
import type { Activity, Definition, Loop, Step } from './definition.js';
import type { Finding, Path } from './finding.js';

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

/** Steps and loops must be unique within the activity: a step of a loop is completed by its id alone. */
function insideOf(activity: Activity, path: Path): readonly Finding[] {
  const { checkpoints, decisions } = activity;
  const { steps, loops } = partsOf(activity, path);
  return [
    ...repeated('step', steps),
    ...repeated('loop', loops),
    ...repeated(
      'checkpoint',
      checkpoints.map(({ id }, index) => ({ id, path: [...path, 'checkpoints', index] })),
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

function partsOf(
  body: { readonly steps: readonly Step[]; readonly loops: readonly Loop[] },
  path: Path,
): { readonly steps: readonly Named[]; readonly loops: readonly Named[] } {
  const inner = body.loops.map((loop, index) => partsOf(loop, [...path, 'loops', index]));
  return {
    steps: [...body.steps.map(({ id }, index) => ({ id, path: [...path, 'steps', index] })), ...inner.flatMap(({ steps }) => steps)],
    loops: [...body.loops.map(({ id }, index) => ({ id, path: [...path, 'loops', index] })), ...inner.flatMap(({ loops }) => loops)],
  };
}

function repeated(what: string, things: readonly Named[]): readonly Finding[] {
  return [...grouped(things, ({ id }) => id)].flatMap(([id, same]) =>
    same
      .slice(1)
      .map(({ path }): Finding => ({ code: 'duplicate-id', path, message: `another ${what} is called '${id}', too; give each its own` })),
  );
}
