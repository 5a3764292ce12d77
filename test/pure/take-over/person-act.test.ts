// EV32: what a person may send, and what becomes of it.
import { describe, expect, test } from '@jest/globals';
import { parseHandBack, parseTakeOver } from '../../../src/domain/take-over/messages.js';
import { deviceActionOf, parseAct, personActText } from '../../../src/domain/take-over/person-act.js';
import { type PersonAction, sealedForProcess } from '../../../src/domain/take-over/person-action.js';
import { maskSealed } from '../../../src/domain/ui/mask.js';

const sealed = sealedForProcess({ publicKey: 'k'.repeat(43), nonce: 'n'.repeat(16), text: 't'.repeat(30) });

const cases: readonly (readonly [PersonAction, object, string])[] = [
  [
    { type: 'click', at: { x: 10, y: 20 } },
    { type: 'click', target: { point: { x: 10, y: 20 }, unit: 'px' }, button: 'left', clickCount: 1 },
    'click at 10, 20',
  ],
  [
    { type: 'click', at: { x: 1, y: 2 }, button: 'right', count: 2 },
    { type: 'click', target: { point: { x: 1, y: 2 }, unit: 'px' }, button: 'right', clickCount: 2 },
    '2 click right at 1, 2',
  ],
  [
    { type: 'drag', from: { x: 1, y: 2 }, to: { x: 30, y: 40 } },
    { type: 'drag', from: { point: { x: 1, y: 2 }, unit: 'px' }, to: { point: { x: 30, y: 40 }, unit: 'px' }, button: 'left' },
    'drag from 1, 2 to 30, 40',
  ],
  [
    { type: 'wheel', at: { x: 1, y: 2 }, deltaX: 0, deltaY: 100 },
    { type: 'scroll', target: { point: { x: 1, y: 2 }, unit: 'px' }, deltaX: 0, deltaY: 100 },
    'wheel at 1, 2 by 0, 100',
  ],
  [{ type: 'keys', keys: '{ENTER}' }, { type: 'press-keys', keys: '{ENTER}' }, 'keys {ENTER}'],
  [{ type: 'text', sealed }, { type: 'press-keys', keys: sealed }, 'text •••'],
  [
    { type: 'navigate', url: 'https://shop.example/' },
    { type: 'navigate', url: 'https://shop.example/' },
    'navigate to https://shop.example/',
  ],
  [{ type: 'go-back' }, { type: 'go-back' }, 'go back'],
];

describe('what a person does', () => {
  test.each(cases)('EV32: %j', (action, onDevice, text) => {
    expect(parseAct({ by: ' Ann ', action })).toEqual({ by: 'Ann', action });
    expect(deviceActionOf(action)).toEqual(onDevice);
    expect(personActText(action)).toBe(text);
  });

  test.each([
    [undefined, 'act is missing; expected act {"by": "…", "action": {…}}.'],
    [{ action: { type: 'go-back' } }, 'act.by is missing; expected who acts, as they call themselves.'],
    [{ by: 'Ann', action: { type: 'jump' } }, /act\.action is of the type "jump"; expected one of \{"type": "click"/],
    [{ by: 'Ann', action: { type: 'click', at: { x: -1, y: 2 } } }, /of the type "click"; expected \{"type": "click"/],
    [{ by: 'Ann', action: { type: 'click', at: { x: 1, y: 2 }, button: 'all' } }, /expected \{"type": "click"/],
    [{ by: 'Ann', action: { type: 'drag', from: { x: 1, y: 2 } } }, /expected \{"type": "drag"/],
    [{ by: 'Ann', action: { type: 'wheel', at: { x: 1, y: 2 }, deltaY: 'far' } }, /expected \{"type": "wheel"/],
    [{ by: 'Ann', action: { type: 'keys', keys: '{NOKEY}' } }, /expected \{"type": "keys"/],
    [{ by: 'Ann', action: { type: 'navigate', url: 'home' } }, /expected \{"type": "navigate"/],
  ])('EV32: %j is refused in one sentence', (body, why) => {
    const parsed = parseAct(body);
    const text = 'malformed' in parsed ? parsed.malformed : '';
    if (typeof why === 'string') expect(text).toBe(why);
    else expect(text).toMatch(why);
  });

  test('EV33: a text in clear is refused, and not quoted', () => {
    const parsed = parseAct({ by: 'Ann', action: { type: 'text', sealed: 'hunter2', text: 'hunter2' } });
    expect(parsed).toEqual({
      malformed: 'act.action is of the type "text"; expected {"type": "text", "sealed": "{{sealed:h1.…}}"}.',
    });
  });

  test('EV33: whatever shows a sealed text shows dots', () => {
    expect(maskSealed(`press ${sealed}`)).toBe('press •••');
  });
});

describe('taking over and handing back', () => {
  test('EV30: who takes it is told; a reason is one line', () => {
    expect(parseTakeOver({ by: ' Ann ', reason: 'a\n captcha' })).toEqual({ by: 'Ann', reason: 'a captcha' });
    expect(parseTakeOver({ by: 'Ann' })).toEqual({ by: 'Ann', reason: '' });
    expect(parseTakeOver({ reason: 'x' })).toEqual({ malformed: 'takeOver.by is missing; expected takeOver {"by": "…", "reason"?: "…"}.' });
    expect(parseTakeOver('Ann')).toEqual({ malformed: 'takeOver is "Ann"; expected takeOver {"by": "…", "reason"?: "…"}.' });
  });

  test('EV30: a note may be left out', () => {
    expect(parseHandBack(undefined)).toEqual({ note: '' });
    expect(parseHandBack({ note: ' logged in ', by: 'Ann' })).toEqual({ note: 'logged in', by: 'Ann' });
    expect(parseHandBack({ note: 7 })).toEqual({ malformed: 'handBack.note is 7; expected handBack {"note"?: "…"}.' });
  });
});
