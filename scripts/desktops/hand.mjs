// What the trials do with an application on a desktop of its own. Whatever does not hold throws, with a reason that fits into a cell.
import { createSecrets } from '../../dist/adapters/masking-kit/secrets.js';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDesktopDriver } from '../../dist/adapters/desktop/desktop-driver.js';
import { deviceTexts } from '../../dist/testing/device-texts.js';

const live = new AbortController().signal;
const patience = 10_000;

/** @typedef {Awaited<ReturnType<typeof openHand>>} Hand */

export async function openHand(application) {
  const folder = await mkdtemp(join(tmpdir(), 'steadyhand-desktops-'));
  const driver = createDesktopDriver({ virtual: true, width: 1280, height: 800 });
  const context = { deviceId: 'desktops', folder, origins: [], signal: live, secrets: createSecrets('', {}) };
  const { device, attachment } = await driver.open({ kind: 'desktop' }, context);
  const close = async () => {
    await driver.destroy(attachment, context);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await device.launchApplication(application);
    await device.settle(5_000);
    return { ...handOn(device, folder), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function handOn(device, folder) {
  const perform = async (action) => {
    const performed = await device.perform(action, live);
    await device.settle(5_000);
    return performed;
  };
  const controls = async () => (await device.look()).controls;
  const isCalled = (control, role, name) => control.role === role && (name === undefined || matches(control.name, name));
  const until = async (what, find) => {
    for (const deadline = Date.now() + patience; ; await sleep(200)) {
      const found = await find();
      if (found !== undefined && found !== false) return found;
      if (Date.now() > deadline) throw new Error(what);
    }
  };
  const find = (role, name, { focused = false } = {}) =>
    until(`no ${role}${name === undefined ? '' : ` ${String(name)}`}${focused ? ' with the focus' : ''} is listed`, async () =>
      (await controls()).find(
        (control) =>
          isCalled(control, role, name) &&
          control.visible &&
          control.enabled &&
          !control.states?.includes('readonly') &&
          (!focused || control.states?.includes('focused')),
      ),
    );
  const set = async (control, text, clear = true) => {
    const { entry } = await perform({ type: 'set-text', target: { control }, text, clear });
    if (entry?.kind === 'unverified') throw new Error(`the text is not verified: ${entry.why}`);
  };
  const keys = (pressed) => perform({ type: 'press-keys', keys: pressed });
  const typeKeys = async (text) => {
    const { entry } = await keys(text.replace(/[\^%+~(){}]/g, '{$&}'));
    if (entry?.kind === 'unverified') throw new Error(`the text is not verified: ${entry.why}`);
  };
  const press = (control) => perform({ type: 'click', target: { control }, button: 'left', clickCount: 1 });
  const click = async (role, name) => press(await find(role, name));
  const title = async () => (await device.look()).title;

  return {
    find,
    set,
    keys,
    click,
    press,
    title,
    until,
    controls,
    select: (control, value) => perform({ type: 'select-option', target: { control }, values: [value] }),
    file: join(folder, 'written.txt'),
    /** Every text of the device suite replaces what is there, and is added to it; one goes by keys. */
    async texts(role, name) {
      for (const [what, text] of deviceTexts) {
        await set(await find(role, name), text);
        const { value } = await find(role, name);
        if (value?.normalize() !== text.normalize()) throw new Error(`${what}: reads otherwise`);
      }
      await set(await find(role, name), 'a');
      await set(await find(role, name), 'é日本', false);
      await perform({ type: 'press-keys', target: { control: await find(role, name) }, keys: '{END}' });
      await typeKeys('x本👍');
      const { value } = await find(role, name);
      if (value !== 'aé日本x本👍') throw new Error('by keys: reads otherwise');
    },
    typeKeys,
    /** `ask`: has a dialog shown with a field for the name that has the focus. The bytes are the judge; some editors end the last line. */
    async save(text, ask) {
      await ask();
      await sleep(500);
      await keys('^a');
      await typeKeys(this.file);
      await keys('{ENTER}');
      const bytes = await until('no file was written', () => readFile(this.file, 'utf8').catch(() => undefined));
      if (bytes.replace(/\n$/, '') !== text) throw new Error(`${bytes.length} bytes of another text were written`);
    },
    /** What was there before is neither listed nor clicked while the dialog is open. */
    async dialog(behind, ask, closeIt = '{ESC}') {
      const control = await find(...behind);
      await ask();
      await until(
        'what is behind the dialog is still listed',
        async () => !(await controls()).some((each) => each.id === control.id && each.visible),
      );
      const failure = await device.perform({ type: 'click', target: { control }, button: 'left', clickCount: 1 }, live).then(
        () => undefined,
        (error) => error,
      );
      if (!['control-covered', 'control-gone'].includes(failure?.code))
        throw new Error(`a click behind the dialog: ${failure?.code ?? 'done'}`);
      await keys(closeIt);
      await find(...behind);
    },
    /** Opens menus, and presses the entry. */
    async menu(...path) {
      for (const name of path) await click('menuitem', name);
    },
    async tab(name) {
      await click('tab', name);
      const { states = [] } = await find('tab', name);
      if (!states.includes('selected') && !states.includes('focused')) throw new Error('the tab is not the selected one');
    },
  };
}

function matches(name, wanted) {
  return typeof wanted === 'string' ? name === wanted : wanted.test(name);
}
