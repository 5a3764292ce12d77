// What an approval is for: the element that an action was aimed at, where it stands. Compared with the screen on which the action is about to run.
//
// bound-1. An element is its id, where the device keeps ids (`Control.id`), with its role and name. One whose id is gone was made anew: it is the same under the same path, role and name, if what stands around it is the same too.
// bound-2. Around it count its row, form or dialog, as they read (screen-3 of screen.ts); of the rest of the page what says which object it is about: its title, headings and way there, what is chosen, what stands in its
//     fields; of these no clocks and counters (numbers.ts). Other texts elsewhere do not.
// bound-3. Where words cannot tell one thing from another (a picture, a canvas, an icon in a row without text), the pixels there must be alike: `pictures` names the places.
// bound-4. Texts that change by themselves count by their words alone: how long ago something was, and what was seen to change while nothing was done. An amount of money always counts.
// bound-5. It is for the page where it was given: under another address, even of the same layout, nothing runs.
import type { Control, ControlRef } from '../ui/control.js';
import type { Bounds, Point } from '../ui/geometry.js';
import { targetsOf, type ActionTarget, type PointTarget, type UiAction } from '../ui/ui-action.js';
import { withoutAges, withoutDigits, withoutNoise, amountIn } from './numbers.js';
import type { JudgedScreen } from './judge.js';
import type { Lexicon } from './lexicon.js';
import { keyPresses } from './key-presses.js';
import { createGuardedScreen, isField, type GuardedScreen } from './screen.js';
import { shorten } from '../text/fit-bytes.js';

export type Rebound =
  /** `targets`: the controls that the action names, as they are now, in the order of `withTargets`. */
  | { readonly fits: true; readonly targets: readonly Control[]; readonly pictures: readonly PicturePair[] }
  /** `because` completes "not run: …". `isText`: it is a text around the element that differs, which may be restless. */
  | { readonly fits: false; readonly because: string; readonly isText: boolean };

/** The same place on the two screens, px of each screenshot. */
export interface PicturePair {
  readonly was: Bounds;
  readonly is: Bounds;
  /** Nothing else tells that it is the same: where no pixels can be compared either, it is not. */
  readonly isAll: boolean;
}

interface Screens {
  readonly was: GuardedScreen;
  readonly is: GuardedScreen;
  readonly sizes: { readonly was: JudgedScreen['size']; readonly is: JudgedScreen['size'] };
  readonly restless: ReadonlySet<string>;
  readonly noise: Lexicon['noise'];
}

/** What the action would act on: on the screen that it was approved for, and now. */
interface Aim {
  readonly was: Control | undefined;
  readonly is: Control | undefined;
  /** Where on the screens, for an aim at a point. */
  readonly at?: { readonly was: Point; readonly is: Point };
}

/** A look at a screen, and the address of its page where it is known. */
export type BoundScreen = JudgedScreen & { readonly address?: string | undefined };

/** @param restless - from `restlessTexts` */
export function rebind(
  action: UiAction,
  seen: BoundScreen,
  now: BoundScreen,
  { noise }: Pick<Lexicon, 'noise'>,
  restless: ReadonlySet<string> = new Set(),
): Rebound {
  const screens: Screens = {
    was: createGuardedScreen(seen.controls, now.about && seen.about),
    is: createGuardedScreen(now.controls, seen.about && now.about),
    sizes: { was: seen.size, is: now.size },
    restless,
    noise,
  };
  const aims = aimsOf(action, screens);
  const pictures: PicturePair[] = [];
  if (aims.length > 0 && isElsewhere(seen.address, now.address))
    return { fits: false, because: `the page is now ${shorten(now.address ?? '', longest)}`, isText: false };
  for (const aim of aims) {
    const problem = changed(aim, screens);
    if (problem) return { fits: false, ...problem };
    pictures.push(...placesToCompare(aim, screens));
  }
  const named = targetsOf(action).flatMap((target, index) => ('control' in target ? [aims[index]?.is] : []));
  return { fits: true, targets: named.filter((each) => each !== undefined), pictures };
}

/** Texts whose digits changed between two looks at a screen to which nothing was done in between; amounts of money are none of them. */
export function restlessTexts(one: readonly Control[], other: readonly Control[]): ReadonlySet<string> {
  const before = new Map(one.map((control) => [`${control.role} ${control.path}`, control]));
  return new Set(
    other.flatMap((now) => {
      const was = before.get(`${now.role} ${now.path}`);
      if (was === undefined) return [];
      const isRestless =
        was.name !== now.name && withoutDigits(was.name) === withoutDigits(now.name) && !amountIn(was.name) && !amountIn(now.name);
      return [...(isRestless ? [withoutDigits(now.name)] : []), ...(was.carries === now.carries ? [] : [carriedBy(now)])];
    }),
  );
}

