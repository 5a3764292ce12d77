// Boxes and their visible parts. Read-only: nothing here changes the page, so the browser lays it out once per look.

import type { Bounds, Point, Size } from '../../../domain/ui/geometry.js';
import { type ElementStyle, styleOf, ofDocument, own } from './dom.js';

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
  // The editor of a whole document is as large as what shows that.
  if (own.tag(element) === 'body' && own.isEditable(element as HTMLElement))
    return { bounds: { x: 0, y: 0, ...viewOf(own.document(element)) }, hit: bounds };
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

// The areas of a picture that are links. They have no boxes of their own: their coordinates are px of the picture that shows them.

/** Links of the map that a picture uses. */
export function areasOf(picture: HTMLElement): readonly HTMLElement[] {
  const map = mapNamed(picture, own.attribute(picture, 'usemap') ?? '');
  return map === undefined ? [] : ([...own.queryAll(map, 'area[href]')] as HTMLElement[]);
}

/** Of an area only. */
export function pictureOf(area: Element): HTMLElement | undefined {
  if (own.tag(area) !== 'area') return undefined;
  const name = own.attribute(own.closest(area, 'map') ?? area, 'name') ?? '';
  const pictures = [...ofDocument.queryAll(own.document(area), 'img[usemap]')];
  return pictures.find((each) => own.attribute(each, 'usemap') === `#${name}`) as HTMLElement | undefined;
}

/** Without an extent where no picture shows it. */
function areaBox(area: Element): Bounds {
  const picture = pictureOf(area);
  if (picture === undefined) return { x: 0, y: 0, width: 0, height: 0 };
  const { left, top } = own.box(picture);
  const { computed } = styleOf(picture);
  const [x, y] = [left + picture.clientLeft + parseFloat(computed.paddingLeft), top + picture.clientTop + parseFloat(computed.paddingTop)];
  const numbers = (own.attribute(area, 'coords') ?? '').split(/[\s,;]+/).map(Number);
  if (numbers.some((number) => !Number.isFinite(number))) return { x: 0, y: 0, width: 0, height: 0 };
  switch (own.attribute(area, 'shape')?.toLowerCase()) {
    case 'default':
      return { x, y, width: picture.clientWidth, height: picture.clientHeight };
    case 'circle': {
      const [across = 0, down = 0, radius = 0] = numbers;
      return { x: x + across - radius, y: y + down - radius, width: 2 * radius, height: 2 * radius };
    }
    default: {
      const [across, down] = [0, 1].map((odd) => numbers.filter((_, at) => at % 2 === odd)) as [number[], number[]];
      const [least, most] = [Math.min(...across), Math.max(...across)];
      return { x: x + least, y: y + Math.min(...down), width: most - least, height: Math.max(...down) - Math.min(...down) };
    }
  }
}

function mapNamed(picture: Element, reference: string): Element | undefined {
  const name = reference.startsWith('#') ? reference.slice(1) : '';
  return name === ''
    ? undefined
    : [...ofDocument.queryAll(own.document(picture), 'map')].find((each) => own.attribute(each, 'name') === name);
}

// Where a frame shows its document. A page may zoom, scale or turn the frame: a point of the document is then somewhere else than its numbers say.

/** The frame element that shows this document, if this script can reach it. */
export function frameOf(document: Document): Element | undefined {
  try {
    return ofDocument.view(document)?.frameElement ?? undefined;
  } catch {
    return undefined;
  }
}

/** The document that a frame shows, if this script can reach it. */
export function innerDocumentOf(frame: HTMLElement): Document | null {
  try {
    const inner = (frame as Partial<HTMLIFrameElement>).contentDocument ?? null;
    // By `document.domain` a page lets other origins in.
    return inner && ofDocument.view(inner)?.origin === window.origin ? inner : null;
  } catch {
    return null;
  }
}

/** It shows a document of its own. What an `embed` shows only the browser can tell. */
export function isFrame(element: HTMLElement): boolean {
  const tag = own.tag(element);
  if (tag === 'object') return (element as HTMLObjectElement).contentWindow !== null;
  return tag === 'iframe' || tag === 'frame' || tag === 'embed';
}

