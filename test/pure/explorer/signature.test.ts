// What counts as one screen, as a variant of it, and how far two screens are apart (docs/design/explorer.md §3).
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { delta, isAlike, signatureOf, stem } from '../../../src/domain/explorer/signature.js';
import { headingsOf } from '../../../src/domain/explorer/screen-names.js';
import type { Control } from '../../../src/domain/ui/control.js';
import { seeded, walksOfEach } from '../../support/properties.js';
import { control, row } from './controls.js';

const screen = (
  controls: readonly Control[],
  more: { readonly app?: string; readonly url?: string; readonly headings?: readonly string[] } = {},
) =>
  signatureOf({
    title: 'Shop',
    app: 'shop',
    url: 'https://shop.example/orders/17?page=2',
    headings: headingsOf(controls),
    controls,
    ...more,
  });
const form = [control('heading', 'Order 17'), control('textbox', 'Street'), control('button', 'Save')];

describe('a screen', () => {
  const same: readonly (readonly [string, readonly Control[], { readonly app?: string; readonly url?: string }])[] = [
    ['E53: in another order', [...form].reverse(), {}],
    ['E54: a few px away', form.map((each) => ({ ...each, bounds: { ...each.bounds, x: each.bounds.x + 4 } })), {}],
    ['E55: with another number', [control('heading', 'Order 18'), ...form.slice(1)], {}],
    ['E55: at the address of another id, with another query', form, { url: 'https://shop.example/orders/18?page=3#top' }],
    ['E57: with something that cannot be seen', [...form, control('dialog', 'Sure?', { visible: false })], {}],
  ];
  test.each(same)('%s is the same screen and the same variant', (_how, controls, more) => {
    const [one, other] = [screen(form), screen(controls, more)];
    expect(other).toEqual(one);
    expect(delta(one, other)).toBe(0);
  });

  const variants: readonly (readonly [string, readonly Control[]])[] = [
    ['E52: with a transient message', [...form, control('status', 'Saved', { path: 'body/div[9]' })]],
    ['E55: with other words', [...form.slice(0, 2), control('button', 'Keep')]],
    ['E54: far away', form.map((each) => ({ ...each, bounds: { ...each.bounds, x: each.bounds.x + 400 } }))],
  ];
  test.each(variants)('%s is a variant of the same screen', (_how, controls) => {
    expect(screen(controls).identity).toBe(screen(form).identity);
    expect(screen(controls).composite).not.toBe(screen(form).composite);
  });

  const others: readonly (readonly [string, readonly Control[], { readonly app?: string; readonly url?: string }])[] = [
    ['with one control more', [...form, control('checkbox', 'Gift')], {}],
    ['with a control of another role', [...form.slice(0, 2), control('link', 'Save')], {}],
    ['E57: of another application', form, { app: 'mail' }],
    ['headed otherwise', [control('heading', 'Draft 17'), ...form.slice(1)], {}],
    ['at another path', form, { url: 'https://shop.example/carts/17' }],
  ];
  test.each(others)('%s is another screen', (_how, controls, more) => {
    expect(screen(controls, more).identity).not.toBe(screen(form).identity);
  });

  test('a list is one screen, however long', () => {
    expect(screen([1, 2, 3].map(row)).identity).toBe(screen([row(1)]).identity);
  });
});

