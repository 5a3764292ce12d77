/** What a run has used of its budget. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars by the price table; 0 for a model without a price. */
  readonly costUsd: number;
  readonly modelCalls: number;
}

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, costUsd: 0, modelCalls: 0 };

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    costUsd: a.costUsd + b.costUsd,
    modelCalls: a.modelCalls + b.modelCalls,
  };
}
