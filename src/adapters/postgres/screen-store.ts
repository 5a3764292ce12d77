// The map of applications in PostgreSQL: graph-entries.ts writes it, graph-ranking.ts ranks what to do next, graph-reading.ts reads it
// whole.

import type { ScreenGraph, DecisionCache } from '../../ports/screen-graph.js';
import { asking, type Database, openedOnce, type DatabaseOptions } from './database.js';
import { enterScreen, inTurn, persistStep } from './graph-entries.js';
import { rank } from './graph-ranking.js';
import { applications, coverage, readGraph } from './graph-reading.js';

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
    enter: (app, run, screen) => asking(() => inTurn(db, app, async (open) => ({ added: await enterScreen(open, { app, run, screen }) }))),
    persist: (step) => asking(() => inTurn(db, step.app, (open) => persistStep(open, step))),
    rank: (query, place) => asking(() => rank(db, query, place)),
    coverage: (app, allowUnsafe) => asking(() => coverage(db, app, allowUnsafe)),
    applications: () => asking(() => applications(db)),
    read: (app) => asking(() => readGraph(db, app)),
    close: () => db.destroy(),
  };
}

// A worker's database of screens: opened once, on first use, and again after a failure.

export interface ScreenStore {
  graph(): Promise<ScreenGraph>;
  decisions(): Promise<DecisionCache>;
  close(): Promise<void>;
}

export function createScreenStore(options: DatabaseOptions): ScreenStore {
  const database = openedOnce(options);
  return {
    graph: async () => createPostgresScreenGraph(await database.open()),
    decisions: async () => createPostgresDecisionCache(await database.open()),
    close: () => database.close(),
  };
}

/** `now`: wall clock, ms. */
function createPostgresDecisionCache(db: Database, now: () => number = Date.now): DecisionCache {
  return {
    get: (key) =>
      asking(async () => {
        const found = await db
          .selectFrom('decision_cache')
          .select('value')
          .where('key', '=', key)
          .where('expires_at', '>', new Date(now()))
          .executeTakeFirst();
        return found && (JSON.parse(found.value) as unknown);
      }),
    set: (key, value, lifetimeMs) =>
      asking(async () => {
        const kept = { value: JSON.stringify(value), expires_at: new Date(now() + lifetimeMs) };
        await db
          .insertInto('decision_cache')
          .values({ key, ...kept })
          .onConflict((conflict) => conflict.column('key').doUpdateSet(kept))
          .execute();
      }),
  };
}
