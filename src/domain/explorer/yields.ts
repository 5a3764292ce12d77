// How likely an action is to find something new, from what actions of its kind have found (docs/design/explorer.md §4).
//
// yield-1. A kind is what it is (link, button, field …) and where (in what surrounds the content, in the content). What has led nowhere on a screen counts
//     more there than elsewhere: the tenth widget of a page promises less than the first of another.
// yield-2. A link to an address that nobody has seen finds something, unless its siblings (addresses of one pattern) turned out to be one screen.
import type { Control } from '../ui/control.js';
import { isSurrounding } from './signature.js';

const classes: readonly (readonly [name: string, roles: readonly string[], mean: number])[] = [
  ['switch', [], 0.7],
  ['tab', ['tab'], 0.6],
  ['menu', ['menuitem', 'menu', 'menubar', 'treeitem'], 0.5],
  ['link', ['link'], 0.4],
  ['button', ['button'], 0.35],
  ['choice', ['checkbox', 'radio', 'menuitemradio', 'switch', 'option', 'menuitemcheckbox', 'slider', 'combobox', 'listbox'], 0.1],
  ['field', ['textbox', 'searchbox', 'spinbutton', 'password'], 0.15],
];
const switches = new Set(['tab', 'radio']);
const opener = 0.5;
const other = 0.25;
/** So many tries weigh as much as what is supposed of a class, and of a kind on one screen. */
const [trust, trustHere, trustPattern] = [3, 3, 6];
/** Of an address that differs from a visited one in its query or an id: one that does not show another screen is forgiven, two are not. */
const supposedSibling = 0.8;

export type Kind = string;

/** `outer`: it is near the root of the interface: tabs and radio buttons there switch between its parts. */
export function kindOf({ role, path, states = [] }: Pick<Control, 'role' | 'path' | 'states'>, outer = false): Kind {
  const opens = states.includes('collapsed') ? 'opener' : outer && switches.has(role) ? 'switch' : undefined;
  const [name = 'other'] = classes.find(([, roles]) => roles.includes(role)) ?? [];
  return `${opens ?? name} ${isSurrounding({ role, path }) ? 'around' : 'content'}`;
}

export interface Tried {
  readonly tries: number;
  readonly finds: number;
}

/** 0..1. */
export function promiseOf(kind: Kind, all: Tried, here: Tried): number {
  const [name] = kind.split(' ');
  const supposed = name === 'opener' ? opener : (classes.find(([of]) => of === name)?.[2] ?? other);
  const mean = (supposed * trust + all.finds) / (trust + all.tries);
  return (mean * trustHere + here.finds) / (trustHere + here.tries);
}

/** 0..1; `pattern`: visited addresses of the link's pattern; `siblings`: of all patterns, those after the first. */
export function freshnessOf(pattern: Tried, siblings: Tried): number {
  if (pattern.tries === 0) return 1;
  const mean = (supposedSibling * trust + siblings.finds) / (trust + siblings.tries);
  return (mean * trustPattern + Math.max(0, pattern.finds - 1)) / (trustPattern + pattern.tries - 1);
}
