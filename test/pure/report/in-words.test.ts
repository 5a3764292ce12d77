import { sayerOf } from '../../../src/domain/report/assemble.js';

const order = { function: 'click_input', args: { button: 'left' }, target: { label: '8', role: 'button', name: 'Order' } };
const typed = {
  function: 'set_edit_text',
  args: { text: 'Ann', clear_current_text: true },
  target: { label: '7', role: 'textbox', name: 'Name' },
};

test.each([
  ['Approved: click_input "Order" [8] (go on).', 'Approved: Click “Order” (go on).'],
  ['perform-3 (click_input "Order" [12]), attempt 1', 'perform-3 (Click “Order”), attempt 1'],
  [
    'set_edit_text "Name" [7] "Ann", clear_current_text; click_input "Order" [8]',
    'Type “Ann” into “Name”, replacing what is there; Click “Order”',
  ],
  ['click_input "Other" [8]', 'click_input "Other" [8]'],
  ['It reads the texts of the page.', 'It reads the texts of the page.'],
])('EV3: "%s" is told as "%s"', (text, said) => {
  expect(sayerOf([order, typed, { function: 'texts', args: {} }])(text)).toBe(said);
});
