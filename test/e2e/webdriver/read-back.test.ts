// HE7 and HE9 in a browser: what was typed is read back from fields that keep it, change it, lose some of it, or show it elsewhere.
import { serve } from '../../../examples/support/serve.mjs';
import type { DeviceAction } from '../../../src/domain/ui/ui-action.js';
import { openTestBrowser, type TestBrowser } from '../../support/webdriver.js';

const page = `<title>Typed</title>
  <label>Kept <input value="one two"></label>
  <label>Short <input maxlength="5"></label>
  <label>Upper <input oninput="this.value = this.value.toUpperCase()"></label>
  <label>Phone <input oninput="this.value = this.value.replace(/[^0-9]/g, '').replace(/^(...)(...)/, '($1) $2-')"></label>
  <label>Lossy <input oninput="this.value = this.value.replace('本', '')"></label>
  <label>Late <input oninput="this.all = (this.all ?? '') + event.data; this.value = ''; setTimeout(() => (this.value = this.all), 100)"></label>
  <label>Code <input type="password"></label>
  <label>Amount <input type="range" min="0" max="100" step="10"></label>
  <div contenteditable role="textbox" aria-label="Rich"><p>first</p><p>second</p></div>
  <label>Drawn <textarea style="width: 1px; height: 1px; resize: none; padding: 0; border: 0" oninput="this.value = ''"></textarea></label>
  <iframe srcdoc="<label>Inner <input oninput=&quot;this.value = this.value.replace('x', '')&quot;></label>"></iframe>
  <form onsubmit="document.title = 'sent'; return false"><label>Sent <input oninput="this.value = this.value.replace('b', '')"></label></form>`;
const live = new AbortController().signal;
const value = 'Open-Sesame-本-7';

let site: Awaited<ReturnType<typeof serve>>;
let browser: TestBrowser;
beforeAll(async () => {
  site = await serve(async () => new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } }));
  browser = await openTestBrowser({ resolveSecret: () => value });
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});
beforeEach(async () => void (await browser.go(site.url)));

const at = async (name: string): Promise<{ readonly control: Awaited<ReturnType<TestBrowser['control']>> }> => {
  const { controls } = await browser.device.look();
  const control = controls.find((each) => each.interactive && each.name === name);
  if (!control) throw new Error(`no ${name} among ${controls.map((each) => each.name).join(', ')}`);
  return { control };
};
const perform = (action: DeviceAction) => browser.device.perform(action, live);
const set = async (name: string, text: string, clear = true) => perform({ type: 'set-text', target: await at(name), text, clear });
const valueOf = async (name: string): Promise<string | undefined> => (await at(name)).control.value;

test('HE7: what a field keeps is done, what it makes of a text is told, what nobody can read is not verified', async () => {
  for (const [name, text, told] of [
    ['Kept', 'é, ß, 日本, 👍', undefined],
    ['Late', 'kept by the page', undefined],
    ['Rich', 'one\ntwo 日本', undefined],
    ['Short', 'longer', { kind: 'adjusted', how: 'the field took no more than its limit' }],
    ['Upper', 'quiet', { kind: 'adjusted', how: 'the field changed upper and lower case' }],
    ['Phone', '5551234567', { kind: 'adjusted', how: 'the field formatted it' }],
    ['Amount', '47', { kind: 'adjusted', how: 'the field keeps it in its own form' }],
    ['Code', 'sesame', { kind: 'unverified', why: 'a password is not read back' }],
    ['Drawn', 'elsewhere', { kind: 'unverified', why: expect.stringContaining('shows the text elsewhere') as string }],
  ] as const)
    expect([name, (await set(name, text)).entry]).toEqual([name, told]);
});

test('HE7: what a field loses is a failure, typed as a text or by keys, in a frame too; no key after it is pressed, and no secret is told', async () => {
  const lost = { code: 'text-differs', message: expect.stringContaining('they differ from character') as string };
  await expect(set('Lossy', '日本語')).rejects.toMatchObject(lost);
  await expect(set('Inner', 'axb')).rejects.toMatchObject(lost);
  await expect(perform({ type: 'press-keys', target: await at('Inner'), keys: 'cxd' })).rejects.toMatchObject(lost);
  await expect(perform({ type: 'press-keys', target: await at('Sent'), keys: 'abc{ENTER}' })).rejects.toMatchObject(lost);
  expect((await browser.device.look()).title).toBe('Typed');
  expect((await perform({ type: 'press-keys', target: await at('Sent'), keys: '^ade{ENTER}' })).entry).toBeUndefined();
  expect((await browser.device.look()).title).toBe('sent');
  const told = await set('Lossy', '{{secret:DOOR}}').then(
    () => 'nothing',
    (error: unknown) => String(error),
  );
  expect(told).toContain('was to hold 15 characters after this and holds 14');
  expect(told).not.toMatch(/Sesame|本/);
  expect((await set('Kept', '{{secret:DOOR}}')).entry).toBeUndefined();
});

test('HE9: typing replaces what is selected, as a text and by keys; a field that selects all as it gets the focus is added to', async () => {
  await set('Kept', ' three', false);
  expect(await valueOf('Kept')).toBe('one two three');
  await perform({ type: 'press-keys', target: await at('Kept'), keys: '{HOME}+{RIGHT 3}' });
  await set('Kept', '日本', false);
  expect(await valueOf('Kept')).toBe('日本 two three');
  await perform({ type: 'press-keys', keys: '^anew' });
  expect(await valueOf('Kept')).toBe('new');
});
