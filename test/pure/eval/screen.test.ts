// What a prompt shows of a screen can be read back: the oracle's parser is the inverse of `observationText`.
import fc from 'fast-check';
import { parseScreen } from '../../../bench/eval/oracle/screen.js';
import { observationText } from '../../../src/domain/ui/observation-text.js';
import type { Control } from '../../../src/domain/ui/control.js';
import { control, labelled } from '../../support/decide-inputs.js';
import { holds } from '../../support/properties.js';

function shown(...controls: readonly Control[]) {
  return parseScreen(observationText(labelled(...controls).controls));
}

const plain = { type: 'control', guessed: false, value: '', states: [], format: '', error: '', options: [], level: 0 };

test('HE50: controls are read back with label, kind, name, value, states, format, error and options', () => {
  expect(
    shown(
      control('heading', 'Checkout'),
      control('textbox', 'Full name', { value: 'Ada', states: ['focused', 'required'] }),
      control('combobox', 'Delivery day', { value: 'Choose a day', options: ['Choose a day', 'Friday'] }),
      control('textbox', '', { value: 'alone' }),
      control('button', 'Place order', { enabled: false }),
      control('textbox', 'Time', { format: 'HH:MM', error: 'Too early' }),
      control('alert', 'Sold out'),
    ),
  ).toEqual([
    { type: 'heading', text: 'Checkout' },
    { ...plain, label: '1', kind: 'box', name: 'Full name', value: 'Ada', states: ['focused', 'required'] },
    { ...plain, label: '2', kind: 'combo', name: 'Delivery day', value: 'Choose a day', options: ['Choose a day', 'Friday'] },
    { ...plain, label: '3', kind: 'box', name: '', value: 'alone' },
    { ...plain, label: '', kind: 'btn', name: 'Place order', states: ['disabled'] },
    { ...plain, label: '4', kind: 'box', name: 'Time', format: 'HH:MM', error: 'Too early' },
    { type: 'alert', text: 'Sold out' },
  ]);
});

test('HE50: what is inside a control, what is guessed, what scrolls and what only scrolling brings', () => {
  expect(
    shown(
      control('generic', 'Mail of Ada'),
      control('button', 'trash', { level: 1, guessed: true }),
      control('scrollarea', '', { value: '0 %, 0 px above, 9 px below' }),
      control('link', 'Imprint', { beyond: 'below' }),
    ),
  ).toEqual([
    { ...plain, label: '1', kind: 'item', name: 'Mail of Ada' },
    { ...plain, label: '2', kind: 'btn', name: 'trash', guessed: true, level: 1 },
    { ...plain, label: '3', kind: 'scroll', name: '', value: '0 %, 0 px above, 9 px below' },
    { ...plain, label: '4', kind: 'a', name: 'Imprint', states: ['below'] },
  ]);
});

test('HE50: texts of one row come together, those of different rows apart', () => {
  const at = (x: number, y: number) => ({ bounds: { x, y, width: 50, height: 20 } });
  expect(shown(control('text', 'Total', at(0, 0)), control('text', '12.50', at(90, 2)), control('text', 'Thank you', at(0, 40)))).toEqual([
    { type: 'texts', texts: ['Total', '12.50'] },
    { type: 'texts', texts: ['Thank you'] },
  ]);
});

test('HE50: whatever words stand in a name and a value, they are read back', () => {
  const words = fc.array(fc.stringMatching(/^[A-Za-z0-9$.,:'"-]{1,8}$/), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '));
  holds(fc.array(fc.tuple(words, words), { minLength: 1, maxLength: 6 }), (fields) => {
    const lines = shown(...fields.map(([name, value]) => control('textbox', name, { value })));
    expect(lines.map((line) => line.type === 'control' && [line.name, line.value])).toEqual(
      fields.map(([name, value]) => [name, value === name ? '' : value]),
    );
  });
});
