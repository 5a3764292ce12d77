// A control's role, and whether a person can act on it.

import { getRole } from 'dom-accessibility-api';
import { childrenOf, own, styleOf, tidy } from './dom.js';
import { fieldDrawnAround, fieldDrawnBy } from './drawn.js';
import { composedParentElement, scrolledBy, scrollsBy } from './geometry.js';
import { hearsPresses } from './hearing.js';

const actionable = new Set([
  ...[
    'button',
    'link',
    'textbox',
    'searchbox',
    'combobox',
    'listbox',
    'option',
    'checkbox',
    'radio',
    'switch',
    'slider',
    'spinbutton',
    'scrollbar',
  ],
  ...['menuitem', 'menuitemcheckbox', 'menuitemradio', 'tab', 'treeitem', 'password', 'file', 'date', 'color'],
]);
const actionableWhenFocusable = new Set(['gridcell', 'row', 'columnheader', 'rowheader', 'cell', 'separator', 'img']);
const dateTypes = new Set(['date', 'time', 'month', 'week', 'datetime-local']);

/** Most elements of a page, none with a role. */
const plain = new Set(['div', 'span', 'p', 'b', 'i', 'em', 'strong', 'small', 'label', 'br', 'code']);

/** `password`, `file`, `date` and `color` fields have no ARIA role; all other roles follow ARIA and HTML-AAM. */
export function roleOf(element: HTMLElement): string {
  if (own.tag(element) === 'input') {
    const { type } = element as HTMLInputElement;
    if (type === 'password' || type === 'file' || type === 'color') return type;
    if (dateTypes.has(type)) return 'date';
  }
  // What computes roles would ask the form itself, which its fields can deceive (dom.ts).
  if (own.tag(element) === 'form') return own.attribute(element, 'role')?.toLowerCase() ?? 'form';
  const role = plain.has(own.tag(element)) && !own.hasAttribute(element, 'role') ? '' : (getRole(element)?.toLowerCase() ?? '');
  if (role === '' && isEditable(element)) return isEditingHost(element) ? 'textbox' : '';
  return role === 'image' ? 'img' : role;
}

export function isActionable(element: HTMLElement, role: string): boolean {
  if (role === 'option' && own.tag(element) === 'option') return false;
  return actionable.has(role) || (actionableWhenFocusable.has(role) && own.hasAttribute(element, 'tabindex') && own.tabIndex(element) >= 0);
}

/** The outermost editable element: of a document in design mode its body. */
function isEditingHost(element: HTMLElement): boolean {
  return own.tag(element) === 'body' || own.parentElement(element)?.isContentEditable !== true;
}

export function isEditable(element: HTMLElement): boolean {
  return (own.hasAttribute(element, 'contenteditable') || own.tag(element) === 'body') && own.isEditable(element);
}

// What is there to be pressed: by its role, or by what shows that an element without such a role is made for it. Look, hit test and
// aim use the same answer.
//
// press-1. A target inside a target is a target of its own. What is pressed at a point is the innermost one, so the outer one is aimed at beside it.
// press-2. An element that hears presses on behalf of what is inside it is no target: a body, a list, a table, the root of an application.
// press-3. Inside a target a pointing hand shows nothing, because it is inherited.
// press-4. Neither a dialog nor what is around it is a target: what hears presses there closes it, or keeps them from doing so. What it says has to be read.

/** Its markup says so, it hears presses, it can be focused, or only the cursor's shape changes over it. */
type Evidence = 'made' | 'hears' | 'focusable' | 'pointer';

/** Roles that a clickable element keeps; any other becomes `generic`, which says only that it can be clicked. */
const kept: Readonly<Record<string, string>> = {
  row: 'row',
  cell: 'gridcell',
  gridcell: 'gridcell',
  columnheader: 'columnheader',
  rowheader: 'columnheader',
  img: 'img',
  image: 'img',
};
const never = new Set(['html', 'body', 'label', 'iframe', 'frame', 'option', 'optgroup']);
/** press-2. */
const containers = new Set([
  ...['form', 'fieldset', 'table', 'thead', 'tbody', 'tfoot', 'ul', 'ol', 'dl', 'nav', 'main', 'header', 'footer', 'section', 'svg'],
]);
/** Of the libraries most used: jQuery UI, Bootstrap, MUI, Ant Design, Radix and Headless UI. */
const widgets =
  '.ui-button,.ui-menu-item,.ui-sortable-handle,.ui-datepicker-prev,.ui-datepicker-next,.ui-selectmenu-button,.btn,.dropdown-toggle,.dropdown-item,.MuiButtonBase-root,.ant-btn,.ant-select-selector,.ant-menu-item,[data-radix-collection-item],[data-headlessui-state]';
const longestText = 200;
/** A card has a button or two; what has more is a list of targets. */
const mostInside = 3;
/** Whatever else can be focused with targets inside is a panel. */
const cards = new Set(['', 'listitem', 'article']);
/** Elements inside one that are looked at before it counts as a container. */
const mostScanned = 300;

export function evidenceOf(element: HTMLElement, hasOwnPointer: boolean): Evidence | undefined {
  const evidence = shownBy(element, hasOwnPointer);
  if (evidence === undefined || isDialog(roleOf(element))) return undefined;
  const field = fieldDrawnAround(element);
  if (field === undefined || evidence === 'made') return evidence;
  // drawn-3. Marks beside a text show a hand.
  return hasOwnPointer && own.tag(field) !== 'input' ? 'pointer' : undefined;
}

