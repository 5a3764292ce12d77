// What a person reads where the pointer rests: titles of drawings, tooltips, hidden descriptions. How a browser lists them, and what the guard makes of them.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createJudgement } from '../../../src/domain/guard/judge.js';
import { labelControls } from '../../../src/domain/ui/control-list.js';
import { observationText } from '../../../src/domain/ui/observation-text.js';
import type { UiAction } from '../../../src/domain/ui/ui-action.js';
import { verdictOf } from '../../support/guard-contexts.js';
import { lexicon } from '../../support/lexicon.js';
import { openTestBrowser, type TestBrowser } from '../../support/webdriver.js';

let browser: TestBrowser;
let server: Server;
let page = '';

beforeAll(async () => {
  server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>Page</title>${page}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  browser = await openTestBrowser();
});
afterAll(async () => {
  await browser?.close();
  await new Promise((resolve) => server?.close(resolve));
});

async function seen(body: string) {
  page = body;
  const { controls } = await browser.go(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return controls;
}

/** The first control of the page, and whether a click on it is held. */
async function first(body: string) {
  const controls = await seen(body);
  const [control] = controls.filter(({ interactive }) => interactive);
  if (!control) throw new Error(`Nothing to press in ${body}`);
  const click: UiAction = { type: 'click', target: { control: { ...control, label: '1' } }, button: 'left', clickCount: 1 };
  const { name, hint, guessed } = control;
  return { name, hint, guessed, verdict: verdictOf(createJudgement({ controls }, lexicon)(click)) };
}

const drawing = (inside: string) => `<svg width="200" height="80">${inside}</svg>`;

test.each([
  ['a circle', '<circle cx="40" cy="40" r="20" onclick="1"><title>Berlin</title></circle>', 'Berlin', 'free'],
  ['a circle that deletes', '<circle cx="40" cy="40" r="20" onclick="1"><title>Delete node</title></circle>', 'Delete node', 'held'],
  ['a group', '<g onclick="1"><title>Kitchen</title><rect width="20" height="20"/></g>', 'Kitchen', 'free'],
])('H15: %s is called as its title says', async (_what, inside, name, verdict) => {
  expect(await first(drawing(inside))).toEqual({ name, hint: undefined, guessed: undefined, verdict });
});

test('H15: a part of a titled group is called so by a guess, and a drawing not as one of its parts', async () => {
  const part = drawing('<g><title>Bath</title><rect width="20" height="20" onclick="1"/></g>');
  expect(await first(part)).toMatchObject({ name: 'Bath', guessed: true, verdict: 'held' });
  const two = drawing('<circle cx="40" cy="40" r="20" onclick="1"><title>Berlin</title></circle><circle cx="99" cy="40" r="20"/>');
  expect((await seen(two)).filter(({ name }) => name === 'Berlin')).toHaveLength(1);
});

test.each([
  ['a title', '<button title="Delete this row">×</button>', 'Delete this row', 'held'],
  ['the title of what holds it', '<span title="Delete"><button>×</button></span>', 'Delete', 'held'],
  ['a tooltip that a script opens', '<button data-tooltip="Delete forever">Next</button>', 'Delete forever', 'held'],
  ['a description', '<button aria-description="Publishes the post">Done</button>', 'Publishes the post', 'held'],
  [
    'a hidden description',
    '<button aria-describedby="t">Done</button><p id="t" hidden>Publishes the post</p>',
    'Publishes the post',
    'held',
  ],
  ['a link’s title', '<a href="#x" title="Delete account">Go</a>', 'Delete account', 'held'],
  ['a harmless title', '<button title="Close">×</button>', 'Close', 'free'],
  ['what explains it', '<button title="Shows who may later send or delete a file of this list">?</button>', 'Shows who may', 'free'],
  ['where a tooltip opens', '<button data-tooltip="top">Next</button>', undefined, 'free'],
  ['what its name says already', '<button title="Next page">Next page</button>', undefined, 'free'],
])('H15: the guard reads what hints at it: %s', async (_what, body, hint, verdict) => {
  const told = await first(body);
  expect(told).toMatchObject({ verdict });
  if (hint === undefined) expect(told.hint).toBeUndefined();
  else expect(told.hint).toContain(hint);
});

test('H15: what has no words but a tooltip is called as that says', async () => {
  expect(await first('<button data-tooltip="Search"><svg width="9" height="9"></svg></button>')).toMatchObject({
    name: 'Search',
    guessed: undefined,
    verdict: 'free',
  });
});

test('H15: a hint is told on the list, of a link only where it has no words', async () => {
  const controls = await seen(
    '<button title="Delete this row">×</button><a href="#x" title="A town">Berlin</a><a href="#y" title="More">→</a>',
  );
  const text = observationText(labelControls(controls, { roles: ['button', 'link'] }).controls);
  expect(text).toContain('1 btn × “Delete this row”');
  expect(text).toMatch(/2 a Berlin$/m);
  expect(text).toContain('3 a → “More”');
});

test('H15: a card that can be focused is listed with what is in it, a panel is not', async () => {
  const controls = await seen(
    '<div tabindex="0"><h3>Draft</h3><button>Open</button></div><div role="tabpanel" tabindex="0">Words <button>Send</button></div>',
  );
  expect(controls.filter(({ interactive }) => interactive).map(({ role, name }) => `${role} ${name}`)).toEqual([
    'generic Draft',
    'button Open',
    'button Send',
  ]);
});
