// What explorers write to the map.
//
// graph-1. A step is entered once: `observations` is its ledger, and entering the step again returns the recorded result.
// graph-2. Writers of one application's map take turns: counts are exact, and there are no deadlocks.
// graph-3. `screens` counts a screen's untried actions (open), and those of them that nobody has tried anywhere (novel; fleeting, for
// entries of a menu), so that no loop has to count them.
// graph-4. Screens that are one by their evidence (`isSameScreen`) are entered under the key that was seen first; `likenesses` maps the other keys to it.
// graph-5. An action that was missing on three visits of its screen, or three times after what revealed it, is no longer open, and its edges are not used, until it is seen again.
import { sql, type Transaction } from 'kysely';
import { isMove, safeFrom, type Verb } from '../../domain/explorer/actions.js';
import { isSameScreen } from '../../domain/explorer/same-screen.js';
import { stem } from '../../domain/explorer/signature.js';
import type { PersistResult } from '../../domain/explorer/agent-state.js';
import { grouped } from '../../domain/grouped.js';
import type { SeenAction, SeenScreenEntry, StepEntry } from '../../ports/screen-graph.js';
import type { Database, Tables } from './database.js';
import { addressesOf, areAddressesTelling, learn, visit } from './graph-places.js';

type Open = Transaction<Tables>;

const outside = 'outside';
/** An action with an unknown outcome that changed nothing is offered once more, but not forever. */
const mostUnknowns = 2;
/** graph-5. */
export const mostMissed = 3;

