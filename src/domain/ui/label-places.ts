// Where the number of each control goes in a picture.
//
// labels-1. A label that finds room covers no text and no control without others inside it; of one that has some (a row, a card, a form) labels
// cover 15 % at most, and nothing inside it.
// labels-2. Beside its control, at its corners, inside it where that hides nothing, further away with a line to it; and where there is no room at
// all, where it does the least harm.
// labels-3. No label leaves the picture, and none covers another where that can be avoided.
// labels-4. The same picture, the same places. Small controls choose first: a large one has more places to choose from.
import { createFreeSpace, distanceOf, type FreeSpace, withoutCrossings } from './free-space.js';
import { areaOf, clippedTo, commonOf, contains, grownBy, middleOf, overlapOf, type Bounds, type Point, type Size } from './geometry.js';

export interface LabelTarget {
  readonly bounds: Bounds;
  readonly tag: Size;
}

export interface LabelScene {
  readonly targets: readonly LabelTarget[];
  /** Everything else that is to be seen: controls without a label, texts. May contain the targets, too. */
  readonly others: readonly Bounds[];
  readonly picture: Size;
  /** The share of a box that shows something (0 to 1): what no list tells, such as where in a button its text stands. */
  readonly ink?: (box: Bounds) => number;
}

export interface LabelPlace {
  readonly box: Bounds;
  readonly leader?: { readonly from: Point; readonly to: Point };
}

interface Obstacle {
  readonly bounds: Bounds;
  readonly area: number;
  /** Others lie inside it: its text is theirs. */
  isContainer: boolean;
  /** px² under labels of others. */
  covered: number;
}

interface Board {
  readonly picture: Size;
  readonly ink: (box: Bounds) => number;
  readonly obstacles: readonly Obstacle[];
  readonly index: BoxIndex;
  readonly labels: BoxIndex;
  /** The boxes in `labels`. */
  readonly kept: Bounds[];
  readonly space: FreeSpace;
}

interface Surroundings {
  readonly labels: readonly Bounds[];
  readonly obstacles: readonly Obstacle[];
}

interface Placed {
  readonly at: number;
  readonly bounds: Bounds;
  readonly box: Bounds;
  readonly isAway: boolean;
}

const mostOfContainer = 0.15;
/** A line of text has two to four times as much. */
const blank = 0.06;
/** Of the control's own area, and of one that shows nothing: a swatch, whose colour is still to be seen. */
const mostOfOwn = 1 / 3;
const mostOfEmpty = 0.6;
const empty = 0.02;
/** px: its border and what is drawn around it. */
const frame = 3;
/** px that a detour is worth, for each control less that a line crosses, and for each of its points at which nothing is to be read. */
const perCrossing = 12;
const perInk = 4;
/** px between two points of a line that are looked at. */
const stride = 6;
/** px; a label so near is better than one over its control's own text. */
const near = 60;
const clearance = 2;

/** In the order of the targets; undefined: that one lies outside the picture, or has no label. */
export function placeLabels(scene: LabelScene): readonly (LabelPlace | undefined)[] {
  const board = boardOf(scene);
  const targets = scene.targets
    .map(({ bounds, tag }, at) => ({ at, tag, bounds: clippedTo(scene.picture, bounds) }))
    .filter(({ bounds, tag }) => areaOf(bounds) > 0 && areaOf(tag) > 0)
    .sort((one, other) => areaOf(one.bounds) - areaOf(other.bounds) || one.at - other.at);
  const placed = targets.map(({ at, bounds, tag }): Placed => {
    const found = placeOf(board, bounds, tag);
    keep(board, bounds, found.box);
    return { at, bounds, ...found };
  });
  const away = withoutCrossings(placed.filter(({ isAway }) => isAway));
  const places: (LabelPlace | undefined)[] = scene.targets.map(() => undefined);
  for (const { at, box } of placed) places[at] = { box };
  for (const { at, bounds, box } of away) places[at] = { box, leader: leaderOf(bounds, box) };
  return places;
}

