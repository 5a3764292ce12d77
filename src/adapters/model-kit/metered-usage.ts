// What a turn cost: by the server's count where it can be one, else estimated from the texts. Budgets depend on it.

import { costOf, priceOf, type Prices } from '../../domain/budget/prices.js';
import { pictureTokens } from '../../domain/budget/picture-tokens.js';
import type { Usage } from '../../domain/budget/usage.js';
import type { Size } from '../../domain/ui/geometry.js';
import type { Prompt } from './prompt.js';
import type { Answer } from '../openai/wire.js';

export interface Metered {
  readonly usage: Usage;
  readonly warnings: readonly string[];
}

interface Tokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  readonly writtenTokens: number;
}

/** No model takes or gives more in one call. */
const mostTokens = 10_000_000;
/** Rough: about right for English, too few for most other languages. */
const charactersOfToken = 4;

/** `tokensOfPicture`: as its provider counts one. */
export function meteredUsage(
  answer: Answer,
  { model, messages, images, imageDetail }: Prompt,
  prices: Prices,
  tokensOfPicture: (size: Size) => number = (size) => pictureTokens(size, imageDetail),
): Metered {
  const seen = images.reduce((sum, { size }) => sum + tokensOfPicture(size), 0);
  const reported = reportedTokens(answer);
  const tokens = reported ?? {
    inputTokens: tokensOf(messages.reduce((sum, { text }) => sum + text.length, 0)) + seen,
    outputTokens: tokensOf([answer.said?.text ?? '', ...(answer.said?.calls ?? [])].join('').length),
    cachedTokens: 0,
    writtenTokens: 0,
  };
  const price = priceOf(model, prices) ?? priceOf(answer.model ?? model, prices);
  const { inputTokens, outputTokens } = tokens;
  return {
    usage: {
      inputTokens,
      outputTokens,
      costUsd: price ? costOf(price, tokens) : 0,
      modelCalls: 1,
      pictures:
        images.length > 0
          ? {
              count: images.length,
              tokens: seen,
              costUsd: price ? costOf(price, { inputTokens: seen, outputTokens: 0 }) : 0,
            }
          : undefined,
    },
    warnings: [
      ...(reported ? [] : [`The server reported no usable count of tokens for ${model}: they are estimated from the texts.`]),
      ...(price ? [] : [`There is no price for ${model}: its cost counts as 0. Add it under prices in the configuration.`]),
    ],
  };
}

/** `undefined`: none, or none that can be true. */
function reportedTokens({ tokens: reported }: Answer): Tokens | undefined {
  if (!reported) return undefined;
  const { input, output, cached, written } = reported;
  const [inputTokens, outputTokens, cachedTokens, writtenTokens] = [input, output, cached, written].map(countOf);
  if (inputTokens === undefined || outputTokens === undefined || cachedTokens === undefined || writtenTokens === undefined)
    return undefined;
  // Nothing is asked with nothing: 0 is a server's way of not counting.
  if (inputTokens === 0) return undefined;
  return cachedTokens + writtenTokens <= inputTokens ? { inputTokens, outputTokens, cachedTokens, writtenTokens } : undefined;
}

/** What is left out counts as none. */
function countOf(reported: unknown): number | undefined {
  const count = reported ?? 0;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 && count <= mostTokens ? count : undefined;
}

function tokensOf(characters: number): number {
  return Math.ceil(characters / charactersOfToken);
}