/** graph-2. */
export function inTurn<T>(db: Database, app: string, work: (open: Open) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (open) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${app}, 0))`.execute(open);
    return work(open);
  });
}

interface Entry {
  readonly app: string;
  readonly run: string;
  readonly screen: SeenScreenEntry;
  readonly key: string;
  /** Arriving from another screen, or the action performed on this one. */
  readonly after?: 'arriving' | { readonly action: string };
}

/** graph-4. */
export async function knownKey(db: Database, app: string, key: string): Promise<string> {
  const found = await db.selectFrom('likenesses').select('screen').where('app', '=', app).where('key', '=', key).executeTakeFirst();
  return found?.screen ?? key;
}

/** graph-4. */
async function keyFor(open: Open, app: string, screen: SeenScreenEntry): Promise<string> {
  const { key, place, structure, at = '', title } = screen;
  const there = await open
    .selectFrom('screens')
    .select(['key', 'structure', 'at', 'headings', 'title'])
    .where('app', '=', app)
    .where('place', '=', place)
    .orderBy('found')
    .execute();
  if (there.length === 0 || there.some((one) => one.key === key)) return key;
  const addressed = await areAddressesTelling(open, app);
  const seen = { at, headings: screen.headings.map(stem), title: stem(title), structure };
  const alike = there.find((one) =>
    isSameScreen(
      { at: one.at, headings: JSON.parse(one.headings) as string[], title: stem(one.title), structure: one.structure.split(' ') },
      seen,
      addressed,
    ),
  );
  if (!alike) return key;
  await open
    .insertInto('likenesses')
    .values({ app, key, screen: alike.key })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return alike.key;
}

/** Returns how many screens it added. */
export async function enterScreen(open: Open, { app, run, screen }: Pick<Entry, 'app' | 'run' | 'screen'>): Promise<number> {
  return enterAs(open, { app, run, screen, key: await keyFor(open, app, screen) });
}

async function enterAs(open: Open, { app, run, screen, key, after }: Entry): Promise<number> {
  const { variant, title, screenshot, actions, place, structure, address, at = '' } = screen;
  const headings = JSON.stringify(screen.headings);
  await addressesOf(open, app, screen);
  const added = await open
    .insertInto('screens')
    .values({
      ...{ app, key, title, screenshot, run, place, structure: structure.join(' '), tried: 0, back_tried: false },
      ...{ at, headings: JSON.stringify(screen.headings.map(stem)) },
      ...{ open_safe: 0, open_unsafe: 0, novel_safe: 0, novel_unsafe: 0, fleeting_safe: 0, fleeting_unsafe: 0 },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .execute();
  await open
    .insertInto('variants')
    .values({ app, screen: key, key: variant, screenshot, headings, address })
    // A map of before learns what its screens are called by when they are seen again.
    .onConflict((conflict) =>
      conflict
        .columns(['app', 'screen', 'key'])
        .doUpdateSet({ headings, address })
        .where('variants.headings', '=', '[]')
        .where('variants.address', '=', ''),
    )
    .execute();
  if (screen.page) await visit(open, app, screen.page, key, added.length > 0);
  const stored = await open
    .selectFrom('actions')
    .select(['key', 'verb', 'safety', 'fleeting', 'tries', 'missed', 'revealed_by', 'address'])
    .where('app', '=', app)
    .where('screen', '=', key)
    .execute();
  const by = typeof after === 'object' ? after.action : undefined;
  const known = new Set(stored.map((action) => action.key));
  const fresh = await addActions(open, { app, screen: key, actions, known, by });
  const present = new Set(actions.map((action) => action.key));
  const missing = stored.filter(
    (action) => !present.has(action.key) && action.missed < mostMissed && action.revealed_by === (after === 'arriving' ? null : (by ?? '')),
  );
  const seenAgain = stored.filter((action) => present.has(action.key) && action.missed > 0);
  await setMissed(open, app, key, missing, (missed) => missed + 1);
  await setMissed(open, app, key, seenAgain, () => 0);
  const isDue = ({ verb, tries }: (typeof stored)[number]): boolean => tries === 0 && !isMove(verb as Verb);
  await count(open, app, key, [
    ...[...fresh, ...seenAgain.filter((action) => isDue(action) && action.missed === mostMissed)].map((action) => ({ ...action, by: 1 })),
    ...missing.filter((action) => isDue(action) && action.missed + 1 === mostMissed).map((action) => ({ ...action, by: -1 })),
  ]);
  return added.length;
}

/** graph-1. */
export async function persistStep(open: Open, step: StepEntry): Promise<PersistResult> {
  const { app, run, loop, action, to, unknown, givenUp } = step;
  const from = step.from && { ...step.from, key: await knownKey(open, app, step.from.key) };
  const target = to === outside ? outside : to && (await keyFor(open, app, to));
  const begun = await open
    .insertInto('observations')
    .values({
      run,
      loop,
      app,
      unknown,
      from_screen: from?.key ?? null,
      action: action ?? null,
      to_screen: target ?? null,
      variant: to === undefined || to === outside ? null : to.variant,
      nodes_added: 0,
      edges_added: 0,
      older: false,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('loop')
    .execute();
  if (begun.length === 0)
    return open
      .selectFrom('observations')
      .select(['nodes_added', 'edges_added', 'older'])
      .where('run', '=', run)
      .where('loop', '=', loop)
      .executeTakeFirstOrThrow();
  const learnt = from && action !== undefined && to !== undefined && to !== outside ? await addressesOf(open, app, to) : [];
  const nodes_added =
    to === undefined || to === outside || target === undefined
      ? 0
      : await enterAs(open, {
          app,
          run,
          screen: to,
          key: target,
          ...(action === undefined ? {} : { after: from?.key === target ? { action } : ('arriving' as const) }),
        });
  if (from && action !== undefined)
    await learn(open, { app, screen: from.key, action, to: target ?? null, isFind: nodes_added > 0 || learnt.length > 0 });
  const isChanged = target !== undefined && from !== undefined && (to === outside || target !== from.key || to?.variant !== from.variant);
  if (from && action !== undefined)
    await (unknown && !isChanged ? markUnknown(open, app, from.key, action) : markTried(open, app, from.key, [action]));
  for (const { screen, action: given } of givenUp) {
    const key = await knownKey(open, app, screen);
    await markTried(open, app, key, [given]);
    await learn(open, { app, screen: key, action: given, to: null, isFind: false });
  }
  const edges_added = from && action !== undefined && isChanged ? await connect(open, { app, run, from: from.key, action, to: target }) : 0;
  const older = from !== undefined && target !== undefined && target !== from.key && (await isOlder(open, app, target, from.key));
  const result = { nodes_added, edges_added, older };
  if (nodes_added > 0 || edges_added > 0 || older)
    await open.updateTable('observations').set(result).where('run', '=', run).where('loop', '=', loop).execute();
  return result;
}

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
  readonly actions: readonly SeenAction[];
  readonly known: ReadonlySet<string>;
  readonly by: string | undefined;
}

/** The ones that are new and due. */
async function addActions(open: Open, { app, screen, actions, known, by }: Added): Promise<Judged[]> {
  const rows = actions
    .map(({ page, kind = '', ...action }, position) => ({
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
    await open
      .insertInto('action_keys')
      .values(due.map((action) => ({ app, key: action.key, tries: 0 })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return due;
}

/** Applies to actions and to the edges that begin with them. */
async function setMissed<A extends { readonly key: string; readonly missed: number; readonly tries: number }>(
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
async function count(open: Open, app: string, screen: string, changed: readonly (Judged & { readonly by: number })[]): Promise<void> {
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

async function markTried(open: Open, app: string, screen: string, keys: readonly string[]): Promise<void> {
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

async function markUnknown(open: Open, app: string, screen: string, key: string): Promise<void> {
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

interface Connection {
  readonly app: string;
  readonly run: string;
  readonly from: string;
  readonly action: string;
  readonly to: string;
}

/** Returns how many edges it added. */
async function connect(open: Open, { app, run, from, action, to }: Connection): Promise<number> {
  const done = await open
    .selectFrom('actions')
    .select(['verb', 'safety'])
    .where('app', '=', app)
    .where('screen', '=', from)
    .where('key', '=', action)
    .executeTakeFirst();
  // An unknown action gives an edge that is not used.
  const { verb, safety } = done ?? { verb: 'wait', safety: 0 };
  const edge = await open
    .insertInto('edges')
    .values({ app, from_screen: from, action, to_screen: to, seen: 1, run, verb, safety, missed: 0 })
    .onConflict((conflict) =>
      conflict.columns(['app', 'from_screen', 'action', 'to_screen']).doUpdateSet((is) => ({ seen: is('edges.seen', '+', 1) })),
    )
    .returning('seen')
    .executeTakeFirstOrThrow();
  return edge.seen === 1 ? 1 : 0;
}

async function isOlder(open: Open, app: string, target: string, from: string): Promise<boolean> {
  const found = await open
    .selectFrom('screens')
    .select(['key', 'found'])
    .where('app', '=', app)
    .where('key', 'in', [target, from])
    .execute();
  const at = (key: string): number | undefined => found.find((screen) => screen.key === key)?.found;
  const [there, here] = [at(target), at(from)];
  return there !== undefined && here !== undefined && there < here;
}

function isSafe({ safety }: Judged): boolean {
  return safety >= safeFrom;
}
