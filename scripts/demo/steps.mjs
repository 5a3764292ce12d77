// The run's own record of its steps, and their screenshots.
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pc from 'picocolors';
import { createFileArtifactStore } from '../../dist/adapters/filesystem/artifact-store.js';
import { createFileRunRecords } from '../../dist/adapters/filesystem/run-records.js';
import { stepsOf } from '../../dist/client/steps.js';

export async function readSteps({ folder, run }) {
  return stepsOf(await createFileRunRecords({ folder: join(folder, 'runs') }).read(run.workflowId));
}

/** `app-1  4  CONTINUE  click_input "Blue notebook" [5] → done`, below what happened before it. */
export function stepLines({ agent, step, status, notes, ...about }) {
  const name = agent.includes('/') ? agent.slice(agent.lastIndexOf('/') + 1) : 'host';
  const head = `${String(step).padStart(3)}  ${name.padEnd(6)} ${status.padEnd(10)} `;
  return [...notes.map((note) => pc.yellow(`${' '.repeat(head.length)}${note}`)), `${head}${whatOf({ status, ...about })}`];
}

/** What the step did; for a step without a decision, as after a worker died in an approved action, what was found. */
export function whatOf({ actions, questions, result, thought, recovery }) {
  const done = actions.map(({ text, outcome }) => (outcome ? `${text} → ${outcome}` : text));
  return [...done, ...questions, ...(result === '' ? [] : [result])].join('; ') || thought || recovery.at(-1) || 'looks at the screen';
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
