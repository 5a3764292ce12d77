// What every device and its driver keep, whatever they drive. Adapters bring an interface that shows:
//   "Start": textbox "Name", password "Code", combobox "Size" (Small, Large), button "Next", which leads to
//   "Second": heading "Second screen", button "Done"
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { can, type Ability, type ProvenDevice } from './device-abilities.js';
import type { DeviceSpec } from '../../src/domain/device/device-spec.js';
import type { Control } from '../../src/domain/ui/control.js';
import type { DeviceAction } from '../../src/domain/ui/ui-action.js';
import { DeviceGoneError } from '../../src/ports/device-errors.js';
import type { Attachment, Device, DeviceDriver, OpenContext } from '../../src/ports/device.js';

export interface DeviceConformance {
  readonly driver: DeviceDriver;
  readonly spec: DeviceSpec;
  /** Shows "Start" as it was at first. */
  readonly restart: DeviceAction;
  /** Ends the UI session as a crash does. */
  kill(attachment: Attachment): Promise<void>;
  dispose(): Promise<void>;
}

const live = new AbortController().signal;

/** `proven`: what stands for it in the table of abilities. */
export function describeDeviceConformance(proven: ProvenDevice, setup: () => Promise<DeviceConformance>): void {
  describe(`${proven} as a device`, () => {
    let subject: DeviceConformance;
    let context: OpenContext;
    let device: Device;
    let attachment: Attachment;

    const open = async (): Promise<void> => {
      context = { deviceId: 'conformance', folder: await mkdtemp(join(tmpdir(), 'steadyhand-device-')), origins: [], signal: live };
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
    const act = async (action: DeviceAction): Promise<{ readonly text?: string }> => {
      const result = await device.perform(action, live);
      await device.settle(5_000);
      return result;
    };
    const isAble = (ability: Ability): boolean => can(proven, ability);
    const click = (target: Control): DeviceAction => ({ type: 'click', target: { control: target }, button: 'left', clickCount: 1 });

    describe('while it lives', () => {
      beforeAll(open);
      afterAll(end);
      beforeEach(async () => void (await act(subject.restart)));

      test('a look names the application, the title and every control with a box, once', async () => {
        const { application, title, controls } = await device.look();
        expect(application).toMatchObject({ running: true, current: true });
        expect(title).toBe('Start');
        expect(new Set(controls.map(({ id }) => id)).size).toBe(controls.length);
        for (const each of controls) {
          expect(each.bounds.width).toBeGreaterThan(0);
          expect(each.bounds.height).toBeGreaterThan(0);
          expect(each.path).not.toBe('');
        }
        const usable = controls
          .filter(({ interactive, enabled, visible }) => interactive && enabled && visible)
          .map(({ role, name: called }) => `${role} ${called}`);
        expect(usable).toEqual(['textbox Name', 'password Code', 'combobox Size', 'button Next']);
        expect((await control('combobox', 'Size')).options).toEqual(isAble('tell-options') ? ['Small', 'Large'] : undefined);
      });

      test('two looks at an unchanged screen see the same', async () => {
        const first = await device.look();
        expect(await device.look()).toEqual(first);
      });

      test('the screenshot is a PNG that holds the controls', async () => {
        const png = Buffer.from(await device.screenshot());
        expect(png.subarray(1, 4).toString()).toBe('PNG');
        const { bounds } = await control('button', 'Next');
        expect(png.readUInt32BE(16)).toBeGreaterThanOrEqual(bounds.x + bounds.width);
        expect(png.readUInt32BE(20)).toBeGreaterThanOrEqual(bounds.y + bounds.height);
      });

      test('a text replaces or follows what is there', async () => {
        await act({ type: 'set-text', target: { control: await control('textbox', 'Name') }, text: 'Ada', clear: true });
        expect(await control('textbox', 'Name')).toMatchObject({ value: 'Ada' });
        await act({ type: 'set-text', target: { control: await control('textbox', 'Name') }, text: ' Lovelace', clear: false });
        expect(await control('textbox', 'Name')).toMatchObject({ value: 'Ada Lovelace' });
        await act({ type: 'set-text', target: { control: await control('textbox', 'Name') }, text: 'Grace', clear: true });
        expect(await control('textbox', 'Name')).toMatchObject({ value: 'Grace' });
      });

      test('what stands in a password field is masked wherever it could be read', async () => {
        const code = await control('password', 'Code');
        await act({ type: 'set-text', target: { control: code }, text: 'open sesame', clear: true });
        expect(await control('password', 'Code')).toMatchObject({ value: '•••', masked: true });
        expect(JSON.stringify(await device.look())).not.toContain('sesame');
        expect(await device.source()).not.toContain('sesame');
        expect((await act({ type: 'read-text', target: { control: await control('password', 'Code') } })).text).not.toContain('sesame');
      });

      test('an option is selected by its label; one that is not there is refused', async () => {
        await act({ type: 'select-option', target: { control: await control('combobox', 'Size') }, values: ['Large'] });
        expect(await control('combobox', 'Size')).toMatchObject({ value: 'Large' });
        const size = await control('combobox', 'Size');
        await expect(device.perform({ type: 'select-option', target: { control: size }, values: ['Huge'] }, live)).rejects.toMatchObject({
          code: 'no-such-option',
        });
      });

      test('a click leads on, and back leads back or is refused', async () => {
        await act(click(await control('button', 'Next')));
        expect((await device.look()).title).toBe('Second');
        expect(await control('heading', 'Second screen')).toMatchObject({ interactive: false });
        if (isAble('go-back')) await act({ type: 'go-back' });
        else await expect(device.perform({ type: 'go-back' }, live)).rejects.toMatchObject({ code: 'not-supported' });
        expect((await device.look()).title).toBe(isAble('go-back') ? 'Start' : 'Second');
      });

      test('an address is gone to, or refused', async () => {
        if (isAble('navigate')) return expect(subject.restart.type).toBe('navigate');
        await expect(device.perform({ type: 'navigate', url: 'https://example.com/' }, live)).rejects.toMatchObject({
          code: 'not-supported',
        });
      });

      test('keys are pressed, into the control that is named or that has the focus', async () => {
        const name = await control('textbox', 'Name');
        await act({ type: 'set-text', target: { control: name }, text: '', clear: true });
        await act({ type: 'press-keys', target: { control: name }, keys: 'Ada' });
        await act({ type: 'press-keys', keys: ' L' });
        expect(await control('textbox', 'Name')).toMatchObject({ value: 'Ada L' });
      });

      test('a control of a screen that has gone is refused, not guessed', async () => {
        const name = await control('combobox', 'Size');
        await act(click(await control('button', 'Next')));
        await expect(device.perform(click(name), live)).rejects.toMatchObject({ code: 'control-gone' });
      });

      test('text is read from a control and from the whole screen', async () => {
        await act({ type: 'set-text', target: { control: await control('textbox', 'Name') }, text: 'Ada', clear: true });
        expect((await act({ type: 'read-text', target: { control: await control('textbox', 'Name') } })).text).toContain('Ada');
        expect((await act({ type: 'read-text' })).text).toContain('Next');
        expect(await device.source()).toContain('Next');
      });

      test('one application is current, and one that is not there is refused', async () => {
        const applications = await device.listApplications();
        expect(applications.filter(({ current }) => current)).toHaveLength(1);
        expect(applications.find(({ current }) => current)?.id).toBe((await device.look()).application.id);
        await device.selectApplication(applications.find(({ current }) => current)?.id ?? '');
        await expect(device.selectApplication('no such one')).rejects.toMatchObject({ code: 'no-such-application' });
        await expect(device.launchApplication('no such one')).rejects.toMatchObject({ code: 'no-such-application' });
      });

      test('an action that was aborted before it began has no effect', async () => {
        const next = await control('button', 'Next');
        await expect(device.perform(click(next), AbortSignal.abort())).rejects.toThrow();
        expect((await device.look()).title).toBe('Start');
      });

      test('a quiet screen settles, and nothing was downloaded', async () => {
        expect(await device.settle(5_000)).toBe(true);
        expect(await device.takeDownloads()).toEqual([]);
      });

      test('a detached session is found again as it was left', async () => {
        await act({ type: 'set-text', target: { control: await control('textbox', 'Name') }, text: 'kept', clear: true });
        const left = await device.look();
        await device.detach();
        device = await subject.driver.attach(attachment, context);
        expect((await device.look()).controls).toEqual(left.controls);
      });

      test('a control that was seen before the session changed hands can still be acted on', async () => {
        const next = await control('button', 'Next');
        await device.detach();
        device = await subject.driver.attach(attachment, context);
        await act(click(next));
        expect((await device.look()).title).toBe('Second');
      });
    });

    describe('when it ends', () => {
      beforeEach(open);
      afterEach(end);

      test('a closed session is gone', async () => {
        await device.close();
        await expect(device.look()).rejects.toThrow(DeviceGoneError);
        await expect(subject.driver.attach(attachment, context)).rejects.toThrow(DeviceGoneError);
      });

      test('destroying ends the session, attached or not, as often as it is asked', async () => {
        await device.detach();
        await subject.driver.destroy(attachment, context);
        await subject.driver.destroy(attachment, context);
        await expect(subject.driver.attach(attachment, context)).rejects.toThrow(DeviceGoneError);
      });

      test('every call to a session that died says so', async () => {
        const next = await control('button', 'Next');
        await subject.kill(attachment);
        await expect(device.look()).rejects.toThrow(DeviceGoneError);
        await expect(device.screenshot()).rejects.toThrow(DeviceGoneError);
        await expect(device.source()).rejects.toThrow(DeviceGoneError);
        await expect(device.settle(1_000)).rejects.toThrow(DeviceGoneError);
        await expect(device.listApplications()).rejects.toThrow(DeviceGoneError);
        await expect(device.selectApplication('any')).rejects.toThrow(DeviceGoneError);
        await expect(device.launchApplication('http://127.0.0.1/')).rejects.toThrow(DeviceGoneError);
        await expect(device.perform(click(next), live)).rejects.toThrow(DeviceGoneError);
        await expect(subject.driver.attach(attachment, context)).rejects.toThrow(DeviceGoneError);
      });
    });
  });
}
