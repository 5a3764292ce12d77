// Names of which a run saw the digits change: a counter, the number of an order. In rows, digits tell one from another.
import { isAlone } from '../anchors/rows.js';
import { sightOf } from '../anchors/ways.js';
import { stem } from '../explorer/signature.js';
import type { Control } from '../ui/control.js';
import type { StoryScreen } from './story.js';

/** `role`, path and stem, by which they are known again. */
export type Varying = ReadonlySet<string>;

export function varyingNames(screens: readonly StoryScreen[]): Varying {
  const seen = new Map<string, Set<string>>();
  for (const { controls } of new Set(screens))
    for (const { control, rows } of sightOf(controls))
      if (/\p{N}/u.test(control.name) && rows.every(isAlone)) {
        const key = keyOf(control);
        seen.set(key, (seen.get(key) ?? new Set()).add(control.name));
      }
  return new Set([...seen].filter(([, names]) => names.size > 1).map(([key]) => key));
}

export function isVarying(varying: Varying, control: Control): boolean {
  return varying.has(keyOf(control));
}

function keyOf({ role, path, name }: Control): string {
  return `${role}\n${path}\n${stem(name)}`;
}
