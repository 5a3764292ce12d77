// HE2 on a desktop: a pointer hits what it is meant for or is not sent. The program writes down what was pressed.
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '../../examples/support/serve.mjs';
import type { Control } from '../../src/domain/ui/control.js';
import type { ActionTarget } from '../../src/domain/ui/ui-action.js';
import {
  describeWithDesktop,
  describeWithQt,
  offerApplications,
  openTestDesktop,
  type TestApplications,
  type TestDesktop,
} from '../support/desktop/test-desktop.js';
import { until } from '../support/until.js';
import { browserPrograms } from '../support/webdriver.js';

const live = new AbortController().signal;
let folder: string | undefined;
let file: string;
let applications: TestApplications | undefined;
let desktop: TestDesktop;

const offered = async (files: (file: string) => Parameters<typeof offerApplications>[0]): Promise<void> => {
  await takenBack();
  folder = await mkdtemp(join(tmpdir(), 'steadyhand-reach-'));
  file = join(folder, 'pressed');
  applications = await offerApplications(files(file));
};
const takenBack = async (): Promise<void> => {
  await applications?.dispose();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
};
afterAll(takenBack);
const opened = async (app: string): Promise<void> => {
  await writeFile(file, '');
  desktop = await openTestDesktop({ app });
  await desktop.device.settle(5_000);
};

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

describeWithDesktop('HE2: a pointer on a desktop', () => {
  beforeAll(() =>
    offered((pressed) => ({
      Reach: ['reach', pressed],
      All: ['cover', '0', '0', '1280', '800'],
      Left: ['cover', '0', '0', '640', '800'],
    })),
  );
  beforeEach(() => opened('Reach'));
  afterEach(() => desktop.close());

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

describeWithQt('HE2: a pointer in a Qt application', () => {
  beforeAll(() => offered((pressed) => ({ Reach: ['reach.qt.py', pressed] })));
  beforeEach(() => opened('Reach'));
  afterEach(() => desktop.close());

  test('goes to the part of a row that its list shows; rows that it does not show are not visible, and refused', async () => {
    await press('Row 4');
    const away = await named('Row 8');
    expect(away.visible).toBe(false);
    await expect(click({ control: away })).rejects.toMatchObject({ code: 'out-of-reach' });
    expect(await pressed()).toEqual(['Row 4']);
  });

  test('is not sent to what lies under something else, and goes to the part beside it', async () => {
    const whole = await named('Whole');
    expect(whole.visible).toBe(false);
    await expect(click({ control: whole })).rejects.toMatchObject(covered('button "Over"'));
    await press('Half');
    await press('Over');
    await press('Last');
    expect(await pressed()).toEqual(['Half', 'Over', 'Last']);
  });
});

describeWithDesktop('HE2: a pointer in a browser on a desktop', () => {
  let site: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    // The last of the page's elements is not the one in front.
    const page = `<title>Reach</title><style>button { position: absolute; left: 20px; top: 20px; width: 300px; height: 60px }</style>
      <button style="z-index: 2">Top</button><button>Lower</button>
      <script>addEventListener('click', ({ target }) => fetch('/pressed', { method: 'POST', body: target.textContent }))</script>`;
    site = await serve(async (request) => {
      if (request.method === 'POST') await appendFile(file, `${await request.text()}\n`);
      return new Response(page, { headers: { 'content-type': 'text/html' } });
    });
    await offered(() => ({ Browser: ['browser.sh', browserPrograms().chromium, site.url, join(folder ?? tmpdir(), 'profile')] }));
  });
  afterAll(() => site?.close());
  beforeEach(() => opened('Browser'));
  afterEach(() => desktop.close());

  test('asks the page itself what is in front, whatever the order of its elements', async () => {
    await expect(press('Lower')).rejects.toMatchObject(covered('"Lower" is covered by button "Top"'));
    expect(await pressed()).toEqual([]);
    await press('Top');
    await until(async () => (await pressed()).length > 0, 'the press');
    expect(await pressed()).toEqual(['Top']);
  });
});
