// Whether the model of an AppAgent is sent a picture, and of what part of the screen.
//
// picture-1. `when-needed`: only where the list of controls cannot tell what there is to see, or what came of the last action, or where the model asked.
// picture-2. It shows all there is to see: what is listed, and what is drawn and no list has. Only what has one colour is cut off. Fractions in a reply are of that part.
import { areaOf, clippedTo, grownBy, type Bounds, type Size } from '../ui/geometry.js';
import type { Control } from '../ui/control.js';
import { isScroller } from '../ui/control.js';
import type { LabelledControl } from '../ui/control-list.js';
import { tilesOf } from '../budget/picture-tokens.js';
import { withPoints, type UiActionOf } from '../ui/ui-action.js';

export type PictureSetting = 'never' | 'when-needed' | 'always';

export interface PictureWish {
  readonly setting: PictureSetting;
  /** The model said SCREENSHOT, or named controls to look at (`annotation`). */
  readonly asked: boolean;
  /** Nothing visible came of the last action, it failed, or it is not known whether it ran. */
  readonly unclear: boolean;
  /** Something is being dragged. */
  readonly pressed: boolean;
}

/** picture-1. */
export function wantsPicture({ setting, asked, unclear, pressed }: PictureWish, controls: readonly LabelledControl[]): boolean {
  if (setting !== 'when-needed') return setting === 'always';
  return asked || unclear || pressed || !tellsItself(controls);
}

const pictures: ReadonlySet<string> = new Set(['canvas', 'img', 'image', 'graphics-document', 'graphics-symbol', 'figure', 'video']);
/** px: a smaller picture without a name is an ornament. */
const smallest = 40;

function tellsItself(controls: readonly LabelledControl[]): boolean {
  const seen = controls.filter(({ visible }) => visible);
  return seen.some(({ label }) => label !== undefined) && !seen.some(isUntold);
}

/** A colour that something is called by, which is a guess. */
const colour = /#[0-9a-f]{6}\b/;

function isUntold({ role, name, value = '', label, source, bounds, guessed }: LabelledControl): boolean {
  if (role === 'canvas' || source === 'ocr' || (guessed && label !== undefined && colour.test(name))) return true;
  const isNameless = name.trim() === '' && value.trim() === '';
  if (pictures.has(role)) return isNameless && Math.min(bounds.width, bounds.height) >= smallest;
  return label !== undefined && isNameless && !isScroller({ role });
}

/** px around what there is. */
const margin = 24;
/** Of the screen: of a larger part the whole is shown. */
const nearlyAll = 0.85;

/** Whether it can be seen without scrolling, as far as the list tells. */
export function isInView({ visible, beyond }: Pick<Control, 'visible' | 'beyond'>): boolean {
  return visible && beyond === undefined;
}

/** picture-2. `drawn`: the box around all that has not the colour of its edge; absent: nothing. Undefined: the whole screen. */
export function usedPart(controls: readonly Control[], screen: Size, drawn: Bounds | undefined): Bounds | undefined {
  const listed = controls.filter((control) => isInView(control) && !isScroller(control)).map(({ bounds }) => bounds);
  const boxes = [...listed, ...(drawn ? [drawn] : [])].map((box) => clippedTo(screen, box)).filter((box) => areaOf(box) > 0);
  if (boxes.length === 0) return undefined;
  const x = Math.floor(Math.min(...boxes.map((box) => box.x)));
  const y = Math.floor(Math.min(...boxes.map((box) => box.y)));
  const width = Math.ceil(Math.max(...boxes.map((box) => box.x + box.width))) - x;
  const height = Math.ceil(Math.max(...boxes.map((box) => box.y + box.height))) - y;
  const part = clippedTo(screen, grownBy(margin, { x, y, width, height }));
  return areaOf(part) > nearlyAll * areaOf(screen) ? undefined : part;
}

// ── How large it is sent ─────────────────────────────────────────────────────

/** Text of 13 px is read at 10. */
const stillReadable = 0.78;

/** The longest side, px, of the cheapest size that can be read. */
export function sentSide({ width, height }: Size): number {
  const longest = Math.max(width, height);
  const smaller = { width: Math.floor(width * stillReadable), height: Math.floor(height * stillReadable) };
  if (tilesOf(smaller) >= tilesOf({ width, height })) return longest;
  // As large as the same number of squares allows.
  for (let side = longest; side > longest * stillReadable; side -= 8)
    if (tilesOf({ width: (width * side) / longest, height: (height * side) / longest }) === tilesOf(smaller)) return side;
  return Math.floor(longest * stillReadable);
}

// ── Points in it ─────────────────────────────────────────────────────────────

/** The action with its fractions of that part as fractions of the whole screen. */
export function onWholeScreen<A>(action: UiActionOf<A>, part: Bounds, screen: Size): UiActionOf<A> {
  return withPoints(action, ({ x, y }) => ({
    x: (part.x + x * part.width) / screen.width,
    y: (part.y + y * part.height) / screen.height,
  }));
}
