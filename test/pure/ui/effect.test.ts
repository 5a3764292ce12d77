import { describe, expect, test } from '@jest/globals';
import type { Control } from '../../../src/domain/ui/control.js';
import { drawnEffect, effectOf, type Effect, type Screen } from '../../../src/domain/ui/change.js';
import { processorMs } from '../../support/processor-time.js';

function control(role: string, name: string, more: Partial<Control> = {}): Control {
  const bounds = { x: 10, y: 20, width: 100, height: 20 };
  return { id: name, role, name, bounds, enabled: true, visible: true, interactive: true, path: `body/${role}`, source: 'tree', ...more };
}

const shop = { title: 'Shop', address: 'https://shop.example/' };
const screen = (...controls: readonly Control[]): Screen => ({ ...shop, controls });
const changed = (what: string): Effect => ({ kind: 'changed', what });

const inOrder = (...names: readonly string[]): readonly Control[] =>
  names.map((name, at) => control('listitem', name, { path: `ul/li[${at + 1}]` }));

describe('HE3: what an action changed, from the looks before and after it', () => {
  const save = control('button', 'Save', { path: 'a' });
  const name = control('textbox', 'Name', { path: 'b' });
  const tick = control('checkbox', 'Gift', { path: 'c' });

  const clock = (shows: string): Control => control('text', shows, { path: 'clock', interactive: false, restless: true });

  test.each<[string, Screen, Screen, Effect]>([
    ['nothing', screen(save, name), screen(save, name), { kind: 'nothing-visible' }],
    [
      'how far a list is scrolled, if nothing else',
      screen(save, control('scrollarea', 'Countries', { value: '0 %' })),
      screen(save, control('scrollarea', 'Countries', { value: '60 %' })),
      changed('"Countries" is scrolled to 60 %'),
    ],
    [
      'not that, where something else has changed',
      screen(name, control('scrollarea', '', { value: '0 %' })),
      screen({ ...name, value: 'Ada' }, control('scrollarea', '', { value: '60 %' })),
      changed('textbox "Name" now has "Ada"'),
    ],
    [
      'that a press asks for a file',
      screen(save),
      screen({ ...save, states: ['asks for a file'] }),
      changed('button "Save" asks for a file'),
    ],
    [
      'the file that it was given',
      screen({ ...save, states: ['asks for a file'] }),
      screen({ ...save, states: ['file chosen'], value: 'a.png' }),
      changed('button "Save" now has "a.png"'),
    ],
    ['not that it asks no more', screen({ ...save, states: ['asks for a file'] }), screen(save), { kind: 'nothing-visible' }],
    ['a value', screen(name), screen({ ...name, value: 'Ada' }), changed('textbox "Name" now has "Ada"')],
    ['a value that is emptied', screen({ ...name, value: 'Ada' }), screen(name), changed('textbox "Name" now has ""')],
    [
      'a masked value',
      screen({ ...name, masked: true, value: '' }),
      screen({ ...name, masked: true, value: '•••' }),
      changed('textbox "Name" has another value'),
    ],
    ['a state that comes', screen(tick), screen({ ...tick, states: ['checked'] }), changed('checkbox "Gift" is now checked')],
    ['a state that goes', screen({ ...tick, states: ['checked'] }), screen(tick), changed('checkbox "Gift" is no longer checked')],
    [
      'one state for another, once',
      screen({ ...tick, states: ['collapsed'] }),
      screen({ ...tick, states: ['expanded'] }),
      changed('checkbox "Gift" is now expanded'),
    ],
    [
      'the focus, not where it was',
      screen({ ...save, states: ['focused'] }, name),
      screen(save, { ...name, states: ['focused'] }),
      changed('the focus is on textbox "Name"'),
    ],
    ['a control that is enabled', screen({ ...save, enabled: false }), screen(save), changed('button "Save" is now enabled')],
    ['a text', screen(save), screen({ ...save, name: 'Saved' }), changed('button "Save" now reads "Saved"')],
    [
      'controls that come, the most telling first',
      screen(save),
      screen(
        save,
        ...['One', 'Two', 'Three'].map((each) => control('button', each, { path: each })),
        control('dialog', 'Cookies', { path: 'd' }),
      ),
      changed('came: dialog "Cookies", button "One", button "Two", 1 more'),
    ],
    ['a control that goes', screen(save, name), screen(name), changed('went: button "Save"')],
    ['a control that is hidden', screen(save, name), screen({ ...save, visible: false }, name), changed('went: button "Save"')],
    ['what has no name', screen(), screen(control('button', '', { path: 'd' })), changed('came: 1 unnamed')],
    ['a page', screen(save), { title: 'Cart', address: 'https://shop.example/cart', controls: [save] }, changed('the page is now "Cart"')],
    ['a title', screen(save), { ...shop, title: 'Shop (1)', controls: [save] }, changed('the title is now "Shop (1)"')],
    [
      'what was scrolled, and how far',
      screen(save, name),
      screen({ ...save, bounds: { ...save.bounds, y: -380 } }, { ...name, bounds: { ...name.bounds, y: -380 } }),
      changed('scrolled 400 px down'),
    ],
    [
      'that one moved among others, which is no scrolling',
      screen(save, name, control('button', 'Undo', { path: 'u' })),
      screen({ ...save, bounds: { ...save.bounds, x: save.bounds.x - 2 } }, name, control('button', 'Undo', { path: 'u' })),
      changed('button "Save" moved 2 px left'),
    ],
    [
      'that one was put elsewhere, instead of what each place reads now',
      screen(...inOrder('Soup', 'Roast', 'Cake', 'Tea')),
      screen(...inOrder('Roast', 'Cake', 'Soup', 'Tea')),
      changed('listitem "Soup" now stands after listitem "Cake"'),
    ],
    [
      'that one was put first',
      screen(...inOrder('Soup', 'Roast', 'Cake')),
      screen(...inOrder('Cake', 'Soup', 'Roast')),
      changed('listitem "Cake" now stands first'),
    ],
    [
      'that many stand in another order',
      screen(...inOrder('A', 'B', 'C', 'D', 'E')),
      screen(...inOrder('E', 'D', 'C', 'B', 'A')),
      changed('in another order: listitem "E", listitem "D", listitem "C" and 1 more'),
    ],
    [
      'no order of what reads the same',
      screen(...inOrder('Soup', 'Soup', 'Cake')),
      screen(...inOrder('Soup', 'Cake', 'Soup')),
      changed('listitem "Soup" now reads "Cake"; listitem "Cake" now reads "Soup"'),
    ],
    [
      'that a dialog came before what it puts aside, which is one fact',
      screen(...inOrder('A', 'B', 'C', 'D', 'E')),
      screen(...inOrder('A', 'B', 'C', 'D', 'E').map((each) => ({ ...each, enabled: false })), control('dialog', 'Sure?', { path: 'd' })),
      changed('came: dialog "Sure?"; now disabled: listitem "A", listitem "B", listitem "C", 2 more'),
    ],
    [
      'not what a clock shows, where there is anything else',
      screen(clock('12:01:05'), name),
      screen(clock('12:01:06'), { ...name, value: 'Ada' }),
      changed('textbox "Name" now has "Ada"'),
    ],
    [
      'what a clock shows as what it is, where there is nothing else',
      screen(clock('12:01:05'), name),
      screen(clock('12:01:06'), name),
      { kind: 'nothing-visible', but: 'text "12:01:05" now reads "12:01:06"' },
    ],
    [
      'words that come where a clock was',
      screen(clock('12:01:05'), name),
      screen(clock('Too late'), { ...name, value: 'Ada' }),
      changed('text "12:01:05" now reads "Too late"; textbox "Name" now has "Ada"'),
    ],
  ])('%s', (_what, before, after, effect) => {
    expect(effectOf(before, after)).toEqual(effect);
  });

  test('a page and a title that are not known any more are not compared', () => {
    expect(effectOf({ controls: [save] }, screen(save))).toEqual({ kind: 'nothing-visible' });
  });

  test('it is short, whatever the page has', () => {
    const long = (at: number): Control => control('button', `${'x'.repeat(1_000)} ${at}`, { path: `p${at}` });
    const before = screen(...Array.from({ length: 500 }, (_, at) => long(at)));
    const after = screen(...before.controls.map((each) => ({ ...each, value: 'y'.repeat(1_000) })));
    const effect = effectOf(before, after);
    expect(effect.kind === 'changed' && effect.what.length).toBeLessThan(1_000);
    expect(effect).toMatchObject({ what: expect.stringContaining('and 495 more') });
  });

  test('three thousand controls take milliseconds', () => {
    const controls = Array.from({ length: 3_000 }, (_, at) => control('button', `Button ${at}`, { path: `p${at}` }));
    let effect: unknown;
    const ms = processorMs(() => (effect = effectOf(screen(...controls), screen(...controls))));
    expect(effect).toEqual({ kind: 'nothing-visible' });
    expect(ms).toBeLessThan(500);
  });
});

