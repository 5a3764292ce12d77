// What of a frame is in view, and where a pointer reaches it: told of the frame's element alone, whether the walk over the page comes by it or not.
import { middleOf, type Bounds, type Point } from '../../../domain/ui/geometry.js';
import { contentBoxOf, isAskew, boundsOf, composedParentElement, intersect, isEmpty, isShown } from './geometry.js';
import { activeIn, ofDocument, own, forgetStyles, styleOf } from './dom.js';
import { ownReach, reachesInside, reachesOf } from './reach.js';

/** px of the viewport of the element's document. */
export interface FrameSight {
  /** Of its document, all of it. */
  readonly content: Bounds;
  /** The part in view. Of what is askew all that it may cover. */
  readonly shown: Bounds;
  readonly open: readonly Bounds[];
  readonly askew: boolean;
  readonly focused: boolean;
}

/** `null`: nobody sees it, and no pointer reaches it. */
export function frameSight(frame: Element): FrameSight | null {
  forgetStyles();
  const askew = isAskew(frame);
  const content = contentBoxOf(frame);
  const shown = intersect(askew ? boundsOf(own.box(frame)) : content, viewAround(frame));
  const root = own.root(frame) as Document | ShadowRoot;
  const isHit = ({ x, y }: Point): boolean => root.elementFromPoint(x, y) === frame;
  const open = isEmpty(shown) ? [] : joined(partsOf(shown, isHit));
  forgetStyles();
  const isSeen = isShown(frame) && !isEmpty(shown);
  return isSeen || open.length > 0 ? { content, shown, open, askew, focused: activeIn(root) === frame } : null;
}

/** What the boxes around it cut off nobody sees. In doubt it is in view. */
function viewAround(frame: Element): Bounds {
  const document = own.document(frame);
  const around: Element[] = [];
  for (let at = composedParentElement(frame); at !== null && at !== ofDocument.element(document); at = composedParentElement(at))
    around.unshift(at);
  const reaches = around.reduce((outer, element) => {
    const style = styleOf(element);
    // Beyond such an edge there may be a margin in which all is shown.
    return style.overflowX === 'clip' ? outer : reachesInside(element, style, outer);
  }, reachesOf(document));
  return ownReach(reaches, styleOf(frame)).view;
}

/** px: a part is asked at its middle and corners, and divided where the answers differ. What covers less than a button may be missed. */
const [largest, smallest] = [48, 8];

function partsOf(box: Bounds, isHit: (point: Point) => boolean): readonly Bounds[] {
  const { x, y, width, height } = box;
  const side = Math.max(width, height);
  if (side > largest) return halvesOf(box).flatMap((half) => partsOf(half, isHit));
  const [right, bottom] = [x + width - 0.5, y + height - 0.5];
  const corners = [x + 0.5, right].flatMap((at) => [y + 0.5, bottom].map((down) => ({ x: at, y: down })));
  const answers = [middleOf(box), ...corners].map(isHit);
  if (side <= smallest || answers.every((answer) => answer === answers[0])) return answers[0] === true ? [box] : [];
  return halvesOf(box).flatMap((half) => partsOf(half, isHit));
}

function halvesOf(box: Bounds): readonly Bounds[] {
  const { x, y, width, height } = box;
  const half = { ...box, ...(width > height ? { width: width / 2 } : { height: height / 2 }) };
  return [half, width > height ? { ...half, x: x + width / 2 } : { ...half, y: y + height / 2 }];
}

/** Neighbours as one. */
function joined(parts: readonly Bounds[]): readonly Bounds[] {
  const rows = merged(parts, (one, next) => one.y === next.y && one.height === next.height && isNear(one.x + one.width, next.x), 'x');
  return merged(rows, (one, next) => one.x === next.x && isNear(one.width, next.width) && isNear(one.y + one.height, next.y), 'y');
}

function merged(parts: readonly Bounds[], fits: (one: Bounds, next: Bounds) => boolean, along: 'x' | 'y'): readonly Bounds[] {
  const across = along === 'x' ? 'y' : 'x';
  const sorted = [...parts].sort((one, next) => one[across] - next[across] || one[along] - next[along]);
  const all: Bounds[] = [];
  for (const part of sorted) {
    const last = all.at(-1);
    if (last === undefined || !fits(last, part)) all.push(part);
    else
      all[all.length - 1] = {
        ...last,
        ...(along === 'x' ? { width: part.x + part.width - last.x } : { height: part.y + part.height - last.y }),
      };
  }
  return all;
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) < 0.01;
}
