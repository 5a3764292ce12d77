// Queries on the map of an application: which screen a text means, the way from one to another, what differs between two runs.
import { grouped } from '../grouped.js';
import { mermaidText } from '../mermaid-text.js';
import { isMove } from './actions.js';
import type { EnumeratedAction } from './agent-state.js';

export interface MappedScreen {
  readonly key: string;
  readonly title: string;
  readonly actions: readonly EnumeratedAction[];
}

export interface MappedEdge {
  readonly from: string;
  readonly action: string;
  readonly to: string;
}

export interface ScreenMap {
  readonly screens: readonly MappedScreen[];
  readonly edges: readonly MappedEdge[];
}

/** Screens whose key begins with the text; otherwise with that title; otherwise whose title begins with it; otherwise whose title contains it. */
export function screensMeant<S extends MappedScreen>({ screens }: { readonly screens: readonly S[] }, text: string): readonly S[] {
  const wanted = text.toLowerCase();
  const ways: readonly ((screen: S) => boolean)[] = [
    ({ key }) => wanted !== '' && key.startsWith(wanted),
    ({ title }) => title.toLowerCase() === wanted,
    ({ title }) => wanted !== '' && title.toLowerCase().startsWith(wanted),
    ({ title }) => title.toLowerCase().includes(wanted),
  ];
  return ways.map((way) => screens.filter(way)).find((found) => found.length > 0) ?? [];
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

/** Mermaid source: screens by title, edges by action. */
export function mermaidMap({ screens, edges }: ScreenMap): string {
  const ids = new Map(screens.map(({ key }, index) => [key, `s${index}`]));
  const isLeft = edges.some(({ to }) => !ids.has(to));
  const lines = [
    ...screens.map(({ key, title }) => `${ids.get(key)}["${mermaidText(title) || 'untitled'}"]`),
    ...(isLeft ? ['outside(["outside"])'] : []),
    ...edges.map(
      ({ from, action, to }) =>
        `${ids.get(from) ?? 'outside'} -->|"${mermaidText(actionName(screens, from, action))}"| ${ids.get(to) ?? 'outside'}`,
    ),
  ];
  return `flowchart LR\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

/** `tap "Cart"`. */
export function actionName(screens: readonly MappedScreen[], screen: string, key: string): string {
  const action = screens.find((one) => one.key === screen)?.actions.find((one) => one.key === key);
  if (!action) return key;
  return action.label === '' ? action.verb : `${action.verb} "${action.label}"`;
}
