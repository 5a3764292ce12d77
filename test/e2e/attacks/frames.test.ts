// Frames that are not where or what they seem: zoomed, scaled, turned, and documents in `object` and `embed` (HE1, LK12).
import { expect, test } from '@jest/globals';
import { clickOn, openHostilePage, type HostilePage } from '../../support/hostile-page.js';
import { until } from '../../support/until.js';

let page: HostilePage;
openHostilePage((opened) => void (page = opened));

const box = (name: string, left: number, top: number) =>
  `<button style="position: absolute; left: ${left}px; top: ${top}px; width: 100px; height: 30px" onclick="post('${name}')">${name}</button>`;
const four = (name: string) =>
  `<body style="margin: 0">${[0, 1, 2, 3].map((at) => box(`${name} ${at}`, (at % 2) * 100, Math.floor(at / 2) * 30)).join('')}`;
const frame = (src: string, css: string) =>
  `<div style="height: 130px"><iframe src="${src}" style="width: 200px; height: 60px; border: 3px solid; padding: 2px; transform-origin: 0 0; ${css}"></iframe></div>`;

test('HE1: in a frame that is zoomed or scaled, of this and of another site, and in another such frame, each button is where it is hit', async () => {
  const ways = ['transform: scale(0.5)', 'zoom: 0.5', 'zoom: 1.5', 'scale: 1.5 2', 'transform: translate(20px, 5px)'];
  const { site } = page;
  ways.forEach((_way, at) => {
    site.serveAt(`/own${at}`, four(`own ${at}`));
    site.serveAt(`/other${at}`, four(`other ${at}`));
  });
  site.serveAt('/outer', frame('/own0', 'zoom: 0.5').replaceAll('130px', '60px'));
  const look = await page.show(
    `<div style="columns: 3">${ways.map((css, at) => frame(`/own${at}`, css) + frame(`${site.other}/other${at}`, css)).join('')}</div>${frame(`${site.other}/outer`, 'transform: scale(2)')}`,
  );
  const names = [...new Set(look.controls.filter(({ role }) => role === 'button').map(({ name }) => name))];
  expect(names).toHaveLength(4 * 2 * ways.length);
  for (const name of names.filter((each) => /[03]$/.test(each))) {
    expect((await page.act(look, clickOn(look, name))).outcome).toBe('done');
    // A frame of another site posts from a process of its own.
    await until(() => site.events.includes(name), name);
    expect(site.events.filter((event) => event !== 'now')).toEqual([name]);
    site.events.length = 0;
  }
  const inner = look.controls.filter(({ name }) => name === 'own 0 3').at(-1);
  if (!inner) throw new Error('nothing in the inner frame');
  await page.browser.device.perform(
    { type: 'click', target: { control: inner }, button: 'left', clickCount: 1 },
    new AbortController().signal,
  );
  await page.act(look, clickOn(look, 'own 0 3'));
  await until(() => site.events.filter((event) => event === 'own 0 3').length === 2, 'both buttons');
});

test('LK12: what is in a frame that is turned, mirrored or in depth is not read, and a click into it is held', async () => {
  page.site.serveAt('/four', four('own'));
  for (const css of [
    'transform: rotate(180deg)',
    'scale: -1 1',
    'rotate: 30deg',
    'transform: perspective(300px) rotateY(40deg)',
    'transform: skewX(20deg)',
  ]) {
    const look = await page.show(`<body style="margin: 60px 300px">${frame('/four', `transform-origin: center; ${css}`)}`);
    expect(look.controls.map(({ name }) => name)).toEqual(['a frame that was not read']);
    const { bounds } = look.controls[0] ?? { bounds: { x: 0, y: 0, width: 0, height: 0 } };
    const there = { point: { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 }, unit: 'px' } as const;
    expect(page.judged(look, { type: 'click', target: there, button: 'left', clickCount: 1 })).toMatch(/^held: .*cannot be seen/);
  }
});

test('LK12: a page in an object or an embed is read, judged and acted on like one in a frame', async () => {
  page.site.serveAt('/object', `<button onclick="post('searched')">Search</button><button>Delete account</button>`);
  for (const element of [
    '<object data="/object" type="text/html" width="300" height="80"></object>',
    '<embed src="/object" type="text/html" width="300" height="80">',
  ]) {
    const look = await page.show(element);
    expect(page.judged(look, clickOn(look, 'Delete account'))).toMatch(/^held: deletes/);
    expect(await page.act(look, clickOn(look, 'Search'))).toEqual({ outcome: 'done', events: ['searched'] });
    page.site.events.length = 0;
  }
});
