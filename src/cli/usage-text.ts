import type { Usage } from '../domain/budget/usage.js';

/** `4 model calls, 9120 tokens, 0.0123 US dollars; of these 2 pictures, about 510 tokens, 0.0006 US dollars`. */
export function usageText({ modelCalls, inputTokens, outputTokens, costUsd, pictures }: Usage): string {
  const all = `${modelCalls} model ${modelCalls === 1 ? 'call' : 'calls'}, ${inputTokens + outputTokens} tokens, ${dollars(costUsd)}`;
  if (!pictures) return all;
  const { count, tokens } = pictures;
  return `${all}; of these ${count} ${count === 1 ? 'picture' : 'pictures'}, about ${tokens} tokens, ${dollars(pictures.costUsd)}`;
}

function dollars(amount: number): string {
  return `${amount.toFixed(4)} US dollars`;
}
