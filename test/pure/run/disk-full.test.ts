import { expect, test } from '@jest/globals';
import { isDiskFull } from '../../../src/domain/errors/disk-full.js';

const error = (message: string, more: object = {}): Error => Object.assign(new Error(message), more);

test.each([
  ['as the system reports it', error('write failed', { code: 'ENOSPC' }), true],
  ['a quota', error('write failed', { code: 'EDQUOT' }), true],
  ['of another process, which tells only its message', error('ENOSPC: no space left on device, write'), true],
  ['as a cause', error('The journal cannot be written', { cause: error('', { code: 'ENOSPC' }) }), true],
  ['another failure', error('EACCES: permission denied', { code: 'EACCES' }), false],
  ['a text that only quotes one', error('The page says "ENOSPC: no space left"'), false],
  ['no error at all', 'ENOSPC: no space left on device', false],
])('a full disk is known: %s', (_, thrown, expected) => {
  expect(isDiskFull(thrown)).toBe(expected);
});
