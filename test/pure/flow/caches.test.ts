// What is looked up again before a retry, by kind of node (docs/design/flow.md §2).
import { describe, expect, test } from '@jest/globals';
import { elementKey, evict, noCaches, withFocus } from '../../../src/domain/flow/resolve-names.js';
import type { Caches } from '../../../src/domain/flow/flow-state.js';
import { click, find, focus, rowOf, step, type } from '../../support/flows.js';
import { node } from './documents.js';

function evicted(json: { readonly id: string }, caches: Caches): Caches {
  const [only] = rowOf(json).flow.nodes;
  if (!only) throw new Error('no node');
  return evict(caches, only);
}

const apps = { chrome: { name: 'Google Chrome', pid: 1234 }, firefox: { name: 'Firefox' } };
const elements = {
  [elementKey('×', 'Calculator')]: 'Multiply',
  [elementKey('×', undefined)]: 'Close',
  [elementKey('÷', 'Calculator')]: 'Divide',
};
const caches: Caches = { apps, elements, focusedApp: 'Calculator', focusedWindow: { id: '3', uiSession: 'run:1' } };
const { chrome: _chrome, ...otherApps } = apps;
const without = (target: string, app: string | undefined) =>
  Object.fromEntries(Object.entries(elements).filter(([key]) => key !== elementKey(target, app)));
const find_text = (args: object) => node('n', { type: 'McpToolCall', tool_name: 'find_text', arguments: args });

describe('a retry', () => {
  test.each<[string, { readonly id: string }, Caches, Caches]>([
    ['F106: of a FocusWindow forgets its application, and which is in front', focus('n', 'chrome'), caches, { apps: otherApps, elements }],
    ['F107: of a FocusWindow leaves other applications and all elements', focus('n', 'safari'), caches, { apps, elements }],
    ['F108: with nothing known forgets nothing', focus('n', 'chrome'), noCaches, noCaches],
    [
      'F109: of a picture of a window forgets its application, and not which is in front',
      node('n', { type: 'TakeScreenshot', mode: 'Window', target: 'chrome' }),
      caches,
      { ...caches, apps: otherApps },
    ],
    ['F110: of a picture of the screen forgets nothing', node('n', { type: 'TakeScreenshot' }), caches, caches],
    [
      'F111: of a Click forgets its element in the application in front',
      click('n', '×'),
      caches,
      { ...caches, elements: without('×', 'Calculator') },
    ],
    ['F111: or in none', click('n', '×'), { apps, elements }, { apps, elements: without('×', undefined) }],
    ['F112: of a Click on a point forgets nothing', node('n', { type: 'Click', x: 1, y: 1 }), caches, caches],
    [
      'F113: of a FindText forgets its text in the application in front',
      find('n', '÷'),
      caches,
      { ...caches, elements: without('÷', 'Calculator') },
    ],
    [
      'F113: and in its own scope rather',
      node('n', { type: 'FindText', search_text: '×', scope: 'Calculator' }),
      { apps, elements, focusedApp: 'Shop' },
      { apps, elements: without('×', 'Calculator'), focusedApp: 'Shop' },
    ],
    [
      'F114: of a find_text call forgets its text in the application in front',
      find_text({ text: '×' }),
      caches,
      { ...caches, elements: without('×', 'Calculator') },
    ],
    [
      'F115: of a find_text call that names its application forgets it there',
      find_text({ text: '×', app_name: 'Calculator' }),
      { apps, elements, focusedApp: 'Shop' },
      { apps, elements: without('×', 'Calculator'), focusedApp: 'Shop' },
    ],
    ['F115: of a find_text call without a text forgets nothing', find_text({ text: 5 }), caches, caches],
    [
      'F116: of another tool forgets nothing',
      node('n', { type: 'McpToolCall', tool_name: 'click', arguments: { text: '×' } }),
      caches,
      caches,
    ],
    ['F116: of typing forgets nothing', type('n'), caches, caches],
    ['F116: of an AiStep forgets nothing', step('n'), caches, caches],
  ])('%s', (_what, json, before, after) => {
    expect(evicted(json, before)).toEqual(after);
  });

  test('F108: a name that every object inherits is a name like any other', () => {
    expect(evicted(focus('n', 'constructor'), { apps: { ...apps, constructor: { name: 'Tower' } }, elements })).toEqual({ apps, elements });
    expect(evicted(focus('n', '__proto__'), { apps, elements })).toEqual({ apps, elements });
  });
});

describe('F106: the application in front', () => {
  const after = (name: string, args: Readonly<Record<string, string>>, app?: string) =>
    withFocus(caches, { name, arguments: args }, app === undefined ? {} : { app }).focusedApp;

  test('is what the focusing tool reports, else what it was asked for', () => {
    expect(after('focus_window', { app_name: 'shop' }, 'Shop')).toBe('Shop');
    expect(after('focus_window', { app_name: 'shop' })).toBe('shop');
    expect(after('take_screenshot', { mode: 'window', app_name: 'shop' }, 'Shop')).toBe('Shop');
    expect(after('launch_app', { app_name: 'shop' }, 'Shop')).toBe('Shop');
  });

  test('F231: is known by its window only if the tool reports which one it is', () => {
    const asked = { name: 'focus_window', arguments: { app_name: 'shop' } };
    const window = { id: '7', uiSession: 'run:1' };
    expect(withFocus(caches, asked, { app: 'Shop', window })).toMatchObject({ focusedApp: 'Shop', focusedWindow: window });
    expect(withFocus(caches, asked, { app: 'Shop' })).toEqual({ apps, elements, focusedApp: 'Shop' });
  });

  test('is unknown if a window came to the front under an unknown name', () => {
    expect(after('focus_window', { window_id: '17' })).toBeUndefined();
    expect(after('launch_app', { app_name: 'shop' })).toBeUndefined();
  });

  test('stays the same after every other call', () => {
    expect(after('click', { app_name: 'Shop' }, 'Shop')).toBe('Calculator');
    expect(after('find_text', { app_name: 'Shop' }, 'Shop')).toBe('Calculator');
    expect(after('take_screenshot', { mode: 'window' }, 'Shop')).toBe('Calculator');
    expect(after('take_screenshot', { mode: 'screen', app_name: 'Shop' }, 'Shop')).toBe('Calculator');
  });
});
