import { describe, expect, test } from '@jest/globals';
import { parseFlowInput } from '../../../src/domain/flow/input.js';
import { parseHostAgentInput } from '../../../src/domain/agent/input.js';
import { temporalPriorityOf } from '../../../src/domain/run/queue-place.js';

describe('the place of a run in queues', () => {
  test.each([
    [{ request: 'x' }, undefined],
    ['no input', undefined],
    [{ request: 'x', priority: 1 }, { priorityKey: 1 }],
    [
      { fairness_key: 'acme', fairness_weight: 2.5, priority: null },
      { fairnessKey: 'acme', fairnessWeight: 2.5 },
    ],
  ])('FL4: of %j: %j', (input, priority) => expect(temporalPriorityOf(input)).toEqual(priority));

  test.each([
    [{ priority: 0 }, 'input.priority is 0; allowed: a number from 1 to 5.'],
    [{ priority: 2.5 }, 'input.priority is 2.5; allowed: a whole number from 1 (first) to 5.'],
    [{ priority: 'high' }, 'input.priority is "high"; allowed: a number from 1 to 5.'],
    [{ fairnessKey: 'ü'.repeat(33) }, 'allowed: a text of at most 64 bytes.'],
    [{ fairnessWeight: 0 }, 'input.fairnessWeight is 0; allowed: a number from 0.001 to 1000.'],
  ])('FL4: %j is refused by every engine and before a run is started', (wrong, message) => {
    expect(() => temporalPriorityOf(wrong)).toThrow(message);
    expect(() => parseHostAgentInput({ request: 'x', ...wrong })).toThrow(message);
    expect(() => parseFlowInput({ flow: {}, ...wrong })).toThrow(message);
  });
});
