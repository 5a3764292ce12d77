// The map as people read it.
import { sql } from 'kysely';
import { safeFrom, type Verb } from '../../domain/explorer/actions.js';
import { grouped } from '../../domain/grouped.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { Coverage, StoredGraph } from '../../ports/screen-graph.js';
import type { Database } from './database.js';

export async function applications(db: Database): Promise<readonly string[]> {
  const found = await db.selectFrom('screens').select('app').distinct().orderBy('app').execute();
  return found.map(({ app }) => app);
}

export async function coverage(db: Database, app: string, allowUnsafe: boolean): Promise<Coverage> {
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

export async function readGraph(db: Database, app: string): Promise<StoredGraph> {
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
