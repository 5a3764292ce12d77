/** What a run has used of its budget. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars by the price table; 0 for a model without a price. */
  readonly costUsd: number;
  readonly modelCalls: number;
  /** Of these, as far as it can be estimated; absent: there were no pictures. */
  readonly pictures?: { readonly count: number; readonly tokens: number; readonly costUsd: number };
}

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, costUsd: 0, modelCalls: 0 };

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    costUsd: a.costUsd + b.costUsd,
    modelCalls: a.modelCalls + b.modelCalls,
    ...picturesOf(a, b),
  };
}

function picturesOf({ pictures: one }: Usage, { pictures: other }: Usage): Pick<Usage, 'pictures'> {
  const only = one ?? other;
  if (!only) return {};
  if (!one || !other) return { pictures: only };
  return {
    pictures: { count: one.count + other.count, tokens: one.tokens + other.tokens, costUsd: one.costUsd + other.costUsd },
  };
}
