// What stands in another order than before: an entry that was dragged, a table that was sorted. Controls are known by what they read, since their places in the
// structure tell where something stands and not what; of those that read the same none is told.
import type { Control } from './control.js';

export interface Moved {
  /** As they stand now. */
  readonly controls: readonly Control[];
  /** Each with what it stands behind now; undefined: it is the first. */
  readonly behind: ReadonlyMap<Control, Control | undefined>;
  /** Both screens have one control, and only one, that reads so. */
  isOnBoth(control: Control): boolean;
}

/** As few as would have to be put elsewhere for the one order to become the other. */
export function movedBetween(before: readonly Control[], after: readonly Control[]): Moved {
  const [were, are] = [onlyOnes(before), onlyOnes(after)];
  const common = [...are].flatMap(([key, control]) => (were.has(key) ? [{ key, control }] : []));
  const places = new Map([...were.keys()].map((key, place) => [key, place]));
  const staying = longestRise(common.map(({ key }) => places.get(key) ?? 0));
  const behind = new Map<Control, Control | undefined>();
  for (const [at, { control }] of common.entries()) if (!staying.has(at)) behind.set(control, common[at - 1]?.control);
  return { controls: [...behind.keys()], behind, isOnBoth: (control) => are.has(keyOf(control)) && were.has(keyOf(control)) };
}

function onlyOnes(controls: readonly Control[]): ReadonlyMap<string, Control> {
  const found = new Map<string, Control>();
  const twice = new Set<string>();
  for (const control of controls.filter(({ visible, name }) => visible && name !== '')) {
    const key = keyOf(control);
    if (found.has(key)) twice.add(key);
    else found.set(key, control);
  }
  for (const key of twice) found.delete(key);
  return found;
}

function keyOf({ role, name }: Control): string {
  return `${role} ${name}`;
}

/** Indices of the longest subsequence that only rises. */
function longestRise(numbers: readonly number[]): ReadonlySet<number> {
  const ends: number[] = [];
  const earlier: (number | undefined)[] = [];
  for (const [at, number] of numbers.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    earlier.push(ends[low - 1]);
    ends[low] = at;
  }
  const rise = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = earlier[at]) rise.add(at);
  return rise;
}
