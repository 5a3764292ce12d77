// Windows, through WinAppDriver or NovaWindows. Page sources name elements by UI Automation's control types; positions are px of the
// screen.
import { byBundle, type KnownPlatform, type Dialect } from './platform.js';

/** Roots of a source: a window, or the whole desktop. */
const sourceRoots = new Set(['Window', 'Pane', 'Desktop', 'DummyRoot']);

export const windows: KnownPlatform = {
  name: 'windows',
  prefix: 'windows',
  source: { isRoot: ({ tag }) => sourceRoots.has(tag), dialectOf: windowsDialect },
  scale: 'asked',
  applications: { launch: 'launchApp', ...byBundle },
  pointer: { type: 'mouse', wheel: { x: 1, y: -1 } },
  keys: {},
};

function windowsDialect(): Dialect {
  return ({ tag, attributes }) => {
    const masked = attributes['IsPassword']?.toLowerCase() === 'true';
    const role = masked ? 'password' : roles[tag];
    const isField = role !== undefined && typedInto.has(role);
    const name = attributes['Name'] ?? '';
    const value = role !== undefined && valued.has(role) ? (attributes['Value.Value'] ?? attributes['RangeValue.Value'] ?? '') : '';
    const [x = 0, y = 0, width = 0, height = 0] = ['x', 'y', 'width', 'height'].map((key) => Math.round(Number(attributes[key]) || 0));
    const is = (key: string): boolean => attributes[key]?.toLowerCase() === 'true';
    return {
      className: tag,
      id: attributes['AutomationId'] ?? '',
      role,
      interactive: role !== undefined && actionable.has(role),
      name: name || (isField ? (attributes['HelpText'] ?? '') : ''),
      text: isField ? '' : name,
      value,
      states: [
        ...(/^(1|on)$/i.test(attributes['Toggle.ToggleState'] ?? '') ? ['checked'] : []),
        ...(is('SelectionItem.IsSelected') || is('IsSelected') ? ['selected'] : []),
        ...(is('HasKeyboardFocus') ? ['focused'] : []),
        ...(/^(1|expanded)$/i.test(attributes['ExpandCollapse.ExpandCollapseState'] ?? '') ? ['expanded'] : []),
      ],
      box: { x, y, width, height },
      enabled: attributes['IsEnabled']?.toLowerCase() !== 'false',
      shown: !is('IsOffscreen'),
      masked,
      foreign: 'no',
      clips: scrolling.has(tag),
      isStacked: false,
    };
  };
}

/** https://learn.microsoft.com/en-us/windows/win32/winauto/uiauto-controltype-ids */
const roles: Readonly<Record<string, string>> = {
  Button: 'button',
  SplitButton: 'button',
  CheckBox: 'checkbox',
  ComboBox: 'combobox',
  Edit: 'textbox',
  Document: 'textbox',
  Hyperlink: 'link',
  Image: 'img',
  ListItem: 'option',
  DataItem: 'row',
  TreeItem: 'treeitem',
  MenuItem: 'menuitem',
  TabItem: 'tab',
  RadioButton: 'radio',
  Slider: 'slider',
  Spinner: 'spinbutton',
  ProgressBar: 'progressbar',
  StatusBar: 'status',
  Text: 'text',
  HeaderItem: 'columnheader',
  ToolTip: 'tooltip',
};
/** What opens from a menu or a drop-down is inside it and outside its bounds. */
const scrolling = new Set(['List', 'Tree', 'DataGrid', 'Table', 'Document']);
const typedInto = new Set(['textbox', 'password']);
const valued = new Set([...typedInto, 'combobox', 'slider', 'spinbutton', 'progressbar']);
const actionable = new Set([
  ...typedInto,
  ...[
    'button',
    'checkbox',
    'combobox',
    'link',
    'option',
    'row',
    'treeitem',
    'menuitem',
    'tab',
    'radio',
    'slider',
    'spinbutton',
    'columnheader',
  ],
]);
