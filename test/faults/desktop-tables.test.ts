// GTK's tables and trees, as in file choosers and message lists.
import type { Control } from '../../src/domain/ui/control.js';
import type { DeviceAction } from '../../src/domain/ui/ui-action.js';
import {
  describeWithDesktop,
  offerApplications,
  openTestDesktop,
  type TestApplications,
  type TestDesktop,
} from '../support/desktop/test-desktop.js';

describeWithDesktop('a table of ten thousand rows', () => {
  let applications: TestApplications;
  let desktop: TestDesktop;
  beforeAll(async () => {
    applications = await offerApplications({ Table: ['table'], Wide: ['table', 'wide'] });
  });
  afterAll(() => applications.dispose());
  beforeEach(async () => {
    desktop = await openTestDesktop({ app: 'Table' });
  });
  afterEach(() => desktop.close());

  const look = async (): Promise<readonly Control[]> => (await desktop.device.look()).controls;
  const named = async (role: string, name: string): Promise<Control> => {
    const controls = await look();
    const found = controls.find((control) => control.role === role && control.name === name);
    if (!found) throw new Error(`No ${role} "${name}" among ${controls.map((control) => `${control.role} "${control.name}"`).join(', ')}`);
    return found;
  };
  const perform = async (action: DeviceAction): Promise<void> => {
    await desktop.device.perform(action, AbortSignal.timeout(5_000));
    await desktop.device.settle(5_000);
  };
  const click = (control: Control): Promise<void> => perform({ type: 'click', target: { control }, button: 'left', clickCount: 1 });
  const items = async (): Promise<readonly string[]> =>
    (await look()).flatMap(({ role, name }) => (role === 'gridcell' && name.startsWith('Item') ? [name] : []));

  test('its headers and visible cells are controls, and a click on one selects its row', async () => {
    const controls = await look();
    expect(controls.filter(({ role }) => role === 'columnheader').map(({ name }) => name)).toEqual(['Done', 'Name', 'Price']);
    const inSight = await items();
    expect(inSight.slice(0, 3)).toEqual(['Item 1', 'Item 2', 'Item 3']);
    expect(inSight.length).toBeLessThan(20);
    expect(controls.filter(({ role, visible }) => role === 'gridcell' && visible)).toHaveLength(2 * inSight.length);
    await click(await named('gridcell', '4 EUR'));
    expect(await named('text', 'Chosen Item 4')).toBeDefined();
    expect((await named('gridcell', 'Item 4')).states).toContain('selected');
  });

  test('a cell with a check box is a check box of its row', async () => {
    const box = await named('checkbox', 'Item 2 2 EUR');
    expect(box.states ?? []).not.toContain('checked');
    await click(box);
    expect((await named('checkbox', 'Item 2 2 EUR')).states).toContain('checked');
    expect((await named('checkbox', 'Item 3 3 EUR')).states ?? []).not.toContain('checked');
  });

  test('rows scrolled into view appear, rows scrolled away disappear', async () => {
    const [first] = await items();
    await perform({ type: 'scroll', target: { control: await named('gridcell', 'Item 5') }, deltaX: 0, deltaY: 1_000 });
    const now = await items();
    expect(now).not.toContain(first);
    expect(now.length).toBeGreaterThan(5);
    const [, second = ''] = now;
    await click(await named('gridcell', second));
    expect(await named('text', `Chosen ${second}`)).toBeDefined();
  });

  test('scrolled to the right it shows other columns, whose cells are clicked where they are', async () => {
    await desktop.close();
    desktop = await openTestDesktop({ app: 'Wide' });
    expect(await items()).toContain('Item 3');
    await perform({ type: 'scroll', target: { control: await named('gridcell', 'Item 5') }, deltaX: 2_000, deltaY: 0 });
    expect(await items()).toEqual([]);
    const controls = await look();
    expect(controls.filter(({ role }) => role === 'columnheader').map(({ name }) => name)).toEqual(['Price']);
    await click(await named('gridcell', '3 EUR'));
    expect(await named('text', 'Chosen Item 3')).toBeDefined();
    await perform({ type: 'scroll', target: { control: await named('gridcell', '5 EUR') }, deltaX: -2_000, deltaY: 0 });
    expect(await items()).toContain('Item 3');
  });

  test('N3: a row that has been replaced is not clicked in place of the one that was seen', async () => {
    const seen = [await named('gridcell', '2 EUR'), await named('checkbox', 'Item 2 2 EUR')];
    await perform({ type: 'press-keys', keys: '{F6}' });
    expect(await named('checkbox', 'Item 2 sold')).toBeDefined();
    for (const gone of seen) await expect(click(gone)).rejects.toMatchObject({ code: 'control-gone' });
    const boxes = (await look()).filter(({ role }) => role === 'checkbox');
    expect(boxes.filter(({ states = [] }) => states.includes('checked'))).toEqual([]);
  });

  test('a row that was sorted away is out of view, and is not clicked where it was', async () => {
    const seen = [await named('gridcell', 'Item 2'), await named('checkbox', 'Item 2 2 EUR')];
    await click(await named('columnheader', 'Name'));
    expect((await items()).slice(0, 3)).toEqual(['Item 1', 'Item 10', 'Item 100']);
    for (const away of seen) await expect(click(away)).rejects.toMatchObject({ code: 'out-of-reach' });
  });
});
