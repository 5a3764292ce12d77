import { costOf, defaultPrices, priceOf } from '../../../src/domain/budget/prices.js';

test('a dated snapshot has the price of its family, unless it has its own', () => {
  expect(priceOf('gpt-4.1-2025-04-14')).toEqual(defaultPrices['gpt-4.1']);
  expect(priceOf('gpt-4o-2024-05-13')).toEqual({ input: 5, output: 15 });
});

test('a name that only starts like a known one has no price', () => {
  expect(priceOf('gpt-4.1-turbo-ultra')).toBeUndefined();
  expect(priceOf('toString')).toBeUndefined();
});

test("the user's entry takes precedence over the table's", () => {
  expect(priceOf('gpt-4.1', { 'gpt-4.1': { input: 1, output: 1 } })).toEqual({ input: 1, output: 1 });
  expect(priceOf('my-model', { 'my-model': { input: 0, output: 0 } })).toEqual({ input: 0, output: 0 });
});

test('cost is per million tokens, with a separate price for cached input', () => {
  expect(costOf({ input: 2, output: 8 }, { inputTokens: 1_000_000, outputTokens: 500_000 })).toBe(6);
  // A quarter was read from the cache, a quarter put into it.
  const counts = { inputTokens: 1_000_000, outputTokens: 0, cachedTokens: 250_000, writtenTokens: 250_000 };
  expect(costOf({ input: 2, output: 8, cachedInput: 0.4 }, counts)).toBeCloseTo(1 + 0.1 + 0.625);
  expect(costOf({ input: 2, output: 8, cachedInput: 0.5 }, { inputTokens: 1_000_000, outputTokens: 0, cachedTokens: 1_000_000 })).toBe(0.5);
});

test('the table is plausible', () => {
  for (const { input, output, cachedInput = 0 } of Object.values(defaultPrices)) {
    expect(output).toBeGreaterThan(input);
    expect(cachedInput).toBeLessThan(input);
  }
});
