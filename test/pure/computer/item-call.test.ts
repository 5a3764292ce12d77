import { itemCall } from '../../../src/domain/computer/item-call.js';
import type { PictureOfScreen } from '../../../src/domain/computer/picture-places.js';
import { keysOf } from '../../../src/domain/computer/key-names.js';
import type { ComputerItem } from '../../../src/domain/computer/computer-turn.js';
import { parseKeys } from '../../../src/domain/ui/keys.js';

const same: PictureOfScreen = { picture: { width: 1_000, height: 500 }, screen: { width: 1_000, height: 500 } };
/** Sent at half its size. */
const halved: PictureOfScreen = { picture: { width: 1_000, height: 500 }, screen: { width: 2_000, height: 1_000 } };
const at = { x: 250, y: 125 };
const call = (Function: string, Args: unknown, ControlLabel = '') => ({ call: { Function, Args, ControlLabel } });
const secret = { type: 'text', text: '{{secret:SHOP}}' } as const;

describe('an item of a batch', () => {
  test.each<[ComputerItem, PictureOfScreen, object | undefined]>([
    [
      { type: 'click', at, button: 'left', count: 1 },
      same,
      call('click_on_coordinates', { x: 0.25, y: 0.25, button: 'left', double: false }),
    ],
    [
      { type: 'click', at, button: 'middle', count: 2 },
      halved,
      call('click_on_coordinates', { x: 0.25, y: 0.25, button: 'middle', double: true }),
    ],
    [{ type: 'click', at, button: 'left', count: 1, holding: [] }, same, expect.objectContaining({ call: expect.anything() })],
    [{ type: 'move', at }, same, call('hover', { at: '0.250000,0.250000' })],
    // Rounded up it would be outside.
    [{ type: 'move', at: { x: 999.9999, y: 0 } }, same, call('hover', { at: '0.999999,0.000000' })],
    [
      { type: 'drag', path: [at, { x: 500, y: 0 }, { x: 999, y: 499 }] },
      same,
      call('drag', { from: '0.250000,0.250000', to: '0.999000,0.998000', via: ['0.500000,0.000000'], hold: false }),
    ],
    // Down is negative for our wheel, and distances grow with the screen.
    [
      { type: 'scroll', at, by: { x: 0, y: 300 }, unit: 'px' },
      same,
      call('wheel_mouse_input', { wheel_dist: -3, sideways: 0, at: '0.250000,0.250000' }),
    ],
    [
      { type: 'scroll', at, by: { x: -50, y: -100 }, unit: 'px' },
      halved,
      call('wheel_mouse_input', { wheel_dist: 2, sideways: -1, at: '0.250000,0.250000' }),
    ],
    // A wheel's notches do not depend on the picture.
    [
      { type: 'scroll', at, by: { x: 0, y: 3 }, unit: 'notches' },
      halved,
      call('wheel_mouse_input', { wheel_dist: -3, sideways: 0, at: '0.250000,0.250000' }),
    ],
    [
      { type: 'scroll', at, by: { x: -2, y: 0 }, unit: 'notches' },
      halved,
      call('wheel_mouse_input', { wheel_dist: 0, sideways: -2, at: '0.250000,0.250000' }),
    ],
    [{ type: 'keys', keys: ['Tab'], times: 3 }, same, call('keyboard_input', { keys: '{TAB}{TAB}{TAB}' })],
    [{ type: 'keys', keys: ['ctrl', 'k', 'c'], times: 2 }, same, call('keyboard_input', { keys: '^(kc)^(kc)' })],
    [{ type: 'wait', seconds: 7.5 }, same, call('wait', { seconds: 7.5 })],
    [{ type: 'keys', keys: ['CTRL', 'A'] }, same, call('keyboard_input', { keys: '^a' })],
    [{ type: 'text', text: 'a+b (50%)\n{x}' }, same, call('keyboard_input', { keys: 'a{+}b {(}50{%}{)}\n{{}x{}}' })],
    [{ ...secret }, { ...same, field: '7' }, call('set_edit_text', { text: secret.text, clear_current_text: false }, '7')],
    [{ type: 'wait' }, same, call('wait', { seconds: 2 })],
    [{ type: 'back' }, same, call('go_back', {})],
    [{ type: 'function', name: 'navigate', args: '{"url":"http://a.test"}' }, same, call('navigate', '{"url":"http://a.test"}')],
    [{ type: 'look' }, same, undefined],
  ])('FL22: item %# of a batch is a call of ours', (item, sizes, expected) => {
    expect(itemCall(item, sizes)).toEqual(expected);
  });

  test.each<[ComputerItem, string]>([
    [{ type: 'click', at: { x: 1_000, y: 1 }, button: 'left', count: 1 }, 'click: 1000,1 is outside the picture of 1000 × 500 px.'],
    [{ type: 'move', at: { x: 5, y: -1 } }, 'move: 5,-1 is outside the picture of 1000 × 500 px.'],
    [{ type: 'move', at: { x: Number.NaN, y: 1 } }, 'move: NaN,1 is outside the picture of 1000 × 500 px.'],
    [{ type: 'drag', path: [at, { x: 1, y: 500 }] }, 'drag: 1,500 is outside the picture of 1000 × 500 px.'],
    [{ type: 'drag', path: [at] }, 'A drag needs a path of two points or more.'],
    [{ type: 'drag', path: Array.from({ length: 101 }, () => at) }, 'A path of 101 points is too long to be drawn at once: 100 at most.'],
    [
      { type: 'click', at, button: 'left', count: 1, holding: ['CTRL'] },
      'Nothing is done with the pointer while CTRL is held: click without keys.',
    ],
    [{ type: 'keys', keys: ['CTRL', 'HYPER'] }, '"HYPER" is not a key that is known here.'],
    [{ type: 'keys', keys: ['CMD', 'C'] }, 'CMD+C cannot be pressed: only Ctrl, Alt and Shift are held with another key.'],
    [
      { type: 'click', at, button: 'left', count: 3 },
      'There is no triple click: double-click a word, or click into the text and press ctrl+a.',
    ],
    [{ type: 'keys', keys: ['a'], times: 0 }, 'Keys are pressed 1 to 100 times, not 0.'],
    [{ type: 'keys', keys: ['a'], times: 101 }, 'Keys are pressed 1 to 100 times, not 101.'],
    [{ type: 'keys', keys: ['a'], times: 1.5 }, 'Keys are pressed 1 to 100 times, not 1.5.'],
    [{ type: 'wait', seconds: 301 }, '301 s is no time to wait: more than 0, and 300 at most.'],
    [{ type: 'wait', seconds: 0 }, '0 s is no time to wait: more than 0, and 300 at most.'],
    [{ type: 'wait', seconds: Number.NaN }, 'NaN s is no time to wait: more than 0, and 300 at most.'],
    [{ type: 'scroll', at, by: { x: 0, y: Number.NaN }, unit: 'notches' }, 'scroll: how far is no number.'],
    [{ type: 'text', text: '' }, 'There is no text to type.'],
    [{ type: 'text', text: 'x'.repeat(5_001) }, 'A text of 5001 characters is too long to be typed at once: 5000 at most.'],
    [secret, 'A secret is typed into a field only: click the field right before it, in the same turn.'],
    [{ type: 'refused', name: 'pinch', because: 'No.' }, 'No.'],
  ])('FL22: item %# is refused in one sentence', (item, refused) => {
    expect(itemCall(item, same)).toEqual({ refused });
  });
});

