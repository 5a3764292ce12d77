// Where the records of a flow's run are, below the root of all runs: `<id>/<run>_<flow>`, or `<flow>/<run>` if an older version began it.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordPlace } from '../../domain/flow/record.js';
import { folderName, readableName } from './readable-name.js';
import { idOfSafeName, safeName } from './safe-name.js';

/** A run as `runName` names it, then the flow's name. */
const runAndFlow = /^(\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d_[^_]+)_(.+)$/;

/** A run goes on where it began. */
export async function findRunFolder(root: string, { id, flow, run }: RecordPlace): Promise<string> {
  const older = join(root, readableName(flow), readableName(safeName(run)));
  if (id === undefined || (await exists(older))) return older;
  return join(root, ...folderOfRun({ id, flow, run }));
}

/** Below the root of all runs. */
export function folderOfRun({ id, flow, run }: Required<RecordPlace>): readonly [parent: string, own: string] {
  return [folderOfId(id), folderName(`${safeName(run)}_${readableName(flow)}`)];
}

/** `parent`: the folder in which the run's folder was found. */
export function placeIn(
  parent: string,
  { workflowId, flow, run }: { readonly workflowId: string | undefined; readonly flow: string; readonly run: string },
): RecordPlace {
  return workflowId !== undefined && folderOfId(workflowId) === parent ? { id: workflowId, flow, run } : { flow, run };
}

/** From the folders' names alone. `findRunFolder` finds the folder again, but the flow's own name may have other characters. */
export function placeByName(parent: string, runFolder: string): RecordPlace {
  const id = idOfSafeName(parent);
  const [, run, flow] = runAndFlow.exec(runFolder) ?? [];
  if (id !== undefined && run !== undefined && flow !== undefined) return { id, flow, run };
  return { flow: parent, run: idOfSafeName(runFolder) ?? runFolder };
}

export function folderOfId(id: string): string {
  return readableName(safeName(id));
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
