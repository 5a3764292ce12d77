// HE2 behind Appium: what clips an element, and what lies over it, by the page source alone.
import { readSource, type PlacedControl } from '../../../src/adapters/appium/page-source.js';

type Attributes = Readonly<Record<string, string | number | boolean>>;

/** An element of Android. `box`: left, top, right, bottom. */
function node(box: readonly [number, number, number, number], attributes: Attributes, ...children: readonly string[]): string {
  const all: Attributes = {
    class: 'android.widget.FrameLayout',
    package: 'org.example',
    bounds: `[${box[0]},${box[1]}][${box[2]},${box[3]}]`,
    ...attributes,
  };
  return `<node ${attributesOf(all)}>${children.join('')}</node>`;
}

function attributesOf(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ');
}

const button = (box: Parameters<typeof node>[0], text: string, more: Attributes = {}, ...children: readonly string[]): string =>
  node(box, { class: 'android.widget.Button', text, clickable: true, ...more }, ...children);
const screen = (...children: readonly string[]): string => `<hierarchy>${node([0, 0, 400, 800], {}, ...children)}</hierarchy>`;

function placed(source: string, name: string): PlacedControl {
  const all = readSource(source, { application: 'org.example', scale: 1 });
  const found = all.find(({ control }) => control.name === name);
  if (!found) throw new Error(`no ${name} among ${all.map(({ control }) => control.name).join(', ')}`);
  return found;
}

type Wanted = readonly [x: number, y: number] | 'out-of-reach' | `covered by ${string}`;

function expectAim({ aim, control }: PlacedControl, wanted: Wanted): void {
  const [first] = aim.status === 'ready' ? aim.points : [];
  const told = first ? [first.x, first.y] : aim.status === 'covered' ? `covered by ${aim.by.what}` : aim.status;
  expect(told).toEqual(wanted);
  expect(control.visible).toBe(first !== undefined);
}

const pay = button([100, 100, 300, 160], 'Pay');

test.each<[string, string, Wanted]>([
  ['alone', screen(pay), [200, 130]],
  ['in a list that shows its upper part', screen(node([0, 0, 400, 120], {}, pay)), [200, 110]],
  ['in a list that does not show it', screen(node([0, 0, 400, 100], {}, pay)), 'out-of-reach'],
  ['in a list that is clipped by another', screen(node([0, 0, 400, 110], {}, node([0, 0, 250, 400], {}, pay))), [175, 105]],
  ['partly off the screen', screen(button([300, 780, 500, 900], 'Pay')), [350, 790]],
  ['in a container without a size', screen(node([0, 0, 0, 0], {}, pay)), [200, 130]],
  ['under a button', screen(pay, button([0, 0, 400, 800], 'Cookies')), 'covered by button "Cookies"'],
  ['beside a button over its left half', screen(pay, button([0, 0, 260, 800], 'Menu')), [280, 130]],
  ['over a button', screen(button([0, 0, 400, 800], 'Cookies'), pay), [200, 130]],
  ['under a layout that takes no touches', screen(pay, node([0, 0, 400, 800], {})), [200, 130]],
  ['under a text', screen(pay, node([0, 0, 400, 800], { class: 'android.widget.TextView', text: 'Hello' })), [200, 130]],
  ['under a layout with a button beside it', screen(pay, node([0, 0, 400, 800], {}, button([0, 700, 400, 800], 'Close'))), [200, 130]],
  ['under an invisible button', screen(pay, button([0, 0, 400, 800], 'Gone', { displayed: false })), [200, 130]],
  [
    'under a disabled one, which takes touches too',
    screen(pay, button([0, 0, 400, 800], 'Off', { enabled: false })),
    'covered by button "Off"',
  ],
  [
    "under another application's",
    screen(pay, button([0, 0, 400, 800], 'Allow', { package: 'com.android.permission' })),
    'covered by button "Allow"',
  ],
  ['in a row that can be pressed', screen(node([0, 90, 400, 170], { clickable: true }, pay)), [200, 130]],
  [
    'with something pressed in its middle',
    screen(button([100, 100, 300, 160], 'Pay', {}, button([180, 100, 220, 160], 'Info'))),
    [150, 130],
  ],
  ['filled by something pressed', screen(button([100, 100, 300, 160], 'Pay', {}, button([100, 100, 300, 160], 'Info'))), [200, 130]],
  [
    'drawn over what comes later',
    screen(button([100, 100, 300, 160], 'Pay', { 'drawing-order': 2 }), button([0, 0, 400, 800], 'Map', { 'drawing-order': 1 })),
    [200, 130],
  ],
  [
    'drawn under what comes earlier',
    screen(button([0, 0, 400, 800], 'Bar', { 'drawing-order': 2 }), button([100, 100, 300, 160], 'Pay', { 'drawing-order': 1 })),
    'covered by button "Bar"',
  ],
  [
    'beside a dialog',
    screen(pay, node([50, 400, 350, 600], { 'resource-id': 'android:id/parentPanel' }, button([60, 500, 200, 560], 'OK'))),
    'covered by dialog',
  ],
])('HE2: a button of Android %s', (_where, source, wanted) => {
  expectAim(placed(source, 'Pay'), wanted);
});

