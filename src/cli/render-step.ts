import type { ArtifactStore } from '../ports/artifact-store.js';
import { clip } from '../client/text.js';
import { duration } from './output.js';
import type { Step, StepScreenshots } from '../client/steps.js';
import type { Terminal } from './terminal.js';

/** A step as a person reads it. `pictures`: paths of its screenshots. */
export function renderStep({ colors, columns }: Terminal, step: Step, pictures: readonly string[]): string {
  const width = Math.max(60, columns - 5);
  const { bold, dim, red, yellow } = colors;
  const head = [
    bold(isByHand(step) ? 'by hand' : `${nameOf(step.agent)} ${step.step}`),
    dim(step.at.slice(11, 19)),
    step.status,
    ...(step.ms > 0 ? [dim(duration(step.ms))] : []),
  ];
  const lines = [
    ...step.notes.map((note) => yellow(clip(note, width))),
    ...step.failures.map((failure) => red(clip(failure, width))),
    ...(step.thought === '' ? [] : [dim(clip(step.thought, width))]),
    ...step.actions.map((action) => renderAction(colors, action, width)),
    ...step.recovery.map((line) => yellow(line)),
    ...step.questions.map((question) => clip(question, width)),
    ...(step.comment === '' || step.comment === step.thought ? [] : [clip(step.comment, width)]),
    ...(step.result === '' ? [] : [`= ${clip(step.result, width)}`]),
    ...pictures.map((path) => dim(path)),
  ];
  return [head.join('  '), ...lines.map((line) => `    ${line}`)].join('\n');
}

function renderAction(
  { green, red, yellow, dim }: Terminal['colors'],
  { text, by, outcome, message }: Step['actions'][number],
  width: number,
): string {
  const paint = outcome === 'done' ? green : outcome === undefined || outcome === 'skipped' ? dim : outcome === 'unknown' ? yellow : red;
  const end = [...(outcome === undefined ? [] : [`→ ${outcome}`]), ...(message === undefined ? [] : [clip(message, width)])].join(': ');
  return `${clip(by === undefined ? text : `${by}: ${text}`, width)} ${paint(end)}`.trimEnd();
}

/** Nothing of the engine's is in it. */
function isByHand({ status, actions }: Step): boolean {
  return status === 'HELD' && actions.every(({ by }) => by !== undefined);
}

/** `host`, `app-2`: the run's id is printed above the steps. */
export function nameOf(agent: string): string {
  return agent.includes('/') ? agent.slice(agent.lastIndexOf('/') + 1) : 'host';
}

/** Files that a person can open: what the model saw with its labels, and what came of it. */
export async function locatePictures(artifacts: ArtifactStore, { before, annotated, after }: StepScreenshots): Promise<readonly string[]> {
  const wanted = [annotated ?? before, after].filter((ref) => ref !== undefined);
  const paths = await Promise.all([...new Set(wanted)].map((ref) => artifacts.locate(ref).catch(() => undefined)));
  return paths.filter((path) => path !== undefined);
}
