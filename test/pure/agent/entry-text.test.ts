import { outcomeText } from '../../../src/domain/agent/decision.js';
import { together } from '../../../src/domain/ui/change.js';

test.each([
  [{ status: 'done' }, 'done'],
  [{ status: 'done', unverified: 'a password is not read back' }, 'done, not verified (a password is not read back)'],
  [
    { status: 'done', unverified: 'a terminal is not read back', effect: { kind: 'changed', what: 'text "x" came' } },
    'done, not verified (a terminal is not read back): text "x" came',
  ],
  [
    { status: 'done', unverified: 'it hides it', effect: { kind: 'nothing-visible' } },
    'done, not verified (it hides it), but nothing visible changed',
  ],
] as const)('HE7: an outcome %j reads "%s"', (outcome, text) => {
  expect(outcomeText(outcome)).toBe(text);
});

test('HE7: what a field made of a text is told before what the looks tell', () => {
  const made = { kind: 'changed', what: 'the field formatted it' } as const;
  expect(together(made, { kind: 'changed', what: 'textbox "Phone" now has "(555)"' })).toEqual({
    kind: 'changed',
    what: 'the field formatted it; textbox "Phone" now has "(555)"',
  });
  expect(together(made, { kind: 'nothing-visible' })).toEqual(made);
  expect(together(undefined, { kind: 'nothing-visible' })).toEqual({ kind: 'nothing-visible' });
});
