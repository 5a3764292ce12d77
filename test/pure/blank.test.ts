import { expect, test } from '@jest/globals';
import { isBlank } from '../../src/domain/text/blank.js';
import { parseRequest } from '../../src/domain/human/message.js';
import { isText } from '../../src/domain/checks/input-check.js';
import { parseDefinition } from '../../src/domain/procedure/parse-definition.schema.js';
import { activity, documentOf, procedureOf, Run, work } from '../support/procedures.js';

const invisible: Readonly<Record<string, string>> = {
  nothing: '',
  spaces: ' \t\n\u00a0\u3000\u2003',
  'zero-width characters': '\u200b\u200c\u200d\u2060\ufeff',
  'marks of direction': '\u200e\u200f\u061c\u202a\u202e\u2066\u2069',
  'soft hyphens': '\u00ad\u00ad',
  'variation selectors': '\ufe0f\u{e0100}\u180b',
  'tag characters': '\u{e0041}\u{e0042}\u{e007f}',
  'fillers of Hangul': '\u115f\u1160\u3164\uffa0',
  'the empty cell of braille': '\u2800',
  'the empty note head': '\u{1d159}',
  'Khmer inherent vowels': '\u17b4\u17b5',
  'the grapheme joiner': '\u034f',
  'invisible operators': '\u2061\u2062\u2063\u2064',
  'control characters': '\u0000\u0007\u001b\u007f\u0085',
  'marks without a letter': '\u0301\u20e3',
  'half a pair': '\ud800',
};

test.each(Object.entries(invisible))('P68: a text of %s says nothing, wherever one is demanded', (_, text) => {
  expect(isBlank(text)).toBe(true);
  const run = new Run(procedureOf([activity('a', { steps: [work('s')] })]));
  expect(run.do({ call: 'complete_step', step_id: 's', summary: text })).toBe('SUMMARY_REQUIRED');
  expect(() => isText(text, 'request')).toThrow(expect.objectContaining({ code: 'invalid-input' }));
  expect(parseRequest({ text })).toMatchObject({ type: 'malformed' });
  expect(parseDefinition(documentOf([activity('a', { steps: [work('s', { name: text })] })]), 'compat').definition).toBeUndefined();
});

test.each(['a', '0', '…', '✓', '👍', '日', 'é', 'क्', '👩‍💻', '\u200bа\u200b', '⠁', '-', 'ㅤx'])('P68: %s says something', (text) => {
  expect(isBlank(text)).toBe(false);
  const run = new Run(procedureOf([activity('a', { steps: [work('s')] })]));
  expect(run.do({ call: 'complete_step', step_id: 's', summary: text })).toBe('ok');
});
