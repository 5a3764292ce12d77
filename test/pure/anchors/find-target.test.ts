// What was recorded on one screen, looked for on another: found, or why not.
import { expect, test } from '@jest/globals';
import { asWritten, findTarget } from '../../../src/domain/anchors/find-target.js';
import { makeTarget } from '../../../src/domain/anchors/make-target.js';
import type { Control } from '../../../src/domain/ui/control.js';

type Line = readonly [role: string, name: string, path: string, more?: Partial<Control>];

const texts = new Set(['text', 'heading']);

function controlsOf(lines: readonly Line[]): readonly Control[] {
  return lines.map(([role, name, path, more], at) => ({
    id: String(at),
    role,
    name,
    path,
    bounds: { x: 0, y: 20 * at, width: 90, height: 18 },
    enabled: true,
    visible: true,
    interactive: !texts.has(role),
    source: 'tree',
    ...more,
  }));
}

/** The path of what the `at`th of `before` is found to be in `after`, or what is missing. */
function found(before: readonly Line[], at: number, after: readonly Line[], rowTexts: readonly string[] = []): string {
  const controls = controlsOf(before);
  const control = controls[at];
  if (!control) throw new TypeError(`there is no line ${at}`);
  const result = findTarget(makeTarget(controls, control, { rowTexts }).target, controlsOf(after));
  return 'control' in result ? result.control.path : result.missing;
}

const row = (at: number, title: string, more: readonly Line[] = []): readonly Line[] => [
  ['checkbox', '✔', `ul/li[${at}]/input[1]`],
  ['text', title, `ul/li[${at}]/span[1]/text()[1]`],
  ...more,
];
const remove = (at: number): readonly Line[] => [['button', 'Delete', `ul/li[${at}]/button[1]`]];
const switched = (at: number, title: string): readonly Line[] => [
  ['text', title, `ul/li[${at}]/span[1]/text()[1]`],
  ['switch', 'Finished', `ul/li[${at}]/button[1]`],
];
const line = (at: number, what: string, price: string): readonly Line[] => [
  ['text', what, `tbody/tr[${at}]/td[1]/text()[1]`],
  ['text', price, `tbody/tr[${at}]/td[2]/text()[1]`],
  ['button', 'Edit', `tbody/tr[${at}]/td[3]/button[1]`],
  ['button', 'Delete', `tbody/tr[${at}]/td[4]/button[1]`],
];

const tea = row(1, 'Tea');
const hovered = [...tea, ...row(2, 'Sugar', remove(2))];

