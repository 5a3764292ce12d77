// The map of applications in PostgreSQL's words.
//
// G1. A step is entered once: `observations` is its ledger, and what it says is repeated to whoever enters the step again.
// G2. Who inserts a row counts it: two explorers that find the same screen at once add one screen together.
// G3. Rows are taken in the order screen, actions, keys, edges, each by key, so that explorers wait for each other and never lock one another out for long; where they do, the step is entered again.
import { sql, type Transaction } from 'kysely';
import { isMove, mostActions, safeFrom, type Verb } from '../../domain/explorer/actions.js';
import type { EnumeratedAction, PersistResult, Ranking } from '../../domain/explorer/agent-state.js';
import {
  chooseByPolicy,
  countOpen,
  nearnessTo,
  type KnownAction,
  type KnownEdge,
  type KnownGraph,
  type KnownScreen,
} from '../../domain/explorer/policies.js';
import { grouped } from '../../domain/grouped.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { Coverage, RankingQuery, ScreenGraph, SeenScreenEntry, StepEntry, StoredGraph } from '../../ports/screen-graph.js';
import { asking, type Database, type Tables } from './database.js';

type Open = Transaction<Tables>;

const outside = 'outside';
/** An action of unknown outcome that changed nothing is offered once more, not for ever. */
const mostUnknowns = 2;

export function createPostgresScreenGraph(db: Database): ScreenGraph {
  return {
    beginRun: (run) =>
      asking(async () => {
        await db
          .insertInto('runs')
          .values(run)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }),
    endRun: (run, reason, summary) =>
      asking(async () => {
        await db
          .updateTable('runs')
          .set({ ended_at: new Date(), stop_reason: reason, summary: JSON.stringify(summary) })
          .where('run', '=', run)
          .where('ended_at', 'is', null)
          .execute();
      }),
    enter: (app, run, screen) => asking(() => db.transaction().execute(async (open) => ({ added: await enter(open, app, run, screen) }))),
    persist: (step) => asking(() => db.transaction().execute((open) => persist(open, step))),
    rank: (query, screen) => asking(() => rank(db, query, screen)),
    coverage: (app, allowUnsafe) => asking(() => coverage(db, app, allowUnsafe)),
    applications: () =>
      asking(async () => (await db.selectFrom('screens').select('app').distinct().orderBy('app').execute()).map(({ app }) => app)),
    read: (app) => asking(() => read(db, app)),
    close: () => db.destroy(),
  };
}

