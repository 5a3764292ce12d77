// Where an explorer goes next in the known graph (docs/design/explorer.md §4).
//
// policy-1. A policy chooses an action of the current screen: one that is untried there, or the first step of the shortest way to a screen with untried actions.
// policy-2. What may not be done (unsafe, or just failed) is neither chosen nor part of a way.
// policy-3. The same graph, place and draw give the same choice: ties are broken by distance, then by key; with several explorers, by the draw, so that they spread out.
// policy-4. What has not been tried anywhere comes before what was tried on another screen (many screens share a menu); of that, the fleeting first: menu entries go with their menu.
// policy-5. An unsure way is taken only if no sure one leads to anything untried.
// policy-6. Only what is present can be done: what another variant of the screen had is brought back by what revealed it, or by returning later. So a way
//     leads through an entry of a closed menu by opening the menu, which is a step of its own.
// policy-8. New places come first: the nearest link to an address that nobody has seen. Only then what acts in place, by what such actions have found so far.
// policy-7. Novel actions that have just appeared on an otherwise unchanged screen (a menu, a dialog) come first: they may be gone later.

// policy-9. Ways of earlier runs are tried again: from where it is in a share of the steps, and all when nothing else is left. First those to screens that this run has not seen.

export const policies = ['breadth', 'depth', 'random', 'targeted'] as const;
export type Policy = (typeof policies)[number];

/** The next policy, cyclically. */
export function nextPolicy(policy: Policy): Policy {
  return policies[(policies.indexOf(policy) + 1) % policies.length] ?? 'breadth';
}

/** An action that is present on the current screen. */
export interface KnownAction {
  readonly key: string;
  /** The name that a person reads. */
  readonly name: string;
  /** On this screen. Pure moves (back, home, wait) are never untried. */
  readonly tried: boolean;
  /** Safe, or allowed. */
  readonly allowed: boolean;
  /** Not tried on any screen. */
  readonly novel: boolean;
  /** An entry of a menu: it disappears with the menu. */
  readonly fleeting: boolean;
  /** Not there before the last action, although the screen is the same. */
  readonly appeared?: true;
  /** A link to an address that nobody has seen: how likely that is a new screen, 0..1. */
  readonly fresh?: number;
  /** How likely a novel action finds something, 0..1. */
  readonly promise?: number;
}

export interface KnownScreen {
  readonly key: string;
  /** How many of its actions have been tried. */
  readonly tried: number;
  /** How many are allowed and untried, and how many of those have not been tried anywhere. */
  readonly open: number;
  readonly novel: number;
  /** How many of the novel ones are fleeting. */
  readonly fleeting: number;
  /** The most that an untried link, and an untried action, of it promises (`KnownAction`). */
  readonly fresh?: number;
  readonly promise?: number;
  /** 0..1; how much of the goal its title and untried actions cover. */
  readonly nearness: number;
  /** Where its allowed actions led; `to` is not in the graph when it is outside. */
  readonly edges: readonly KnownEdge[];
  /** Increases over all screens: the order in which they were found. */
  readonly found: number;
}

export interface KnownEdge {
  readonly action: string;
  readonly to: string;
  /** Untried, or dependent on the previous screen: used only if nothing else leads on. */
  readonly unsure?: true;
  /** What reveals the action where it is not there. */
  readonly by?: string;
  /** An earlier run went that way, and this one has not tried it; `seen`: it has seen where the way led. */
  readonly again?: 'seen' | 'unseen' | undefined;
}

export type KnownGraph = ReadonlyMap<string, KnownScreen>;

export interface Place {
  readonly graph: KnownGraph;
  readonly here: string;
  /** In order of importance. */
  readonly actions: readonly KnownAction[];
  /** On `here`: untried actions that are not present, but were revealed by one of these actions. */
  readonly revealed?: readonly Revealed[];
}

export interface Revealed extends Pick<KnownScreen, 'open' | 'novel' | 'fleeting' | 'fresh'> {
  /** The action that revealed it. */
  readonly by: string;
}

export interface Choosing extends Place {
  readonly policy: Policy;
  /** 0..1, excluding 1; from a seeded generator. */
  readonly draw: number;
  readonly goal?: string;
  /** Other explorers are at work on the application. */
  readonly crowded?: boolean;
}

export interface Chosen {
  /** An action of the current screen. */
  readonly action: string;
  /** The screen it leads towards; absent: it is done for its own sake. */
  readonly toward?: string;
  /** Done for its own sake, and likely enough to find something. */
  readonly hopeful?: true;
  /** A way of an earlier run is tried again. */
  readonly again?: true;
}