const cases: readonly (readonly [what: string, before: readonly Line[], at: number, after: readonly Line[], result: string])[] = [
  [
    'a button that appears on hovering, in its own row',
    hovered,
    4,
    [...row(1, 'Sugar', remove(1)), ...row(2, 'Tea')],
    'ul/li[1]/button[1]',
  ],
  ['… in another row: that is another one', hovered, 4, [...row(1, 'Tea', remove(1)), ...row(2, 'Sugar')], 'not-there'],
  ['a box in a row that has another kind of control now', hovered, 2, [...row(1, 'Tea'), ...switched(2, 'Sugar')], 'not-there'],
  ['a box in a row that stands there twice', hovered, 2, [...hovered, ...row(3, 'Sugar')], 'rows-alike'],
  ['… and in a row that is gone', hovered, 2, [...switched(1, 'Tea'), ...switched(2, 'Salt')], 'no-row'],
  [
    'cells of a line are no rows',
    [...line(1, 'Tea', '3 €'), ...line(2, 'Salt', '2 €')],
    7,
    [...line(1, 'Salt', '2 €'), ...line(2, 'Tea', '3 €')],
    'tbody/tr[1]/td[4]/button[1]',
  ],
  [
    'the only button of that name, which stands in a row now',
    [
      ['heading', 'Things', 'h1'],
      ['button', 'Delete', 'div/button[1]'],
    ],
    1,
    [['heading', 'Things', 'h1'], ...row(1, 'Tea', remove(1))],
    'one-way',
  ],
  [
    'a mark that has become another mark',
    tea,
    0,
    [
      ['checkbox', '»', 'ul/li[1]/input[1]'],
      ['text', 'Tea', 'ul/li[1]/span[1]/text()[1]'],
    ],
    'ul/li[1]/input[1]',
  ],
  [
    'a mark, where a field with a name of its own is',
    tea,
    0,
    [
      ['checkbox', 'Starred', 'ul/li[1]/input[1]'],
      ['text', 'Tea', 'ul/li[1]/span[1]/text()[1]'],
    ],
    'not-there',
  ],
  [
    'one of two marks in a row, when one is left',
    [
      ['checkbox', '✔', 'ul/li[1]/input[1]'],
      ['checkbox', '★', 'ul/li[1]/input[2]'],
      ['text', 'Tea', 'ul/li[1]/span[1]'],
    ],
    0,
    [
      ['checkbox', '★', 'ul/li[1]/input[1]'],
      ['text', 'Tea', 'ul/li[1]/span[1]'],
    ],
    'one-way',
  ],
  [
    'a field whose label changed, by its id',
    [['textbox', 'Phone', 'input#phone']],
    0,
    [['textbox', 'Telephone', 'input#phone']],
    'input#phone',
  ],
  [
    'a button whose name changed: never, whatever else agrees',
    [['button', 'Save', 'button#go', { testId: 'go' }]],
    0,
    [['button', 'Delete', 'button#go', { testId: 'go' }]],
    'not-there',
  ],
  [
    'one of two equal ones, each under its heading',
    [
      ['heading', 'Home', 'h2[1]'],
      ['button', 'Edit', 'p[1]/button[1]'],
      ['heading', 'Work', 'h2[2]'],
      ['button', 'Edit', 'p[2]/button[1]'],
    ],
    3,
    [
      ['heading', 'Work', 'h2[1]'],
      ['button', 'Edit', 'p[1]/button[1]'],
      ['heading', 'Home', 'h2[2]'],
      ['button', 'Edit', 'p[2]/button[1]'],
    ],
    'p[1]/button[1]',
  ],
  [
    '… when it is gone',
    [
      ['heading', 'Home', 'h2[1]'],
      ['button', 'Edit', 'p[1]/button[1]'],
      ['heading', 'Work', 'h2[2]'],
      ['button', 'Edit', 'p[2]/button[1]'],
    ],
    3,
    [
      ['heading', 'Home', 'h2[1]'],
      ['button', 'Edit', 'p[1]/button[1]'],
    ],
    'one-way',
  ],
  [
    'equal siblings, as many as they were',
    [
      ['button', 'Add', 'div/button[1]'],
      ['button', 'Add', 'div/button[2]'],
    ],
    1,
    [
      ['button', 'Add', 'div/button[1]'],
      ['button', 'Add', 'div/button[2]'],
    ],
    'div/button[2]',
  ],
  [
    '… when there is one more',
    [
      ['button', 'Add', 'div/button[1]'],
      ['button', 'Add', 'div/button[2]'],
    ],
    1,
    [
      ['button', 'Add', 'div/button[1]'],
      ['button', 'Add', 'div/button[2]'],
      ['button', 'Add', 'div/button[3]'],
    ],
    'one-way',
  ],
];

test.each(cases)('RP3: %s', (_what, before, at, after, result) => {
  expect(found(before, at, after)).toBe(result);
});

test('RP3: a row is told by its title and what only it has, not by its state alone', () => {
  const before = [...line(1, 'Tea', 'overdue'), ...line(2, 'Tea', 'open')];
  expect(found(before, 2, [...line(1, 'Tea', 'overdue'), ...line(2, 'Tea', 'open')])).toBe('tbody/tr[1]/td[3]/button[1]');
  expect(found(before, 2, [...line(1, 'Salt', 'overdue'), ...line(2, 'Tea', 'open')])).toBe('no-row');
});

test('RP3: a text of the request tells its row if no other has it', () => {
  const before = [...line(1, 'Tea', '3 €'), ...line(2, 'Salt', '2 €')];
  const after = [...line(1, 'Salt', '9 €'), ...line(2, 'Tea', '8 €')];
  expect(found(before, 2, after, ['3 €'])).toBe('no-row');
  expect(found(before, 2, after, ['Tea'])).toBe('tbody/tr[2]/td[3]/button[1]');
});

