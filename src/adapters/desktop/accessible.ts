// AT-SPI2's constants and what they mean here: https://gitlab.gnome.org/GNOME/at-spi2-core/-/blob/main/atspi/atspi-constants.h

/** Bits of the state set. */
export const states = {
  active: 1,
  checked: 4,
  collapsed: 5,
  defunct: 6,
  editable: 7,
  enabled: 8,
  expandable: 9,
  expanded: 10,
  focused: 12,
  modal: 16,
  multiLine: 17,
  pressed: 20,
  selectable: 22,
  selected: 23,
  sensitive: 24,
  showing: 25,
  visible: 30,
  managesDescendants: 31,
  required: 33,
  checkable: 41,
  readOnly: 43,
} as const;
export type State = keyof typeof states;

/** Roles that the code refers to by name. */
export const roles = {
  checkBox: 7,
  drawingArea: 18,
  frame: 23,
  menu: 33,
  tab: 37,
  panel: 39,
  password: 40,
  popUpMenu: 41,
  terminal: 60,
  scrollPane: 49,
  cell: 56,
  viewport: 68,
  listBox: 98,
} as const;

export const relations = { labelledBy: 2 } as const;

export interface RoleMeaning {
  /** An ARIA role; absent for mere containers. */
  readonly role?: string;
  readonly interactive?: true;
  /** A top-level window, which has its own position on the screen. */
  readonly window?: true;
}

const acts = (role: string): RoleMeaning => ({ role, interactive: true });
const tells = (role: string): RoleMeaning => ({ role });
const holds: RoleMeaning = {};
const window: RoleMeaning = { window: true };

// prettier-ignore
const meanings: Readonly<Record<number, RoleMeaning>> = {
  2: { role: 'alertdialog', window: true }, 7: acts('checkbox'), 8: acts('menuitemcheckbox'), 10: acts('columnheader'), 11: acts('combobox'), 15: acts('slider'),
  16: { role: 'dialog', window: true }, 19: { role: 'dialog', window: true }, 9: { role: 'dialog', window: true }, 22: { role: 'dialog', window: true },
  23: window, 69: window, 26: tells('img'), 27: tells('img'), 29: tells('text'), 32: acts('option'), 33: acts('menuitem'), 35: acts('menuitem'), 37: acts('tab'),
  40: acts('password'), 42: tells('progressbar'), 43: acts('button'), 44: acts('radio'), 45: acts('menuitemradio'), 47: tells('rowheader'), 51: acts('slider'),
  52: acts('spinbutton'), 54: tells('status'), 56: acts('gridcell'), 57: acts('columnheader'), 58: tells('rowheader'), 59: acts('menuitem'), 60: acts('textbox'),
  61: acts('textbox'), 62: acts('button'), 64: tells('tooltip'), 73: tells('text'), 76: acts('combobox'), 79: acts('textbox'), 81: tells('text'), 83: tells('heading'),
  88: acts('link'), 90: acts('row'), 91: acts('treeitem'), 97: tells('text'), 101: tells('alert'), 102: tells('alert'), 103: tells('progressbar'), 116: tells('text'),
  129: acts('button'), 130: acts('switch'),
};

export function meaningOf(role: number): RoleMeaning {
  return meanings[role] ?? holds;
}

/** An AT-SPI object as its application reports it. */
export interface Accessible {
  /** Bus name and path, which address it. */
  readonly ref: AccessibleRef;
  readonly role: number;
  readonly name: string;
  readonly states: ReadonlySet<State>;
  /** Without `org.a11y.atspi.` */
  readonly interfaces: readonly string[];
  /** In the application's order. */
  readonly children: readonly Accessible[];
}

export interface AccessibleRef {
  readonly bus: string;
  readonly path: string;
}

export function idOf({ bus, path }: AccessibleRef): string {
  return `${bus}${path}`;
}

/** Undefined when this adapter did not make the id. */
export function refOf(id: string): AccessibleRef | undefined {
  const at = id.indexOf('/');
  return id.startsWith(':') && at > 0 ? { bus: id.slice(0, at), path: id.slice(at) } : undefined;
}

/** Two 32-bit numbers, the low one first. */
export function statesOf([low = 0, high = 0]: readonly number[]): ReadonlySet<State> {
  const has = (bit: number): boolean => (((bit < 32 ? low : high) >>> (bit % 32)) & 1) === 1;
  return new Set((Object.keys(states) as State[]).filter((state) => has(states[state])));
}

// What a toolkit's accessibility can be asked about what is in front. Found by trying: docs/design/devices.md §3.

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
