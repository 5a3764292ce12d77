// The history of a run, for people (`procedure show`): kept beside the state, not in it.
import { oneLine } from '../flow/one-line.js';
import type { ArtifactRef } from '../ui/observation.js';
import type { RefusalCode } from './refusal.js';
import { type Call, visitsOf, type Author, type ProcedureState } from './state.js';

export type Happening =
  | { readonly type: 'started'; readonly workflow: string; readonly version: string; readonly variables: readonly string[] }
  | { readonly type: 'entered'; readonly via: string }
  | { readonly type: 'passed-over' }
  | { readonly type: 'step-completed'; readonly step: string; readonly summary: string; readonly outputs: readonly string[] }
  /** A step of the engine failed. `child`: the workflow that ran it. */
  | { readonly type: 'step-failed'; readonly step: string; readonly child: string; readonly why: string }
  | { readonly type: 'step-skipped'; readonly step: string; readonly reason: string }
  /** Its condition was false. */
  | { readonly type: 'step-passed'; readonly step: string }
  | { readonly type: 'checkpoint-answered'; readonly checkpoint: string; readonly option: string }
  /** Its condition was false. */
  | { readonly type: 'checkpoint-passed'; readonly checkpoint: string }
  | { readonly type: 'loop-entered'; readonly loop: string; readonly total?: number }
  | { readonly type: 'loop-passed'; readonly loop: string }
  | { readonly type: 'loop-ended'; readonly loop: string; readonly why: 'done' | 'break' | 'LOOP_LIMIT_REACHED' }
  /** An answer led away, with these parts left undone. */
  | {
      readonly type: 'abandoned';
      readonly steps: readonly string[];
      readonly checkpoints: readonly string[];
      readonly loops: readonly string[];
    }
  | { readonly type: 'variables-reported'; readonly variables: readonly string[] }
  | { readonly type: 'refused'; readonly call: Call; readonly code: RefusalCode }
  | { readonly type: 'completed' }
  | { readonly type: 'aborted'; readonly reason: string };

export interface HistoryEntry {
  /** ms. */
  readonly at: number;
  readonly by: Author;
  readonly activity: string;
  /** Of the activity, from 1. */
  readonly visit: number;
  /** Of each active loop, outermost first. */
  readonly iterations?: readonly number[];
  readonly happening: Happening;
}

/** The stored form: one link of a chain that leads back to the start. */
export interface HistoryPart {
  readonly previous?: ArtifactRef;
  readonly entries: readonly HistoryEntry[];
}

export function historyEntry(
  state: ProcedureState,
  { at, by }: { readonly at: number; readonly by: Author },
  happening: Happening,
): HistoryEntry {
  const iterations = state.frames.slice(1).map(({ iteration }) => iteration);
  return {
    at,
    by,
    activity: state.activity,
    visit: visitsOf(state, state.activity),
    iterations: iterations.length === 0 ? undefined : iterations,
    happening,
  };
}

// What happened in a procedure, as a person reads it.

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
