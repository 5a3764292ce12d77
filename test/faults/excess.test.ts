// Pages that are too much, and pages that move while one acts: a look and an act take bounded time or are refused with a reason, and never is another
// element acted on. What a page was pressed on is counted outside the browser.
import type { Control } from '../../src/domain/ui/control.js';
import { openBrowserAnd } from '../support/browser-and-site.js';
import { startObeyingSite, type ObeyingSite } from '../support/obeying-site.js';
import { until } from '../support/until.js';
import type { TestBrowser } from '../support/webdriver.js';

let site: ObeyingSite;
let browser: TestBrowser;

openBrowserAnd(startObeyingSite, (opened, at) => void ([browser, site] = [opened, at]));
beforeEach(() => void site.events.splice(0));

const live = new AbortController().signal;
const open = async (html: string): Promise<readonly Control[]> => {
  site.serve(html);
  return (await browser.go(site.url)).controls;
};
const click = (control: Control) => browser.device.perform({ type: 'click', target: { control }, button: 'left', clickCount: 1 }, live);
const named = (controls: readonly Control[], name: string): Control => {
  const found = controls.find((control) => control.name === name);
  if (!found) throw new Error(`No "${name}" among ${controls.length} controls.`);
  return found;
};

const script = (code: string): string => `<body><script>${code}</script>`;
/** ms; generous: it decides only that a look ends. */
const bounded = 30_000;
const longestText = 2_000;
const framed = (what: string): string => `<button onclick="fetch('/event', { method: 'POST', body: '${what}' })">Press</button>`;

test.each([
  [
    '50,000 elements',
    script(
      `for (let row = 0; row < 5000; row++) document.body.insertAdjacentHTML('beforeend', '<div><b>' + row + '</b><i></i><span>row ' + row + '</span><em></em><u></u><s></s><p></p><a href="#' + row + '">go ' + row + '</a><q></q></div>')`,
    ),
    'go 4999',
  ],
  ['200 frames', '<iframe srcdoc="<button>In a frame</button>" style="width: 60px; height: 30px"></iframe>'.repeat(200), 'In a frame'],
  [
    '10 MB of text',
    `<p id="text"></p><button>After the text</button>${script(`document.getElementById('text').textContent = 'word '.repeat(2e6)`)}`,
    'After the text',
  ],
  [
    'a name and a value of 1 MB',
    `<button id="long"></button><input id="field" /><button>Short</button>${script(`document.getElementById('long').textContent = document.getElementById('field').value = 'x'.repeat(1e6)`)}`,
    'Short',
  ],
  [
    '400 boxes in each other',
    script(
      `let at = document.body; for (let depth = 0; depth < 400; depth++) at = at.appendChild(document.createElement('div')); at.innerHTML = '<button>Down below</button>'`,
    ),
    'Down below',
  ],
  [
    'elements that all hear presses',
    script(
      `for (let each = 0; each < 5000; each++) { const box = document.body.appendChild(document.createElement('div')); box.textContent = 'box ' + each; box.addEventListener('click', () => post('box')); }`,
    ),
    'box 0',
  ],
])('a page of %s is looked at in bounded time, and what is on it is found', async (_what, html, name) => {
  const begun = Date.now();
  const controls = await open(html);
  named(controls, name);
  expect(Math.max(...controls.map((control) => control.name.length + (control.value ?? '').length))).toBeLessThanOrEqual(2 * longestText);
  expect(Date.now() - begun).toBeLessThan(bounded);
});

test('a page that never comes to rest is acted on', async () => {
  const controls = await open(
    `<style>@keyframes turn { to { transform: rotate(360deg) } } i { display: block; width: 20px; height: 20px; background: red; animation: turn 1s linear infinite }</style><i></i><button onclick="post('still')">Still</button>`,
  );
  await click(named(controls, 'Still'));
  await until(() => site.events.includes('still'), 'the press');
});

test.each([
  ['that has gone', `<button onclick="post('first')">Press</button>`, `document.querySelector('button').remove()`],
  [
    'in whose place stands another that looks the same',
    `<button onclick="post('first')">Press</button>`,
    `document.querySelector('button').outerHTML = '<button onclick="post(\\'second\\')">Press</button>'`,
  ],
  [
    'in a frame that has gone to another page',
    `<iframe srcdoc="${framed('first').replaceAll('"', '&quot;')}" style="width: 200px; height: 60px"></iframe>`,
    `document.querySelector('iframe').srcdoc = \`${framed('second')}\``,
  ],
])('an element %s is not acted on, and neither is what is there now', async (_how, html, change) => {
  const controls = await open(html);
  await site.change(change);
  await expect(click(named(controls, 'Press'))).rejects.toMatchObject({ code: 'control-gone' });
  const { controls: now } = await browser.device.look();
  const there = now.find(({ name }) => name === 'Press');
  if (there) {
    await click(there);
    await until(() => site.events.length > 0, 'the press that was meant');
  }
  expect(site.events).toEqual(there ? ['second'] : []);
});
