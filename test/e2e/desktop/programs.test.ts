// The device on third-party programs: an editor, a calculator.
import type { Control } from '../../../src/domain/ui/control.js';
import type { DeviceAction } from '../../../src/domain/ui/ui-action.js';
import { describeWithDesktop, offerApplications, openTestDesktop, type TestDesktop } from '../../support/desktop/test-desktop.js';
import { until } from '../../support/until.js';

const live = new AbortController().signal;
const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');

describeWithDesktop('programs on a desktop', () => {
  let desktop: TestDesktop;
  afterEach(() => desktop.close());

  const control = async (role: string, name?: string): Promise<Control> => {
    const { controls } = await desktop.device.look();
    const found = controls.find((each) => each.role === role && (name === undefined || each.name === name) && each.visible && each.enabled);
    if (!found) throw new Error(`No ${role} ${name ?? ''} among ${controls.map((each) => `${each.role} "${each.name}"`).join(', ')}`);
    return found;
  };
  const act = async (action: DeviceAction): Promise<{ readonly text?: string }> => {
    const result = await desktop.device.perform(action, live);
    expect(await desktop.device.settle(5_000)).toBe(true);
    return result;
  };
  const click = async (role: string, name: string) =>
    act({ type: 'click', target: { control: await control(role, name) }, button: 'left', clickCount: 1 });

  describe('mousepad', () => {
    beforeEach(async () => void (desktop = await openTestDesktop({ app: 'mousepad' })));

    const written = async (): Promise<string | undefined> => (await control('textbox')).value;

    test.each([
      ['every printable character of ASCII', printable],
      ['é, ß, 日本, an emoji', 'é, ß, 日本, 👍'],
    ])('%s, by keys, and as a text', async (_name, text) => {
      const keys = text.replace(/[\^%+~(){}]/g, '{$&}');
      await act({ type: 'press-keys', target: { control: await control('textbox') }, keys });
      expect(await written()).toBe(text);
      await act({ type: 'set-text', target: { control: await control('textbox') }, text: `${text}\nand more`, clear: true });
      expect(await written()).toBe(`${text}\nand more`);
    });

    test('text can be entered at a point too, by keys or by the clipboard, which keeps its content', async () => {
      const { bounds } = await control('textbox');
      const point = { x: bounds.x + 100, y: bounds.y + 100 };
      await act({ type: 'set-text', target: { point, unit: 'px' }, text: 'kept', clear: true });
      await act({ type: 'press-keys', keys: '^a^c' });
      await act({ type: 'set-text', target: { point, unit: 'px' }, text: 'größer', clear: true });
      expect(await written()).toBe('größer');
      await act({ type: 'press-keys', keys: '^a^v' });
      expect(await written()).toBe('kept');
      await act({ type: 'press-keys', keys: '^a' });
      await act({ type: 'set-text', target: { control: await control('textbox') }, text: 'HE9: 日本', clear: false });
      expect(await written()).toBe('HE9: 日本');
    });

    test('a menu opens and its entries can be clicked; nothing behind a dialog can', async () => {
      await act({ type: 'set-text', target: { control: await control('textbox') }, text: 'not saved', clear: true });
      const text = await control('textbox');
      await click('menuitem', 'File');
      await click('menuitem', 'Quit');
      const { controls } = await desktop.device.look();
      expect(controls.filter(({ role, visible }) => role === 'button' && visible).map(({ name }) => name)).toContain('Cancel');
      expect(controls.find(({ role }) => role === 'textbox')).toMatchObject({ visible: false });
      await expect(
        desktop.device.perform({ type: 'click', target: { control: text }, button: 'left', clickCount: 1 }, live),
      ).rejects.toMatchObject({ code: 'control-covered' });
      await click('button', 'Cancel');
      expect(await written()).toBe('not saved');
    });
  });

  test('HE7: keys for a display that only shows something are pressed, and not compared with it', async () => {
    desktop = await openTestDesktop({ app: 'galculator' });
    // Its display takes the focus a moment after its window is there.
    const isReady = async () => (await desktop.device.look()).controls.some(({ states }) => states?.includes('focused'));
    await until(isReady, 'something has the focus', 20_000);
    expect(await act({ type: 'press-keys', keys: '{ESC}3*48.5{ENTER}' })).toMatchObject({
      entry: { kind: 'unverified', why: 'what has the focus is readonly' },
    });
    await until(async () => (await act({ type: 'read-text' })).text?.includes('145.5') === true, 'the product');
  });

  test('HE7: X6: a terminal takes what no key types, and what it shows of it is verified', async () => {
    const offered = await offerApplications({ Terminal: ['terminal'] });
    try {
      desktop = await openTestDesktop({ app: 'Terminal' });
      expect(await act({ type: 'press-keys', keys: 'é, ß, 日本, 👍' })).toEqual({});
      const [terminal] = (await desktop.device.look()).controls;
      expect(await act({ type: 'read-text', target: { control: terminal as Control } })).toEqual({ text: 'é, ß, 日本, 👍' });
      expect(await act({ type: 'press-keys', keys: '{BACKSPACE}{BACKSPACE}' })).toEqual({});
    } finally {
      await offered.dispose();
    }
  });

  test('two applications: each comes to the front when asked for, and closes when told to', async () => {
    desktop = await openTestDesktop({ app: 'galculator' });
    for (const name of ['1', '2', '+', '3', '=']) await click('button', name);
    expect((await act({ type: 'read-text' })).text).toContain('15');
    await act({ type: 'launch-application', name: 'Mousepad' });
    expect((await desktop.device.look()).application).toMatchObject({ name: 'Mousepad', current: true });
    const calculator = (await desktop.device.listApplications()).find(({ name }) => name === 'Galculator');
    expect(calculator).toMatchObject({ running: true, current: false });
    await act({ type: 'select-application', id: calculator?.id ?? '' });
    expect((await desktop.device.look()).application).toMatchObject({ name: 'Galculator' });
    await desktop.device.closeApplication(calculator?.id ?? '');
    const left = await desktop.device.listApplications();
    expect(left.filter(({ running }) => running).map(({ name }) => name)).toEqual(['Mousepad']);
    expect(left.find(({ name }) => name === 'Galculator')).toMatchObject({ running: false });
  });
});
