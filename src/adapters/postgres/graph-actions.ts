// What explorers write of a screen's actions.
//
// graph-3. `screens` counts a screen's untried actions (open), and those of them that nobody has tried anywhere (novel; fleeting, for
// entries of a menu), so that no loop has to count them.
// graph-6. What made rows vanish, and what is like it, is unsafe on every screen, from its next look on.
// graph-8. `action_keys` counts the places (addresses without ids) that an action stands at: what stands at most of them belongs to the application, not to a screen.
// graph-5. An action that was missing on three visits of its screen, or three times after what revealed it, is no longer open, and its edges are not used, until it is seen again.
import { sql, type Transaction } from 'kysely';
import { isMove, safeFrom, type Verb } from '../../domain/explorer/actions.js';
import { grouped } from '../../domain/collections.js';
import type { SeenAction } from '../../ports/screen-graph.js';
import type { Tables } from './database.js';

type Open = Transaction<Tables>;

/** An action with an unknown outcome that changed nothing is offered once more, but not forever. */
const mostUnknowns = 2;
/** graph-5. */
export const mostMissed = 3;

interface Judged {
  readonly key: string;
  readonly verb: string;
  readonly safety: number;
  readonly fleeting: boolean;
  /** Of a link: whether it is new depends on the address. */
  readonly address: string;
}

interface Added {
  readonly app: string;
  readonly screen: string;
  readonly place: string;
  readonly actions: readonly SeenAction[];
  readonly known: ReadonlySet<string>;
  readonly by: string | undefined;
}

/** The ones that are new and due. */
export async function addActions(open: Open, { app, screen, place, actions, known, by }: Added): Promise<Judged[]> {
  const rows = actions
    .map(({ page, kind = '', like: _, ...action }, position) => ({
      ...{ app, screen, position, tries: 0, unknowns: 0, missed: 0, revealed_by: by ?? null, kind, address: page?.address ?? '' },
      ...action,
    }))
    .filter(({ key }) => !known.has(key));
  if (rows.length === 0) return [];
  const added = await open
    .insertInto('actions')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['key', 'verb', 'safety', 'fleeting', 'address'])
    .execute();
  const due = added.filter(({ verb }) => !isMove(verb as Verb));
  if (due.length > 0)
    await spread(
      open,
      app,
      screen,
      place,
      due.map(({ key }) => key),
    );
  return due;
}

/** graph-8. */
async function spread(open: Open, app: string, screen: string, place: string, keys: readonly string[]): Promise<void> {
  const there = await open
    .selectFrom('screens')
    .innerJoin('actions', (join) => join.onRef('actions.app', '=', 'screens.app').onRef('actions.screen', '=', 'screens.key'))
    .select('actions.key')
    .where('screens.app', '=', app)
    .where('screens.place', '=', place)
    .where('screens.key', '<>', screen)
    .where('actions.key', 'in', keys)
    .execute();
  const known = new Set(there.map(({ key }) => key));
  const values = keys.map((key) => ({ app, key, tries: 0, places: Number(!known.has(key)) }));
  await open
    .insertInto('action_keys')
    .values(values)
    .onConflict((conflict) => conflict.columns(['app', 'key']).doUpdateSet({ places: sql`action_keys.places + excluded.places` }))
    .execute();
}

/** Applies to actions and to the edges that begin with them. */
export async function setMissed<A extends { readonly key: string; readonly missed: number; readonly tries: number }>(
  open: Open,
  app: string,
  screen: string,
  actions: readonly A[],
  next: (missed: number) => number,
): Promise<void> {
  for (const [missed, alike] of grouped(actions, (action) => next(action.missed))) {
    const keys = alike.map(({ key }) => key);
    await open
      .updateTable('actions')
      .set({ missed })
      .where('app', '=', app)
      .where('screen', '=', screen)
      .where('key', 'in', keys)
      .execute();
    if (alike.some(({ tries }) => tries > 0))
      await open
        .updateTable('edges')
        .set({ missed })
        .where('app', '=', app)
        .where('from_screen', '=', screen)
        .where('action', 'in', keys)
        .execute();
  }
}

