// What happened in a procedure, as a person reads it.
import { oneLine } from '../flow/one-line.js';
import type { Happening } from './history.js';

const longest = 120;

type Texts = { readonly [T in Happening['type']]: (happening: Extract<Happening, { readonly type: T }>) => string };

const texts: Texts = {
  started: ({ workflow, version }) => `started ${workflow} ${version}`,
  entered: ({ via }) => `entered by ${via}`,
  'passed-over': () => 'passed over',
  'step-completed': ({ step, summary, outputs }) =>
    `✔ ${step}: ${oneLine(summary, longest)}${outputs.length === 0 ? '' : ` (reported ${outputs.join(', ')})`}`,
  'step-failed': ({ step, child, why }) => `✘ ${step} was not done (${child}): ${oneLine(why, longest)}`,
  'step-skipped': ({ step, reason }) => `– ${step} skipped${reason === '' ? '' : `: ${oneLine(reason, longest)}`}`,
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
  aborted: ({ reason }) => `aborted${reason === '' ? '' : `: ${oneLine(reason, longest)}`}`,
};

export function happeningText<T extends Happening['type']>(happening: Extract<Happening, { readonly type: T }>): string {
  return (texts[happening.type as T] as (happening: Extract<Happening, { readonly type: T }>) => string)(happening);
}
