// A worker's database of screens: opened once, on first use, and again after a failure.
import type { DecisionCache } from '../../ports/decision-cache.js';
import type { ScreenGraph } from '../../ports/screen-graph.js';
import { openDatabase, type Database, type DatabaseOptions } from './database.js';
import { createPostgresDecisionCache } from './decision-cache.js';
import { createPostgresScreenGraph } from './screen-graph.js';

export interface ScreenStore {
  graph(): Promise<ScreenGraph>;
  decisions(): Promise<DecisionCache>;
  close(): Promise<void>;
}

export function createScreenStore(options: DatabaseOptions): ScreenStore {
  let opening: Promise<Database> | undefined;

  function database(): Promise<Database> {
    opening ??= openDatabase(options).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  }

  return {
    graph: async () => createPostgresScreenGraph(await database()),
    decisions: async () => createPostgresDecisionCache(await database()),
    async close() {
      await (await opening)?.destroy();
    },
  };
}
