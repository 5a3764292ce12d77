// Where the records of a flow's run are, below the root of all runs: `<id>/<run>_<flow>`.
import type { RecordPlace } from '../../domain/flow/record.js';
import { folderName, readableName } from './readable-name.js';
import { idOfSafeName, safeName } from './safe-name.js';

/** A run as `runName` names it, then the flow's name. */
const runAndFlow = /^(\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d_[^_]+)_(.+)$/;

/** Below the root of all runs. */
export function folderOfRun({ id, flow, run }: RecordPlace): readonly [parent: string, own: string] {
  return [folderOfId(id), folderName(`${safeName(run)}_${readableName(flow)}`)];
}

/** From the folders' names; the flow's own name may have other characters. `workflowId`: as the run's events say, since a long one is cut in a name. Undefined: it is no run's folder. */
export function placeByName(parent: string, runFolder: string, workflowId: string | undefined): RecordPlace | undefined {
  const id = workflowId ?? idOfSafeName(parent);
  const [, run, flow] = runAndFlow.exec(runFolder) ?? [];
  return id !== undefined && run !== undefined && flow !== undefined ? { id, flow, run } : undefined;
}

export function folderOfId(id: string): string {
  return readableName(safeName(id));
}
