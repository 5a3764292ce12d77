import { type Accessible, type State, statesOf, toolkitOf } from '../../../src/adapters/desktop/accessible.js';
import { controlOf, needsOf, refusalOfError, type Details } from '../../../src/adapters/desktop/controls.js';
import type { Control } from '../../../src/domain/ui/control.js';

const gtk = toolkitOf('gtk');
const roles = {
  dialog: 16,
  filler: 20,
  frame: 23,
  label: 29,
  panel: 39,
  row: 32,
  password: 40,
  button: 43,
  scrollPane: 49,
  text: 61,
  combobox: 11,
  menu: 33,
  menuItem: 35,
  slider: 51,
};
const live: readonly State[] = ['showing', 'visible', 'enabled', 'sensitive'];

let numbered = 0;
function object(role: keyof typeof roles, name: string, more: Partial<Omit<Accessible, 'role' | 'name'>> = {}): Accessible {
  numbered += 1;
  return {
    ref: { bus: ':1.1', path: `/a/${numbered}` },
    role: roles[role],
    name,
    states: new Set(live),
    interfaces: [],
    children: [],
    ...more,
  };
}
const window = (...children: readonly Accessible[]): Accessible => object('frame', 'Window', { children });
const states = (...more: readonly State[]): ReadonlySet<State> => new Set([...live, ...more]);

function controlsOf(windows: readonly Accessible[], details: Partial<Details> = {}): readonly Control[] {
  const bounds = { x: 10, y: 10, width: 100, height: 20 };
  return refusalOfError(windows, gtk).map((told) => controlOf(told, { bounds, labels: [], ...details }, true));
}

