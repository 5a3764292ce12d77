// Fields that nobody sees: what a person sees and presses instead is drawn by the page. An editor of code draws its text and takes keys through
// a hidden field; a slider lays a hidden range over or beside its thumb. Such a field is listed where its drawing is.
//
// drawn-1. The browser says what is a drawing: of a text by the text cursor that it shows there, of a range by the hit test, or by what hears presses or shows a hand.
// drawn-2. A field that a person cannot get to by the keyboard either is no field: pages use such ones to copy, to measure and to send.
// drawn-3. A drawing that hears presses does so for its field: it is no target of its own.
import { elementAt, boundsOf, isShown } from './geometry.js';
import { own, ofDocument, styleOf, whenForgotten } from './dom.js';
import { hearsPresses } from './hearing.js';
import { middleOf } from '../../../domain/ui/geometry.js';

const candidates = 'textarea,[role=textbox],input[type=range]';
const fields = 'input,textarea,select';
/** px: a field of this width or height shows nothing. */
const unseenSize = 3;
/** Elements inside a drawing that are looked at. */
const mostScanned = 500;
/** Elements around a hidden field: its wrappers, and the drawing. */
const mostAround = 5;

let byField = new Map<Element, Element>();
let byDrawing = new Map<Element, HTMLElement>();
let searched = new Set<Node>();
whenForgotten(() => ([byField, byDrawing, searched] = [new Map(), new Map(), new Set()]));

/** Looks for them in a document or shadow root, once per look. */
export function findDrawings(root: Node): void {
  if (searched.has(root)) return;
  searched.add(root);
  const isDocument = own.type(root) === Node.DOCUMENT_NODE;
  const found = isDocument ? ofDocument.queryAll(root as Document, candidates) : (root as ShadowRoot).querySelectorAll(candidates);
  for (const field of found as Iterable<HTMLElement>) {
    if (!isFree(field) || !isUnseen(field)) continue;
    const drawing = own.tag(field) === 'input' ? drawingOfRange(field) : drawingOfText(field);
    if (drawing === undefined || byDrawing.has(drawing)) continue;
    byField.set(field, drawing);
    byDrawing.set(drawing, field);
  }
}

/** What is drawn in place of a field that nobody sees. */
export function drawingOf(field: Element): Element | undefined {
  findDrawings(own.root(field));
  return byField.get(field);
}

/** The field that this is the drawing of. */
export function fieldDrawnBy(element: Element): HTMLElement | undefined {
  return byDrawing.size === 0 ? undefined : byDrawing.get(element);
}

/** The field that this is part of the drawing of. */
export function fieldDrawnAround(element: Element): HTMLElement | undefined {
  findDrawings(own.root(element));
  if (byDrawing.size === 0) return undefined;
  for (let at: Element | null = element; at !== null; at = own.parentElement(at)) {
    const field = byDrawing.get(at);
    if (field) return field;
  }
  return undefined;
}

/** drawn-2. */
function isFree(field: HTMLElement): boolean {
  return (
    own.tabIndex(field) >= 0 &&
    (own.tag(field) !== 'textarea' || !(field as HTMLTextAreaElement).readOnly) &&
    !own.matches(field, ':disabled,[aria-hidden=true],[aria-hidden=true] *') &&
    (own.matches(field, fields) || takesText(field))
  );
}

/** It takes keys as text without being a field of a form. */
export function takesText(element: HTMLElement): boolean {
  return own.isEditable(element) || ((element as { readonly editContext?: object | null }).editContext ?? null) !== null;
}