export interface Choice {
  /** Absent: nothing untried can be reached. */
  readonly chosen?: Chosen;
  /** How many screens with something untried can be reached. */
  readonly open: number;
}

export function chooseByPolicy(choosing: Choosing): Choice {
  const ways = openWays(choosing);
  const again = waysAgain(choosing);
  const retried = ways.length === 0 || choosing.draw < shareAgain ? triedAgain(again, choosing, ways.length > 0) : undefined;
  const chosen = retried ?? (ways.length > 0 ? chosenAmong(ways, choosing) : undefined);
  return { open: new Set((ways.length > 0 ? ways : again).map(({ screen }) => screen.key)).size, chosen };
}

/** policy-9. */
function waysAgain(place: Place): readonly Way[] {
  return waysFrom(place, false).filter(({ screen, first }) =>
    screen.key === place.here
      ? first === undefined && screen.edges.some((edge) => edge.again && isWithin(edge, place))
      : screen.edges.some(({ again }) => again),
  );
}

/** `here`: only from where it is. */
function triedAgain(ways: readonly Way[], place: Place, here: boolean): Chosen | undefined {
  const isUnseen = ({ again }: KnownEdge): boolean => again === 'unseen';
  const among = here ? ways.filter(({ first }) => first === undefined) : ways;
  const [best] = lowest(among, ({ screen, length }) => [Number(!screen.edges.some(isUnseen)), length]);
  if (!best) return undefined;
  if (best.first !== undefined) return { action: best.first, toward: best.screen.key };
  const there = best.screen.edges.filter((edge) => edge.again && isWithin(edge, place));
  const edge = there.find(isUnseen) ?? there[0];
  const action = edge && place.actions.some(({ key }) => key === edge.action) ? edge.action : edge?.by;
  return action === undefined ? undefined : { action, again: true };
}

/** Its action, or what reveals it, is there. */
function isWithin({ action, by }: KnownEdge, { actions }: Place): boolean {
  return actions.some(({ key, allowed }) => allowed && (key === action || key === by));
}

function chosenAmong(ways: readonly Way[], { actions, policy, draw, goal = '', crowded = false }: Choosing): Chosen | undefined {
  const allowed = actions.filter((action) => action.allowed);
  if (policy === 'random') return forItself(drawn(allowed, draw));
  const lot = crowded ? draw : 0;
  const due = allowed.filter(isDue);
  const best = drawn(lowest(ways, ranks[policy]).sort(byKey), lot);
  const passing = due.filter(({ novel, appeared, fresh }) => appeared && (isNewPlace({ fresh }) || (novel && !isNewPlace(best?.screen))));
  if (passing.length > 0) return forItself(drawn(passing, lot));
  if (best?.first !== undefined) return { action: best.first, toward: best.screen.key };
  const nearness = (action: KnownAction): number => (policy === 'targeted' ? nearnessTo(goal, action.name) : 0);
  return forItself(
    drawn(
      lowest(due, (action) => [-nearness(action), -newness(action), -promised(action)]),
      lot,
    ),
  );
}

function forItself(action: KnownAction | undefined): Chosen | undefined {
  return action && { action: action.key, hopeful: promised(action) >= hopefulFrom ? true : undefined };
}

interface Way {
  readonly screen: KnownScreen;
  readonly length: number;
  /** The first action of the way; absent: already there. */
  readonly first?: string;
}

/** Shortest ways to all reachable screens, the current one first; it is listed again at the end if a way leads back to it. */
export function waysFrom({ graph, here, actions }: Place, unsure: boolean): readonly Way[] {
  const start = graph.get(here);
  if (!start) return [];
  const present = new Set(actions.filter(({ allowed }) => allowed).map(({ key }) => key));
  const ways = new Map<string, Way>();
  let back: Way | undefined;
  /** By length. */
  const due: Way[][] = [[{ screen: start, length: 0 }]];
  for (let length = 0; length < due.length; length += 1)
    for (const way of due[length] ?? []) {
      const { key, edges } = way.screen;
      if (key === here && way.first !== undefined) back ??= way;
      if (ways.has(key)) continue;
      ways.set(key, way);
      for (const edge of edges) {
        const next = edge.unsure && !unsure ? undefined : graph.get(edge.to);
        const step = next && stepOver(edge, way.first, present);
        if (next && step) (due[length + step.length] ??= []).push({ screen: next, length: length + step.length, first: step.first });
      }
    }
  return back ? [...ways.values(), back] : [...ways.values()];
}

