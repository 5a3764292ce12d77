// What explorers write to the map; graph-actions.ts has what they write of a screen's actions, and graph-3, graph-5, graph-6 and graph-8.
//
// graph-1. A step is entered once: `observations` is its ledger, and entering the step again returns the recorded result.
// graph-2. Writers of one application's map take turns: counts are exact, and there are no deadlocks.
// graph-4. Screens that are one by their evidence (`isSameScreen`) are entered under the key that was seen first; `likenesses` maps the other keys to it.
// graph-7. `sights` keeps what each run saw of a screen, was there whenever it arrived, and was tried: two runs are compared by it, and known ways tried again.
import { sql, type Transaction } from 'kysely';
import { isMove, type Verb } from '../../domain/explorer/actions.js';
import { isSameScreen, stem } from '../../domain/explorer/signature.js';
import type { PersistResult } from '../../domain/explorer/agent-state.js';
import type { SeenScreenEntry, StepEntry } from '../../ports/screen-graph.js';
import type { Database, Tables } from './database.js';
import { addActions, count, distrust, markTried, markUnknown, mostMissed, setMissed } from './graph-actions.js';
import { addressesOf, areAddressesTelling, learn, visit } from './graph-places.js';

type Open = Transaction<Tables>;

const outside = 'outside';

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
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if (screen.page) await visit(open, app, screen.page, key, added.length > 0);
  if (screen.notices) await tell(open, { app, run, screen: key }, screen.notices);
  const stored = await open
    .selectFrom('actions')
    .select(['key', 'verb', 'safety', 'fleeting', 'tries', 'missed', 'revealed_by', 'address'])
    .where('app', '=', app)
    .where('screen', '=', key)
    .execute();
  const by = typeof after === 'object' ? after.action : undefined;
  const known = new Set(stored.map((action) => action.key));
  const fresh = await addActions(open, { app, screen: key, place, actions, known, by });
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
  await distrust(open, app, key, actions);
  await noteSight(
    open,
    { app, run, screen: key },
    { seen: actions.filter(({ verb }) => !isMove(verb)).map((action) => action.key), arriving: after === 'arriving' },
  );
  return added.length;
}

interface Sight {
  readonly seen?: readonly string[];
  /** From another screen: what is not there now is not steady. */
  readonly arriving?: boolean;
  readonly tried?: readonly string[];
}

/** graph-7. */
async function noteSight(open: Open, of: Readonly<Record<'app' | 'run' | 'screen', string>>, sight: Sight): Promise<void> {
  const { seen = [], arriving = false, tried = [] } = sight;
  const known = await open
    .selectFrom('sights')
    .select(['seen', 'steady', 'tried'])
    .where('app', '=', of.app)
    .where('run', '=', of.run)
    .where('screen', '=', of.screen)
    .executeTakeFirst();
  const present = new Set(seen);
  const steady = known && keysIn(known.steady);
  const next = {
    seen: withMore(known?.seen, seen),
    steady: (steady && arriving ? steady.filter((key) => present.has(key)) : (steady ?? seen)).join(' '),
    tried: withMore(known?.tried, tried),
  };
  if (known && next.seen === known.seen && next.steady === known.steady && next.tried === known.tried) return;
  await open
    .insertInto('sights')
    .values({ ...of, ...next })
    .onConflict((conflict) => conflict.columns(['app', 'run', 'screen']).doUpdateSet(next))
    .execute();
}

function withMore(text = '', keys: readonly string[]): string {
  return [...new Set([...keysIn(text), ...keys])].join(' ');
}

export function keysIn(text: string): readonly string[] {
  return text.split(' ').filter((key) => key !== '');
}

/** Of a run and a screen. */
const mostReported = 20;

/** Each text once, however often it is told, or the step entered. */
async function tell(open: Open, of: Readonly<Record<'app' | 'run' | 'screen', string>>, told: readonly string[]): Promise<void> {
  const { app, run, screen } = of;
  const known = await open
    .selectFrom('told')
    .select('text')
    .where('app', '=', app)
    .where('run', '=', run)
    .where('screen', '=', screen)
    .execute();
  const texts = new Set(known.map(({ text }) => text));
  const fresh = [...new Set(told)].filter((text) => !texts.has(text)).slice(0, mostReported - texts.size);
  if (fresh.length > 0)
    await open
      .insertInto('told')
      .values(fresh.map((text) => ({ ...of, text })))
      .execute();
}

/** graph-1. */
export async function persistStep(open: Open, step: StepEntry): Promise<PersistResult> {
  const { app, run, loop, action, to, unknown, givenUp, looks } = step;
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
      look_before: looks?.before,
      look_after: looks?.after,
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
  if (step.removers?.length)
    await open
      .insertInto('removers')
      .values(step.removers.map((remover) => ({ app, action: remover })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const learnt = from && action !== undefined && to !== undefined && to !== outside ? await addressesOf(open, app, to) : [];
  const nodes_added =
    to === undefined || to === outside || target === undefined
      ? 0
      : await enterAs(open, {
          app,
          run,
          screen: to,
          key: target,
          after: action === undefined ? undefined : from?.key === target ? { action } : ('arriving' as const),
        });
  if (from && action !== undefined)
    await learn(open, { app, screen: from.key, action, to: target ?? null, isFind: nodes_added > 0 || learnt.length > 0 });
  const isChanged = target !== undefined && from !== undefined && (to === outside || target !== from.key || to?.variant !== from.variant);
  if (from && action !== undefined)
    await (unknown && !isChanged ? markUnknown(open, app, from.key, action) : markTried(open, app, from.key, [action]));
  if (from && action !== undefined) await noteSight(open, { app, run, screen: from.key }, { tried: [action] });
  for (const { screen, action: given } of givenUp) {
    const key = await knownKey(open, app, screen);
    await noteSight(open, { app, run, screen: key }, { tried: [given] });
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
