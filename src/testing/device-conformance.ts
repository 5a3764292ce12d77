// What every device and its driver guarantee, whatever they control. Adapters supply an interface that shows:
//   "Start": textbox "Name", password "Code", combobox "Size" (Small, Large), button "Next", which leads to
//   "Second": heading "Second screen", button "Done"
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeviceSpec } from '../domain/device/device-spec.js';
import type { Control } from '../domain/ui/control.js';
import type { DeviceAction } from '../domain/ui/ui-action.js';
import { createSecrets } from '../adapters/masking-kit/secrets.js';
import type { Attachment, Device, DeviceDriver, OpenContext, Performed } from '../ports/device.js';
import type { Ability } from './device-abilities.js';
import { deviceTexts } from './device-texts.js';

export interface DeviceConformance {
  readonly driver: DeviceDriver;
  readonly spec: DeviceSpec;
  /** What this device refuses (or, for options, does not report); everything else must work. */
  readonly cannot?: readonly Ability[];
  /** Shows "Start" in its initial state. */
  readonly restart: DeviceAction;
  /** Ends the UI session as a crash would. */
  kill(attachment: Attachment): Promise<void>;
  dispose(): Promise<void>;
}

/** Provided as globals by Jest and Vitest, and by `node:test` as `describe`, `test`, `before`, `after`, `beforeEach`, `afterEach`. */
export interface TestFramework {
  describe(name: string, body: () => void): unknown;
  test(name: string, body: () => Promise<void>): unknown;
  beforeAll(body: () => Promise<void>): unknown;
  afterAll(body: () => Promise<void>): unknown;
  beforeEach(body: () => Promise<void>): unknown;
  afterEach(body: () => Promise<void>): unknown;
}

const live = new AbortController().signal;
const gone = { code: 'device-gone' } as const;