describe('controls of an accessibility tree', () => {
  test('P1: paths contain no object numbers, and the same tree has the same paths', () => {
    const tree = () => [window(object('filler', '', { children: [object('button', 'A'), object('button', 'B'), object('label', 'C')] }))];
    const paths = controlsOf(tree()).map(({ path }) => path);
    expect(paths).toEqual(['/23[1]/20[1]/43[1]', '/23[1]/20[1]/43[2]', '/23[1]/20[1]/29[1]']);
    expect(controlsOf(tree()).map(({ path }) => path)).toEqual(paths);
  });

  test('HE2: X6: a frame within a window that says something and holds nothing is a display, and told as its text', () => {
    const inside = object('filler', '', { children: [object('frame', '145.5'), object('panel', '')] });
    expect(controlsOf([window(inside)]).map(({ role, name, interactive }) => ({ role, name, interactive }))).toEqual([
      { role: 'text', name: '145.5', interactive: false },
    ]);
    expect(controlsOf([window(object('panel', 'Group', { children: [object('button', 'A')] })), object('frame', 'Bare')])).toMatchObject([
      { role: 'button', name: 'A' },
    ]);
  });

  test('HE2: what only wraps what is pressed is not told: a button in a button of its name or of none', () => {
    const wrapped = (name: string, inner: string) =>
      object('button', name, { children: [object('filler', '', { children: [object('button', inner)] })] });
    const namesOf = (child: Accessible) => controlsOf([window(child)]).flatMap(({ role, name }) => (role === 'button' ? [name] : []));
    expect(namesOf(wrapped('', 'More'))).toEqual(['More']);
    expect(namesOf(wrapped('More', 'More'))).toEqual(['More']);
    expect(namesOf(wrapped('Open', 'More'))).toEqual(['Open', 'More']);
  });

  test('P2: the text of a password field is masked, whether it is recognized by a label or a name', () => {
    const field = object('password', '', { interfaces: ['Text', 'EditableText'], states: states('editable') });
    expect(controlsOf([window(field)], { text: 'sesame', labels: ['Code'] })).toEqual([
      expect.objectContaining({ role: 'password', name: 'Code', value: '•••', masked: true }),
    ]);
    expect(JSON.stringify(controlsOf([window(field)], { text: '•••••', labels: ['Code'] }))).not.toContain('•••••');
  });

  test('P3: behind a modal dialog nothing is usable; everything inside it is', () => {
    const dialog = object('dialog', 'Save?', { states: states('modal'), children: [object('button', 'Yes')] });
    const controls = controlsOf([window(object('button', 'Behind')), dialog]);
    expect(controls.map(({ name, visible }) => [name, visible])).toEqual([
      ['Behind', false],
      ['Save?', true],
      ['Yes', true],
    ]);
  });

  test('P3: while a menu is open only menus are usable', () => {
    const menu = object('menu', 'File', { children: [object('menuItem', 'Quit')] });
    const usable = controlsOf([window(menu, object('menu', 'Edit'), object('button', 'Behind'))]).filter(({ visible }) => visible);
    expect(usable.map(({ name }) => name)).toEqual(['File', 'Quit', 'Edit']);
  });

  test('a control that is not showing is absent, with its children, even if they claim to show', () => {
    const closed = object('menu', 'File', { children: [object('menuItem', 'Quit', { states: new Set(['visible', 'enabled']) })] });
    const folded = object('filler', '', { states: new Set(['visible']), children: [object('button', 'Inside')] });
    expect(controlsOf([window(closed, folded)]).map(({ name }) => name)).toEqual(['File']);
  });

  test('an unnamed row is named by its texts, which are not repeated', () => {
    const row = object('row', '', { children: [object('filler', '', { children: [object('label', 'Home'), object('label', 'folder')] })] });
    expect(controlsOf([window(row)]).map(({ role, name }) => `${role} ${name}`)).toEqual(['option Home folder']);
  });

  test('a drop-down is named by its label, its value is the selection, its options are in its menu', () => {
    const options = ['Small', 'Large'].map((name) => object('menuItem', name, { interfaces: ['Action'], states: new Set(['visible']) }));
    const drop = object('combobox', 'Small', { children: [object('menu', '', { children: options, states: new Set() })] });
    expect(controlsOf([window(drop)], { labels: ['Size:'] })).toEqual([
      expect.objectContaining({ role: 'combobox', name: 'Size:', value: 'Small', options: ['Small', 'Large'] }),
    ]);
  });

  test('a read-only text is not a field; an empty one is left out', () => {
    const controls = controlsOf([
      window(object('text', 'Read me'), object('text', ''), object('text', '', { states: states('editable') })),
    ]);
    expect(controls.map(({ role, interactive }) => [role, interactive])).toEqual([
      ['text', false],
      ['textbox', true],
    ]);
  });

  test('HE2: behind a pop-up that takes all input nothing is usable, a modal window neither', () => {
    const popUp = object('panel', '', { states: states('modal'), children: [object('button', 'Inside')] });
    const dialog = object('dialog', 'Sure?', { states: states('modal'), children: [object('button', 'More', { children: [popUp] })] });
    const controls = controlsOf([window(object('button', 'Behind')), dialog]);
    expect(controls.map(({ name, visible }) => [name, visible])).toEqual([
      ['Behind', false],
      ['Sure?', false],
      ['More', false],
      ['Inside', true],
    ]);
  });

  test('HE2: where a control is drawn, and what clips it: lists that scroll, with Qt whatever is around it', () => {
    const list = object('scrollPane', '', { children: [object('filler', '', { children: [object('button', 'Row')] })] });
    const popUp = object('panel', '', { states: states('modal'), children: [object('button', 'Inside')] });
    const tree = [window(object('button', 'A', { children: [popUp] }), list)];
    const places = (toolkit: string) =>
      refusalOfError(tree, toolkitOf(toolkit)).map(({ name, order, clips }) => [name, order, clips.length]);
    expect(places('gtk')).toEqual([
      ['A', [0, 0], 0],
      ['Inside', [0, Infinity, 0], 0],
      ['Row', [0, 1, 0, 0], 1],
    ]);
    expect(places('Qt')).toEqual([
      ['A', [0, 0], 1],
      ['Inside', [0, Infinity, 0], 1],
      ['Row', [0, 1, 0, 0], 3],
    ]);
  });

  test('an insensitive control is marked so, and one that no pointer could hit', () => {
    const [button] = refusalOfError([window(object('button', 'Far', { states: new Set(['showing', 'visible']) }))], gtk);
    if (!button) throw new Error('nothing told');
    const at = (isFree: boolean): Control => controlOf(button, { bounds: { x: 0, y: 0, width: 9, height: 9 }, labels: [] }, isFree);
    expect(at(true)).toMatchObject({ visible: true, enabled: false });
    expect(at(false)).toMatchObject({ visible: false });
  });

  test('only necessary properties are fetched', () => {
    const told = refusalOfError(
      [window(object('button', 'A'), object('slider', 'B', { interfaces: ['Value'] }), object('button', ''))],
      gtk,
    );
    expect(told.map(needsOf)).toEqual([
      { text: false, number: false, labels: false },
      { text: false, number: true, labels: true },
      { text: false, number: false, labels: true },
    ]);
  });

  test('state bits, as GTK sends them', () => {
    // Of a focused entry, and of a disabled button.
    expect([...statesOf([0x47001980, 0])].sort()).toEqual(['editable', 'enabled', 'focused', 'sensitive', 'showing', 'visible']);
    expect([...statesOf([0x42000800, 0])].sort()).toEqual(['showing', 'visible']);
    expect([...statesOf([0, 0b1010])].sort()).toEqual(['required']);
  });
});

