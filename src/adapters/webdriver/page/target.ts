// Finds one control again and prepares it for an action.
import { middleOf, type Bounds, type Point, type Size } from '../../../domain/ui/geometry.js';
import { mayRead } from '../../../domain/ui/control.js';
import { standInOf } from './controls.js';
import { hitPointOf, missAt } from './reach.js';
import {
  composedParentElement,
  contentBoxOf,
  frameOf,
  outwards,
  viewOf,
  boxesOf,
  composedContains,
  intersect,
  isEmpty,
  isShown,
  pictureOf,
} from './geometry.js';
import type { FileFieldNow, FileTaking, Prepared, TargetKind } from './messages.js';
import { forgetForms, leadsOf } from './forms.js';
import { takesText } from './drawn.js';
import { nameOf, valueOf } from './names.js';
import { elementOf } from './made-anew.js';
import { otherRow } from './registry.js';
import { roleOf } from './pressable.js';
import { tidy, forgetStyles, ofDocument, own, windowOf } from './dom.js';

export interface PrepareRequest {
  readonly id: string;
  /** The name at the time of the decision. Digits may have changed since (a countdown, a counter); words may not. */
  readonly name?: string;
  /** Where it led at that time (`Control.leads`). */
  readonly leads?: string;
  /** It is pressed: one that is disabled takes no press. */
  readonly press?: boolean;
  /** Text entry needs no pointer, so a cover does not matter. */
  readonly pointer: boolean;
  /** The wheel turns what is inside as well: targets in it are no obstacle. */
  readonly through?: boolean;
  /** It is aimed at though it still moves. */
  readonly moving?: boolean;
}

/** Scrolls the control into view, through every box that clips it, and returns a point that hits it, in px of this frame's viewport. */
export function prepare({ id, name, leads, press = false, pointer, through = false, moving = false }: PrepareRequest): Prepared {
  forgetStyles();
  forgetForms();
  const element = elementOf(id) as HTMLElement | undefined;
  if (element === undefined) return { status: 'gone' };
  if (name !== undefined) {
    const now = nameOf(element);
    if (!mayRead(name, now)) return { status: 'changed', name: now };
    if (leads !== undefined && leads !== leadsOf(element)) return { status: 'leads-elsewhere' };
    const row = otherRow(element);
    if (row !== undefined) return { status: 'other-row', row: tidy(row, longestRow) };
  }
  if (press && kindOf(element) === 'disabled') return { status: 'disabled' };
  const restsInMs = pointer && !moving ? movesForMs(element) : 0;
  if (restsInMs > 0) return { status: 'moving', restsInMs };
  const stand = standInOf(element, !isShown(element));
  const before = isInView(stand) ? aimPoint(stand, element, through) : undefined;
  const point = before ?? scrolledTo(stand, element, through);
  if (point !== undefined) return ready(element, inWindow(own.document(element), point), before === undefined);
  if (!pointer || kindOf(element) === 'file') return ready(element, { x: 0, y: 0 }, false);
  return missed(stand);
}

const longestRow = 80;

const moves = ['transform', 'translate', 'scale', 'rotate', 'top', 'left', 'bottom', 'right', 'width', 'height', 'maxHeight'];

/** How long animations and transitions of it, and of what it stands in, will move it; one without an end does not count. */
function movesForMs(element: Element): number {
  let longest = 0;
  for (let at: Element | null = element; at !== null; at = composedParentElement(at))
    for (const { playState, playbackRate, currentTime, effect } of animationsOf.call(at)) {
      const end = Number(effect?.getComputedTiming().endTime);
      if (playState !== 'running' || playbackRate <= 0 || !Number.isFinite(end)) continue;
      const frames = (effect as Partial<KeyframeEffect> | null)?.getKeyframes?.() ?? [];
      if (frames.some((frame) => moves.some((property) => property in frame)))
        longest = Math.max(longest, (end - Number(currentTime ?? 0)) / playbackRate);
    }
  return longest;
}

