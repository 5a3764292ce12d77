// Things that move, change or take another's place between look, aim and press: what was meant is pressed, or nothing (HE1, LK3, LK12).
import { expect, test } from '@jest/globals';
import { choose, clickOn, openHostilePage, type HostilePage } from '../../support/hostile-page.js';

let page: HostilePage;
openHostilePage((opened) => void (page = opened));

const there = 'position: absolute; left: 50px; top: 50px; width: 200px; height: 60px';
const next = `<button id="next" style="${there}" onclick="post('next')">Next</button>`;

test('HE1: a frame of another site that slips under the pointer when it comes is not pressed', async () => {
  page.site.serveAt('/paying', `<body style="margin: 0"><button style="width: 300px; height: 100px" onclick="post('paid')">Pay</button>`);
  const look =
    await page.show(`${next}<iframe id="frame" src="${page.site.other}/paying" style="position: absolute; left: 20px; top: 2000px; width: 300px; height: 100px; border: 0"></iframe>
    <script>next.onmouseover = () => { frame.style.top = '40px'; }</script>`);
  expect(await page.act(look, clickOn(look, 'Next'))).toEqual({ outcome: 'control-covered', events: [] });
});

test.each([
  [
    'over which something is shown when the pointer comes is pressed beside it',
    `${next}<div id="tip" style="display: none; position: absolute; left: 100px; top: 60px; width: 100px; height: 40px; background: yellow">Tip</div><script>next.onmouseenter = () => { tip.style.display = 'block'; }</script>`,
    { outcome: 'done', events: ['next'] },
  ],
  [
    'that moves once is followed',
    `${next}<script>next.onmouseover = () => { next.style.left = '600px'; }</script>`,
    { outcome: 'done', events: ['next'] },
  ],
  [
    'that always moves away is given up',
    `${next}<script>next.onmouseover = () => { next.style.left = (50 + (next.offsetLeft + 300) % 900) + 'px'; }</script>`,
    { outcome: 'out-of-reach', events: [] },
  ],
  [
    'in a page that lays itself out as it scrolls is pressed where it came to rest',
    `<style>section { content-visibility: auto; contain-intrinsic-size: auto 50px }</style>${Array.from({ length: 50 }, (_, at) => `<section><div style="height: 300px"></div><button onclick="post('b${at}')">${at === 40 ? 'Next' : at}</button></section>`).join('')}`,
    { outcome: 'done', events: ['b40'] },
  ],
])('HE1: a button %s', async (_what, html, acted) => {
  const look = await page.show(html);
  expect(await page.act(look, clickOn(look, 'Next'))).toEqual(acted);
});

test('HE1: one that is disabled by now takes no press, and that is told', async () => {
  const look = await page.show(next);
  expect(await page.act(look, clickOn(look, 'Next'), () => page.site.change('next.disabled = true'))).toEqual({
    outcome: 'action-failed',
    events: [],
  });
});

test('LK12: the second press of a double click is for the same thing; one made anew that reads the same is', async () => {
  const look = await page.show(`<div id="place">${next}</div><script>
    const put = (name) => { place.innerHTML = '<button style="${there}" onclick="post(this.textContent)">' + name + '</button>'; };
    place.firstChild.onclick = () => { post('once'); put('Delete account'); };</script>`);
  expect(await page.act(look, clickOn(look, 'Next', 2))).toEqual({ outcome: 'done', events: ['once'] });
  page.site.events.length = 0;
  await page.site.change(`put('Next'); place.firstChild.onclick = () => put('Next'); place.ondblclick = () => post('twice')`);
  const again = await page.browser.device.look();
  expect(await page.act(again, clickOn(again, 'Next', 2))).toEqual({ outcome: 'done', events: expect.arrayContaining(['Next']) });
});

test('LK12: a name that looks like a mask stands for itself', async () => {
  const look = await page.show(
    `<button id="more" style="position: fixed; left: 40vw; top: 40vh; width: 20vw; height: 20vh" onclick="post(this.textContent)">•••</button>`,
  );
  const point = { point: { x: 0.5, y: 0.5 }, unit: 'fraction' } as const;
  const click = { type: 'click', target: point, button: 'left', clickCount: 1 } as const;
  expect(await page.act(look, click, () => page.site.change(`more.textContent = 'Delete account'`))).toEqual({
    outcome: 'control-gone',
    events: [],
  });
});

test('LK3: a row whose elements are another row by now, and a link that leads elsewhere, are not acted on; numbers may change', async () => {
  const look =
    await page.show(`<ul><li><span>Ada</span> <i>5 min ago</i><button onclick="post('opened ' + this.parentElement.firstChild.textContent)">Open</button></li></ul>
    <a id="link" href="#one" onclick="post(this.hash)">Read</a>`);
  expect(
    await page.act(look, clickOn(look, 'Open'), () => page.site.change(`document.querySelector('i').textContent = '6 min ago'`)),
  ).toEqual({
    outcome: 'done',
    events: ['opened Ada'],
  });
  page.site.events.length = 0;
  const gone = { outcome: 'control-gone', events: [] };
  expect(await page.act(look, clickOn(look, 'Open'), () => page.site.change(`document.querySelector('span').textContent = 'Eve'`))).toEqual(
    gone,
  );
  page.site.events.length = 0;
  expect(await page.act(look, clickOn(look, 'Read'), () => page.site.change(`link.href = '#two'`))).toEqual(gone);
});

test('HE1: a box is ticked beside the link in its label', async () => {
  const look =
    await page.show(`<input type="checkbox" id="box" style="position: absolute; opacity: 0; width: 0; height: 0" onchange="post('ticked')">
    <label for="box">I <a href="#more" onclick="post('followed')">read all of this and of what is written beside it</a> now</label>`);
  const name = look.controls.find(({ role }) => role === 'checkbox')?.name ?? '';
  expect(await page.act(look, clickOn(look, name))).toEqual({ outcome: 'done', events: ['ticked'] });
});

test('LK10: an option is taken from the list of its control, not from another that reads the same', async () => {
  const look = await page.show(`<ul role="listbox" aria-label="Retired"><li role="option" onclick="post('retired')">Ada</li></ul>
    <div id="one" role="combobox" tabindex="0" aria-label="Assign to" aria-controls="list">Choose</div><ul role="listbox" id="list" hidden><li role="option" onclick="post('assigned')">Ada</li></ul>
    <div id="two" role="combobox" tabindex="0" aria-label="Review by">Choose</div>
    <script>one.onclick = () => { list.hidden = false; }; two.onclick = () => document.body.insertAdjacentHTML('beforeend', '<div role="option" onclick="post(\\'reviewed\\')">Ada</div>');</script>`);
  expect(await page.act(look, choose(look, 'Assign to', 'Ada'))).toEqual({ outcome: 'done', events: ['assigned'] });
  page.site.events.length = 0;
  expect(await page.act(look, choose(look, 'Review by', 'Ada'))).toEqual({ outcome: 'done', events: ['reviewed'] });
});
