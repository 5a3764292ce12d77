// The platforms behind Appium: one literal each, in one table.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { platformOf, platforms, sourceFormats } from '../../../src/adapters/appium/platforms.js';
import { parseXml } from '../../../src/adapters/appium/xml-tree.js';
import { keyNames } from '../../../src/domain/ui/keys.js';

const rootOf = (name: string) => parseXml(readFileSync(new URL(`sources/${name}.xml`, import.meta.url), 'utf8'));
const fakeRoot = parseXml('<AppiumAUT><app width="400" height="600"/></AppiumAUT>');

const sources = {
  android: [rootOf('login.uiautomator2'), rootOf('login.uiautomator')],
  ios: [rootOf('login.xcuitest')],
  tvos: [rootOf('login.xcuitest')],
  mac: [rootOf('login.mac2')],
  windows: [rootOf('login.windows')],
  fake: [fakeRoot],
};

test('each appears once, by its lower-case name', () => {
  expect(platforms.map(({ name }) => name).sort()).toEqual(Object.keys(sources).sort());
});

describe.each(platforms)('$name', (platform) => {
  const { name, source, keys, applications, front } = platform;

  test("is found by a session's platformName in any case", () => {
    for (const platformName of [name, name.toUpperCase()]) expect(platformOf({ platformName })).toBe(platform);
  });

  test('claims its own page sources, and no other platform with a different parser does', () => {
    for (const root of sources[name as keyof typeof sources]) expect(sourceFormats.filter(({ isRoot }) => isRoot(root))).toEqual([source]);
  });

  test('has commands only for existing keys, each with its parameters', () => {
    const known: readonly string[] = Object.values(keyNames);
    for (const [key, command] of Object.entries(keys)) {
      expect(known).toContain(key);
      expect(Object.values(command.parameters ?? {})).toEqual([expect.anything()]);
    }
  });

  test('launches an application by its id or by its file, each with one parameter', () => {
    expect(Object.values(applications.byId('org.example'))).toEqual(['org.example']);
    expect(Object.values(applications.byFile('/tmp/example.apk'))).toEqual(['/tmp/example.apk']);
  });

  test('ignores an answer that names no application', () => {
    for (const answer of [null, undefined, {}]) expect(front?.idOf(answer) ?? '').toBe('');
  });
});

test.each([
  ['android', { appId: 'org.example' }, { appPath: 'a.apk' }, 'mobile', 'activateApp'],
  ['ios', { bundleId: 'org.example' }, { app: 'a.apk' }, 'mobile', 'activateApp'],
  ['mac', { bundleId: 'org.example' }, { app: 'a.apk' }, 'macos', 'launchApp'],
  ['windows', { bundleId: 'org.example' }, { app: 'a.apk' }, 'windows', 'launchApp'],
])('applications on %s are opened with the commands of its driver', (platformName, byId, byFile, prefix, launch) => {
  const platform = platformOf({ platformName });
  expect(platform).toMatchObject({ prefix, applications: { launch } });
  expect(platform.applications.byId('org.example')).toEqual(byId);
  expect(platform.applications.byFile('a.apk')).toEqual(byFile);
});

test('the wheel turns in the units of each driver', () => {
  expect(platforms.flatMap(({ name, pointer }) => (pointer.type === 'mouse' ? [[name, pointer.wheel]] : []))).toEqual([
    ['mac', { x: -1, y: -1 }],
    ['windows', { x: 1, y: -1 }],
  ]);
});

test('a platform that is not in the table is treated as a phone without special keys', () => {
  expect(platformOf({ platformName: 'Tizen' })).toMatchObject({ name: 'tizen', prefix: 'mobile', pointer: { type: 'touch' }, keys: {} });
  expect(platformOf({})).toMatchObject({ name: '', prefix: 'mobile' });
});
