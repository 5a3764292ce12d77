// What screens are called on maps where titles are not enough.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { plain } from '../../../src/domain/flow/find-text.js';
import { screenNames, withoutTitle, type NameableMap, type NameableScreen } from '../../../src/domain/explorer/screen-names.js';
import { count, holds } from '../../support/properties.js';

const api = 'Swagger UI';
const tap = (label: string) => ({ key: `tap ${label}`, verb: 'tap' as const, label });
const screen = (key: string, more: Partial<NameableScreen> = {}): NameableScreen => ({
  ...{ key, title: api, headings: [], address: '', layered: false, actions: [] },
  ...more,
});
const labels = (...texts: readonly string[]) => ({ actions: texts.map(tap) });
const edge = (from: string, label: string, to: string) => ({ from, action: `tap ${label}`, to });
const back = { key: 'back', verb: 'back' as const, label: 'Back' };
const namesOf = (map: NameableMap): Readonly<Record<string, string>> => Object.fromEntries(screenNames(map));

const cases: readonly (readonly [what: string, map: NameableMap, names: readonly string[]])[] = [
  [
    'a title that no other screen has',
    { screens: [screen('a', { title: 'Home' }), screen('b', { title: ' Cart\n(2) ' })], edges: [] },
    ['Home', 'Cart (2)'],
  ],
  [
    'headings',
    { screens: [screen('a', { headings: ['Pets'] }), screen('b', { headings: ['Owners'] })], edges: [] },
    ['Swagger UI: Pets', 'Swagger UI: Owners'],
  ],
  [
    'what is under a heading that is the same everywhere',
    { screens: [screen('a', { headings: ['Petstore', 'Pets'] }), screen('b', { headings: ['Petstore', 'Owners'] })], edges: [] },
    ['Swagger UI: Pets', 'Swagger UI: Owners'],
  ],
  [
    'no heading that the title repeats: that screen keeps the title',
    {
      screens: [screen('a', { title: 'Pets | Shop', headings: ['Pets'] }), screen('b', { title: 'Pets | Shop', headings: ['Edit'] })],
      edges: [],
    },
    ['Pets | Shop', 'Pets | Shop: Edit'],
  ],
  [
    'addresses where headings do not differ',
    {
      screens: [screen('a', { headings: ['Pets'], address: '/pets' }), screen('b', { headings: ['Pets'], address: '/#/pets/:id' })],
      edges: [],
    },
    ['Swagger UI: /pets', 'Swagger UI: /#/pets/:id'],
  ],
  [
    'headings first, and addresses only for those that share theirs',
    {
      screens: [
        screen('a', { headings: ['Pets'], address: '/a' }),
        screen('b', { headings: ['Pets'], address: '/b' }),
        screen('c', { headings: ['Owners'], address: '/c' }),
      ],
      edges: [],
    },
    ['Swagger UI: Pets, /a', 'Swagger UI: Pets, /b', 'Swagger UI: Owners'],
  ],
  [
    'the action that led there',
    {
      screens: [screen('a', labels('Open details', 'Try it out')), screen('b'), screen('c')],
      edges: [edge('a', 'Open details', 'b'), edge('a', 'Try it out', 'c')],
    },
    [api, "Swagger UI: after 'Open details'", "Swagger UI: after 'Try it out'"],
  ],
  [
    'the nearest action that leads to it alone',
    {
      screens: [
        screen('a', { title: 'Home', ...labels('Next', 'Pets', 'List') }),
        screen('b', { actions: [tap('Aardvark'), back] }),
        screen('c', labels('Next')),
      ],
      edges: [
        edge('a', 'Next', 'b'),
        edge('a', 'Next', 'c'),
        edge('a', 'Pets', 'b'),
        edge('a', 'List', 'c'),
        edge('b', 'Aardvark', 'c'),
        edge('c', 'Next', 'b'),
        { from: 'b', action: 'back', to: 'c' },
        edge('b', 'Aardvark', 'b'),
      ],
    },
    ['Home', "Swagger UI: after 'Pets'", "Swagger UI: after 'List'"],
  ],
  [
    'a menu by what opens it; the screen below it keeps its name',
    {
      screens: [
        screen('a', { title: 'Home', ...labels('Pets') }),
        screen('b', { title: 'Pets', headings: ['All pets'], address: '/pets', ...labels('More') }),
        screen('c', { title: 'Pets', headings: ['All pets'], address: '/pets', layered: true, ...labels('Close') }),
      ],
      edges: [edge('a', 'Pets', 'b'), edge('b', 'More', 'c'), edge('c', 'Close', 'b')],
    },
    ['Home', 'Pets', "Pets: after 'More'"],
  ],
  [
    'numbers by key where nothing differs',
    { screens: [screen('z', { title: 'Home' }), screen('b'), screen('a'), screen('c', { title: 'Swagger UI (1)' })], edges: [] },
    ['Home', 'Swagger UI (3)', 'Swagger UI (2)', 'Swagger UI (1)'],
  ],
  [
    'what else there is, without a title',
    {
      screens: [
        screen('a', { title: '', headings: ['Pets'] }),
        screen('b', { title: ' ', address: '/owners' }),
        screen('c', { title: '' }),
        screen('d', { title: 'Untitled' }),
      ],
      edges: [],
    },
    ['Pets', '/owners', 'untitled (1)', 'Untitled (2)'],
  ],
  [
    'names that are not a title of another screen',
    {
      screens: [
        screen('a', { headings: ['Pets'], address: '/a' }),
        screen('b', { address: '/b' }),
        screen('c', { title: 'swagger ui:  pets', address: '/c' }),
      ],
      edges: [],
    },
    ['Swagger UI: Pets, /a', api, 'swagger ui: pets: /c'],
  ],
];

