// An application's accessibility tree as controls.
//
// controls-1. The same screen gives the same controls, whatever the numbers of its objects.
// controls-2. The value of a password field is reported as `•••`.
// controls-3. What is behind a modal dialog, an open menu or a pop-up that takes all input is there but cannot be used.
import { defined } from '../../domain/collections.js';
import type { Control } from '../../domain/ui/control.js';
import type { Bounds } from '../../domain/ui/geometry.js';
import type { Layer } from '../../domain/ui/layers.js';
import { idOf, meaningOf, roles, type Accessible, type AccessibleRef, type RoleMeaning, clipsOf, type Toolkit } from './accessible.js';
import { seenText } from '../../domain/text/visible-text.js';
import { mask } from '../../domain/ui/mask.js';

/** A part of the tree that a person sees or acts on, before its position is known. */
export interface Told {
  readonly object: Accessible;
  readonly meaning: RoleMeaning & { readonly role: string };
  /** Its own name, else the text it contains. */
  readonly name: string;
  readonly path: string;
  /** Behind a modal dialog. */
  readonly behind: boolean;
  /** Where it is drawn: its window, then its places among its siblings. */
  readonly order: Layer['order'];
  /** What clips it, from the outermost inwards. */
  readonly clips: readonly AccessibleRef[];
  /** Of a drop-down that takes text: what holds it. */
  readonly field?: Accessible;
}

/** What has to be queried per object. */
export interface Details {
  readonly bounds: Bounds;
  /** Text fields only. */
  readonly text?: string;
  /** Sliders and spin buttons only. */
  readonly number?: number;
  /** Names of the objects that label it. */
  readonly labels: readonly string[];
}

const mostOptions = 50;
const longestName = 300;
/** What is read of a name before it is cut: in a part of a secret no secret would be found. */
const longestText = 3_000;
const typedInto = new Set(['textbox', 'password']);
const measured = new Set(['slider', 'spinbutton', 'progressbar']);
const frames: readonly number[] = [roles.frame, roles.panel, roles.drawingArea];

/** In tree order. */
export function refusalOfError(windows: readonly Accessible[], toolkit: Toolkit, modal: ModalTitles = noModal): readonly Told[] {
  const barriers = barriersOf(windows, modal);
  const isMenuOpen = windows.some((window) => holdsOpenMenu(window, false));
  const told: Told[] = [];
  const enter = (object: Accessible, { path, order, clips, behind: isOut, said }: Around): void => {
    // A closed or collapsed object is not on the screen, nor is anything in it.
    if (!object.states.has('showing')) return;
    const behind = isOut && !barriers.includes(object);
    const { role: meant, ...meaning } = isDisplay(object, order) ? drawnText : meaningOf(object.role);
    const role = meant === undefined ? undefined : roleOf(object, meant);
    const ownName = oneLine(object.name);
    const name = ownName === '' && meaning.interactive && !isFilled(role ?? '') ? wordsIn(object) : ownName;
    const field = role === 'combobox' ? editableIn(object) : undefined;
    const isWrapper = meaning.interactive === true && holdsAlike(object, { role, name: ownName });
    if (role !== undefined && isTold(object, role) && !isWrapper && !(role === 'text' && said.includes(name)))
      told.push({
        field,
        object,
        meaning: role === meant ? { ...meaning, role } : role === 'textbox' || role === 'gridcell' ? { role, interactive: true } : { role },
        name,
        path,
        behind: behind || (isMenuOpen && !isOfMenu(role)),
        order,
        clips,
      });
    // The children of a drop-down are its options, or hold the pop-up that has them while it is open.
    if (role === 'combobox' && !holdsOneOf(object, barriers)) return;
    const inside = clipsOf(toolkit, object) ? [...clips, object.ref] : clips;
    const around = { behind, said: meaning.interactive && !isWrapper ? name : said };
    placed(object.children, path, (child, place, index) => {
      // Pop-ups and menus are drawn over all else in their window, wherever in its tree they are.
      const where =
        barriers.includes(child) || child.role === roles.popUpMenu
          ? { order: [order[0] ?? 0, Number.POSITIVE_INFINITY], clips: [] }
          : { order: [...order, index], clips: inside };
      enter(child, { ...around, ...where, path: place });
    });
  };
  placed(windows, '', (window, path, index) => enter(window, { path, order: [index], clips: [], behind: barriers.length > 0, said: '' }));
  return told;
}

