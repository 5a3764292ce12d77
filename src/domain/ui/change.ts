// What an action changed on the screen, in a few words, from the looks before and after it (docs/design/hands-and-eyes.md).
//
// effect-1. Controls are matched by their place in the structure. Of two at one place the first counts.
// effect-2. What masks a value says only that it changed: the looks hold no secret, and neither does this.
// effect-3. A text that changes by itself, and in its digits alone, is no effect where there is any other.
// effect-4. Where the controls show none, the pictures decide (`drawnEffect`): nothing visible changed where they are the same, but for what goes on changing.
import { asksForFile, holdsFile, isScroller, mayRead, type Control } from './control.js';
import { shorten } from '../text/fit-bytes.js';
import { areaOf, grownBy, isIn, middleOf, overlapOf, type Bounds } from './geometry.js';
import { movedBetween, type Moved } from './moved.js';
import { sentText, type SentRequest } from '../wire/sent-request.js';

/** `nothing-visible` says nothing about what happened out of sight: at a server, in another window; `but`: what changed as it does by itself. */
export type Effect =
  /** `requests`: what was sent, which `what` tells too. */
  | { readonly kind: 'changed'; readonly what: string; readonly requests?: readonly SentRequest[] }
  | { readonly kind: 'nothing-visible'; readonly but?: string | undefined };

export function effectText(effect: Effect): string {
  if (effect.kind === 'changed') return effect.what;
  return effect.but === undefined ? 'nothing visible changed' : `nothing visible changed, but for what does so by itself: ${effect.but}`;
}

export interface Screen {
  /** Absent: not known any more, and not compared. */
  readonly title?: string;
  readonly address?: string;
  readonly controls: readonly Control[];
}

/** Facts worth reading; the rest is counted. */
const mostFacts = 5;
const longestName = 60;
const longestFact = 160;

export function effectOf(before: Screen, after: Screen): Effect {
  const [old, now] = [before.controls, after.controls].map((controls) => controls.filter((control) => !isScroller(control))) as [
    Control[],
    Control[],
  ];
  const pairs = matched(old, now);
  const moved = before.address === after.address ? movedBetween(old, now) : undefined;
  // Of what stands in another order each place reads something else.
  const isMoved = ({ was, is }: Pair): boolean =>
    moved !== undefined && moved.controls.length > 0 && was.name !== is.name && moved.isOnBoth(was) && moved.isOnBoth(is);
  const ticks = pairs.filter(isTick);
  const changed = pairs.filter((pair) => !isMoved(pair) && !isTick(pair));
  const facts = [
    ...pageFacts(before, after),
    ...(moved ? orderFacts(moved) : []),
    ...controlFacts(changed),
    ...comingAndGoing(pairs, old, now),
    ...setAside(changed),
  ];
  if (facts.length === 0) facts.push(...scrollFact(pairs), ...areaFacts(before, after));
  if (facts.length > 0) return { kind: 'changed', what: joined(facts) };
  return ticks.length === 0 ? { kind: 'nothing-visible' } : { kind: 'nothing-visible', but: joined(controlFacts(ticks)) };
}

function joined(facts: readonly string[]): string {
  const left = facts.length - mostFacts;
  const told = facts.slice(0, mostFacts).map((fact) => shorten(fact, longestFact));
  return [...told, ...(left > 0 ? [`and ${left} more`] : [])].join('; ');
}

/** What is sent is a change, whether it shows or not. `address`: of the page. */
export function withSent(effect: Effect | undefined, requests: readonly SentRequest[], address: string | undefined): Effect | undefined {
  if (requests.length === 0) return effect;
  const text = sentText(requests, address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined);
  return { kind: 'changed', what: effect?.kind === 'changed' ? `${effect.what}; ${text}` : text, requests };
}

/** px */
const around = 16;
/** Of `around` px, more than a picture has. */
const mostRows = 2_000;
/** Of places, evenly spread, that are looked up among the controls. */
const mostSought = 200;

/** effect-4. `changed`: where the pictures differ that were taken before and after. `moving`: where the next one differs again. */
export function drawnEffect(
  seen: Effect,
  { changed, moving }: { readonly changed: readonly Bounds[]; readonly moving: readonly Bounds[] },
  controls: readonly Control[],
): Effect {
  if (seen.kind === 'changed' || changed.length === 0) return seen;
  const restless = byRows(
    [...moving, ...controls.filter((control) => control.restless).map(({ bounds }) => bounds)].map((box) => grownBy(around, box)),
  );
  const still = changed.filter((box) => !rowsOf(box).some((row) => restless.get(row)?.some((other) => overlapOf(box, other) > 0)));
  if (still.length > 0) return { kind: 'changed', what: `only the picture changed: ${placesOf(still, controls)}` };
  return { kind: 'nothing-visible', but: seen.but ?? placesOf(changed, controls) };
}

