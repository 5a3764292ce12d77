// What an explorer may do on a screen (docs/design/explorer.md §3).
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { appearedOn, mostActions, safeFrom, shortList, type ExplorerAction } from '../../../src/domain/explorer/actions.js';
import { enumerateActions, type ActingOn } from '../../../src/domain/explorer/enumerate-actions.js';
import { defaultGuardRules } from '../../../src/domain/guard/guard.js';
import type { Control } from '../../../src/domain/ui/control.js';
import { seeded, walksOfEach } from '../../support/properties.js';
import { control, row } from './controls.js';
import { lexicon } from '../../support/lexicon.js';

const guard = { origins: [], apps: [], rules: defaultGuardRules, off: false };
const on = (controls: readonly Control[], more: Partial<ActingOn> = {}): readonly ExplorerAction[] =>
  enumerateActions({ controls, guard, lexicon, touch: false, scrolls: false, hasHome: true, ...more });
const told = (actions: readonly ExplorerAction[]): readonly string[] =>
  actions.map(({ verb, target }) => (target ? `${verb} ${target.name}` : verb));
const always = ['back', 'home', 'wait'];

describe('actions of a screen', () => {
  test('are a tap on what can be pressed, a text for what takes one, and the global ones', () => {
    expect(
      told(on([control('button', 'Save'), control('textbox', 'Street'), control('heading', 'Order', { interactive: false })])),
    ).toEqual(['tap Save', 'type Street', ...always]);
  });

  test('E57: leave out what is invisible or disabled', () => {
    expect(told(on([control('button', 'Save', { enabled: false }), control('link', 'Hidden', { visible: false })]))).toEqual(always);
  });

  test('leave out file choosers and links to other programs, which would be refused; a control that takes no text is pressed', () => {
    const [upload, mail] = [control('file', 'Photo'), control('link', 'Mail us', { states: ['external'] })];
    expect(told(on([upload, mail, control('textbox', 'Day', { states: ['readonly'] })]))).toEqual(['tap Day', ...always]);
  });

  test('with touch include long presses and swipes, and a long page is scrolled', () => {
    expect(told(on([control('button', 'Save')], { touch: true, scrolls: true }))).toEqual([
      'tap Save',
      'long_press Save',
      'scroll',
      'swipe',
      ...always,
    ]);
  });

  test('of list rows count as one', () => {
    expect(told(on([1, 2, 3].map(row)))).toEqual(['tap Invoice 1', ...always]);
  });

  test('E55: have a key without digits and positions', () => {
    const [one] = on([control('button', 'Cart (1)')]);
    const [other] = on([control('button', 'Cart (12)', { bounds: { x: 500, y: 0, width: 40, height: 40 } })]);
    expect(other?.key).toBe(one?.key);
  });

  test('of a dialog come first, beginning with the one that continues', () => {
    const dialog = control('dialog', 'Cookies', { interactive: false, bounds: { x: 200, y: 200, width: 400, height: 300 } });
    const inside = { bounds: { x: 220, y: 220, width: 80, height: 40 } };
    const page = control('button', 'Search', { bounds: { x: 20, y: 240, width: 80, height: 40 } });
    const below = control('button', 'Help', { bounds: { x: 20, y: 900, width: 80, height: 40 } });
    const asked = [control('link', 'Privacy', inside), control('button', 'Settings', inside), control('button', 'Accept all', inside)];
    expect(told(on([page, dialog, ...asked]))).toEqual(['tap Accept all', 'tap Privacy', 'tap Settings', 'tap Search', ...always]);
    // Nothing beside it can be used: it covers everything, including what is out of view.
    expect(told(on([below, dialog, ...asked]))).toEqual(['tap Accept all', 'tap Privacy', 'tap Settings', ...always]);
    expect(told(on([below, dialog]))).toEqual(['tap Help', ...always]);
  });

  test.each(['Got it!', 'OK!', 'Continue…', 'Not now.', '¡Aceptar!'])('of a dialog begin with "%s", whatever its punctuation', (name) => {
    const dialog = control('dialog', 'Cookies', { interactive: false, bounds: { x: 200, y: 200, width: 400, height: 300 } });
    const inside = { bounds: { x: 220, y: 220, width: 80, height: 40 } };
    expect(told(on([dialog, control('button', 'Settings', inside), control('button', name, inside)]))[0]).toBe(`tap ${name}`);
  });

  test('E37: are at most fifty, including those of the whole screen', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyzäöüßàáâãåæçèéêëìíîïñòóôõøùúûýþ'];
    const actions = shortList(on(letters.map((letter) => control('button', letter))));
    expect(actions).toHaveLength(mostActions);
    expect(told(actions).slice(-3)).toEqual(always);
  });
});

