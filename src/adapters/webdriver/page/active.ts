import { innerDocumentOf, isFrame } from './frame-boxes.js';
import { ofDocument, own } from './own.js';

/** The focused element, also inside a shadow root or a same-origin frame. */
export function activeElement(): HTMLElement | undefined {
  let active: Element | null = ofDocument.active(document);
  for (;;) {
    const inner = innerActive(active);
    if (!inner) return (active as HTMLElement | null) ?? undefined;
    active = inner;
  }
}

function innerActive(element: Element | null): Element | null {
  const shadow = element && own.shadow(element);
  if (shadow) return shadow.activeElement;
  const inner = element && isFrame(element as HTMLElement) ? innerDocumentOf(element as HTMLElement) : null;
  return inner && ofDocument.active(inner);
}
