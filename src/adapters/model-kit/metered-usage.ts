// What a turn cost: by the server's counts where they can be true, each that is not estimated from the texts. Budgets depend on it.

import { z } from 'zod';
import { costOf, priceOf, type Prices } from '../../domain/budget/prices.js';
import { pictureTokens } from '../../domain/budget/picture-tokens.js';
import type { Usage } from '../../domain/budget/usage.js';
import { recordOf } from '../../domain/checks/read-stored.js';
import type { Size } from '../../domain/ui/geometry.js';
import type { Prompt } from './prompt.js';
import type { Answer } from '../openai/wire.js';

export interface Metered {
  readonly usage: Usage;
  readonly warnings: readonly string[];
}

/** More that a total has beyond what was read and said is no count of reasoning. */
const mostReasoned = 200_000;
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
  const { input, output, cached, written, total } = reportedTokens(answer);
  const said = tokensOf([answer.said?.text ?? '', ...(answer.said?.calls ?? [])].join('').length);
  // Nothing is asked with nothing, nor said with nothing: 0 is a server's way of not counting.
  const inputTokens = input || tokensOf(messages.reduce((sum, { text }) => sum + text.length, 0)) + seen;
  const spoken = output || said;
  const reasoned = input && total ? total - input - spoken : 0;
  const outputTokens = reasoned > 0 && reasoned <= mostReasoned ? spoken + reasoned : spoken;
  const tokens = { inputTokens, outputTokens, cachedTokens: cached, writtenTokens: written };
  const price = priceOf(model, prices) ?? priceOf(answer.model ?? model, prices);
  const isEstimated = !input || (!output && said > 0);
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
      ...(isEstimated ? [`The server reported no usable count of tokens for ${model}: they are estimated from the texts.`] : []),
      ...(price ? [] : [`There is no price for ${model}: its cost counts as 0. Add it under prices in the configuration.`]),
    ],
  };
}

/** Of an answer that cannot be used: whether its server counts something for it, or had begun to speak. */
export function isPaid(answer: Answer): boolean {
  const { input = 0, output = 0 } = reportedTokens(answer);
  return input + output > 0 || [answer.said?.text, ...(answer.said?.calls ?? [])].some(Boolean);
}

/** Undefined: left out. Where one of them cannot be true, none counts; more that came from the cache than there was is no count of the cache. */
function reportedTokens({ tokens }: Pick<Answer, 'tokens'>): Tokens {
  const counts = countsSchema.safeParse(tokens).data;
  return counts && counts.cached + counts.written <= (counts.input ?? mostTokens) ? counts : { cached: 0, written: 0 };
}

/** No model takes or gives more in one call. */
const mostTokens = 10_000_000;
const countSchema = z.int().min(0).max(mostTokens);
const leftOut = countSchema.nullish().transform((count) => count ?? undefined);
const none = countSchema.nullish().transform((count) => count ?? 0);
const countsSchema = z.object({ input: leftOut, output: leftOut, cached: none, written: none, total: leftOut.catch(undefined) });
type Tokens = Partial<z.infer<typeof countsSchema>> & Pick<z.infer<typeof countsSchema>, 'cached' | 'written'>;

/** Of the reports of a stream, each of which may leave out or zero what an earlier one has: what was said last of each count. */
export function lastCounts(reports: readonly unknown[]): Readonly<Record<string, unknown>> | undefined {
  const counts = reports.flatMap((report) => Object.entries(recordOf(report) ?? {}).filter(([, count]) => Boolean(count)));
  return counts.length > 0 ? Object.fromEntries(counts) : undefined;
}

function tokensOf(characters: number): number {
  return Math.ceil(characters / charactersOfToken);
}
