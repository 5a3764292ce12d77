// What each screen of a map is called.
//
// names-1. No two screens of a map have one name, however it is written (case, white space); each is one line, and short enough to type.
// names-2. A title that no other screen has is the name. Otherwise what follows tells the screens apart, only as far as it does: a heading, the path
//     of the address, what leads there on the shortest way.
// names-3. A name follows from what the screens are, not from the order in which they were found: two runs over one application call its screens the
//     same. Only where nothing is known that differs do they get numbers.
// names-4. Of a screen and what opens from it (a menu, a dialog, a part of the page), the screen keeps the name that both would have: the only one with
//     nothing on top, or the one that is nearest to where exploring began.
import { oneLine } from '../flow/one-line.js';
import { plain } from '../flow/find-text.js';
import { grouped } from '../collections.js';
import { isMove, type Verb } from './actions.js';
import { isBlank } from '../text/blank.js';
import type { Control } from '../ui/control.js';
import { contains } from '../ui/geometry.js';
import { isId } from './address.js';
import { isSurrounding, stem } from './signature.js';

export interface NameableScreen {
  readonly key: string;
  readonly title: string;
  readonly headings: readonly string[];
  /** Empty: it has none. */
  readonly address: string;
  /** Something lies on top: a dialog, a menu. */
  readonly layered: boolean;
  readonly actions: readonly { readonly key: string; readonly verb: Verb; readonly label: string }[];
}

export interface NameableMap {
  /** The first is where exploring began. */
  readonly screens: readonly NameableScreen[];
  readonly edges: readonly { readonly from: string; readonly action: string; readonly to: string }[];
}

const unnamed = 'untitled';
const longest = { title: 80, sharedTitle: 32, heading: 40, address: 40, action: 32 } as const;

interface Draft {
  readonly screen: NameableScreen;
  readonly parts: readonly string[];
}

interface Sign {
  /** What may tell the screen from the others of its group, the best first. */
  of(draft: Draft, group: readonly Draft[]): readonly string[];
  readonly shown: (text: string) => string;
}

/** Names by key. */
export function screenNames(map: NameableMap): ReadonlyMap<string, string> {
  let drafts: readonly Draft[] = map.screens.map((screen) => ({ screen, parts: [] }));
  for (const sign of [headings, addresses, waysInto(map)])
    drafts = [...grouped(drafts, (draft) => plain(nameOf(draft))).values()].flatMap((group) => distinguished(group, sign));
  return numbered(drafts);
}

/** names-2. What is the same of all tells nothing apart; it is still better than no name at all. */
function distinguished(group: readonly Draft[], { of, shown }: Sign): readonly Draft[] {
  const [first] = group;
  if (!first || (group.length === 1 && nameOf(first) !== '')) return group;
  const offered = group.map((draft) => of(draft, group));
  const timesOffered = new Map<string, number>();
  for (const texts of offered) for (const text of new Set(texts.map(plain))) timesOffered.set(text, (timesOffered.get(text) ?? 0) + 1);
  const times = (text: string): number => timesOffered.get(plain(text)) ?? 0;
  const told = offered.map((texts) => texts.find((text) => times(text) === 1) ?? texts.find((text) => times(text) < group.length));
  return group.map((draft, index) => {
    const text = told[index] ?? (nameOf(draft) === '' ? offered[index]?.[0] : undefined);
    return text === undefined ? draft : { ...draft, parts: [...draft.parts, shown(text)] };
  });
}

/** A heading that the title repeats tells nothing more. */
const headings: Sign = {
  of: ({ screen: { title, headings: seen } }) => seen.filter((heading) => plain(heading) !== '' && !plain(title).includes(plain(heading))),
  shown: (heading) => oneLine(heading, longest.heading),
};

const addresses: Sign = {
  of: ({ screen: { address } }) => (address === '' ? [] : [address]),
  // Its end tells more than its beginning.
  shown: (address) => (address.length > longest.address ? `…${address.slice(1 - longest.address)}` : address),
};

/** The labels of what leads there, from the screens that are nearest to the first. */
function waysInto({ screens, edges }: NameableMap): Sign {
  const labels = new Map(screens.map(({ key, actions }) => [key, new Map(actions.map((action) => [action.key, action]))]));
  const ways = edges.flatMap(({ from, action, to }) => {
    const done = labels.get(from)?.get(action);
    return done && from !== to && !isMove(done.verb) ? [{ from, to, label: done.label }] : [];
  });
  const distances = distancesFrom(
    screens[0]?.key,
    grouped(ways, ({ from }) => from),
  );
  const far = (key: string): number => distances.get(key) ?? screens.length;
  const arriving = grouped(ways, ({ to }) => to);
  return {
    of({ screen: { key } }, group) {
      if (group.length > 1 && lowest(group, far) === key) return [];
      return [...(arriving.get(key) ?? [])]
        .filter(({ label }) => plain(label) !== '')
        .sort((one, other) => far(one.from) - far(other.from) || compare(one.label, other.label))
        .map(({ label }) => `after '${oneLine(label, longest.action)}'`);
    },
    shown: (way) => way,
  };
}