/** Rows of a picture that a box stands in: of thousands of boxes only those are compared that may overlap. */
function rowsOf({ y, height }: Bounds): readonly number[] {
  const first = Math.max(0, Math.floor(y / around));
  const last = Math.min(mostRows, Math.floor((y + height) / around));
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
}

function byRows(boxes: readonly Bounds[]): ReadonlyMap<number, readonly Bounds[]> {
  const rows = new Map<number, Bounds[]>();
  for (const box of boxes)
    for (const row of rowsOf(box)) {
      const there = rows.get(row);
      if (there) there.push(box);
      else rows.set(row, [box]);
    }
  return rows;
}

/** What is drawn there, the most first; without it, where that is. */
function placesOf(boxes: readonly Bounds[], controls: readonly Control[]): string {
  const shown = controls.filter((control) => control.visible && !isScroller(control)).sort((a, b) => areaOf(a.bounds) - areaOf(b.bounds));
  const counts = new Map<Control, number>();
  const every = Math.ceil(boxes.length / mostSought);
  for (const box of boxes.filter((_, at) => at % every === 0)) {
    const on = shown.find(({ bounds }) => isIn(bounds, middleOf(box)));
    if (on) counts.set(on, (counts.get(on) ?? 0) + 1);
  }
  const names = [...counts].sort(([, one], [, other]) => other - one).map(([control]) => called(control));
  if (names.length > 0) return [...names.slice(0, mostApart), ...(names.length > mostApart ? ['more'] : [])].join(', ');
  const [left, top] = [Math.min(...boxes.map(({ x }) => x)), Math.min(...boxes.map(({ y }) => y))];
  const [right, bottom] = [Math.max(...boxes.map(({ x, width }) => x + width)), Math.max(...boxes.map(({ y, height }) => y + height))];
  return `from ${left}, ${top} to ${right}, ${bottom} px`;
}

/** What was known of an action at once, then what the looks tell. */
export function together(known: Effect | undefined, seen: Effect): Effect {
  if (known?.kind !== 'changed') return seen;
  return { kind: 'changed', what: seen.kind === 'changed' ? `${known.what}; ${seen.what}` : known.what };
}

export interface Pair {
  readonly was: Control;
  readonly is: Control;
}

/** effect-3. */
function isTick({ was, is }: Pair): boolean {
  return is.restless === true && was.name !== is.name && mayRead(was.name, is.name);
}

/** effect-1. */
export function matched(before: readonly Control[], after: readonly Control[]): readonly Pair[] {
  const places = new Map<string, Control>();
  for (const control of before) if (!places.has(placeOf(control))) places.set(placeOf(control), control);
  const pairs: Pair[] = [];
  for (const is of after) {
    const was = places.get(placeOf(is));
    if (was === undefined) continue;
    places.delete(placeOf(is));
    pairs.push({ was, is });
  }
  return pairs;
}

function placeOf({ path, role }: Control): string {
  return `${role} ${path}`;
}

function pageFacts(before: Screen, after: Screen): readonly string[] {
  if (before.address !== undefined && before.address !== after.address) return [`the page is now ${quoted(after.title ?? '')}`];
  return before.title !== undefined && before.title !== after.title ? [`the title is now ${quoted(after.title ?? '')}`] : [];
}

/** Facts of one kind that are told one by one. */
const mostApart = 3;

/** What was moved by itself; or how what was sorted begins. */
function orderFacts({ controls, behind }: Moved): readonly string[] {
  if (controls.length > mostApart)
    return [`in another order: ${controls.slice(0, mostApart).map(called).join(', ')} and ${controls.length - mostApart} more`];
  return [...behind].map(([control, before]) => `${called(control)} now stands ${before ? `after ${called(before)}` : 'first'}`);
}

function controlFacts(pairs: readonly Pair[]): readonly string[] {
  return pairs.flatMap(({ was, is }) => [...valueFacts(was, is), ...stateFacts(was, is)]);
}

function valueFacts(was: Control, is: Control): readonly string[] {
  const facts: string[] = [];
  if (was.name !== is.name) facts.push(`${called(was)} now reads ${quoted(is.name)}`);
  if ((was.value ?? '') !== (is.value ?? ''))
    facts.push(is.masked ? `${called(is)} has another value` : `${called(is)} now has ${quoted(is.value ?? '')}`);
  return facts;
}

const passing: ReadonlySet<string> = new Set(['focused', asksForFile, holdsFile]);
const cameWords: Readonly<Record<string, (control: string) => string>> = {
  focused: (control) => `the focus is on ${control}`,
  [asksForFile]: (control) => `${control} ${asksForFile}`,
};

