// RP30: where a prompt or a decision differs, by the first thing in it that does.
import { expect, test } from '@jest/globals';
import { promptDifference, valueDifference } from '../../../src/rerun/decide-again.js';

const user = (text: string) => ({ role: 'user', text }) as const;

test('RP30: a prompt is the same, or differs in a section, by a line', () => {
  const recorded = [{ role: 'system', text: 'rules' } as const, user('## Screen\n[1] button "Save"\n\n## Status\nCONTINUE')];
  expect(promptDifference(recorded, recorded)).toBeUndefined();
  expect(promptDifference(recorded, [recorded[0]!, user('## Screen\n[1] button "Send"\n\n## Status\nCONTINUE')])).toEqual({
    part: 'prompt, user message, "## Screen"',
    recorded: '[1] button "Save"',
    now: '[1] button "Send"',
  });
  expect(promptDifference(recorded, [{ role: 'system', text: 'other rules' }, recorded[1]!])?.part).toBe('prompt, system message');
});

test('RP30: what was asked again because a reply could not be used is no difference; a message too many is one', () => {
  const asked = [user('## Screen\nempty')];
  expect(promptDifference([...asked, { role: 'assistant', text: '{' }, user('This answer cannot be used')], asked)).toBeUndefined();
  expect(promptDifference(asked, [...asked, user('and more')])).toEqual({ part: 'prompt, user message', recorded: '', now: 'and more' });
});

test('RP30: lines that went or came at the end', () => {
  expect(promptDifference([user('## A\none\ntwo')], [user('## A\none')])).toEqual({
    part: 'prompt, user message, "## A"',
    recorded: 'two',
    now: '',
  });
});

test.each([
  ['the same', { a: [1, { b: 'x' }] }, { a: [1, { b: 'x' }] }, undefined],
  [
    'deep within',
    { actions: [{ function: 'click_input' }] },
    { actions: [{ function: 'keyboard_input' }] },
    ['decision, actions.0.function', '"click_input"', '"keyboard_input"'],
  ],
  ['more than there was', { plan: [] }, { plan: ['one'] }, ['decision, plan.0', '(nothing)', '"one"']],
  ['less than there was', { result: 'ordered' }, {}, ['decision, result', '"ordered"', '(nothing)']],
])('RP30: a decision with %s', (_what, recorded, now, expected) => {
  const [part, before, after] = expected ?? [];
  expect(valueDifference('decision', recorded, now)).toEqual(expected && { part, recorded: before, now: after });
});
