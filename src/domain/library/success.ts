// Whether a compiled flow pays: how often each version succeeds, and what it saves against the run that it was compiled from.
import type { FlowDocument } from '../flow/document.js';
import { isSuccess, type Replay } from './replay.js';

export interface VersionSuccess {
  readonly version: number;
  readonly runs: number;
  /** Of these, to the end and without an agent's help. */
  readonly succeeded: number;
  /** Finished by an agent. */
  readonly fallbacks: number;
}

export interface FlowSuccess {
  /** Newest first; those that ran. */
  readonly versions: readonly VersionSuccess[];
  readonly runs: number;
  /** US dollars and active time; what did not complete counts with what it took. Negative: it cost more than it saved. Absent: what the first run took is not known. */
  readonly saved?: { readonly usd: number; readonly ms: number };
}

export function successOf({ compiled }: Pick<FlowDocument, 'compiled'>, replays: readonly Replay[]): FlowSuccess {
  const versions = [...new Set(replays.map(({ version }) => version))].sort((one, other) => other - one);
  const cost = compiled?.cost;
  return {
    versions: versions.map((version) => ofVersion(version, replays)),
    runs: replays.length,
    saved: cost ? { usd: sum(replays, cost.usd, ({ usd }) => usd), ms: sum(replays, cost.ms, ({ ms }) => ms) } : undefined,
  };
}

function ofVersion(version: number, replays: readonly Replay[]): VersionSuccess {
  const own = replays.filter((replay) => replay.version === version);
  return {
    version,
    runs: own.length,
    succeeded: own.filter(isSuccess).length,
    fallbacks: own.filter(({ fallback }) => fallback !== undefined).length,
  };
}

function sum(replays: readonly Replay[], first: number, of: (replay: Replay) => number): number {
  return replays.reduce((total, replay) => total + (replay.outcome === 'completed' ? first : 0) - of(replay), 0);
}
