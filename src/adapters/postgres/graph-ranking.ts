// What a policy could do on a screen, given the whole map of its application. The map is read once per loop, by one query with one row.
import { defined, grouped } from '../../domain/collections.js';
import { sql } from 'kysely';
import { isMove, mostActions, safeFrom, type Verb } from '../../domain/explorer/actions.js';
import type { EnumeratedAction, Ranking } from '../../domain/explorer/agent-state.js';
import {
  chooseByPolicy,
  nearnessTo,
  waysFrom,
  wordsOf,
  type KnownAction,
  type KnownEdge,
  type KnownGraph,
  type KnownScreen,
  type Revealed,
} from '../../domain/explorer/policies.js';
import type { RankingPlace, RankingQuery } from '../../ports/screen-graph.js';
import type { Database } from './database.js';
import { mostMissed } from './graph-actions.js';
import { knownKey } from './graph-entries.js';
import { freshOf, promisesOf, type Fresh, type Promises } from './graph-promises.js';

export async function rank(db: Database, query: RankingQuery, place: RankingPlace): Promise<Ranking> {
  const { app, run, policy, draw, allowUnsafe } = query;
  const goal = policy === 'targeted' ? query.goal : '';
  const here = await knownKey(db, app, place.screen);
  const [stored, { screens, edges }, crowded, fresh] = await Promise.all([
    actionsOf(db, app, here, place, allowUnsafe),
    known(db, app, allowUnsafe),
    hasOthers(db, app, run),
    freshOf(db, app, allowUnsafe),
  ]);
  const nearness = goal === '' ? new Map<string, number>() : await nearnessOf(db, app, goal);
  const drawn = graphOf({ screens, edges, nearness, here, actions: stored, fresh });
  const near = waysFrom({ graph: drawn, here, actions: stored.filter(({ present }) => present) }, true)
    .map(({ screen }) => screen)
    .filter(({ key, novel }) => key === here || novel > 0)
    .slice(0, mostWeighed);
  const promises = await promisesOf(db, app, allowUnsafe, [...new Set([here, ...near.map(({ key }) => key)])]);
  const all = filledFirst(stored.map((action) => withPromise(action, here, fresh, promises)));
  const actions = all.filter(({ present }) => present);
  const graph = new Map(
    [...drawn].map(([key, screen]) => [key, promises.screens.has(key) ? { ...screen, promise: promises.screens.get(key) ?? 0 } : screen]),
  );
  const { chosen, open } = chooseByPolicy({ graph, here, actions, revealed: revealedAgain(all), policy, draw, goal, crowded });
  const action = actions.find(({ key }) => key === chosen?.action);
  return {
    screen: place.screen,
    policy,
    tried: actions.filter(({ key, tried, position }) => tried && (position < mostActions || key === action?.key)).map(({ key }) => key),
    choice: action && chosen ? { ...chosen, action: enumerated(action) } : null,
    open,
    coverage_pct: coverageOf(screens),
  };
}

/** Screens whose actions are weighed by what they promise: the nearest. */
const mostWeighed = 40;

function withPromise(action: RankedAction, here: string, fresh: Fresh, promises: Promises): RankedAction {
  const link = action.address === '' ? undefined : fresh.links.get(`${here} ${action.key}`);
  return {
    ...action,
    ...defined({ fresh: link, promise: action.novel ? promises.of(here, action.kind) : undefined }),
  };
}