/** The same list as three libraries write it. */
const todoLists: Readonly<Record<string, (title: string, at: number) => readonly Line[]>> = {
  vanillajs: (title, at) => [
    ['checkbox', '✔', `ul#todo-list/li[${at}]/div[1]/input[1]`],
    ['text', title, `ul#todo-list/li[${at}]/div[1]/label[1]/text()[1]`],
  ],
  gwt: (title, at) => [
    ['generic', title, `div#todo-list/div[1]/div[1]/div[${at}]`],
    ['checkbox', '✔', `div#todo-list/div[1]/div[1]/div[${at}]/div[1]/input[1]`],
  ],
  dojo: (title, at) => [
    ['button', title, `label#todo_form_InlineEditBox_${at}`, { roots: { [`label#todo_form_InlineEditBox_${at}`]: `ul#list/li[${at}]` } }],
    [
      'checkbox',
      title,
      `input#dijit_form_CheckBox_${at}`,
      { guessed: true, roots: { [`input#dijit_form_CheckBox_${at}`]: `ul#list/li[${at}]` } },
    ],
  ],
};

test.each(['vanillajs', 'gwt', 'dojo'])('RP3, RP40: the box of a thing to do is found in the list of %s, in its row only', (library) => {
  const todos = ['Buy milk', 'Walk the dog', 'Read a book'];
  const list = (name: string, titles: readonly string[]): readonly Line[] => [
    ['heading', 'todos', 'h1'],
    ...titles.flatMap((title, at) => todoLists[name]?.(title, at + 1) ?? []),
  ];
  const before = list('vanillajs', todos);
  expect(found(before, 3, list(library, [...todos].reverse()), todos)).toMatch(library === 'dojo' ? /CheckBox_2$/ : /\[2\].*input\[1\]$/);
  expect(found(before, 3, list(library, ['Buy milk', 'Read a book']), todos)).toBe('no-row');
});

test.each<[string, boolean, readonly string[], string]>([
  ['is as it was', false, [], 'found'],
  ['is as it was, checked', true, ['checked'], 'found'],
  ['is checked already', false, ['checked'], 'switched'],
  ['is not checked now', true, ['focused'], 'switched'],
])('RP3: a switch that %s', (_what, was, states, result) => {
  const controls = controlsOf([['checkbox', 'Dark mode', 'form/label/input[1]', { states }]]);
  const target = { role: 'checkbox', name: 'Dark mode', path: 'checkbox form/label/input', checked: was };
  const found = findTarget(target, controls);
  expect('control' in found ? 'found' : found.missing).toBe(result);
});

test.each<[string, string | undefined, boolean, string]>([
  ['what is wanted', '12/09/2016', false, 'found'],
  ['it in other letters and spaces', ' 12/09/2016 ', false, 'found'],
  ['something else, whatever the page says elsewhere', '01/09/2017', false, 'other-value'],
  ['more than that', '12/09/2016 or later', false, 'other-value'],
  ['nothing', undefined, false, 'other-value'],
  ['what is hidden', '12/09/2016', true, 'other-value'],
])('RP4: a field in which stands %s', (_what, value, masked, result) => {
  const controls = controlsOf([
    ['text', 'Select 12/09/2016 as the date', 'p[1]'],
    ['textbox', 'Date', 'form/input[1]', { ...(value === undefined ? {} : { value }), ...(masked && { masked }) }],
  ]);
  const found = findTarget({ role: 'textbox', name: 'Date', path: 'textbox form/input', value: '12/09/2016' }, controls);
  expect('control' in found ? 'found' : found.missing).toBe(result);
});

// ── Pictures ──

const icons = (...names: readonly string[]): readonly Line[] =>
  names.map((name, at) => ['button', name, `nav/button[${at + 1}]`, { guessed: true }]);
const tools: readonly Line[] = [['heading', 'Board', 'body/h1[1]'], ...icons('white', 'white')];

