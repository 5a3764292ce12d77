import { exitCodeOf } from '../../../src/cli/errors.js';

test.each([
  ['completed', 0],
  ['failed', 1],
  ['error', 1],
  ['cancelled', 1],
  ['terminated', 1],
  ['step-limit', 4],
  ['budget-tokens', 4],
  ['budget-time', 4],
  ['budget-cost', 4],
])('a run that ended %s exits with %i', (outcome, code) => {
  expect(exitCodeOf(outcome)).toBe(code);
});
