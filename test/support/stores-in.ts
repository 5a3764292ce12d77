import { createSharedStores, type SharedStores } from '../../src/adapters/objects/shared-stores.js';

/** Those of hosts that share this folder. */
export function storesIn(shared: string): SharedStores {
  return createSharedStores({ shared }, { patienceMs: 0 });
}
