// What untried actions of a map promise: links to unseen addresses, and actions of kinds that have found something before.
import { sql } from 'kysely';
import { safeFrom } from '../../domain/explorer/actions.js';
import { freshnessOf, promiseOf, type Tried } from '../../domain/explorer/yields.js';
import type { Database } from './database.js';
import { mostMissed } from './graph-actions.js';
import { mostTries } from './graph-places.js';

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

export interface Promises {
  of(screen: string, kind: string): number;
  /** The most that a novel action of each screen promises. */
  readonly screens: ReadonlyMap<string, number>;
}

export async function promisesOf(db: Database, app: string, allowUnsafe: boolean, among: readonly string[]): Promise<Promises> {
  const [kinds, counts] = await Promise.all([
    db.selectFrom('kinds').select(['kind', 'tries', 'finds']).where('app', '=', app).execute(),
    sql<{ readonly screen: string; readonly kind: string; readonly tries: number; readonly finds: number; readonly novel: number }>`
      select actions.screen, actions.kind, count(*) filter (where actions.tries > 0)::int as tries,
        count(*) filter (where actions.finds > 0)::int as finds,
        count(*) filter (where actions.tries = 0 and action_keys.tries = 0 and actions.missed < ${mostMissed}
          and (${allowUnsafe} or actions.safety >= ${safeFrom}))::int as novel
      from actions left join action_keys on action_keys.app = actions.app and action_keys.key = actions.key
      where actions.app = ${app} and actions.screen in (${sql.join(among)}) and actions.address = '' and actions.kind <> ''
      group by actions.screen, actions.kind`.execute(db),
  ]);
  const all = new Map(kinds.map((row) => [row.kind, row]));
  const here = new Map(counts.rows.map((row) => [`${row.screen} ${row.kind}`, row]));
  const none: Tried = { tries: 0, finds: 0 };
  const of = (screen: string, kind: string): number => promiseOf(kind, all.get(kind) ?? none, here.get(`${screen} ${kind}`) ?? none);
  const screens = new Map<string, number>();
  for (const { screen, kind, novel } of counts.rows)
    if (novel > 0) screens.set(screen, Math.max(screens.get(screen) ?? 0, of(screen, kind)));
  return { of, screens };
}
