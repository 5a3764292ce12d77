// The control that turns to the next page of a list, where the row of a target is not on this one. By structure alone: no words of any language.
//
// next-1. It leads to a page of its own (a link), is declared as the next one, or stands in the navigation: numbers elsewhere may be days, stars or amounts.
// next-2. Pages are numbers, one of them the present one; what follows it by one is the next. The present one says so, or leads nowhere. Where two pagings differ, neither is meant.
import type { Control } from '../ui/control.js';
import type { Target } from './anchors.schema.js';
import { sightOf, type Sighted } from './locators.js';
import { makeTarget } from './make-target.js';

/** Undefined: the target stands in no row of a list there, or the list has no next page that can be told. */
export function nextPageOf({ role, row }: Target, controls: readonly Control[]): Target | undefined {
  if (row === undefined) return undefined;
  const sight = sightOf(controls).filter(({ control }) => control.visible);
  if (!sight.some(({ control, rows }) => control.role === role && rows.length > 0)) return undefined;
  const declared = sight.filter(({ control }) => control.states?.includes('next page') && isUsable(control));
  const found = declared.length > 0 ? declared : numbered(sight);
  const [first] = found;
  if (!first || found.some(({ control }) => control.name !== first.control.name)) return undefined;
  const { target, isUnsure } = makeTarget(controls, first.control);
  return isUnsure ? undefined : target;
}

/** next-2: the pages stand in order, next to each other. */
function numbered(sight: readonly Sighted[]): readonly Sighted[] {
  const next = (at: number, by: 1 | -1): Sighted | undefined => {
    const [here, beside] = [sight[at], sight[at + by]];
    const number = here && numberOf(here.control);
    if (!here || number === undefined || !beside || numberOf(beside.control) !== number + by) return undefined;
    if (!saysPresent(here.control) && !restOf(here.control).includes(restOf(beside.control))) return undefined;
    return isUsable(beside.control) && turnsPages(beside.control) ? beside : undefined;
  };
  return sight.flatMap(({ control }, at) => (isPresent(control) && (next(at, -1) ?? next(at, 1)) ? (next(at, 1) ?? []) : []));
}

/** It says so, or is the only one that leads nowhere. */
function isPresent(control: Control): boolean {
  return saysPresent(control) || !isUsable(control);
}

function saysPresent({ states }: Control): boolean {
  return states?.some((state) => state === 'current' || state === 'selected') ?? false;
}

/** Of a name: `1` and `2 comments` are no two pages. */
function restOf({ name }: Control): string {
  return name.replace(/\d+/, '').trim().toLowerCase();
}

/** The only number in a short name: `2`, `Page 2`. */
function numberOf({ name }: Control): number | undefined {
  const digits = name.length <= 40 ? name.match(/\d+/g) : null;
  return digits?.length === 1 && /^\d{1,6}$/.test(digits[0]) ? Number(digits[0]) : undefined;
}

function isUsable({ enabled, interactive, role }: Control): boolean {
  return enabled && interactive && (role === 'link' || role === 'button');
}

/** next-1. */
function turnsPages({ role, destination, path }: Control): boolean {
  return (role === 'link' && destination !== undefined) || /(?:^|[/>:])nav(?=[[#/>]|$)/.test(path);
}
