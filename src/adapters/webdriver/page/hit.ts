// What a pointer would hit at a point, by the browser's own hit test: the innermost thing that is pressed, whether it was listed or not.

import type { Point, Size } from '../../../domain/ui/geometry.js';
import {
  contentBoxOf,
  innerDocumentOf,
  inwards,
  isAskew,
  isFrame,
  viewOf,
  composedParentElement,
  elementAt,
  activeElement,
} from './geometry.js';
import type { Hit } from './messages.js';
import { nameOf, isExternal } from './names.js';
import { own, forgetStyles, ofDocument } from './dom.js';
import { evidenceOf, hasOwnPointer, pressableRole, isActionable, roleOf } from './pressable.js';
import { fieldDrawnBy, findDrawings } from './drawn.js';
import { enterPress, forgetForms } from './forms.js';

/** @param point - px of this document's viewport, or of the box that shows it, if that is `shown` large */
export function hitAt({ shown, ...point }: Point & { readonly shown?: Size }): { readonly hit: Hit; readonly element: Element | null } {
  forgetStyles();
  return hitIn(document, shown ? inwards(shown, point, viewOf(document)) : point);
}

function hitIn(document: Document, point: Point): { readonly hit: Hit; readonly element: Element | null } {
  const element = elementAt(document, point);
  if (element !== null && isFrame(element as HTMLElement)) {
    const box = contentBoxOf(element);
    const frame = { x: point.x - box.x, y: point.y - box.y };
    // What is in it cannot be known: as such it was judged.
    if (isAskew(element)) return { hit: { frame, shown: box, askew: true }, element };
    const inner = innerDocumentOf(element as HTMLElement);
    return inner ? hitIn(inner, inwards(box, frame, viewOf(inner))) : { hit: { frame, shown: box }, element };
  }
  const pressed = pressedAt(element);
  return { hit: { control: pressed && { role: pressed.role, name: nameOf(pressed.element) } }, element };
}

interface Pressed {
  readonly element: HTMLElement;
  readonly role: string;
}

/** The innermost thing that a press there presses. */
function pressedAt(hit: Element | null): Pressed | null {
  if (hit !== null) findDrawings(own.root(hit));
  for (let at = hit; at !== null; at = composedParentElement(at)) {
    const element = at as HTMLElement;
    const drawn = fieldDrawnBy(element);
    if (drawn) return { element: drawn, role: roleOf(drawn) };
    if (own.tag(element) === 'label') {
      const field = (element as HTMLLabelElement).control;
      if (field) return { element: field, role: roleOf(field) };
    }
    const role = roleOf(element);
    if (isActionable(element, role)) return { element, role };
    const clickable = pressableRole(element, role, evidenceOf(element, hasOwnPointer(element)));
    if (clickable !== undefined) return { element, role: clickable };
  }
  return null;
}

// What Enter and Space would press now, by what has the focus.

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

type PressedByKey =
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