/** The second icon, whose picture only those of `alike` have. */
function pictured(after: readonly Line[], alike: readonly number[] | undefined): string {
  const [before, now] = [controlsOf(tools), controlsOf(after)];
  const control = before[2];
  if (!control) throw new TypeError('there is no icon');
  const { target, isUnsure } = makeTarget(before, control, { picture: 'sha256:1' });
  expect({ target, isUnsure }).toMatchObject({ target: { picture: 'sha256:1', section: 'board' }, isUnsure: false });
  const looking = alike && new Set(alike.flatMap((at) => now[at] ?? []));
  const result = findTarget(target, now, looking);
  return 'control' in result ? result.control.path : result.missing;
}

test.each([
  ['the one that looks like it', tools, [2], 'nav/button[2]'],
  ['… in another order', tools, [1], 'nav/button[1]'],
  ['… under another guessed name', [['heading', 'Board', 'body/h1[1]'], ...icons('grey', 'black')], [2], 'nav/button[2]'],
  ['none where another icon stands in its place', tools, [], 'one-way'],
  ['none where the only one there looks otherwise', tools.slice(0, 2), [], 'one-way'],
  ['none of two that look like it', tools, [1, 2], 'ambiguous'],
  [
    'none under another heading and at another place',
    [
      ['heading', 'Shop', 'body/h1[1]'],
      ['button', 'grey', 'aside/a/button[1]', { guessed: true }],
    ],
    [1],
    'one-way',
  ],
  ['none where pictures were not compared', tools, undefined, 'one-way'],
] as const satisfies readonly (readonly [string, readonly Line[], readonly number[] | undefined, string])[])(
  'RP3: of an icon without words: %s',
  (_, after, alike, result) => {
    expect(pictured(after, alike)).toBe(result);
  },
);

test('RP3: what has words, a row, an id, or is a field, has no picture', () => {
  const withPicture = (lines: readonly Line[], at: number) => {
    const controls = controlsOf(lines);
    return makeTarget(controls, controls[at] as Control, { picture: 'sha256:1' }).target.picture;
  };
  const path = 'nav/button[1]';
  expect(withPicture([['button', 'Save', path]], 0)).toBeUndefined();
  expect(withPicture([['button', 'grey', path, { guessed: true, testId: 'save' }]], 0)).toBeUndefined();
  expect(withPicture([['button', 'grey', 'button#save', { guessed: true }]], 0)).toBeUndefined();
  expect(withPicture([['textbox', 'Name', path, { guessed: true }]], 0)).toBeUndefined();
  expect(withPicture(tea, 0)).toBeUndefined();
  expect(withPicture([['button', '', path]], 0)).toBe('sha256:1');
});

test('RP13: R1: what is read is found in the row that writes its values otherwise, where one text there says the same; what is pressed is not', () => {
  const wanted = { role: 'text', row: ['Tea', '7'], guessed: true, path: 'tbody/tr/td/text()' };
  const rowIn = (...prices: readonly string[]): readonly string[] | undefined =>
    asWritten(wanted, controlsOf(prices.flatMap((price, index) => line(index + 1, 'Tea', price)))).row;
  expect([rowIn('7.00 €', '9.00 €'), rowIn('7', '7.00 €'), rowIn('7.0', '7.00 €')]).toEqual([['Tea', '7.00 €'], wanted.row, wanted.row]);
  const controls = controlsOf([...line(1, 'Tea', '7.00 €'), ...line(2, 'Milk', '9.00 €')]);
  expect(findTarget({ role: 'button', name: 'Delete', row: ['7'] }, controls)).toMatchObject({ missing: 'no-row' });
});

test('RP13: R1: a counter that is read is the same one in another number', () => {
  const counter = { role: 'text', name: '3 tasks left', digits_vary: true, section: 'Board' };
  const board = (name: string): readonly Control[] =>
    controlsOf([
      ['heading', 'Board', 'h1[1]'],
      ['text', name, 'p[1]'],
    ]);
  expect(findTarget(counter, board('1 task left'))).toMatchObject({ control: { name: '1 task left' } });
  expect(findTarget(counter, board('1 task done'))).toMatchObject({ missing: 'not-there' });
});
