import { createSharedStores, type SharedStores } from '../../src/adapters/objects/shared-stores.js';
import { readFlowRun } from '../../src/client/report/engine-cards.js';
import type { FlowRun } from '../../src/domain/flow/recorded-flow.js';

/** Those of hosts that share this folder. */
export function storesIn(shared: string): SharedStores {
  return createSharedStores({ shared }, { patienceMs: 0 });
}

export async function flowRunIn(shared: string, id: string): Promise<FlowRun> {
  const run = await readFlowRun({ records: () => storesIn(shared).records }, id);
  if (!run) throw new Error(`${id} has no records`);
  return run;
}
