// Which pages of an application are linked and unseen, and what kinds of actions have found.
//
// places-1. An address is unseen until a screen is seen there, or a link to it has led to another screen. After two tries that led nowhere it is not sought.
// places-2. An action finds something if it leads to a new screen, or shows a link to an address of a pattern that was not known.

import { sql, type Transaction } from 'kysely';
import { type PageDigests, isMove, type Verb, safeFrom } from '../../domain/explorer/actions.js';
import { grouped } from '../../domain/collections.js';
import type { SeenScreenEntry } from '../../ports/screen-graph.js';
import type { Tables, Database } from './database.js';
import { freshnessOf, promiseOf, type Tried } from '../../domain/explorer/yields.js';
import { mostMissed } from './graph-actions.js';

type Open = Transaction<Tables>;

/** places-1. */
const mostTries = 2;

/** Visited addresses show several screens, and not many more screens are known. Screens with something on top are not counted. */
export async function areAddressesTelling(open: Open, app: string): Promise<boolean> {
  const { rows } = await sql<{ readonly told: number; readonly screens: number }>`select
    (select count(distinct screen)::int from addresses where app = ${app} and visited) as told,
    (select count(*)::int from screens where app = ${app} and position('!' in structure) = 0) as screens`.execute(open);
  const [{ told, screens } = { told: 0, screens: 0 }] = rows;
  return told > 1 && screens <= 2 * told;
}

