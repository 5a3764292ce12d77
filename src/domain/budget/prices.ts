// Model prices. The table is dated: providers change prices, users have contracts; the configuration's entries override it. A model that is not listed costs 0, with a warning.

/** US dollars per million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
  /** Input that the provider had cached; defaults to `input`. */
  readonly cachedInput?: number;
}

export type Prices = Readonly<Record<string, Price>>;

/** Last compared with the provider's public list (standard tier, no batch) on 1 June 2026. */
export const defaultPrices: Prices = {
  'gpt-4o': { input: 2.5, output: 10, cachedInput: 1.25 },
  'gpt-4o-2024-05-13': { input: 5, output: 15 },
  'gpt-4o-mini': { input: 0.15, output: 0.6, cachedInput: 0.075 },
  'gpt-4.1': { input: 2, output: 8, cachedInput: 0.5 },
  'gpt-4.1-mini': { input: 0.4, output: 1.6, cachedInput: 0.1 },
  'gpt-4.1-nano': { input: 0.1, output: 0.4, cachedInput: 0.025 },
  o3: { input: 2, output: 8, cachedInput: 0.5 },
  'o4-mini': { input: 1.1, output: 4.4, cachedInput: 0.275 },
  'gpt-5': { input: 1.25, output: 10, cachedInput: 0.125 },
  'gpt-5-mini': { input: 0.25, output: 2, cachedInput: 0.025 },
  'gpt-5-nano': { input: 0.05, output: 0.4, cachedInput: 0.005 },
  'gpt-5.4': { input: 2.5, output: 15, cachedInput: 0.25 },
  'gpt-5.5': { input: 5, output: 30, cachedInput: 0.5 },
};

export interface TokenCount {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Part of `inputTokens`. */
  readonly cachedTokens?: number;
  /** Part of `inputTokens`, none of `cachedTokens`: put into the provider's cache. */
  readonly writtenTokens?: number;
}

/** What putting a token into a cache costs more than reading it: where it costs at all (Anthropic's, for five minutes). */
const writing = 1.25;

/** The user's entry for that name, otherwise the table's; a dated snapshot (`name-2025-01-31`) has the price of its family. */
export function priceOf(model: string, overrides: Prices = {}): Price | undefined {
  const prices = { ...defaultPrices, ...overrides };
  const names = [model, model.replace(/-\d{4}-\d{2}-\d{2}$/, '')];
  const known = names.find((name) => Object.hasOwn(prices, name));
  return known === undefined ? undefined : prices[known];
}

/** US dollars. */
export function costOf(
  { input, output, cachedInput = input }: Price,
  { inputTokens, outputTokens, cachedTokens = 0, writtenTokens = 0 }: TokenCount,
): number {
  const cached = Math.min(cachedTokens, inputTokens);
  const written = Math.min(writtenTokens, inputTokens - cached);
  const plain = inputTokens - cached - written;
  return (plain * input + cached * cachedInput + written * input * writing + outputTokens * output) / 1_000_000;
}
