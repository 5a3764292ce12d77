// What a worker gives a run with its settings in each execution of its chain: a ticket for its device sessions, and hashes by which the next execution knows what the
// configuration has changed meanwhile.
import type { ResolvedRun } from './resolve-settings.js';

/** Of what bounds a run. */
export type PolicyHashes = Readonly<Record<'guard' | 'budget' | 'effectChecks', string>>;

export interface SettledRun extends ResolvedRun {
  /** Sealed: the device that this run may have sessions with, and under which origins. */
  readonly ticket: string;
  readonly policy: PolicyHashes;
}

/** Where a run is in its chain, as its workflow knows it. */
export interface ChainPlace {
  /** Run id of the first execution. */
  readonly first: string;
  /** What held in the execution before. Absent: there was none. */
  readonly policy?: PolicyHashes;
}

/** Undefined: nothing. */
export function policyChange(before: PolicyHashes, now: PolicyHashes): string | undefined {
  const changed = (
    [
      ['guard', 'guard'],
      ['budget', 'budget'],
      ['effectChecks', 'effect checks'],
    ] as const
  )
    .filter(([part]) => before[part] !== now[part])
    .map(([, name]) => name);
  if (changed.length === 0) return undefined;
  const last = changed.at(-1);
  const list = changed.length === 1 ? last : `${changed.slice(0, -1).join(', ')} and ${last}`;
  return `The configuration has changed since the run last continued as new: another ${list} from here on.`;
}