function boardOf({ targets, others, picture, ink = () => 0 }: LabelScene): Board {
  const index = createBoxIndex(picture);
  const obstacles = [...targets.map(({ bounds }) => bounds), ...others]
    .map((bounds) => clippedTo(picture, bounds))
    .filter((bounds) => areaOf(bounds) > 0)
    .map((bounds): Obstacle => ({ bounds, area: areaOf(bounds), isContainer: false, covered: 0 }));
  for (const { bounds } of obstacles) index.add(bounds);
  for (const { bounds, area } of obstacles)
    index.some(bounds, (at) => {
      const around = obstacles[at];
      if (around && around.area > area && contains(around.bounds, bounds) && !isSame(around.bounds, bounds)) around.isContainer = true;
      return false;
    });
  const blocked = obstacles.filter(({ isContainer }) => !isContainer).map(({ bounds }) => bounds);
  const space = createFreeSpace(picture, blocked, (box) => ink(box) <= blank);
  return { picture, ink, obstacles, index, labels: createBoxIndex(picture), kept: [], space };
}

function placeOf(board: Board, bounds: Bounds, tag: Size): { readonly box: Bounds; readonly isAway: boolean } {
  const sides = sidesOf(bounds, tag);
  const corners = outsideCornersOf(bounds, tag);
  const around = errorContextOf(board, bounds, grownBy(Math.max(tag.width, tag.height) + clearance + 1, bounds));
  const fits = (box: Bounds, margin = 0): boolean => isFree(board.picture, around, box, margin) && board.ink(box) <= blank;
  const isBeside = (box: Bounds): boolean => fits(box, clearance);
  const beside = sides.find(isBeside) ?? corners.find(isBeside);
  if (beside) return { box: beside, isAway: false };

  const within = withinOf(board, around, bounds, tag);
  const tight = within.unseen ?? sides.find((box) => fits(box));
  if (tight) return { box: tight, isAway: false };

  const away = awayFrom(board, bounds, tag);
  if (away && (!within.seen || distanceOf(bounds, away) <= near)) return { box: away, isAway: true };
  if (within.seen) return { box: within.seen, isAway: false };

  const all = [...sides, ...insideOf(bounds, tag).slice(0, 8)].map((box) => movedInto(board.picture, box));
  return { box: leastOf(all, (box) => harmOf(around, box) + board.ink(box) / 4) ?? bounds, isAway: false };
}

/** Inside the control. `unseen`: hides nothing that it shows, its frame aside; `seen`: hides the least. */
function withinOf(
  board: Board,
  around: Surroundings,
  own: Bounds,
  tag: Size,
): { readonly unseen?: Bounds; readonly seen?: Bounds | undefined } {
  const core = grownBy(-frame, own);
  const most = areaOf(own) * (board.ink(core) <= empty ? mostOfEmpty : mostOfOwn);
  const hides = (box: Bounds): number => (board.ink(commonOf(box, core)) * overlapOf(box, core)) / areaOf(box);
  const free: Bounds[] = [];
  for (const box of insideOf(own, tag)) {
    if (overlapOf(box, own) > most || !isFree(board.picture, around, box)) continue;
    if (hides(box) <= blank / 3) return { unseen: box };
    free.push(box);
  }
  return { seen: leastOf(free, hides) };
}

/** The nearest, if no line to it would cross more controls than to a place a little further in another direction. */
function awayFrom(board: Board, bounds: Bounds, tag: Size): Bounds | undefined {
  const boxes = board.space.nearest(bounds, tag, {
    taken: (box) => board.labels.some(grownBy(clearance, box), () => true),
    fits: (box) => isFree(board.picture, errorContextOf(board, bounds, box), box),
  });
  return leastOf(boxes, (box) => distanceOf(bounds, box) + costOf(board, bounds, leaderOf(bounds, box)));
}

/** Of what it crosses on its way to its own control. */
function costOf(board: Board, own: Bounds, { from, to }: NonNullable<LabelPlace['leader']>): number {
  const crossed = new Set<number>();
  let inked = 0;
  const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / stride);
  for (let step = 0; step <= steps; step++) {
    const part = step / Math.max(1, steps);
    const point = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part, width: 1, height: 1 };
    if (overlapOf(point, own) === 0 && board.ink(grownBy(stride / 2, point)) > blank) inked++;
    board.index.some(point, (at) => {
      const obstacle = board.obstacles[at];
      if (obstacle && !obstacle.isContainer && !isSame(obstacle.bounds, own)) crossed.add(at);
      return false;
    });
  }
  return perCrossing * crossed.size + perInk * inked;
}

