// Two runs over a map small enough to draw: home → cart → paid, home → help, and out.
import { describe, expect, test } from '@jest/globals';
import { diffRuns, type MappedRun, type RunSights, type Way } from '../../../src/domain/explorer/run-diff.js';
import type { MappedEdge, ScreenMap } from '../../../src/domain/explorer/screen-map.js';

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

describe('two runs', () => {
  const [cart, help, out, pay, backToCart] = map.edges;
  if (!cart || !help || !out || !pay || !backToCart) throw new Error('the map has lost an edge');
  const run = (edges: readonly MappedEdge[], stays: readonly Omit<MappedEdge, 'to'>[] = []): MappedRun => ({ edges, stays });
  const none = { new: [], gone: [] };
  const same = { new: [], gone: [], notVisited: [] };

  test('differ by what only the later one saw', () => {
    expect(diffRuns(map, run([cart]), run([cart, pay]))).toEqual({
      screens: { ...same, new: ['bb2'] },
      edges: { ...same, new: [pay] },
      actions: none,
    });
    expect(diffRuns(map, run([cart]), run([cart]))).toEqual({ screens: same, edges: same, actions: none });
  });

  test('nothing is gone merely because the later run has not been there', () => {
    expect(diffRuns(map, run([cart, help, pay]), run([cart]))).toEqual({
      screens: { ...same, notVisited: ['bb1', 'bb2'] },
      edges: { ...same, notVisited: [help, pay] },
      actions: none,
    });
  });

  test('a screen is gone if the way to it no longer leads there; what lay behind it is not visited', () => {
    const elsewhere = { ...cart, to: 'bb1' };
    expect(diffRuns(map, run([cart, pay]), run([elsewhere]))).toEqual({
      screens: { new: ['bb1'], gone: ['aa2'], notVisited: ['bb2'] },
      edges: { new: [elsewhere], gone: [cart], notVisited: [pay] },
      actions: none,
    });
  });

  test('E85: what lay behind a screen is gone with it if the way to it leads to one that was known before', () => {
    const elsewhere = { ...cart, to: 'bb1' };
    expect(diffRuns(map, run([help, cart, pay]), run([help, elsewhere])).screens).toEqual({ ...same, gone: ['aa2', 'bb2'] });
  });

  test('an edge that now leads elsewhere is gone too', () => {
    expect(diffRuns(map, run([cart, help]), run([help], [{ from: 'aa1', action: 'cart' }]))).toEqual({
      screens: { ...same, gone: ['aa2'] },
      edges: { ...same, gone: [cart] },
      actions: none,
    });
  });

  test('a screen that is reached another way is still there', () => {
    const other = { from: 'bb1', action: 'x', to: 'aa2' };
    const { screens, edges } = diffRuns(map, run([cart, help]), run([help, other], [{ from: 'aa1', action: 'cart' }]));
    expect({ screens, gone: edges.gone }).toEqual({ screens: same, gone: [cart] });
  });

  test('an edge that led to two places is not gone when it leads to one of them', () => {
    const { edges } = diffRuns(map, run([cart, { ...cart, to: 'bb1' }]), run([{ ...cart, to: 'bb1' }]));
    expect(edges).toEqual({ ...same, notVisited: [cart] });
  });

  test('an edge that needs a filled-in form is not gone when a run has not filled it in', () => {
    const filled = { ...map, edges: map.edges.map((edge) => (edge === pay ? { ...edge, before: ['name'] } : edge)) };
    const { screens, edges } = diffRuns(filled, run([cart, pay]), run([cart], [{ from: 'aa2', action: 'pay' }]));
    expect({ screens, edges }).toEqual({ screens: { ...same, notVisited: ['bb2'] }, edges: { ...same, notVisited: [pay] } });
  });

  test('going back proves nothing: where it leads depends on the previous screen', () => {
    const { edges } = diffRuns(map, run([help, backToCart]), run([help, { ...backToCart, to: 'aa1' }]));
    expect(edges).toMatchObject({ gone: [], notVisited: [backToCart] });
  });

  const seen = (before: MappedRun, sights: Partial<RunSights>): MappedRun => ({ ...before, ...sights });
  const way = ({ from, action }: MappedEdge): Way => ({ from, action });

  describe('E85: what the later run looked for where it was', () => {
    const earlier = seen(run([help, cart, pay]), { steady: [way(help), way(cart)] });

    test('and did not find is gone, with the screen that only it led to, and what lies behind that', () => {
      const later = seen(run([help]), { missed: [way(cart)] });
      expect(diffRuns(map, earlier, later)).toEqual({
        screens: { ...same, gone: ['aa2', 'bb2'] },
        edges: { ...same, gone: [cart], notVisited: [pay] },
        actions: none,
      });
    });

    test('says nothing where it was not always there before', () => {
      const later = seen(run([help]), { missed: [way(cart)] });
      const { screens, edges } = diffRuns(map, seen(earlier, { steady: [way(help)], passing: [way(cart)] }), later);
      expect([screens.notVisited, edges.gone]).toEqual([['aa2', 'bb2'], []]);
    });

    test('says nothing of a screen that another way may still lead to, which nobody tried', () => {
      const other = { from: 'bb1', action: 'x', to: 'aa2' };
      const later = seen(run([help]), { missed: [way(cart)] });
      const { screens, edges } = diffRuns({ ...map, edges: [...map.edges, other] }, earlier, later);
      expect([screens, edges.gone]).toEqual([{ ...same, notVisited: ['aa2', 'bb2'] }, [cart]]);
    });

    test('says nothing of a screen to which a link was seen elsewhere', () => {
      const later = seen(run([help]), { missed: [way(cart)], linked: ['aa2'] });
      expect(diffRuns(map, earlier, later).screens).toEqual({ ...same, notVisited: ['aa2', 'bb2'] });
    });

    test('says nothing of a screen that the earlier run began on: no way is known to have led there', () => {
      const later = seen(run([{ from: 'cc1', action: 'y', to: 'bb1' }]), { missed: [] });
      expect(diffRuns(map, earlier, later).screens).toMatchObject({ gone: [], notVisited: ['aa1', 'aa2', 'bb2'] });
    });

    test('screens that only led to each other are gone together', () => {
      const round = { from: 'bb2', action: 'z', to: 'aa2' };
      const later = seen(run([help]), { missed: [way(cart)] });
      expect(diffRuns({ ...map, edges: [...map.edges, round] }, earlier, later).screens.gone).toEqual(['aa2', 'bb2']);
    });
  });

  test('E85: actions that lead nowhere are compared where both runs looked: neither what came and went, nor what is a way already', () => {
    const [save, print, hint] = ['save', 'print', 'hint'].map((action): Way => ({ from: 'aa1', action }));
    if (!save || !print || !hint) throw new Error('an action is missing');
    const before = seen(run([help, cart]), { steady: [save, way(cart)], passing: [hint], missed: [print] });
    const after = seen(run([help]), { missed: [save, hint, way(cart)], steady: [print] });
    expect(diffRuns(map, before, after).actions).toEqual({ new: [print], gone: [save] });
  });
});