/** What takes all input for itself: pop-ups within windows where there are some, else modal windows. */
function barriersOf(windows: readonly Accessible[], modal: ModalTitles): readonly Accessible[] {
  const popUps = windows.flatMap(popUpsIn);
  if (popUps.length > 0) return popUps;
  return barriersAmong(windows, modal);
}

/** Among windows. */
export function barriersAmong<Window extends Pick<Accessible, 'name' | 'states'>>(
  windows: readonly Window[],
  modal: ModalTitles,
): readonly Window[] {
  const shown = windows.filter(({ states }) => states.has('showing'));
  const told = shown.filter(takesAll);
  const byTitle = shown.filter(({ name }) => isTitled(name, modal.front));
  // The one that was opened last, where the toolkit tells of several: X knows which were opened from others.
  const inFront = told.filter(({ name }) => !isTitled(name, modal.behind));
  const barriers = [...new Set([...byTitle, ...inFront])];
  if (barriers.length > 0 || modal.front.length === 0) return barriers;
  return shown.filter(({ states }) => states.has('active'));
}

/** Of windows that are modal by the word of the display: Qt's dialogs do not say so themselves. */
export interface ModalTitles {
  readonly front: readonly string[];
  /** Modal, and another was opened from it. */
  readonly behind: readonly string[];
}

export const noModal: ModalTitles = { front: [], behind: [] };

/** An application's own name may follow in the title of its window. */
export function isTitled(name: string, titles: readonly string[]): boolean {
  return titles.some((title) => title === name || (name !== '' && title.startsWith(name)));
}

const drawnText: RoleMeaning = { role: 'text' };

/** What an application draws itself, as the display of a calculator: a frame or a panel within a window, with a name and nothing in it. */
function isDisplay({ role, name, children }: Accessible, order: Told['order']): boolean {
  return order.length > 1 && children.length === 0 && name !== '' && frames.includes(role);
}

function holdsOneOf({ children }: Accessible, wanted: readonly Accessible[]): boolean {
  return children.some((child) => wanted.includes(child) || holdsOneOf(child, wanted));
}

/** What is pressed is in it: a button in a button of that name or of none, the entries of a menu. */
function holdsAlike({ children }: Accessible, wanted: { readonly role: string | undefined; readonly name: string }): boolean {
  const isAlike = ({ role, name }: Accessible): boolean =>
    meaningOf(role).role === wanted.role && (wanted.name === '' || oneLine(name) === wanted.name);
  return children.some((child) => child.states.has('showing') && (isAlike(child) || holdsAlike(child, wanted)));
}

function popUpsIn({ states, children }: Accessible): readonly Accessible[] {
  if (!states.has('showing')) return [];
  return children.flatMap((child) => (takesAll(child) && meaningOf(child.role).window !== true ? [child] : popUpsIn(child)));
}

function takesAll({ states }: Pick<Accessible, 'states'>): boolean {
  return states.has('modal') && states.has('showing');
}

/** An open menu: its entries are on the screen, and any press elsewhere closes it. */
function holdsOpenMenu({ role, states, children }: Accessible, isInMenu: boolean): boolean {
  if (!states.has('showing')) return false;
  const isEntry = isOfMenu(meaningOf(role).role);
  return (isEntry && isInMenu) || children.some((child) => holdsOpenMenu(child, isEntry));
}

function isOfMenu(role = ''): boolean {
  return role.startsWith('menuitem');
}

interface Around {
  readonly path: string;
  readonly order: Told['order'];
  readonly clips: Told['clips'];
  /** A modal dialog is in front of it, unless it is that dialog. */
  readonly behind: boolean;
  /** The name of the control around it, which already contains this text. */
  readonly said: string;
}

/** What a person types into. */
export function editableIn(object: Accessible): Accessible | undefined {
  if (object.interfaces.includes('EditableText') && object.states.has('editable')) return object;
  for (const child of object.children) {
    const found = editableIn(child);
    if (found) return found;
  }
  return undefined;
}

