// Explorers on small pages of parts that applications are made of: lists to choose from, menus, steps, rows.
import { describe, expect, jest, test } from '@jest/globals';
import type { ExplorerSummary } from '../../../src/domain/explorer/requests.js';
import type { StoredGraph } from '../../../src/ports/screen-graph.js';
import { usePages } from '../../support/agents.js';
import { explore, readGraph } from '../../support/explorers.js';
import { listen } from '../../support/http.js';

jest.setTimeout(300_000);

type Site = Readonly<Record<string, string>>;

// Run once, not replayed: this is about what is seen in a browser.
describe('an explorer on pages of parts', () => {
  const world = usePages();

  /** `told`: what pages sent to /told. */
  async function walked(
    pages: Site,
    max_steps: number,
  ): Promise<{ graph: StoredGraph; summary: ExplorerSummary; told: readonly string[] }> {
    const told: string[] = [];
    const server = await listen(async ({ url = '/' }, response) => {
      const { pathname, search } = new URL(url, 'http://site');
      if (pathname === '/told') told.push(decodeURIComponent(search.slice(1)));
      const body = pages[pathname];
      response
        .writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
        .end(`<!doctype html>${body ?? ''}`);
    }, '127.0.0.1');
    const { client, config } = world.harness;
    const url = `http://127.0.0.1:${server.port}`;
    try {
      const exploring = await explore(client, { device: { kind: 'web', url: `${url}/` }, budget: { max_steps } });
      const summary = await exploring.result();
      return { summary, told, graph: await readGraph({ client, shared: config.shared }, url) };
    } finally {
      await server.close();
    }
  }

  test('E80: each option of a select is chosen once, and what is behind each is found', async () => {
    const { told, graph } = await walked(
      {
        '/': `<title>Library</title><h1>Library</h1><label>Show <select><option>Books</option><option>Films</option><option>Music</option></select></label><p></p><script>
          document.querySelector('select').onchange = ({ target: { value } }) => {
            fetch('/told?' + value);
            document.querySelector('p').innerHTML = '<button onclick="location.href = \\'/' + value + '\\'">All ' + value + '</button>';
          };</script>`,
        '/Books': '<title>Books</title><h1>Books</h1><table><tr><td>Emma</td></tr></table><a href="/">Library</a>',
        '/Films': '<title>Films</title><h1>Films</h1><p>Alien</p><a href="/">Library</a>',
        '/Music': '<title>Music</title><h1>Music</h1><ul><li>Bach</li></ul><a href="/">Library</a>',
      },
      30,
    );
    expect(new Set(told)).toEqual(new Set(['Books', 'Films', 'Music']));
    expect(graph.screens.map(({ title }) => title).sort()).toEqual(['Books', 'Films', 'Library', 'Music']);
  });

  test('E82: each menu of a page is a screen of its own, and each way through one is there', async () => {
    const menus: Readonly<Record<string, readonly string[]>> = {
      File: ['New', 'Recent'],
      Edit: ['Find', 'Preferences'],
      Go: ['Contents', 'Start'],
    };
    const entry = (name: string): string => `<div role="menuitem" tabindex="-1" onclick="location.href = '/${name}'">${name}</div>`;
    const menu = ([name, entries]: readonly [string, readonly string[]]): string =>
      `<div><button aria-haspopup="menu">${name}</button><div role="menu" hidden>${entries.map(entry).join('')}</div></div>`;
    const { graph } = await walked(
      {
        '/': `<title>Editor</title><h1>Editor</h1><div role="menubar">${Object.entries(menus).map(menu).join('')}</div><script>
          const buttons = [...document.querySelectorAll('button')];
          for (const button of buttons) button.onclick = () => { for (const one of buttons) one.nextElementSibling.hidden = one !== button; };</script>`,
        ...Object.fromEntries(
          Object.values(menus)
            .flat()
            .map((name) => [`/${name}`, `<title>${name}</title><h1>${name}</h1><p>This is ${name}</p><a href="/">Editor</a>`]),
        ),
      },
      60,
    );
    const labelOf = (from: string, action: string): string | undefined =>
      graph.screens.find(({ key }) => key === from)?.actions.find(({ key }) => key === action)?.label;
    const home = graph.screens.find(({ title, layered }) => title === 'Editor' && !layered);
    const opens = graph.edges
      .filter(({ from }) => from === home?.key)
      .map((edge) => ({ ...edge, menu: labelOf(edge.from, edge.action) ?? '' }));
    for (const [name, entries] of Object.entries(menus)) {
      const [open, ...others] = opens.filter((edge) => edge.menu === name);
      const ways = graph.edges.filter(({ from }) => from === open?.to).map(({ from, action }) => labelOf(from, action) ?? '');
      expect([others, ways.filter((way) => /^[A-Z]/.test(way) && !(way in menus)).sort()]).toEqual([[], entries]);
    }
  });

  test('E83: steps of a wizard under one address are screens, and each of their buttons is pressed', async () => {
    const { graph, told } = await walked(
      {
        '/': `<title>Order</title><h1>Order</h1><h2></h2><form onsubmit="return false"><label></label><footer><button type="button">Next</button></footer></form><script>
          const fields = ['Street', 'Card holder', 'Greeting', 'Remark'];
          let at = 0;
          const show = () => {
            document.querySelector('h2').textContent = 'Step ' + (at + 1) + ' of 4';
            document.querySelector('label').innerHTML = fields[at] + ' <input>';
            fetch('/told?' + (at + 1));
          };
          document.querySelector('button').onclick = () => { if (at < 3) { at += 1; show(); } else location.href = '/done'; };
          show();</script>`,
        '/done': '<title>Thanks</title><h1>Thank you</h1><p>It is on its way</p>',
      },
      40,
    );
    expect(new Set(told)).toEqual(new Set(['1', '2', '3', '4']));
    expect(graph.screens.map(({ title }) => title).sort()).toEqual(['Order', 'Order', 'Order', 'Order', 'Thanks']);
  });

  /** Lists without a server; each row has a tool, the foot of the list another. */
  const lists = (tool: (name: string) => string, foot: string): Site => {
    const row = (name: string): string =>
      `<div class="row"><span>${name}</span> <button onclick="told('row'); this.parentElement.remove()">${tool(name)}</button></div>`;
    const page = (title: string, names: readonly string[], other: string): string =>
      `<title>${title}</title><h1>${title}</h1><section>${names.map(row).join('')}</section><p><a href="/${other}">More</a> <button onclick="told('foot'); document.querySelector('.row').remove()">${foot}</button></p><script>
      const told = (what) => fetch('/told?' + what);</script>`;
    return {
      '/': page('Today', ['Milk', 'Bread', 'Rice', 'Salt', 'Oil'], 'later'),
      '/later': page('Later', ['Paint', 'Brush', 'Nails', 'Wood'], ''),
    };
  };

  test.each([
    ['✖', 'Clear completed (1)'],
    ['×', 'Empty (3)'],
  ])('E84: in the rows of a list %s is not pressed, nor is %s beside it', async (tool, foot) => {
    const { told, graph } = await walked(
      lists(() => tool, foot),
      30,
    );
    expect(told).toEqual([]);
    expect(graph.screens).toHaveLength(2);
  });

  test('E84: rows that vanish after a press are evidence: nothing like it is pressed again, on any screen, and the map says so', async () => {
    const { told, graph } = await walked(
      lists((name) => `Tick off ${name}`, 'Sweep'),
      40,
    );
    expect([...told].sort()).toEqual(['foot', 'row']);
    const notices = graph.screens.flatMap(({ notices: texts = [] }) => texts.map(({ text }) => text));
    expect(notices.sort()).toEqual([
      expect.stringMatching(/^Rows vanished after 'Sweep'/),
      expect.stringMatching(/^Rows vanished after 'Tick off/),
    ]);
  });
});
