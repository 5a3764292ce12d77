// FL22: an item of a provider's batch as a call of one of our functions, so that it is checked, judged, held, journalled and told like any other.
//
// item-1. A point of the picture becomes fractions of the screen: exact where the picture is the screen, and in proportion where it was scaled down.
// item-2. What cannot be done exactly is not done at all: it is refused in one sentence for the model, and the batch ends there.
// item-3. A secret goes into a field that is known, never to whatever has the focus: the one that has it, or that the item before it clicks.
import { assertNever } from '../errors/assert-never.js';
import type { Point, Size } from '../ui/geometry.js';
import { escapeKeys } from '../ui/keys.js';
import type { ComputerItem } from './computer-turn.js';
import { keysOf } from './key-names.js';

/** `picture`: as it was sent. Both in px. */
export interface PictureOfScreen {
  readonly picture: Size;
  readonly screen: Size;
  /** Label of the field that takes what is typed, where it is known. */
  readonly field?: string;
}

export type ItemCall =
  | { readonly call: { readonly Function: string; readonly Args: unknown; readonly ControlLabel: string } }
  | { readonly refused: string };

/** Where the provider names no time. */
const usualWait = 2;
/** s: as `wait` takes. */
const longestWait = 300;
/** As often as a key of ours is repeated. */
const mostTimes = 100;
/** As many as a sequence of keys may have. */
const longestText = 5_000;
const pixelsPerNotch = 100;
/** Points: a way that is drawn takes seconds, in which nothing else is seen or stopped. */
const longestPath = 100;

/** Undefined: nothing is to be done. */
export function itemCall(item: ComputerItem, sizes: PictureOfScreen): ItemCall | undefined {
  const problem = refusalOf(item, sizes.picture);
  if (problem !== undefined) return { refused: problem };
  switch (item.type) {
    case 'click':
      return called('click_on_coordinates', { ...fractionOf(item.at, sizes.picture), button: item.button, double: item.count === 2 });
    case 'move':
      return called('hover', { at: placeOf(item.at, sizes.picture) });
    case 'drag': {
      const [from = '', ...rest] = item.path.map((point) => placeOf(point, sizes.picture));
      return called('drag', { from, to: rest.at(-1) ?? '', via: rest.slice(0, -1), hold: false });
    }
    case 'scroll':
      return called('wheel_mouse_input', scrolled(item, sizes));
    case 'keys': {
      const found = keysOf(item.keys);
      return 'keys' in found ? called('keyboard_input', { keys: found.keys.repeat(item.times ?? 1) }) : { refused: found.because };
    }
    case 'text':
      return typed(item.text, sizes.field);
    case 'wait':
      return called('wait', { seconds: item.seconds ?? usualWait });
    case 'back':
      return called('go_back', {});
    case 'function':
      return { call: { Function: item.name, Args: item.args, ControlLabel: '' } };
    case 'look':
      return undefined;
    case 'refused':
      return { refused: item.because };
    default:
      return assertNever(item);
  }
}

function called(name: string, args: Readonly<Record<string, unknown>>, label = ''): ItemCall {
  return { call: { Function: name, Args: args, ControlLabel: label } };
}

/** item-2. */
function refusalOf(item: ComputerItem, picture: Size): string | undefined {
  if ('holding' in item && item.holding && item.holding.length > 0)
    return `Nothing is done with the pointer while ${item.holding.join('+').slice(0, 80)} is held: ${item.type} without keys.`;
  if (item.type === 'drag' && item.path.length < 2) return 'A drag needs a path of two points or more.';
  if (item.type === 'drag' && item.path.length > longestPath)
    return `A path of ${item.path.length} points is too long to be drawn at once: ${longestPath} at most.`;
  if (item.type === 'text' && item.text === '') return 'There is no text to type.';
  if (item.type === 'text' && item.text.length > longestText)
    return `A text of ${item.text.length} characters is too long to be typed at once: ${longestText} at most.`;
  if (item.type === 'click' && item.count === 3)
    return 'There is no triple click: double-click a word, or click into the text and press ctrl+a.';
  if (item.type === 'keys' && !isCount(item.times ?? 1)) return `Keys are pressed 1 to ${mostTimes} times, not ${item.times}.`;
  if (item.type === 'wait' && !((item.seconds ?? usualWait) > 0 && (item.seconds ?? usualWait) <= longestWait))
    return `${item.seconds} s is no time to wait: more than 0, and ${longestWait} at most.`;
  if (item.type === 'scroll' && !(Number.isFinite(item.by.x) && Number.isFinite(item.by.y))) return 'scroll: how far is no number.';
  const points = item.type === 'drag' ? item.path : 'at' in item ? [item.at] : [];
  const outside = points.find(({ x, y }) => !(x >= 0 && y >= 0 && x < picture.width && y < picture.height));
  return outside && `${item.type}: ${outside.x},${outside.y} is outside the picture of ${picture.width} × ${picture.height} px.`;
}

/** item-1. */
function fractionOf({ x, y }: Point, { width, height }: Size): Point {
  return { x: x / width, y: y / height };
}

/** Without an exponent, which is no place; and never rounded to 1, which is outside. */
function placeOf(point: Point, picture: Size): string {
  const { x, y } = fractionOf(point, picture);
  return [x, y].map((part) => Math.min(part, 0.999999).toFixed(6)).join(',');
}

function scrolled({ at, by, unit }: Extract<ComputerItem, { type: 'scroll' }>, { picture, screen }: PictureOfScreen) {
  const across = unit === 'notches' ? by.x : Math.round((by.x * screen.width) / picture.width) / pixelsPerNotch;
  const down = unit === 'notches' ? by.y : Math.round((by.y * screen.height) / picture.height) / pixelsPerNotch;
  // `0 -` keeps a distance of 0 from becoming -0.
  return { wheel_dist: 0 - down, sideways: across, at: placeOf(at, picture) };
}

function isCount(times: number): boolean {
  return Number.isInteger(times) && times >= 1 && times <= mostTimes;
}

/** item-3. */
function typed(text: string, field: string | undefined): ItemCall {
  if (!/\{\{secret:[\w.-]+\}\}/.test(text)) return called('keyboard_input', { keys: escapeKeys(text) });
  if (field !== undefined) return called('set_edit_text', { text, clear_current_text: false }, field);
  return { refused: 'A secret is typed into a field only: click the field right before it, in the same turn.' };
}