/** @param isFree - a pointer could hit it */
export function controlOf(
  { object, meaning: { role, interactive }, name, path, behind }: Told,
  details: Details,
  isFree: boolean,
): Control {
  const masked = role === 'password';
  const label = oneLine(details.labels.join(' '));
  const value = masked ? (details.text ? mask : undefined) : valueOf(object, role, details);
  const states = statesOf(object, role);
  const options = role === 'combobox' ? optionsOf(object) : [];
  return {
    id: idOf(object.ref),
    role,
    // Many toolkits name a drop-down by its selected option.
    name: isFilled(role) ? label || (role === 'combobox' && name === value ? '' : name) : name || label,
    value,
    states: states.length === 0 ? undefined : states,
    options: options.length === 0 ? undefined : options.slice(0, mostOptions),
    bounds: details.bounds,
    enabled: object.states.has('sensitive') || object.states.has('enabled'),
    visible: !behind && isFree,
    interactive: interactive === true,
    path,
    source: 'tree',
    masked: masked || undefined,
  };
}

/** Which details the control needs; the rest are not queried. */
export function needsOf({ object, meaning: { role }, name, field }: Told): {
  readonly text: boolean;
  readonly number: boolean;
  readonly labels: boolean;
} {
  return {
    text: (typedInto.has(role) && object.interfaces.includes('Text')) || field !== undefined,
    number: measured.has(role) && object.interfaces.includes('Value'),
    labels: isFilled(role) || name === '',
  };
}

/** Names of the options, in the order of `Selection`'s indices. */
export function optionsOf({ children }: Accessible): readonly string[] {
  return children.flatMap((child) => {
    // What a person types into is none.
    if (child.interfaces.includes('EditableText')) return [];
    const isChosen = meaningOf(child.role).interactive === true || child.states.has('selectable');
    return isChosen && child.interfaces.includes('Action') && child.children.length === 0 ? [oneLine(child.name)] : optionsOf(child);
  });
}

export function oneLine(text: string): string {
  return seenText(text).slice(0, longestText);
}

/** As it is told, when its secrets have been masked. */
export function cut(control: Control): Control {
  const options = control.options?.map(cutName);
  return { ...control, name: cutName(control.name), ...defined({ options }) };
}

export function cutName(name: string): string {
  return name.slice(0, longestName);
}

/** Controls with a value besides their name. */
function isFilled(role: string): boolean {
  return typedInto.has(role) || measured.has(role) || role === 'combobox';
}

/** What a person reads in a row without a name. */
function wordsIn({ children }: Accessible): string {
  const words = children.flatMap((child) => {
    if (!child.states.has('showing') || takesAll(child)) return [];
    return [meaningOf(child.role).role === 'text' ? oneLine(child.name) : '', wordsIn(child)];
  });
  return words
    .filter((word) => word !== '')
    .join(' ')
    .slice(0, longestText);
}

function isTold({ name }: Accessible, role: string): boolean {
  return name !== '' || !['text', 'img', 'heading', 'status', 'tooltip'].includes(role);
}

/** Text that nobody can edit is not a field; a paragraph that one can, of a text processor, is. */
function roleOf({ states, interfaces }: Accessible, role: string): string {
  if (role === 'text' && interfaces.includes('TableCell')) return 'gridcell';
  if (role === 'text') return states.has('editable') && interfaces.includes('EditableText') ? 'textbox' : role;
  if (role !== 'textbox') return role;
  return states.has('editable') || interfaces.includes('EditableText') ? role : 'text';
}

function valueOf(object: Accessible, role: string, { text, number }: Details): string | undefined {
  if (text !== undefined) return text;
  if (number !== undefined) return String(number);
  if (role !== 'combobox') return undefined;
  // A drop-down shows its selected option, or is named by it.
  return wordsIn(object) || oneLine(object.name) || undefined;
}

function statesOf({ states }: Accessible, role: string): readonly string[] {
  const isReadOnly = states.has('readOnly') || (role === 'textbox' && !states.has('editable'));
  const isPressed = role === 'button' && (states.has('pressed') || states.has('checked'));
  return [
    ...(!isPressed && states.has('checked') ? ['checked'] : []),
    ...(isPressed ? ['pressed'] : []),
    ...(['selected', 'expanded', 'focused', 'required'] as const).filter((state) => states.has(state)),
    ...(states.has('collapsed') || (states.has('expandable') && !states.has('expanded')) ? ['collapsed'] : []),
    ...(isReadOnly ? ['readonly'] : []),
  ];
}

function placed(objects: readonly Accessible[], path: string, enter: (object: Accessible, path: string, index: number) => void): void {
  const counts = new Map<number, number>();
  objects.forEach((object, index) => {
    const count = (counts.get(object.role) ?? 0) + 1;
    counts.set(object.role, count);
    enter(object, `${path}/${object.role}[${count}]`, index);
  });
}