/** What is filled in promises as much as what is pressed after it: a form without its values leads nowhere. */
function filledFirst(actions: readonly RankedAction[]): readonly RankedAction[] {
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
function coverageOf(screens: readonly ScreenRow[]): number | null {
  const sum = (of: 'tried' | 'open'): number => screens.reduce((all, screen) => all + screen[of], 0);
  const [tried, open] = [sum('tried'), sum('open')];
  return tried + open === 0 ? null : Math.floor((100 * tried) / (tried + open));
}

/** Whether another explorer has made a step in the last minute. */
async function hasOthers(db: Database, app: string, run: string): Promise<boolean> {
  const other = await db
    .selectFrom('runs')
    .innerJoin('observations', 'observations.run', 'runs.run')
    .select('runs.run')
    .where('runs.app', '=', app)
    .where('runs.run', '<>', run)
    .where('runs.ended_at', 'is', null)
    .where('observations.at', '>', sql<Date>`now() - interval '1 minute'`)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

interface RankedAction extends KnownAction {
  readonly verb: Verb;
  readonly safety: number;
  readonly position: number;
  readonly tries: number;
  readonly present: boolean;
  /** Missing on the last visits. */
  readonly gone: boolean;
  readonly by: string | null;
  /** Where its link leads, a digest; empty: nowhere that is known. */
  readonly address: string;
  readonly kind: string;
  /** Where that address was seen. */
  readonly leadsTo: string | null;
}

function enumerated({ key, verb, name: label, safety }: RankedAction): EnumeratedAction {
  return { key, verb, label, safety };
}

/** All known actions of the screen; the ones present now in their order, those that may already have happened last. */
async function actionsOf(
  db: Database,
  app: string,
  here: string,
  place: RankingPlace,
  allowUnsafe: boolean,
): Promise<readonly RankedAction[]> {
  const rows = await db
    .selectFrom('actions')
    .leftJoin('addresses', (join) => join.onRef('addresses.app', '=', 'actions.app').onRef('addresses.address', '=', 'actions.address'))
    .leftJoin('action_keys', (join) => join.onRef('action_keys.app', '=', 'actions.app').onRef('action_keys.key', '=', 'actions.key'))
    .select([
      'actions.key',
      'actions.label',
      'actions.verb',
      'actions.safety',
      'actions.tries',
      'actions.unknowns',
      'actions.fleeting',
      'actions.missed',
      'actions.revealed_by as by',
      'action_keys.tries as anywhere',
      'actions.address',
      'actions.kind',
      'addresses.screen as leadsTo',
    ])
    .where('actions.app', '=', app)
    .where('actions.screen', '=', here)
    .execute();
  const position = new Map(place.present.map((key, index) => [key, index]));
  const appeared = new Set(place.appeared);
  return rows
    .map(({ key, label, verb, safety, tries, unknowns, fleeting, missed, by, anywhere, address, kind, leadsTo }) => ({
      key,
      verb: verb as Verb,
      position: position.get(key) ?? 0,
      present: position.has(key),
      gone: missed >= mostMissed,
      by,
      safety,
      unknowns,
      tries,
      name: label,
      tried: tries > 0 || isMove(verb as Verb),
      allowed: allowUnsafe || safety >= safeFrom,
      novel: address === '' && anywhere === 0,
      address,
      kind,
      leadsTo,
      fleeting,
      appeared: appeared.has(key) ? (true as const) : undefined,
    }))
    .sort((a, b) => a.unknowns - b.unknowns || a.position - b.position);
}

/** Actions that are due but not present, grouped by the present action that leads to them. */
function revealedAgain(all: readonly RankedAction[]): readonly Revealed[] {
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
function openersAmong(all: readonly RankedAction[]): (by: string | null | undefined) => string | undefined {
  const known = new Map(all.map((action) => [action.key, action]));
  const opener = (by: string | null | undefined, depth = 0): string | undefined => {
    const action = depth === deepest ? undefined : known.get(by ?? '');
    if (!action?.allowed) return undefined;
    return action.present ? action.key : opener(action.by, depth + 1);
  };
  return opener;
}

interface EdgeRow {
  readonly from: string;
  readonly action: string;
  readonly to: string;
  readonly verb: string;
  readonly seen: number;
  /** How many of the last visits it was missing on. */
  readonly missed: number;
  /** What revealed the action; undefined: it was there. */
  readonly by: string | undefined;
}

interface ScreenRow extends Pick<KnownScreen, 'key' | 'found' | 'tried' | 'open' | 'novel' | 'fleeting'> {
  readonly backTried: boolean;
}

async function known(
  db: Database,
  app: string,
  allowUnsafe: boolean,
): Promise<{ readonly screens: readonly ScreenRow[]; readonly edges: readonly EdgeRow[] }> {
  const unsafe = Number(allowUnsafe);
  // Thousands of rows are read faster as one text; keys and verbs contain no spaces.
  const { rows } = await sql<{ readonly screens: string | null; readonly edges: string | null }>`select
    (select string_agg(concat_ws(' ', key, found, tried, open_safe + ${unsafe} * open_unsafe, novel_safe + ${unsafe} * novel_unsafe, fleeting_safe + ${unsafe} * fleeting_unsafe,
        back_tried::int), e'\n')
      from screens where app = ${app}) as screens,
    (select string_agg(concat_ws(' ', from_screen, action, to_screen, edges.verb, seen, edges.missed, revealed_by), e'\n')
      from edges left join actions on actions.app = edges.app and actions.screen = from_screen and actions.key = action
      where edges.app = ${app} and edges.verb <> 'wait' and edges.missed < ${mostMissed} and (${allowUnsafe} or edges.safety >= ${safeFrom})) as edges`.execute(
    db,
  );
  const [row] = rows;
  return {
    screens: fieldsOf(row?.screens).map(([key = '', ...counts]) => {
      const [found = 0, tried = 0, open = 0, novel = 0, fleeting = 0, backTried = 0] = counts.map(Number);
      return { key, found, tried, open, novel, fleeting, backTried: backTried === 1 };
    }),
    edges: fieldsOf(row?.edges).map(([from = '', action = '', to = '', verb = '', seen, missed, by]) => ({
      from,
      action,
      to,
      verb,
      seen: Number(seen),
      missed: Number(missed),
      by,
    })),
  };
}

function fieldsOf(text: string | null | undefined): readonly (readonly string[])[] {
  return text ? text.split('\n').map((line) => line.split(' ')) : [];
}

interface Knowledge {
  readonly screens: readonly ScreenRow[];
  readonly edges: readonly EdgeRow[];
  readonly nearness: ReadonlyMap<string, number>;
  readonly here: string;
  readonly actions: readonly RankedAction[];
  readonly fresh: Fresh;
}

function graphOf({ screens, edges, nearness, here, actions, fresh }: Knowledge): KnownGraph {
  const leaving = grouped(edges, ({ from }) => from);
  const comeFrom = grouped(edges, ({ to }) => to);
  const present = actions.filter((action) => action.present);
  const back = backKey(present);
  const opener = openersAmong(actions);
  // Thousands per loop: copying field by field takes a third of the time of spreading.
  return new Map(
    screens.map(({ key, found, tried, open, novel, fleeting, backTried }): [string, KnownScreen] => {
      const known = usual(leaving.get(key) ?? [], key === here ? opener : undefined);
      if (key === here) known.push(...supposedOf(present, edges, screens));
      // Back leads to one of the screens it was entered from, until it has been tried.
      if (!backTried) for (const { from: to } of comeFrom.get(key) ?? []) known.push({ action: back, to, unsure: true });
      const leading = known.filter(({ to }) => to !== key);
      return [
        key,
        { key, found, tried, open, novel, fleeting, nearness: nearness.get(key) ?? 0, fresh: fresh.screens.get(key) ?? 0, edges: leading },
      ];
    }),
  );
}

/**
 * An action is assumed to lead where it led most often. Back depends on the previous screen; an action missing on the last visit may be
 * missing again.
 */
function usual(edges: readonly EdgeRow[], opener: (by: string | undefined) => string | undefined = (by) => by): KnownEdge[] {
  const most = new Map<string, EdgeRow>();
  for (const edge of edges) {
    const best = most.get(edge.action);
    if (!best || edge.seen > best.seen || (edge.seen === best.seen && edge.to < best.to)) most.set(edge.action, edge);
  }
  return [...most.values()]
    .sort((a, b) => (a.action < b.action ? -1 : 1))
    .map(({ action, to, verb, missed, by }) => {
      const first = opener(by);
      return {
        action,
        to,
        unsure: verb === 'back' || missed > 0 ? true : undefined,
        by: first,
      };
    });
}

/**
 * A link leads to the screen that was seen at its address. Home leads to the screen that was seen first; another action known from other screens leads where it led there, if that was always the same.
 */
function supposedOf(actions: readonly RankedAction[], edges: readonly EdgeRow[], screens: readonly ScreenRow[]): readonly KnownEdge[] {
  const [first] = [...screens].sort((a, b) => a.found - b.found);
  const due = new Map(
    actions
      .filter(({ tried, allowed, novel, address }) => allowed && !tried && !novel && address === '')
      .map((action) => [action.key, new Set<string>()]),
  );
  for (const { action, to } of edges) due.get(action)?.add(to);
  const home = actions.find(({ verb, tries }) => verb === 'home' && tries === 0);
  return [
    ...(home && first ? [{ action: home.key, to: first.key }] : []),
    ...actions.flatMap(({ key, tried, allowed, leadsTo }) => (allowed && !tried && leadsTo !== null ? [{ action: key, to: leadsTo }] : [])),
    ...[...due].flatMap(([action, targets]) => (targets.size === 1 ? [...targets].map((to) => ({ action, to })) : [])),
  ];
}

function backKey(actions: readonly RankedAction[]): string {
  return actions.find(({ verb }) => verb === 'back')?.key ?? 'back';
}

/** Best match of a goal with a screen's title or its untried actions. Texts with none of its words are filtered out by the database. */
async function nearnessOf(db: Database, app: string, goal: string): Promise<ReadonlyMap<string, number>> {
  const words = wordsOf(goal);
  // Databases differ from JavaScript in folding non-ASCII letters.
  const anyWord = words.every((word) => /^[a-z0-9]+$/.test(word)) ? words.map((word) => `%${word}%`) : ['%'];
  const has = (column: string): ReturnType<typeof sql<boolean>> => sql<boolean>`${sql.ref(column)} ilike any(${anyWord}::text[])`;
  const [titles, labels] = await Promise.all([
    db.selectFrom('screens').select(['key as screen', 'title as text']).where('app', '=', app).where(has('title')).execute(),
    db
      .selectFrom('actions')
      .select(['screen', 'label as text'])
      .distinct()
      .where('app', '=', app)
      .where('tries', '=', 0)
      .where(has('label'))
      .execute(),
  ]);
  const best = new Map<string, number>();
  for (const { screen, text } of [...titles, ...labels]) best.set(screen, Math.max(best.get(screen) ?? 0, nearnessTo(goal, text)));
  return best;
}
