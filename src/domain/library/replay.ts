// What the runs of a compiled flow came to: a line for each that has ended.
import type { Usage } from '../budget/usage.js';
import type { FlowDocument } from '../flow/document.js';
import type { Heal } from '../flow/heal.js';

export interface Replay {
  /** Workflow id, and the first execution under it: an id may be used again. */
  readonly run: string;
  readonly execution: string;
  /** Of the flow. */
  readonly version: number;
  /** As the run's result has it; `checks-failed`: it came to its end, and its checks say no. */
  readonly outcome: string;
  readonly usd: number;
  readonly calls: number;
  /** Active time. */
  readonly ms: number;
  readonly heals: readonly Heal[];
  /** The agent that went on where the flow could not. */
  readonly fallback?: string;
  /** ISO 8601, UTC. */
  readonly ended: string;
}

/** Of a flow's result. */
export interface ReplayEnd {
  readonly outcome: string;
  readonly verdict: string;
  readonly usage: Usage;
  readonly timeMs: number;
  readonly heals?: readonly Heal[];
  readonly fallback?: string;
}

export function replayOf(
  { compiled }: Pick<FlowDocument, 'compiled'>,
  { outcome, verdict, usage, timeMs, heals = [], fallback }: ReplayEnd,
  run: Pick<Replay, 'run' | 'execution' | 'ended'>,
): Replay {
  return {
    ...run,
    version: compiled?.version ?? 1,
    outcome: outcome === 'completed' && verdict === 'failed' ? 'checks-failed' : outcome,
    usd: usage.costUsd,
    calls: usage.modelCalls,
    ms: timeMs,
    heals,
    fallback,
  };
}

/** It did all by itself. */
export function isSuccess({ outcome, fallback }: Replay): boolean {
  return outcome === 'completed' && fallback === undefined;
}

// ── Whether a compiled flow pays: how often each version succeeds, and what it saves against the run that it was compiled from ──

interface VersionSuccess {
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
