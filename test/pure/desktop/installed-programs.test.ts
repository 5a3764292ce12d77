import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPrograms } from '../../../src/adapters/desktop/desktop-driver.js';
import { shortcutsOf } from '../../../src/adapters/desktop/keyboard.js';
import { checkDesktop } from '../../../src/cli/doctor/devices.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steadyhand-programs-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('macOS: applications are folders, opened as if by a click', async () => {
  await mkdir(join(folder, 'Applications', 'Notes.app', 'Contents'), { recursive: true });
  await writeFile(join(folder, 'Applications', 'readme.txt'), '');
  expect(await readPrograms('darwin', { HOME: folder })).toEqual([
    { id: 'Notes', name: 'Notes', command: ['open', join(folder, 'Applications', 'Notes.app')] },
  ]);
});

test("Windows: the start menu with its folders; of two with one name, the user's", async () => {
  const menus = ['own', 'all'].map((name) => join(folder, name, 'Microsoft', 'Windows', 'Start Menu', 'Programs'));
  for (const menu of menus) {
    await mkdir(join(menu, 'Office'), { recursive: true });
    await writeFile(join(menu, 'Office', 'Writer.lnk'), '');
  }
  await writeFile(join(menus[1] ?? '', 'Calculator.LNK'), '');
  expect(await readPrograms('win32', { APPDATA: join(folder, 'own'), ProgramData: join(folder, 'all') })).toEqual([
    { id: 'Calculator', name: 'Calculator', command: ['explorer.exe', join(menus[1] ?? '', 'Calculator.LNK')] },
    { id: 'Writer', name: 'Writer', command: ['explorer.exe', join(menus[0] ?? '', 'Office', 'Writer.lnk')] },
  ]);
});

test('unknown entries, and other systems, have none', async () => {
  expect(await readPrograms('win32', {})).toEqual([]);
  expect(await readPrograms('freebsd', { HOME: folder })).toEqual([]);
});

test("a shortcut uses the system's modifier key", () => {
  expect(shortcutsOf('darwin').paste).toEqual(['LeftCmd', 'V']);
  expect(shortcutsOf('win32').paste).toEqual(['LeftControl', 'V']);
});

test.each(['darwin', 'win32'])('doctor says what cannot be seen on %s, and what can be done about it', (platform) => {
  const [check, ...more] = checkDesktop({ virtual: false, accessibility: true }, platform);
  expect(more).toEqual([]);
  expect(check).toMatchObject({ name: 'Desktop', status: 'warn', detail: expect.stringContaining('pictures only') as string });
  expect(check?.advice).toMatch(/no controls, values or password fields.*Appium/);
});

test('doctor refuses a virtual display where none is available', () => {
  expect(checkDesktop({ virtual: true, accessibility: true }, 'darwin')).toEqual([expect.objectContaining({ status: 'fail' })]);
});
