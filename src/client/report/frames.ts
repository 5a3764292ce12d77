// Where the targets of a step were on the screen, from the list of controls that was stored with it.
import type { Aim } from '../../domain/report/agent-cards.js';
import { listOf, numberOf, recordOf, textOf, type Data } from '../../domain/checks/recorded-data.js';
import type { Box } from '../../domain/report/report.schema.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';

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
