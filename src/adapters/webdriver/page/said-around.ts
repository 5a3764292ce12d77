// What markup says of a row, a head or an entry, and not of what is listed in it: by what it is sorted, that it is selected or current, which of many it is. It is told
// once, with the first in it that is listed and seen.
import type { PageControl } from './messages.js';
import { own } from './dom.js';

/** What has been told in this walk. */
export interface Told {
  readonly holders: Set<Element>;
  /** Of each list or table the place that its last row said. */
  readonly places: Map<Element, number>;
}

export function nothingTold(): Told {
  return { holders: new Set(), places: new Map() };
}

const holders = '[aria-sort],[aria-selected=true],[aria-current],[aria-rowindex],[aria-posinset]';
const tables = 'table,[role=table],[role=grid],[role=treegrid]';

export function withSaidAround(control: PageControl, element: Element, told: Told): PageControl {
  const said: string[] = [];
  for (let holder = own.closest(element, holders); holder !== null;) {
    if (told.holders.has(holder)) break;
    told.holders.add(holder);
    said.push(...saidOf(holder, told));
    const outer = own.parentElement(holder);
    holder = outer && own.closest(outer, holders);
  }
  return said.length === 0 ? control : { ...control, states: [...new Set([...(control.states ?? []), ...said])] };
}

function saidOf(holder: Element, told: Told): readonly string[] {
  const value = (name: string): string => own.attribute(holder, `aria-${name}`)?.trim() ?? '';
  const sort = value('sort');
  return [
    ...(sort === '' || sort === 'none' ? [] : [sort === 'other' ? 'sorted' : `sorted ${sort}`]),
    ...(value('selected') === 'true' ? ['selected'] : []),
    ...(value('current') === '' || value('current') === 'false' ? [] : ['current']),
    ...placeOf(holder, told),
  ];
}

/** Only where it does not follow from what is listed before: a list may hold but some of its rows. */
function placeOf(holder: Element, { places }: Told): readonly string[] {
  const isRow = own.hasAttribute(holder, 'aria-rowindex');
  const around = (isRow ? own.closest(holder, tables) : null) ?? own.parentElement(holder);
  const place = Number(own.attribute(holder, isRow ? 'aria-rowindex' : 'aria-posinset') ?? Number.NaN);
  if (around === null || !(place > 0)) return [];
  const before = places.get(around) ?? 0;
  places.set(around, place);
  if (place === before || place === before + 1) return [];
  const all = Number((isRow ? own.attribute(around, 'aria-rowcount') : own.attribute(holder, 'aria-setsize')) ?? 0);
  return [`${isRow ? 'row ' : ''}${place}${all >= place ? ` of ${all}` : ''}`];
}
