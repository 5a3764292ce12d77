import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { evaluate } from '../../../src/domain/procedure/condition.js';
import { readWhen } from '../../../src/domain/procedure/when-expression.js';
import { lookUp } from '../../../src/domain/procedure/variables.js';
import type { Variables } from '../../../src/domain/run/json.js';
import { holds, same } from '../../support/properties.js';

function isTrue(text: string, variables: Variables): boolean {
  const read = readWhen(text);
  if ('wrong' in read) throw new Error(read.wrong);
  return 'always' in read || evaluate(read.condition, (name) => lookUp(variables, name));
}

test.each<[string, Variables, boolean]>([
  ['ready == true', { ready: true }, true],
  ['ready == true', { ready: 'true' }, false],
  ["platform == 'jira'", { platform: 'jira' }, true],
  ['platform == "jira"', { platform: 'jira' }, true],
  ['platform == jira', { platform: 'jira' }, true],
  ['mode == full-prism', { mode: 'full-prism' }, true],
  ['name == "it\\"s"', { name: 'it"s' }, true],
  ["path != ''", { path: '' }, false],
  ['count > 0', { count: 2 }, true],
  ['count >= -1.5', { count: -1.5 }, true],
  ['count < 3', {}, false],
  ['plan.status == null', { plan: {} }, true],
  ['worker', { worker: 'w1' }, true],
  ['worker', { worker: '' }, false],
  ['worker', { worker: 0 }, false],
  ['worker', {}, false],
  ['!worker', {}, true],
  ['!a == 1', { a: 2 }, true],
  ['a && b || c', { a: false, b: true, c: true }, true],
  ['a && (b || c)', { a: false, b: true, c: true }, false],
  ['a || b && c', { a: true, b: false, c: false }, true],
  ['(a && (!b || c == 1))', { a: true, b: false }, true],
  ['true', {}, true],
  ['a || true', {}, true],
  ['!false && a', { a: true }, true],
])('P63: %s, with %j, is %s', (text, variables, expected) => {
  expect(isTrue(text, variables)).toBe(expected);
});

test.each([
  ['', 'it is empty'],
  ['a ==', 'it ends too early'],
  ['a = 1', 'nothing is known that begins with "= 1"'],
  ['a === 1', 'nothing is known that begins with "= 1"'],
  ['a and b', "'and' is not expected there"],
  ['a == 1 1', "'1' is not expected there"],
  ['(a', "a ')' is missing"],
  ['a)', "')' is not expected there"],
  ["a == 'open", 'nothing is known that begins with "\'open"'],
  ['1 == a', "a variable is expected, not '1'"],
  ['a.length() == 0', "'(' is not expected there"],
  ['a in b', "'in' is not expected there"],
  ['a == b.', 'nothing is known that begins with "b."'],
  ['false', 'it is never true'],
  ['a && false', 'it is never true'],
  ['!'.repeat(100) + 'a', 'it is nested deeper than 64'],
  ['('.repeat(500) + 'a' + ')'.repeat(500), 'it is nested deeper than 64'],
  ['a'.repeat(2_001), 'it is longer than 2000 characters'],
])('P63: %s is not understood, and why is said', (text, why) => {
  const read = readWhen(text);
  expect('wrong' in read ? read.wrong : read).toContain(why);
});

test('P63: whatever the text, it is read or refused, never thrown', () => {
  const piece = fc.constantFrom(
    'a',
    'b.c',
    '==',
    '!=',
    '>',
    '!',
    '(',
    ')',
    '&&',
    '||',
    "'x'",
    '"y"',
    '1',
    '-2',
    'true',
    'null',
    ' ',
    '.',
    '&',
    '=',
    '\\',
    '\u200b',
  );
  holds(
    fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 12 }).map((parts) => parts.join('')),
    ),
    (text) => {
      const read = readWhen(text);
      same('wrong' in read || 'always' in read || typeof evaluate(read.condition, () => undefined) === 'boolean', true);
    },
  );
});
