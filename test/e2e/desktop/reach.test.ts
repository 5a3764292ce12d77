// HE2 on a desktop: a pointer hits what it is meant for or is not sent. The program writes down what was pressed.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Control } from '../../../src/domain/ui/control.js';
import type { ActionTarget } from '../../../src/domain/ui/ui-action.js';
import {
  describeWithDesktop,
  offerApplications,
  openTestDesktop,
  type TestApplications,
  type TestDesktop,
} from '../../support/desktop/test-desktop.js';
import { until } from '../../support/until.js';

const live = new AbortController().signal;

describeWithDesktop('HE2: a pointer on a desktop', () => {
  let folder: string;
  let file: string;
  let applications: TestApplications;
  let desktop: TestDesktop;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'steadyhand-reach-'));
    file = join(folder, 'pressed');
    applications = await offerApplications({
      Reach: ['reach', file],
      All: ['cover', '0', '0', '1280', '800'],
      Left: ['cover', '0', '0', '640', '800'],
    });
  });
  afterAll(async () => {
    await applications?.dispose();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    await writeFile(file, '');
    desktop = await openTestDesktop({ app: 'Reach' });
    await desktop.device.settle(5_000);
  });
  afterEach(() => desktop.close());

  const find = async (name: string): Promise<Control | undefined> =>
    (await desktop.device.look()).controls.find((control) => control.name === name);
  const named = async (name: string): Promise<Control> => {
    const found = await find(name);
    if (!found) throw new Error(`no ${name}`);
    return found;
  };
  const click = async (target: ActionTarget<Control>): Promise<void> => {
    await desktop.device.perform({ type: 'click', target, button: 'left', clickCount: 1 }, live);
    await desktop.device.settle(5_000);
  };
  const press = async (name: string): Promise<void> => click({ control: await named(name) });
  const pressed = async (): Promise<readonly string[]> => (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  const covered = (by: string | RegExp) => ({ code: 'control-covered', message: expect.stringMatching(by) as string });
  /** Launched without becoming what is looked at. */
  const cover = async (name: string): Promise<void> => {
    await desktop.device.launchApplication(name);
    const reach = (await desktop.device.listApplications()).find((application) => application.name === 'Reach');
    await desktop.device.selectApplication(reach?.id ?? '');
    await desktop.device.settle(5_000);
  };

  test('is not sent to a control that a window of another application covers, which the error names', async () => {
    await cover('All');
    await expect(press('Last')).rejects.toMatchObject(covered('The control "Last" is covered by the window "In the way"'));
    expect(await pressed()).toEqual([]);
  });

  test('goes to the part of a control that such a window leaves', async () => {
    await cover('Left');
    await press('Last');
    expect(await pressed()).toEqual(['Last']);
  });

  test('goes to a control behind another window of its application, which it brings to the front', async () => {
    const last = await named('Last');
    await press('Second');
    expect(await named('In the second')).toBeDefined();
    await click({ control: last });
    expect(await pressed()).toEqual(['Second', 'Last']);
  });

  test('goes to the part of a row that its list shows', async () => {
    const row = await named('Row 5');
    const list = (await named('Row 1')).bounds;
    // Its middle is below the list.
    expect(row.bounds.y + row.bounds.height / 2).toBeGreaterThan(list.y + 175);
    expect(row.visible).toBe(true);
    await click({ control: row });
    expect(await pressed()).toEqual(['Row 5']);
  });

  test('is not sent to what lies under something else in the same window, and goes to the part beside it', async () => {
    const whole = await named('Whole');
    expect(whole.visible).toBe(false);
    await expect(click({ control: whole })).rejects.toMatchObject(covered('"Whole" is covered by button "Over"'));
    expect(await pressed()).toEqual([]);
    await press('Half');
    await press('Over');
    expect(await pressed()).toEqual(['Half', 'Over']);
  });

  test('is not sent behind a pop-up that takes all input; what is in it can be pressed', async () => {
    await press('More');
    expect(await named('In the pop-up')).toMatchObject({ visible: true });
    expect(await named('Last')).toMatchObject({ visible: false });
    await expect(press('Last')).rejects.toMatchObject(covered('Last'));
    await press('In the pop-up');
    expect(await named('Last')).toMatchObject({ visible: true });
    await press('Last');
    expect(await pressed()).toEqual(['In the pop-up', 'Last']);
  });

  test('is not sent behind a modal dialog, to a point neither', async () => {
    const { bounds } = await named('Ask');
    await press('Ask');
    const last = await named('Last');
    const beside = { x: bounds.x + 5, y: bounds.y + 5 };
    expect(last.visible).toBe(false);
    await expect(click({ control: last })).rejects.toMatchObject(covered('The dialog "Sure\\?" is open'));
    await expect(click({ point: beside, unit: 'px' })).rejects.toMatchObject(covered('the dialog "Sure\\?"'));
    await press('Yes');
    expect(await pressed()).toEqual(['Ask', 'Yes']);
  });

  test('is not sent beside a list that has opened since the look, and would only close it', async () => {
    await press('Open the list soon');
    const last = await named('Last');
    await until(async () => (await pressed()).includes('the list is open'), 'the list');
    await expect(click({ control: last })).rejects.toMatchObject(covered('an open menu'));
    await desktop.device.perform({ type: 'press-keys', keys: '{ESC}' }, live);
    await desktop.device.settle(5_000);
    await press('Last');
    expect(await pressed()).toEqual(['Open the list soon', 'the list is open', 'Last']);
  });

  test('at a point goes to the window of the application that was looked at, and nowhere else', async () => {
    const { bounds } = await named('Last');
    const middle = { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 };
    await click({ point: middle, unit: 'px' });
    expect(await pressed()).toEqual(['Last']);
    const bare: ActionTarget<Control> = { point: { x: 5, y: 790 }, unit: 'px' };
    await expect(click(bare)).rejects.toMatchObject({
      code: 'out-of-reach',
      message: expect.stringContaining('only the bare desktop') as string,
    });
    await expect(desktop.device.perform({ type: 'scroll', target: bare, deltaX: 0, deltaY: 100 }, live)).rejects.toMatchObject({
      code: 'out-of-reach',
    });
    await cover('All');
    await desktop.device.look();
    await expect(click({ point: middle, unit: 'px' })).rejects.toMatchObject(covered('is the window "In the way", not Reach'));
    expect(await pressed()).toEqual(['Last']);
  });
});
