// A control's role, and whether a person can act on it.
import { getRole } from 'dom-accessibility-api';
import { own } from './own.js';

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
  // What computes roles would ask the form itself, which its fields can deceive (own.ts).
  if (own.tag(element) === 'form') return own.attribute(element, 'role')?.toLowerCase() ?? 'form';
  const role = plain.has(own.tag(element)) && !own.hasAttribute(element, 'role') ? '' : (getRole(element)?.toLowerCase() ?? '');
  if (role === '' && isEditable(element)) return isEditingHost(element) ? 'textbox' : '';
  return role === 'image' ? 'img' : role;
}

export function isActionable(element: HTMLElement, role: string): boolean {
  if (role === 'option' && own.tag(element) === 'option') return false;
  return actionable.has(role) || (actionableWhenFocusable.has(role) && own.hasAttribute(element, 'tabindex') && own.tabIndex(element) >= 0);
}

/** The outermost editable element. */
function isEditingHost(element: HTMLElement): boolean {
  return own.parentElement(element)?.isContentEditable !== true;
}

export function isEditable(element: HTMLElement): boolean {
  return own.hasAttribute(element, 'contenteditable') && own.isEditable(element) && own.tag(element) !== 'body';
}
