// Queries on the map of an application: which screen a text means, the way from one to another, what differs between two runs.
import { plain } from '../flow/find-text.js';
import { grouped } from '../collections.js';
import { mermaidText } from '../text/mermaid-text.js';
import { isMove } from './actions.js';
import type { EnumeratedAction } from './agent-state.js';
import { withoutIndex } from './address.js';
import { addressOf } from './screen-names.js';
import type { ArtifactRef } from '../ui/observation.js';

export interface MappedScreen {
  readonly key: string;
  /** Unique within the map (screen-names.ts). */
  readonly name: string;
  readonly title: string;
  /** Empty: it has none. */
  readonly address: string;
  readonly actions: readonly EnumeratedAction[];
}

export interface MappedEdge {
  readonly from: string;
  readonly action: string;
  readonly to: string;
}

/** The stored `Perception`s around an action. */
export interface Looks {
  readonly before: ArtifactRef;
  readonly after: ArtifactRef;
}

/** Something done on the way along an edge. */
export interface LookedStep extends Looks {
  /** Its key. */
  readonly action: string;
}

export interface ScreenMap {
  readonly screens: readonly MappedScreen[];
  readonly edges: readonly MappedEdge[];
}

/**
 * The screens that a text may mean, by the first of these that any fits: name, title, beginning of the key, address, beginning of the name,
 * part of the name or the title.
 */
export function screensMeant<S extends MappedScreen>(
  { app, screens }: { readonly app: string; readonly screens: readonly S[] },
  text: string,
): readonly S[] {
  const wanted = plain(text);
  if (wanted === '') return [];
  const place = addressMeant(app, text.trim());
  const are = (way: (screen: S) => boolean): readonly S[] => screens.filter(way);
  const at = (way: (address: string) => boolean): readonly S[] =>
    place === undefined ? [] : opened(screens.filter(({ address }) => way(address)));
  const ways = [
    are(({ name }) => plain(name) === wanted),
    are(({ title }) => plain(title) === wanted),
    are(({ key }) => key.startsWith(wanted)),
    at((address) => withoutEnd(address) === place),
    at((address) => routeOf(address) === place || withoutIndex(pathOf(address)) === place),
    are(({ name }) => plain(name).startsWith(wanted)),
    are(({ name, title }) => plain(name).includes(wanted) || plain(title).includes(wanted)),
  ];
  return ways.find((found) => found.length > 0) ?? [];
}

/** Of screens at one address the one that all others are named after, since they open from it (names-4). */
function opened<S extends MappedScreen>(found: readonly S[]): readonly S[] {
  const first = found.filter(({ name }) => found.every((other) => other.name.startsWith(name)));
  return first.length > 0 ? first : found;
}

/** `https://shop.example/cart?x=1`, `/cart` or `#/cart` as maps keep it; undefined: no address, or one of another application. */
function addressMeant(app: string, text: string): string | undefined {
  if (text.startsWith('#/') || text.startsWith('#!/')) return withoutEnd(addressOf(`http://any${text}`).slice(1));
  if (text.startsWith('/')) return withoutEnd(addressOf(`http://any${text}`));
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return undefined;
  return /^https?:/.test(app) && new URL(text).origin !== app ? undefined : withoutEnd(addressOf(text));
}

/** However its end is written: of the path, and of the route. */
function withoutEnd(address: string): string {
  const path = pathOf(address);
  const route = address.slice(path.length);
  return (path === '' ? '' : withoutIndex(path)) + (route.length > 1 && route.endsWith('/') ? route.slice(0, -1) : route);
}

function pathOf(address: string): string {
  return address.split('#')[0] ?? '';
}

function routeOf(address: string): string {
  return withoutEnd(address.slice(pathOf(address).length));
}

/** The way with the fewest steps; undefined: none. Steps whose outcome depends on the previous screen (back) are not used. */
export function shortestWay<E extends MappedEdge>(
  { screens, edges }: Pick<ScreenMap, 'screens'> & { readonly edges: readonly E[] },
  from: string,
  to: string,
): readonly E[] | undefined {
  const verbs = new Map(screens.map(({ key, actions }) => [key, new Map(actions.map((action) => [action.key, action.verb]))]));
  const leaving = grouped(
    edges.filter(({ from: screen, action }) => verbs.get(screen)?.get(action) !== 'back'),
    (edge) => edge.from,
  );
  const ways = new Map<string, readonly E[]>([[from, []]]);
  for (const [screen, way] of ways) {
    if (screen === to) return way;
    for (const edge of leaving.get(screen) ?? []) if (!ways.has(edge.to)) ways.set(edge.to, [...way, edge]);
  }
  return undefined;
}