/** The place of a frame's viewport in the document around it, as large as it is shown there. */
export function contentBoxOf(frame: Element): Bounds {
  const { scale, ...inside } = insideOf(frame);
  const { computed: style } = styleOf(frame);
  const padding = (side: 'Left' | 'Right' | 'Top' | 'Bottom'): number => parseFloat(style[`padding${side}`]) || 0;
  return {
    x: inside.x + padding('Left') * scale.x,
    y: inside.y + padding('Top') * scale.y,
    width: inside.width - (padding('Left') + padding('Right')) * scale.x,
    height: inside.height - (padding('Top') + padding('Bottom')) * scale.y,
  };
}

/** Turned, mirrored, slanted or in depth: no box tells where a point of its document is. */
export function isAskew(frame: Element): boolean {
  for (let at: Element | null = frame; at !== null; at = composedParentElement(at)) {
    const { transform, rotate, scale, offsetPath } = styleOf(at).computed;
    if ((rotate !== 'none' && rotate !== '') || /-/.test(scale) || (offsetPath !== 'none' && offsetPath !== '')) return true;
    if (transform === 'none' || transform === '') continue;
    const { a, b, c, d, is2D } = new DOMMatrixReadOnly(transform);
    if (!is2D || Math.abs(b) > slant || Math.abs(c) > slant || a < 0 || d < 0) return true;
  }
  return false;
}

/** Of a unit: less moves no point by a px. */
const slant = 1e-4;

/** px of the document per px around it. Sizes of windows are whole numbers. */
export function scaleOf({ width, height }: Size, view: Size): Point {
  const ratio = (shown: number, own: number): number => (own === 0 || Math.abs(shown - own) < 1 ? 1 : shown / own);
  return { x: ratio(width, view.width), y: ratio(height, view.height) };
}

export function viewOf(document: Document): Size {
  const view = ofDocument.view(document);
  return { width: view?.innerWidth ?? 0, height: view?.innerHeight ?? 0 };
}

/** A point of a document in the document around its frame. */
export function outwards(box: Bounds, point: Point, view: Size): Point {
  const scale = scaleOf(box, view);
  return { x: box.x + point.x * scale.x, y: box.y + point.y * scale.y };
}

/** A point in the frame's box, from its corner, as a point of its document. */
export function inwards(shown: Size, point: Point, view: Size): Point {
  const scale = scaleOf(shown, view);
  return { x: point.x / scale.x, y: point.y / scale.y };
}

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

/** px; what scrolls less hides nothing. */
const leastHidden = 8;

interface Scrolled {
  readonly scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
  readonly scrollLeft: number;
  readonly scrollWidth: number;
  readonly clientWidth: number;
}

/** Empty for what does not scroll. */
export function scrolledBy(
  { scrollTop, scrollHeight, clientHeight, scrollLeft, scrollWidth, clientWidth }: Scrolled,
  axes: { readonly x: boolean; readonly y: boolean },
): string {
  const [down, right] = [scrollHeight - clientHeight, scrollWidth - clientWidth];
  const parts: string[] = [];
  if (axes.y && down > leastHidden)
    parts.push(`${percent(scrollTop, down)} %, ${Math.round(scrollTop)} px above, ${Math.round(down - scrollTop)} px below`);
  if (axes.x && right > leastHidden)
    parts.push(
      `across ${percent(Math.abs(scrollLeft), right)} %, ${Math.round(Math.abs(scrollLeft))} px left, ${Math.round(right - Math.abs(scrollLeft))} px right`,
    );
  return parts.join('; ');
}

function percent(at: number, most: number): number {
  return Math.round((100 * at) / most);
}

export function scrollsBy(style: ElementStyle): { readonly x: boolean; readonly y: boolean } {
  return { x: scrolls(style.overflowX), y: scrolls(style.computed.overflowY) };
}

function scrolls(overflow: string): boolean {
  return overflow === 'auto' || overflow === 'scroll' || overflow === 'overlay';
}
