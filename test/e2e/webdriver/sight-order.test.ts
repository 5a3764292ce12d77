// What is listed stands in the order of sight, and says where it stands.
import type { Control } from '../../../src/domain/ui/control.js';
import { openBrowserAnd } from '../../support/browser-and-site.js';
import { startPageServer, type PageServer } from '../../support/page-server.js';
import type { TestBrowser } from '../../support/webdriver.js';

let server: PageServer;
let browser: TestBrowser;
let controls: readonly Control[];

openBrowserAnd(startPageServer, (opened, at) => void ([browser, server] = [opened, at]));
beforeAll(async () => void ({ controls } = await browser.go(`${server.origin}/sight-order`)));

test.each([
  ['a list that is drawn from its end', 'end', '1 2 3'],
  ['entries with an order of their own', 'own', '1 2 3'],
  ['a grid with an order of its own', 'cells', '1 2 3 4'],
  ['rows that are placed one by one', 'placed', '1 2 3'],
])('H5: %s is listed as it is seen', (_what, name, order) => {
  expect(numbers(name)).toBe(order);
});

test.each([
  ['what lies beside each other at different heights', 'over', '1 2'],
  ['columns', 'columns', '1 2 3'],
  ['a bar of buttons', 'bar', '1 2'],
  ['floats', 'floats', '1 2 3 4'],
  ['a head that sticks to the view', 'stuck', '1 2 3'],
])('H5: %s keep the order of the page', (_what, name, order) => {
  expect(numbers(name)).toBe(order);
});

test('H5: a place in the structure does not go by where it is drawn', () => {
  expect(controls.find(({ name }) => name === 'placed 1')?.path).toBe('section#placed/div[2]/button[1]');
});

test.each([
  ['Price', ['sorted descending']],
  ['Name', ['sorted ascending']],
  ['Ada', ['selected', 'row 37 of 900']],
  ['Lace', undefined],
  ['Bob', undefined],
  ['Pay', ['current']],
  ['Seven', ['7 of 20']],
])('H5: %s says what is said around it: %j', (name, states) => {
  expect(controls.find((control) => control.name === name)?.states).toEqual(states);
});

test('HE20: what is pressed has the words inside it, whatever the cursor looks like over them', () => {
  expect(controls.find(({ role }) => role === 'treeitem')?.name).toBe('Trees');
});

function numbers(section: string): string {
  return controls.flatMap(({ name }) => (name.startsWith(`${section} `) ? [name.slice(section.length + 1)] : [])).join(' ');
}
