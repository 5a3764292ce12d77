// HE12: what is left of a list, after the action before it.
import { describe, expect, test } from '@jest/globals';
import { nextInList, structureChange } from '../../../src/domain/agent/next-in-list.js';
import { labelControls } from '../../../src/domain/ui/control-list.js';
import type { Control } from '../../../src/domain/ui/control.js';
import { control } from '../../support/decide-inputs.js';
import * as c from './cases.js';

const box = (name: string, more: Partial<Control> = {}): Control =>
  control('checkbox', name, { id: `id-${name}`, path: `form/checkbox[${name}]`, ...more });
const screen = (controls: readonly Control[], address = 'http://shop.test/cart') => ({
  title: 'Cart',
  address,
  controls: labelControls(controls, { roles: ['checkbox', 'button', 'textbox', 'dialog'] }).controls,
});
const tick = (name: string) => c.click(name, { target: { label: '2', role: 'checkbox', name, path: `form/checkbox[${name}]` } });
const clickOn = (name: string) => {
  const target = { label: '2', role: 'checkbox', name, path: `form/checkbox[${name}]` };
  return {
    ...tick(name),
    run: { kind: 'device', action: { type: 'click', target: { control: target }, button: 'left', clickCount: 1 } },
  } as const;
};
const before = screen([box('A'), box('B')]);

describe('what changes no structure', () => {
  test.each<[string, readonly Control[]]>([
    ['a state', [box('A', { states: ['checked'] }), box('B')]],
    ['a value', [box('A', { value: 'x' }), box('B')]],
    ['a text that came', [box('A'), box('B'), control('status', '1 chosen', { path: 'p', interactive: false })]],
    ['one that only scrolls', [box('A', { visible: false, beyond: 'above' }), box('B')]],
    ['one that is disabled now', [box('A', { enabled: false }), box('B')]],
  ])('HE12: %s', (_case, controls) => {
    expect(structureChange(before, screen(controls))).toBeUndefined();
  });
});

describe('what does', () => {
  test.each<[string, readonly Control[], string | undefined, string]>([
    ['a field that came', [box('A'), box('B'), box('C')], undefined, 'checkbox "C" came'],
    ['a field that went', [box('B')], undefined, 'checkbox "A" went'],
    ['one that is hidden now', [box('A', { visible: false }), box('B')], undefined, 'checkbox "A" went'],
    ['a dialog', [box('A'), box('B'), control('dialog', 'Sure?', { path: 'd', interactive: false })], undefined, 'dialog "Sure?" came'],
    ['an alert', [box('A'), box('B'), control('alert', 'No!', { path: 'd', interactive: false })], undefined, 'alert "No!" came'],
    ['another page of the same layout', [box('A'), box('B')], 'http://shop.test/other', 'another page is shown'],
  ])('HE12: %s', (_case, controls, address, because) => {
    expect(structureChange(before, screen(controls, address))).toBe(because);
    expect(nextInList(clickOn('B'), { before, now: screen(controls, address) })).toEqual({ because });
  });
});

describe('HE12: choices of a list', () => {
  const city = (...states: readonly string[]): Control => box('City', { role: 'combobox', states });
  const choice = box('Rome', { role: 'option' });

  test.each<[string, readonly Control[], readonly Control[], string | undefined]>([
    ['go when it closes', [city('expanded'), choice], [city('collapsed')], undefined],
    ['and nothing else', [city('expanded'), choice, box('B')], [city('collapsed')], 'checkbox "B" went'],
    ['stop what follows when they come', [city('collapsed')], [city('expanded'), choice], 'option "Rome" came'],
    ['stop what follows when they are taken away', [city('expanded'), choice], [city('expanded')], 'option "Rome" went'],
    ['of a list that stands open by itself are entries', [city(), choice], [city()], 'option "Rome" went'],
  ])('HE12: %s', (_case, old, now, change) => {
    expect(structureChange(screen(old), screen(now))).toBe(change);
  });
});

describe('the next action', () => {
  test('HE12, A55: is aimed by the labels of the screen as it is now', () => {
    const now = screen([box('A', { enabled: false }), box('B')]);
    expect(nextInList(clickOn('B'), { before, now })).toMatchObject({
      action: { target: { label: '1', name: 'B' }, run: { action: { target: { control: { label: '1', name: 'B' } } } } },
    });
  });

  test.each<[string, Control]>([
    ['it is called otherwise', box('B', { name: 'Delete all' })],
    ['it is something else', box('B', { role: 'button' })],
    ['it is disabled', box('B', { enabled: false })],
  ])('HE12: is not run where %s', (_case, other) => {
    expect(nextInList(clickOn('B'), { before, now: screen([box('A'), other]) })).toHaveProperty('because');
  });

  test('HE12: follows the element, not its place', () => {
    const moved = box('B', { path: 'form/checkbox[A]' });
    const now = screen([box('A', { path: 'form/checkbox[B]' }), moved]);
    expect(nextInList(clickOn('B'), { before, now })).toMatchObject({ action: { target: { path: 'form/checkbox[A]' } } });
  });
});
