// A worker's database of screens: opened once, on first use, and again after a failure.
import type { DecisionCache } from '../../ports/decision-cache.js';
import type { ScreenGraph } from '../../ports/screen-graph.js';
import { openedOnce, type DatabaseOptions, asking, type Database } from './database.js';
import { createPostgresScreenGraph } from './screen-graph.js';

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