/** names-4. Undefined: there are several. */
function lowest(group: readonly Draft[], far: (key: string) => number): string | undefined {
  const bare = group.filter(({ screen }) => !screen.layered);
  const [first, ...others] = (bare.length > 0 ? bare : group)
    .map(({ screen: { key } }) => ({ key, distance: far(key) }))
    .sort((one, other) => one.distance - other.distance);
  return first?.distance === others[0]?.distance ? undefined : first?.key;
}

function distancesFrom(
  start: string | undefined,
  leaving: ReadonlyMap<string, readonly { readonly to: string }[]>,
): ReadonlyMap<string, number> {
  const distances = new Map<string, number>(start === undefined ? [] : [[start, 0]]);
  for (const [at, distance] of distances)
    for (const { to } of leaving.get(at) ?? []) if (!distances.has(to)) distances.set(to, distance + 1);
  return distances;
}

/** names-3: the order of the keys is that of hashes of the screens' structures. */
function numbered(drafts: readonly Draft[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const groups = grouped(drafts, (draft) => plain(nameOf(draft) || unnamed));
  const taken = new Set([...groups].filter(([, group]) => group.length === 1).map(([name]) => name));
  for (const group of groups.values()) {
    let number = 0;
    for (const draft of [...group].sort((one, other) => compare(one.screen.key, other.screen.key))) {
      const name = nameOf(draft) || unnamed;
      let suffix = '';
      if (group.length > 1)
        do suffix = ` (${(number += 1)})`;
        while (taken.has(plain(name + suffix)));
      taken.add(plain(name + suffix));
      names.set(draft.screen.key, name + suffix);
    }
  }
  return names;
}

/** Empty: nothing is known to call it by. */
function nameOf({ screen: { title }, parts }: Draft): string {
  const own = parts.join(', ');
  if (own === '') return oneLine(title, longest.title);
  return sharedPart(title) + own;
}

function sharedPart(title: string): string {
  const text = oneLine(title, longest.sharedTitle);
  return text === '' ? '' : `${text}: `;
}

/** A name without the title, where it only begins with that. */
export function withoutTitle({ name, title }: { readonly name: string; readonly title: string }): string {
  const shared = sharedPart(title);
  return name.startsWith(shared) ? name.slice(shared.length) : name;
}

/** The same everywhere, whatever the language of the machine. */
function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

// ── What tells screens of one title apart ────────────────────────────────────
//
// It is taken from what is seen of them, and stored, so it holds no more than a title does: no query, no ids.

const mostHeadings = 3;
const longestHeading = 80;
const longestAddress = 200;

/** At most three: the name of a dialog and what is in it, then what heads the content, then what heads the page around it; higher levels first. */
export function headingsOf(controls: readonly Control[]): readonly string[] {
  const seen = controls.filter(({ visible, name }) => visible && !isBlank(name));
  const dialog = seen.findLast(({ role }) => role === 'dialog' || role === 'alertdialog');
  const rankOf = (control: Control): number => {
    if (dialog && contains(dialog.bounds, control.bounds)) return 0;
    return (isSurrounding(control) ? 10 : 0) + levelOf(control);
  };
  const ranked = seen
    .filter(({ role }) => role === 'heading')
    .map((control) => ({ name: control.name, rank: rankOf(control) }))
    .sort((one, other) => one.rank - other.rank);
  const texts = [...(dialog ? [dialog.name] : []), ...ranked.map(({ name }) => name)].map((text) => oneLine(text, longestHeading));
  return firstOfEach(texts, plain);
}

/** Of an element in a page; 2 where only its role says that it is a heading. */
function levelOf({ path }: Pick<Control, 'path'>): number {
  const levels = [...path.matchAll(/(?:^|[/>:])h([1-6])(?=[[#/]|$)/g)];
  return Number(levels.at(-1)?.[1] ?? 2);
}

/** `/orders/:id/edit`, `/#/orders`: the path and the route in the fragment, without origin and query, ids left out. Empty: none. */
export function addressOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { pathname, hash } = new URL(url);
  if (!pathname.startsWith('/')) return '';
  const [route = ''] = /^#!?\/[^?&=]*/.exec(hash) ?? [];
  const segment = (text: string): string => (isId(text) ? ':id' : text);
  return (pathname + route).split('/').map(segment).join('/').slice(0, longestAddress);
}

export interface ScreenFacts {
  readonly headings: readonly string[];
  readonly address: string;
}

/** What holds of a screen whatever its content: headings that most of its variants have, digits aside, and the address that most have. */
export function lastingFacts(variants: readonly ScreenFacts[]): ScreenFacts {
  const known = variants.filter(({ headings, address }) => headings.length > 0 || address !== '');
  const times = grouped(
    known.flatMap(({ headings }) => [...new Set(headings.map(stem))]),
    String,
  );
  const lasting = known.flatMap(({ headings }) => headings).filter((heading) => 2 * (times.get(stem(heading))?.length ?? 0) > known.length);
  const [address = ''] = [
    ...grouped(
      known.map((one) => one.address),
      String,
    ),
  ]
    .sort(([one, ones], [other, others]) => others.length - ones.length || one.length - other.length || (one < other ? -1 : 1))
    .map(([text]) => text);
  return { headings: firstOfEach(lasting, stem), address };
}

function firstOfEach(texts: readonly string[], alike: (text: string) => string): readonly string[] {
  return [...grouped(texts, alike).values()].flatMap(([first]) => first ?? []).slice(0, mostHeadings);
}
