// One walk over a frame's tree, its open shadow roots and same-origin frames, in reading order.
//
// L1. Every interactive control is reported, also one that is covered or disabled; texts only where a person sees them.
// L2. No text is reported twice: what stands in the name of an interactive control is not reported as text.
// L3. Nothing is written to the page, so that it is laid out once.
import type { Bounds } from '../../../domain/ui/geometry.js';
import { watch } from './activity.js';
import { boundsOf, boxesOf, centreOf, contentBoxOf, coverOf, intersect, isEmpty, isShown, largestOf } from './geometry.js';
import type { ForeignFrame, FramePlace, PageControl, PageLook } from './messages.js';
import { forgetStyles, nameOf, optionsOf, statesOf, styleOf, tidy, valueOf } from './names.js';
import { ownReach, reachesInside, reachesOf, type Reach, type Reaches } from './reach.js';
import { isMasked, register, token } from './registry.js';
import { clickableRole, isActionable, isEditable, roleOf } from './roles.js';

interface Context {
  readonly reaches: Reaches;
  /** Where the frame's viewport stands in the coordinates that are reported. */
  readonly offset: { readonly x: number; readonly y: number };
  readonly textRole: string;
  /** Text is in a control's name already, or hidden from assistive technology. */
  readonly mute: boolean;
  readonly inert: boolean;
  readonly pointer: boolean;
}

interface Walk {
  readonly controls: PageControl[];
  readonly foreign: { readonly frame: ForeignFrame; readonly element: Element }[];
  /** Elements whose text is the name of a field. */
  readonly named: Set<string>;
  /** How many texts were reported of one element. */
  readonly texts: Map<string, number>;
  run: Run | undefined;
}

/** Neighbouring pieces of text that no control and no block interrupts. */
interface Run {
  readonly pieces: string[];
  readonly first: Text;
  last: Text;
  readonly parent: Element;
  readonly context: Context;
  readonly path: string;
}

export interface LookOutcome {
  readonly look: PageLook;
  readonly frames: readonly Element[];
}

const skipped = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'head',
  'meta',
  'link',
  'datalist',
  'object',
  'embed',
  'param',
  'source',
  'track',
  'map',
]);
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
/** Not interactive and without text of its own, and yet worth knowing of. */
const shownRoles = new Set(['img', 'progressbar', 'meter', 'dialog', 'alertdialog']);
const inlineDisplays = new Set(['inline', 'inline-block', 'contents', 'inline-flex']);
const fields = 'input[aria-labelledby],select[aria-labelledby],textarea[aria-labelledby]';

export function look(place: FramePlace): LookOutcome {
  forgetStyles();
  const walk: Walk = { controls: [], foreign: [], named: new Set(), texts: new Map(), run: undefined };
  walkDocument(walk, document, place);
  forgetStyles();
  return {
    look: {
      document: token,
      title: document.title,
      url: location.href,
      controls: walk.controls,
      foreign: walk.foreign.map(({ frame }) => frame),
    },
    frames: walk.foreign.map(({ element }) => element),
  };
}

function walkDocument(walk: Walk, document: Document, { offset, path }: FramePlace): void {
  if (document.documentElement === null) return;
  watch(document);
  for (const field of document.querySelectorAll(fields))
    (field.getAttribute('aria-labelledby') ?? '').split(/\s+/).forEach((id) => walk.named.add(id));
  const root: Context = {
    reaches: reachesOf(document),
    offset,
    textRole: 'text',
    mute: false,
    inert: document.querySelector(':modal') !== null,
    pointer: false,
  };
  if (document.body !== null) walkElement(walk, document.body as HTMLElement, root, `${path}body`);
  flush(walk);
}

function walkChildren(walk: Walk, nodes: readonly Node[], context: Context, path: string): void {
  const counts = new Map<string, number>();
  for (const node of nodes) {
    if (node.nodeType === Node.TEXT_NODE) addText(walk, node as Text, context, path);
    if (node.nodeType !== Node.ELEMENT_NODE) continue;
    const element = node as HTMLElement;
    const tag = element.localName;
    const count = (counts.get(tag) ?? 0) + 1;
    counts.set(tag, count);
    if (!skipped.has(tag)) walkElement(walk, element, context, pathOf(element, path, count));
  }
}

