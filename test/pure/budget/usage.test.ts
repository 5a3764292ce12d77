import { describe, expect, test } from '@jest/globals';
import { addUsage, noUsage, type Usage } from '../../../src/domain/budget/usage.js';
import { usageText } from '../../../src/cli/render.js';

const call: Usage = { inputTokens: 900, outputTokens: 100, costUsd: 0.01, modelCalls: 1 };
const seeing: Usage = { ...call, pictures: { count: 1, tokens: 255, costUsd: 0.002 } };

describe('usage', () => {
  test('HE32: what pictures cost is added up apart; without any nothing is said of them', () => {
    expect(addUsage(seeing, seeing)).toEqual({
      inputTokens: 1_800,
      outputTokens: 200,
      costUsd: 0.02,
      modelCalls: 2,
      pictures: { count: 2, tokens: 510, costUsd: 0.004 },
    });
    expect(addUsage(call, seeing).pictures).toEqual(seeing.pictures);
    expect(addUsage(seeing, noUsage)).toEqual(seeing);
    expect(addUsage(call, noUsage)).toEqual(call);
  });

  test('HE32: in words', () => {
    expect(usageText(call)).toBe('1 model call, 1000 tokens, 0.0100 US dollars');
    expect(usageText(addUsage(seeing, call))).toBe(
      '2 model calls, 2000 tokens, 0.0200 US dollars; of these 1 picture, about 255 tokens, 0.0020 US dollars',
    );
  });
});
