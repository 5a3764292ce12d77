// Where each policy goes (docs/design/explorer.md §4), on small maps and on random ones.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  chooseByPolicy,
  nearnessTo,
  nextPolicy,
  policies,
  waysFrom,
  type Choosing,
  type KnownAction,
  type KnownGraph,
  type KnownScreen,
} from '../../../src/domain/explorer/policies.js';
import { seeded, walksOfEach } from '../../support/properties.js';

interface Drawn {
  readonly graph: KnownGraph;
  readonly actions: ReadonlyMap<string, readonly KnownAction[]>;
}

/** `a>b` leads to b, `a!` was tried and led nowhere, `a-` is forbidden, `a` is untried. */
function draw(map: Readonly<Record<string, string>>, goal = ''): Drawn {
  const parts = Object.entries(map).map(([key, text]) => [key, text.split(' ').filter((part) => part !== '')] as const);
  const triedAnywhere = new Set(parts.flatMap(([, list]) => list.filter((part) => /[>!]/.test(part)).map(nameOf)));
  const actions = new Map(
    parts.map(([key, list]) => [
      key,
      list.map((part): KnownAction => ({
        key: nameOf(part),
        name: nameOf(part),
        tried: /[>!]/.test(part),
        allowed: !part.endsWith('-'),
        novel: !triedAnywhere.has(nameOf(part)),
        fleeting: false,
      })),
    ]),
  );
  const screens = parts.map(([key, list], found): KnownScreen => {
    const open = (actions.get(key) ?? []).filter(({ tried, allowed }) => allowed && !tried);
    return {
      key,
      found,
      tried: (actions.get(key) ?? []).filter(({ tried }) => tried).length,
      open: open.length,
      novel: open.filter(({ novel }) => novel).length,
      fleeting: 0,
      nearness: Math.max(nearnessTo(goal, key), ...open.map(({ name }) => nearnessTo(goal, name))),
      edges: list.flatMap((part) =>
        part.includes('>') && !part.endsWith('-') ? [{ action: nameOf(part), to: part.split('>')[1] ?? '' }] : [],
      ),
    };
  });
  return { graph: new Map(screens.map((screen) => [screen.key, screen])), actions };
}

const nameOf = (part: string): string => part.split(/[>!-]/)[0] ?? '';

function at(here: string, map: Readonly<Record<string, string>>, more: Partial<Choosing> = {}) {
  const { graph, actions } = draw(map, more.goal);
  return chooseByPolicy({ graph, here, actions: actions.get(here) ?? [], policy: 'breadth', draw: 0, ...more }).chosen;
}

const shop = { home: 'cart>cart help>help search', cart: 'back>home pay', help: 'back>home faq! terms! contact' };

describe('breadth', () => {
  test('goes to the screen on which the fewest actions were tried', () => {
    expect(at('home', shop)).toEqual({ action: 'cart', toward: 'cart' });
    expect(at('cart', shop)).toEqual({ action: 'pay' });
    expect(at('help', shop)).toEqual({ action: 'back', toward: 'cart' });
  });

  test('takes the nearer of two equals', () => {
    expect(at('a', { a: 'x>b y>c', b: 'x>d', c: 'open', d: 'open' })).toEqual({ action: 'y', toward: 'c' });
  });
});

