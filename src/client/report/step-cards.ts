// The records of agents' steps as they count now, and where on the screen their cards aimed.
import { WorkflowNotFoundError } from '@temporalio/client';
import { listOf, numberOf, recordOf, textOf, type Data } from '../../domain/checks/recorded-data.js';
import type { AgentCard, Aim } from '../../domain/report/agent-cards.js';
import type { Box, ReportCard } from '../../domain/report/report.schema.js';
import { type Reset, withoutSuperseded } from '../../domain/report/valid-records.js';
import { isPolicyEntry, isStepEntry, type PolicyEntry, type StepEntry } from '../../domain/run/entry.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { ClientContext } from '../context.js';
import { isUnreachable } from '../errors.js';
import { readReset } from '../history-entries.js';

/**
 * Reads those of a run, and what the configuration changed in it, as it is now: without what a reset took back, also before the run has decided anything again. Without a server, or when it
 * has forgotten the run, by the records alone. `execution`: its current run id, where the caller knows it; a reset is asked for once for each.
 */
export function createStepReader(
  { records, client }: Pick<ClientContext, 'records' | 'client'>,
  run: string,
): (execution?: string) => Promise<{ readonly steps: readonly StepEntry[]; readonly changes: readonly PolicyEntry[] }> {
  let known: { readonly execution: string; readonly reset: Reset | undefined } | undefined;
  const resetOf = async (execution: string | undefined): Promise<Reset | undefined> => {
    if (known && known.execution === execution) return known.reset;
    const reset = await client()
      .then((connected) => readReset(connected, run))
      .catch((error: unknown) => {
        if (!(error instanceof WorkflowNotFoundError || isUnreachable(error))) throw error;
        return undefined;
      });
    if (execution !== undefined) known = { execution, reset };
    return reset;
  };
  return async (execution) => {
    const entries = await records().read(run);
    const steps = entries.filter(isStepEntry);
    return {
      steps: steps.length > 0 ? withoutSuperseded(steps, await resetOf(execution)) : steps,
      changes: entries.filter(isPolicyEntry),
    };
  };
}

/** With frames around what they aimed at; each is looked for once, however often the cards are made. */
export function createFramer(artifacts: () => ArtifactStore): (made: readonly AgentCard[]) => Promise<readonly ReportCard[]> {
  const known = new Map<string, Promise<readonly Box[]>>();
  const framesAt = (aims: readonly Aim[]): Promise<readonly Box[]> => {
    const key = JSON.stringify(aims);
    const found = known.get(key) ?? framesOf(artifacts(), aims);
    known.set(key, found);
    return found;
  };
  return (made) => Promise.all(made.map(async ({ card, aims }) => (aims.length === 0 ? card : { ...card, frames: await framesAt(aims) })));
}

/** px of the picture. A list that is gone, or a target that is not on it or may be one of several, gives no frame. */
export async function framesOf(artifacts: ArtifactStore, aims: readonly Aim[]): Promise<readonly Box[]> {
  const boxes = await Promise.all(
    aims.map(async ({ controls, target, isLater }) => {
      const stored = recordOf(await artifacts.getJson(controls as ArtifactRef).catch(() => undefined));
      const [found, ...others] = listOf(stored?.['controls']).filter((control) => isIt(control, target, isLater));
      const bounds = recordOf(found?.['bounds']);
      if (!bounds || others.length > 0) return undefined;
      const [x, y, width, height] = [bounds['x'], bounds['y'], bounds['width'], bounds['height']].map(numberOf);
      return { x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0 };
    }),
  );
  return boxes.filter((box) => box !== undefined);
}

/** Labels hold for one list; in another one the name decides. */
function isIt(control: Data, target: Data, isLater = false): boolean {
  const field = isLater ? 'name' : 'label';
  return textOf(control[field]) === textOf(target[field]) && textOf(control['role']) === textOf(target['role']);
}
