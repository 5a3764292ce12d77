// The end of a recorded run that a flow may be made from.
import { CompileError, type RunCost } from '../../domain/compile/story.js';
import { numberOf, recordOf, textOf, type Data } from '../../domain/checks/recorded-data.js';
import type { Cassette } from '../../domain/rerun/cassette.schema.js';
import { endsOf } from './activity-calls.js';

export interface CompletedRun {
  readonly input: Data | undefined;
  readonly end: Data;
  readonly cost: RunCost;
}

/** Throws a `CompileError` for a run that has not ended, or did not complete with its checks passed. */
export function completedRun(cassette: Cassette): CompletedRun {
  const { run } = cassette;
  const { input, result, hasEnded, ms } = endsOf(cassette);
  if (!hasEnded) throw new CompileError('not-ended', `The run '${run}' has not ended: a flow is made from a run that has.`);
  const end = recordOf(result) ?? {};
  const outcome = textOf(end['outcome']) || 'failed';
  if (outcome !== 'completed' || end['verdict'] === 'failed')
    throw new CompileError(
      'not-completed',
      `The run '${run}' ended as '${outcome === 'completed' ? 'completed, with failed checks' : outcome}': a flow is made from a run that reached its goal.`,
    );
  const usage = recordOf(end['usage']);
  return {
    input: recordOf(input),
    end,
    cost: {
      usd: numberOf(usage?.['costUsd']),
      calls: numberOf(usage?.['modelCalls']),
      tokens: numberOf(usage?.['inputTokens']) + numberOf(usage?.['outputTokens']),
      ms: Math.round(ms),
    },
  };
}
