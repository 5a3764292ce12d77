// What every screen store must do (docs/design/explorer.md §6). `open`: an empty store.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { PageDigests } from '../../src/domain/explorer/actions.js';
import type { ArtifactRef } from '../../src/domain/ui/observation.js';
import type { RankingPlace, RankingQuery, ScreenGraph, SeenAction, SeenScreenEntry, StepEntry } from '../../src/ports/screen-graph.js';

const screenshot: ArtifactRef = `sha256:${'0'.repeat(64)}`;
const tap = (key: string, safety = 1): SeenAction => ({ key, verb: 'tap', label: key, safety, fleeting: false });
const pageOf = (name: string): PageDigests => ({ address: name, pattern: name });
const home: SeenAction = { key: 'home', verb: 'home', label: '', safety: 1, fleeting: false };
const back: SeenAction = { key: 'back', verb: 'back', label: '', safety: 1, fleeting: false };

export function screen(key: string, actions: readonly SeenAction[], variant = `${key}-1`): SeenScreenEntry {
  return { key, variant, title: key, headings: [], address: '', screenshot, actions, place: key, structure: [key] };
}

export function describeScreenGraph(name: string, open: () => Promise<ScreenGraph>): void {
  describe(`the screen graph in ${name}`, () => {
    let graph: ScreenGraph;
    let numbered = 0;
    beforeAll(async () => {
      graph = await open();
    });
    afterAll(() => graph.close());

    const newApp = (): string => `app-${(numbered += 1)}`;
    const query = (app: string, more: Partial<RankingQuery> = {}): RankingQuery => ({
      app,
      run: `run of ${app}`,
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
    /** Everything ever seen is present, unless stated otherwise. */
    const rank = async (asked: RankingQuery, key: string, more: Partial<RankingPlace> = {}) => {
      const { screens } = await graph.read(asked.app);
      const present = screens.find((one) => one.key === key)?.actions.map((action) => action.key) ?? [];
      return graph.rank(asked, { screen: key, present, appeared: [], ...more });
    };
    const at = (key: string, variant = `${key}-1`) => ({ key, variant });

    test('E48: entering a screen or a step again adds nothing and reports the same', async () => {
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

    test('E50: a step reports what it added, and whether it led back to an older screen', async () => {
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

    test('E51: applications are kept apart', async () => {
      const [one, other] = [newApp(), newApp()];
      await graph.enter(one, 'r', screen('home', [tap('a')]));
      expect(await graph.enter(other, 'r', screen('home', [tap('a')]))).toEqual({ added: 1 });
      await graph.persist(step(one, 1, { from: at('home'), action: 'a', to: screen('next', []) }));
      expect((await graph.read(other)).screens.map(({ key }) => key)).toEqual(['home']);
      expect((await rank(query(other), 'home')).tried).toEqual([]);
    });

    test('FL24: what the browser told stands with its screen, once for each run, in its order, and at most twenty texts', async () => {
      const app = newApp();
      const start = { ...screen('home', [tap('a')]), notices: ['one', 'two', 'one'] };
      for (const run of ['r', 'r', 'later']) await graph.enter(app, run, start);
      const many = Array.from({ length: 30 }, (_, index) => `text ${index}`);
      const taken = step(app, 1, { from: at('home'), action: 'a', to: { ...screen('next', []), notices: many } });
      for (const entry of [taken, taken]) await graph.persist(entry);
      const back = step(app, 2, { from: at('next'), action: 'x', to: { ...screen('home', [tap('a')]), notices: ['two', 'zero'] } });
      await graph.persist({ ...back, run: 'later' });
      const [home, next] = (await graph.read(app)).screens;
      expect(home?.notices).toEqual([
        { run: 'r', text: 'one' },
        { run: 'r', text: 'two' },
        { run: 'later', text: 'one' },
        { run: 'later', text: 'two' },
        { run: 'later', text: 'zero' },
      ]);
      expect(next?.notices).toEqual(many.slice(0, 20).map((text) => ({ run: `run of ${app}`, text })));
      const other = newApp();
      await graph.enter(other, 'r', screen('home', []));
      expect((await graph.read(other)).screens[0]?.notices).toBeUndefined();
    });

    test('an action that changed nothing counts as tried and adds no edge', async () => {
      const app = newApp();
      const start = screen('home', [tap('a'), tap('b')]);
      await graph.enter(app, 'r', start);
      expect(await graph.persist(step(app, 1, { from: at('home'), action: 'a', to: start }))).toEqual({
        nodes_added: 0,
        edges_added: 0,
        older: false,
      });
      expect(await rank(query(app), 'home')).toMatchObject({ tried: ['a'], choice: { action: { key: 'b' } }, open: 1 });
      // A repeated action is as untried as before.
      for (const loop of [2, 3]) await graph.persist(step(app, loop, { from: at('home'), action: 'a', to: start }));
      expect(await rank(query(app), 'home')).toMatchObject({ choice: { action: { key: 'b' } }, open: 1 });
    });

    test('an action with an unknown outcome is an edge if the screen changed; otherwise it is offered once more, last', async () => {
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

    test('an abandoned action counts as tried, a scroll is never due, and an unsafe action waits for permission', async () => {
      const app = newApp();
      const start = screen('home', [tap('a'), tap('b'), tap('delete', 0.2), back]);
      await graph.enter(app, 'r', start);
      await graph.persist(step(app, 1, { from: at('home'), action: 'a', to: start, givenUp: [{ screen: 'home', action: 'b' }] }));
      expect(await rank(query(app), 'home')).toMatchObject({ choice: null, open: 0 });
      expect(await rank(query(app, { allowUnsafe: true }), 'home')).toMatchObject({ choice: { action: { key: 'delete' } }, open: 1 });
      expect(await graph.coverage(app, false)).toMatchObject({ actions: 2, tried: 2 });
      expect(await graph.coverage(app, true)).toMatchObject({ actions: 3, tried: 2 });
    });

    test('the way to a screen with something untried is known, the start is one step away, and actions tried nowhere come first', async () => {
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

    test('similar screens are one screen, under the key that was seen first', async () => {
      const app = newApp();
      const structure = Array.from({ length: 20 }, (_, index) => `t${index}`);
      const looking = (key: string, more: readonly string[], actions: readonly SeenAction[] = [tap('a'), tap('b')]) => ({
        ...screen(key, actions, key),
        title: 'Similar',
        place: 'page',
        structure: [...structure, ...more],
      });
      await graph.enter(app, 'r', looking('first', []));
      const toast = step(app, 1, { from: at('first', 'first'), action: 'a', to: looking('toast', ['t20']) });
      expect(await graph.persist(toast)).toEqual({ nodes_added: 0, edges_added: 1, older: false });
      expect(await graph.persist(step(app, 2, { from: at('toast', 'toast'), action: 'b', to: looking('dialog', ['!t21']) }))).toMatchObject(
        {
          nodes_added: 1,
          edges_added: 1,
        },
      );
      const { screens, edges } = await graph.read(app);
      expect(screens).toMatchObject([{ key: 'first', variants: 2 }, { key: 'dialog' }]);
      expect(edges).toMatchObject([
        { from: 'first', action: 'a', to: 'first' },
        { from: 'first', action: 'b', to: 'dialog' },
      ]);
      const asked = { screen: 'toast', present: ['a', 'b'], appeared: [] };
      expect(await graph.rank(query(app), asked)).toMatchObject({ screen: 'toast', tried: ['a', 'b'] });
      expect(await graph.enter(app, 'r', { ...looking('elsewhere', []), place: 'another page' })).toEqual({ added: 1 });
    });

    test('an action that is not present cannot be chosen; its screen is revisited for it three times', async () => {
      const app = newApp();
      await graph.enter(app, 'r', screen('home', [tap('a'), tap('rare'), home]));
      const without = screen('home', [tap('a'), home]);
      await graph.persist(step(app, 1, { from: at('home'), action: 'a', to: screen('next', [home]) }));
      const present = ['a', 'home'];
      let loop = 1;
      for (; loop < 8; loop += 2) {
        const { choice } = await graph.rank(query(app), { screen: 'home', present, appeared: [] });
        if (!choice) break;
        expect(choice).toMatchObject({ action: { key: 'a' }, toward: 'home' });
        await graph.persist(step(app, loop + 1, { from: at('next'), action: 'home', to: without }));
        await graph.persist(step(app, loop + 2, { from: at('home'), action: 'a', to: screen('next', [home]) }));
      }
      expect(loop).toBe(7);
      // Once seen again, it is as untried as before.
      await graph.persist(step(app, 20, { from: at('next'), action: 'home', to: screen('home', [tap('a'), tap('rare'), home]) }));
      expect(await rank(query(app), 'home')).toMatchObject({ choice: { action: { key: 'rare' } }, open: 1 });
    });

    test('a revealed action is brought back by the action that revealed it, and abandoned if that does not help', async () => {
      const app = newApp();
      const closed = (variant: string) => screen('home', [tap('menu'), home], variant);
      const opened = screen('home', [tap('menu'), tap('one'), tap('two'), home], 'opened');
      await graph.enter(app, 'r', closed('closed'));
      await graph.persist(step(app, 1, { from: at('home', 'closed'), action: 'menu', to: opened }));
      await graph.persist(step(app, 2, { from: at('home', 'opened'), action: 'one', to: screen('next', [home]) }));
      await graph.persist(step(app, 3, { from: at('next'), action: 'home', to: closed('closed') }));
      const asked = { screen: 'home', present: ['menu', 'home'], appeared: [] };
      expect(await graph.rank(query(app), asked)).toMatchObject({ choice: { action: { key: 'menu' }, toward: 'home' }, open: 1 });
      // That its screen was seen without it says nothing.
      for (const loop of [4, 5]) await graph.persist(step(app, loop, { from: at('home', 'closed'), action: 'menu', to: closed('other') }));
      expect(await graph.rank(query(app), asked)).toMatchObject({ choice: { action: { key: 'menu' } }, open: 1 });
      await graph.persist(step(app, 6, { from: at('home', 'closed'), action: 'menu', to: closed('other') }));
      expect(await graph.rank(query(app), asked)).toMatchObject({ choice: null, open: 0 });
    });

    test('E74: a way to an unseen address leads through entries of closed menus, by opening them', async () => {
      const app = newApp();
      const entry = tap('entry');
      const closed = screen('home', [tap('bar'), home], 'closed');
      const half = screen('home', [tap('bar'), tap('menu'), home], 'half');
      const opened = screen('home', [tap('bar'), tap('menu'), entry, home], 'opened');
      const unseen = { ...tap('link'), kind: 'link content', page: pageOf('unseen') };
      await graph.enter(app, 'r', closed);
      await graph.persist(step(app, 1, { from: at('home', 'closed'), action: 'bar', to: half }));
      await graph.persist(step(app, 2, { from: at('home', 'half'), action: 'menu', to: opened }));
      await graph.persist(step(app, 3, { from: at('home', 'opened'), action: 'entry', to: screen('page', [unseen, home]) }));
      await graph.persist(step(app, 4, { from: at('page'), action: 'home', to: closed }));
      const from = async (present: readonly string[]) => (await graph.rank(query(app), { screen: 'home', present, appeared: [] })).choice;
      expect(await from(['bar', 'home'])).toMatchObject({ action: { key: 'bar' }, toward: 'page' });
      expect(await from(['bar', 'menu', 'home'])).toMatchObject({ action: { key: 'menu' }, toward: 'page' });
      expect(await from(['bar', 'menu', 'entry', 'home'])).toMatchObject({ action: { key: 'entry' }, toward: 'page' });
    });

    test('E32: a choice is shown as tried where it was tried, beyond the first fifty too', async () => {
      const app = newApp();
      const taps = Array.from({ length: 60 }, (_, index) => tap(`t${index}`));
      await graph.enter(app, 'r', screen('home', taps));
      const givenUp = taps.filter(({ key }) => key !== 't55').map(({ key: action }) => ({ screen: 'home', action }));
      await graph.persist(step(app, 1, { from: at('home'), action: 't55', to: screen('next', [tap('z')]), givenUp }));
      const { tried, choice } = await rank(query(app), 'home');
      expect(choice).toMatchObject({ action: { key: 't55' }, toward: 'next' });
      expect(tried).toHaveLength(51);
      expect(tried).toContain('t55');
    });

    test('what has just appeared comes first, then menu entries; where an action leads is known from other screens', async () => {
      const app = newApp();
      const link = { ...tap('link'), fleeting: true };
      await graph.enter(app, 'r', screen('home', [tap('a'), link, tap('b'), home]));
      expect(await rank(query(app), 'home', { appeared: ['b'] })).toMatchObject({ choice: { action: { key: 'b' } } });
      expect(await rank(query(app), 'home')).toMatchObject({ choice: { action: { key: 'link' } } });
      await graph.persist(step(app, 1, { from: at('home'), action: 'link', to: screen('far', [home]) }));
      await graph.persist(step(app, 2, { from: at('home'), action: 'a', to: screen('near', [link, home]) }));
      await graph.persist(step(app, 3, { from: at('home'), action: 'b', to: screen('home', [tap('a'), link, tap('b'), home]) }));
      await graph.enter(app, 'r', screen('far', [tap('c'), home]));
      expect(await rank(query(app), 'near')).toMatchObject({ choice: { action: { key: 'link' }, toward: 'far' } });
    });

    test('back is taken when nothing else leads on: to the previous screen, or to where it led before', async () => {
      const app = newApp();
      await graph.enter(app, 'r', screen('one', [tap('a'), tap('b')]));
      await graph.persist(step(app, 1, { from: at('one'), action: 'a', to: screen('two', [back]) }));
      expect(await rank(query(app), 'two')).toMatchObject({ choice: { action: { key: 'back' }, toward: 'one' }, open: 1 });
      await graph.persist(step(app, 2, { from: at('two'), action: 'back', to: screen('two', [back]) }));
      expect(await rank(query(app), 'two')).toMatchObject({ choice: null, open: 0 });
      await graph.persist(step(app, 3, { from: at('two'), action: 'back', to: screen('one', []) }));
      expect(await rank(query(app), 'two')).toMatchObject({ choice: { action: { key: 'back' }, toward: 'one' } });
    });

    test('a step out of the application, and one whose outcome nobody saw, are kept', async () => {
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

    test('what must happen before a step is known: filled-in fields and the action that revealed it; so are screenshots of other variants', async () => {
      const app = newApp();
      const field = { key: 'name', verb: 'type', label: 'Name', safety: 1, role: 'textbox', fleeting: false } as const;
      const form = [field, tap('idle'), tap('menu'), tap('send'), back];
      const opened = [...form, { ...tap('entry'), role: 'menuitem' }];
      const picture = `sha256:${'1'.repeat(64)}` as const;
      await graph.enter(app, 'r', screen('form', form));
      const steps = [
        { from: at('form'), action: 'idle', to: screen('form', form) },
        { from: at('form'), action: 'name', to: screen('form', form) },
        { from: at('form'), action: 'menu', to: { ...screen('form', opened, 'form-2'), screenshot: picture } },
        { from: at('form', 'form-2'), action: 'entry', to: screen('entered', [back]) },
        { from: at('entered'), action: 'back', to: screen('form', form) },
        { from: at('form'), action: 'send', to: screen('sent', []) },
      ];
      for (const [index, taken] of steps.entries()) await graph.persist(step(app, index + 1, taken));
      const { screens, edges } = await graph.read(app);
      const before = Object.fromEntries(edges.map((edge) => [`${edge.action} ${edge.to}`, edge.before]));
      expect(before).toMatchObject({ 'entry entered': ['name', 'menu'], 'send sent': [] });
      expect(screens.find(({ key }) => key === 'form')).toMatchObject({ variants: 2, pictures: [picture] });
      const roles = screens.flatMap(({ actions }) => actions.map(({ key, role }) => [key, role]));
      expect(Object.fromEntries(roles)).toMatchObject({ name: 'textbox', entry: 'menuitem', idle: '' });
    });

    test('E74: links to unseen addresses come first, the nearest of them; a link whose address was seen is a way there, and nothing to try', async () => {
      const app = newApp();
      const link = (name: string, kind = 'link content'): SeenAction => ({ ...tap(`to-${name}`), kind, page: pageOf(name) });
      const page = (name: string, actions: readonly SeenAction[]) => ({ ...screen(name, actions), page: pageOf(name) });
      const button = { ...tap('button'), kind: 'button content' };
      const start = page('home', [button, link('one'), link('two'), home]);
      await graph.enter(app, 'r', start);
      expect(await rank(query(app), 'home')).toMatchObject({ choice: { action: { key: 'to-one' }, hopeful: true }, open: 1 });
      const one = page('one', [{ ...tap('widget'), kind: 'button content' }, link('home')]);
      await graph.persist(step(app, 1, { from: at('home'), action: 'to-one', to: one }));
      expect(await rank(query(app), 'one')).toMatchObject({ choice: { action: { key: 'to-home' }, toward: 'home' } });
      await graph.persist(step(app, 2, { from: at('one'), action: 'to-home', to: start }));
      // It is redirected to a page that is known: the address is not sought again.
      await graph.persist(step(app, 3, { from: at('home'), action: 'to-two', to: one }));
      expect(await rank(query(app), 'one')).toMatchObject({ choice: { action: { key: 'widget' } }, open: 2 });
    });

    test('E74: an address that two links did not reach, and siblings of addresses that are all one screen, wait for everything else', async () => {
      const app = newApp();
      const link = (name: string, pattern = name): SeenAction => ({
        ...tap(`to-${name}`),
        kind: 'link content',
        page: { address: name, pattern },
      });
      const button = { ...tap('button'), kind: 'button content' };
      const start = { ...screen('home', [link('dead'), { ...link('dead'), key: 'again' }, button, home]), page: pageOf('home') };
      await graph.enter(app, 'r', start);
      await graph.persist(step(app, 1, { from: at('home'), action: 'to-dead', to: start }));
      expect(await rank(query(app), 'home')).toMatchObject({ choice: { action: { key: 'again' } } });
      await graph.persist(step(app, 2, { from: at('home'), action: 'again', to: start }));
      expect(await rank(query(app), 'home')).toMatchObject({ choice: { action: { key: 'button' } } });

      const orders = newApp();
      const names = ['1', '2', '3', '4', '5'];
      const list = { ...screen('list', [...names.map((name) => link(name, 'order')), button, home]), page: pageOf('list') };
      await graph.enter(orders, 'r', list);
      for (const [index, name] of names.slice(0, 4).entries()) {
        const order = { ...screen('order', [home], `order-${name}`), page: { address: name, pattern: 'order' } };
        await graph.persist(step(orders, index + 1, { from: at('list'), action: `to-${name}`, to: order }));
      }
      expect(await rank(query(orders), 'list')).toMatchObject({ choice: { action: { key: 'button' } } });
    });

    test('E75: kinds of actions that found something come before kinds that did not, and the first of another screen before the tenth of one', async () => {
      const app = newApp();
      const widget = (name: string, kind: string): SeenAction => ({ ...tap(name), kind });
      const dull = Array.from({ length: 8 }, (_, index) => widget(`dull ${index}`, 'button content'));
      const start = screen('home', [...dull, widget('open', 'link around'), home]);
      const next = screen('next', [widget('other', 'button content'), widget('more', 'link around'), home]);
      await graph.enter(app, 'r', start);
      await graph.persist(step(app, 1, { from: at('home'), action: 'open', to: next }));
      expect(await rank(query(app), 'next')).toMatchObject({ choice: { action: { key: 'more' } } });
      await graph.persist(step(app, 2, { from: at('next'), action: 'more', to: start }));
      for (const index of [0, 1, 2, 3]) await graph.persist(step(app, 3 + index, { from: at('home'), action: `dull ${index}`, to: start }));
      expect(await rank(query(app), 'next')).toMatchObject({ choice: { action: { key: 'other' } } });
    });

    test('E76: where addresses tell screens apart, one address with one heading is one screen however it has changed; else structures and headings tell', async () => {
      const app = newApp();
      const seen = (key: string, structure: readonly string[], more: Partial<SeenScreenEntry> = {}) => ({
        ...screen(key, [home], key),
        ...{ place: 'cart', structure, headings: ['Cart'], title: 'Shop', at: '/cart', page: pageOf('cart') },
        ...more,
      });
      await graph.enter(app, 'r', seen('loading', ['a', 'b', 'c', 'd', 'e', 'f']));
      expect(await graph.enter(app, 'r', seen('loaded', ['a', 'b', 'c', 'g', 'h']))).toEqual({ added: 1 });
      await graph.enter(app, 'r', { ...seen('other', ['x'], { place: 'other', at: '/other', page: pageOf('other') }) });
      expect(await graph.enter(app, 'r', seen('later', ['a', 'b', 'c', 'd', 'i', 'j']))).toEqual({ added: 0 });
      expect(await graph.enter(app, 'r', seen('asking', ['a', 'b', 'c', 'd', 'e', '!k']))).toEqual({ added: 1 });
    });

    test('E71: what tells screens of one title apart is kept: headings and addresses of most variants, and whether something lies on top', async () => {
      const app = newApp();
      const told = (heading: string, address: string) => ({ headings: [heading, 'Pets'], address });
      await graph.enter(app, 'r', { ...screen('pet', [], 'pet-0'), headings: [], address: '' });
      await graph.enter(app, 'r', { ...screen('pet', [], 'pet-1'), ...told('Rex', '/pets/rex') });
      await graph.enter(app, 'r', { ...screen('pet', [], 'pet-2'), ...told('Tom', '/pets/tom') });
      await graph.enter(app, 'r', { ...screen('pet', [], 'pet-3'), ...told('Tom', '/pets/tom') });
      await graph.enter(app, 'r', { ...screen('menu', []), structure: ['t1', '!t2'] });
      expect((await graph.read(app)).screens).toMatchObject([
        { key: 'pet', headings: ['Pets', 'Tom'], address: '/pets/tom', layered: false },
        { key: 'menu', headings: [], address: '', layered: true },
      ]);
    });

    test('coverage is reported with each choice and never exceeds the whole', async () => {
      const app = newApp();
      const start = screen('home', [tap('a'), tap('b'), tap('c'), tap('delete', 0.2), back]);
      await graph.enter(app, 'r', start);
      const covered = async (allowUnsafe = false) => (await rank(query(app, { allowUnsafe }), 'home')).coverage_pct;
      expect(await covered()).toBe(0);
      for (const [index, [action, safe, all]] of (
        [
          ['a', 33, 25],
          ['b', 66, 50],
          ['c', 100, 75],
        ] as const
      ).entries()) {
        await graph.persist(step(app, index, { from: at('home'), action, to: start }));
        expect([await covered(), await covered(true)]).toEqual([safe, all]);
      }
    });

    test.each([
      ['REFUND', 'returns'],
      ['ask for a refund of an order', 'returns'],
      ['größe', 'sizes'],
      ['GRÖSSE größe', 'sizes'],
      ['imprint', 'imprint'],
    ])('the goal %j leads to %s, by a title or by what is untried there', async (goal, toward) => {
      const app = newApp();
      const ways = { cart: 'Order now', returns: 'Ask for a Refund', sizes: 'Größe wählen', imprint: 'Show', orders: 'Reorder' };
      const home = screen(
        'home',
        Object.keys(ways).map((key) => tap(`to-${key}`)),
      );
      await graph.enter(app, 'r', home);
      for (const [loop, [key, label]] of Object.entries(ways).entries()) {
        await graph.persist(step(app, 2 * loop, { from: at('home'), action: `to-${key}`, to: screen(key, [tap(label), back]) }));
        await graph.persist(step(app, 2 * loop + 1, { from: at(key), action: 'back', to: home }));
      }
      expect(await rank(query(app, { policy: 'targeted', goal }), 'home')).toMatchObject({ choice: { toward } });
    });

    test('while others explore the application, ties are broken at random; afterwards the first one wins again', async () => {
      const app = newApp();
      const [own, other] = [`run of ${app}`, `other of ${app}`];
      for (const run of [own, other]) await graph.beginRun({ run, app, policy: 'breadth', seed: 1 });
      await graph.enter(app, own, screen('home', [tap('a'), tap('b'), tap('c')]));
      const chosen = async () => (await rank(query(app, { draw: 0.9 }), 'home')).choice?.action.key;
      await graph.persist(step(app, 1));
      expect(await chosen()).toBe('a');
      await graph.persist(step(app, 1, { run: other }));
      expect(await chosen()).toBe('c');
      await graph.endRun(other, 'success', {});
      expect(await chosen()).toBe('a');
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

    test('RP1: an edge has what was seen the last time that all of its way was, with what was filled in before; an unknown outcome is no such time', async () => {
      const app = newApp();
      const ref = (digit: number): ArtifactRef => `sha256:${String(digit).repeat(64)}`;
      const looks = (before: number, after: number) => ({ looks: { before: ref(before), after: ref(after) } });
      const field: SeenAction = { ...tap('field'), verb: 'type', role: 'textbox' };
      const home = screen('home', [tap('a'), field]);
      const next = screen('next', [tap('c')]);
      const go = { from: at('home'), action: 'a', to: next };
      const fill = { from: at('home'), action: 'field', to: home };
      const edgeOf = async () => (await graph.read(app)).edges.find(({ to }) => to === 'next');
      await graph.enter(app, 'r', home);
      await graph.persist(step(app, 1, go));
      expect((await edgeOf())?.taken).toBeUndefined();
      await graph.persist(step(app, 2, { ...fill, ...looks(1, 2) }));
      await graph.persist(step(app, 3, { ...go, ...looks(2, 3) }));
      const taken = [
        { action: 'field', before: ref(1), after: ref(2) },
        { action: 'a', before: ref(2), after: ref(3) },
      ];
      expect(await edgeOf()).toMatchObject({ before: [], taken });
      await graph.persist(step(app, 4, { ...go, unknown: true, ...looks(4, 5) }));
      expect(await edgeOf()).toMatchObject({ taken });
    });

    describe('of two runs', () => {
      const entry = { policy: 'breadth', seed: 1 } as const;
      const hidden = tap('hidden');
      const link = (key: string, to: string): SeenAction => ({ ...tap(key), page: pageOf(to) });
      const first = screen('home', [tap('a'), tap('b'), tap('more'), tap('c'), back, link('far', '/far')]);
      const next = screen('next', [tap('d'), back]);
      const far = { ...screen('far', [back]), page: pageOf('/far') };
      const way = (action: string) => ({ from: 'home', action });
      const [one, other] = [(app: string) => `one of ${app}`, (app: string) => `other of ${app}`];

      /** The earlier one has tried everything. */
      const explored = async (app: string): Promise<void> => {
        const run = one(app);
        await graph.beginRun({ run, app, ...entry });
        await graph.enter(app, run, first);
        const steps: readonly Partial<StepEntry>[] = [
          { from: at('home'), action: 'b', to: { ...first, actions: first.actions.filter(({ key }) => key !== 'c') } },
          { from: at('home'), action: 'more', to: { ...first, actions: [...first.actions, hidden] } },
          { from: at('home'), action: 'hidden', to: next },
          { from: at('next'), action: 'back', to: { ...first, actions: first.actions.filter(({ key }) => key !== 'c') } },
          { from: at('home'), action: 'c', to: first },
          { from: at('home'), action: 'far', to: far },
          { from: at('far'), action: 'back', to: first },
          { from: at('home'), action: 'a', to: next },
          { from: at('next'), action: 'd', to: first },
        ];
        for (const [index, more] of steps.entries()) await graph.persist(step(app, index + 1, { run, ...more }));
        await graph.endRun(run, 'success', {});
        await graph.beginRun({ run: other(app), app, ...entry });
      };

      test('E85: the later one missed what it looked for, not what nothing revealed; what it saw of the earlier one was always there, or not', async () => {
        const app = newApp();
        await explored(app);
        const run = other(app);
        await graph.enter(app, run, { ...first, actions: first.actions.filter(({ key }) => key !== 'a' && key !== 'c') });
        const before = (await graph.read(app)).runs;
        expect(before[1]).toMatchObject({ missed: [way('a'), way('c')], steady: [], linked: ['far'] });
        expect(before[0]).toMatchObject({ missed: [], steady: [way('a')], passing: [way('c')] });
        await graph.persist(step(app, 1, { run, from: at('home'), action: 'more', to: first }));
        await graph.persist(step(app, 2, { run, from: at('home'), action: 'far', to: next }));
        const after = (await graph.read(app)).runs;
        expect(after[1]).toMatchObject({ missed: [way('hidden')], linked: [] });
        expect(after[0]).toMatchObject({ steady: [way('hidden')] });
      });

      test('E86: the later one tries ways of the earlier one again: where it is in a share of its steps, and all once nothing else is left', async () => {
        const app = newApp();
        await explored(app);
        const run = other(app);
        const added = screen('home', [...first.actions, tap('new')]);
        await graph.enter(app, run, added);
        const ask = (key: string, draw: number, present: readonly SeenAction[]) =>
          graph.rank(query(app, { run, draw }), { screen: key, present: present.map((each) => each.key), appeared: [] });
        expect(await ask('home', 0.5, added.actions)).toMatchObject({ choice: { action: { key: 'new' } }, open: 1 });
        expect(await ask('home', 0.2, added.actions)).toMatchObject({ choice: { action: { key: 'a' }, again: true }, open: 1 });
        await graph.persist(step(app, 1, { run, from: at('home'), action: 'new', to: added }));
        expect(await ask('home', 0.5, added.actions)).toMatchObject({ choice: { action: { key: 'a' }, again: true }, open: 2 });
        await graph.persist(step(app, 2, { run, from: at('home'), action: 'a', to: next }));
        // It has seen where its way here led, so first to the screen that it has not seen.
        expect((await ask('next', 0.5, next.actions)).choice).toEqual({ action: expect.objectContaining({ key: 'd' }), toward: 'home' });
        await graph.persist(step(app, 3, { run, from: at('next'), action: 'd', to: added }));
        expect(await ask('home', 0.5, added.actions)).toMatchObject({ choice: { action: { key: 'far' }, again: true } });
        await graph.persist(step(app, 4, { run, from: at('home'), action: 'far', to: far }));
        await graph.persist(step(app, 5, { run, from: at('far'), action: 'back', to: added }));
        // What reveals a way is a step towards it.
        expect(await ask('home', 0.5, added.actions)).toMatchObject({ choice: { action: { key: 'more' }, again: true } });
        await graph.persist(step(app, 6, { run, from: at('home'), action: 'more', to: added }));
        expect(await ask('home', 0, added.actions)).toMatchObject({ choice: null, open: 0 });
      });

      test('E86: nothing of a run that goes on beside it is tried again', async () => {
        const app = newApp();
        for (const run of [one(app), other(app)]) await graph.beginRun({ run, app, ...entry });
        await graph.enter(app, one(app), next);
        await graph.persist(step(app, 1, { run: one(app), from: at('next'), action: 'd', to: far }));
        await graph.enter(app, other(app), next);
        expect(await rank(query(app, { run: other(app) }), 'next')).toMatchObject({ choice: null, open: 0 });
      });
    });

    test('E87: what was tried elsewhere and stands around the content, or at most places, comes after what belongs to its screen', async () => {
      const app = newApp();
      const of = (key: string, kind: string): SeenAction => ({ ...tap(key), kind });
      const [bar, tabs, save] = [of('bar', 'button around'), of('tabs', 'tab content'), of('save', 'button content')];
      const kinds = { one: [bar, tabs, save], two: [bar, tabs, save], three: [tabs], four: [] };
      for (const [key, actions] of Object.entries(kinds)) await graph.enter(app, 'r', screen(key, actions));
      for (const [loop, action] of ['bar', 'tabs', 'save'].entries())
        await graph.persist(step(app, loop + 1, { from: at('one'), action, to: screen('one', kinds.one) }));
      const order: unknown[] = [];
      for (const loop of [4, 5, 6]) {
        const { choice } = await rank(query(app), 'two');
        order.push([choice?.action.key, choice?.hopeful]);
        await graph.persist(step(app, loop, { from: at('two'), action: choice?.action.key ?? '', to: screen('two', kinds.two) }));
      }
      expect(order).toEqual([
        ['save', true],
        ['bar', undefined],
        ['tabs', undefined],
      ]);
    });

    test('E87: an action of steps at one place is not one of most places', async () => {
      const app = newApp();
      const next: SeenAction = { ...tap('next'), kind: 'button content' };
      const steps = ['one', 'two', 'three', 'four'].map((key) => ({ ...screen(key, [next]), place: 'wizard' }));
      for (const each of steps) await graph.enter(app, 'r', each);
      await graph.persist(step(app, 1, { from: at('one'), action: 'next', to: steps[1] }));
      expect((await rank(query(app), 'two')).choice).toMatchObject({ action: { key: 'next' }, hopeful: true });
    });

    test('a run begins once and ends once, and its path is recorded', async () => {
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
        {
          run: `r of ${app}`,
          startedAt: expect.any(String),
          stopReason: 'success',
          edges: [{ from: 'home', action: 'a', to: 'next', at: expect.stringMatching(/^\d{4}-.*Z$/) }],
          stays: [{ from: 'next', action: 'back' }],
          ...{ missed: [], steady: [], passing: [], linked: [] },
        },
      ]);
      expect(await graph.applications()).toContain(app);
    });
  });
}
