// Which runs an evaluation makes, and when it kills: pure, and the same for the same seeds.
import { EvalError } from './errors.js';
import type { EvalTask, PlannedRun, Suite } from './suite.js';

export const halves = ['public', 'kept', 'all'] as const;
export type Half = (typeof halves)[number];

export interface Choice {
  readonly half: Half;
  /** Names, which may end in `*`; empty: all of that half. */
  readonly tasks: readonly string[];
  readonly seeds: number;
  /** Whether the oracle is to do them. */
  readonly byOracle: boolean;
}

export interface LeftOut {
  readonly task: string;
  readonly why: string;
}

export interface Plan {
  readonly runs: readonly PlannedRun[];
  readonly leftOut: readonly LeftOut[];
}

/** Throws an `EvalError` for a name that no task has. */
export function planRuns(suite: Suite, { half, tasks: names, seeds, byOracle }: Choice): Plan {
  const chosen = names.length > 0 ? named(suite, names) : suite.tasks.filter((task) => isOfHalf(task, half));
  const leftOut = byOracle ? chosen.flatMap((task) => reasonAgainst(suite, task)) : [];
  const out = new Set(leftOut.map(({ task }) => task));
  const runs = chosen
    .filter(({ id }) => !out.has(id))
    .flatMap(({ id }) => Array.from({ length: seeds }, (_, index) => ({ task: id, seed: index + 1 })));
  return { runs, leftOut };
}

function isOfHalf({ isPublic }: EvalTask, half: Half): boolean {
  return half === 'all' || isPublic === (half === 'public');
}

function named({ name: suite, tasks }: Suite, names: readonly string[]): readonly EvalTask[] {
  const found = names.map((name) => {
    const matching = tasks.filter(({ id }) => (name.endsWith('*') ? id.startsWith(name.slice(0, -1)) : id === name));
    if (matching.length === 0) throw new EvalError('usage', `The suite ${suite} has no task '${name}'. It has: ${someOf(tasks)}.`);
    return matching;
  });
  return [...new Set(found.flat())];
}

function someOf(tasks: readonly EvalTask[]): string {
  const first = tasks.slice(0, 5).map(({ id }) => id);
  return `${first.join(', ')}${tasks.length > first.length ? `, … (${tasks.length} in all)` : ''}`;
}

function reasonAgainst({ oracle }: Suite, { id, needs }: EvalTask): readonly LeftOut[] {
  if (needs) return [{ task: id, why: `needs ${needs.what}: ${needs.why}` }];
  return oracle.knows(id) ? [] : [{ task: id, why: 'no oracle' }];
}

/** ms after the task was opened in the browser at which its worker is killed: some time within most runs, the same for the same run. */
export function killAfterMs({ task, seed }: PlannedRun, withinMs = 3_000): number {
  let hash = 0x811c9dc5;
  for (const character of `${task} ${seed}`) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash % withinMs;
}
