import { describe, expect, test } from '@jest/globals';
import { aimAgain, bindingOf } from '../../../src/domain/agent/app-agent-people.js';
import type { UiAction } from '../../../src/domain/ui/ui-action.js';
import * as c from './cases.js';

const [card, bin] = [c.ref('Card', '1'), c.ref('Bin', '2')];
const decided = (action: UiAction) => c.click('Card', { function: 'drag', run: { kind: 'device', action } });
const drag: UiAction = { type: 'drag', from: { control: card }, to: { control: bin }, button: 'left' };
const seen = c.observation(1);

describe('HE10: an approved drag', () => {
  test('is looked up as a whole', () => {
    expect(bindingOf(decided(drag), seen)).toMatchObject({ bound: { action: drag } });
  });

  test('has both of its controls under their new labels', () => {
    const [cardNow, binNow] = [c.ref('Card', '7'), c.ref('Bin', '9')];
    const now = c.observation(2, { bound: { fits: true, target: cardNow, other: binNow } });
    expect(aimAgain(decided(drag), seen, now)).toMatchObject({
      action: { target: cardNow, run: { action: { from: { control: cardNow }, to: { control: binNow } } } },
    });
  });

  test('from a point has its one control where it is named', () => {
    const from = { point: { x: 0.1, y: 0.1 }, unit: 'fraction' } as const;
    const binNow = c.ref('Bin', '9');
    const now = c.observation(2, { bound: { fits: true, target: binNow } });
    const { target: _, ...atPoint } = decided({ ...drag, from });
    expect(aimAgain(atPoint, seen, now)).toMatchObject({ action: { run: { action: { from, to: { control: binNow } } } } });
  });

  test('does not run where what is let go on is another', () => {
    const at = { point: { x: 5, y: 5 }, unit: 'px' } as const;
    const now = c.observation(2, { bound: { fits: false, because: 'button "Delete" is now under the point' } });
    expect(aimAgain(decided({ type: 'release', target: at, pressed: at }), seen, now)).toEqual({
      because: 'button "Delete" is now under the point',
    });
  });
});
