// What an evaluation found: its runs, and what they come to by task and in all. Pure.
import type { LeftOut } from './plan.js';

export interface RunFigures {
  readonly task: string;
  readonly seed: number;
  readonly success: boolean;
  /** The judge's; absent: it did not judge. */
  readonly reward?: number;
  /** How the run ended. */
  readonly outcome: string;
  readonly message?: string;
  /** Of the model. */
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars, by the configured prices. */
  readonly costUsd: number;
  readonly actions: number;
  /** Given to the guard, or to the model that asked for one. */
  readonly approvals: number;
  /** Asked of a person. */
  readonly questions: number;
  /** Actions of which nobody knows whether they happened. */
  readonly unknownOutcomes: number;
  /** Whether its worker was killed; absent: it was not to be. */
  readonly killed?: boolean;
  readonly seconds: number;
}

export interface EvalResults {
  readonly version: 1;
  readonly suite: string;
  /** `oracle`, or the model's name. */
  readonly mind: string;
  readonly kill: boolean;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly seeds: number;
  readonly runs: readonly RunFigures[];
  readonly leftOut: readonly LeftOut[];
}

/** Of several runs; what is not a count of runs is the mean of one. */
export interface Summary {
  readonly runs: number;
  readonly successes: number;
  readonly calls: number;
  readonly actions: number;
  readonly tokens: number;
  readonly costUsd: number;
  readonly approvals: number;
  /** Questions that a person would have had to answer, in a hundred runs. */
  readonly interventionsPer100: number;
  readonly unknownOutcomes: number;
  /** Whose worker was killed. */
  readonly killed: number;
  readonly seconds: number;
}

export interface TaskSummary extends Summary {
  readonly task: string;
}

export function summarize(runs: readonly RunFigures[]): Summary {
  const count = (is: (run: RunFigures) => boolean): number => runs.filter(is).length;
  const mean = (of: (run: RunFigures) => number): number =>
    runs.length === 0 ? 0 : runs.reduce((sum, run) => sum + of(run), 0) / runs.length;
  return {
    runs: runs.length,
    successes: count(({ success }) => success),
    calls: mean(({ calls }) => calls),
    actions: mean(({ actions }) => actions),
    tokens: mean(({ inputTokens, outputTokens }) => inputTokens + outputTokens),
    costUsd: mean(({ costUsd }) => costUsd),
    approvals: mean(({ approvals }) => approvals),
    interventionsPer100: 100 * mean(({ questions }) => questions),
    unknownOutcomes: mean(({ unknownOutcomes }) => unknownOutcomes),
    killed: count(({ killed }) => killed === true),
    seconds: mean(({ seconds }) => seconds),
  };
}

/** In the order of their names. */
export function byTask(runs: readonly RunFigures[]): readonly TaskSummary[] {
  const tasks = [...new Set(runs.map(({ task }) => task))].sort();
  return tasks.map((task) => ({ task, ...summarize(runs.filter((run) => run.task === task)) }));
}

export function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : (100 * part) / whole;
}

/** Wilson's interval at 95 %, in per cent: between these the true share lies, for so few runs. */
export function interval(successes: number, runs: number): readonly [number, number] {
  if (runs === 0) return [0, 100];
  const z = 1.96;
  const share = successes / runs;
  const middle = share + (z * z) / (2 * runs);
  const reach = z * Math.sqrt((share * (1 - share)) / runs + (z * z) / (4 * runs * runs));
  const scale = 1 + (z * z) / runs;
  return [Math.max(0, (100 * (middle - reach)) / scale), Math.min(100, (100 * (middle + reach)) / scale)];
}

/** What differs from earlier results, for the tasks that both have. */
export interface Difference {
  readonly task: string;
  readonly before: Summary;
  readonly now: Summary;
}

export function differences(before: EvalResults, now: EvalResults): readonly Difference[] {
  const earlier = new Map(byTask(before.runs).map((summary) => [summary.task, summary]));
  return byTask(now.runs).flatMap((summary) => {
    const was = earlier.get(summary.task);
    return was && changed(was, summary) ? [{ task: summary.task, before: was, now: summary }] : [];
  });
}

/** Another share of successes, or another number of calls, questions or approvals; tokens and seconds by a tenth and more. */
function changed(before: Summary, now: Summary): boolean {
  const differ = (of: (summary: Summary) => number): boolean => Math.abs(of(before) - of(now)) > 1e-9;
  const byTenth = (of: (summary: Summary) => number): boolean => Math.abs(of(before) - of(now)) > 0.1 * Math.max(of(before), 1e-9);
  return (
    differ((summary) => percent(summary.successes, summary.runs)) ||
    differ(({ calls }) => calls) ||
    differ(({ approvals }) => approvals) ||
    differ(({ interventionsPer100 }) => interventionsPer100) ||
    byTenth(({ tokens }) => tokens)
  );
}

/** HE51: of the runs that succeed when nothing is disturbed, how many succeed though their worker is killed. Undefined without a run in common. */
export function survived(undisturbed: EvalResults, killed: EvalResults): { readonly successes: number; readonly of: number } | undefined {
  const key = ({ task, seed }: RunFigures): string => `${task} ${seed}`;
  const succeeded = new Set(undisturbed.runs.filter(({ success }) => success).map(key));
  const again = killed.runs.filter((run) => succeeded.has(key(run)));
  return again.length === 0 ? undefined : { successes: again.filter(({ success }) => success).length, of: again.length };
}
