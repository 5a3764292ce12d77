// A site explored before and after it was changed: what the two runs say of it.
import { expect, jest, test } from '@jest/globals';
import { diffRuns } from '../../../src/domain/explorer/run-diff.js';
import { usePages } from '../../support/agents.js';
import { explore, readGraph } from '../../support/explorers.js';
import { listen } from '../../support/http.js';

jest.setTimeout(300_000);

type Site = Readonly<Record<string, string>>;

const page = (title: string, links: readonly string[], body: string): string =>
  `<!doctype html><title>${title}</title><nav>${links.map((name) => `<a href="/${name}">${name}</a> `).join('')}</nav><h1>${title}</h1>${body}`;
const button = (name: string, to: string): string => `<button onclick="location.href = '/${to}'">${name}</button>`;
const links = ['Home', 'Help', 'About'];
const earlier: Site = {
  Home: page('Home', links, `${button('Offers', 'Offers')}<button>Print</button>`),
  Help: page('Help', links, `<p>Ask</p>${button('More', 'Questions')}`),
  Questions: page('Questions', links, '<ol><li>How</li></ol>'),
  About: page('About', links, '<form onsubmit="return false"><label>Name <input></label></form>'),
  Offers: page('Offers', links, '<table><tr><td>Lamp</td></tr></table>'),
};
const fewer = ['Home', 'About'];
const later: Site = {
  Home: page('Home', fewer, button('Deals', 'Offers')),
  Questions: page('Questions', fewer, '<ol><li>How</li></ol>'),
  About: page('About', fewer, '<form onsubmit="return false"><label>Name <input></label><label>Phone <input></label></form>'),
  Offers: page('Offers', fewer, '<table><tr><td>Lamp</td></tr></table>'),
};

const world = usePages();

test('E85, E86: a later run goes over the map again, and tells what is gone from what is new', async () => {
  let site = earlier;
  const server = await listen(async ({ url = '/' }, response) => {
    const body = site[new URL(url, 'http://site').pathname.slice(1) || 'Home'];
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(body ?? 'Not found');
  }, '127.0.0.1');
  const { client, config } = world.harness;
  const url = `http://127.0.0.1:${server.port}`;
  const walk = async (): Promise<void> => {
    const exploring = await explore(client, { device: { kind: 'web', url: `${url}/Home` }, budget: { max_steps: 50 } });
    await exploring.result();
  };
  try {
    await walk();
    site = later;
    await walk();
  } finally {
    await server.close();
  }
  const graph = await readGraph({ client, shared: config.shared }, url);
  const [first, second] = graph.runs;
  if (!first || !second) throw new Error('A run is missing.');
  const { screens, actions, edges } = diffRuns(
    { ...graph, screens: graph.screens.map((one) => ({ ...one, name: one.title })) },
    first,
    second,
  );
  const titleOf = (key: string) => graph.screens.find((one) => one.key === key)?.title ?? key;
  const labelOf = ({ from, action }: { readonly from: string; readonly action: string }) =>
    `${titleOf(from)}: ${graph.screens.find(({ key }) => key === from)?.actions.find(({ key }) => key === action)?.label ?? action}`;
  expect({ new: screens.new.map(titleOf), gone: screens.gone.map(titleOf).sort(), notVisited: screens.notVisited.map(titleOf) }).toEqual({
    new: [],
    gone: ['Help', 'Questions'],
    notVisited: [],
  });
  expect([...edges.new, ...actions.new].map(labelOf)).toEqual(expect.arrayContaining(['Home: Deals', 'About: Phone']));
  expect([...edges.gone, ...actions.gone].map(labelOf)).toEqual(expect.arrayContaining(['Home: Offers', 'Home: Print', 'Home: Help']));
});