/** graph-3: adjusts the counts after some actions became due or stopped being due. */
export async function count(
  open: Open,
  app: string,
  screen: string,
  changed: readonly (Judged & { readonly by: number })[],
): Promise<void> {
  if (changed.length === 0) return;
  const novel = new Set(
    (
      await open
        .selectFrom('action_keys')
        .select('key')
        .where('app', '=', app)
        .where('tries', '=', 0)
        .where(
          'key',
          'in',
          changed.map(({ key }) => key),
        )
        .execute()
    ).map(({ key }) => key),
  );
  const sum = (safe: boolean, which: (action: Judged) => boolean): number =>
    changed.filter((action) => isSafe(action) === safe && which(action)).reduce((total, { by }) => total + by, 0);
  const [isAny, isNovel] = [() => true, ({ key, address }: Judged) => address === '' && novel.has(key)];
  const isFleeting = (action: Judged): boolean => action.fleeting && isNovel(action);
  await open
    .updateTable('screens')
    .set((is) => ({
      open_safe: is('open_safe', '+', sum(true, isAny)),
      open_unsafe: is('open_unsafe', '+', sum(false, isAny)),
      novel_safe: is('novel_safe', '+', sum(true, isNovel)),
      novel_unsafe: is('novel_unsafe', '+', sum(false, isNovel)),
      fleeting_safe: is('fleeting_safe', '+', sum(true, isFleeting)),
      fleeting_unsafe: is('fleeting_unsafe', '+', sum(false, isFleeting)),
    }))
    .where('app', '=', app)
    .where('key', '=', screen)
    .execute();
}

const unsafe = 0.2;

/** graph-6. */
export async function distrust(open: Open, app: string, screen: string, actions: readonly SeenAction[]): Promise<void> {
  const stored = await open.selectFrom('removers').select('action').where('app', '=', app).execute();
  const removers = new Set(stored.map(({ action }) => action));
  const keys = actions.filter(({ key, like = '' }) => removers.has(key) || removers.has(like)).map(({ key }) => key);
  if (keys.length === 0) return;
  const changed = await open
    .updateTable('actions')
    .set({ safety: unsafe })
    .where('app', '=', app)
    .where('screen', '=', screen)
    .where('key', 'in', keys)
    .where('safety', '>=', safeFrom)
    .returning(['key', 'verb', 'tries', 'fleeting', 'missed', 'address'])
    .execute();
  if (changed.length === 0) return;
  const due = changed.filter(({ tries, missed }) => tries === 0 && missed < mostMissed);
  await count(
    open,
    app,
    screen,
    due.flatMap((action) => [
      { ...action, safety: 1, by: -1 },
      { ...action, safety: unsafe, by: 1 },
    ]),
  );
  await open
    .updateTable('edges')
    .set({ safety: unsafe })
    .where('app', '=', app)
    .where('from_screen', '=', screen)
    .where('action', 'in', keys)
    .execute();
}

export async function markTried(open: Open, app: string, screen: string, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const tried = await open
      .updateTable('actions')
      .set((is) => ({ tries: is('tries', '+', 1) }))
      .where('app', '=', app)
      .where('screen', '=', screen)
      .where('key', '=', key)
      .returning(['key', 'tries', 'verb', 'safety', 'fleeting', 'missed', 'address'])
      .executeTakeFirst();
    if (tried?.tries !== 1) continue;
    if (tried.verb === 'back')
      await open.updateTable('screens').set({ back_tried: true }).where('app', '=', app).where('key', '=', screen).execute();
    if (isMove(tried.verb as Verb)) continue;
    if (tried.missed < mostMissed) await count(open, app, screen, [{ ...tried, by: -1 }]);
    await open
      .updateTable('screens')
      .set((is) => ({ tried: is('tried', '+', 1) }))
      .where('app', '=', app)
      .where('key', '=', screen)
      .execute();
    await markKnown(open, app, key);
  }
}

/** It is no longer novel on any screen. */
async function markKnown(open: Open, app: string, key: string): Promise<void> {
  const known = await open
    .updateTable('action_keys')
    .set((is) => ({ tries: is('tries', '+', 1) }))
    .where('app', '=', app)
    .where('key', '=', key)
    .returning('tries')
    .executeTakeFirst();
  if (known?.tries !== 1) return;
  await sql`
    update screens set
      novel_safe = novel_safe - (actions.safety >= ${safeFrom})::int,
      novel_unsafe = novel_unsafe - (actions.safety < ${safeFrom})::int,
      fleeting_safe = fleeting_safe - (actions.fleeting and actions.safety >= ${safeFrom})::int,
      fleeting_unsafe = fleeting_unsafe - (actions.fleeting and actions.safety < ${safeFrom})::int
    from actions
    where actions.app = ${app} and actions.key = ${key} and actions.address = '' and actions.tries = 0 and actions.missed < ${mostMissed}
      and screens.app = actions.app and screens.key = actions.screen`.execute(open);
}

export async function markUnknown(open: Open, app: string, screen: string, key: string): Promise<void> {
  const marked = await open
    .updateTable('actions')
    .set((is) => ({ unknowns: is('unknowns', '+', 1) }))
    .where('app', '=', app)
    .where('screen', '=', screen)
    .where('key', '=', key)
    .returning('unknowns')
    .executeTakeFirst();
  if (marked?.unknowns === mostUnknowns) await markTried(open, app, screen, [key]);
}

function isSafe({ safety }: Judged): boolean {
  return safety >= safeFrom;
}
