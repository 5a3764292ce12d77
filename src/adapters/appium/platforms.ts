import { android } from './android.js';
import { byBundle, type KnownPlatform, type Platform, type SourceFormat, statesOf, type Dialect } from './platform.js';
import { windows } from './windows.js';
import { ios, mac, tvos } from './xcuitest.js';

/** A phone about which nothing else is known. */
const unknown: Omit<Platform, 'name'> = {
  prefix: 'mobile',
  scale: 'asked',
  applications: { launch: 'activateApp', ...byBundle },
  pointer: { type: 'touch' },
  keys: {},
};

// Appium's fake driver, for tests. Its page sources name elements `Mock…` and give positions as left, top, width and height. They show the
// initial state only, never text that was typed since.

const fake: KnownPlatform = {
  ...unknown,
  name: 'fake',
  source: { isRoot: ({ tag, children: [first] }) => tag === 'AppiumAUT' && first?.tag === 'app', dialectOf: fakeDialect },
};

function fakeDialect(): Dialect {
  return ({ tag, attributes }) => {
    const role = roles[tag];
    const id = attributes['id'] ?? '';
    const [left = 0, top = 0, width = 0, height = 0] = ['left', 'top', 'width', 'height'].map((key) => Number(attributes[key]) || 0);
    const words = attributes['name'] ?? attributes['text'] ?? attributes['value'] ?? '';
    const isField = role === 'textbox';
    return {
      className: tag,
      id,
      role,
      interactive: role !== undefined && role !== 'text' && role !== 'alertdialog',
      name: isField ? (attributes['name'] ?? id) : words,
      text: isField ? '' : words,
      value: isField ? (attributes['value'] ?? '') : '',
      states: statesOf(attributes, ['selected']),
      box: { x: left, y: top, width, height },
      enabled: attributes['enabled'] !== 'false',
      shown: attributes['visible'] !== 'false',
      masked: false,
      foreign: tag === 'alert' ? 'whole' : 'no',
      clips: false,
      isStacked: true,
    };
  };
}

const roles: Readonly<Record<string, string>> = {
  MockButton: 'button',
  MockInputField: 'textbox',
  MockListItem: 'row',
  MockText: 'text',
};

export const platforms: readonly KnownPlatform[] = [android, ios, tvos, mac, windows, fake];

/** From all platforms: a source is recognised by its root, not by where it came from. */
export const sourceFormats: readonly SourceFormat[] = [...new Set(platforms.map(({ source }) => source))];

/** The platform of a session. One that is not in the table is `unknown`. */
export function platformOf(capabilities: Readonly<Record<string, unknown>>): Platform {
  const name = String(capabilities['platformName'] ?? '').toLowerCase();
  return platforms.find((platform) => platform.name === name) ?? { ...unknown, name };
}