describe('new places', () => {
  const { graph, actions } = draw({ a: 'x>b one two', b: 'y>a three' });
  const place = (here: object, there: object, fresh: Partial<KnownAction> = {}) => ({
    graph: new Map([...graph].map(([key, screen]) => [key, { ...screen, ...(key === 'a' ? here : there) }])),
    here: 'a',
    actions: (actions.get('a') ?? []).map((action) => (action.key === 'two' ? { ...action, ...fresh } : { ...action, promise: 0.3 })),
    draw: 0,
  });

  test.each(['breadth', 'depth', 'targeted'] as const)('E74: %s takes a link to an unseen address before what acts in place', (policy) => {
    expect(chooseByPolicy({ ...place({ fresh: 1 }, {}, { fresh: 1, novel: false }), policy }).chosen).toEqual({
      action: 'two',
      hopeful: true,
    });
  });

  test('E74: and goes where there is one', () => {
    expect(chooseByPolicy({ ...place({}, { fresh: 1 }), policy: 'breadth' }).chosen).toEqual({ action: 'x', toward: 'b' });
    expect(chooseByPolicy({ ...place({}, { fresh: 0.4, promise: 0.1 }), policy: 'breadth' }).chosen).toEqual({
      action: 'one',
      hopeful: true,
    });
  });

  test('E74: a new place far away comes before what promises something here, and the nearer of two comes first', () => {
    const { graph: bare, actions: drawn } = draw({ a: 'x>b z>f one', b: 'y>c', c: 'v>d', d: 'w>e', e: 'far', f: 'u>g', g: 'near' });
    const at = (fresh: Readonly<Record<string, number>>) =>
      chooseByPolicy({
        graph: new Map([...bare].map(([key, screen]) => [key, { ...screen, fresh: fresh[key] ?? 0 }])),
        here: 'a',
        actions: (drawn.get('a') ?? []).map((action) => (action.key === 'one' ? { ...action, promise: 0.7 } : action)),
        policy: 'breadth',
        draw: 0,
      }).chosen;
    expect(at({ e: 1 })).toEqual({ action: 'x', toward: 'e' });
    expect(at({ e: 1, g: 0.6 })).toEqual({ action: 'z', toward: 'g' });
    expect(at({})).toEqual({ action: 'one', hopeful: true });
  });

  test.each(['depth', 'targeted'] as const)('E74: %s goes to a new place before it tries what is novel here', (policy) => {
    expect(chooseByPolicy({ ...place({}, { fresh: 1 }), policy }).chosen).toEqual({ action: 'x', toward: 'b' });
  });

  test('E74: what has just appeared waits for a new place, unless it leads to one', () => {
    const appeared = (more: Partial<KnownAction>, elsewhere: Partial<KnownScreen>) => {
      const { actions: all, ...rest } = place({}, elsewhere, { appeared: true, promise: 0.3, ...more });
      return chooseByPolicy({ ...rest, actions: all, policy: 'breadth' }).chosen;
    };
    expect(appeared({}, {})).toMatchObject({ action: 'two' });
    expect(appeared({}, { fresh: 1 })).toEqual({ action: 'x', toward: 'b' });
    expect(appeared({ fresh: 1 }, { fresh: 1 })).toMatchObject({ action: 'two' });
  });

  test('E74: a way through an entry of a closed menu opens the menu, and is one step longer', () => {
    const { graph: bare, actions: drawn } = draw({ a: 'menu! entry>b round>c', b: 'new', c: 'x>d', d: 'y>b' });
    const graph = new Map(bare);
    const [a, d] = [bare.get('a'), bare.get('d')];
    if (!a || !d) throw new Error('not drawn');
    graph.set('a', { ...a, edges: a.edges.map((edge) => (edge.action === 'entry' ? { ...edge, by: 'menu' } : edge)) });
    graph.set('d', { ...d, edges: d.edges.map((edge) => ({ ...edge, by: 'other' })) });
    const from = (...present: readonly string[]) => {
      const actions = (drawn.get('a') ?? []).filter(({ key }) => present.includes(key));
      return waysFrom({ graph, here: 'a', actions }, false).find(({ screen }) => screen.key === 'b');
    };
    expect(from('menu', 'entry', 'round')).toMatchObject({ first: 'entry', length: 1 });
    expect(from('menu', 'round')).toMatchObject({ first: 'menu', length: 2 });
    expect(from('round')).toMatchObject({ first: 'round', length: 4 });
  });

  test('E75: what promises more is worth a way, by its length', () => {
    const at = (promise: number) => chooseByPolicy({ ...place({}, { promise }, { promise: 0.2 }), policy: 'breadth' }).chosen;
    expect(at(0.5)).toEqual({ action: 'one', hopeful: true });
    expect(at(0.7)).toEqual({ action: 'x', toward: 'b' });
    expect(chooseByPolicy({ ...place({}, {}, { promise: 0.6 }), policy: 'breadth' }).chosen).toEqual({ action: 'two', hopeful: true });
  });
});

describe('depth', () => {
  test('stays while something is untried, then goes to the latest discovery', () => {
    expect(at('home', shop, { policy: 'depth' })).toEqual({ action: 'search' });
    expect(at('a', { a: 'x>b y>c', b: 'open', c: 'open' }, { policy: 'depth' })).toEqual({ action: 'y', toward: 'c' });
  });
});

describe('targeted', () => {
  test('goes where the words of its goal are', () => {
    expect(at('home', shop, { policy: 'targeted', goal: 'contact the shop' })).toEqual({ action: 'help', toward: 'help' });
    expect(at('help', { help: 'terms contact' }, { policy: 'targeted', goal: 'contact' })).toEqual({ action: 'contact' });
  });

  test('without a goal goes to the nearest', () => {
    expect(at('home', shop, { policy: 'targeted' })).toEqual({ action: 'search' });
  });
});

describe('random', () => {
  test.each([
    [0, 'one'],
    [0.5, 'two'],
    [0.99, 'two'],
  ])('a draw of %f among allowed actions, tried or not: %s', (draw, action) => {
    expect(at('a', { a: 'one! no- two' }, { policy: 'random', draw })).toEqual({ action });
  });
});