/** `childNodes` would be a live list that the browser has to keep. */
function childrenOf(parent: Element | ShadowRoot): readonly Node[] {
  const children: Node[] = [];
  for (let node = parent.firstChild; node !== null; node = node.nextSibling) children.push(node);
  return children;
}

/** An id that looks chosen by a person begins the path anew, so that what is wrapped around it does not matter. */
function pathOf(element: Element, parent: string, count: number): string {
  const { id, localName } = element;
  if (id === '' || id.length > 40 || !/^[A-Za-z][\w-]*$/.test(id) || /\d{3}|[0-9a-f]{8}/.test(id))
    return `${parent}/${localName}[${count}]`;
  const frameOrShadow = Math.max(parent.lastIndexOf('>>'), parent.lastIndexOf('::'));
  return `${frameOrShadow < 0 ? '' : parent.slice(0, frameOrShadow + 2)}${localName}#${id}`;
}

function walkElement(walk: Walk, element: HTMLElement, outer: Context, path: string): void {
  if (element.localName === 'br') return void walk.run?.pieces.push(' ');
  const style = styleOf(element);
  const { display } = style;
  if (display === 'none') return walkLabelled(walk, element, outer, path);
  const inline = inlineDisplays.has(display);
  if (!inline) flush(walk);

  const inert = (outer.inert && !element.matches(':modal')) || element.inert;
  const context: Context = inert === outer.inert ? outer : { ...outer, inert };
  const role = roleOf(element);
  const pointer = style.cursor === 'pointer';
  const target = isActionable(element, role)
    ? role
    : context.mute || isEditable(element)
      ? undefined
      : clickableRole(element, role, pointer && !context.pointer);
  if (target !== undefined) addControl(walk, element, target, style, context, path);
  else if (shownRoles.has(role)) addPicture(walk, element, role, style, context, path);

  if (element.localName === 'iframe' || element.localName === 'frame') addFrame(walk, element as HTMLIFrameElement, style, context, path);
  else if (!isLeaf(element, target)) walkInside(walk, element, insideOf(walk, element, style, context, { role, target, pointer }), path);
  if (!inline) flush(walk);
}

interface Nature {
  readonly role: string;
  readonly target: string | undefined;
  readonly pointer: boolean;
}

function insideOf(
  walk: Walk,
  element: HTMLElement,
  style: CSSStyleDeclaration,
  context: Context,
  { role, target, pointer }: Nature,
): Context {
  // A clip matters only to what has a box of its own: text alone is where its element is.
  const hasBoxes = element.firstElementChild !== null || element.shadowRoot !== null;
  const reaches = hasBoxes ? reachesInside(element, style, context.reaches) : context.reaches;
  const textRole = textRoles[role] ?? context.textRole;
  const mute = context.mute || target !== undefined || isSilent(walk, element);
  const isSame = reaches === context.reaches && textRole === context.textRole && mute === context.mute && pointer === context.pointer;
  return isSame ? context : { ...context, reaches, textRole, mute, pointer };
}

function walkInside(walk: Walk, element: HTMLElement, inside: Context, path: string): void {
  if (element.shadowRoot) {
    watch(element.shadowRoot);
    return walkChildren(walk, childrenOf(element.shadowRoot), inside, `${path}::`);
  }
  if (element.localName === 'slot') {
    const assigned = (element as HTMLSlotElement).assignedNodes();
    return walkChildren(walk, assigned.length > 0 ? assigned : childrenOf(element), inside, path);
  }
  if (element.localName === 'details' && !(element as HTMLDetailsElement).open) {
    const summary = element.querySelector<HTMLElement>(':scope > summary');
    return summary ? walkElement(walk, summary, inside, `${path}/summary[1]`) : undefined;
  }
  walkChildren(walk, childrenOf(element), inside, path);
}