/** What a label for that control must keep off: the control itself, and what fills it, do not count. */
function errorContextOf(board: Board, own: Bounds, region: Bounds): Surroundings {
  const labels: Bounds[] = [];
  const obstacles: Obstacle[] = [];
  board.labels.some(region, (at) => {
    const label = board.kept[at];
    if (label) labels.push(label);
    return false;
  });
  board.index.some(region, (at) => {
    const obstacle = board.obstacles[at];
    if (obstacle && !isSame(obstacle.bounds, own)) obstacles.push(obstacle);
    return false;
  });
  return { labels, obstacles };
}

/** `margin` px around it as well. */
function isFree(picture: Size, { labels, obstacles }: Surroundings, box: Bounds, margin = 0): boolean {
  if (!isInside(picture, box)) return false;
  const room = margin === 0 ? box : grownBy(margin, box);
  if (labels.some((label) => overlapOf(label, room) > 0)) return false;
  return obstacles.every(({ bounds, isContainer, covered, area }) => {
    const overlap = overlapOf(bounds, room);
    return overlap === 0 || (isContainer && covered + overlap <= mostOfContainer * area);
  });
}

function isInside({ width, height }: Size, box: Bounds): boolean {
  return box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
}

/** To other labels, and to controls by the share of them that it hides: worse where they can then hardly be made out. */
function harmOf({ labels, obstacles }: Surroundings, box: Bounds): number {
  let harm = 0;
  for (const label of labels) {
    const overlap = overlapOf(label, box);
    if (overlap > 0) harm += 2 + (4 * overlap) / areaOf(box);
  }
  for (const { bounds, area, covered } of obstacles) {
    const overlap = overlapOf(bounds, box);
    if (overlap === 0) continue;
    const isHidden = (covered + overlap) / area > 1 / 5;
    harm += overlap / area + (isHidden ? 1 : 0) + (area <= areaOf(box) / 3 ? 1 : 0);
  }
  return harm;
}

function keep(board: Board, own: Bounds, box: Bounds): void {
  board.labels.add(box);
  board.kept.push(box);
  board.index.some(box, (at, overlap) => {
    const obstacle = board.obstacles[at];
    if (obstacle && !isSame(obstacle.bounds, own)) obstacle.covered += overlap;
    return false;
  });
}

function leastOf(boxes: readonly Bounds[], harm: (box: Bounds) => number): Bounds | undefined {
  let best: Bounds | undefined;
  let least = Infinity;
  for (const box of boxes) {
    const does = harm(box);
    if (does < least) [best, least] = [box, does];
  }
  return best;
}

/** A link and the button that fills it. */
function isSame(one: Bounds, other: Bounds): boolean {
  return (
    Math.abs(one.x - other.x) <= 1 &&
    Math.abs(one.y - other.y) <= 1 &&
    Math.abs(one.width - other.width) <= 2 &&
    Math.abs(one.height - other.height) <= 2
  );
}

function movedInto(picture: Size, { x, y, width, height }: Bounds): Bounds {
  return { x: Math.max(0, Math.min(x, picture.width - width)), y: Math.max(0, Math.min(y, picture.height - height)), width, height };
}

/** px inside a control: there a line ends beyond doubt. */
const depth = 6;

function leaderOf(bounds: Bounds, box: Bounds): { readonly from: Point; readonly to: Point } {
  const to = nearestIn(grownBy(-Math.min(depth, bounds.width / 2, bounds.height / 2), bounds), middleOf(box));
  return { from: nearestIn(box, to), to };
}

function nearestIn({ x, y, width, height }: Bounds, point: Point): Point {
  return { x: Math.min(x + width, Math.max(x, point.x)), y: Math.min(y + height, Math.max(y, point.y)) };
}

// Which of many boxes does a box overlap? Each is listed in every cell of a coarse grid that it touches.

