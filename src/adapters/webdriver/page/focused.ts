// What Enter and Space would press now, by what has the focus.
import { isFrame, isAskew } from './frame-boxes.js';
import { enterPress, forgetForms } from './forms.js';
import { activeElement } from './active.js';
import { pressedAt } from './hit.js';
import { isExternal, nameOf } from './names.js';
import { ofDocument, own } from './own.js';
import { roleOf } from './roles.js';
import { forgetStyles } from './styles.js';

export type Key = 'Enter' | 'Space';

/** `frame`: only the device can enter it, as `element`. */
export function focusedNow(key: Key): { readonly focused: PressedByKey; readonly element: Element | null } {
  forgetStyles();
  forgetForms();
  const active = activeElement() ?? null;
  if (active === null || active === ofDocument.body(own.document(active))) return { focused: { control: null }, element: null };
  if (isFrame(active)) return { focused: { frame: true, askew: isAskew(active) ? true : undefined }, element: active };
  return { focused: { control: pressedBy(key, active) }, element: active };
}

export type PressedByKey =
  | { readonly frame: true; readonly askew?: true }
  | { readonly control: { readonly role: string; readonly name: string; readonly external?: true } | null };

type Control = Extract<PressedByKey, { readonly control: unknown }>['control'];

const typed = new Set(['textbox', 'searchbox', 'password', 'spinbutton', 'combobox', 'listbox', 'date', 'slider', 'color', 'file']);
const ticked = new Set(['checkbox', 'radio', 'switch']);

/** In a field Enter presses the form's button, and Space is a character or ticks it. */
function pressedBy(key: Key, active: HTMLElement): Control {
  const role = roleOf(active);
  if (typed.has(role) || ticked.has(role) || own.isEditable(active)) {
    if (key === 'Enter') return enterPress(active) ?? null;
    return ticked.has(role) ? { role, name: nameOf(active) } : null;
  }
  const pressed = pressedAt(active);
  return pressed && { role: pressed.role, name: nameOf(pressed.element), external: isExternal(pressed.element) ? true : undefined };
}
