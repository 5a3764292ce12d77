// A page that was given a secret tells it in every way it can. Nothing of that leaves the device (LK21). The page's server counts what really happened.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { basename } from 'node:path';
import { inspect } from 'node:util';
import { defaultGuardRules, guardAction } from '../../../src/domain/guard/guard.js';
import { createJudgement } from '../../../src/domain/guard/judge.js';
import type { UiAction } from '../../../src/domain/ui/ui-action.js';
import { formsOf, tracesIn } from '../../support/disguises.js';
import { lexicon } from '../../support/lexicon.js';
import { startObeyingSite, type ObeyingSite } from '../../support/obeying-site.js';
import { until } from '../../support/until.js';
import { openTestBrowser, type TestBrowser } from '../../support/webdriver.js';

const canary = 'Kanarie-7/vogel geel';
const live = new AbortController().signal;

let site: ObeyingSite;
let browser: TestBrowser;
beforeAll(async () => {
  site = await startObeyingSite();
  browser = await openTestBrowser({ resolveSecret: (name) => (name === 'BIRD' ? canary : undefined) });
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const forms = formsOf(canary);

async function told(): Promise<string> {
  const look = await browser.device.look();
  const applications = await browser.device.listApplications();
  return JSON.stringify([look, applications, await browser.device.source()]);
}

function expectNothingOf(text: string): void {
  expect(tracesIn(text, canary)).toEqual([]);
}

async function typed(html = ''): Promise<void> {
  site.serve(`<title>Bird</title><label>Bird <input id="bird"></label>${html}`);
  await browser.go(site.url);
  await browser.type('textbox', 'Bird', '{{secret:BIRD}}');
  await site.change('post(bird.value)');
  await until(async () => site.events.at(-1) === canary, 'the secret in the page');
}

test.each(Object.entries(forms))('LK21: %s: in texts, values, options, titles, ids and addresses', async (_name, form) => {
  await typed();
  await site.change(`{
    const said = ${JSON.stringify(form)};
    document.title = said;
    history.replaceState(null, '', '/?q=' + encodeURIComponent(said) + '#' + said);
    const add = (html, change = () => {}) => { const element = document.createElement('div'); element.innerHTML = html; document.body.append(element); change(element.firstElementChild); };
    add('<p></p>', (p) => { p.textContent = 'You typed ' + said; });
    add('<button></button>', (button) => { button.textContent = said; });
    add('<button>Next</button>', (button) => { button.title = said; button.id = 'x' + said; button.dataset.testid = said; });
    add('<input aria-label="Copy">', (input) => { input.value = said; });
    add('<select aria-label="Choose"><option>none</option><option></option></select>', (select) => { select.options[1].textContent = said; });
    add('<img width=20 height=20>', (img) => { img.alt = said; });
    add('<a href="#">Link</a>', (link) => { link.setAttribute('aria-label', said); });
  }`);
  expectNothingOf(await told());
});

test('LK21: split over the cells of a row', async () => {
  await typed('<table><tr><td>Kana</td><td>rie-7/</td><td>vogel</td><td>geel</td></tr></table>');
  const text = await told();
  for (const part of ['Kana', 'rie-7', 'vogel', 'geel']) expect(JSON.stringify((await browser.device.look()).controls)).not.toContain(part);
  expect(text).toContain('•••');
});

test('LK21: in a dialog, and in the name of a download', async () => {
  await typed();
  await site.change(`{
    const link = document.createElement('a');
    link.href = 'data:text/plain,hello'; link.download = 'Kanarie-7_vogel geel.txt'.replace('_', '-') ; document.body.append(link); link.click();
    const other = document.createElement('a');
    other.href = 'data:text/plain,hello'; other.download = ${JSON.stringify(`${Buffer.from(canary).toString('hex')}.txt`)}; document.body.append(other); other.click();
    setTimeout(() => alert('Your bird is ' + bird.value), 200);
  }`);
  const look = await until(async () => {
    const now = await browser.device.look();
    // The downloads may be told of before.
    return now.notices.some((notice) => !notice.includes('download')) && now;
  }, 'the dialog');
  expectNothingOf(JSON.stringify(look));
  expect(look.notices.join()).toContain('•••');
  await browser.click('button', 'OK');
  const names = await until(async () => {
    const found = (await browser.device.takeDownloads()).map((path) => basename(path));
    return found.length > 0 && found;
  }, 'a download');
  for (const name of names) expect(name).not.toContain(Buffer.from(canary).toString('hex'));
});

test.each([
  ['a field that takes dates', '<label>Field <input type="date"></label>'],
  ['a field that takes colours', '<label>Field <input type="color"></label>'],
  ['a button', '<button>Field</button>'],
])('LK20: %s refuses a secret without quoting it', async (_what, html) => {
  await typed(html);
  const { controls } = await browser.device.look();
  const control = controls.find(({ name }) => name === 'Field');
  if (!control) throw new Error(`no field among ${controls.map(({ name }) => name).join()}`);
  const action = { type: 'set-text', target: { control }, text: '{{secret:BIRD}}', clear: true } as const;
  const error = await browser.device.perform(action, live).then(
    () => new Error('it was taken'),
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ name: 'ActionFailedError' });
  expectNothingOf(inspect(error, { depth: 5 }));
});

test('LK21: a masked control can still be acted on', async () => {
  await typed(`<button onclick="post('copied')" id="copy">Copy</button>`);
  await site.change(`copy.textContent = 'Copy ' + bird.value`);
  const { controls } = await browser.device.look();
  const copy = controls.find(({ name }) => name === 'Copy •••');
  if (!copy) throw new Error(`no button among ${controls.map(({ name }) => name).join()}`);
  await browser.device.perform({ type: 'click', target: { control: copy }, button: 'left', clickCount: 1 }, live);
  await until(async () => site.events.at(-1) === 'copied', 'the click');
});

test.each([
  [
    'a form that puts a password into the address is held',
    '<form><label>Password <input type="password" name="p"></label><button id="go">Next</button></form>',
    'confirm',
  ],
  [
    'so is one with a secret in a plain field',
    '<form><label>Bird <input name="bird" id="bird"></label><button id="go">Next</button></form>',
    'confirm',
  ],
  [
    'a form that posts it is not',
    '<form method="post"><label>Password <input type="password" name="p"></label><button id="go">Next</button></form>',
    'allow',
  ],
  [
    'nor one whose password has no name',
    '<form><label>Password <input type="password"></label><button id="go">Next</button></form>',
    'allow',
  ],
])('LK21: %s', async (_what, html, verdict) => {
  site.serve(html);
  await browser.go(site.url);
  if (html.includes('Bird')) await browser.type('textbox', 'Bird', '{{secret:BIRD}}');
  const { controls } = await browser.device.look();
  const go = controls.find(({ name }) => name === 'Next');
  if (!go) throw new Error('no button');
  const { role, name, path } = go;
  const judge = createJudgement({ controls }, lexicon);
  const actions: readonly UiAction[] = [
    { type: 'click', target: { control: { label: '1', role, name, path } }, button: 'left', clickCount: 1 },
    ...(html.includes('Bird') ? [{ type: 'press-keys', keys: '{ENTER}' } as const] : []),
  ];
  for (const action of actions) {
    const decided = {
      function: 'click_input',
      args: {},
      effect: 'input',
      run: { kind: 'device', action },
      activation: judge(action),
    } as const;
    expect(guardAction({ origins: [], apps: [], rules: defaultGuardRules, off: false }, decided)).toMatchObject({ verdict });
  }
});
