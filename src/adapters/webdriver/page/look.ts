// One walk over a frame's tree with its open shadow roots and same-origin frames, in reading order.
//
// inpage-1. Every interactive control is reported, even when covered or disabled; text only where a person sees it.
// inpage-2. No text is reported twice: the name of an interactive control is not reported as text.
// inpage-3. Nothing is written to the page, so it is laid out once.
// inpage-4. Cheap checks come first: a property before a style, a style before a box, a box before a point.
import { defined } from '../../../domain/collections.js';
import { watch } from './activity.js';
import { addAreas, addControl, addLabelled, addPageScroller, addPicture, addScroller, isBox } from './controls.js';
import { contentBoxOf, innerDocumentOf, isAskew, isFrame, scaleOf, viewOf, isEmpty, isShown, boxesOf } from './geometry.js';
import type { FramePlace, PageLook } from './messages.js';
import { noRoots, pathOf, addText, flush, type Context, type Walk } from './walk.js';
import { evidenceOf, pressableRole, isActionable, isEditable, isHand, roleOf } from './pressable.js';
import { isSeen, ownReach, reachesInside, reachesOf, type Shown } from './reach.js';
import { drawingOf, fieldDrawnBy, findDrawings } from './drawn.js';
import { forgetForms } from './forms.js';
import { beginLook } from './made-anew.js';
import { register, token } from './registry.js';
import { nothingTold } from './said-around.js';
import { inOrderOfSight } from './sight-order.js';
import { childrenOf, forgetStyles, styleOf, type ElementStyle, ofDocument, own } from './dom.js';

export interface LookOutcome {
  readonly look: PageLook;
  readonly frames: readonly Element[];
  readonly hosts: readonly Element[];
}

const skipped = new Set(['script', 'style', 'noscript', 'template', 'head', 'meta', 'link', 'datalist', 'param', 'source', 'track', 'map']);
const textRoles: Readonly<Record<string, string>> = {
  heading: 'heading',
  cell: 'cell',
  gridcell: 'cell',
  columnheader: 'columnheader',
  rowheader: 'rowheader',
  alert: 'alert',
  status: 'status',
  log: 'status',
};
/** Not interactive and without text, but worth reporting. */
const shownRoles = new Set(['img', 'progressbar', 'meter', 'dialog', 'alertdialog']);
/** Their content is not walked. */
const leaves = new Set(['input', 'select', 'textarea', 'canvas', 'img', 'video', 'audio', 'progress', 'meter', 'object']);
const inlineDisplays = new Set(['inline', 'inline-block', 'contents', 'inline-flex']);
const fields = 'input[aria-labelledby],select[aria-labelledby],textarea[aria-labelledby]';

export function look(place: FramePlace): LookOutcome {
  forgetStyles();
  beginLook(place.path);
  forgetForms();
  const walk: Walk = {
    controls: [],
    foreign: [],
    hosts: [],
    named: new Set(),
    texts: new Map(),
    forms: new Map(),
    owned: [],
    run: undefined,
    roots: noRoots(),
    told: nothingTold(),
  };
  const { offset, path } = place;
  const { width, height } = { ...viewOf(document), ...defined(offset) };
  walkDocument(walk, document, { offset: { x: offset.x, y: offset.y, scale: scaleOf({ width, height }, viewOf(document)) }, path });
  for (const { at, form } of walk.owned) {
    const [control, own] = [walk.controls[at], walk.forms.get(form)];
    if (control && own !== undefined) walk.controls[at] = { ...control, form: own };
  }
  forgetStyles();
  return {
    look: {
      document: token,
      title: ofDocument.title(document),
      url: location.href,
      controls: walk.controls,
      foreign: walk.foreign.map(({ frame }) => frame),
    },
    frames: walk.foreign.map(({ element }) => element),
    hosts: walk.hosts,
  };
}

function walkDocument(walk: Walk, document: Document, { offset, path }: { readonly offset: Shown; readonly path: string }): void {
  if (ofDocument.element(document) === null) return;
  watch(document);
  findDrawings(document);
  for (const field of ofDocument.queryAll(document, fields))
    (own.attribute(field, 'aria-labelledby') ?? '').split(/\s+/).forEach((id) => walk.named.add(id));
  const root: Context = {
    reaches: reachesOf(document),
    offset,
    textRole: 'text',
    mute: false,
    aside: false,
    inert: ofDocument.query(document, ':modal') !== null,
    pointer: false,
    level: 0,
  };
  const element = ofDocument.element(document) as HTMLElement;
  if (path !== '') addPageScroller(walk, element, root, path);
  if (ofDocument.body(document) !== null) walkElement(walk, ofDocument.body(document) as HTMLElement, root, `${path}body`);
  flush(walk);
  if (path === '') addPageScroller(walk, element, root, path);
}

