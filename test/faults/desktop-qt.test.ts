// Qt keeps no list of its objects, offers no selection by index, and its tables have headers before their rows.
import type { Control } from '../../src/domain/ui/control.js';
import type { DeviceAction } from '../../src/domain/ui/ui-action.js';
import {
  describeWithQt,
  offerApplications,
  openTestDesktop,
  type TestApplications,
  type TestDesktop,
} from '../support/desktop/test-desktop.js';

describeWithQt('a Qt application', () => {
  let applications: TestApplications;
  let desktop: TestDesktop;
  beforeAll(async () => {
    applications = await offerApplications({ Qt: ['form.qt.py'] });
    desktop = await openTestDesktop({ app: 'Qt' });
  });
  afterAll(async () => {
    await desktop?.close();
    await applications?.dispose();
  });

  const find = async (role: string, name?: string): Promise<Control> => {
    const { controls } = await desktop.device.look();
    const found = controls.find((control) => control.role === role && (name === undefined || control.name === name));
    if (!found) throw new Error(`No ${role} "${name}" among ${controls.map((control) => `${control.role} "${control.name}"`).join(', ')}`);
    return found;
  };
  const perform = async (action: DeviceAction): Promise<void> => {
    await desktop.device.perform(action, AbortSignal.timeout(10_000));
    await desktop.device.settle(5_000);
  };
  const click = async (role: string, name: string): Promise<void> =>
    perform({ type: 'click', target: { control: await find(role, name) }, button: 'left', clickCount: 1 });

  test('fields, a password, a drop-down and a check box accept input', async () => {
    expect((await find('combobox')).options).toEqual(['Small', 'Large', 'Huge']);
    await perform({ type: 'set-text', target: { control: await find('textbox', 'Name') }, text: 'Ada é日本', clear: true });
    await perform({ type: 'set-text', target: { control: await find('password', 'Code') }, text: 'sesame', clear: true });
    await perform({ type: 'select-option', target: { control: await find('combobox') }, values: ['Huge'] });
    await click('checkbox', 'Agree');
    expect((await find('checkbox', 'Agree')).states).toContain('checked');
    await click('button', 'Enter');
    expect(await find('text', 'Ada é日本, 6 characters, Huge, True')).toBeDefined();
    const { masked, value } = await find('password', 'Code');
    expect({ masked, value }).toEqual({ masked: true, value: undefined });
    await expect(perform({ type: 'select-option', target: { control: await find('combobox') }, values: ['Tiny'] })).rejects.toMatchObject({
      code: 'no-such-option',
    });
  });

  test('HE7, HE9: a text is added as it is, typing replaces what is selected, and a drop-down that takes text takes it', async () => {
    const name = async () => ({ control: await find('textbox', 'Name') });
    const valueOf = async (role: string, called: string) => (await find(role, called)).value;
    await perform({ type: 'set-text', target: await name(), text: 'é日本', clear: true });
    await perform({ type: 'set-text', target: await name(), text: ' 👍ß', clear: false });
    expect(await valueOf('textbox', 'Name')).toBe('é日本 👍ß');
    await perform({ type: 'press-keys', target: await name(), keys: '^a' });
    await perform({ type: 'set-text', target: await name(), text: 'new 日本', clear: false });
    expect(await valueOf('textbox', 'Name')).toBe('new 日本');
    // Qt names a drop-down by its text.
    const kind = (await desktop.device.look()).controls.findLast(({ role }) => role === 'combobox');
    if (!kind) throw new Error('no drop-down');
    expect(kind).toMatchObject({ value: 'Round', options: ['Round', 'Square'] });
    await perform({ type: 'set-text', target: { control: kind }, text: 'Länglich 日本', clear: true });
    await click('menuitem', 'File');
    await click('menuitem', 'Mark');
    expect(await find('text', 'Marked, Länglich 日本')).toBeDefined();
  });

  test('HE8: nothing behind a modal dialog is listed, clicked or typed into', async () => {
    const [name, agree] = [await find('textbox', 'Name'), await find('checkbox', 'Agree')];
    await click('button', 'Ask');
    const { controls } = await desktop.device.look();
    expect(controls.filter(({ visible, interactive }) => visible && interactive).map(({ role }) => role)).toEqual(['button', 'button']);
    for (const action of [
      { type: 'click', target: { control: agree }, button: 'left', clickCount: 1 },
      { type: 'set-text', target: { control: name }, text: 'behind', clear: true },
      { type: 'press-keys', target: { control: name }, keys: 'behind' },
    ] as const)
      await expect(perform(action)).rejects.toMatchObject({ code: 'control-covered', message: expect.stringContaining('Sure?') as string });
    await perform({ type: 'press-keys', keys: '{ESC}' });
    expect((await find('textbox', 'Name')).value).toBe(name.value);
  });

  test('the visible cells of a table can be clicked, wherever it is scrolled to', async () => {
    const inSight = async () => (await desktop.device.look()).controls.filter(({ role }) => role === 'gridcell').map(({ name }) => name);
    const first = await inSight();
    expect(first.slice(0, 2)).toEqual(['Item 1', 'Price 1']);
    expect(first).not.toContain('Black 1');
    await perform({ type: 'scroll', target: { control: await find('gridcell', 'Price 3') }, deltaX: 2_000, deltaY: 0 });
    const row = (await inSight()).filter((name) => name.endsWith(' 3'));
    expect(row).toContain('Black 3');
    expect(row).not.toContain('Item 3');
    for (const name of row) {
      await click('gridcell', name);
      expect(await find('text', `Chosen ${name}`)).toBeDefined();
    }
  });
});
