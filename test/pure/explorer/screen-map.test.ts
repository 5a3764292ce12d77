// Questions to a map small enough to draw: home → cart → paid, home → help, and out.
import { describe, expect, test } from '@jest/globals';
import { actionName, deadEnds, mermaidMap, screensMeant, shortestWay, type ScreenMap } from '../../../src/domain/explorer/screen-map.js';

const tap = (key: string) => ({ key, verb: 'tap' as const, label: `To ${key}`, safety: 1 });
const back = { key: 'back', verb: 'back' as const, label: '', safety: 1 };
const map: ScreenMap = {
  screens: [
    { key: 'aa1', name: 'Home', title: 'Home', address: '', actions: [tap('cart'), tap('help'), tap('out')] },
    { key: 'aa2', name: 'Cart', title: 'Cart', address: '', actions: [tap('pay'), back] },
    { key: 'bb1', name: 'Help with the cart', title: 'Help with the cart', address: '', actions: [back] },
    { key: 'bb2', name: 'Paid "all"', title: 'Paid "all"', address: '', actions: [] },
  ],
  edges: [
    { from: 'aa1', action: 'cart', to: 'aa2' },
    { from: 'aa1', action: 'help', to: 'bb1' },
    { from: 'aa1', action: 'out', to: 'outside' },
    { from: 'aa2', action: 'pay', to: 'bb2' },
    { from: 'bb1', action: 'back', to: 'aa2' },
  ],
};

describe('the screen that is meant', () => {
  const app = 'https://pets.example';
  const of = (key: string, name: string, address = '', title = 'Pets') => ({ key, name, title, address, actions: [] });
  const screens = [
    of('aa1', 'Home', '/', 'Home'),
    of('aa2', 'Cart', '/cart', 'Cart'),
    of('bb1', 'Help with the cart', '/cart/help', 'Help with the cart'),
    of('bb2', 'Pets: all', '/pets/'),
    of('cc1', "Pets: after 'More'", '/app#/pets/:id/edit'),
    of('cc2', 'Pets: rex', '/app#/pets'),
    of('cc3', 'Whatever a long title is cut to', undefined, 'Whatever a long title is cut to, in full'),
    of('dd1', 'Dogs', '/dogs', 'Dogs'),
    of('dd2', "Dogs, after 'Filter'", '/dogs', 'Dogs'),
    of('face', 'aa1: not a key'),
  ];

  test.each([
    ['home', ['aa1']],
    ["pets:  After 'More'", ['cc1']],
    ['pets', ['bb2', 'cc1', 'cc2', 'face']],
    ['aa1', ['aa1']],
    ['BB', ['bb1', 'bb2']],
    ['ca', ['aa2']],
    ['with the', ['bb1']],
    ['in full', ['cc3']],
    ['/cart', ['aa2']],
    ['/cart/?page=2', ['aa2']],
    ['https://pets.example', ['aa1']],
    ['https://pets.example/pets', ['bb2']],
    ['https://pets.example/app#/pets/12/edit', ['cc1']],
    ['/dogs', ['dd1']],
    ['#/pets', ['cc2']],
    ['/app', ['cc1', 'cc2']],
    ['https://other.example/cart', []],
    ['nowhere', []],
    [' ', []],
  ])('E72: %s: %j', (text, keys) => {
    expect(screensMeant({ app, screens }, text).map(({ key }) => key)).toEqual(keys);
  });

  test('E72: an address of any origin is one of an application that is not named by its own', () => {
    expect(screensMeant({ app: 'pets', screens }, 'https://other.example/cart').map(({ key }) => key)).toEqual(['aa2']);
  });
});

describe('the shortest path', () => {
  test('names each step', () => {
    const way = shortestWay(map, 'aa1', 'bb2') ?? [];
    expect(way.map(({ from, action }) => actionName(map.screens, from, action))).toEqual(['tap "To cart"', 'tap "To pay"']);
  });

  test('is empty from a screen to itself, and undefined if there is none', () => {
    expect(shortestWay(map, 'aa1', 'aa1')).toEqual([]);
    expect(shortestWay(map, 'bb2', 'aa1')).toBeUndefined();
  });

  test('contains no step whose outcome depends on the previous screen', () => {
    expect(shortestWay(map, 'bb1', 'aa2')).toBeUndefined();
  });
});

test('a dead end is a screen that only back, home and waiting leave', () => {
  expect(deadEnds(map)).toEqual(['bb1', 'bb2']);
  const stays = { from: 'bb2', action: 'pay', to: 'bb2' };
  expect(deadEnds({ ...map, edges: [...map.edges, stays] })).toEqual(['bb1', 'bb2']);
});

test('Mermaid source has every screen and edge, and escapes everything that a page wrote', () => {
  const source = mermaidMap(map);
  expect(source.split('\n').filter((line) => line.includes('-->'))).toHaveLength(5);
  expect(source).toContain('s3["Paid #34;all#34;"]');
  expect(source).toContain('s0 -->|"tap #34;To out#34;"| outside');
});