const { getAnimations: animationsOf } = Element.prototype;

/** To the middle first; where something fixed covers it there, to an edge. */
function scrolledTo(stand: Element, element: Element, through: boolean): Point | undefined {
  for (const block of ['center', 'end', 'start'] as const) {
    (pictureOf(stand) ?? stand).scrollIntoView({ behavior: 'instant', block, inline: 'center' });
    const point = aimPoint(stand, element, through);
    if (point !== undefined) return point;
  }
  return undefined;
}

/** The element that a person acts on may stand in for the control: either will do. */
function aimPoint(stand: Element, element: Element, through: boolean): Point | undefined {
  const view = shownOf(element);
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
  const kind = kindOf(element);
  const takes = kind === 'file' ? takingOf(element as HTMLInputElement) : undefined;
  return { status: 'ready', point, view: viewOf(document), scrolled, kind, takes, origin: originOf(element) };
}

function takingOf(input: HTMLInputElement): FileTaking {
  if (input.webkitdirectory) return 'folder';
  return input.multiple ? 'several' : 'one';
}

export function fileFieldNow(input: HTMLInputElement): FileFieldNow {
  const { accept } = input;
  return { takes: takingOf(input), accept, names: valueOf(input, 'file') ?? '', connected: own.isConnected(input) };
}

/** A document without an origin (srcdoc, about:blank) has its parent's. */
export function originOf(element: Element): string {
  return windowOf(element).origin;
}

function shownOf(element: Element): Bounds {
  return { x: 0, y: 0, ...viewOf(own.document(element)) };
}

/** Some of it is in the viewports of its frame and of this script's. A frame of another origin cannot know this from inside: there the element is always scrolled to. */
function isInView(element: Element): boolean {
  if (window.parent !== window) return false;
  const shown = intersect(boxesOf(element).hit, shownOf(element));
  return !isEmpty(shown) && holds(window, inWindow(own.document(element), middleOf(shown)));
}

function holds(view: Window, { x, y }: Point): boolean {
  return x >= 0 && y >= 0 && x < view.innerWidth && y < view.innerHeight;
}

/** Converts a point of a same-origin frame's viewport to the viewport of the script's document. */
function inWindow(document: Document, point: Point): Point {
  const frame = ofDocument.view(document) === window ? undefined : frameOf(document);
  if (frame === undefined) return point;
  return inWindow(frame.ownerDocument, outwards(contentBoxOf(frame), point, viewOf(document)));
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
      if (input.type === 'range' && isOfFilm(input)) return 'scale';
      return exactTypes.has(input.type) ? 'exact' : typedTypes.has(input.type) ? 'text' : 'other';
    }
    default:
      if (takesText(element)) return 'rich-text';
      return roleOf(element) === 'slider' && own.tabIndex(element) >= 0 && own.hasAttribute(element, 'aria-valuenow') ? 'scale' : 'other';
  }
}

/** A film's own slider hears only what a person does, not the events that a script makes. */
function isOfFilm(slider: Element): boolean {
  const { host } = own.root(slider) as Partial<ShadowRoot>;
  return host !== undefined && /^(?:video|audio)$/.test(own.tag(host));
}

/** A point of a foreign frame's viewport, which is as large as `view`, in this window's coordinates; this window's size; and whether the frame is what a pointer hits there. */
export function leaveFrame({
  id,
  point,
  view,
}: {
  readonly id: string;
  readonly point: Point;
  readonly view: Size;
}): { readonly point: Point; readonly view: Size; readonly covered: boolean } | undefined {
  forgetStyles();
  const frame = elementOf(id);
  if (frame === undefined) return undefined;
  const inner = outwards(contentBoxOf(frame), point, view);
  return { point: inWindow(frame.ownerDocument, inner), view: viewOf(document), covered: missAt(frame, inner, true) !== undefined };
}

export function find(id: string): Element | null {
  return elementOf(id) ?? null;
}