test.each(cases)('E71: a screen is called by %s', (_what, map, names) => {
  expect(namesOf(map)).toEqual(Object.fromEntries(map.screens.map(({ key }, index) => [key, names[index]])));
});

describe('names', () => {
  const words = fc.constantFrom('', 'Pets', 'pets ', 'Owners', 'Swagger UI', 'Swagger UI: Pets', 'untitled', 'Pets (1)', 'x'.repeat(100));
  const maps = fc
    .array(
      fc.record({
        title: words,
        headings: fc.array(words, { maxLength: 2 }),
        address: fc.constantFrom('', '/', '/pets', `/${'y'.repeat(90)}`),
        layered: fc.boolean(),
        actions: fc.array(words, { maxLength: 2 }).map((texts) => texts.map(tap)),
        to: fc.nat(7),
      }),
      { minLength: 1, maxLength: 8 },
    )
    .map((found) => ({
      screens: found.map((one, index): NameableScreen => ({ ...one, key: `k${index}` })),
      edges: found.flatMap(({ actions, to }, index) =>
        actions.map(({ key }) => ({ from: `k${index}`, action: key, to: `k${to % found.length}` })),
      ),
    }));

  test('E71: are unique however they are written, on one line and short', () => {
    holds(maps, (map) => {
      const names = [...screenNames(map).values()];
      expect(new Set(names.map(plain)).size).toBe(map.screens.length);
      for (const name of names) expect(name).toMatch(/^\S.{0,169}$/u);
      count('maps');
    });
  });

  test('E71: do not depend on the order in which screens and edges were found, but for where exploring began', () => {
    holds(maps, ({ screens, edges }) => {
      const [first, ...others] = screens;
      if (!first) return;
      expect(namesOf({ screens: [first, ...[...others].reverse()], edges: [...edges].reverse() })).toEqual(namesOf({ screens, edges }));
    });
  });

  test('lose the title that others have, too', () => {
    expect(withoutTitle({ name: "Swagger UI: after 'More'", title: api })).toBe("after 'More'");
    expect(withoutTitle({ name: api, title: api })).toBe(api);
    expect(withoutTitle({ name: 'Pets', title: '' })).toBe('Pets');
  });
});
