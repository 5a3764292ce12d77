// Text between the controls, as runs: adjacent pieces that no control or block interrupts.
import { defined } from '../../../domain/collections.js';
import type { Bounds } from '../../../domain/ui/geometry.js';
import { boundsOf, isShown, largestOf } from './geometry.js';
import type { PageControl } from './messages.js';
import { tidy } from './tidy.js';
import { newRoots } from './paths.js';
import { isSeen, rounded } from './reach.js';
import { isMasked, register } from './registry.js';
import { styleOf } from './styles.js';
import type { Context, Run, Walk } from './walk.js';
import { own } from './own.js';

export function addText(walk: Walk, node: Text, context: Context, path: string): void {
  const text = node.data;
  const isMute = context.mute || (context.aside && !numeric.test(text));
  if (isMute || context.inert || !/\S/.test(text)) {
    if (walk.run && text !== '' && !isMute) walk.run.pieces.push(' ');
    return;
  }
  const parent = own.parentElement(node) ?? ((own.root(node) as Partial<ShadowRoot>).host as Element);
  if (!isShown(parent)) return;
  if (walk.run) {
    walk.run.pieces.push(text);
    walk.run.last = node;
  } else walk.run = { pieces: [text], first: node, last: node, parent, context, path };
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
  walk.controls.push({ ...control, ...defined({ roots, masked: isMasked(parent) ? true : undefined }) });
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