/** policy-6: elsewhere, what an action revealed is supposed to be gone again. */
function stepOver({ action, by }: KnownEdge, first: string | undefined, present: ReadonlySet<string>) {
  const direct = by === undefined ? 1 : 2;
  if (first !== undefined) return { first, length: direct };
  if (present.has(action)) return { first: action, length: 1 };
  return by !== undefined && present.has(by) ? { first: by, length: direct } : undefined;
}

/** Fraction of the goal's words that the text has, 0..1. */
export function nearnessTo(goal: string, text: string): number {
  const wanted = wordsOf(goal);
  const has = new Set(wordsOf(text));
  return wanted.length === 0 ? 0 : wanted.filter((word) => has.has(word)).length / wanted.length;
}

/** Lower is better. */
const ranks: Readonly<Record<Exclude<Policy, 'random'>, (way: Way) => readonly number[]>> = {
  breadth: ({ screen, length }) => {
    if (isNewPlace(screen)) return [0, length];
    return [1, Number(screen.fleeting === 0), -promised(screen) / (length + 1), staleness(screen), screen.tried, length];
  },
  depth: ({ screen, length }) => [staleness(screen), Math.min(1, length), -screen.found, length],
  targeted: ({ screen, length }) => [-screen.nearness, staleness(screen), length],
};

/** policy-9. */
const shareAgain = 0.25;
/** From here on a link is one to a new place, and an action is worth a loop in which nothing is found. */
const [newFrom, hopefulFrom] = [0.5, 0.1];

interface Promising {
  readonly fresh?: number | undefined;
  readonly promise?: number | undefined;
}

function isNewPlace(of: Promising | undefined): boolean {
  return (of?.fresh ?? 0) >= newFrom;
}

function promised({ fresh = 0, promise = 0 }: Promising): number {
  return Math.max(fresh, promise);
}

/** -1: a link leads to a new place; 0: a novel action is fleeting; 1: an action is novel; 2: none is. */
function staleness(screen: KnownScreen): number {
  if (isNewPlace(screen)) return -1;
  return screen.fleeting > 0 ? 0 : screen.novel > 0 ? 1 : 2;
}

function newness(action: KnownAction): number {
  if (isNewPlace(action)) return 3;
  return Number(action.novel) + Number(action.novel && action.fleeting);
}

/** policy-5. */
function openWays(place: Place): Way[] {
  const open = openAmong(place, waysFrom(place, false));
  return open.length > 0 ? open : openAmong(place, waysFrom(place, true));
}

/** policy-6. */
function openAmong({ graph, here: key, actions, revealed = [] }: Place, ways: readonly Way[]): Way[] {
  const due = actions.filter(isDue);
  const novel = due.filter((action) => action.novel);
  const here = {
    open: due.length,
    novel: novel.length,
    fleeting: novel.filter(({ fleeting }) => fleeting).length,
    ...most(due),
  };
  const present = graph.get(key);
  const again = present ? revealed.map(({ by, ...counts }): Way => ({ screen: { ...present, ...counts }, length: 1, first: by })) : [];
  const counted = ways.map(({ screen, ...way }): Way => {
    if (screen.key !== key) return { ...way, screen };
    const absent = {
      open: screen.open - here.open,
      novel: screen.novel - here.novel,
      fleeting: screen.fleeting - here.fleeting,
      fresh: 0,
    };
    return { ...way, screen: { ...screen, ...(way.first === undefined ? here : absent) } };
  });
  return [...counted, ...again].filter(({ screen }) => screen.open > 0);
}

function most(due: readonly KnownAction[]): { readonly fresh: number; readonly promise: number } {
  return { fresh: Math.max(0, ...due.map(({ fresh = 0 }) => fresh)), promise: Math.max(0, ...due.map(({ promise = 0 }) => promise)) };
}

function isDue({ tried, allowed }: KnownAction): boolean {
  return allowed && !tried;
}

function drawn<T>(among: readonly T[], draw: number): T | undefined {
  return among[Math.floor(draw * among.length)];
}

export function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
}

/** All that share the lowest rank: the first differing number decides. */
function lowest<T>(all: readonly T[], rankOf: (one: T) => readonly number[]): T[] {
  const ranked = all.map((one) => ({ one, rank: rankOf(one) }));
  const best = ranked.reduce<readonly number[] | undefined>(
    (least, { rank }) => (least && compare(least, rank) <= 0 ? least : rank),
    undefined,
  );
  return ranked.filter(({ rank }) => best && compare(rank, best) === 0).map(({ one }) => one);
}

function compare(one: readonly number[], other: readonly number[]): number {
  return one.map((value, index) => value - (other[index] ?? 0)).find((each) => each !== 0) ?? 0;
}

function byKey(a: Way, b: Way): number {
  return a.screen.key < b.screen.key ? -1 : 1;
}
