// Where an explorer goes next over what it knows (spec/explorer.md §4).
//
// O1. A policy chooses an action of the screen that one is on: one that is untried there, or the first step of the shortest way to a screen that has some.
// O2. What may not be done (unsafe, or just failed) is neither chosen nor walked over.
// O3. The same graph, place and draw give the same choice: ties are broken by distance, then by key.

export const policies = ['breadth', 'depth', 'random', 'targeted'] as const;
export type Policy = (typeof policies)[number];

/** The policy after that one, round and round. */
export function nextPolicy(policy: Policy): Policy {
  return policies[(policies.indexOf(policy) + 1) % policies.length] ?? 'breadth';
}

export interface KnownAction {
  readonly key: string;
  /** What a person reads on it. */
  readonly name: string;
  readonly tried: boolean;
  /** Safe, or allowed. */
  readonly allowed: boolean;
}

export interface KnownScreen {
  readonly key: string;
  readonly title: string;
  /** In the order in which they matter there. */
  readonly actions: readonly KnownAction[];
  /** Where actions of it led; `to` is a screen, or unknown to the graph when it is outside. */
  readonly edges: readonly { readonly action: string; readonly to: string }[];
  /** Counts up over all screens: which one was found later. */
  readonly found: number;
}

export type KnownGraph = ReadonlyMap<string, KnownScreen>;

export interface Choosing {
  readonly graph: KnownGraph;
  readonly here: string;
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
export function chooseByPolicy({ graph, here, policy, draw, goal = '' }: Choosing): Chosen | undefined {
  const ways = waysFrom(graph, here);
  const open = [...ways.values()].filter(({ screen }) => untried(screen).length > 0);
  if (policy === 'random') return atRandom(graph.get(here), draw, open.length > 0);
  const [best] = open.sort((a, b) => compare(ranks[policy](a, goal), ranks[policy](b, goal)) || byKey(a.screen, b.screen));
  if (!best) return undefined;
  if (best.first !== undefined) return { action: best.first, toward: best.screen.key };
  const [action] = untried(best.screen).sort((a, b) => (policy === 'targeted' ? score(b.name, goal) - score(a.name, goal) : 0));
  return action && { action: action.key };
}

interface Way {
  readonly screen: KnownScreen;
  readonly length: number;
  /** The action that begins it; absent: one is there. */
  readonly first?: string;
}

/** Shortest ways to all screens that can be reached, the present one among them. */
export function waysFrom(graph: KnownGraph, here: string): ReadonlyMap<string, Way> {
  const start = graph.get(here);
  const ways = new Map<string, Way>();
  if (!start) return ways;
  ways.set(here, { screen: start, length: 0 });
  for (const { screen, length, first } of ways.values()) {
    for (const { action, to } of screen.edges) {
      const next = graph.get(to);
      if (!next || ways.has(to) || !mayDo(screen, action)) continue;
      ways.set(to, { screen: next, length: length + 1, first: first ?? action });
    }
  }
  return ways;
}

/** Lower is better, the first number that differs decides. */
const ranks: Readonly<Record<Exclude<Policy, 'random'>, (way: Way, goal: string) => readonly number[]>> = {
  breadth: ({ screen, length }) => [screen.actions.filter(({ tried }) => tried).length, length],
  depth: ({ screen, length }) => [Math.min(1, length), -screen.found, length],
  targeted: ({ screen, length }, goal) => [-bestScore(screen, goal), length],
};

function atRandom(screen: KnownScreen | undefined, draw: number, isWorth: boolean): Chosen | undefined {
  const allowed = screen?.actions.filter((action) => action.allowed) ?? [];
  const action = allowed[Math.floor(draw * allowed.length)];
  return isWorth && action ? { action: action.key } : undefined;
}

function untried({ actions }: KnownScreen): KnownAction[] {
  return actions.filter(({ tried, allowed }) => allowed && !tried);
}

function mayDo({ actions }: KnownScreen, key: string): boolean {
  return actions.some((action) => action.key === key && action.allowed);
}

function bestScore(screen: KnownScreen, goal: string): number {
  return Math.max(score(screen.title, goal), ...untried(screen).map(({ name }) => score(name, goal)));
}

/** How many words of the goal the text has, of those that say something; 0..1. */
function score(text: string, goal: string): number {
  const wanted = wordsOf(goal);
  const has = new Set(wordsOf(text));
  return wanted.length === 0 ? 0 : wanted.filter((word) => has.has(word)).length / wanted.length;
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
