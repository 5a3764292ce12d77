// What happened in a run of a procedure, as a person reads it.
import type { Happening, HistoryEntry } from '../domain/procedure/history.js';
import { clip } from '../client/text.js';
import type { Terminal } from './terminal.js';

/** A line per entry, below a line for each activity that is entered. */
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
