// The state of the walk over a page: what it has found, and what applies inside an element.

import type { ForeignFrame, PageControl } from './messages.js';
import { type Reaches, type Shown, isSeen, rounded } from './reach.js';
import type { Bounds } from '../../../domain/ui/geometry.js';
import { withSaidAround, type Told } from './said-around.js';
import { changesByItself } from './activity.js';
import { own, tidy, styleOf } from './dom.js';
import { defined } from '../../../domain/collections.js';
import { boundsOf, isShown, largestOf } from './geometry.js';
import { isMasked, register } from './registry.js';

export interface Walk {
  readonly controls: PageControl[];
  readonly foreign: { readonly frame: ForeignFrame; readonly element: Element }[];
  /** What may hold a closed shadow root. */
  readonly hosts: Element[];
  /** Ids of elements whose text names a field. */
  readonly named: Set<string>;
  /** Number of texts reported per element. */
  readonly texts: Map<string, number>;
  /** Paths of the forms of the document, and controls of forms that are not around them, by their index. */
  readonly forms: Map<Element, string>;
  readonly owned: { readonly at: number; readonly form: Element }[];
  run: Run | undefined;
  readonly roots: Roots;
  readonly told: Told;
}

export interface Context {
  readonly reaches: Reaches;
  /** The frame's viewport in the reported coordinates. */
  readonly offset: Shown;
  readonly textRole: string;
  /** Text is in a control's name already. */
  readonly mute: boolean;
  /** Hidden from assistive technology, but not from a person: only numbers are told, such as a price that is given twice. */
  readonly aside: boolean;
  readonly inert: boolean;
  /** The cursor's shape shows nothing here: it is a hand already, or what is around is pressed anyway (press-3). */
  readonly pointer: boolean;
  /** How many targets are around. */
  readonly level: number;
  /** The view of what scrolls around it, but for the page itself. */
  readonly scroller?: Bounds;
}

/** Adjacent text so far: `flush` reports it. */
interface Run {
  readonly pieces: string[];
  readonly first: Text;
  last: Text;
  readonly parent: Element;
  readonly context: Context;
  readonly path: string;
  restless: boolean;
}

// Where an element is in the structure, as a path of tags. An id that looks human-made restarts the path, so that wrappers around the element do not matter; where the path continues outwards is told beside it.

interface Roots {
  /** Outwards from each restarted path: the path of its parent. */
  readonly parents: Map<string, string>;
  /** What has been told of that, in this walk. */
  readonly told: Map<string, string>;
}

export function noRoots(): Roots {
  return { parents: new Map(), told: new Map() };
}

/** Of elements with the same id only the first has its path restarted. */
export function pathOf(element: Element, parent: string, count: number, { parents }: Roots): string {
  const [id, localName] = [own.id(element), own.tag(element)];
  const structural = `${parent}/${localName}[${count}]`;
  if (id === '' || id.length > 40 || !/^[A-Za-z][\w-]*$/.test(id) || /\d{3}|[0-9a-f]{8}/.test(id)) return structural;
  const restarted = `${parent.slice(0, documentOf(parent))}${localName}#${id}`;
  if (parents.has(restarted)) return structural;
  parents.set(restarted, parent);
  return restarted;
}

/** How the path goes on outwards, as far as this has not been told; undefined: nothing new. */
export function newRoots(path: string, { parents, told }: Roots): Readonly<Record<string, string>> | undefined {
  let found: Record<string, string> | undefined;
  for (let root = rootOf(path); ;) {
    const parent = parents.get(root);
    if (parent === undefined || told.get(root) === parent) return found;
    told.set(root, parent);
    (found ??= {})[root] = parent;
    root = rootOf(parent);
  }
}

/** Up to the end of its first step within the frame or shadow root. */
function rootOf(path: string): string {
  const end = path.indexOf('/', documentOf(path));
  return end < 0 ? path : path.slice(0, end);
}

/** Where the part begins that belongs to its own document or shadow root. */
function documentOf(path: string): number {
  const last = Math.max(path.lastIndexOf('>>'), path.lastIndexOf('::'));
  return last < 0 ? 0 : last + 2;
}

// Text between the controls, as runs: adjacent pieces that no control or block interrupts.

export function addText(walk: Walk, node: Text, context: Context, path: string): void {
  const text = node.data;
  const isMute = context.mute || (context.aside && !numeric.test(text));
  if (isMute || context.inert || !/\S/.test(text)) {
    if (walk.run && text !== '' && !isMute) walk.run.pieces.push(' ');
    return;
  }
  const parent = own.parentElement(node) ?? ((own.root(node) as Partial<ShadowRoot>).host as Element);
  if (!isShown(parent)) return;
  const restless = changesByItself(parent);
  if (walk.run) {
    walk.run.pieces.push(text);
    walk.run.last = node;
    walk.run.restless ||= restless;
  } else walk.run = { pieces: [text], first: node, last: node, parent, context, path, restless };
}

/** Digits, currencies, and what stands between digits. */
const numeric = /[\p{N}\p{Sc}]|^\s*[.,]\s*$/u;

/** Ends the run of text, and reports it if a person sees it. */
export function flush(walk: Walk): void {
  const { run } = walk;
  if (run === undefined) return;
  walk.run = undefined;
  const text = tidy(run.pieces.length === 1 ? run.first.data : run.pieces.join(''));
  if (text === '' || (text.length < 3 && !/[\p{L}\p{N}]/u.test(text))) return;
  const { context } = run;
  const { parent, bounds, hit } = boxOfRun(run);
  if (hit === undefined || !isSeen(parent, parent, hit, context.reaches.flow)) return;
  const path = `${run.path}/text()`;
  const count = (walk.texts.get(path) ?? 0) + 1;
  walk.texts.set(path, count);
  const control: PageControl = {
    id: `${register(parent)}.${count}`,
    role: context.textRole,
    name: text,
    bounds: rounded(bounds, context.offset),
    enabled: true,
    visible: true,
    interactive: false,
    path: `${path}[${count}]`,
  };
  const roots = newRoots(control.path, walk.roots);
  const [masked, restless] = [isMasked(parent) || undefined, run.restless || undefined];
  const whole = { ...control, ...defined({ roots, masked, restless }) };
  walk.controls.push(withSaidAround(whole, parent, walk.told));
}

interface TextBox {
  readonly parent: Element;
  readonly bounds: Bounds;
  readonly hit: Bounds | undefined;
}

/** The text's own box; when the text is the element's only content, the element's box, which is faster to get. */
function boxOfRun({ first, last, parent }: Run): TextBox {
  if (first === last && own.first(parent) === first && own.last(parent) === first && styleOf(parent).display !== 'inline') {
    const bounds = boundsOf(own.box(parent));
    return { parent, bounds, hit: bounds };
  }
  const range = rangeOver(first, last);
  const rects = range.getClientRects();
  const hit = largestOf(rects);
  const bounds = rects.length === 1 && hit !== undefined ? hit : boundsOf(range.getBoundingClientRect());
  if (first === last) return { parent, bounds, hit };
  const common = range.commonAncestorContainer;
  return { parent: common.nodeType === Node.ELEMENT_NODE ? (common as Element) : parent, bounds, hit };
}

let spare: Range | undefined;

/** One shared range: the document keeps track of every range that exists. */
function rangeOver(first: Text, last: Text): Range {
  if (spare?.startContainer.ownerDocument !== first.ownerDocument) spare = first.ownerDocument.createRange();
  if (first === last) spare.selectNodeContents(first);
  else {
    spare.setStart(first, 0);
    spare.setEnd(last, last.length);
  }
  return spare;
}