function isLeaf(element: HTMLElement, target: string | undefined): boolean {
  const tag = element.localName;
  return (
    tag === 'input' ||
    tag === 'select' ||
    tag === 'textarea' ||
    tag === 'svg' ||
    tag === 'canvas' ||
    tag === 'img' ||
    tag === 'video' ||
    tag === 'audio' ||
    tag === 'progress' ||
    tag === 'meter' ||
    (target === 'textbox' && element.isContentEditable)
  );
}

/** Text that names a field is in that field's name. */
function isSilent(walk: Walk, element: HTMLElement): boolean {
  if (element.getAttribute('aria-hidden') === 'true') return true;
  if (element.localName === 'label') {
    const field = (element as HTMLLabelElement).control;
    return field !== null && (isBox(field) || field.getClientRects().length > 0);
  }
  return element.id !== '' && walk.named.has(element.id);
}

function addControl(walk: Walk, element: HTMLElement, role: string, style: CSSStyleDeclaration, context: Context, path: string): void {
  flush(walk);
  const shown = isShown(element);
  const stand = standInOf(element, !shown);
  const { bounds, hit } = boxesOf(stand);
  const visible =
    (shown || (isBox(element) && isShown(stand))) &&
    !context.inert &&
    isSeen(element, stand === element ? element : stand, hit, ownReach(context.reaches, style));
  push(walk, element, { role, bounds, visible, interactive: true, context, path });
}

/** Check boxes, radio buttons and file inputs are often hidden behind a label that looks better; there a person acts on the label. */
function standInOf(element: HTMLElement, transparent: boolean): Element {
  if (!isBox(element)) return element;
  const rect = element.getBoundingClientRect();
  if (!transparent && rect.width > 1 && rect.height > 1) return element;
  return [...((element as HTMLInputElement).labels ?? [])].find((label) => label.getBoundingClientRect().width > 1) ?? element;
}

function isBox(element: HTMLElement): boolean {
  if (element.localName !== 'input') return false;
  const { type } = element as HTMLInputElement;
  return type === 'checkbox' || type === 'radio' || type === 'file';
}

/** Not laid out, and yet usable where its label is. */
function walkLabelled(walk: Walk, element: HTMLElement, context: Context, path: string): void {
  if (!isBox(element) || standInOf(element, false) === element) return;
  const stand = standInOf(element, false);
  const { bounds, hit } = boxesOf(stand);
  flush(walk);
  push(walk, element, {
    role: roleOf(element),
    bounds,
    visible: !context.inert && isSeen(stand, stand, hit, context.reaches.flow),
    interactive: true,
    context,
    path,
  });
}

function addPicture(walk: Walk, element: HTMLElement, role: string, style: CSSStyleDeclaration, context: Context, path: string): void {
  if (context.mute || context.inert || !isShown(element)) return;
  const { bounds, hit } = boxesOf(element);
  if (role === 'img' && nameOf(element) === '') return;
  if (!isSeen(element, element, hit, ownReach(context.reaches, style))) return;
  flush(walk);
  push(walk, element, { role, bounds, visible: true, interactive: false, context, path });
}

interface Found {
  readonly role: string;
  readonly bounds: Bounds;
  readonly visible: boolean;
  readonly interactive: boolean;
  readonly context: Context;
  readonly path: string;
}

function push(walk: Walk, element: HTMLElement, { role, bounds, visible, interactive, context, path }: Found): void {
  const value = valueOf(element, role);
  const states = statesOf(element, role, (element.getRootNode() as Document | ShadowRoot).activeElement);
  const options = optionsOf(element);
  walk.controls.push({
    id: register(element),
    role,
    name: nameOf(element),
    ...(value !== undefined && value !== '' && { value }),
    ...(states.length > 0 && { states }),
    ...(options && { options }),
    bounds: rounded(bounds, context),
    enabled: !context.inert && !element.matches(':disabled') && element.closest('[aria-disabled=true]') === null,
    visible,
    interactive,
    path,
    ...(isMasked(element) && { masked: true }),
  });
}

function rounded({ x, y, width, height }: Bounds, { offset }: Context): Bounds {
  return { x: Math.round(x + offset.x), y: Math.round(y + offset.y), width: Math.round(width), height: Math.round(height) };
}

