// Apple's systems: phones and televisions through XCUITest, computers through mac2. Both share one dialect, in which mac2 renames some
// attributes: elements are named by their type, and positions are x, y, width and height in points.
import { byBundle, type KnownPlatform, statesOf, type Dialect, type SourceFormat } from './platform.js';

const xcuitestSource: SourceFormat = {
  isRoot: ({ tag, children: [first] }) => (tag === 'AppiumAUT' && first?.tag !== 'app') || tag.startsWith('XCUIElementType'),
  dialectOf: ({ scale }) => xcuitestDialect(scale),
};

const pressButton = (name: string) => ({ name: 'pressButton', parameters: { name } });

export const ios: KnownPlatform = {
  name: 'ios',
  prefix: 'mobile',
  source: xcuitestSource,
  scale: 'asked',
  front: { name: 'activeAppInfo', idOf: bundleIdOf },
  applications: { launch: 'activateApp', ...byBundle },
  pointer: { type: 'touch' },
  keys: { GoHome: pressButton('home'), AudioVolumeUp: pressButton('volumeup'), AudioVolumeDown: pressButton('volumedown') },
  picker: /PickerWheel/,
};

export const tvos: KnownPlatform = { ...ios, name: 'tvos' };

export const mac: KnownPlatform = {
  name: 'mac',
  prefix: 'macos',
  source: xcuitestSource,
  scale: 'asked',
  applications: { launch: 'launchApp', ...byBundle },
  pointer: { type: 'mouse', wheel: { x: -1, y: -1 } },
  keys: {},
};

/** `scale`: px of the screenshot per point. */
function xcuitestDialect(scale: number): Dialect {
  return ({ tag, attributes }) => {
    const className = (attributes['type'] ?? tag).replace(/^XCUIElementType/, '');
    const [label = '', name = '', placeholder = ''] = [
      // A text of mac2 has its content in its value.
      attributes['label'] || attributes['title'] || (className === 'StaticText' ? attributes['value'] : ''),
      attributes['name'] ?? attributes['identifier'],
      attributes['placeholderValue'],
    ].map((text) => text ?? '');
    const role = roleOf(className, attributes['traits'] ?? '', label || name);
    const masked = role === 'password';
    const isField = role !== undefined && typedInto.has(role);
    // `name` is the identifier if there is one, else the label again.
    const id = name !== label ? name : '';
    // An empty field reports its placeholder as its value.
    const value = role !== undefined && valued.has(role) && attributes['value'] !== placeholder ? (attributes['value'] ?? '') : '';
    const [x = 0, y = 0, width = 0, height = 0] = ['x', 'y', 'width', 'height'].map((key) => Math.round(scale * numberOf(attributes[key])));
    return {
      className,
      id,
      role,
      interactive: role !== undefined && actionable.has(role),
      name: label || (isField ? placeholder : '') || name,
      text: isField ? '' : label,
      value,
      states: [
        ...(role !== undefined && checkable.has(role) && ['1', 'true'].includes(attributes['value'] ?? '') ? ['checked'] : []),
        ...statesOf(attributes, ['selected', 'focused']),
      ],
      box: { x, y, width, height },
      enabled: attributes['enabled'] !== 'false',
      shown: attributes['visible'] !== 'false',
      masked,
      foreign: className === 'StatusBar' || className === 'Keyboard' ? 'whole' : 'no',
      clips: scrolling.has(className),
      // Elements of a computer have a number of their type, too.
      isStacked: !('elementType' in attributes),
    };
  };
}

const roles: Readonly<Record<string, string>> = {
  Button: 'button',
  Link: 'link',
  TextField: 'textbox',
  TextView: 'textbox',
  SecureTextField: 'password',
  SearchField: 'searchbox',
  Switch: 'switch',
  Toggle: 'switch',
  CheckBox: 'checkbox',
  RadioButton: 'radio',
  Slider: 'slider',
  Stepper: 'spinbutton',
  PickerWheel: 'combobox',
  PopUpButton: 'combobox',
  Tab: 'tab',
  MenuItem: 'menuitem',
  Cell: 'row',
  Image: 'img',
  Icon: 'img',
  Alert: 'alertdialog',
  Sheet: 'dialog',
  ProgressIndicator: 'progressbar',
};
/** Other elements often have no size, or less than what is in them. */
const scrolling = new Set(['ScrollView', 'Table', 'CollectionView', 'Outline', 'WebView']);
const typedInto = new Set(['textbox', 'searchbox', 'password']);
const checkable = new Set(['switch', 'checkbox', 'radio']);
const valued = new Set([...typedInto, 'slider', 'combobox']);
const actionable = new Set([
  ...typedInto,
  ...checkable,
  ...['button', 'link', 'slider', 'spinbutton', 'combobox', 'tab', 'menuitem', 'row', 'generic'],
]);

function roleOf(className: string, traits: string, words: string): string | undefined {
  const known = roles[className];
  if (known !== undefined) return known;
  if (className === 'StaticText') return traits.includes('Header') ? 'heading' : 'text';
  return className === 'Other' && words !== '' && traits.includes('Button') ? 'generic' : undefined;
}

function bundleIdOf(answer: unknown): string {
  const known = typeof answer === 'object' && answer !== null && 'bundleId' in answer ? answer.bundleId : undefined;
  return typeof known === 'string' ? known : '';
}

function numberOf(text = ''): number {
  const number = Number(text);
  return Number.isFinite(number) ? number : 0;
}
