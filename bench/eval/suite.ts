// What an evaluation needs to know of a set of tasks. Their judge is whoever made them.
import type { Oracle } from './oracle/oracle.js';

export interface EvalTask {
  readonly id: string;
  /** Of the half that oracles may be built for. */
  readonly isPublic: boolean;
  /** What it takes beyond a list of controls and a step at a time, and why. Absent: nothing. */
  readonly needs?: { readonly what: 'pixels' | 'pace' | 'another browser'; readonly why: string };
}

export interface PlannedRun {
  readonly task: string;
  readonly seed: number;
}

/** One run's task, ready to be opened. */
export interface OpenTask extends PlannedRun {
  readonly request: string;
  readonly url: string;
  /** When a browser first opened it, in ms since the epoch. */
  openedAt(): number | undefined;
  /** The judge's word; more than 0 is a success. Undefined: it has not judged. */
  reward(): number | undefined;
}

export interface OpenSuite {
  readonly tasks: readonly OpenTask[];
  close(): Promise<void>;
}

export interface SuiteTools {
  readonly chromium: string;
  /** Whether the browser's own sandbox works here. */
  readonly sandbox: boolean;
  /** For what is needed only as long as the evaluation lasts. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

export interface Suite {
  readonly name: string;
  readonly tasks: readonly EvalTask[];
  readonly oracle: Oracle;
  open(runs: readonly PlannedRun[], tools: SuiteTools): Promise<OpenSuite>;
}
