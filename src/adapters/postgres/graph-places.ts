// Which pages of an application are linked and unseen, and what kinds of actions have found.
//
// places-1. An address is unseen until a screen is seen there, or a link to it has led to another screen. After two tries that led nowhere it is not sought.
// places-2. An action finds something if it leads to a new screen, or shows a link to an address of a pattern that was not known.
import { sql, type Transaction } from 'kysely';
import type { PageDigests } from '../../domain/explorer/actions.js';
import { isMove, type Verb } from '../../domain/explorer/actions.js';
import { grouped } from '../../domain/collections.js';
import type { SeenScreenEntry } from '../../ports/screen-graph.js';
import type { Tables } from './database.js';

type Open = Transaction<Tables>;

/** places-1. */
export const mostTries = 2;

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
