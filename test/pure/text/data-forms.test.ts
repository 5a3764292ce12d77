// R1: what a page writes in its own way says the same.
import { expect, test } from '@jest/globals';
import { processorMs } from '../../support/processor-time.js';
import { formIn, isSameForm, isSameOfNumbers, textBetween } from '../../../src/domain/text/data-forms.js';

test.each([
  ['Lunch, 7.00 € in all', '7', '7.00'],
  ['€7', '7.00 €', '7'],
  ['1.234,50 EUR', '1234.5', '1.234,50'],
  ['1 234,50 kr', '1,234.50', '1 234,50'],
  ["CHF 1'250.00", '1250', "1'250.00"],
  ['−3,5 °C', '-3.50', '−3,5'],
  ['due 5 March 2026', '2026-03-05', '5 March 2026'],
  ['fällig am 5. März 2026', '2026-03-05', '5. März 2026'],
  ['on Mar 5, 2026 at noon', '05.03.2026', 'Mar 5, 2026'],
  ['3/5/26', '5 Mar 2026', '3/5/26'],
  ['Thu, 5 Mar', '2026-03-05', '5 Mar'],
])('RP13: R1: in "%s", "%s" is "%s"', (text, wanted, form) => {
  expect(formIn(text, wanted)).toBe(form);
});

test.each([
  ['17.00 €', '7'],
  ['7,000 km', '7'],
  ['0.250 kg', '250'],
  ['version 7.0.1', '7'],
  ['at 7:00', '7'],
  ['A7', '7'],
  ['3–7', '-7'],
  ['5 March 2026', '2026-03-06'],
  ['31/12/2026', '2026-11-12'],
  ['5 March 2025', '2026-03-05'],
  ['Lunch', 'Lunch'],
])('RP13: R1: in "%s" there is no other form of "%s"', (text, wanted) => {
  expect(formIn(text, wanted)).toBeUndefined();
});

test('RP13: R1: two texts say the same of a value, or of other numbers', () => {
  expect([isSameForm('Paid 7.00 €', 'paid 7 €'), isSameForm('Paid 7.00 € twice', 'paid 7 €'), isSameForm('Paid', 'paid')]).toEqual([
    ...[true, false, false],
  ]);
  expect([isSameOfNumbers('1 task left', '3 tasks left'), isSameOfNumbers('2 Einträge', '1 Eintrag')]).toEqual([true, true]);
  expect([isSameOfNumbers('1 task left', '3 tasks done'), isSameOfNumbers('Add', 'Ad'), isSameOfNumbers('3 for all', '3 for ill')]).toEqual(
    [...[false, false, false]],
  );
});

test.each([
  ['Total: 7', 'Total: ', '', '7'],
  ['1 task left', '', ' tasks left', '1'],
  ['2 expenses, 19.50 € in all', ' expense, ', ' € in all', '19.50'],
  ['($3 items)', '($', ' item)', '3'],
  ['Orders 5', 'Order ', '', '5'],
  ['No tasks left', '', ' done', undefined],
  ['Gross: 5', 'Total: ', '', undefined],
])('RP13: R1: in "%s", between "%s" and "%s" stands %s', (text, before, after, wanted) => {
  expect(textBetween(text, before, after)).toBe(wanted);
});

test.each(['1,', '1.', '5 March 2026 ', '1/2/3', 'a ', '12 345', '- ', '’1'])(
  'RP13: R1: a long text of "%s" is read in one go',
  (piece) => {
    expect(processorMs(() => void formIn(piece.repeat(200_000 / piece.length), '7'))).toBeLessThan(2_000);
  },
);
