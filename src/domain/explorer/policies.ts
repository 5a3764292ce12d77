// Where an explorer goes next over what it knows (spec/explorer.md §4).
//
// O1. A policy chooses an action of the screen that one is on: one that is untried there, or the first step of the shortest way to a screen that has some.
// O2. What may not be done (unsafe, or just failed) is neither chosen nor walked over.
// O3. The same graph, place and draw give the same choice: ties are broken by distance, then by key.
// O4. What nobody has tried anywhere comes before what was tried on another screen: the same menu stands on many.
// O5. A way that is not sure is taken only where no sure one leads to anything untried.

export const policies = ['breadth', 'depth', 'random', 'targeted'] as const;
export type Policy = (typeof policies)[number];

/** The policy after that one, round and round. */
export function nextPolicy(policy: Policy): Policy {
  return policies[(policies.indexOf(policy) + 1) % policies.length] ?? 'breadth';
}

/** An action of the screen that one is on. */
export interface KnownAction {
  readonly key: string;
  /** What a person reads on it. */
  readonly name: string;
  /** On this screen. What only moves (back, home, wait) is never untried. */
  readonly tried: boolean;
  /** Safe, or allowed. */
  readonly allowed: boolean;
  /** Not tried on any screen. */
  readonly novel: boolean;
}

export interface KnownScreen {
  readonly key: string;
  /** How many of its actions were tried. */
  readonly tried: number;
  /** How many are allowed and untried, and of these nobody has tried anywhere. */
  readonly open: number;
  readonly novel: number;
  /** 0..1; how much its title and untried actions have of the goal. */
  readonly nearness: number;
  /** Where allowed actions of it led; `to` is unknown to the graph when it is outside. */
  readonly edges: readonly KnownEdge[];
  /** Counts up over all screens: which one was found later. */
  readonly found: number;
}

export interface KnownEdge {
  readonly action: string;
  readonly to: string;
  /** Not tried, or it depends on where one came from: taken where nothing else leads on. */
  readonly unsure?: true;
}

export type KnownGraph = ReadonlyMap<string, KnownScreen>;

export interface Choosing {
  readonly graph: KnownGraph;
  readonly here: string;
  /** Of `here`, in the order in which they matter. */
  readonly actions: readonly KnownAction[];
  readonly policy: Policy;
  /** 0..1, without 1; of a seeded generator. */
  readonly draw: number;
  readonly goal?: string;
}

export interface Chosen {
  /** Of the present screen. */
  readonly action: string;
  /** The screen that this is on the way to; absent: it is done for its own sake. */
  readonly toward?: string;
}

/** Undefined: nothing untried can be reached. */
export function chooseByPolicy({ graph, here, actions, policy, draw, goal = '' }: Choosing): Chosen | undefined {
  const open = openScreens(graph, here);
  if (policy === 'random') return open.length > 0 ? drawn(actions, draw) : undefined;
  const [best] = open.sort((a, b) => compare(ranks[policy](a), ranks[policy](b)) || byKey(a.screen, b.screen));
  if (!best) return undefined;
  if (best.first !== undefined) return { action: best.first, toward: best.screen.key };
  const nearness = (action: KnownAction): number => (policy === 'targeted' ? nearnessTo(goal, action.name) : 0);
  const [action] = actions
    .filter(({ tried, allowed }) => allowed && !tried)
    .sort((a, b) => nearness(b) - nearness(a) || Number(b.novel) - Number(a.novel));
  return action && { action: action.key };
}

/** How many screens with something untried can be reached. */
export function countOpen(graph: KnownGraph, here: string): number {
  return openScreens(graph, here).length;
}

interface Way {
  readonly screen: KnownScreen;
  readonly length: number;
  /** The action that begins it; absent: one is there. */
  readonly first?: string;
}

/** Shortest ways to all screens that can be reached, the present one among them. */
export function waysFrom(graph: KnownGraph, here: string, unsure = false): ReadonlyMap<string, Way> {
  const start = graph.get(here);
  const ways = new Map<string, Way>();
  if (!start) return ways;
  ways.set(here, { screen: start, length: 0 });
  for (const { screen, length, first } of ways.values()) {
    for (const edge of screen.edges) {
      const next = edge.unsure && !unsure ? undefined : graph.get(edge.to);
      if (next && !ways.has(edge.to)) ways.set(edge.to, { screen: next, length: length + 1, first: first ?? edge.action });
    }
  }
  return ways;
}

/** Part of the words of the goal that the text has, 0..1. */
export function nearnessTo(goal: string, text: string): number {
  const wanted = wordsOf(goal);
  const has = new Set(wordsOf(text));
  return wanted.length === 0 ? 0 : wanted.filter((word) => has.has(word)).length / wanted.length;
}

/** Lower is better, the first number that differs decides. */
const ranks: Readonly<Record<Exclude<Policy, 'random'>, (way: Way) => readonly number[]>> = {
  breadth: ({ screen, length }) => [isNovel(screen), screen.tried, length],
  depth: ({ screen, length }) => [isNovel(screen), Math.min(1, length), -screen.found, length],
  targeted: ({ screen, length }) => [-screen.nearness, isNovel(screen), length],
};

function isNovel({ novel }: KnownScreen): number {
  return novel > 0 ? 0 : 1;
}

/** O5. */
function openScreens(graph: KnownGraph, here: string): Way[] {
  const openOf = (ways: ReadonlyMap<string, Way>): Way[] => [...ways.values()].filter(({ screen }) => screen.open > 0);
  const open = openOf(waysFrom(graph, here));
  return open.length > 0 ? open : openOf(waysFrom(graph, here, true));
}

function drawn(actions: readonly KnownAction[], draw: number): Chosen | undefined {
  const allowed = actions.filter((action) => action.allowed);
  const action = allowed[Math.floor(draw * allowed.length)];
  return action && { action: action.key };
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
}

function compare(a: readonly number[], b: readonly number[]): number {
  return a.map((value, index) => value - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

function byKey(a: KnownScreen, b: KnownScreen): number {
  return a.key < b.key ? -1 : 1;
}
