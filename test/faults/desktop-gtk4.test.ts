// GTK 4 tells places within its windows and pop-ups, and not what is showing. The program writes down what was pressed.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Control } from '../../src/domain/ui/control.js';
import type { DeviceAction } from '../../src/domain/ui/ui-action.js';
import {
  describeWithGtk4,
  offerApplications,
  openTestDesktop,
  type TestApplications,
  type TestDesktop,
} from '../support/desktop/test-desktop.js';

describeWithGtk4('an application of GTK 4', () => {
  let folder: string;
  let file: string;
  let applications: TestApplications;
  let desktop: TestDesktop;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-gtk4-'));
    file = join(folder, 'pressed');
    await writeFile(file, '');
    applications = await offerApplications({ Form: ['form.gtk4', file] });
    desktop = await openTestDesktop({ app: 'Form' });
    await desktop.device.settle(5_000);
  });
  afterAll(async () => {
    await desktop?.close();
    await applications?.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  const shown = async (): Promise<readonly Control[]> => (await desktop.device.look()).controls.filter(({ visible }) => visible);
  const find = async (role: string, name: string): Promise<Control> => {
    const controls = await shown();
    const found = controls.find((control) => control.role === role && control.name === name);
    if (!found) throw new Error(`No ${role} "${name}" among ${controls.map((control) => `${control.role} "${control.name}"`).join(', ')}`);
    return found;
  };
  const perform = async (action: DeviceAction): Promise<void> => {
    await desktop.device.perform(action, AbortSignal.timeout(10_000));
    await desktop.device.settle(5_000);
  };
  const clickAt = async (control: Control): Promise<void> => perform({ type: 'click', target: { control }, button: 'left', clickCount: 1 });
  const click = async (role: string, name: string): Promise<void> => clickAt(await find(role, name));
  const keys = async (pressed: string): Promise<void> => perform({ type: 'press-keys', keys: pressed });
  const pressed = async (): Promise<readonly string[]> => (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');

  test('HE7: its fields take texts, which are read back', async () => {
    for (const [role, name, text] of [
      ['textbox', 'Name', 'Ada é日本👍'],
      ['textbox', 'Lines', 'Grüße,\n日本'],
      ['password', 'Code', 'sesame'],
    ] as const)
      await perform({ type: 'set-text', target: { control: await find(role, name) }, text, clear: true });
    expect((await find('textbox', 'Name')).value).toBe('Ada é日本👍');
    expect((await find('textbox', 'Lines')).value).toBe('Grüße,\n日本');
    expect(await find('password', 'Code')).toMatchObject({ masked: true, value: '•••' });
    await clickAt(await find('textbox', 'Name'));
    await keys('{END} x');
    expect((await find('textbox', 'Name')).value).toBe('Ada é日本👍 x');
  });

  test('HE2: what is pressed is what was meant, or nothing is', async () => {
    const before = await pressed();
    await click('checkbox', 'Agree');
    await click('tab', 'Second');
    await click('button', 'On second');
    // Half in sight.
    await click('button', 'Row 5');
    const row = await find('button', 'Row 1');
    expect((await shown()).map(({ name }) => name)).not.toContain('Row 6');
    await keys('{F6}');
    await expect(clickAt(row)).rejects.toMatchObject({ code: expect.stringMatching(/control-(covered|gone)/) as string });
    await click('button', 'Bar');
    expect((await pressed()).slice(before.length)).toEqual(['Agree true', 'On second', 'Row 5', 'Bar']);
    expect((await shown()).map(({ name }) => name)).not.toContain('On first');
  });

  test('HE2: what is narrower than the doubt about where its window begins is not pressed', async () => {
    const before = await pressed();
    const thin = await find('button', 'Thin 2');
    expect(thin.bounds.width).toBeLessThan(10);
    await expect(clickAt(thin)).rejects.toMatchObject({ code: expect.stringMatching(/control-(covered|gone)|out-of-reach/) as string });
    expect((await pressed()).slice(before.length)).toEqual([]);
  });

  test('HE2: pop-ups are pressed where they stand, and nothing behind them', async () => {
    const before = await pressed();
    const ask = await find('button', 'Ask');
    await click('button', 'More');
    await expect(clickAt(ask)).rejects.toMatchObject({ code: 'control-covered' });
    await click('button', 'In pop-up');
    await click('button', 'Menu');
    await click('menuitem', 'Clear');
    expect((await pressed()).slice(before.length)).toEqual(['In pop-up', 'clear']);
  });

  test('HE8: nothing behind a modal dialog is listed or clicked', async () => {
    const agree = await find('checkbox', 'Agree');
    await click('button', 'Ask');
    expect((await shown()).map(({ name }) => name)).toEqual(['Close']);
    await expect(clickAt(agree)).rejects.toMatchObject({ code: 'control-covered', message: expect.stringContaining('Sure?') as string });
    await click('button', 'Close');
    expect(await find('checkbox', 'Agree')).toMatchObject({ states: ['checked'] });
  });

  test('an option of a drop-down is taken', async () => {
    await click('combobox', 'Size');
    await click('option', 'Large');
    expect((await find('combobox', 'Size')).value).toBe('Large');
  });
});