describe('safety', () => {
  const unsafe = [
    'Delete',
    'Remove item',
    'Buy now',
    'Pay',
    'Send',
    'Log out',
    'Quit',
    'Exit',
    'Uninstall',
    'Block user',
    'Unsubscribe',
    'Factory reset',
    'Löschen',
    'Abmelden',
    'Quit…',
    'Exit.',
    'Logout!',
    'Log-out',
    '¿Salir?',
    '(Reset)',
  ];
  test.each(unsafe)('of %s is low', (name) => {
    expect(on([control('button', name)])[0]?.safety).toBeLessThan(safeFrom);
  });

  test.each(['Save', 'Blocks', 'Reorder columns', 'Sender', 'Details'])('of %s is high', (name) => {
    expect(on([control('button', name)])[0]?.safety).toBeGreaterThanOrEqual(safeFrom);
  });

  test('of a password field is low', () => {
    expect(on([control('password', 'Password')])[0]).toMatchObject({ verb: 'type', safety: expect.closeTo(0.4) });
  });
});

describe('the typed text', () => {
  test.each([
    ['textbox', 'E-mail address', 'test@example.com'],
    ['textbox', 'Your website', 'https://example.com'],
    ['spinbutton', 'Pieces', '1'],
    ['textbox', 'Quantity', '1'],
    ['textbox', 'Remarks', 'test'],
  ])('into a %s "%s" is %s', (role, name, text) => {
    expect(on([control(role, name)])[0]?.text).toBe(text);
  });

  test('E80: for a choice is each of its meaningful options once: one that is not chosen first, the others after all else', () => {
    const size = control('combobox', 'Size', { options: ['', 'Small', 'Large 1', 'Large 2'], value: 'Small' });
    const actions = on([size, control('button', 'Show')]).filter(({ target }) => target);
    expect(actions.map(({ text, target }) => text ?? target?.name)).toEqual(['Large 1', 'Show', 'Large 2', 'Small']);
    expect(new Set(actions.map(({ key }) => key)).size).toBe(4);
  });
});

test('E58: actions and their order depend on the screen alone', () => {
  const names = fc.constantFrom('Save', 'Delete', 'Order 1', 'Order 2', 'E-mail', '');
  const roles = fc.constantFrom('button', 'link', 'textbox', 'checkbox');
  const list = fc.array(fc.record({ role: roles, name: names, enabled: fc.boolean(), visible: fc.boolean() }), { maxLength: 80 });
  fc.assert(
    fc.property(list, fc.boolean(), fc.boolean(), (rows, touch, scrolls) => {
      const controls = rows.map(({ role, name, ...more }) => control(role, name, more));
      const actions = on(controls, { touch, scrolls });
      expect(on(structuredClone(controls), { touch, scrolls })).toEqual(actions);
      expect(shortList(actions).length).toBeLessThanOrEqual(mostActions);
      expect(new Set(actions.map(({ key }) => key)).size).toBe(actions.length);
      for (const { safety } of actions) expect(safety).toBeGreaterThan(0);
    }),
    { ...seeded, numRuns: 20 * walksOfEach },
  );
});

describe('newly appeared actions', () => {
  const looked = (keys: readonly string[], more: object = {}) => ({
    title: 'Orders',
    url: 'https://shop.example/orders?page=1',
    actions: keys.map((key) => ({ key })),
    ...more,
  });
  const before = looked(['a', 'b']);

  test.each([
    ['a menu', looked(['a', 'b', 'c', 'd']), ['c', 'd']],
    ['a dialog over the rest', looked(['c'], { url: 'https://shop.example/orders?page=2' }), ['c']],
    ['nothing', before, []],
    ['another page', looked(['c'], { url: 'https://shop.example/cart' }), []],
    ['another title', looked(['c'], { title: 'Orders (1)' }), ['c']],
    ['another view', looked(Array.from({ length: 13 }, (_, index) => `c${index}`)), []],
  ])('%s', (_what, now, expected) => {
    expect(appearedOn(now, before)).toEqual(expected);
  });
});
