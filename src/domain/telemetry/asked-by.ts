// How an activity knows the trace that its spans belong to.
import type { Trace } from './trace-context.js';

/** Of an activity: what its workflow's interceptor adds. */
export const traceHeader = 'steadyhand-trace';

/** Those that ask models, but for an explorer's, whose spans come from its events; and the one that writes these. */
export const tellingActivities: ReadonlySet<string> = new Set([
  'decideApp',
  'decideHost',
  'evaluate',
  'thinkStep',
  'chooseName',
  'healNode',
  'describeImages',
  'judgeOutcome',
  'writeRunEvents',
]);

/** An activity's attempt, which asks for its workflow. */
export interface AskedBy {
  readonly trace: Trace;
  /** Name of the frame that asks: the workflow's id, or a part of it. */
  readonly workflow: string;
  /** Names the attempt among all. */
  readonly attempt: string;
}

/** Undefined: it is none. A header may have been written by anyone. */
export function traceOfHeader(value: unknown): Trace | undefined {
  if (typeof value !== 'object' || value === null || !('run' in value) || typeof value.run !== 'string') return undefined;
  const caller = 'caller' in value ? callerIn(value.caller) : undefined;
  return { run: value.run, caller };
}

function callerIn(value: unknown): Trace['caller'] {
  if (typeof value !== 'object' || value === null) return undefined;
  const { traceId, spanId, sampled, state } = value as Readonly<Record<string, unknown>>;
  if (typeof traceId !== 'string' || typeof spanId !== 'string' || typeof sampled !== 'boolean') return undefined;
  return { traceId, spanId, sampled, state: typeof state === 'string' ? state : undefined };
}