describe('E56: the distance between two screens', () => {
  const controls = fc.array(
    fc.record({
      role: fc.constantFrom('button', 'link', 'textbox', 'heading'),
      name: fc.constantFrom('Save', 'Order 1', 'Order 2', '', 'toString', '__proto__'),
    }),
    { maxLength: 12 },
  );
  const seen = controls.map((list) => screen(list.map(({ role, name }) => control(role, name))));

  test('is 0 to itself, symmetric, and between 0 and 1', () => {
    fc.assert(
      fc.property(seen, seen, (a, b) => {
        expect(delta(a, a)).toBe(0);
        expect(delta(a, b)).toBe(delta(b, a));
        expect(delta(a, b)).toBeGreaterThanOrEqual(0);
        expect(delta(a, b)).toBeLessThanOrEqual(1);
      }),
      { ...seeded, numRuns: 33 * walksOfEach },
    );
  });

  test('satisfies the triangle inequality', () => {
    fc.assert(
      fc.property(seen, seen, seen, (a, b, c) => {
        expect(delta(a, c)).toBeLessThanOrEqual(delta(a, b) + delta(b, c) + 1e-9);
      }),
      { ...seeded, numRuns: 33 * walksOfEach },
    );
  });

  test('is 1 if nothing is shared', () => {
    expect(delta(screen([control('button', 'Save')]), screen([control('link', 'Mail')]))).toBe(1);
  });

  test("E58: like the screen's identity, it depends on the controls alone, in any order", () => {
    fc.assert(
      fc.property(controls, fc.integer(), (list, turn) => {
        const one = list.map(({ role, name }) => control(role, name));
        // Headings have the order of the page.
        const headings = { headings: headingsOf(one) };
        const at = list.length === 0 ? 0 : Math.abs(turn) % list.length;
        expect(screen([...one.slice(at), ...one.slice(0, at)], headings)).toEqual(screen(one, headings));
      }),
      { ...seeded, numRuns: 33 * walksOfEach },
    );
  });
});

test.each([
  ['  Order  17 of 20 ', 'order # of #'],
  ['Größe ３', 'größe #'],
  ['', ''],
])('the stem of %j is %j', (text, wanted) => {
  expect(stem(text)).toBe(wanted);
});

describe('structures', () => {
  const tokens = Array.from({ length: 20 }, (_, index) => `token ${index}`);
  test.each<[how: string, expected: boolean, other: string[], one?: string[]]>([
    ['the same', true, tokens],
    ['with a message more', true, [...tokens, 'button main/div']],
    ['with eight of twenty covered', true, tokens.slice(8)],
    ['with nine of twenty covered', false, tokens.slice(9)],
    [
      'of three tokens, of which another has one more',
      false,
      ['*heading h1', 'text p', 'button div', 'link nav'],
      ['heading h1', 'text p', '*button div'],
    ],
    ['of four tokens, of which another has two more', true, [...tokens.slice(14)], tokens.slice(16)],
    ['with one of twenty exchanged', true, [...tokens.slice(1), 'button main/div']],
    ['with two of twenty exchanged', false, [...tokens.slice(2), 'button main/div', 'link main/div']],
    ['with a dialog over it', false, [...tokens, '!dialog body/div']],
    ['without the rows of a list', true, tokens.slice(2), [...tokens.slice(2), '*text li/span', '*button li', '*link li/a', '*cell li/b']],
    ['with a note instead of rows', true, [...tokens, 'text p'], [...tokens, '*text li/span', '*button li', '*link li/a', '*cell li/b']],
    ['with other rows', false, [...tokens, '*text tr/td', '*link td/a'], [...tokens, '*text li/span', '*button li', '*link li/a']],
    ['with one row instead of many', true, [...tokens, 'text li/span', 'button li'], [...tokens, '*text li/span', '*button li']],
  ])('%s are alike: %s', (_how, expected, other, one = tokens) => {
    expect(isAlike(one, other)).toBe(expected);
    expect(isAlike(other, one)).toBe(expected);
  });

  test('include position, overlay and list structure', () => {
    const { place, structure } = screen([control('heading', 'Order'), control('dialog', 'Sure?')]);
    expect(place).toBe('shop https://shop.example/orders/#');
    expect(structure.filter((token) => token.startsWith('!'))).toEqual([expect.stringMatching(/^!dialog /)]);
    const rows = screen([control('heading', 'Orders'), control('link', 'First'), control('link', 'Second')]).structure;
    expect(rows.filter((token) => token.startsWith('*'))).toEqual([expect.stringMatching(/^\*link /)]);
    expect(signatureOf({ app: 'shop', title: 'Order 17', headings: [], controls: [] }).place).toBe('shop ');
  });

  test('are those of the content, if there is any', () => {
    const menu = control('link', 'Cart', { path: 'body/aside/nav/a' });
    const folded = control('button', 'Menu', { path: 'body/header/button' });
    expect(screen([...form, menu, folded]).structure).toEqual(screen(form).structure);
    expect(screen([menu, folded]).structure).toHaveLength(2);
    expect(screen([...form, { ...menu, role: 'menuitem' }]).structure).toContainEqual(expect.stringMatching(/^!menuitem /));
  });
});
