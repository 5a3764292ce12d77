// Where the records of a flow's run are, below the root of all runs: `<id>/<run>_<flow>`, or `<flow>/<run>` where an older version began it.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordPlace } from '../../domain/flow/record.js';
import { folderName, readableName } from './readable-name.js';
import { idOfSafeName, safeName } from './safe-name.js';

/** As `runName` makes it, and the flow's name. */
const runAndFlow = /^(\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d_[^_]+)_(.+)$/;

/** A run goes on where it began. */
export async function findRunFolder(root: string, { id, flow, run }: RecordPlace): Promise<string> {
  const older = join(root, readableName(flow), readableName(safeName(run)));
  if (id === undefined || (await exists(older))) return older;
  return join(root, folderOfId(id), folderName(`${safeName(run)}_${readableName(flow)}`));
}

/** `parent`: the folder in which the run's folder was found. */
export function placeIn(
  parent: string,
  { workflowId, flow, run }: { readonly workflowId: string | undefined; readonly flow: string; readonly run: string },
): RecordPlace {
  return workflowId !== undefined && folderOfId(workflowId) === parent ? { id: workflowId, flow, run } : { flow, run };
}

/** By the names of the folders alone: `findRunFolder` finds it by this, but the flow's name may have had other characters. */
export function placeByName(parent: string, runFolder: string): RecordPlace {
  const id = idOfSafeName(parent);
  const [, run, flow] = runAndFlow.exec(runFolder) ?? [];
  if (id !== undefined && run !== undefined && flow !== undefined) return { id, flow, run };
  return { flow: parent, run: idOfSafeName(runFolder) ?? runFolder };
}

function folderOfId(id: string): string {
  return readableName(safeName(id));
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
