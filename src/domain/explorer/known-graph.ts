// What a store knows of an application's map, as policies read it: where actions lead, also those that are only supposed to.
import { grouped } from '../collections.js';
import type { Verb } from './actions.js';
import type { KnownAction, KnownEdge, KnownGraph, KnownScreen, Revealed } from './policies.js';

/** An action of the screen that is chosen on, whether it is there now or not. */
export interface StoredFacts extends KnownAction {
  readonly verb: Verb;
  readonly tries: number;
  readonly present: boolean;
  /** Missing on the last visits. */
  readonly gone: boolean;
  /** What revealed it; null: it was there. */
  readonly by: string | null;
  /** Where its link leads, a digest; empty: nowhere that is known. */
  readonly address: string;
  readonly kind: string;
  /** Where that address was seen. */
  readonly leadsTo: string | null;
}

export interface StoredEdge {
  readonly from: string;
  readonly action: string;
  readonly to: string;
  readonly verb: string;
  readonly seen: number;
  /** How many of the last visits it was missing on. */
  readonly missed: number;
  /** The run looked for its action, and did not find it. */
  readonly absent: boolean;
  readonly again: KnownEdge['again'];
  /** What revealed the action; undefined: it was there. */
  readonly by: string | undefined;
}

export interface StoredScreen extends Pick<KnownScreen, 'key' | 'found' | 'tried' | 'open' | 'novel' | 'fleeting'> {
  readonly backTried: boolean;
}

export interface Knowledge {
  readonly screens: readonly StoredScreen[];
  readonly edges: readonly StoredEdge[];
  readonly here: string;
  readonly actions: readonly StoredFacts[];
  /** By screen: how much of the goal it covers, and how likely an untried link of it shows a new one. */
  readonly nearness: ReadonlyMap<string, number>;
  readonly fresh: ReadonlyMap<string, number>;
}

export function knownGraph({ screens, edges, here, actions, nearness, fresh }: Knowledge): KnownGraph {
  const leaving = grouped(edges, ({ from }) => from);
  const comeFrom = grouped(edges, ({ to }) => to);
  const present = actions.filter((action) => action.present);
  const back = present.find(({ verb }) => verb === 'back')?.key ?? 'back';
  const opener = openersAmong(actions);
  // Thousands per loop: copying field by field takes a third of the time of spreading.
  return new Map(
    screens.map(({ key, found, tried, open, novel, fleeting, backTried }): [string, KnownScreen] => {
      const known = usual(leaving.get(key) ?? [], key === here ? opener : undefined);
      if (key === here) known.push(...supposed(present, edges, screens));
      // Back leads to one of the screens it was entered from, until it has been tried.
      if (!backTried) for (const { from: to } of comeFrom.get(key) ?? []) known.push({ action: back, to, unsure: true });
      const leading = known.filter(({ to }) => to !== key);
      return [
        key,
        { key, found, tried, open, novel, fleeting, nearness: nearness.get(key) ?? 0, fresh: fresh.get(key) ?? 0, edges: leading },
      ];
    }),
  );
}

/** An action is assumed to lead where it led most often. Back depends on the previous screen; an action missing on the last visit may be missing again. */
function usual(edges: readonly StoredEdge[], opener: (by: string | undefined) => string | undefined = (by) => by): KnownEdge[] {
  const most = new Map<string, StoredEdge>();
  for (const edge of edges) {
    const best = most.get(edge.action);
    if (!best || edge.seen > best.seen || (edge.seen === best.seen && edge.to < best.to)) most.set(edge.action, edge);
  }
  return [...most.values()]
    .sort((a, b) => (a.action < b.action ? -1 : 1))
    .map(({ action, to, verb, missed, absent, again, by }) => ({
      action,
      to,
      unsure: verb === 'back' || missed > 0 || absent ? true : undefined,
      again,
      by: opener(by),
    }));
}

/** A link leads to the screen that was seen at its address. Home leads to the screen that was seen first; another action known from other screens leads where it led there, if that was always the same. */
function supposed(present: readonly StoredFacts[], edges: readonly StoredEdge[], screens: readonly StoredScreen[]): readonly KnownEdge[] {
  const [first] = [...screens].sort((a, b) => a.found - b.found);
  const home = present.find(({ verb, tries }) => verb === 'home' && tries === 0);
  const due = present.filter(({ tried, allowed }) => allowed && !tried);
  const elsewhere = new Map(due.filter(({ novel, address }) => !novel && address === '').map(({ key }) => [key, new Set<string>()]));
  for (const { action, to } of edges) elsewhere.get(action)?.add(to);
  return [
    ...(home && first ? [{ action: home.key, to: first.key }] : []),
    ...due.flatMap(({ key, leadsTo }) => (leadsTo === null ? [] : [{ action: key, to: leadsTo }])),
    ...[...elsewhere].flatMap(([action, targets]) => (targets.size === 1 ? [...targets].map((to) => ({ action, to })) : [])),
  ];
}

/** Actions that are due but not present, grouped by the present action that leads to them. */
export function revealedAgain(all: readonly StoredFacts[]): readonly Revealed[] {
  const opener = openersAmong(all);
  const due = all.filter(({ present, tried, allowed, gone, by }) => !present && !tried && allowed && !gone && opener(by) !== undefined);
  return [...grouped(due, ({ by }) => opener(by) ?? '')].map(([by, revealed]) => {
    const novel = revealed.filter((action) => action.novel);
    const fresh = Math.max(0, ...revealed.map((action) => action.fresh ?? 0));
    return { by, open: revealed.length, novel: novel.length, fleeting: novel.filter(({ fleeting }) => fleeting).length, fresh };
  });
}

/** Menus within menus. */
const deepest = 4;

/** The action that is there, and begins to reveal what `by` reveals. */
function openersAmong(all: readonly StoredFacts[]): (by: string | null | undefined) => string | undefined {
  const known = new Map(all.map((action) => [action.key, action]));
  const opener = (by: string | null | undefined, depth = 0): string | undefined => {
    const action = depth === deepest ? undefined : known.get(by ?? '');
    if (!action?.allowed) return undefined;
    return action.present ? action.key : opener(action.by, depth + 1);
  };
  return opener;
}

/** What is filled in promises as much as what is pressed after it: a form without its values leads nowhere. */
export function filledFirst<A extends Pick<StoredFacts, 'kind' | 'promise'>>(actions: readonly A[]): readonly A[] {
  let pressed = 0;
  return actions
    .toReversed()
    .map((action) => {
      if (action.promise === undefined) return action;
      if (/^(?:field|choice) /.test(action.kind)) return { ...action, promise: Math.max(action.promise, pressed) };
      if (action.kind.startsWith('button ')) pressed = Math.max(pressed, action.promise);
      return action;
    })
    .toReversed();
}

/** Per cent, rounded down: 100 means that nothing is open. Untried actions that are gone do not count. */
export function coverageOf(screens: readonly StoredScreen[]): number | null {
  const sum = (of: 'tried' | 'open'): number => screens.reduce((all, screen) => all + screen[of], 0);
  const [tried, open] = [sum('tried'), sum('open')];
  return tried + open === 0 ? null : Math.floor((100 * tried) / (tried + open));
}
