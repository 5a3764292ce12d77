import type { DecisionCache } from '../../ports/decision-cache.js';
import { asking, type Database } from './database.js';

/** `now`: wall clock, ms. */
export function createPostgresDecisionCache(db: Database, now: () => number = Date.now): DecisionCache {
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
