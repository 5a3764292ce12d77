// Apple's systems: phones and televisions through XCUITest, computers through mac2. Both share one dialect, in which mac2 renames some
// attributes: elements are named by their type, and positions are x, y, width and height in points.
import { type KnownPlatform, isStableId, statesOf, type Dialect, type SourceFormat, type Widget } from './platform.js';

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
  applications: { launch: 'activateApp', byId: (bundleId) => ({ bundleId }), byFile: (app) => ({ app }) },
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
  applications: { launch: 'launchApp', byId: (bundleId) => ({ bundleId }), byFile: (app) => ({ app }) },
  pointer: { type: 'mouse', wheel: { x: -1, y: -1 } },
  keys: {},
};

/** `scale`: px of the screenshot per point. */
function xcuitestDialect(scale: number): Dialect {
  return {
    widgetOf({ tag, attributes }) {
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
      const id = name !== label && isStableId(name) ? name : undefined;
      // An empty field reports its placeholder as its value.
      const value = role !== undefined && valued.has(role) && attributes['value'] !== placeholder ? (attributes['value'] ?? '') : '';
      const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((key) => Math.round(scale * numberOf(attributes[key])));
      const bounds = { x: x ?? 0, y: y ?? 0, width: Math.max(0, width ?? 0), height: Math.max(0, height ?? 0) };
      const widget: Widget = {
        className,
        stableId: id,
        role,
        interactive: role !== undefined && actionable.has(role),
        name: label || (isField ? placeholder : '') || name,
        text: isField ? '' : label,
        value: value === '' ? undefined : value,
        states: [
          ...(role !== undefined && checkable.has(role) && ['1', 'true'].includes(attributes['value'] ?? '') ? ['checked'] : []),
          ...statesOf(attributes, ['selected', 'focused']),
        ],
        bounds,
        enabled: attributes['enabled'] !== 'false',
        visible: attributes['visible'] !== 'false' && bounds.width > 0 && bounds.height > 0,
        masked,
        foreign: className === 'StatusBar' || className === 'Keyboard' ? 'whole' : 'no',
        clips: scrolling.has(className),
        // Elements of a computer have a number of their type, too.
        isStacked: !('elementType' in attributes),
      };
      return widget;
    },
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
