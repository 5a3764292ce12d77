// Where each policy goes (spec/explorer.md §4), on small maps and on maps that nobody drew.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  chooseByPolicy,
  nextPolicy,
  policies,
  waysFrom,
  type Choosing,
  type KnownGraph,
  type KnownScreen,
} from '../../../src/domain/explorer/policies.js';

const seed = Number(process.env['STEADYHAND_SEED'] ?? 20_261_122);

/** `a>b` leads to b, `a!` was tried and led nowhere, `a-` may not be done, `a` is untried. */
function mapOf(drawn: Readonly<Record<string, string>>): KnownGraph {
  const screens = Object.entries(drawn).map(([key, text], found): KnownScreen => {
    const parts = text.split(' ').filter((part) => part !== '');
    return {
      key,
      title: key,
      found,
      actions: parts.map((part) => {
        const [name = ''] = part.split(/[>!-]/);
        return { key: name, name, tried: /[>!]/.test(part), allowed: !part.endsWith('-') };
      }),
      edges: parts.flatMap((part) =>
        part.includes('>') ? [{ action: part.split('>')[0] ?? '', to: (part.split('>')[1] ?? '').replace('-', '') }] : [],
      ),
    };
  });
  return new Map(screens.map((screen) => [screen.key, screen]));
}

const at = (here: string, drawn: Readonly<Record<string, string>>, more: Partial<Choosing> = {}) =>
  chooseByPolicy({ graph: mapOf(drawn), here, policy: 'breadth', draw: 0, ...more });

const shop = { home: 'cart>cart help>help search', cart: 'back>home pay', help: 'back>home faq! terms! contact' };

describe('breadth', () => {
  test('takes the screen on which least was tried, and goes there', () => {
    expect(at('home', shop)).toEqual({ action: 'cart', toward: 'cart' });
    expect(at('cart', shop)).toEqual({ action: 'pay' });
    expect(at('help', shop)).toEqual({ action: 'back', toward: 'cart' });
  });

  test('takes the nearer of two alike', () => {
    expect(at('a', { a: 'x>b y>c', b: 'x>d', c: 'open', d: 'open' })).toEqual({ action: 'y', toward: 'c' });
  });
});

describe('depth', () => {
  test('stays while there is something, then goes to what was found last', () => {
    expect(at('home', shop, { policy: 'depth' })).toEqual({ action: 'search' });
    expect(at('a', { a: 'x>b y>c', b: 'open', c: 'open' }, { policy: 'depth' })).toEqual({ action: 'y', toward: 'c' });
  });
});

describe('targeted', () => {
  test('goes where the words of its goal are', () => {
    expect(at('home', shop, { policy: 'targeted', goal: 'contact the shop' })).toEqual({ action: 'help', toward: 'help' });
    expect(at('help', { help: 'terms contact' }, { policy: 'targeted', goal: 'contact' })).toEqual({ action: 'contact' });
  });

  test('without a goal takes what is nearest', () => {
    expect(at('home', shop, { policy: 'targeted' })).toEqual({ action: 'search' });
  });
});

describe('random', () => {
  test.each([
    [0, 'one'],
    [0.5, 'two'],
    [0.99, 'two'],
  ])('draws %f of what is allowed, tried or not: %s', (draw, action) => {
    expect(at('a', { a: 'one! no- two' }, { policy: 'random', draw })).toEqual({ action });
  });
});

describe('no policy', () => {
  test.each(policies)('%s has a choice where nothing untried can be reached', (policy) => {
    expect(at('a', { a: 'x>b no-', b: 'back>a', island: 'open' }, { policy })).toBeUndefined();
  });

  test.each(policies)('%s chooses, or walks over, what may not be done', (policy) => {
    expect(at('a', { a: 'x>b-', b: 'open' }, { policy })).toBeUndefined();
  });

  test.each(policies)('%s knows a way from where nobody has been', (policy) => {
    expect(at('nowhere', shop, { policy })).toBeUndefined();
  });
});

test('policies take turns', () => {
  expect(policies.map(nextPolicy)).toEqual(['depth', 'random', 'targeted', 'breadth']);
});

describe('on any map', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const action = fc.tuple(fc.constantFrom('p', 'q', 'r', 's'), fc.constantFrom('', '!', '-', ...names.map((name) => `>${name}`)));
  const screen = fc
    .uniqueArray(action, { selector: ([name]) => name, maxLength: 4 })
    .map((list) => list.map((parts) => parts.join('')).join(' '));
  const drawn = fc
    .tuple(...names.map(() => screen))
    .map((texts) => Object.fromEntries(texts.map((text, index) => [names[index] ?? '', text])));

  test('what is chosen is allowed where one is, and leads where it says on the shortest way', () => {
    fc.assert(
      fc.property(drawn, fc.constantFrom(...policies), fc.double({ min: 0, max: 0.999, noNaN: true }), (map, policy, draw) => {
        const graph = mapOf(map);
        const chosen = chooseByPolicy({ graph, here: 'a', policy, draw });
        const ways = waysFrom(graph, 'a');
        const isOpen = [...ways.values()].some(({ screen: { actions } }) => actions.some(({ tried, allowed }) => allowed && !tried));
        if (policy !== 'random') expect(chosen !== undefined).toBe(isOpen);
        if (!chosen) return;
        const taken = graph.get('a')?.actions.find(({ key }) => key === chosen.action);
        expect(taken?.allowed).toBe(true);
        if (chosen.toward === undefined) return;
        const next = graph.get('a')?.edges.find(({ action: key }) => key === chosen.action)?.to ?? '';
        expect(waysFrom(graph, next).get(chosen.toward)?.length).toBe((ways.get(chosen.toward)?.length ?? 0) - 1);
      }),
      { seed, numRuns: 1_000 },
    );
  });

  test('a walk that does what it is told tries everything that can be reached, and ends', () => {
    fc.assert(
      fc.property(drawn, fc.constantFrom('breadth', 'depth', 'targeted'), (map, policy) => {
        const graph = new Map(mapOf(map));
        let here = 'a';
        for (let steps = 0; steps < 300; steps += 1) {
          const chosen = chooseByPolicy({ graph, here, policy: policy as 'breadth', draw: 0 });
          if (!chosen) break;
          const from = graph.get(here);
          if (!from) throw new Error(`nobody knows ${here}`);
          graph.set(here, { ...from, actions: from.actions.map((each) => (each.key === chosen.action ? { ...each, tried: true } : each)) });
          here = from.edges.find(({ action: key }) => key === chosen.action)?.to ?? here;
        }
        for (const {
          screen: { actions },
        } of waysFrom(graph, here).values())
          expect(actions.filter(({ tried, allowed }) => allowed && !tried)).toEqual([]);
      }),
      { seed, numRuns: 500 },
    );
  });
});