/** In view and uncovered, or out of view and within reach of scrolling. */
function isSeen(element: Element, hitElement: Element, box: Bounds, { view, scrollable }: Reach): boolean {
  if (isEmpty(box)) return false;
  const shown = intersect(box, view);
  if (isEmpty(shown)) return !isEmpty(intersect(box, scrollable));
  const point = centreOf(shown);
  return coverOf(element, point) === undefined || (hitElement !== element && coverOf(hitElement, point) === undefined);
}

function addText(walk: Walk, node: Text, context: Context, path: string): void {
  if (context.mute || context.inert || !/\S/.test(node.data)) {
    if (walk.run && node.data !== '' && !context.mute) walk.run.pieces.push(' ');
    return;
  }
  const parent = node.parentElement ?? ((node.getRootNode() as Partial<ShadowRoot>).host as Element);
  if (!isShown(parent)) return;
  if (walk.run) {
    walk.run.pieces.push(node.data);
    walk.run.last = node;
  } else walk.run = { pieces: [node.data], first: node, last: node, parent, context, path };
}

/** The text's own box; that of its element, which is faster to get, where there is nothing else in it. */
function boxOfRun({ first, last, parent }: Run): { readonly parent: Element; readonly bounds: Bounds; readonly hit: Bounds | undefined } {
  if (first === last && parent.firstChild === first && parent.lastChild === first && styleOf(parent).display !== 'inline') {
    const bounds = boundsOf(parent.getBoundingClientRect());
    return { parent, bounds, hit: bounds };
  }
  const range = parent.ownerDocument.createRange();
  range.setStart(first, 0);
  range.setEnd(last, last.length);
  const rects = range.getClientRects();
  const hit = largestOf(rects);
  const common = range.commonAncestorContainer;
  const bounds = rects.length === 1 && hit !== undefined ? hit : boundsOf(range.getBoundingClientRect());
  return { parent: common.nodeType === Node.ELEMENT_NODE ? (common as Element) : parent, bounds, hit };
}

/** Ends the run of text, and reports it where a person sees it. */
function flush(walk: Walk): void {
  const { run } = walk;
  walk.run = undefined;
  if (run === undefined) return;
  const text = tidy(run.pieces.join(''));
  if (text === '' || (text.length < 3 && !/[\p{L}\p{N}]/u.test(text))) return;
  const { context } = run;
  const { parent, bounds, hit } = boxOfRun(run);
  if (hit === undefined || !isSeen(parent, parent, hit, context.reaches.flow)) return;
  const path = `${run.path}/text()`;
  const count = (walk.texts.get(path) ?? 0) + 1;
  walk.texts.set(path, count);
  walk.controls.push({
    id: `${register(parent)}.${count}`,
    role: context.textRole,
    name: text,
    bounds: rounded(bounds, context),
    enabled: true,
    visible: true,
    interactive: false,
    path: `${path}[${count}]`,
    ...(isMasked(parent) && { masked: true }),
  });
}

/** The script walks into a frame of the same origin; another is the device's to enter. */
function addFrame(walk: Walk, frame: HTMLIFrameElement, style: CSSStyleDeclaration, context: Context, path: string): void {
  if (context.inert || !isShown(frame)) return;
  const box = contentBoxOf(frame);
  if (isEmpty(box) || !isSeen(frame, frame, box, ownReach(context.reaches, style))) return;
  flush(walk);
  const offset = { x: context.offset.x + box.x, y: context.offset.y + box.y };
  const inside = `${path}>>`;
  const inner = innerDocumentOf(frame);
  if (inner !== null) return walkDocument(walk, inner, { offset, path: inside });
  const reported = {
    id: register(frame),
    path: inside,
    at: walk.controls.length,
    visible: true,
    box: { ...box, x: offset.x, y: offset.y },
  };
  walk.foreign.push({ frame: reported, element: frame });
}

function innerDocumentOf(frame: HTMLIFrameElement): Document | null {
  try {
    return frame.contentDocument;
  } catch {
    return null;
  }
}