/** Keys of screens that only back, home and waiting lead out of. */
export function deadEnds({ screens, edges }: ScreenMap): readonly string[] {
  const leadingOut = grouped(edges, ({ from }) => from);
  return screens
    .filter(
      ({ key, actions }) =>
        !(leadingOut.get(key) ?? []).some(({ action, to }) => to !== key && !actions.some((one) => one.key === action && isMove(one.verb))),
    )
    .map(({ key }) => key);
}

/** What one run did: `edges` led from screen to screen, `stays` did not leave it. */
export interface MappedRun {
  readonly edges: readonly MappedEdge[];
  readonly stays: readonly Omit<MappedEdge, 'to'>[];
}

/** `before`: what was done on the screen first, and may be needed. */
interface DiffedMap extends Pick<ScreenMap, 'screens'> {
  readonly edges: readonly (MappedEdge & { readonly before?: readonly string[] })[];
}

export interface MapDiff {
  readonly screens: Changes<string>;
  readonly edges: Changes<MappedEdge>;
}

interface Changes<T> {
  /** Only the later run came here. */
  readonly new: readonly T[];
  /** The later run went the same way, and it led elsewhere. */
  readonly gone: readonly T[];
  /** The later run did not go that way, so it may or may not still be there. */
  readonly notVisited: readonly T[];
}

/** What differs between two runs: a run with fewer steps sees less of an unchanged application. */
export function diffRuns(map: DiffedMap, before: MappedRun, after: MappedRun): MapDiff {
  const leads = (run: MappedRun) => grouped([...run.edges, ...run.stays.map((stay) => ({ ...stay, to: stay.from }))], wayText);
  const [earlier, later] = [leads(before), leads(after)];
  const unsure = unsureWays(map);
  /** If a way has led to several places before, only a new place counts as a change. */
  const leadsElsewhere = (edge: MappedEdge): boolean => {
    const way = wayText(edge);
    const known = new Set((earlier.get(way) ?? []).map(({ to }) => to));
    return !unsure.has(way) && (later.get(way) ?? []).some(({ to }) => !known.has(to));
  };
  const lost = missing(before.edges, after.edges, edgeText);
  const goneEdges = lost.filter(leadsElsewhere);
  const gone = new Set(goneEdges.map(({ to }) => to));
  const lostScreens = missing(screensOf(before), screensOf(after), String);
  return {
    screens: {
      new: missing(screensOf(after), screensOf(before), String),
      gone: lostScreens.filter((key) => gone.has(key)),
      notVisited: lostScreens.filter((key) => !gone.has(key)),
    },
    edges: {
      new: missing(after.edges, before.edges, edgeText),
      gone: goneEdges,
      notVisited: lost.filter((edge) => !goneEdges.includes(edge)),
    },
  };
}

/** Edges whose target depends on the previous screen, or on what was filled in or opened before. */
function unsureWays({ screens, edges }: DiffedMap): ReadonlySet<string> {
  const moves = screens.flatMap(({ key: from, actions }) =>
    actions.filter(({ verb }) => isMove(verb)).map(({ key }) => ({ from, action: key })),
  );
  return new Set([...moves, ...edges.filter(({ before = [] }) => before.length > 0)].map(wayText));
}

/** The screens of a run, including `outside`. */
function screensOf({ edges, stays }: MappedRun): readonly string[] {
  return [...new Set([...edges.flatMap(({ from, to }) => [from, to]), ...stays.map(({ from }) => from)])].sort();
}

function missing<T>(from: readonly T[], there: readonly T[], keyOf: (thing: T) => string): readonly T[] {
  const known = new Set(there.map(keyOf));
  return [...new Map(from.map((thing) => [keyOf(thing), thing])).values()].filter((thing) => !known.has(keyOf(thing)));
}

function edgeText({ from, action, to }: MappedEdge): string {
  return JSON.stringify([from, action, to]);
}

function wayText({ from, action }: Omit<MappedEdge, 'to'>): string {
  return JSON.stringify([from, action]);
}

/** Mermaid source: screens by name, edges by action. */
export function mermaidMap({ screens, edges }: ScreenMap): string {
  const ids = new Map(screens.map(({ key }, index) => [key, `s${index}`]));
  const isLeft = edges.some(({ to }) => !ids.has(to));
  const lines = [
    ...screens.map(({ key, name }) => `${ids.get(key)}["${mermaidText(name)}"]`),
    ...(isLeft ? ['outside(["outside"])'] : []),
    ...edges.map(
      ({ from, action, to }) =>
        `${ids.get(from) ?? 'outside'} -->|"${mermaidText(actionName(screens, from, action))}"| ${ids.get(to) ?? 'outside'}`,
    ),
  ];
  return `flowchart LR\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

/** `tap "Cart"`. */
export function actionName(screens: readonly Pick<MappedScreen, 'key' | 'actions'>[], screen: string, key: string): string {
  const action = screens.find((one) => one.key === screen)?.actions.find((one) => one.key === key);
  if (!action) return key;
  return action.label === '' ? action.verb : `${action.verb} "${action.label}"`;
}
