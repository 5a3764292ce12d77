// What every store of screens must do (spec/explorer.md §6). `open`: a store that is empty.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { EnumeratedAction } from '../../src/domain/explorer/agent-state.js';
import type { ArtifactRef } from '../../src/domain/ui/observation.js';
import type { RankingPlace, RankingQuery, ScreenGraph, SeenScreenEntry, StepEntry } from '../../src/ports/screen-graph.js';

const screenshot: ArtifactRef = `sha256:${'0'.repeat(64)}`;
const tap = (key: string, safety = 1): EnumeratedAction => ({ key, verb: 'tap', label: key, safety });
const home: EnumeratedAction = { key: 'home', verb: 'home', label: '', safety: 1 };
const back: EnumeratedAction = { key: 'back', verb: 'back', label: '', safety: 1 };

export function screen(key: string, actions: readonly EnumeratedAction[], variant = `${key}-1`): SeenScreenEntry {
  return { key, variant, title: key, screenshot, actions };
}

export function describeScreenGraph(name: string, open: () => Promise<ScreenGraph>): void {
  describe(`the graph of screens in ${name}`, () => {
    let graph: ScreenGraph;
    let numbered = 0;
    beforeAll(async () => {
      graph = await open();
    });
    afterAll(() => graph.close());

    const newApp = (): string => `app-${(numbered += 1)}`;
    const query = (app: string, more: Partial<RankingQuery> = {}): RankingQuery => ({
      app,
      policy: 'breadth',
      goal: '',
      draw: 0,
      allowUnsafe: false,
      ...more,
    });
    const step = (app: string, loop: number, more: Partial<StepEntry> = {}): StepEntry => ({
      app,
      run: `run of ${app}`,
      loop,
      unknown: false,
      givenUp: [],
      ...more,
    });
    /** Where all is there that was ever seen, unless it is said. */
    const rank = async (asked: RankingQuery, key: string, more: Partial<RankingPlace> = {}) => {
      const { screens } = await graph.read(asked.app);
      const present = screens.find((one) => one.key === key)?.actions.map((action) => action.key) ?? [];
      return graph.rank(asked, { screen: key, present, appeared: [], ...more });
    };
    const at = (key: string, variant = `${key}-1`) => ({ key, variant });

    test('E48: to enter a screen or a step again adds nothing, and reports the same', async () => {
      const app = newApp();
      const start = screen('home', [tap('a'), tap('b'), back]);
      expect(await graph.enter(app, 'r', start)).toEqual({ added: 1 });
      expect(await graph.enter(app, 'r', start)).toEqual({ added: 0 });
      const taken = step(app, 1, { from: at('home'), action: 'a', to: screen('next', [tap('c')]) });
      const first = await graph.persist(taken);
      expect(first).toEqual({ nodes_added: 1, edges_added: 1, older: false });
      const before = await graph.read(app);
      expect(await graph.persist(taken)).toEqual(first);
      expect(await graph.read(app)).toEqual(before);
    });

    test('E50: a step says what it added, and whether it went back to what is older', async () => {
      const app = newApp();
      await graph.enter(app, 'r', screen('home', [tap('a')]));
      expect(await graph.persist(step(app, 1, { from: at('home'), action: 'a', to: screen('next', [tap('c')]) }))).toEqual({
        nodes_added: 1,
        edges_added: 1,
        older: false,
      });
      expect(await graph.persist(step(app, 2, { from: at('next'), action: 'c', to: screen('home', [tap('a')]) }))).toEqual({
        nodes_added: 0,
        edges_added: 1,
        older: true,
      });
      expect(await graph.persist(step(app, 3, { from: at('home'), action: 'a', to: screen('next', [tap('c')]) }))).toEqual({
        nodes_added: 0,
        edges_added: 0,
        older: false,
      });
      expect(await graph.coverage(app, false)).toEqual({ screens: 2, variants: 2, edges: 2, actions: 2, tried: 2 });
    });

    test('E51: applications do not meet', async () => {
      const [one, other] = [newApp(), newApp()];
      await graph.enter(one, 'r', screen('home', [tap('a')]));
      expect(await graph.enter(other, 'r', screen('home', [tap('a')]))).toEqual({ added: 1 });
      await graph.persist(step(one, 1, { from: at('home'), action: 'a', to: screen('next', []) }));
      expect((await graph.read(other)).screens.map(({ key }) => key)).toEqual(['home']);
      expect((await rank(query(other), 'home')).tried).toEqual([]);
    });

    test('an action that changed nothing was tried, and is no edge', async () => {
      const app = newApp();
      const start = screen('home', [tap('a'), tap('b')]);
      await graph.enter(app, 'r', start);
      expect(await graph.persist(step(app, 1, { from: at('home'), action: 'a', to: start }))).toEqual({
        nodes_added: 0,
        edges_added: 0,
        older: false,
      });
      expect(await rank(query(app), 'home')).toMatchObject({ tried: ['a'], choice: { action: { key: 'b' } }, open: 1 });
      // Once more, and again: another action is as untried as before.
      for (const loop of [2, 3]) await graph.persist(step(app, loop, { from: at('home'), action: 'a', to: start }));
      expect(await rank(query(app), 'home')).toMatchObject({ choice: { action: { key: 'b' } }, open: 1 });
    });

    test('an action of unknown outcome is an edge where the screen changed, else it is offered once more, last', async () => {
      const app = newApp();
      const start = screen('home', [tap('a'), tap('b')]);
      await graph.enter(app, 'r', start);
      const unknown = { from: at('home'), action: 'a', to: start, unknown: true };
      await graph.persist(step(app, 1, unknown));
      expect(await rank(query(app), 'home')).toMatchObject({ tried: [], choice: { action: { key: 'b' } } });
      await graph.persist(step(app, 2, { from: at('home'), action: 'b', to: start }));
      expect(await rank(query(app), 'home')).toMatchObject({ tried: ['b'], choice: { action: { key: 'a' } } });
      await graph.persist(step(app, 3, unknown));
      expect(await rank(query(app), 'home')).toMatchObject({ choice: null, open: 0 });
      const moved = { from: at('home'), action: 'a', to: screen('next', []), unknown: true };
      expect(await graph.persist(step(app, 4, moved))).toMatchObject({ edges_added: 1 });
    });

    test('what was given up counts as tried, what only moves is never due, and what is unsafe waits for leave', async () => {
      const app = newApp();
      const start = screen('home', [tap('a'), tap('b'), tap('delete', 0.2), back]);
      await graph.enter(app, 'r', start);
      await graph.persist(step(app, 1, { from: at('home'), action: 'a', to: start, givenUp: [{ screen: 'home', action: 'b' }] }));
      expect(await rank(query(app), 'home')).toMatchObject({ choice: null, open: 0 });
      expect(await rank(query(app, { allowUnsafe: true }), 'home')).toMatchObject({ choice: { action: { key: 'delete' } }, open: 1 });
      expect(await graph.coverage(app, false)).toMatchObject({ actions: 2, tried: 2 });
      expect(await graph.coverage(app, true)).toMatchObject({ actions: 3, tried: 2 });
    });

    test('the way to a screen with something untried is known, the start lies one step away, and what nobody tried anywhere comes first', async () => {
      const app = newApp();
      await graph.enter(app, 'r', screen('home', [tap('a'), tap('menu')]));
      await graph.persist(step(app, 1, { from: at('home'), action: 'a', to: screen('next', [tap('menu'), back, home]) }));
      expect(await rank(query(app), 'next')).toMatchObject({ choice: { action: { key: 'menu' } }, open: 2 });
      await graph.persist(step(app, 2, { from: at('next'), action: 'menu', to: screen('menu', [tap('menu'), tap('z'), home]) }));
      // "menu" was tried on another screen.
      expect(await rank(query(app), 'menu')).toMatchObject({ choice: { action: { key: 'z' } } });
      await graph.persist(step(app, 3, { from: at('menu'), action: 'z', to: screen('end', [back, home]) }));
      expect(await rank(query(app), 'end')).toMatchObject({ choice: { action: { key: 'home' }, toward: 'home' } });
    });

    test('back is taken where nothing else leads on: to where one came from, or to where it led before', async () => {
      const app = newApp();
      await graph.enter(app, 'r', screen('one', [tap('a'), tap('b')]));
      await graph.persist(step(app, 1, { from: at('one'), action: 'a', to: screen('two', [back]) }));
      expect(await rank(query(app), 'two')).toMatchObject({ choice: { action: { key: 'back' }, toward: 'one' }, open: 1 });
      await graph.persist(step(app, 2, { from: at('two'), action: 'back', to: screen('two', [back]) }));
      expect(await rank(query(app), 'two')).toMatchObject({ choice: null, open: 0 });
      await graph.persist(step(app, 3, { from: at('two'), action: 'back', to: screen('one', []) }));
      expect(await rank(query(app), 'two')).toMatchObject({ choice: { action: { key: 'back' }, toward: 'one' } });
    });

    test('a step out of the application, and one that nobody could look after, are kept', async () => {
      const app = newApp();
      await graph.enter(app, 'r', screen('home', [tap('a'), tap('b')]));
      expect(await graph.persist(step(app, 1, { from: at('home'), action: 'a', to: 'outside' }))).toEqual({
        nodes_added: 0,
        edges_added: 1,
        older: false,
      });
      expect(await graph.persist(step(app, 2, { from: at('home'), action: 'b' }))).toEqual({
        nodes_added: 0,
        edges_added: 0,
        older: false,
      });
      expect((await graph.read(app)).edges).toMatchObject([{ from: 'home', action: 'a', to: 'outside' }]);
      expect(await rank(query(app), 'home')).toMatchObject({ choice: null });
    });

    test('three explorers at once add each screen and edge once', async () => {
      const app = newApp();
      const keys = Array.from({ length: 12 }, (_, index) => `s${index}`);
      const actions = keys.map((key) => tap(`to ${key}`));
      const walks = [1, 2, 3].map(async (walk) => {
        let [nodes, edges] = [(await graph.enter(app, `run ${walk}`, screen('s0', actions))).added, 0];
        let from = 's0';
        for (let loop = 1; loop <= 40; loop += 1) {
          const to = keys[(loop * (walk + 4)) % keys.length] ?? '';
          const result = await graph.persist(
            step(app, loop, { run: `run ${walk}`, from: at(from), action: `to ${to}`, to: screen(to, actions) }),
          );
          nodes += result.nodes_added;
          edges += result.edges_added;
          from = to;
        }
        return { nodes, edges };
      });
      const added = await Promise.all(walks);
      const stored = await graph.read(app);
      expect(added.reduce((sum, { nodes }) => sum + nodes, 0)).toBe(stored.screens.length);
      expect(added.reduce((sum, { edges }) => sum + edges, 0)).toBe(stored.edges.length);
      const { actions: known, tried } = await graph.coverage(app, false);
      expect(known).toBe(stored.screens.reduce((sum, { actions: each }) => sum + each.length, 0));
      expect(tried).toBe(stored.screens.reduce((sum, { actions: each }) => sum + each.filter(({ tries }) => tries > 0).length, 0));
    });

    test('runs begin once and end once, and what they went through is known', async () => {
      const app = newApp();
      await graph.beginRun({ run: `r of ${app}`, app, policy: 'breadth', seed: 1 });
      await expect(graph.beginRun({ run: `r of ${app}`, app, policy: 'depth', seed: 2 })).resolves.toBeUndefined();
      await graph.endRun(`r of ${app}`, 'success', { screens: 1 });
      await expect(graph.endRun(`r of ${app}`, 'crash', {})).resolves.toBeUndefined();
      await graph.enter(app, `r of ${app}`, screen('home', [tap('a')]));
      await graph.persist(step(app, 1, { run: `r of ${app}`, from: at('home'), action: 'a', to: screen('next', []) }));
      await graph.persist(step(app, 2, { run: `r of ${app}`, from: at('next'), action: 'back', to: screen('next', []) }));
      const { runs } = await graph.read(app);
      expect(runs).toEqual([
        { run: `r of ${app}`, startedAt: expect.any(String), stopReason: 'success', edges: [{ from: 'home', action: 'a', to: 'next' }] },
      ]);
      expect(await graph.applications()).toContain(app);
    });
  });
}