// Looked up once: a test's sandbox takes long for every look at a global, and these are called a million times for one picture.
const { ceil, floor, max, min } = Math;

interface BoxIndex {
  add(box: Bounds): void;
  /** Whether a box that overlaps this one passes; each is asked about once, by the order in which they were added. */
  some(box: Bounds, passes: (index: number, overlap: number) => boolean): boolean;
}

/** px: about as high as a line of text. */
const side = 24;

function createBoxIndex({ width, height }: Size): BoxIndex {
  const columns = max(1, ceil(width / side));
  const rows = max(1, ceil(height / side));
  const cells: Entry[][] = Array.from({ length: columns * rows }, () => []);
  let count = 0;
  let queries = 0;
  const columnAt = (x: number): number => min(columns - 1, max(0, floor(x / side)));
  const rowAt = (y: number): number => min(rows - 1, max(0, floor(y / side)));

  return {
    add(box) {
      const entry = { index: count++, box, askedIn: 0 };
      for (let row = rowAt(box.y); row <= rowAt(box.y + box.height); row++)
        for (let column = columnAt(box.x); column <= columnAt(box.x + box.width); column++) cells[row * columns + column]?.push(entry);
    },
    some(box, passes) {
      const query = ++queries;
      const [left, right, bottom] = [columnAt(box.x), columnAt(box.x + box.width), rowAt(box.y + box.height)];
      for (let row = rowAt(box.y); row <= bottom; row++)
        for (let column = left; column <= right; column++) {
          const cell = cells[row * columns + column];
          for (let at = 0; cell && at < cell.length; at++) {
            const entry = cell[at];
            if (!entry || entry.askedIn === query) continue;
            entry.askedIn = query;
            const overlap = overlapOf(entry.box, box);
            if (overlap > 0 && passes(entry.index, overlap)) return true;
          }
        }
      return false;
    },
  };
}

interface Entry {
  readonly index: number;
  readonly box: Bounds;
  /** So that a box in several cells is asked about once. */
  askedIn: number;
}

// The places next to a control and in it where its label may stand, the best first. Whole pixels: a tag drawn between two is blurred.

/** Touching it. Above its beginning is where a reader looks first. */
function sidesOf({ x, y, width, height }: Bounds, tag: Size): readonly Bounds[] {
  const [above, below] = [y - tag.height, y + height];
  const [before, after] = [x - tag.width, x + width];
  const [end, middle] = [x + width - tag.width, y + (height - tag.height) / 2];
  return boxes(tag, [
    [x, above],
    [before, middle],
    [after, middle],
    [end, above],
    [x, below],
    [end, below],
    [before, y],
    [after, y],
    [x + (width - tag.width) / 2, above],
    [x + (width - tag.width) / 2, below],
  ]);
}

function outsideCornersOf({ x, y, width, height }: Bounds, tag: Size): readonly Bounds[] {
  return boxes(tag, [
    [x - tag.width, y - tag.height],
    [x + width, y - tag.height],
    [x - tag.width, y + height],
    [x + width, y + height],
  ]);
}

/** px: the gap between two cells of a calendar or two swatches of a palette. */
const overEdge = [4, 2, 0];

/** In its corners and at its edges; those a little over its edge hide less of it, and come first. */
function insideOf({ x, y, width, height }: Bounds, tag: Size): readonly Bounds[] {
  if (tag.width > width || tag.height > height) return [];
  return overEdge.flatMap((over) => {
    const [left, right, across] = [x - over, x + width - tag.width + over, x + (width - tag.width) / 2];
    const [top, bottom, down] = [y - over, y + height - tag.height + over, y + (height - tag.height) / 2];
    return boxes(tag, [
      [left, top],
      [right, top],
      [right, down],
      [left, down],
      [left, bottom],
      [right, bottom],
      [across, bottom],
      [across, top],
    ]);
  });
}

function boxes(tag: Size, corners: readonly (readonly [number, number])[]): readonly Bounds[] {
  const { width, height } = tag;
  return corners.map(([x, y]) => ({ x: Math.round(x), y: Math.round(y), width, height }));
}
