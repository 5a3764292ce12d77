import { flowRunOf, type FlowRun } from '../domain/flow/recorded-flow.js';
import type { ClientContext } from './context.js';

/** The newest run of a flow by its records. `id`: of its workflow, or of a frame (`<run>/flow-1`), whose records are the run's. */
export async function readFlowRun({ records }: Pick<ClientContext, 'records'>, id: string): Promise<FlowRun | undefined> {
  for (let run = id; run !== ''; run = run.slice(0, Math.max(0, run.lastIndexOf('/')))) {
    const found = flowRunOf(await records().read(run), id, records().addressOf(run));
    if (found) return found;
  }
  return undefined;
}