/** Declares the suite's tests. `setup` is called once, before the first of them. */
export function describeDeviceConformance(
  { describe, test, beforeAll, afterAll, beforeEach, afterEach }: TestFramework,
  name: string,
  setup: () => Promise<DeviceConformance>,
): void {
  describe(`${name} as a device`, () => {
    let subject: DeviceConformance;
    let context: OpenContext;
    let device: Device;
    let attachment: Attachment;

    const open = async (): Promise<void> => {
      const folder = await mkdtemp(join(tmpdir(), 'steadyhand-device-'));
      context = { deviceId: 'conformance', folder, origins: [], signal: live, secrets: createSecrets(join(folder, 'secrets.json'), {}) };
      const opened = await subject.driver.open(subject.spec, context);
      device = opened.device;
      // The host writes it to disk and reads it back.
      attachment = JSON.parse(JSON.stringify(opened.attachment)) as Attachment;
      await device.settle(5_000);
    };
    const end = async (): Promise<void> => {
      await subject.driver.destroy(attachment, context);
      await rm(context.folder, { recursive: true, force: true });
    };

    beforeAll(async () => {
      subject = await setup();
    });
    afterAll(() => subject.dispose());

    const control = async (role: string, wanted: string): Promise<Control> => {
      const { controls } = await device.look();
      const found = controls.find((candidate) => candidate.role === role && candidate.name === wanted);
      if (!found)
        throw new Error(`No ${role} "${wanted}" among ${controls.map((candidate) => `${candidate.role} "${candidate.name}"`).join(', ')}.`);
      return found;
    };
    const act = async (action: DeviceAction): Promise<Performed> => {
      const result = await device.perform(action, live);
      await device.settle(5_000);
      return result;
    };
    const isAble = (ability: Ability): boolean => subject.cannot?.includes(ability) !== true;
    const click = (target: Control): DeviceAction => ({ type: 'click', target: { control: target }, button: 'left', clickCount: 1 });

    describe('while it lives', () => {
      beforeAll(open);
      afterAll(end);
      beforeEach(async () => void (await act(subject.restart)));

      test('a look names the application, the title and every control with a box, once', async () => {
        const { application, title, controls } = await device.look();
        shows(application, { running: true, current: true });
        assert.equal(title, 'Start');
        assert.equal(new Set(controls.map(({ id }) => id)).size, controls.length, 'ids of controls are unique');
        for (const each of controls) {
          assert.ok(each.bounds.width > 0 && each.bounds.height > 0, `${each.role} "${each.name}" has a box`);
          assert.notEqual(each.path, '');
        }
        const usable = controls
          .filter(({ interactive, enabled, visible }) => interactive && enabled && visible)
          .map(({ role, name: called }) => `${role} ${called}`);
        same(usable, ['textbox Name', 'password Code', 'combobox Size', 'button Next']);
        same((await control('combobox', 'Size')).options, isAble('tell-options') ? ['Small', 'Large'] : undefined);
      });

      test('two looks at an unchanged screen return the same', async () => {
        const first = await device.look();
        same(await device.look(), first);
      });

      test('the screenshot is a PNG that holds the controls', async () => {
        const png = Buffer.from(await device.screenshot());
        assert.equal(png.subarray(1, 4).toString(), 'PNG');
        const { bounds } = await control('button', 'Next');
        assert.ok(png.readUInt32BE(16) >= bounds.x + bounds.width, 'it is wide enough');
        assert.ok(png.readUInt32BE(20) >= bounds.y + bounds.height, 'it is high enough');
      });

      test('a text replaces or extends the existing one', async () => {
        await act({ type: 'set-text', target: { control: await control('textbox', 'Name') }, text: 'Ada', clear: true });
        shows(await control('textbox', 'Name'), { value: 'Ada' });
        await act({ type: 'set-text', target: { control: await control('textbox', 'Name') }, text: ' Lovelace', clear: false });
        shows(await control('textbox', 'Name'), { value: 'Ada Lovelace' });
        await act({ type: 'set-text', target: { control: await control('textbox', 'Name') }, text: 'Grace', clear: true });
        shows(await control('textbox', 'Name'), { value: 'Grace' });
      });

      test('HE7: every character of a text arrives, as a text and after another', async () => {
        const all = deviceTexts.map(([, text]) => text).join(' ');
        const typed: string[] = [];
        for (const clear of [true, false]) {
          const { entry } = await act({ type: 'set-text', target: { control: await control('textbox', 'Name') }, text: all, clear });
          assert.equal(entry, undefined, 'it is read back');
          typed.push(all);
          shows(await control('textbox', 'Name'), { value: typed.join('') });
        }
      });

      test('HE7: what is typed into a password field is told as not verified', async () => {
        const { entry } = await act({
          type: 'set-text',
          target: { control: await control('password', 'Code') },
          text: 'sesame',
          clear: true,
        });
        same(entry?.kind, 'unverified');
      });

      test('the value of a password field is masked wherever it could be read', async () => {
        const code = await control('password', 'Code');
        await act({ type: 'set-text', target: { control: code }, text: 'open sesame', clear: true });
        shows(await control('password', 'Code'), { value: '•••', masked: true });
        assert.doesNotMatch(JSON.stringify(await device.look()), /sesame/);
        assert.doesNotMatch(await device.source(), /sesame/);
        const read = await act({ type: 'read-text', target: { control: await control('password', 'Code') } });
        assert.doesNotMatch(read.text ?? '', /sesame/);
      });

      test('an option is selected by its label; a missing one is refused', async () => {
        await act({ type: 'select-option', target: { control: await control('combobox', 'Size') }, values: ['Large'] });
        shows(await control('combobox', 'Size'), { value: 'Large' });
        const size = await control('combobox', 'Size');
        await assert.rejects(device.perform({ type: 'select-option', target: { control: size }, values: ['Huge'] }, live), {
          code: 'no-such-option',
        });
      });

      test('a click goes to the next screen, and going back works or is refused', async () => {
        await act(click(await control('button', 'Next')));
        assert.equal((await device.look()).title, 'Second');
        shows(await control('heading', 'Second screen'), { interactive: false });
        if (isAble('go-back')) await act({ type: 'go-back' });
        else await assert.rejects(device.perform({ type: 'go-back' }, live), { code: 'not-supported' });
        assert.equal((await device.look()).title, isAble('go-back') ? 'Start' : 'Second');
      });

      test('the pointer hovers over a control, or that is refused', async () => {
        const hover: DeviceAction = { type: 'hover', target: { control: await control('button', 'Next') } };
        if (isAble('hover')) await act(hover);
        else await assert.rejects(device.perform(hover, live), { code: 'not-supported' });
        assert.equal((await device.look()).title, 'Start');
      });

      const dragFrom = async (hold?: true): Promise<DeviceAction> => {
        const [from, to] = [{ control: await control('textbox', 'Name') }, { control: await control('password', 'Code') }];
        return { type: 'drag', from, to, via: [{ point: { x: 0.5, y: 0.5 }, unit: 'fraction' }], button: 'left', hold };
      };

      test('a drag ends with nothing held', async () => {
        await act(await dragFrom());
        const { pressed, title } = await device.look();
        assert.equal(pressed, undefined);
        assert.equal(title, 'Start');
      });

      test('what is dragged is held until it is let go, or that is refused', async () => {
        const hold = await dragFrom(true);
        if (!isAble('hold')) {
          await assert.rejects(device.perform(hold, live), { code: 'not-supported' });
          return;
        }
        await act(hold);
        const before = (await device.look()).pressed;
        assert.ok(before, 'it is held');
        await act({ type: 'move', target: { point: { x: before.at.x + 20, y: before.at.y }, unit: 'px' } });
        const { pressed } = await device.look();
        assert.ok(pressed, 'it is still held');
        same(pressed.pressed, before.pressed);
        await act({ type: 'release', target: { point: pressed.at, unit: 'px' }, pressed: { point: pressed.pressed, unit: 'px' } });
        assert.equal((await device.look()).pressed, undefined);
        await assert.rejects(device.perform({ type: 'move', target: { point: pressed.at, unit: 'px' } }, live), { code: 'not-held' });
      });

      test('what is held is let go by whatever else is done', async () => {
        if (!isAble('hold')) return;
        await act(await dragFrom(true));
        await act({ type: 'set-text', target: { control: await control('textbox', 'Name') }, text: 'Ada', clear: true });
        assert.equal((await device.look()).pressed, undefined);
        shows(await control('textbox', 'Name'), { value: 'Ada' });
      });

      test('navigating to an address works or is refused', async () => {
        if (isAble('navigate')) return assert.equal(subject.restart.type, 'navigate');
        await assert.rejects(device.perform({ type: 'navigate', url: 'https://example.com/' }, live), { code: 'not-supported' });
      });

      test('keys go to the given control, or to the focused one', async () => {
        const name = await control('textbox', 'Name');
        await act({ type: 'set-text', target: { control: name }, text: '', clear: true });
        await act({ type: 'press-keys', target: { control: name }, keys: 'Ada' });
        await act({ type: 'press-keys', keys: ' L' });
        shows(await control('textbox', 'Name'), { value: 'Ada L' });
      });

      test('a control of a screen that is gone is refused, not guessed', async () => {
        const name = await control('combobox', 'Size');
        await act(click(await control('button', 'Next')));
        await assert.rejects(device.perform(click(name), live), { code: 'control-gone' });
      });

      test('text is read from a control and from the whole screen', async () => {
        await act({ type: 'set-text', target: { control: await control('textbox', 'Name') }, text: 'Ada', clear: true });
        const read = await act({ type: 'read-text', target: { control: await control('textbox', 'Name') } });
        assert.match(read.text ?? '', /Ada/);
        assert.match((await act({ type: 'read-text' })).text ?? '', /Next/);
        assert.match(await device.source(), /Next/);
      });

      test('one application is current, and a missing one is refused', async () => {
        const applications = await device.listApplications();
        assert.equal(applications.filter(({ current }) => current).length, 1);
        assert.equal(applications.find(({ current }) => current)?.id, (await device.look()).application.id);
        await device.selectApplication(applications.find(({ current }) => current)?.id ?? '');
        await assert.rejects(device.selectApplication('no such one'), { code: 'no-such-application' });
        await assert.rejects(device.launchApplication('no such one'), { code: 'no-such-application' });
      });

      test('an action that was aborted before it began has no effect', async () => {
        const next = await control('button', 'Next');
        await assert.rejects(device.perform(click(next), AbortSignal.abort()));
        assert.equal((await device.look()).title, 'Start');
      });

      test('a quiet screen settles, and nothing was downloaded', async () => {
        assert.equal(await device.settle(5_000), true);
        same(await device.takeDownloads(), []);
      });

      test('a detached session can be attached to, in the state it was left in', async () => {
        await act({ type: 'set-text', target: { control: await control('textbox', 'Name') }, text: 'kept', clear: true });
        const left = await device.look();
        await device.detach();
        device = await subject.driver.attach(attachment, context);
        same((await device.look()).controls, left.controls);
      });

      test('a control that was seen before the session changed hands can still be acted on', async () => {
        const next = await control('button', 'Next');
        await device.detach();
        device = await subject.driver.attach(attachment, context);
        await act(click(next));
        assert.equal((await device.look()).title, 'Second');
      });
    });

    describe('when it ends', () => {
      beforeEach(open);
      afterEach(end);

      test('a closed session is gone', async () => {
        await device.close();
        await assert.rejects(device.look(), gone);
        await assert.rejects(subject.driver.attach(attachment, context), gone);
      });

      test('destroying ends the session, attached or not, however often it is called', async () => {
        await device.detach();
        await subject.driver.destroy(attachment, context);
        await subject.driver.destroy(attachment, context);
        await assert.rejects(subject.driver.attach(attachment, context), gone);
      });

      test('every call to a session that died reports that it is gone', async () => {
        const next = await control('button', 'Next');
        await subject.kill(attachment);
        await assert.rejects(device.look(), gone);
        await assert.rejects(device.screenshot(), gone);
        await assert.rejects(device.source(), gone);
        await assert.rejects(device.settle(1_000), gone);
        await assert.rejects(device.listApplications(), gone);
        await assert.rejects(device.selectApplication('any'), gone);
        await assert.rejects(device.launchApplication('http://127.0.0.1/'), gone);
        await assert.rejects(device.perform(click(next), live), gone);
        await assert.rejects(subject.driver.attach(attachment, context), gone);
      });
    });
  });
}

/** Checks these fields; others may be there. */
function shows<T extends object>(seen: T, expected: Partial<T>): void {
  same(Object.fromEntries(Object.entries(seen).filter(([field]) => field in expected)), expected);
}

/** Compared as JSON: objects from another process or a test runner's realm have other prototypes. */
function same(seen: unknown, expected: unknown): void {
  assert.deepEqual(plain(seen), plain(expected));
}

function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
