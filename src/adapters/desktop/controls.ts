// An application's accessibility tree as controls.
//
// controls-1. The same screen gives the same controls, whatever the numbers of its objects.
// controls-2. The value of a password field is reported as `•••`.
// controls-3. What is behind a modal dialog or an open menu is visible but cannot be used.
import type { Control } from '../../domain/ui/control.js';
import type { Bounds } from '../../domain/ui/geometry.js';
import { idOf, meaningOf, type Accessible, type RoleMeaning } from './accessible.js';
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
const typedInto = new Set(['textbox', 'password']);
const measured = new Set(['slider', 'spinbutton', 'progressbar']);

/** In tree order. */
export function toldOf(windows: readonly Accessible[]): readonly Told[] {
  const modal = windows.filter((window) => window.states.has('modal') && window.states.has('showing'));
  const isMenuOpen = windows.some((window) => holdsOpenMenu(window, false));
  const told: Told[] = [];
  const enter = (object: Accessible, path: string, { behind, said }: Around): void => {
    // A closed or collapsed object is not on the screen, nor is anything in it.
    if (!object.states.has('showing')) return;
    const { role: meant, ...meaning } = meaningOf(object.role);
    const role = meant === undefined ? undefined : roleOf(object, meant);
    const ownName = oneLine(object.name);
    const name = ownName === '' && meaning.interactive && !isFilled(role ?? '') ? wordsIn(object) : ownName;
    if (role !== undefined && isTold(object, role) && !(role === 'text' && said.includes(name)))
      told.push({
        object,
        meaning: role === meant ? { ...meaning, role } : { role },
        name,
        path,
        behind: behind || (isMenuOpen && !isOfMenu(role)),
      });
    // The children of a drop-down are its options.
    if (role === 'combobox') return;
    const around = { behind, said: meaning.interactive ? name : said };
    placed(object.children, path, (child, place) => enter(child, place, around));
  };
  placed(windows, '', (window, path) => enter(window, path, { behind: modal.length > 0 && !modal.includes(window), said: '' }));
  return told;
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
  /** A modal dialog is in front of it. */
  readonly behind: boolean;
  /** The name of the control around it, which already contains this text. */
  readonly said: string;
}

export function controlOf({ object, meaning: { role, interactive }, name, path, behind }: Told, details: Details, screen: Bounds): Control {
  const masked = role === 'password';
  const label = oneLine(details.labels.join(' '));
  const value = masked ? (details.text ? mask : undefined) : valueOf(object, role, details);
  const states = statesOf(object, role);
  const options = role === 'combobox' ? optionsOf(object) : [];
  return {
    id: idOf(object.ref),
    role,
    name: isFilled(role) ? label || (role === 'combobox' ? '' : name) : name || label,
    ...(value === undefined ? {} : { value }),
    ...(states.length === 0 ? {} : { states }),
    ...(options.length === 0 ? {} : { options: options.slice(0, mostOptions) }),
    bounds: details.bounds,
    enabled: object.states.has('sensitive') || object.states.has('enabled'),
    visible: !behind && isOn(screen, details.bounds),
    interactive: interactive === true,
    path,
    source: 'tree',
    ...(masked ? { masked } : {}),
  };
}

/** Which details the control needs; the rest are not queried. */
export function needsOf({ object, meaning: { role }, name }: Told): {
  readonly text: boolean;
  readonly number: boolean;
  readonly labels: boolean;
} {
  return {
    text: typedInto.has(role) && object.interfaces.includes('Text'),
    number: measured.has(role) && object.interfaces.includes('Value'),
    labels: isFilled(role) || name === '',
  };
}

/** Names of the options, in the order of `Selection`'s indices. */
export function optionsOf({ children }: Accessible): readonly string[] {
  return children.flatMap((child) =>
    child.interfaces.includes('Action') && child.children.length === 0 ? [oneLine(child.name)] : optionsOf(child),
  );
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, longestName);
}

/** Controls with a value besides their name. */
function isFilled(role: string): boolean {
  return typedInto.has(role) || measured.has(role) || role === 'combobox';
}

/** What a person reads in a row without a name. */
function wordsIn({ children }: Accessible): string {
  const words = children.flatMap((child) => {
    if (!child.states.has('showing')) return [];
    return [meaningOf(child.role).role === 'text' ? oneLine(child.name) : '', wordsIn(child)];
  });
  return words
    .filter((word) => word !== '')
    .join(' ')
    .slice(0, longestName);
}

function isTold({ name }: Accessible, role: string): boolean {
  return name !== '' || !['text', 'img', 'heading', 'status', 'tooltip'].includes(role);
}

/** Text that nobody can edit is not a field. */
function roleOf({ states, interfaces }: Accessible, role: string): string {
  if (role !== 'textbox') return role;
  return states.has('editable') || interfaces.includes('EditableText') ? role : 'text';
}

function valueOf(object: Accessible, role: string, { text, number }: Details): string | undefined {
  if (text !== undefined) return text;
  if (number !== undefined) return String(number);
  // A drop-down is named by its selected option.
  return role === 'combobox' && object.name !== '' ? oneLine(object.name) : undefined;
}

function statesOf({ states }: Accessible, role: string): readonly string[] {
  const isPressed = role === 'button' && (states.has('pressed') || states.has('checked'));
  return [
    ...(!isPressed && states.has('checked') ? ['checked'] : []),
    ...(isPressed ? ['pressed'] : []),
    ...(['selected', 'expanded', 'focused', 'required'] as const).filter((state) => states.has(state)),
    ...(states.has('collapsed') || (states.has('expandable') && !states.has('expanded')) ? ['collapsed'] : []),
    ...(states.has('readOnly') ? ['readonly'] : []),
  ];
}

function placed(objects: readonly Accessible[], path: string, enter: (object: Accessible, path: string) => void): void {
  const counts = new Map<number, number>();
  for (const object of objects) {
    const count = (counts.get(object.role) ?? 0) + 1;
    counts.set(object.role, count);
    enter(object, `${path}/${object.role}[${count}]`);
  }
}

/** GTK places an object without a position at the extreme of the number range. */
function isOn(screen: Bounds, { x, y, width, height }: Bounds): boolean {
  const middle = { x: x + width / 2, y: y + height / 2 };
  return (
    width > 0 &&
    height > 0 &&
    middle.x >= screen.x &&
    middle.y >= screen.y &&
    middle.x < screen.x + screen.width &&
    middle.y < screen.y + screen.height
  );
}