test.each([
  ['gtk', '3.24.38', 'from-screen', 0],
  ['GTK', '4.8.3', 'from-surface', 1],
  ['GTK', '4.14.2', 'from-surface', 0],
  ['Chromium', '156.0', 'from-screen', 3],
  ['Qt', '5.15.8', 'from-screen', 1],
])('HE2: what %s %s tells of places: %s, %i hit tests', (toolkit, version, measures, hitTests) => {
  expect(toolkitOf(toolkit, version)).toMatchObject({ measures, hitTests });
});

describe('HE8: what is behind a modal window', () => {
  const told = (windows: readonly Accessible[], ...modal: Parameters<typeof refusalOfError>[2][]) =>
    refusalOfError(windows, gtk, ...modal).map(({ name, behind }) => `${name}${behind ? ' (behind)' : ''}`);
  const titled = (title: string, inside: string, more: Partial<Accessible> = {}): Accessible =>
    object('frame', title, { children: [object('button', inside)], ...more });
  const windows = [titled('Main', 'Under'), titled('Sure?', 'Yes')];

  test.each<[string, readonly Accessible[], Parameters<typeof refusalOfError>[2], readonly string[]]>([
    ['nothing, without one', windows, undefined, ['Under', 'Yes']],
    [
      'by the toolkit',
      [titled('Main', 'Under'), titled('Sure?', 'Yes', { states: states('modal') })],
      undefined,
      ['Under (behind)', 'Yes'],
    ],
    ['by the display alone', windows, { front: ['Sure?'], behind: [] }, ['Under (behind)', 'Yes']],
    [
      'by the display, with the name of the application in the title',
      windows,
      { front: ['Sure? - Program'], behind: [] },
      ['Under (behind)', 'Yes'],
    ],
    [
      'by the display, with titles that match none: the active window is in front',
      [titled('Main', 'Under'), titled('', 'Yes', { states: states('active') })],
      { front: ['Sure?'], behind: [] },
      ['Under (behind)', 'Yes'],
    ],
    [
      'a modal one, too, which opened another',
      [titled('Main', 'Under'), titled('Open', 'Name', { states: states('modal') }), titled('Sure?', 'Yes', { states: states('modal') })],
      { front: ['Sure?'], behind: ['Open'] },
      ['Under (behind)', 'Name (behind)', 'Yes'],
    ],
  ])('%s', (_what, shown, modal, expected) => {
    expect(told(shown, modal)).toEqual(expected);
  });
});

test('HE9: a drop-down that takes text tells what is in its field, and its own name', () => {
  const field = object('text', '', { states: states('editable'), interfaces: ['Text', 'EditableText'] });
  const [editable] = refusalOfError([window(object('combobox', 'Size', { children: [object('menu', ''), field] }))], gtk);
  const [fixed] = refusalOfError([window(object('combobox', 'Small'))], gtk);
  if (!editable || !fixed) throw new Error('both are told');
  expect(editable.field).toBe(field);
  expect(needsOf(editable).text).toBe(true);
  const bounds = { x: 0, y: 0, width: 9, height: 9 };
  expect(controlOf(editable, { bounds, text: 'Huge', labels: [] }, true)).toMatchObject({ role: 'combobox', name: 'Size', value: 'Huge' });
  expect(controlOf(fixed, { bounds, labels: [] }, true)).toMatchObject({ role: 'combobox', name: '', value: 'Small' });
});