test.each([
  [['ENTER'], '{ENTER}'],
  [['Return'], '{RETURN}'],
  [['Page_Down'], '{PAGEDOWN}'],
  [['ARROWLEFT'], '{ARROWLEFT}'],
  [['ctrl', 'shift', 'T'], '^+t'],
  [['SHIFT', 'TAB'], '+{TAB}'],
  [['CTRL', 'K', 'C'], '^(kc)'],
  [['alt', 'F4'], '%{F4}'],
  [['CTRL', '+'], '^{+}'],
  [['SHIFT'], '{SHIFT}'],
  [['cmd'], '{WIN}'],
  [['/'], '/'],
  [[' '], ' '],
  [['BackSpace'], '{BACKSPACE}'],
  [['KP_Enter'], '{ENTER}'],
  [['ctrl', 'plus'], '^{+}'],
  [['ctrl', 'minus'], '^-'],
  [['bracketleft'], '['],
])('FL22: %j is pressed by keys that parse', (names, keys) => {
  expect(keysOf(names)).toEqual({ keys });
  expect(() => parseKeys(keys)).not.toThrow();
});

test.each([[[]], [['constructor']], [['CTRL', '']], [['toString', 'A']]])('FL22: %j is no key', (names) => {
  expect(keysOf(names)).toEqual({ because: expect.any(String) });
});
