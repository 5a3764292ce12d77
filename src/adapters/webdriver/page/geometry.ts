// Boxes and their visible parts. Read-only: nothing here changes the page, so the browser lays it out once per look.
import type { Bounds, Point } from '../../../domain/ui/geometry.js';
import { areaBox } from './areas.js';
import { styleOf } from './styles.js';
import { ofDocument, own } from './own.js';

export const everywhere: Bounds = { x: -1e7, y: -1e7, width: 2e7, height: 2e7 };
export const nowhere: Bounds = { x: 0, y: 0, width: 0, height: 0 };

export function intersect(a: Bounds, b: Bounds): Bounds {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const width = Math.min(a.x + a.width, b.x + b.width) - x;
  const height = Math.min(a.y + a.height, b.y + b.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : nowhere;
}

const shownToPeople = { checkOpacity: true, checkVisibilityCSS: true } as const;

/** Laid out, and neither it nor an ancestor is hidden or fully transparent. The native check is cheaper than reading styles. */
export function isShown(element: Element): boolean {
  // An element without a box is shown where its parent is.
  for (let at: Element | null = element; at !== null; at = own.parentElement(at)) {
    if (own.isShown(at, shownToPeople)) return true;
    if (styleOf(at).display !== 'contents') return false;
  }
  return true;
}

export function isEmpty(box: Bounds): boolean {
  return box.width < 1 || box.height < 1;
}

export function boundsOf(rect: DOMRect): Bounds {
  return { x: rect.x, y: rect.y, width: rect.width, height: rect.height };
}

/** What an element shows of what is in it: without its border and its scroll bars. `scale`: px as it is shown per px as it was laid out. */
export function insideOf(element: Element): Bounds & { readonly scale: Point } {
  const box = own.box(element);
  const ratio = (shown: number, laidOut: number): number => (laidOut > 0 ? shown / laidOut : 1);
  const x = ratio(box.width, own.offsetWidth(element as HTMLElement));
  const y = ratio(box.height, own.offsetHeight(element as HTMLElement));
  return {
    x: box.x + own.clientLeft(element) * x,
    y: box.y + own.clientTop(element) * y,
    width: own.clientWidth(element) * x,
    height: own.clientHeight(element) * y,
    scale: { x, y },
  };
}

/** px; a lower box is not wrapped over several lines. */
const oneLine = 24;

/**
 * The box of an inline element encloses gaps that do not belong to it: it is clickable in its largest fragment. An element without a box is
 * where its content is.
 */
export function boxesOf(element: Element): { readonly bounds: Bounds; readonly hit: Bounds } {
  if (own.tag(element) === 'area') {
    const box = areaBox(element);
    return { bounds: box, hit: box };
  }
  const bounds = boundsOf(own.box(element));
  if (isEmpty(bounds) && own.first(element) !== null) {
    const range = ofDocument.range(own.document(element));
    range.selectNodeContents(element);
    const content = boundsOf(range.getBoundingClientRect());
    return { bounds: content, hit: content };
  }
  if (bounds.height < oneLine || styleOf(element).display !== 'inline') return { bounds, hit: bounds };
  return { bounds, hit: largestOf(own.boxes(element)) ?? bounds };
}

export function largestOf(rects: DOMRectList): Bounds | undefined {
  const first = rects[0];
  if (first === undefined) return undefined;
  let largest = boundsOf(first);
  for (let index = 1; index < rects.length; index++) {
    const bounds = boundsOf(rects[index] as DOMRect);
    if (bounds.width * bounds.height > largest.width * largest.height) largest = bounds;
  }
  return largest;
}

/** The deepest element at a point of its frame's viewport, open shadow roots included. */
export function elementAt(document: Document, { x, y }: Point): Element | null {
  let found = ofDocument.at(document, x, y);
  for (let shadow = found && own.shadow(found); found && shadow; shadow = own.shadow(found)) {
    const deeper: Element | null = shadow.elementFromPoint(x, y);
    if (deeper === null || deeper === found) break;
    found = deeper;
  }
  return found;
}

export function composedContains(ancestor: Element, descendant: Element): boolean {
  if (own.contains(ancestor, descendant)) return true;
  for (let node: Node | null = descendant; node !== null; node = composedParent(node)) if (node === ancestor) return true;
  return false;
}

/** The element around this one as it is laid out, over the borders of shadow roots. */
export function composedParentElement(element: Element): Element | null {
  let at = composedParent(element);
  while (at !== null && own.type(at) !== Node.ELEMENT_NODE) at = composedParent(at);
  return at as Element | null;
}

function composedParent(node: Node): Node | null {
  const slot = own.type(node) === Node.ELEMENT_NODE ? own.slot(node as Element) : null;
  return slot ?? own.parent(node) ?? (node as Partial<ShadowRoot>).host ?? null;
}
