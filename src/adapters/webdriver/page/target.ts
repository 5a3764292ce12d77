// Finds one control again and prepares it for an action.
import { middleOf, type Bounds, type Point } from '../../../domain/ui/geometry.js';
import { mayRead } from '../../../domain/ui/same-name.js';
import { standInOf } from './controls.js';
import { hitPointOf, missAt } from './aim.js';
import { boxesOf, composedContains, contentBoxOf, frameOf, intersect, isEmpty, isShown } from './geometry.js';
import type { Prepared, TargetKind } from './messages.js';
import { nameOf } from './names.js';
import { elementOf } from './registry.js';
import { roleOf } from './roles.js';
import { forgetStyles } from './styles.js';
import { ofDocument, own, windowOf } from './own.js';

export interface PrepareRequest {
  readonly id: string;
  /** The name at the time of the decision. Digits may have changed since (a countdown, a counter); words may not. */
  readonly name?: string;
  /** Text entry needs no pointer, so a cover does not matter. */
  readonly pointer: boolean;
  /** The wheel turns what is inside as well: targets in it are no obstacle. */
  readonly through?: boolean;
}

/** Scrolls the control into view, through every box that clips it, and returns a point that hits it, in px of this frame's viewport. */
export function prepare({ id, name, pointer, through = false }: PrepareRequest): Prepared {
  forgetStyles();
  const element = elementOf(id) as HTMLElement | undefined;
  if (element === undefined) return { status: 'gone' };
  if (name !== undefined) {
    const now = nameOf(element);
    if (!mayRead(name, now)) return { status: 'changed', name: now };
  }
  const stand = standInOf(element, !isShown(element));
  const before = isInView(stand) ? aimPoint(stand, element, through) : undefined;
  const point = before ?? scrolledTo(stand, element, through);
  if (point !== undefined) return ready(element, inWindow(own.document(element), point), before === undefined);
  if (!pointer || kindOf(element) === 'file') return ready(element, { x: 0, y: 0 }, false);
  return missed(stand);
}

/** To the middle first; where something fixed covers it there, to an edge. */
function scrolledTo(stand: Element, element: Element, through: boolean): Point | undefined {
  for (const block of ['center', 'end', 'start'] as const) {
    stand.scrollIntoView({ behavior: 'instant', block, inline: 'center' });
    const point = aimPoint(stand, element, through);
    if (point !== undefined) return point;
  }
  return undefined;
}

/** The element that a person acts on may stand in for the control: either will do. */
function aimPoint(stand: Element, element: Element, through: boolean): Point | undefined {
  const view = viewOf(element);
  return hitPointOf(stand, view, through) ?? (stand === element ? undefined : hitPointOf(element, view, through));
}

/** Why no point of it can be hit. */
function missed(stand: Element): Prepared {
  const { hit } = boxesOf(stand);
  if (isEmpty(hit)) return { status: 'hidden' };
  const cover = missAt(stand, middleOf(hit));
  return cover && !composedContains(cover, stand) ? { status: 'covered', by: describe(cover) } : { status: 'out-of-reach' };
}

function ready(element: HTMLElement, point: Point, scrolled: boolean): Prepared {
  return { status: 'ready', point, scrolled, kind: kindOf(element), origin: originOf(element) };
}

/** A document without an origin (srcdoc, about:blank) has its parent's. */
export function originOf(element: Element): string {
  return windowOf(element).origin;
}

function viewOf(element: Element): Bounds {
  const { innerWidth: width, innerHeight: height } = windowOf(element);
  return { x: 0, y: 0, width, height };
}

/** Some of it is in the viewports of its frame and of this script's. A frame of another origin cannot know this from inside: there the element is always scrolled to. */
function isInView(element: Element): boolean {
  if (window.parent !== window) return false;
  const shown = intersect(boxesOf(element).hit, viewOf(element));
  return !isEmpty(shown) && holds(window, inWindow(own.document(element), middleOf(shown)));
}

function holds(view: Window, { x, y }: Point): boolean {
  return x >= 0 && y >= 0 && x < view.innerWidth && y < view.innerHeight;
}

/** Converts a point of a same-origin frame's viewport to the viewport of the script's document. */
function inWindow(document: Document, point: Point): Point {
  const frame = ofDocument.view(document) === window ? undefined : frameOf(document);
  if (frame === undefined) return point;
  const box = contentBoxOf(frame);
  return inWindow(frame.ownerDocument, { x: point.x + box.x, y: point.y + box.y });
}

function describe(element: Element): string {
  const name = nameOf(element) || (own.text(element) ?? '').trim().replace(/\s+/g, ' ').slice(0, 60);
  return `${roleOf(element as HTMLElement) || own.tag(element)}${name ? ` "${name}"` : ''}`;
}

const exactTypes = new Set(['date', 'time', 'month', 'week', 'datetime-local', 'color', 'range']);
const typedTypes = new Set(['text', 'search', 'url', 'tel', 'email', 'password', 'number']);

export function kindOf(element: HTMLElement): TargetKind {
  if (own.matches(element, ':disabled') || own.closest(element, '[aria-disabled=true]') !== null) return 'disabled';
  switch (own.tag(element)) {
    case 'textarea':
      return (element as HTMLTextAreaElement).readOnly ? 'readonly' : 'text';
    case 'select':
      return 'select';
    case 'input': {
      const input = element as HTMLInputElement;
      if (input.type === 'file') return 'file';
      if (input.readOnly) return 'readonly';
      return exactTypes.has(input.type) ? 'exact' : typedTypes.has(input.type) ? 'text' : 'other';
    }
    default:
      return own.isEditable(element) ? 'rich-text' : 'other';
  }
}

/** A point of a foreign frame's viewport, in this document's coordinates, and whether the frame is what a pointer hits there. */
export function leaveFrame({
  id,
  point,
}: {
  readonly id: string;
  readonly point: Point;
}): { readonly point: Point; readonly covered: boolean } | undefined {
  forgetStyles();
  const frame = elementOf(id);
  if (frame === undefined) return undefined;
  const box = contentBoxOf(frame);
  const inner = { x: box.x + point.x, y: box.y + point.y };
  return { point: inWindow(frame.ownerDocument, inner), covered: missAt(frame, inner) !== undefined };
}

export function find(id: string): Element | null {
  return elementOf(id) ?? null;
}
