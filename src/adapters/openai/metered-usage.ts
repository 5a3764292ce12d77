// What a completion cost: by the server's count where it can be one, else estimated from the texts. Budgets depend on it (LK50).
import type { ChatCompletion } from 'openai/resources/chat/completions';
import { costOf, priceOf, type Prices } from '../../domain/budget/prices.js';
import type { Usage } from '../../domain/budget/usage.js';
import type { ChatBody } from './chat-request.js';

export interface Metered {
  readonly usage: Usage;
  readonly warnings: readonly string[];
}

interface Tokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
}

/** No model takes or gives more in one call. */
const mostTokens = 10_000_000;
/** Rough: about right for English, too few for most other languages; a picture of a screen at high detail. */
const charactersOfToken = 4;
const tokensOfPicture = 1_000;

export function meteredUsage(completion: ChatCompletion, { model, messages, images }: ChatBody, prices: Prices): Metered {
  const reported = reportedTokens(completion);
  const text = completion.choices?.[0]?.message.content ?? '';
  const tokens = reported ?? {
    inputTokens: tokensOf(messages.reduce((sum, { text: told }) => sum + told.length, 0)) + images.length * tokensOfPicture,
    outputTokens: tokensOf(text.length),
    cachedTokens: 0,
  };
  const price = priceOf(model, prices) ?? priceOf(completion.model ?? model, prices);
  const { inputTokens, outputTokens } = tokens;
  return {
    usage: { inputTokens, outputTokens, costUsd: price ? costOf(price, tokens) : 0, modelCalls: 1 },
    warnings: [
      ...(reported ? [] : [`The server reported no usable count of tokens for ${model}: they are estimated from the texts.`]),
      ...(price ? [] : [`There is no price for ${model}: its cost counts as 0. Add it under prices in the configuration.`]),
    ],
  };
}

/** `undefined`: none, or none that can be true. */
function reportedTokens({ usage }: ChatCompletion): Tokens | undefined {
  if (!usage) return undefined;
  const tokens = {
    inputTokens: usage.prompt_tokens ?? 0,
    outputTokens: usage.completion_tokens ?? 0,
    cachedTokens: usage.prompt_tokens_details?.cached_tokens ?? 0,
  };
  const isCount = (count: unknown): boolean => Number.isSafeInteger(count) && (count as number) >= 0 && (count as number) <= mostTokens;
  return Object.values(tokens).every(isCount) && tokens.cachedTokens <= tokens.inputTokens ? tokens : undefined;
}

function tokensOf(characters: number): number {
  return Math.ceil(characters / charactersOfToken);
}
