// Where a frame shows its document. A page may zoom, scale or turn the frame: a point of the document is then somewhere else than its numbers say.
import type { Bounds, Point, Size } from '../../../domain/ui/geometry.js';
import { composedParentElement, insideOf } from './geometry.js';
import { ofDocument, own } from './own.js';
import { styleOf } from './styles.js';

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