/** Enters the addresses that links of the screen lead to. Returns the patterns that were not known. */
export async function addressesOf(open: Open, app: string, { actions }: SeenScreenEntry): Promise<readonly string[]> {
  const linked = new Map(actions.flatMap(({ page }) => (page ? [[page.address, page.pattern] as const] : [])));
  if (linked.size === 0) return [];
  const added = await open
    .insertInto('addresses')
    .values([...linked].map(([address, pattern]) => ({ app, address, pattern, screen: null, tries: 0, visited: false, found: false })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('pattern')
    .execute();
  if (added.length === 0) return [];
  const news = grouped(added, ({ pattern }) => pattern);
  const known = await open
    .selectFrom('addresses')
    .select(['pattern', sql<number>`count(*)::int`.as('count')])
    .where('app', '=', app)
    .where('pattern', 'in', [...news.keys()])
    .groupBy('pattern')
    .execute();
  return known.filter(({ pattern, count }) => count === news.get(pattern)?.length).map(({ pattern }) => pattern);
}

export async function visit(open: Open, app: string, { address, pattern }: PageDigests, screen: string, found: boolean): Promise<void> {
  await open
    .insertInto('addresses')
    .values({ app, address, pattern, screen, tries: 0, visited: true, found })
    .onConflict((conflict) =>
      conflict.columns(['app', 'address']).doUpdateSet({ screen, visited: true, found }).where('addresses.visited', '=', false),
    )
    .execute();
}

interface Learnt {
  readonly app: string;
  readonly screen: string;
  readonly action: string;
  /** Where it led; null: nobody saw. */
  readonly to: string | null;
  readonly isFind: boolean;
}

/** What a step says about actions of its kind, and about the address of its link. */
export async function learn(open: Open, { app, screen, action, to, isFind }: Learnt): Promise<void> {
  const finds = Number(isFind);
  const done = await open
    .updateTable('actions')
    .set((is) => ({ finds: is('finds', '+', finds) }))
    .where('app', '=', app)
    .where('screen', '=', screen)
    .where('key', '=', action)
    .returning(['verb', 'kind', 'address'])
    .executeTakeFirst();
  if (!done || isMove(done.verb as Verb)) return;
  const { kind, address } = done;
  if (address !== '') {
    await open
      .updateTable('addresses')
      .set((is) => ({
        tries: is('tries', '+', 1),
        visited: to !== null && to !== screen ? true : undefined,
        found: to !== null && to !== screen ? isFind : undefined,
      }))
      .where('app', '=', app)
      .where('address', '=', address)
      .where('visited', '=', false)
      .execute();
  } else if (kind !== '')
    await open
      .insertInto('kinds')
      .values({ app, kind, tries: 1, finds })
      .onConflict((conflict) =>
        conflict.columns(['app', 'kind']).doUpdateSet((is) => ({ tries: is('kinds.tries', '+', 1), finds: is('kinds.finds', '+', finds) })),
      )
      .execute();
}

// What untried actions of a map promise: links to unseen addresses, and actions of kinds that have found something before.

export interface Fresh {
  /** By screen and action, with a space between. */
  readonly links: ReadonlyMap<string, number>;
  /** The most of each screen. */
  readonly screens: ReadonlyMap<string, number>;
}

export async function freshOf(db: Database, app: string, allowUnsafe: boolean): Promise<Fresh> {
  const [unseen, patterns] = await Promise.all([
    db
      .selectFrom('addresses')
      .select(['address', 'pattern'])
      .where('app', '=', app)
      .where('visited', '=', false)
      .where('tries', '<', mostTries)
      .limit(mostUnseen)
      .execute(),
    sql<{ readonly pattern: string; readonly tries: number; readonly finds: number }>`
      select pattern, count(*)::int as tries, count(*) filter (where found)::int as finds from addresses
      where app = ${app} and visited group by pattern`.execute(db),
  ]);
  const links = unseen.length === 0 ? [] : await linksTo(db, app, allowUnsafe, unseen);
  const seen = new Map(patterns.rows.map((row) => [row.pattern, row]));
  const siblings = patterns.rows.reduce<Tried>(
    (all, { tries, finds }) => ({ tries: all.tries + tries - 1, finds: all.finds + Math.max(0, finds - 1) }),
    { tries: 0, finds: 0 },
  );
  const values = new Map<string, number>();
  const screens = new Map<string, number>();
  for (const { screen, key, pattern } of links) {
    const value = freshnessOf(seen.get(pattern) ?? { tries: 0, finds: 0 }, siblings);
    values.set(`${screen} ${key}`, value);
    screens.set(screen, Math.max(screens.get(screen) ?? 0, value));
  }
  return { links: values, screens };
}

/** So many are enough to go on with. */
const mostUnseen = 500;

interface Link {
  readonly screen: string;
  readonly key: string;
  readonly pattern: string;
}

/** A join would compare each address with each action: nothing tells the database how many there are. Thousands of rows are read faster as one text. */
async function linksTo(
  db: Database,
  app: string,
  allowUnsafe: boolean,
  unseen: readonly { readonly address: string; readonly pattern: string }[],
): Promise<readonly Link[]> {
  const patterns = new Map(unseen.map(({ address, pattern }) => [address, pattern]));
  const { rows } = await sql<{ readonly links: string | null }>`
    select string_agg(concat_ws(' ', screen, key, address), e'\n') as links from actions
    where app = ${app} and address in (${sql.join([...patterns.keys()])}) and tries = 0 and missed < ${mostMissed}
      and (${allowUnsafe} or safety >= ${safeFrom})`.execute(db);
  return (rows[0]?.links ?? '').split('\n').flatMap((line) => {
    const [screen, key, address = ''] = line.split(' ');
    return screen && key ? [{ screen, key, pattern: patterns.get(address) ?? '' }] : [];
  });
}

/** What is like something tried elsewhere, and belongs to its screen, promises so much of what a novel action does. */
export const ownShare = 0.5;

/** graph-8: of `actions` with their `action_keys`; it stands around the content, or at most places. */
export function isShared(app: string) {
  return sql<boolean>`(actions.kind like '% around' or (action_keys.places > 2
    and 2 * action_keys.places > (select count(distinct place) from screens where screens.app = ${app})))`;
}

export interface Promises {
  of(screen: string, kind: string): number;
  /** The most that an action of each screen promises that is novel, or its own. */
  readonly screens: ReadonlyMap<string, number>;
}

export async function promisesOf(db: Database, app: string, allowUnsafe: boolean, among: readonly string[]): Promise<Promises> {
  const [kinds, counts] = await Promise.all([
    db.selectFrom('kinds').select(['kind', 'tries', 'finds']).where('app', '=', app).execute(),
    sql<{
      readonly screen: string;
      readonly kind: string;
      readonly tries: number;
      readonly finds: number;
      readonly novel: number;
      readonly own: number;
    }>`
      select actions.screen, actions.kind, count(*) filter (where actions.tries > 0)::int as tries,
        count(*) filter (where actions.finds > 0)::int as finds,
        count(*) filter (where actions.tries = 0 and action_keys.tries = 0 and actions.missed < ${mostMissed}
          and (${allowUnsafe} or actions.safety >= ${safeFrom}))::int as novel,
        count(*) filter (where actions.tries = 0 and action_keys.tries > 0 and actions.missed < ${mostMissed}
          and (${allowUnsafe} or actions.safety >= ${safeFrom}) and not ${isShared(app)})::int as own
      from actions left join action_keys on action_keys.app = actions.app and action_keys.key = actions.key
      where actions.app = ${app} and actions.screen in (${sql.join(among)}) and actions.address = '' and actions.kind <> ''
      group by actions.screen, actions.kind`.execute(db),
  ]);
  const all = new Map(kinds.map((row) => [row.kind, row]));
  const here = new Map(counts.rows.map((row) => [`${row.screen} ${row.kind}`, row]));
  const none: Tried = { tries: 0, finds: 0 };
  const of = (screen: string, kind: string): number => promiseOf(kind, all.get(kind) ?? none, here.get(`${screen} ${kind}`) ?? none);
  const screens = new Map<string, number>();
  for (const { screen, kind, novel, own } of counts.rows)
    if (novel + own > 0) screens.set(screen, Math.max(screens.get(screen) ?? 0, of(screen, kind) * (novel > 0 ? 1 : ownShare)));
  return { of, screens };
}
