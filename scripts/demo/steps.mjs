// The run's own record of its steps, and their screenshots.
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createFileArtifactStore } from '../../dist/adapters/filesystem/artifact-store.js';
import { createSharedStores } from '../../dist/adapters/objects/shared-stores.js';
import { stepsOf } from '../../dist/client/steps.js';

export async function readSteps({ folder, run }) {
  const { records } = createSharedStores({ shared: folder }, { patienceMs: 0 });
  return stepsOf(await records.read(run.workflowId));
}

/** Artifacts are named by their content; the copies are named in the order of their steps. Returns the folder. */
export async function copyScreenshots({ folder, steps }) {
  const artifacts = createFileArtifactStore({ folder: join(folder, 'artifacts') });
  const target = join(folder, 'screenshots');
  mkdirSync(target, { recursive: true });
  for (const { step, status, screenshots } of steps) {
    const ref = screenshots.annotated ?? screenshots.before;
    if (ref) copyFileSync(await artifacts.locate(ref), join(target, `${String(step).padStart(2, '0')}-${status.toLowerCase()}.png`));
  }
  return target;
}