test('HE2: what is in a dialog can be hit', () => {
  const source = screen(pay, node([50, 400, 350, 600], { 'resource-id': 'android:id/parentPanel' }, button([60, 500, 200, 560], 'OK')));
  expectAim(placed(source, 'OK'), [130, 530]);
});

const apple = (
  type: string,
  [x, y, width, height]: readonly [number, number, number, number],
  more: Attributes,
  ...children: readonly string[]
): string =>
  `<XCUIElementType${type} ${attributesOf({ type: `XCUIElementType${type}`, x, y, width, height, ...more })}>${children.join('')}</XCUIElementType${type}>`;
const applePay = apple('Button', [100, 100, 200, 60], { label: 'Pay', visible: true });
const phone = (...children: readonly string[]): string =>
  `<AppiumAUT>${apple('Application', [0, 0, 400, 800], { visible: true }, apple('Window', [0, 0, 400, 800], { visible: true }, ...children))}</AppiumAUT>`;
const mac = (...windows: readonly string[]): string => apple('Application', [0, 0, 400, 800], { elementType: 2 }, ...windows);

test.each<[string, string, Wanted]>([
  ['in an element without a size', phone(apple('Other', [0, 0, 0, 0], { visible: true }, applePay)), [200, 130]],
  ['outside an element that does not scroll', phone(apple('Other', [0, 0, 400, 50], { visible: true }, applePay)), [200, 130]],
  ['in a table that shows its upper part', phone(apple('Table', [0, 0, 400, 120], { visible: true }, applePay)), [200, 110]],
  ['half under the keyboard', phone(applePay, apple('Keyboard', [0, 120, 400, 680], { visible: true })), [200, 115]],
  ['under the keyboard', phone(applePay, apple('Keyboard', [0, 90, 400, 710], { visible: true })), 'covered by Keyboard'],
  [
    'behind an alert',
    phone(applePay, apple('Alert', [50, 400, 300, 100], { label: 'Sure?', visible: true })),
    'covered by alertdialog "Sure?"',
  ],
  [
    'in one of the windows of a computer',
    mac(
      apple('Window', [0, 0, 400, 300], { elementType: 4 }, applePay),
      apple('Window', [0, 0, 400, 300], { elementType: 4 }, apple('Button', [0, 0, 400, 300], { label: 'Other', elementType: 9 })),
    ),
    [200, 130],
  ],
])('HE2: a button of Apple %s', (_where, source, wanted) => {
  expectAim(placed(source, 'Pay'), wanted);
});

test('HE2: an entry of a menu of Windows is hit outside the bounds of what it opened from', () => {
  const source = `<Window Name="Notes" x="0" y="0" width="400" height="300"><MenuItem Name="File" x="0" y="0" width="50" height="20">
    <MenuItem Name="Pay" x="0" y="20" width="100" height="20"/></MenuItem><Edit Name="Text" x="0" y="20" width="400" height="280"/></Window>`;
  const { aim } = placed(source, 'Pay');
  expect(aim.status).toBe('ready');
});
