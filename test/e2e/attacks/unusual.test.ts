// Honest pages that are unusual: what a person can use is listed, and used (HE4, HE21).
import { expect, test } from '@jest/globals';
import { clickOn, openHostilePage, type HostilePage } from '../../support/hostile-page.js';

let page: HostilePage;
openHostilePage((opened) => void (page = opened));

test('HE21: areas of a picture are links where they are shown', async () => {
  const picture = `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='300' height='100'/>`;
  const look =
    await page.show(`<div style="height: 2000px"></div><img usemap="#map" width="300" height="100" alt="Map" style="border: 5px solid; padding: 4px" src="${picture}">
    <map name="map"><area coords="0,0,150,100" href="#north" alt="North" onclick="post('north')"><area shape="circle" coords="225,50,40" href="#south" alt="South" onclick="post('south')">
      <area shape="poly" coords="160,0,180,0,170,20" href="#delete" alt="Delete region"></map>`);
  const areas = look.controls.filter(({ role }) => role === 'link');
  expect(areas.map(({ name, visible }) => [name, visible])).toEqual([
    ['North', true],
    ['South', true],
    ['Delete region', true],
  ]);
  expect(page.judged(look, clickOn(look, 'Delete region'))).toMatch(/^held: deletes/);
  expect(await page.act(look, clickOn(look, 'South'))).toEqual({ outcome: 'done', events: ['south'] });
});

const over = 'opacity: 0; position: absolute; inset: 0; width: 100%; height: 100%';
const drawn = (field: string) => `<div style="position: relative; width: 120px; height: 30px; background: silver">${field}</div>`;

test('HE4: a transparent field over its drawing is visible and can be used; a transparent button is not visible', async () => {
  const look = await page.show(
    [
      `<select aria-label="Size" style="${over}"><option>S<option>M</select>`,
      `<input type="file" aria-label="File" style="${over}">`,
      `<input type="checkbox" aria-label="Wifi" style="${over}" onchange="post('wifi')">`,
      `<button style="${over}">Hidden</button>`,
    ]
      .map(drawn)
      .join(''),
  );
  const seen = look.controls.filter(({ interactive }) => interactive).map(({ role, name, visible }) => [role, name, visible]);
  expect(seen).toEqual([
    ['combobox', 'Size', true],
    ['file', 'File', true],
    ['checkbox', 'Wifi', true],
    ['button', 'Hidden', false],
  ]);
  expect(await page.act(look, clickOn(look, 'Wifi'))).toEqual({ outcome: 'done', events: ['wifi'] });
});

test.each([
  ['reads from right to left', 'html { direction: rtl }'],
  ['is written downwards from the right', 'html { writing-mode: vertical-rl }'],
])('HE4: on a page that %s, what lies beyond the left edge can be scrolled to', async (_what, css) => {
  const look = await page.show(
    `<style>${css}</style><div style="width: 4000px; height: 100px; position: relative"><button style="position: absolute; left: 10px; top: 10px" onclick="post('far')">Far</button></div>`,
  );
  expect(look.controls.find(({ name }) => name === 'Far')?.visible).toBe(true);
  expect(await page.act(look, clickOn(look, 'Far'))).toEqual({ outcome: 'done', events: ['far'] });
});
