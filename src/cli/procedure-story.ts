// What happened in a run of a procedure, as it is kept beside its state: a chain of parts, read back to the start.
import type { Happening, HistoryEntry, HistoryPart } from '../domain/procedure/history.js';
import type { ArtifactRef } from '../domain/ui/observation.js';
import type { ArtifactStore } from '../ports/artifact-store.js';
import { clip } from './output.js';
import type { Terminal } from './terminal.js';

/** Oldest first. Throws `ArtifactMissingError` where a part is gone. */
export async function readHistory(artifacts: Stored, last: ArtifactRef | undefined): Promise<readonly HistoryEntry[]> {
  const parts: (readonly HistoryEntry[])[] = [];
  for await (const { entries } of historyParts(artifacts, last)) parts.push(entries);
  return parts.toReversed().flat();
}

type Stored = Pick<ArtifactStore, 'getJson'>;

/** Newest first, each with where it is stored. */
export async function* historyParts(
  artifacts: Stored,
  last: ArtifactRef | undefined,
): AsyncGenerator<HistoryPart & { readonly ref: ArtifactRef }> {
  for (let ref = last; ref !== undefined;) {
    const part = (await artifacts.getJson(ref)) as HistoryPart; // only carriers store under it
    yield { ...part, ref };
    ref = part.previous;
  }
}

/** A line an entry, below a line for each activity that is entered. */
export function renderHistory({ colors }: Terminal, entries: readonly HistoryEntry[]): readonly string[] {
  return entries.map(({ at, by, activity, visit, iterations, happening }) => {
    const time = colors.dim(new Date(at).toISOString().replace('T', ' ').slice(0, 19));
    if (happening.type === 'entered') return `${time}  ${colors.bold(activity)}${visit > 1 ? ` (visit ${visit})` : ''}`;
    const round = iterations ? `#${iterations.join('.')} ` : '';
    return `${time}    ${round}${happeningText(happening)}${colors.dim(`  ${by}`)}`;
  });
}

type Texts = { readonly [T in Happening['type']]: (happening: Extract<Happening, { readonly type: T }>) => string };

const texts: Texts = {
  started: ({ workflow, version }) => `started ${workflow} ${version}`,
  entered: ({ via }) => `entered by ${via}`,
  'passed-over': () => 'passed over',
  'step-completed': ({ step, summary, outputs }) =>
    `✔ ${step}: ${clip(summary, 120)}${outputs.length === 0 ? '' : ` (reported ${outputs.join(', ')})`}`,
  'step-failed': ({ step, child, why }) => `✘ ${step} was not done (${child}): ${clip(why, 120)}`,
  'step-skipped': ({ step, reason }) => `– ${step} skipped${reason === '' ? '' : `: ${clip(reason, 120)}`}`,
  'step-passed': ({ step }) => `– ${step} passed: its condition is false`,
  'checkpoint-answered': ({ checkpoint, option }) => `◆ ${checkpoint}: ${option}`,
  'checkpoint-passed': ({ checkpoint }) => `– ${checkpoint} passed: its condition is false`,
  'loop-entered': ({ loop, total }) => `↻ ${loop}${total === undefined ? '' : `: ${total} items`}`,
  'loop-passed': ({ loop }) => `– ${loop} passed: nothing to go over`,
  'loop-ended': ({ loop, why }) => `↻ ${loop} ended: ${why === 'LOOP_LIMIT_REACHED' ? 'its limit is reached' : why}`,
  abandoned: ({ steps, checkpoints, loops }) => `✘ left undone: ${[...steps, ...checkpoints, ...loops].join(', ')}`,
  'variables-reported': ({ variables }) => `reported ${variables.join(', ')}`,
  refused: ({ call, code }) => `✘ ${call} refused: ${code}`,
  completed: () => 'complete',
  aborted: ({ reason }) => `aborted${reason === '' ? '' : `: ${clip(reason, 120)}`}`,
};

function happeningText<T extends Happening['type']>(happening: Extract<Happening, { readonly type: T }>): string {
  return (texts[happening.type as T] as (happening: Extract<Happening, { readonly type: T }>) => string)(happening);
}
