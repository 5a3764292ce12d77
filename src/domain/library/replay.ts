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