export function isUnseen(element: Element): boolean {
  const { computed, overflowX } = styleOf(element);
  const isClipped = computed.clip !== 'auto' || /^inset\((?:50|100)%/.test(computed.clipPath);
  const around = own.parentElement(element);
  return (
    isTiny(element) ||
    computed.opacity === '0' ||
    (isClipped && overflowX !== 'visible') ||
    (around !== null && isTiny(around) && styleOf(around).overflowX !== 'visible')
  );
}

function isTiny(element: Element): boolean {
  const { width, height } = own.box(element);
  return width <= unseenSize || height <= unseenSize;
}

/** The first box around it that shows something, if the field or its wrapper is in that and the text cursor is shown there. */
function drawingOfText(field: HTMLElement): Element | undefined {
  let wrapper: Element = field;
  let at = own.parentElement(field);
  for (let around = 0; at !== null && around < mostAround; around++, wrapper = at, at = own.parentElement(at)) {
    if (own.tag(at) === 'body' || own.tag(at) === 'form') return undefined;
    if (isTiny(at) || !isShown(at)) continue;
    // The field itself may have been scrolled out of its wrapper.
    const { x, y } = own.box(wrapper);
    const { left, right, top, bottom } = own.box(at);
    const isIn = x >= left - 1 && x <= right + 1 && y >= top - 1 && y <= bottom + 1;
    return isIn && showsTextCursor(at) ? at : undefined;
  }
  return undefined;
}

/** The cursor over what is drawn as text; over a field the browser shows it by itself. */
function showsTextCursor(drawing: Element): boolean {
  return partsOf(drawing).some((part) => !own.matches(part, fields) && isTextCursor(part));
}

function isTextCursor(element: Element): boolean {
  const { cursor } = styleOf(element);
  return cursor === 'text' || cursor === 'vertical-text';
}

/** What a pointer hits where the range is, if that is around it and around no other field; else what can be moved beside a range without a box. */
function drawingOfRange(range: HTMLElement): Element | undefined {
  if (!isTiny(range)) {
    const hit = elementAt(own.document(range), middleOf(boundsOf(own.box(range))));
    const isAround = hit !== null && hit !== range && own.contains(hit, range) && own.tag(hit) !== 'body' && own.tag(hit) !== 'label';
    return isAround && own.queryAll(hit, fields).length === 1 ? hit : undefined;
  }
  const beside = [own.next, own.previous].map((way) => elementBeside(range, way));
  return beside.find((each) => each !== undefined && !isTiny(each) && own.query(each, fields) === null && isMovable(each));
}

function elementBeside(element: Element, way: (of: Node) => Node | null): Element | undefined {
  for (let node = way(element); node !== null; node = way(node)) if (own.type(node) === Node.ELEMENT_NODE) return node as Element;
  return undefined;
}

/** The page may hear presses for all of it somewhere else: then the cursor shows that it can be dragged. */
function isMovable(drawing: Element): boolean {
  return partsOf(drawing).some(
    (part) => hearsPresses(part) || /^(?:pointer|grab|move|(?:ew|ns|col|row)-resize)$/.test(styleOf(part).cursor),
  );
}

function partsOf(drawing: Element): readonly Element[] {
  return [drawing, ...[...own.queryAll(drawing, '*')].slice(0, mostScanned)];
}

interface Line {
  readonly top: number;
  readonly bottom: number;
  readonly pieces: { readonly left: number; readonly text: string }[];
}

/** What is drawn as the text of an editor, by lines; numbers and marks beside it show no text cursor. */
export function drawnText(drawing: Element): string {
  const lines: Line[] = [];
  const range = ofDocument.range(own.document(drawing));
  const visit = (parent: Element): void => {
    for (let node = own.first(parent); node !== null; node = own.next(node)) {
      if (own.type(node) === Node.ELEMENT_NODE) visit(node as Element);
      if (own.type(node) !== Node.TEXT_NODE || !isWritten(parent, (node as Text).data)) continue;
      range.selectNodeContents(node);
      const { left, top, bottom } = range.getBoundingClientRect();
      const middle = (top + bottom) / 2;
      const line = lines.find((each) => middle > each.top && middle < each.bottom) ?? { top, bottom, pieces: [] };
      if (line.pieces.length === 0) lines.push(line);
      line.pieces.push({ left, text: (node as Text).data });
    }
  };
  visit(drawing);
  const words = ({ pieces }: Line): string =>
    [...pieces]
      .sort((one, other) => one.left - other.left)
      .map(({ text }) => text)
      .join('');
  return lines
    .sort((one, other) => one.top - other.top)
    .map(words)
    .join('\n');
}

function isWritten(parent: Element, text: string): boolean {
  const { position } = styleOf(parent);
  // A caret is often drawn as a box of its own with a space in it.
  const isCaret = position === 'absolute' && !/\S/.test(text);
  return isTextCursor(parent) && !isCaret && own.isShown(parent, { visibilityProperty: true });
}