/** G2. How many screens it added. */
async function enter(open: Open, app: string, run: string, { key, variant, title, screenshot, actions }: SeenScreenEntry): Promise<number> {
  const added = await open
    .insertInto('screens')
    .values({ app, key, title, screenshot, run, tried: 0, open_safe: 0, open_unsafe: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .execute();
  await open
    .insertInto('variants')
    .values({ app, screen: key, key: variant, screenshot })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if (actions.length === 0) return added.length;
  const rows = actions.map((action, position) => ({ app, screen: key, position, tries: 0, unknowns: 0, ...action })).sort(byKey);
  const fresh = await open
    .insertInto('actions')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['key', 'verb', 'safety'])
    .execute();
  if (fresh.length === 0) return added.length;
  const countable = fresh.filter(({ verb }) => !isMove(verb as Verb));
  const safe = countable.filter(({ safety }) => safety >= safeFrom).length;
  await open
    .updateTable('screens')
    .set((is) => ({ open_safe: is('open_safe', '+', safe), open_unsafe: is('open_unsafe', '+', countable.length - safe) }))
    .where('app', '=', app)
    .where('key', '=', key)
    .execute();
  await open
    .insertInto('action_keys')
    .values(fresh.map((action) => ({ app, key: action.key, tries: 0 })).sort(byKey))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return added.length;
}

/** G1. */
async function persist(open: Open, step: StepEntry): Promise<PersistResult> {
  const { app, run, loop, from, action, to, unknown, givenUp } = step;
  const target = to === outside ? outside : to?.key;
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
  const nodes_added = to === undefined || to === outside ? 0 : await enter(open, app, run, to);
  const isChanged = target !== undefined && from !== undefined && (to === outside || target !== from.key || to?.variant !== from.variant);
  if (from) {
    if (action !== undefined)
      await (unknown && !isChanged ? markUnknown(open, app, from.key, action) : markTried(open, app, from.key, [action]));
  }
  for (const [screen, given] of grouped(givenUp, (one) => one.screen))
    await markTried(
      open,
      app,
      screen,
      given.map((one) => one.action),
    );
  const edges_added = from && action !== undefined && isChanged ? await connect(open, { app, run, from: from.key, action, to: target }) : 0;
  const result = {
    nodes_added,
    edges_added,
    older: from !== undefined && target !== undefined && (await isOlder(open, app, target, from.key)),
  };
  await open.updateTable('observations').set(result).where('run', '=', run).where('loop', '=', loop).execute();
  return result;
}

async function markTried(open: Open, app: string, screen: string, keys: readonly string[]): Promise<void> {
  for (const key of [...keys].sort()) {
    const tried = await open
      .updateTable('actions')
      .set((is) => ({ tries: is('tries', '+', 1) }))
      .where('app', '=', app)
      .where('screen', '=', screen)
      .where('key', '=', key)
      .returning(['tries', 'verb', 'safety'])
      .executeTakeFirst();
    if (tried?.tries !== 1) continue;
    if (!isMove(tried.verb as Verb)) {
      const column = tried.safety >= safeFrom ? 'open_safe' : 'open_unsafe';
      await open
        .updateTable('screens')
        .set((is) => ({ tried: is('tried', '+', 1), [column]: is(column, '-', 1) }))
        .where('app', '=', app)
        .where('key', '=', screen)
        .execute();
    }
    await open
      .updateTable('action_keys')
      .set((is) => ({ tries: is('tries', '+', 1) }))
      .where('app', '=', app)
      .where('key', '=', key)
      .execute();
  }
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

async function connect(
  open: Open,
  {
    app,
    run,
    from,
    action,
    to,
  }: { readonly app: string; readonly run: string; readonly from: string; readonly action: string; readonly to: string },
): Promise<number> {
  const edge = await open
    .insertInto('edges')
    .values({ app, from_screen: from, action, to_screen: to, seen: 1, run })
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

async function rank(db: Database, { app, policy, goal, draw, allowUnsafe }: RankingQuery, screen: string): Promise<Ranking> {
  const graph = await known(db, app, allowUnsafe, policy === 'targeted' ? goal : '');
  const actions = await actionsOf(db, app, screen, allowUnsafe);
  const chosen = chooseByPolicy({ graph, here: screen, actions, policy, draw, goal });
  const action = actions.find(({ key }) => key === chosen?.action);
  return {
    screen,
    policy,
    tried: actions.filter(({ tried, position }) => tried && position < mostActions).map(({ key }) => key),
    choice: action && chosen ? { ...chosen, action: enumerated(action) } : null,
    open: countOpen(graph, screen),
  };
}

interface RankedAction extends KnownAction {
  readonly verb: Verb;
  readonly safety: number;
  readonly position: number;
}

function enumerated({ key, verb, name: label, safety }: RankedAction): EnumeratedAction {
  return { key, verb, label, safety };
}

async function actionsOf(db: Database, app: string, screen: string, allowUnsafe: boolean): Promise<readonly RankedAction[]> {
  const rows = await db
    .selectFrom('actions')
    .innerJoin('action_keys', (join) => join.onRef('action_keys.app', '=', 'actions.app').onRef('action_keys.key', '=', 'actions.key'))
    .select([
      'actions.key',
      'actions.label',
      'actions.verb',
      'actions.position',
      'actions.safety',
      'actions.tries',
      'actions.unknowns',
      'action_keys.tries as anywhere',
    ])
    .where('actions.app', '=', app)
    .where('actions.screen', '=', screen)
    // What may have happened already comes last.
    .orderBy('actions.unknowns')
    .orderBy('actions.position')
    .execute();
  return rows.map(({ key, label, verb, position, safety, tries, anywhere }) => ({
    key,
    verb: verb as Verb,
    position,
    safety,
    name: label,
    tried: tries > 0 || isMove(verb as Verb),
    allowed: allowUnsafe || safety >= safeFrom,
    novel: anywhere === 0,
  }));
}

/** All screens of an application as policies see them. */
async function known(db: Database, app: string, allowUnsafe: boolean, goal: string): Promise<KnownGraph> {
  const screens = await db
    .selectFrom('screens')
    .select(['key', 'title', 'found', 'tried', 'open_safe', 'open_unsafe'])
    .where('app', '=', app)
    .execute();
  const novel = await db
    .selectFrom('actions')
    .innerJoin('action_keys', (join) => join.onRef('action_keys.app', '=', 'actions.app').onRef('action_keys.key', '=', 'actions.key'))
    .select(['actions.screen', sql<number>`count(*)::int`.as('novel')])
    .where('actions.app', '=', app)
    .where('actions.tries', '=', 0)
    .where('action_keys.tries', '=', 0)
    .where('actions.verb', 'not in', ['back', 'home', 'wait'])
    .$if(!allowUnsafe, (query) => query.where('actions.safety', '>=', safeFrom))
    .groupBy('actions.screen')
    .execute();
  const edges = await db
    .selectFrom('edges')
    .innerJoin('actions', (join) =>
      join
        .onRef('actions.app', '=', 'edges.app')
        .onRef('actions.screen', '=', 'edges.from_screen')
        .onRef('actions.key', '=', 'edges.action'),
    )
    .select(['edges.from_screen', 'edges.action', 'edges.to_screen', 'actions.verb'])
    .where('edges.app', '=', app)
    .where('actions.verb', '!=', 'wait')
    .$if(!allowUnsafe, (query) => query.where('actions.safety', '>=', safeFrom))
    .orderBy('edges.seen', 'desc')
    .orderBy('edges.action')
    .orderBy('edges.to_screen')
    .execute();
  const untriedMoves = await db
    .selectFrom('actions')
    .select(['screen', 'key', 'verb'])
    .where('app', '=', app)
    .where('verb', 'in', ['back', 'home'])
    .where('tries', '=', 0)
    .execute();
  const nearness = goal === '' ? new Map<string, number>() : await nearnessOf(db, app, goal);
  const novelOf = new Map(novel.map((row) => [row.screen, row.novel]));
  const edgesOf = grouped(edges, ({ from_screen }) => from_screen);
  const movesOf = grouped(untriedMoves, ({ screen }) => screen);
  const comeFrom = grouped(edges, ({ to_screen }) => to_screen);
  const home = screens.reduce<(typeof screens)[number] | undefined>(
    (first, one) => (first && first.found < one.found ? first : one),
    undefined,
  );
  /** Back leads to where one may have come from, home to the screen that was seen first: as long as nobody knows better. */
  const supposed = (screen: string): readonly KnownEdge[] =>
    (movesOf.get(screen) ?? []).flatMap(({ key, verb }): readonly KnownEdge[] =>
      verb === 'home'
        ? home
          ? [{ action: key, to: home.key }]
          : []
        : (comeFrom.get(screen) ?? []).map(({ from_screen: to }) => ({ action: key, to, unsure: true })),
    );
  return new Map(
    screens.map(({ key, title, found, tried, open_safe, open_unsafe }): [string, KnownScreen] => [
      key,
      {
        key,
        found,
        tried,
        open: open_safe + (allowUnsafe ? open_unsafe : 0),
        novel: novelOf.get(key) ?? 0,
        nearness: Math.max(nearnessTo(goal, title), nearness.get(key) ?? 0),
        edges: [...firstOfEach(edgesOf.get(key) ?? []), ...supposed(key)],
      },
    ]),
  );
}

/** What an action led to most often is what it leads to. */
function firstOfEach(
  edges: readonly { readonly action: string; readonly to_screen: string; readonly verb: string }[],
): readonly KnownEdge[] {
  return edges
    .filter(({ action }, index) => edges.findIndex((edge) => edge.action === action) === index)
    .map(({ action, to_screen: to, verb }) => (verb === 'back' ? { action, to, unsure: true } : { action, to }));
}

async function nearnessOf(db: Database, app: string, goal: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom('actions').select(['screen', 'label']).where('app', '=', app).where('tries', '=', 0).execute();
  const best = new Map<string, number>();
  for (const { screen, label } of rows) best.set(screen, Math.max(best.get(screen) ?? 0, nearnessTo(goal, label)));
  return best;
}

async function coverage(db: Database, app: string, allowUnsafe: boolean): Promise<Coverage> {
  const count = sql<number>`count(*)::int`.as('count');
  const [screens, variants, edges, actions] = await Promise.all([
    db.selectFrom('screens').select(count).where('app', '=', app).executeTakeFirstOrThrow(),
    db.selectFrom('variants').select(count).where('app', '=', app).executeTakeFirstOrThrow(),
    db.selectFrom('edges').select(count).where('app', '=', app).executeTakeFirstOrThrow(),
    db
      .selectFrom('actions')
      .select([count, sql<number>`(count(*) filter (where tries > 0))::int`.as('tried')])
      .where('app', '=', app)
      .where('verb', 'not in', ['back', 'home', 'wait'])
      .$if(!allowUnsafe, (query) => query.where('safety', '>=', safeFrom))
      .executeTakeFirstOrThrow(),
  ]);
  return { screens: screens.count, variants: variants.count, edges: edges.count, actions: actions.count, tried: actions.tried };
}

async function read(db: Database, app: string): Promise<StoredGraph> {
  const [runs, steps, screens, variants, actions, edges] = await Promise.all([
    db
      .selectFrom('runs')
      .select(['run', 'started_at', 'stop_reason'])
      .where('app', '=', app)
      .orderBy('started_at')
      .orderBy('run')
      .execute(),
    db
      .selectFrom('observations')
      .select(['run', 'from_screen', 'action', 'to_screen', 'loop'])
      .where('app', '=', app)
      .whereRef('from_screen', 'is distinct from', 'to_screen')
      .orderBy('loop')
      .execute(),
    db.selectFrom('screens').selectAll().where('app', '=', app).orderBy('found').execute(),
    db.selectFrom('variants').select(['screen']).where('app', '=', app).execute(),
    db.selectFrom('actions').selectAll().where('app', '=', app).orderBy('position').orderBy('key').execute(),
    db.selectFrom('edges').selectAll().where('app', '=', app).orderBy('from_screen').orderBy('action').orderBy('to_screen').execute(),
  ]);
  const stepsOf = grouped(steps, ({ run }) => run);
  const variantsOf = grouped(variants, ({ screen }) => screen);
  const actionsOfScreen = grouped(actions, ({ screen }) => screen);
  return {
    app,
    runs: runs.map(({ run, started_at, stop_reason: stopReason }) => ({
      run,
      startedAt: started_at.toISOString(),
      stopReason,
      edges: (stepsOf.get(run) ?? []).flatMap(({ from_screen: from, action, to_screen: to }) =>
        from === null || action === null || to === null ? [] : [{ from, action, to }],
      ),
    })),
    screens: screens.map(({ key, title, found, run, screenshot }) => ({
      key,
      title,
      found,
      run,
      screenshot: screenshot as ArtifactRef,
      variants: variantsOf.get(key)?.length ?? 0,
      actions: (actionsOfScreen.get(key) ?? []).map((action) => ({
        key: action.key,
        verb: action.verb as Verb,
        label: action.label,
        safety: action.safety,
        tries: action.tries,
      })),
    })),
    edges: edges.map(({ from_screen: from, action, to_screen: to, seen, run }) => ({ from, action, to, seen, run })),
  };
}

function byKey(a: Pick<EnumeratedAction, 'key'>, b: Pick<EnumeratedAction, 'key'>): number {
  return a.key < b.key ? -1 : 1;
}
