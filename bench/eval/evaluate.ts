// An evaluation: the runs of a plan, in lanes beside each other, and what came of them.
import { join } from 'node:path';
import { type Lane, type LaneOptions, openLane } from './lane.js';
import { killAfterMs, type Plan } from './plan.js';
import type { EvalResults, RunFigures } from './results.js';
import { runTask } from './run-task.js';
import type { OpenTask, Suite, SuiteTools } from './suite.js';

export interface EvaluateOptions {
  readonly suite: Suite;
  readonly plan: Plan;
  readonly tools: SuiteTools;
  /** Of each lane, without its home. */
  readonly lane: Omit<LaneOptions, 'home'>;
  readonly lanes: number;
  readonly seeds: number;
  /** Of one's own; absent: the oracle. */
  readonly model?: string;
  readonly kill: boolean;
  /** After each run. */
  onRun(run: RunFigures, of: { readonly done: number; readonly all: number }): void;
}

export async function evaluate(options: EvaluateOptions): Promise<EvalResults> {
  const { suite, plan, tools, seeds, model, kill } = options;
  const at = new Date().toISOString();
  const opened = await suite.open(plan.runs, tools);
  try {
    const runs = await runAll(opened.tasks, options);
    return { version: 1, suite: suite.name, mind: model ?? 'oracle', kill, at, seeds, runs, leftOut: plan.leftOut };
  } finally {
    await opened.close();
  }
}

/** In the order of the plan. What one lane cannot do ends the runs of the others before anything is closed. */
async function runAll(tasks: readonly OpenTask[], options: EvaluateOptions): Promise<readonly RunFigures[]> {
  const lanes: Lane[] = [];
  const figures: RunFigures[] = [];
  const waiting = [...tasks.entries()];
  const failed = new AbortController();
  const signal = AbortSignal.any([options.tools.signal, failed.signal]);
  let done = 0;
  const work = async (lane: Lane): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, task] = next;
      const run = await runOne(lane, task, options, signal);
      figures[index] = run;
      options.onRun(run, { done: (done += 1), all: tasks.length });
    }
  };
  const stopOthers = (error: unknown): never => {
    waiting.length = 0;
    failed.abort(error);
    throw error;
  };
  try {
    // One after another: two servers that look for a free port at once find the same one.
    while (lanes.length < Math.min(options.lanes, tasks.length))
      lanes.push(await openLane({ ...options.lane, home: join(options.tools.folder, `lane-${lanes.length + 1}`) }));
    await Promise.allSettled(lanes.map((lane) => work(lane).catch(stopOthers)));
    if (failed.signal.aborted) throw failed.signal.reason;
    return figures;
  } finally {
    await Promise.allSettled(lanes.map((lane) => lane.close()));
  }
}

function runOne(lane: Lane, task: OpenTask, { model, kill }: EvaluateOptions, signal: AbortSignal): Promise<RunFigures> {
  const id = `eval-${task.task}-${task.seed}-${Date.now().toString(36)}`;
  return runTask(lane, task, {
    id,
    signal,
    ...(model === undefined ? {} : { model }),
    ...(kill ? { killAfterMs: killAfterMs(task) } : {}),
  });
}
