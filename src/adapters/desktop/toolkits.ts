// What a toolkit's accessibility can be asked about what is in front. Found by trying: docs/design/devices.md §3.
import { roles, type Accessible } from './accessible.js';

export interface Toolkit {
  /** Which objects hide what is outside their bounds: those that scroll, or all. */
  readonly clips: 'scrolling' | 'all';
  /** Objects are drawn in the order of the tree. Otherwise nothing is known of what lies over what. */
  readonly isDrawnInOrder: boolean;
  /** `Component.GetAccessibleAtPoint` tells what is in front, if it is asked so many times; 0: it goes by boxes alone. */
  readonly hitTests: number;
  /** What `InsertText` counts in the text that it is given: it takes as much of it, or what follows in memory. */
  readonly counts: 'bytes' | 'utf16';
  /**
   * What it measures places from. From its surfaces, windows and pop-ups: then it does not tell what is `showing` either. From the parents
   * in its tree: there the entries of a menu are in the menu, not in the pop-up that shows them.
   */
  readonly measures: 'from-screen' | 'from-surface' | 'from-parent';
  /** Its cache holds all its objects. */
  readonly isCached: boolean;
}

const usual: Toolkit = {
  clips: 'scrolling',
  isDrawnInOrder: false,
  hitTests: 0,
  counts: 'bytes',
  measures: 'from-screen',
  isCached: false,
};

/** By name and version, in lower case. */
const toolkits: readonly (readonly [told: RegExp, toolkit: Toolkit])[] = [
  // Picks as a pointer does.
  [/^gtk 4\.\d\./, { ...usual, hitTests: 1, measures: 'from-surface' }],
  // Goes by boxes.
  [/^gtk [4-9]/, { ...usual, isDrawnInOrder: true, measures: 'from-surface' }],
  // Of two widgets at one point it gives the one below.
  [/^gtk /, { ...usual, isDrawnInOrder: true, isCached: true }],
  [/^qt /, { ...usual, clips: 'all', isDrawnInOrder: true, hitTests: 1, counts: 'utf16' }],
  // Swing, by its bridge.
  [/^j2se-access-bridge /, { ...usual, measures: 'from-parent' }],
  // The first answer is a guess by boxes, while the page is asked for the next; a busy one takes longer. Its cache leaves out the contents of pages.
  [/^chromium /, { ...usual, hitTests: 3 }],
];

export function toolkitOf(name: string, version = ''): Toolkit {
  const found = toolkits.find(([told]) => told.test(`${name} ${version}`.toLowerCase()));
  return found ? found[1] : usual;
}

const scrolling: readonly number[] = [roles.scrollPane, roles.viewport];

export function clipsOf({ clips }: Toolkit, { role }: Pick<Accessible, 'role'>): boolean {
  return clips === 'all' || scrolling.includes(role);
}