describe('HE35: what pictures show where the controls are the same', () => {
  const nothing: Effect = { kind: 'nothing-visible' };
  const at = (x: number, y: number) => ({ x, y, width: 16, height: 16 });
  const map = control('img', 'Map', { path: 'a', bounds: { x: 0, y: 0, width: 200, height: 200 } });
  const pin = control('img', 'Pin', { path: 'b', bounds: { x: 96, y: 96, width: 32, height: 32 } });
  const clock = control('text', '12:01', { path: 'c', bounds: { x: 400, y: 0, width: 60, height: 20 }, restless: true });
  const controls = [map, pin, clock];

  test.each<[string, Parameters<typeof drawnEffect>[1], Effect]>([
    ['the same picture', { changed: [], moving: [] }, nothing],
    ['the innermost of what is drawn there', { changed: [at(100, 100)], moving: [] }, changed('only the picture changed: img "Pin"')],
    [
      'the most first',
      { changed: [at(100, 100), at(0, 0), at(16, 0)], moving: [] },
      changed('only the picture changed: img "Map", img "Pin"'),
    ],
    [
      'where it is, without anything listed there',
      { changed: [at(320, 16), at(336, 64)], moving: [] },
      changed('only the picture changed: from 320, 16 to 352, 80 px'),
    ],
    ['what goes on moving', { changed: [at(0, 0)], moving: [at(16, 16)] }, { kind: 'nothing-visible', but: 'img "Map"' }],
    [
      'what is drawn elsewhere meanwhile',
      { changed: [at(0, 0), at(100, 100)], moving: [at(0, 0)] },
      changed('only the picture changed: img "Pin"'),
    ],
    ['what shows a clock', { changed: [at(416, 0)], moving: [] }, { kind: 'nothing-visible', but: 'text "12:01"' }],
  ])('%s', (_what, pictures, effect) => {
    expect(drawnEffect(nothing, pictures, controls)).toEqual(effect);
  });

  test('nothing, where the controls tell more', () => {
    expect(drawnEffect(changed('came: dialog "Map"'), { changed: [at(0, 0)], moving: [] }, controls)).toEqual(
      changed('came: dialog "Map"'),
    );
  });
});

test('HE35: pictures that differ all over, on a page that moves all over or has thousands of controls, are compared in time', () => {
  const cells = Array.from({ length: 240 * 135 }, (_, at) => ({ x: (at % 240) * 16, y: Math.floor(at / 240) * 16, width: 16, height: 16 }));
  const outside = Array.from({ length: 20_000 }, (_, at) =>
    control('button', `${at}`, { bounds: { x: 0, y: 9_000, width: 5, height: 5 } }),
  );
  const nothing = { kind: 'nothing-visible' } as const;
  const took = processorMs(() => {
    expect(drawnEffect(nothing, { changed: cells, moving: cells }, [])).toMatchObject({ kind: 'nothing-visible' });
    expect(drawnEffect(nothing, { changed: cells, moving: [] }, outside)).toMatchObject({ kind: 'changed' });
  });
  expect(took).toBeLessThan(1_000);
});
