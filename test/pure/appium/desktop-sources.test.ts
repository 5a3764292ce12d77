// Page sources of desktop computers and of Appium's fake driver, as controls.
import { readFileSync } from 'node:fs';
import { readSource } from '../../../src/adapters/appium/page-source.js';

const sourceOf = (name: string): string => readFileSync(new URL(`sources/${name}.xml`, import.meta.url), 'utf8');
const look = (name: string) => readSource(sourceOf(name), { application: 'kiosk', scale: 1 }).map(({ control }) => control);

describe.each(['login.windows', 'login.mac2'])('a form of %s', (name) => {
  const controls = look(name);
  const told = controls.map(({ role, name: called, value }) => `${role} ${called}${value === undefined ? '' : ` = ${value}`}`);

  test('its fields have the expected roles, names and values, in the order of the source', () => {
    expect(told.filter((line) => !line.startsWith('text '))).toEqual([
      'textbox User name = ada',
      'password Password = •••',
      'checkbox Stay signed in',
      'combobox Language = English',
      'button Sign in',
      ...(name === 'login.windows' ? ['button Far away'] : []),
    ]);
    expect(told.filter((line) => line.startsWith('text '))).toEqual(['text Sign in']);
  });

  test('checked, disabled and off-screen states are reported; a password appears nowhere', () => {
    expect(controls.find(({ role }) => role === 'checkbox')?.states).toContain('checked');
    expect(controls.find(({ role, name: called }) => role === 'button' && called === 'Sign in')).toMatchObject({
      enabled: false,
      visible: true,
    });
    expect(controls.filter(({ visible }) => !visible).map(({ name: called }) => called)).toEqual(
      name === 'login.windows' ? ['Far away'] : [],
    );
    expect(JSON.stringify(controls)).not.toContain('correct horse');
  });

  test("the application's own ids are the paths", () => {
    expect(controls.find(({ role }) => role === 'textbox')?.path).toMatch(/#(UserName|userName)$/);
  });
});

test('the dialect of Appium’s fake driver', () => {
  const source = `<AppiumAUT><app width="400" height="600"><title>Demo</title>
    <MockButton id="next" name="Next" left="10" top="20" width="100" height="30"/>
    <MockInputField id="name" name="Name" left="10" top="60" width="200" height="30" value="Ada"/>
    <MockButton id="gone" name="Gone" visible="false" left="10" top="100" width="100" height="30"/>
    <MockButton id="off" name="Off" enabled="false" left="10" top="140" width="100" height="30"/>
    <alert id="a" text="Sure?"/></app></AppiumAUT>`;
  expect(
    readSource(source, { application: 'demo', scale: 1 }).map(({ control: { role, name, value, enabled, visible } }) => [
      role,
      name,
      value,
      enabled,
      visible,
    ]),
  ).toEqual([
    ['button', 'Next', undefined, true, true],
    ['textbox', 'Name', 'Ada', true, true],
    ['button', 'Gone', undefined, true, false],
    ['button', 'Off', undefined, false, true],
  ]);
});
