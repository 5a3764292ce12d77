// What a pointer would hit at a point, by the browser's own hit test: the innermost thing that is pressed, whether it was listed or not.
import type { Point, Size } from '../../../domain/ui/geometry.js';
import { contentBoxOf, innerDocumentOf, inwards, isAskew, isFrame, viewOf } from './frame-boxes.js';
import { composedParentElement, elementAt } from './geometry.js';
import type { Hit } from './messages.js';
import { nameOf } from './names.js';
import { own } from './own.js';
import { evidenceOf, hasOwnPointer, pressableRole } from './pressable.js';
import { isActionable, roleOf } from './roles.js';
import { forgetStyles } from './styles.js';

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
export function pressedAt(hit: Element | null): Pressed | null {
  for (let at = hit; at !== null; at = composedParentElement(at)) {
    const element = at as HTMLElement;
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
