import { expect, test } from '@jest/globals';
import { labelControls, parseControlList } from '../../../src/domain/ui/control-list.js';

const ref = `sha256:${'0'.repeat(64)}` as const;

test('a stored control list is read back', () => {
  const list = labelControls([], { roles: [] });
  expect(parseControlList(structuredClone(list), ref)).toEqual(list);
});

test.each<[string, unknown]>([
  ['another version', { version: 2, controls: [] }],
  ['no version', { controls: [] }],
  ['no list', { version: 1 }],
  ['something else', 'controls'],
])('%s is refused by its reference', (_what, stored) => {
  expect(() => parseControlList(stored, ref)).toThrow(`Artifact ${ref} is not a control list of version 1`);
});
