// What differs between two runs over one map.
//
// diff-1. A run with fewer steps sees less of an unchanged application: only what it looked for where it had been is gone, the rest was not visited.
// diff-2. A way is gone if it led elsewhere, or if its control was there whenever the earlier run came, and never when the later one did.
// diff-3. A screen is gone if no way that is left may lead to it: none from a screen that the later run saw, nor from one that such a way leads to, and no link to its address.
import { grouped } from '../collections.js';
import { isMove } from './actions.js';
import type { MappedEdge, ScreenMap } from './screen-map.js';

export type Way = Pick<MappedEdge, 'from' | 'action'>;

/** Of what some run missed on a screen where it looked. */
export interface RunSights {
  readonly missed: readonly Way[];
  /** There whenever the run came. */
  readonly steady: readonly Way[];
  /** Not always there. */
  readonly passing: readonly Way[];
  /** Screens that it did not visit, and saw links to which it did not follow. */
  readonly linked: readonly string[];
}

/** What one run did: `edges` led from screen to screen, `stays` did not leave it. What it saw is absent where an earlier version ran it. */
export interface MappedRun extends Partial<RunSights> {
  readonly edges: readonly MappedEdge[];
  readonly stays: readonly Way[];
}

/** `before`: what was done on the screen first, and may be needed. */
interface DiffedMap extends Pick<ScreenMap, 'screens'> {
  readonly edges: readonly (MappedEdge & { readonly before?: readonly string[] })[];
}

export interface MapDiff {
  readonly screens: Changes<string>;
  readonly edges: Changes<MappedEdge>;
  /** Of screens where both runs looked; ways are among the edges. */
  readonly actions: Pick<Changes<Way>, 'new' | 'gone'>;
}

interface Changes<T> {
  /** Only the later run came here. */
  readonly new: readonly T[];
  /** The later run looked for it where it was, and did not find it. */
  readonly gone: readonly T[];
  /** The later run did not go that way, so it may or may not still be there. */
  readonly notVisited: readonly T[];
}

export function diffRuns(map: DiffedMap, before: MappedRun, after: MappedRun): MapDiff {
  const isGone = goneWays(map, before, after);
  const lost = missing(before.edges, after.edges, edgeText);
  const lostScreens = missing(screensOf(before), screensOf(after), String);
  const gone = goneScreens(lostScreens, waysAmong(map, before), [before, after], isGone);
  const edges = {
    new: missing(after.edges, before.edges, edgeText),
    gone: lost.filter(isGone),
    notVisited: lost.filter((edge) => !isGone(edge)),
  };
  return {
    screens: {
      new: missing(screensOf(after), screensOf(before), String),
      gone: lostScreens.filter((key) => gone.has(key)),
      notVisited: lostScreens.filter((key) => !gone.has(key)),
    },
    edges,
    actions: {
      new: missing(shared(before.missed, after.steady), edges.new, wayText),
      gone: missing(shared(after.missed, before.steady), edges.gone, wayText),
    },
  };
}

/** diff-2. If a way has led to several places before, only a new place counts as a change. */
function goneWays(map: DiffedMap, before: MappedRun, after: MappedRun): (edge: MappedEdge) => boolean {
  const leads = (run: MappedRun) => grouped([...run.edges, ...run.stays.map((stay) => ({ ...stay, to: stay.from }))], wayText);
  const [earlier, later] = [leads(before), leads(after)];
  const unsure = unsureWays(map);
  const passing = new Set(before.passing?.map(wayText));
  const missed = new Set(after.missed?.map(wayText));
  return (edge) => {
    const way = wayText(edge);
    if (missed.has(way) && !passing.has(way)) return true;
    const known = new Set([edge.to, ...(earlier.get(way) ?? []).map(({ to }) => to)]);
    return !unsure.has(way) && (later.get(way) ?? []).some(({ to }) => !known.has(to));
  };
}

/** diff-3. What lies behind a screen may still be reached if a new one stands in its place, or nothing is known to lead to it. */
function goneScreens(
  lost: readonly string[],
  ways: readonly MappedEdge[],
  [before, after]: readonly [MappedRun, MappedRun],
  isGone: (edge: MappedEdge) => boolean,
): ReadonlySet<string> {
  const known = new Set(screensOf(before));
  const replaced = new Set(after.edges.filter(({ to }) => !known.has(to)).map(wayText));
  const [leading, leaving] = [grouped(ways, ({ to }) => to), grouped(ways, ({ from }) => from)];
  const isUnexplained = (key: string): boolean => {
    const into = leading.get(key) ?? [];
    return into.length === 0 || into.some((edge) => isGone(edge) && replaced.has(wayText(edge)));
  };
  const reached = new Set(after.linked);
  const from = new Set([...screensOf(after), ...reached, ...lost.filter(isUnexplained)]);
  for (const key of from)
    for (const { to } of (leaving.get(key) ?? []).filter((edge) => !isGone(edge))) {
      reached.add(to);
      from.add(to);
    }
  return new Set(lost.filter((key) => leading.has(key) && !reached.has(key)));
}

/** All that are known between two screens, without moves. */
function waysAmong({ screens, edges }: DiffedMap, before: MappedRun): readonly MappedEdge[] {
  const moves = movesOf(screens);
  return [...edges, ...before.edges].filter((edge) => edge.from !== edge.to && !moves.has(wayText(edge)));
}

/** Edges whose target depends on the previous screen, or on what was filled in or opened before. */
function unsureWays({ screens, edges }: DiffedMap): ReadonlySet<string> {
  return new Set([...movesOf(screens), ...edges.filter(({ before = [] }) => before.length > 0).map(wayText)]);
}

function movesOf(screens: DiffedMap['screens']): ReadonlySet<string> {
  return new Set(
    screens.flatMap(({ key: from, actions }) =>
      actions.filter(({ verb }) => isMove(verb)).map(({ key }) => wayText({ from, action: key })),
    ),
  );
}

/** The screens of a run, including `outside`. */
function screensOf({ edges, stays }: MappedRun): readonly string[] {
  return [...new Set([...edges.flatMap(({ from, to }) => [from, to]), ...stays.map(({ from }) => from)])].sort();
}

function shared(these: readonly Way[] = [], those: readonly Way[] = []): readonly Way[] {
  const known = new Set(those.map(wayText));
  return these.filter((way) => known.has(wayText(way)));
}

function missing<T, K>(from: readonly T[], there: readonly K[], keyOf: (thing: T | K) => string): readonly T[] {
  const known = new Set(there.map(keyOf));
  return [...new Map(from.map((thing) => [keyOf(thing), thing])).values()].filter((thing) => !known.has(keyOf(thing)));
}

function edgeText({ from, action, to }: MappedEdge): string {
  return JSON.stringify([from, action, to]);
}

function wayText({ from, action }: Way): string {
  return JSON.stringify([from, action]);
}