function walkChildren(walk: Walk, nodes: readonly Node[], context: Context, path: string): void {
  let counts: Map<string, number> | undefined;
  const pathTo = (element: Element): string => {
    const tag = own.tag(element);
    const count = (counts?.get(tag) ?? 0) + 1;
    (counts ??= new Map<string, number>()).set(tag, count);
    return skipped.has(tag) ? '' : pathOf(element, path, count, walk.roots);
  };
  const shown = inOrderOfSight(nodes);
  // A place in the structure does not go by where it is drawn.
  const paths = shown === nodes ? undefined : new Map(nodes.filter(isElement).map((element) => [element, pathTo(element)]));
  for (const node of shown) {
    if (own.type(node) === Node.TEXT_NODE) addText(walk, node as Text, context, path);
    if (!isElement(node)) continue;
    const ownPath = paths?.get(node) ?? pathTo(node);
    if (ownPath !== '') walkElement(walk, node, context, ownPath);
  }
}

function isElement(node: Node): node is HTMLElement {
  return own.type(node) === Node.ELEMENT_NODE;
}

function walkElement(walk: Walk, element: HTMLElement, outer: Context, path: string): void {
  if (own.tag(element) === 'br') return void walk.run?.pieces.push(' ');
  const style = styleOf(element);
  const { display } = style;
  if (own.tag(element) === 'form') walk.forms.set(element, path);
  if (display === 'none') return addLabelled(walk, element, outer, path);
  const inline = inlineDisplays.has(display);
  if (!inline) flush(walk);

  const inert = (outer.inert && !own.matches(element, ':modal')) || own.isInert(element);
  const context: Context = inert === outer.inert ? outer : { ...outer, inert };
  const role = roleOf(element);
  const isActed = isActionable(element, role);
  const drawn = fieldDrawnBy(element);
  const pointer = isActed || context.pointer || isHand(style.cursor);
  const target = drawn
    ? roleOf(drawn)
    : isActed
      ? role
      : isEditable(element)
        ? undefined
        : pressableRole(element, role, evidenceOf(element, pointer && !context.pointer));
  if (target !== undefined && drawingOf(element) === undefined)
    addControl(walk, { element: drawn ?? element, role: target, context, path }, style);
  else if (shownRoles.has(role) || isDrawing(element))
    addPicture(walk, { element, role: role === '' ? 'img' : role, context, path }, style);

  if (own.tag(element) === 'img' && own.hasAttribute(element, 'usemap')) addAreas(walk, element, context, path);
  if (isFrame(element)) addFrame(walk, element, style, context, path);
  else if (!isLeaf(element, target, context))
    walkInside(walk, element, contextInside(walk, element, style, context, { role, target, pointer, path }), path);
  if (!inline) flush(walk);
}

interface Nature {
  readonly role: string;
  readonly target: string | undefined;
  readonly pointer: boolean;
  readonly path: string;
}

function contextInside(
  walk: Walk,
  element: HTMLElement,
  style: ElementStyle,
  context: Context,
  { role, target, pointer, path }: Nature,
): Context {
  // Clipping matters only to descendants with boxes: plain text is where its element is.
  const hasBoxes = own.firstElement(element) !== null || own.shadow(element) !== null;
  const reaches = hasBoxes ? reachesInside(element, style, context.reaches) : context.reaches;
  const scroller = (hasBoxes && target === undefined && addScroller(walk, { element, context, path }, style)) || context.scroller;
  const level = target === undefined ? context.level : context.level + 1;
  const textRole = textRoles[role] ?? context.textRole;
  const mute = context.mute || target !== undefined || isSilent(walk, element);
  const aside = context.aside || own.attribute(element, 'aria-hidden') === 'true';
  const isSame =
    reaches === context.reaches &&
    textRole === context.textRole &&
    mute === context.mute &&
    aside === context.aside &&
    pointer === context.pointer &&
    level === context.level &&
    scroller === context.scroller;
  return isSame ? context : { ...context, reaches, textRole, mute, aside, pointer, level, ...defined({ scroller }) };
}

