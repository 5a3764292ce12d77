// A worker's database of screens: opened once, on first use, and again after a failure.
import type { DecisionCache } from '../../ports/decision-cache.js';
import type { ScreenGraph } from '../../ports/screen-graph.js';
import { openedOnce, type DatabaseOptions } from './database.js';
import { createPostgresDecisionCache } from './decision-cache.js';
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
