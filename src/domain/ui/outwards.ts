// From a control's path outwards: the paths of the elements that it is inside of.
import type { Control } from './control.js';

const deepest = 60;

/** Of controls in reading order: `Control.roots` are told with the first one that needs them. */
export function createOutwards(controls: readonly Control[]): (path: string) => readonly string[] {
  const roots = new Map(controls.flatMap((control) => Object.entries(control.roots ?? {})));
  return (path) => {
    const prefixes: string[] = [];
    for (let next: string | undefined = path; next !== undefined && prefixes.length < deepest; next = roots.get(next) ?? outerOf(next))
      prefixes.push(next);
    return prefixes;
  };
}

function outerOf(path: string): string | undefined {
  const end = Math.max(path.lastIndexOf('/'), path.lastIndexOf('>>'), path.lastIndexOf('::'));
  return end <= 0 ? undefined : path.slice(0, end);
}
