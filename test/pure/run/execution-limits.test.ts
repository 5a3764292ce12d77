// From where on a run goes on in another execution.
import { expect, test } from '@jest/globals';
import { isNearLimit } from '../../../src/domain/run/execution-limits.js';

const some = { updates: 1_499, signals: 7_499, events: 38_399 };

test('CL22: below three quarters of each of Temporal’s limits an execution goes on', () => {
  expect(isNearLimit(some)).toBe(false);
});

test.each(['updates', 'signals', 'events'] as const)('CL22: near its limit of %s it is continued as new', (name) => {
  expect(isNearLimit({ ...some, [name]: some[name] + 1 })).toBe(true);
});