function walkInside(walk: Walk, element: HTMLElement, inside: Context, path: string): void {
  const shadow = own.shadow(element);
  if (shadow) {
    watch(shadow);
    findDrawings(shadow);
    return walkChildren(walk, childrenOf(shadow), inside, `${path}::`);
  }
  if (mayBeHost(element, walk.hosts)) walk.hosts.push(element);
  // What it says instead of its controls is for browsers that have none.
  if (hasOwnControls(element)) return;
  if (own.tag(element) === 'slot') {
    const assigned = (element as HTMLSlotElement).assignedNodes();
    return walkChildren(walk, assigned.length > 0 ? assigned : childrenOf(element), inside, path);
  }
  if (own.tag(element) === 'details' && !(element as HTMLDetailsElement).open) {
    const summary = own.query(element, ':scope > summary') as HTMLElement | null;
    return summary ? walkElement(walk, summary, inside, `${path}/summary[1]`) : undefined;
  }
  walkChildren(walk, childrenOf(element), inside, path);
}

function isLeaf(element: HTMLElement, target: string | undefined, context: Context): boolean {
  if (own.tag(element) === 'svg') return !holdsTargets(element, context);
  return (leaves.has(own.tag(element)) && !hasOwnControls(element)) || (target === 'textbox' && own.isEditable(element));
}

/** Shapes that mean what they are; what is a single path is a sign. */
function isDrawing(element: Element): boolean {
  return own.tag(element) === 'svg' && own.query(element, 'circle,ellipse,rect,polygon,polyline,line') !== null;
}

/** Drawings hold many elements; most are icons. */
const mostShapes = 400;

function holdsTargets(drawing: Element, { pointer }: Context): boolean {
  const shapes = own.queryAll(drawing, '*');
  if (shapes.length > mostShapes) return own.query(drawing, '[onclick],a[href],[role=button],[tabindex]') !== null;
  const isInHand = pointer || isHand(styleOf(drawing).cursor);
  return [...shapes].some(
    (shape) => own.tag(shape) === 'a' || evidenceOf(shape as HTMLElement, !isInHand && isHand(styleOf(shape).cursor)) !== undefined,
  );
}

/** Text that labels a field is in that field's name. */
function isSilent(walk: Walk, element: HTMLElement): boolean {
  if (own.tag(element) === 'label') {
    const field = (element as HTMLLabelElement).control;
    return field !== null && (isBox(field) || own.isShown(field) || own.boxes(field).length > 0);
  }
  return own.id(element) !== '' && walk.named.has(own.id(element));
}

/** The script walks into same-origin frames; the device enters others. */
function addFrame(walk: Walk, frame: HTMLElement, style: ElementStyle, context: Context, path: string): void {
  if (context.inert || !isShown(frame)) return;
  const box = contentBoxOf(frame);
  if (isEmpty(box) || !isSeen(frame, frame, box, ownReach(context.reaches, style))) return;
  flush(walk);
  const { x, y, scale } = context.offset;
  const shown = { x: x + box.x * scale.x, y: y + box.y * scale.y, width: box.width * scale.x, height: box.height * scale.y };
  const inside = `${path}>>`;
  const inner = innerDocumentOf(frame);
  const askew = isAskew(frame);
  if (inner !== null && !askew)
    return walkDocument(walk, inner, { offset: { ...shown, scale: scaleOf(shown, viewOf(inner)) }, path: inside });
  const reported = { id: register(frame), path: inside, at: walk.controls.length, box: shown, ...(askew && ({ askew } as const)) };
  walk.foreign.push({ frame: reported, element: frame });
}

// Elements that may hold a closed shadow root, which no script can ask: the device asks the browser.

/** Asked by the device, whatever came of it. */
const asked = new WeakSet<Element>();
const hosts = new Set([
  'article',
  'aside',
  'blockquote',
  'div',
  'footer',
  'h1',
  'h2',
  'h3',
  'h4',
  'header',
  'main',
  'nav',
  'p',
  'section',
  'span',
]);
/** In one look; the others come with the next. */
const most = 40;

/** The browser draws the controls of a film in a shadow root of its own. */
function hasOwnControls(element: Element): boolean {
  return (own.tag(element) === 'video' || own.tag(element) === 'audio') && own.hasAttribute(element, 'controls');
}

/** A custom element, or one that shows something though nothing is in it. */
function mayBeHost(element: Element, found: readonly Element[]): boolean {
  if (found.length >= most || asked.has(element)) return false;
  const tag = own.tag(element);
  if (
    !tag.includes('-') &&
    !hasOwnControls(element) &&
    !(hosts.has(tag) && own.firstElement(element) === null && (own.text(element) ?? '') === '')
  )
    return false;
  if (isEmpty(boxesOf(element).bounds)) return false;
  // One that is not defined yet makes its root later.
  if (own.matches(element, ':defined')) asked.add(element);
  return true;
}
