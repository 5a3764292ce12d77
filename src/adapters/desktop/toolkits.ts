// What a toolkit's accessibility can be asked about what is in front (HE2). Found by trying: docs/design/devices.md §3.
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
}

/** By the beginning of its name, in lower case. */
const toolkits: readonly (readonly [name: string, toolkit: Toolkit])[] = [
  // Of two widgets at one point it gives the one below.
  ['gtk', { clips: 'scrolling', isDrawnInOrder: true, hitTests: 0, counts: 'bytes' }],
  ['qt', { clips: 'all', isDrawnInOrder: true, hitTests: 1, counts: 'utf16' }],
  // The first answer is a guess by boxes, while the page is asked for the next; a busy one takes longer.
  ['chromium', { clips: 'scrolling', isDrawnInOrder: false, hitTests: 3, counts: 'bytes' }],
];
const unknown: Toolkit = { clips: 'scrolling', isDrawnInOrder: false, hitTests: 0, counts: 'bytes' };

export function toolkitOf(name: string): Toolkit {
  const found = toolkits.find(([known]) => name.toLowerCase().startsWith(known));
  return found ? found[1] : unknown;
}

const scrolling: readonly number[] = [roles.scrollPane, roles.viewport];

export function clipsOf({ clips }: Toolkit, { role }: Pick<Accessible, 'role'>): boolean {
  return clips === 'all' || scrolling.includes(role);
}
