import { expect, test } from '@jest/globals';
import { runIdOf } from '../../../src/adapters/node-crypto/run-id.js';

test('E38: a run is named by a ULID, which is the same when generated again', () => {
  const at = Date.parse('2026-11-22T00:00:00Z');
  expect(runIdOf('an execution', at)).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  expect(runIdOf('an execution', at)).toBe(runIdOf('an execution', at));
  expect(runIdOf('another', at)).not.toBe(runIdOf('an execution', at));
  expect(runIdOf('an execution', at + 1).slice(0, 10)).not.toBe(runIdOf('an execution', at).slice(0, 10));
});
