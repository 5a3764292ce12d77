// Questions to a map that is small enough to draw: home → cart → paid, home → help, and out.
import { describe, expect, test } from '@jest/globals';
import {
  actionName,
  deadEnds,
  diffRuns,
  mermaidMap,
  screensMeant,
  shortestWay,
  type ScreenMap,
} from '../../../src/domain/explorer/screen-map.js';

const tap = (key: string) => ({ key, verb: 'tap' as const, label: `To ${key}`, safety: 1 });
const back = { key: 'back', verb: 'back' as const, label: '', safety: 1 };
const map: ScreenMap = {
  screens: [
    { key: 'aa1', title: 'Home', actions: [tap('cart'), tap('help'), tap('out')] },
    { key: 'aa2', title: 'Cart', actions: [tap('pay'), back] },
    { key: 'bb1', title: 'Help with the cart', actions: [back] },
    { key: 'bb2', title: 'Paid "all"', actions: [] },
  ],
  edges: [
    { from: 'aa1', action: 'cart', to: 'aa2' },
    { from: 'aa1', action: 'help', to: 'bb1' },
    { from: 'aa1', action: 'out', to: 'outside' },
    { from: 'aa2', action: 'pay', to: 'bb2' },
    { from: 'bb1', action: 'back', to: 'aa2' },
  ],
};

describe('which screen is meant', () => {
  test.each([
    ['aa1', ['Home']],
    ['bb', ['Help with the cart', 'Paid "all"']],
    ['cart', ['Cart']],
    ['ca', ['Cart']],
    ['with the', ['Help with the cart']],
    ['nowhere', []],
  ])('%s: %j', (text, titles) => {
    expect(screensMeant(map, text).map(({ title }) => title)).toEqual(titles);
  });
});

describe('the shortest way', () => {
  test('names each step', () => {
    const way = shortestWay(map, 'aa1', 'bb2') ?? [];
    expect(way.map(({ from, action }) => actionName(map.screens, from, action))).toEqual(['tap "To cart"', 'tap "To pay"']);
  });

  test('is empty where one is, and none where there is none', () => {
    expect(shortestWay(map, 'aa1', 'aa1')).toEqual([]);
    expect(shortestWay(map, 'bb2', 'aa1')).toBeUndefined();
  });

  test('goes over no step whose outcome depends on where one came from', () => {
    expect(shortestWay(map, 'bb1', 'aa2')).toBeUndefined();
  });
});

test('a dead end is what nothing leads out of but back, home and waiting', () => {
  expect(deadEnds(map)).toEqual(['bb1', 'bb2']);
  const stays = { from: 'bb2', action: 'pay', to: 'bb2' };
  expect(deadEnds({ ...map, edges: [...map.edges, stays] })).toEqual(['bb1', 'bb2']);
});

test('two runs differ by the screens and edges that only one of them saw', () => {
  const [cart, help, out, pay] = map.edges;
  if (!cart || !help || !out || !pay) throw new Error('the map has lost an edge');
  expect(diffRuns([cart, help, cart], [cart, pay])).toEqual({
    screens: { appeared: ['bb2'], vanished: ['bb1'] },
    edges: { appeared: [pay], vanished: [help] },
  });
  expect(diffRuns([cart], [cart])).toEqual({ screens: { appeared: [], vanished: [] }, edges: { appeared: [], vanished: [] } });
});

test('Mermaid source has every screen and edge, and nothing that a page wrote stands for itself', () => {
  const source = mermaidMap(map);
  expect(source.split('\n').filter((line) => line.includes('-->'))).toHaveLength(5);
  expect(source).toContain('s3["Paid #34;all#34;"]');
  expect(source).toContain('s0 -->|"tap #34;To out#34;"| outside');
});