/** A mark among restless texts: what its form carries along changes by itself. */
function carriedBy({ path }: Pick<Control, 'path'>): string {
  return `carried by ${path}`;
}

/** bound-5. */
function isElsewhere(was: string | undefined, is: string | undefined): boolean {
  return was !== undefined && is !== undefined && withoutMark(was) !== withoutMark(is);
}

/** An address without a mark in its page; what begins with a slash is a page of its own: `#/orders/17`. */
function withoutMark(address: string): string {
  return address.replace(/#(?!!?\/).*$/s, '');
}

// ── What is aimed at ─────────────────────────────────────────────────────────

/** In the order of `targetsOf`. */
function aimsOf(action: UiAction, screens: Screens): readonly Aim[] {
  return action.type === 'press-keys' ? pressAims(action, screens) : targetsOf(action).map((target) => aimOf(target, screens));
}

function aimOf(target: ActionTarget<ControlRef>, screens: Screens): Aim {
  if ('point' in target) return pointAim(target, screens);
  const was = screens.was.find(target.control);
  return { was, is: was && sameElement(was, screens) };
}

function pointAim({ point, unit }: PointTarget, { was, is, sizes }: Screens): Aim {
  const on = (size: JudgedScreen['size']): Point =>
    unit === 'px' || !size ? point : { x: point.x * size.width, y: point.y * size.height };
  const at = { was: on(sizes.was), is: on(sizes.is) };
  return { was: was.at(at.was)[0], is: is.at(at.is)[0], at };
}

/** What has the focus, and whatever the keys would press from there. */
function pressAims({ target, keys }: Extract<UiAction, { readonly type: 'press-keys' }>, screens: Screens): readonly Aim[] {
  const first: Aim = target ? aimOf(target, screens) : { was: screens.was.focused(), is: screens.is.focused() };
  const pressed = (screen: GuardedScreen, from: Control | undefined): readonly (Control | undefined)[] =>
    keyPresses(screen, keys, from).map(({ control }) => control);
  const then = pressed(screens.was, first.was);
  const now = pressed(screens.is, first.is);
  return [first, ...Array.from({ length: Math.max(then.length, now.length) }, (_, index): Aim => ({ was: then[index], is: now[index] }))];
}

/** bound-1. */
function sameElement(was: Control, { is }: Screens): Control | undefined {
  return is.controls.find(({ id }) => id === was.id && id !== '') ?? is.find(was);
}

// ── Whether it is the same ───────────────────────────────────────────────────

function isElement(was: Control, is: Control): boolean {
  return was.id === is.id && was.id !== '';
}

interface Problem {
  readonly because: string;
  readonly isText: boolean;
}

function changed({ was, is, at }: Aim, screens: Screens): Problem | undefined {
  const otherwise = (because: string): Problem => ({ because, isText: false });
  if (!was) return is && at ? otherwise(`${told(is)} is now under the point`) : is ? otherwise(`${told(is)} now has the focus`) : undefined;
  if (!is) return otherwise(`${told(was)} is no longer there`);
  if (was.role !== is.role || (!isElement(was, is) && was.path !== is.path))
    return otherwise(`${told(is)} is now in the place of ${told(was)}`);
  if (wordsOf(was.name, screens) !== wordsOf(is.name, screens))
    return { because: `${told(was)} now reads "${shorten(is.name, longest)}"`, isText: true };
  if (was.value !== is.value) return otherwise(`what stands in ${told(was)} has changed`);
  if (wordsOf(was.shown ?? '', screens) !== wordsOf(is.shown ?? '', screens))
    return { because: `${told(was)} now shows "${shorten(is.shown ?? '', longest)}"`, isText: true };
  if (was.leads !== is.leads) return otherwise(`${told(was)} now leads elsewhere`);
  if (was.carries !== is.carries && !screens.restless.has(carriedBy(is)))
    return { because: `what ${told(was)} would send has changed`, isText: true };
  if (!is.enabled || !is.visible) return otherwise(`${told(is)} ${is.enabled ? 'is out of sight' : 'is disabled'} now`);
  return differenceAround(was, is, screens);
}

/** bound-2. */
function differenceAround(was: Control, is: Control, screens: Screens): Problem | undefined {
  const beside = difference(linesAround(screens.was, was, screens), linesAround(screens.is, is, screens));
  if (beside !== undefined) return { because: `beside ${told(is)}, ${beside}`, isText: true };
  // What comes beside it tells no other object: the page may have grown.
  const [then, now] = [linesOfPage(screens.was, was, screens), linesOfPage(screens.is, is, screens)];
  const page = without(then, now).length > 0 ? difference(then, now) : undefined;
  return page === undefined ? undefined : { because: `on the page, ${page}`, isText: true };
}

function difference(then: readonly Line[], now: readonly Line[]): string | undefined {
  const [[old], [young]] = [without(then, now), without(now, then)];
  if (old !== undefined && young !== undefined) return `${old} became ${young}`;
  return old !== undefined ? `${old} is gone` : young !== undefined ? `${young} is new` : undefined;
}

interface Line {
  readonly compared: string;
  readonly shown: string;
}

function linesAround(screen: GuardedScreen, control: Control, screens: Screens): readonly Line[] {
  return screen.errorContextOf(control).map((each) => lineOf(each, screens));
}

function lineOf(each: Control, screens: Screens): Line {
  const { role, name, value = '' } = each;
  const choice = choices(each);
  const state = choice === '' || value !== '' ? '' : `, ${choice}`;
  return {
    compared: [role, wordsOf(name, screens), value, choice].join('\n'),
    shown: value === '' ? `${told(each)}${state}` : `${told(each)} with "${shorten(value, longest)}"`,
  };
}

function choices({ states = [] }: Pick<Control, 'states'>): string {
  return states.filter((state) => chosen.has(state)).join(' ');
}

const chosen: ReadonlySet<string> = new Set(['checked', 'selected', 'current']);
const inNavigation = /(?:^|\/|>>|::)nav(?:\[\d+\]|#[\w-]+)?\//;

function linesOfPage(screen: GuardedScreen, control: Control, screens: Screens): readonly Line[] {
  const titles = screen.about.map((text): Line => ({
    compared: withoutNoise({ text, place: 'name' }, screens.noise),
    shown: `"${shorten(text, longest)}"`,
  }));
  const shown = screen.controls.filter((each) => each !== control && tellsWhatItIsAbout(each));
  return [...titles, ...shown.map((each) => lineOf({ ...each, name: withoutNoise({ text: each.name }, screens.noise) }, screens))];
}

function tellsWhatItIsAbout(each: Control): boolean {
  const { role, value = '', path } = each;
  return role === 'heading' || choices(each) !== '' || (isField(each) && value !== '') || inNavigation.test(path);
}

/** As multisets: those of `lines` that `others` has no counterpart for. */
function without(lines: readonly Line[], others: readonly Line[]): readonly string[] {
  const left = new Map<string, number>();
  for (const { compared } of others) left.set(compared, (left.get(compared) ?? 0) + 1);
  return lines.flatMap(({ compared, shown }) => {
    const count = left.get(compared) ?? 0;
    left.set(compared, count - 1);
    return count > 0 ? [] : [shown];
  });
}

/** bound-4. */
function wordsOf(name: string, { restless }: Screens): string {
  const bare = withoutDigits(name);
  return restless.has(bare) ? bare : withoutAges(name);
}

// ── Where words cannot tell ──────────────────────────────────────────────────

const pictureRoles: ReadonlySet<string> = new Set(['canvas', 'img', 'image', 'graphics-document', 'graphics-symbol', 'figure', 'video']);
/** px around a point. */
const halfPicture = 48;
/** px around a control that nothing beside it tells from others. */
const margin = 80;
/** px: of what is larger, only what is around its middle. */
const longestSide = 320;

/** bound-3. */
function placesToCompare({ was, is, at }: Aim, screens: Screens): readonly PicturePair[] {
  const isPicture = was !== undefined && (was.name === '' || pictureRoles.has(was.role));
  if (at && (!was?.interactive || isPicture)) return [{ was: squareAt(at.was), is: squareAt(at.is), isAll: false }];
  if (!was || !is) return [];
  const wide = tellsApart(screens.was.errorContextOf(was), was) ? 0 : margin;
  if (wide === 0 && !isPicture) return [];
  return [{ was: around(was.bounds, wide), is: around(is.bounds, wide), isAll: !isElement(was, is) }];
}

/** Words, and no picture without any. */
function tellsApart(surroundings: readonly Control[], { name }: Control): boolean {
  if (surroundings.some(({ role, name: said }) => pictureRoles.has(role) && said === '')) return false;
  return surroundings.some(({ name: said, value = '' }) => said !== name && /[\p{L}\p{N}]/u.test(said + value));
}

function squareAt({ x, y }: Point): Bounds {
  return { x: x - halfPicture, y: y - halfPicture, width: 2 * halfPicture, height: 2 * halfPicture };
}

function around({ x, y, width, height }: Bounds, more: number): Bounds {
  const [wide, high] = [Math.min(width, longestSide), Math.min(height, longestSide)];
  return { x: x + (width - wide) / 2 - more, y: y + (height - high) / 2 - more, width: wide + 2 * more, height: high + 2 * more };
}

// ── In words ─────────────────────────────────────────────────────────────────

const longest = 60;

function told({ role, name }: Pick<Control, 'role' | 'name'>): string {
  return name === '' ? `a ${role} without a name` : `${role} "${shorten(name, longest)}"`;
}
