// Clicks at points, and controls in shadow roots that no script can open (LK12). Effects are counted by the page's server.
import { afterEach, expect, test } from '@jest/globals';
import type { Over } from '../../../src/domain/ui/ui-action.js';
import { openBrowserAnd } from '../../support/browser-and-site.js';
import { startObeyingSite, type ObeyingSite } from '../../support/obeying-site.js';
import { until } from '../../support/until.js';
import type { TestBrowser } from '../../support/webdriver.js';

const inTheMiddle = '{ position: fixed; left: 40vw; top: 40vh; width: 20vw; height: 20vh; }';
const middle = { point: { x: 0.5, y: 0.5 }, unit: 'fraction' } as const;
const live = new AbortController().signal;

let site: ObeyingSite;
let browser: TestBrowser;
openBrowserAnd(startObeyingSite, (opened, at) => void ([browser, site] = [opened, at]));
afterEach(() => void (site.events.length = 0));

async function show(html: string): Promise<readonly string[]> {
  site.serve(html);
  const { controls } = await browser.go(site.url);
  return controls.filter(({ interactive }) => interactive).map(({ role, name }) => `${role} ${name}`);
}

/** What pages posted, once there is as much. */
const posted = async (count: number): Promise<readonly string[]> =>
  until(async () => site.events.length >= count && [...site.events], `${count} posted`);

const clickThere = (over?: readonly Over[]) =>
  browser.device.perform({ type: 'click', target: over ? { ...middle, over } : middle, button: 'left', clickCount: 1 }, live);

const closed = (tag: string, html: string, light = '') => `<${tag} id="host">${light}</${tag}><script>
  host.attachShadow({ mode: 'closed' }).innerHTML = ${JSON.stringify(html)};
</script>`;
const deleting = `<button onclick="post('deleted')">Delete account</button>`;

test.each([
  ['a div', closed('div', deleting)],
  ['a custom element', closed('x-danger', deleting)],
  ['a custom element around other content', closed('x-danger', `<slot></slot>${deleting}`, '<p>Careful</p>')],
])('LK12: what is in the closed shadow root of %s is seen like anything else, and can be acted on', async (_what, html) => {
  expect(await show(html)).toEqual(['button Delete account']);
  await browser.click('button', 'Delete account');
  expect(await posted(1)).toEqual(['deleted']);
});

test('LK12: so is a closed shadow root in another', async () => {
  const inner = `<div id="inner"></div>`;
  const html = `<div id="outer"></div><script>
    const root = outer.attachShadow({ mode: 'closed' });
    root.innerHTML = ${JSON.stringify(inner)};
    root.getElementById('inner').attachShadow({ mode: 'closed' }).innerHTML = ${JSON.stringify(deleting)};
  </script>`;
  expect(await show(html)).toEqual(['button Delete account']);
});

test('LK12: so is that of a custom element that is defined after the first look', async () => {
  expect(await show('<x-late>Wait</x-late>')).toEqual([]);
  await site.change(`customElements.define('x-late', class extends HTMLElement {
    constructor() { super(); this.attachShadow({ mode: 'closed' }).innerHTML = ${JSON.stringify(deleting)}; }
  })`);
  const { controls } = await browser.device.look();
  expect(controls.filter(({ interactive }) => interactive).map(({ name }) => name)).toEqual(['Delete account']);
});

test('LK12: the page does not notice, and its own scripts still cannot enter', async () => {
  await show(closed('x-danger', deleting));
  await site.change(`post(String(host.shadowRoot) + ' ' + Object.getOwnPropertyNames(host).length)`);
  expect(await posted(1)).toEqual(['null 0']);
});

const button = (name: string) => `<style>#there ${inTheMiddle}</style><button id="there" onclick="post('${name}')">${name}</button>`;

test('LK12: at a point is clicked what was judged', async () => {
  await show(button('Next'));
  await clickThere([{ role: 'button', name: 'Next' }]);
  expect(await posted(1)).toEqual(['Next']);
});

test.each([
  [
    'another name',
    button('Next'),
    `there.textContent = 'Delete'; there.onclick = () => post('deleted')`,
    [{ role: 'button', name: 'Next' }],
  ],
  ['a button where nothing was', '<p>Text</p>', `document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(button('Delete'))})`, []],
  [
    'a button in front of it',
    button('Next'),
    `document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(button('Delete').replaceAll('there', 'front'))})`,
    [{ role: 'button', name: 'Next' }],
  ],
  [
    'a button in a closed shadow root that came later, of an element that had other content',
    `<style>#there ${inTheMiddle}</style><div id="there"><p>Text</p></div>`,
    `there.attachShadow({ mode: 'closed' }).innerHTML = ${JSON.stringify(`<button style="width: 100%; height: 100%" onclick="post('deleted')">Delete</button>`)}`,
    [{ role: 'text', name: 'Text' }],
  ],
  [
    'a button in a frame that came later',
    button('Next'),
    `document.body.insertAdjacentHTML('beforeend', '<iframe style="position: fixed; inset: 0; width: 100%; height: 100%" srcdoc="<button style=&quot;position: fixed; inset: 0; width: 100%&quot; onclick=&quot;parent.post(1)&quot;>Delete</button>"></iframe>'); new Promise((loaded) => { document.querySelector('iframe').onload = loaded; })`,
    [{ role: 'button', name: 'Next' }],
  ],
])('LK12: %s is not clicked', async (_what, html, change, over) => {
  await show(html);
  await site.change(change);
  await browser.device.settle(2_000);
  await expect(clickThere(over)).rejects.toMatchObject({ code: 'control-gone', message: expect.stringContaining('Delete') });
  expect(site.events).toEqual([]);
});

test('LK12: digits may have changed, and a place where nothing is pressed does no harm', async () => {
  await show(button('Next (3)'));
  await site.change(`there.textContent = 'Next (2)'`);
  await clickThere([{ role: 'button', name: 'Next (3)' }]);
  expect(await posted(1)).toEqual(['Next (3)']);
  await show(`<body style="height: 100vh" onclick="post('page')"><p>Text</p>`);
  await clickThere([]);
  expect(await posted(2)).toEqual(['Next (3)', 'page']);
});

test('LK12: a drag begins on what was judged', async () => {
  await show(`<style>#there ${inTheMiddle}</style><div id="there">Text</div>`);
  await site.change(`document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(button('Delete').replaceAll('there', 'front'))})`);
  const drag = {
    type: 'drag',
    from: { ...middle, over: [] },
    to: { point: { x: 0.501, y: 0.5 }, unit: 'fraction' },
    button: 'left',
  } as const;
  await expect(browser.device.perform(drag, live)).rejects.toMatchObject({ code: 'control-gone' });
  expect(site.events).toEqual([]);
});
