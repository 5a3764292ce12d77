import { expect, test } from '@jest/globals';
import { parseKeys } from '../../../src/domain/ui/keys.js';
import { pressedKey, type KeyPress, pointOnPicture } from '../../../src/domain/take-over/picture-input.js';

const none = { ctrlKey: false, altKey: false, shiftKey: false, metaKey: false, isAltGraph: false };
const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({ ...none, key, ...held });

test.each<[string, KeyPress, object]>([
  ['a letter', press('a'), { type: 'text', text: 'a' }],
  ['a capital', press('A', { shiftKey: true }), { type: 'text', text: 'A' }],
  ['a digit', press('7'), { type: 'text', text: '7' }],
  ['a blank', press(' '), { type: 'text', text: ' ' }],
  ['a character that keys would need braces for', press('^'), { type: 'text', text: '^' }],
  ['a character beyond the first plane', press('🙂'), { type: 'text', text: '🙂' }],
  ['what AltGr writes', press('@', { ctrlKey: true, altKey: true, isAltGraph: true }), { type: 'text', text: '@' }],
  ['what Option writes on a Mac', press('å', { altKey: true }), { type: 'text', text: 'å' }],
  ['Enter', press('Enter'), { type: 'keys', keys: '{ENTER}' }],
  ['Shift with Tab', press('Tab', { shiftKey: true }), { type: 'keys', keys: '+{TAB}' }],
  ['Control with a letter', press('a', { ctrlKey: true }), { type: 'keys', keys: '^a' }],
  ['Command with a letter', press('a', { metaKey: true }), { type: 'keys', keys: '^a' }],
  ['Control with a sign', press('+', { ctrlKey: true }), { type: 'keys', keys: '^{+}' }],
  ['Control and Shift with a letter', press('Z', { ctrlKey: true, shiftKey: true }), { type: 'keys', keys: '^+z' }],
  ['Alt with a letter', press('f', { altKey: true }), { type: 'keys', keys: '%f' }],
  ['Alt with an arrow', press('ArrowLeft', { altKey: true }), { type: 'keys', keys: '%{LEFT}' }],
  ['F5', press('F5'), { type: 'keys', keys: '{F5}' }],
  ['a paste', press('v', { ctrlKey: true }), { type: 'none' }],
  ['a modifier alone', press('Shift', { shiftKey: true }), { type: 'none' }],
  ['a key without a name here', press('AudioVolumeUp'), { type: 'none' }],
  ['a name of every object', press('constructor'), { type: 'none' }],
])('EV32: %s', (_, pressed, expected) => {
  const told = pressedKey(pressed);
  expect(told).toEqual(expected);
  if (told.type === 'keys') expect(parseKeys(told.keys)).toHaveLength(1);
});

test('EV33: what writes a character never goes as keys, which stand in the history', () => {
  for (let code = 32; code < 127; code += 1)
    for (const shiftKey of [false, true]) expect(pressedKey(press(String.fromCharCode(code), { shiftKey })).type).toBe('text');
});

test.each([
  ['as large as it is', { left: 0, top: 0, width: 1280, height: 800 }, { x: 100, y: 35 }, { x: 100, y: 35 }],
  ['half as large, and elsewhere', { left: 20, top: 60, width: 640, height: 400 }, { x: 70, y: 77.5 }, { x: 100, y: 35 }],
  ['on a phone', { left: 12, top: 300, width: 336, height: 210 }, { x: 12 + 336 / 2, y: 300 + 210 / 2 }, { x: 640, y: 400 }],
  ['left of it', { left: 20, top: 60, width: 640, height: 400 }, { x: 3, y: 60 }, { x: 0, y: 0 }],
  ['past its rim', { left: 20, top: 60, width: 640, height: 400 }, { x: 900, y: 900 }, { x: 1279, y: 799 }],
  ['not shown', { left: 0, top: 0, width: 0, height: 0 }, { x: 1, y: 1 }, undefined],
])('EV32: a person points at the right px of a picture that is %s', (_, shown, at, expected) => {
  expect(pointOnPicture({ width: 1280, height: 800 }, shown, at)).toEqual(expected);
});