describe('among several explorers', () => {
  test.each([
    [0, 'one', 'b'],
    [0.5, 'two', 'c'],
    [0.99, 'three', 'd'],
  ])('a draw of %f breaks the tie', (draw, action, screen) => {
    const crowded = { draw, crowded: true };
    expect(at('a', { a: 'tried! one two three' }, crowded)).toEqual({ action });
    expect(at('a', { a: 'x>b y>c z>d', b: 'open', c: 'open', d: 'open' }, crowded)?.toward).toBe(screen);
    expect(at('a', { a: 'tried! one two three' }, { draw })).toEqual({ action: 'one' });
  });

  test('higher priorities still come first', () => {
    expect(at('cart', shop, { draw: 0.99, crowded: true })).toEqual({ action: 'pay' });
  });
});

describe('actions that are present now', () => {
  const { graph, actions } = draw({ a: 'x>b one two', b: 'y>a' });
  const place = (keys: readonly string[], appeared: readonly string[] = []) => ({
    graph,
    here: 'a',
    actions: (actions.get('a') ?? [])
      .filter(({ key }) => keys.includes(key))
      .map((action) => (appeared.includes(action.key) ? { ...action, appeared: true as const } : action)),
  });

  test('are chosen first; for an action of another variant its screen is revisited', () => {
    expect(chooseByPolicy({ ...place(['x', 'two']), policy: 'breadth', draw: 0 })).toEqual({ open: 1, chosen: { action: 'two' } });
    expect(chooseByPolicy({ ...place(['x']), policy: 'breadth', draw: 0 })).toEqual({ open: 1, chosen: { action: 'x', toward: 'a' } });
    expect(chooseByPolicy({ ...place([]), policy: 'breadth', draw: 0 })).toEqual({ open: 0 });
  });

  test.each(['breadth', 'depth', 'targeted'] as const)('%s first takes what has just appeared and is untried', (policy) => {
    expect(chooseByPolicy({ ...place(['x', 'one', 'two'], ['two']), policy, draw: 0 }).chosen).toEqual({ action: 'two' });
  });
});

describe('no policy', () => {
  test.each(policies)('%s makes no choice if nothing untried can be reached', (policy) => {
    expect(at('a', { a: 'x>b no-', b: 'back>a', island: 'open' }, { policy })).toBeUndefined();
  });

  test.each(policies)('%s neither chooses nor crosses a forbidden action', (policy) => {
    expect(at('a', { a: 'x>b-', b: 'open' }, { policy })).toBeUndefined();
  });

  test.each(policies)('%s knows no way from a screen where nobody has been', (policy) => {
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

  test('the choice is allowed if any action is, and its path is the shortest to where it leads', () => {
    fc.assert(
      fc.property(drawn, fc.constantFrom(...policies), fc.double({ min: 0, max: 0.999, noNaN: true }), (map, policy, draws) => {
        const { graph, actions } = draw(map);
        const here = actions.get('a') ?? [];
        const { chosen, open } = chooseByPolicy({ graph, here: 'a', actions: here, policy, draw: draws });
        if (policy !== 'random') expect(chosen !== undefined).toBe(open > 0);
        if (!chosen) return;
        expect(here.find(({ key }) => key === chosen.action)?.allowed).toBe(true);
        if (chosen.toward === undefined) return;
        const next = graph.get('a')?.edges.find(({ action: key }) => key === chosen.action)?.to ?? '';
        const lengthFrom = (from: string): number | undefined =>
          waysFrom({ graph, here: from, actions: actions.get(from) ?? [] }, false).find(({ screen: { key } }) => key === chosen.toward)
            ?.length;
        expect(lengthFrom(next)).toBe((lengthFrom('a') ?? 0) - 1);
      }),
      { ...seeded, numRuns: 67 * walksOfEach },
    );
  });

  test('a walk that follows the policy tries everything that can be reached, and ends', () => {
    fc.assert(
      fc.property(drawn, fc.constantFrom('breadth', 'depth', 'targeted'), (given, policy) => {
        const map = { ...given };
        let here = 'a';
        let steps = 0;
        for (; steps < 300; steps += 1) {
          const { graph, actions } = draw(map);
          const { chosen } = chooseByPolicy({ graph, here, actions: actions.get(here) ?? [], policy: policy as 'breadth', draw: 0 });
          if (!chosen) break;
          const to = graph.get(here)?.edges.find(({ action: key }) => key === chosen.action)?.to;
          if (to === undefined) map[here] = (map[here] ?? '').replace(new RegExp(`(^| )${chosen.action}(?= |$)`), `$1${chosen.action}!`);
          here = to ?? here;
        }
        expect(steps).toBeLessThan(300);
        const { graph, actions } = draw(map);
        expect(chooseByPolicy({ graph, here, actions: actions.get(here) ?? [], policy: 'breadth', draw: 0 })).toEqual({ open: 0 });
      }),
      { ...seeded, numRuns: 33 * walksOfEach },
    );
  });
});