/** press-4. */
function isDialog(role: string): boolean {
  return role === 'dialog' || role === 'alertdialog';
}

function shownBy(element: HTMLElement, hasOwnPointer: boolean): Evidence | undefined {
  if (never.has(own.tag(element))) return undefined;
  const isMarked = own.attributes(element).length > 0;
  if (isMarked && (own.hasAttribute(element, 'onclick') || own.attribute(element, 'draggable') === 'true' || own.matches(element, widgets)))
    return 'made';
  if (hearsPresses(element) || isHeardByList(element)) return 'hears';
  // What scrolls takes the focus for that: keys turn it.
  if (
    isMarked &&
    own.hasAttribute(element, 'tabindex') &&
    own.tabIndex(element) >= 0 &&
    scrolledBy(element, scrollsBy(styleOf(element))) === ''
  )
    return 'focusable';
  return hasOwnPointer ? 'pointer' : undefined;
}

/** press-2: a list hears presses for its entries, to sort them by dragging or to choose one. */
function isHeardByList(element: Element): boolean {
  const list = own.tag(element) === 'li' ? own.parentElement(element) : null;
  return list !== null && hearsPresses(list);
}

/** What can be pressed, and what can be held and moved. */
export function isHand(cursor: string): boolean {
  return cursor === 'pointer' || cursor === 'grab';
}

/** Role of an element that has none that is acted on, but is there to be pressed. */
export function pressableRole(element: HTMLElement, role: string, evidence: Evidence | undefined): string | undefined {
  if (evidence === undefined) return undefined;
  const { targets, text } = contentOf(element);
  if (text.length > longestText) return undefined;
  const isOwn =
    targets === 0 ||
    ((evidence !== 'focusable' || cards.has(role)) && targets <= mostInside && /\S/.test(text) && !containers.has(own.tag(element)));
  return isOwn ? (kept[role] ?? 'generic') : undefined;
}

/** The cursor is a hand here and not around it. */
export function hasOwnPointer(element: Element): boolean {
  if (!isHand(styleOf(element).cursor)) return false;
  const outer = composedParentElement(element);
  return outer === null || !isHand(styleOf(outer).cursor);
}

interface OriginFence {
  /** How many targets are directly inside; infinite when there is a dialog, or too much to look at. */
  readonly targets: number;
  /** What is written inside, without what is written in those targets. */
  readonly text: string;
}

/** What is inside an element that may be a target. */
export function contentOf(element: Element): OriginFence {
  const drawn = own.shadow(element);
  if (drawn === null && own.firstElement(element) === null) return { targets: 0, text: own.text(element) ?? '' };
  let [targets, left] = [0, mostScanned];
  let text = '';
  // press-3.
  const isInHand = isHand(styleOf(element).cursor) || isActionable(element as HTMLElement, roleOf(element as HTMLElement));
  const visit = (parent: Node): void => {
    for (const node of drawnIn(parent)) {
      if (left < 0) return;
      if (own.type(node) === Node.TEXT_NODE) text += (node as Text).data;
      if (own.type(node) !== Node.ELEMENT_NODE) continue;
      left--;
      const inner = node as HTMLElement;
      if (silent.has(own.tag(inner)) || !isLaidOut(inner)) continue;
      const role = roleOf(inner);
      if (isDialog(role)) left = -1;
      else if (isInnerTarget(inner, role, isInHand)) targets++;
      else visit(own.shadow(inner) ?? inner);
      // Words of blocks do not run together.
      if (styleOf(inner).display !== 'inline') text += ' ';
    }
  };
  visit(drawn ?? element);
  return { targets: left < 0 ? Number.POSITIVE_INFINITY : targets, text: tidy(text) };
}

/** A slot has no box of its own: what is in it has. */
function isLaidOut(element: Element): boolean {
  return own.isShown(element, { visibilityProperty: true }) || styleOf(element).display === 'contents';
}

/** A slot shows what is assigned to it. */
export function drawnIn(parent: Node): readonly Node[] {
  const isSlot = own.type(parent) === Node.ELEMENT_NODE && own.tag(parent as Element) === 'slot';
  const assigned = isSlot ? (parent as HTMLSlotElement).assignedNodes() : [];
  return assigned.length > 0 ? assigned : childrenOf(parent);
}

const silent = new Set(['script', 'style', 'template', 'noscript']);

/** Without asking what is inside that again: the scan goes there by itself. */
function isInnerTarget(element: HTMLElement, role: string, isInHand: boolean): boolean {
  if (isActionable(element, role) || fieldDrawnBy(element) !== undefined) return true;
  const evidence = evidenceOf(element, !isInHand && hasOwnPointer(element));
  return evidence !== undefined && !containers.has(own.tag(element));
}

/** Of what a pointer hits inside a target, the target of its own that it hits instead; press-1. */
export function targetBetween(outer: Element, hit: Element): Element | undefined {
  const role = roleOf(outer as HTMLElement);
  const drawn = fieldDrawnBy(outer);
  for (let at: Element | null = hit; at !== null && at !== outer; at = composedParentElement(at))
    if (at !== drawn && isInnerTarget(at as HTMLElement, roleOf(at as HTMLElement), true) && !isPartOf(role, at as HTMLElement)) return at;
  return undefined;
}

/** The options of a list and the field of a combination are how these are used. */
function isPartOf(role: string, inner: HTMLElement): boolean {
  return role === 'combobox' || (role === 'listbox' && (roleOf(inner) === 'option' || own.tag(inner) === 'input'));
}
