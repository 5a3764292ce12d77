// Rows that vanish when something is pressed are evidence that whatever is like it removes, too.
//
// vanish-1. The screen is otherwise the same: no row came in their place, nothing opened or closed, and what was pressed neither hides, shows nor filters by its name or state.
// vanish-2. What stood in the one row that vanished is like what stands in the other rows at that place; any other tool is only like itself.
import { grouped } from '../collections.js';
import { isLeaving, isLooking, isShowing } from '../guard/names.js';
import type { Control } from '../ui/control.js';
import { digestOf } from '../ui/digest.js';
import type { ExplorerAction } from './actions.js';
import { structureToken } from './signature.js';

type Pressed = Pick<ExplorerAction, 'verb' | 'target'> & { readonly key: string };

const pressed = new Set(['button', 'link', 'generic', 'img']);
const switching = new Set(['expanded', 'collapsed', 'pressed', 'selected', 'current']);
const covering = new Set(['dialog', 'alertdialog', 'menu', 'listbox']);
const row = /\/(?:li|tr)\[\d+\]/;
/** A message, an offer to undo it, a changed count. */
const mostNews = 4;

/** What an action has in common with those at its place in other rows. */
export function likenessOf({ verb, target }: Pick<ExplorerAction, 'verb' | 'target'>): string | undefined {
  return target && digestOf(`${verb} ${structureToken(target)} ${/\[\d+\]$/.exec(target.path)?.[0] ?? ''}`);
}

/** The action's key, and its likeness where it stood in the row that vanished. Empty: nothing speaks for a removal. */
export function removersIn(action: Pressed, before: readonly Control[], after: readonly Control[]): readonly string[] {
  const { key, verb, target } = action;
  const done = target && before.find(({ path, role, name }) => path === target.path && role === target.role && name === target.name);
  if (verb !== 'tap' || !done || !pressed.has(done.role) || done.states?.some((state) => switching.has(state))) return [];
  if ([...before, ...after].some(({ role, visible }) => visible && covering.has(role))) return [];
  const often = grouped(before, structureToken);
  const isOfRow = (control: Control): boolean => row.test(control.path) || (often.get(structureToken(control))?.length ?? 0) > 1;
  const [lost, news] = [without(before, after), without(after, before)];
  const rows = lost.filter(isOfRow);
  if (rows.length === 0 || news.length > mostNews || news.some((control) => isOfRow(control) || control.role === 'heading')) return [];
  if (!isOfRow(done)) return isLeaving(done.name) || isShowing(done.name) || isLooking(done.name) ? [] : [key];
  const alike = lost.filter((control) => structureToken(control) === structureToken(done));
  return alike.length === 1 ? [key, ...[likenessOf(action) ?? []].flat()] : [];
}

/** As often as it is there more: rows move up when one before them vanishes. */
function without(controls: readonly Control[], others: readonly Control[]): readonly Control[] {
  const textOf = (control: Control): string => `${structureToken(control)}\t${control.name}`;
  const left = new Map([...grouped(others, textOf)].map(([text, { length }]) => [text, length]));
  return controls.filter((control) => {
    const text = textOf(control);
    const more = left.get(text) ?? 0;
    left.set(text, more - 1);
    return more <= 0;
  });
}