function stateFacts(was: Control, is: Control): readonly string[] {
  const [old, now] = [new Set(was.states), new Set(is.states)];
  // What file it holds is told as its value.
  const came = [...now].filter((state) => !old.has(state) && state !== holdsFile);
  const went = [...old].filter((state) => !now.has(state) && !passing.has(state));
  return [
    ...came.map((state) => cameWords[state]?.(called(is)) ?? `${called(is)} is now ${state}`),
    // `collapsed` that becomes `expanded` is one change.
    ...(came.some((state) => state !== 'focused') ? [] : went.map((state) => `${called(is)} is no longer ${state}`)),
  ];
}

/** What can be used, or no more: a dialog puts a whole page aside, which is one fact. */
function setAside(pairs: readonly Pair[]): readonly string[] {
  const turned = pairs.filter(({ was, is }) => was.enabled !== is.enabled).map(({ is }) => is);
  return [true, false].flatMap((enabled) => {
    const controls = turned.filter((control) => control.enabled === enabled);
    const word = enabled ? 'enabled' : 'disabled';
    return controls.length > mostApart ? listed(`now ${word}`, controls) : controls.map((control) => `${called(control)} is now ${word}`);
  });
}

function comingAndGoing(pairs: readonly Pair[], before: readonly Control[], after: readonly Control[]): readonly string[] {
  const [wereThere, areThere] = [new Set(pairs.map(({ was }) => was)), new Set(pairs.map(({ is }) => is))];
  const came = [
    ...after.filter((control) => control.visible && !areThere.has(control)),
    ...pairs.filter(({ was, is }) => !was.visible && is.visible).map(({ is }) => is),
  ];
  const went = [
    ...before.filter((control) => control.visible && !wereThere.has(control)),
    ...pairs.filter(({ was, is }) => was.visible && !is.visible).map(({ was }) => was),
  ];
  return [...listed('came', came), ...listed('went', went)];
}

const notable = ['alertdialog', 'dialog', 'alert', 'status', 'heading'];

function listed(what: string, controls: readonly Control[]): readonly string[] {
  if (controls.length === 0) return [];
  const rank = ({ role }: Control): number => (notable.includes(role) ? notable.indexOf(role) : notable.length);
  const named = controls.filter(({ name }) => name !== '').sort((one, other) => rank(one) - rank(other));
  const shown = named.slice(0, mostApart).map(called);
  const left = controls.length - shown.length;
  return [`${what}: ${[...shown, ...(left > 0 ? [`${left} ${shown.length === 0 ? 'unnamed' : 'more'}`] : [])].join(', ')}`];
}

/** Only where nothing else changed: a page that scrolls changes what is in view, not what is there. */
function scrollFact(pairs: readonly Pair[]): readonly string[] {
  const moved = new Map<string, Control[]>();
  for (const { was, is } of pairs) {
    const by = `${was.bounds.x - is.bounds.x} ${was.bounds.y - is.bounds.y}`;
    const same = moved.get(by);
    if (same) same.push(is);
    else moved.set(by, [is]);
  }
  const still = moved.get(unmoved) ?? [];
  moved.delete(unmoved);
  const [most] = [...moved].sort(([, one], [, other]) => other.length - one.length);
  if (most === undefined) return [];
  const [by, controls] = most;
  const [x = 0, y = 0] = by.split(' ').map(Number);
  // Few that move among others were moved; what scrolls takes its neighbours along.
  if (controls.length <= mostMoved && still.length > controls.length)
    return [`${controls.map(called).join(' and ')} moved ${wayOf(-x, -y)}`];
  return [`scrolled ${wayOf(x, y)}`];
}

const unmoved = '0 0';
const mostMoved = 2;

function wayOf(x: number, y: number): string {
  const ways = [
    ...(y === 0 ? [] : [`${Math.abs(y)} px ${y > 0 ? 'down' : 'up'}`]),
    ...(x === 0 ? [] : [`${Math.abs(x)} px ${x > 0 ? 'right' : 'left'}`]),
  ];
  return ways.join(' and ');
}

/** How far each container is now. */
function areaFacts(before: Screen, after: Screen): readonly string[] {
  return matched(before.controls.filter(isScroller), after.controls.filter(isScroller))
    .filter(({ was, is }) => was.value !== is.value)
    .map(({ is }) => `${is.name === '' ? 'an area' : quoted(is.name)} is scrolled to ${is.value ?? ''}`);
}

export function called({ role, name }: Control): string {
  return name === '' ? `a ${role}` : `${role} ${quoted(name)}`;
}

function quoted(text: string): string {
  return `"${shorten(text, longestName)}"`;
}
