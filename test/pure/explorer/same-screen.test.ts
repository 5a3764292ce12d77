// Whether two sights of one place are one screen (docs/design/explorer.md §3): recorded looks, changed as applications change them.
import { describe, expect, test } from '@jest/globals';
import { addressWords } from '../../../src/domain/explorer/address.js';
import { hashedStructure, isSameScreen, type Witnessed, signatureOf, stem } from '../../../src/domain/explorer/signature.js';
import { digestOf } from '../../../src/domain/ui/digest.js';
import { headingsOf } from '../../../src/domain/explorer/screen-names.js';
import type { Control } from '../../../src/domain/ui/control.js';
import { readLooks } from '../../support/recorded-looks.js';
import { control } from './controls.js';

const looks = readLooks('stuck-run');
const names = [...new Set(looks.map(({ screen }) => screen))];
const recorded = (name: string): readonly Control[] => looks.find(({ screen }) => screen === name)?.controls ?? [];

interface Sight {
  readonly url?: string;
  readonly title?: string;
  readonly controls: readonly Control[];
}

function sight({ url = 'https://desk.example/app', title = 'Desk', controls }: Sight): Witnessed {
  const headings = headingsOf(controls);
  const { structure } = signatureOf({ app: 'desk', url, title, headings, controls });
  return { at: addressWords(url), headings: headings.map(stem), title: stem(title), structure };
}

const heading = (name: string): Control => control('heading', name, { interactive: false, path: 'main/h1' });
const parts = (...letters: readonly string[]): readonly Control[] =>
  letters.map((letter) => control('button', letter, { path: `main/${letter}/button` }));
const orders = [heading('Orders'), ...parts('a', 'b', 'c', 'd', 'e', 'f')];
const list = [...orders, ...[1, 2, 3].map((n) => control('link', `Order ${n}`, { path: `main/ul/li[${n}]/a` }))];

describe('E76: one screen', () => {
  test.each<[how: string, one: Sight, other: Sight, addressed: boolean]>([
    ['whose rows grow', { controls: list }, { controls: [...list, control('link', 'Order 4', { path: 'main/ul/li[4]/a' })] }, false],
    ['whose list is empty', { controls: list }, { controls: orders }, false],
    ['whose list comes late', { controls: [heading('Orders')] }, { controls: list }, false],
    [
      'whose content has changed at its address',
      { controls: orders },
      { controls: [heading('Orders'), ...parts('a', 'b', 'c', 'x', 'y')] },
      true,
    ],
    ['whose title counts', { controls: list, title: 'Desk' }, { controls: list, title: '(3) Mail' }, true],
    [
      'whose slide is headed otherwise',
      { controls: [heading('Sale'), ...parts('a', 'b', 'c')] },
      { controls: [heading('News'), ...parts('a', 'b', 'c')] },
      true,
    ],
    [
      'whose slide is headed otherwise, among the same headings, where the address never changes',
      { controls: [...['Sale', 'Offers', 'Contact'].map(heading), ...parts('a', 'b', 'c')] },
      { controls: [...['News', 'Offers', 'Contact'].map(heading), ...parts('a', 'b', 'c')] },
      false,
    ],
    [
      'sorted otherwise',
      { controls: list, url: 'https://desk.example/app?sort=name' },
      { controls: list, url: 'https://desk.example/app?sort=day' },
      true,
    ],
    [
      'of another id',
      { controls: [heading('Order 1'), ...parts('a', 'b')] },
      { controls: [heading('Order 2'), ...parts('a', 'b')] },
      false,
    ],
  ])('%s', (_how, one, other, addressed) => {
    expect(isSameScreen(sight(one), sight(other), addressed)).toBe(true);
    expect(isSameScreen(sight(other), sight(one), addressed)).toBe(true);
  });

  test.each(names)('%s, in each recorded look', (name) => {
    const [first, ...others] = looks
      .filter(({ screen }) => screen === name)
      .map(({ controls, url }) => sight({ controls, url, title: name }));
    for (const other of others) expect(first && isSameScreen(first, other, false)).toBe(true);
  });
});

describe('E76: two screens', () => {
  test.each<[how: string, one: Sight, other: Sight, addressed: boolean]>([
    [
      'headed otherwise, of one structure, where the address never changes',
      { controls: orders },
      { controls: [heading('Carts'), ...orders.slice(1)] },
      false,
    ],
    ['with a dialog on top', { controls: orders }, { controls: [...orders, control('dialog', 'Sure?', { path: 'body/dialog' })] }, true],
    [
      'pages of a query',
      { controls: orders, url: 'https://desk.example/?page=orders' },
      { controls: [heading('Carts'), ...orders.slice(1)], url: 'https://desk.example/?page=carts' },
      true,
    ],
    [
      'pages of a query under one heading',
      { controls: orders, url: 'https://desk.example/?page=orders', title: 'Orders' },
      { controls: orders, url: 'https://desk.example/?page=carts', title: 'Carts' },
      true,
    ],
    [
      'pages of a query, one of them nearly empty, under one heading and title',
      { controls: [heading('Desk'), ...parts('a', 'b', 'c', 'd', 'e', 'f')], url: 'https://desk.example/?page=orders' },
      { controls: [heading('Desk'), ...parts('a')], url: 'https://desk.example/?page=carts' },
      true,
    ],
    [
      'pages of a query without headings, one of which has a little less',
      { controls: parts(...'abcdefghij'), url: 'https://desk.example/?page=orders' },
      { controls: parts(...'abcdefghi'), url: 'https://desk.example/?page=carts' },
      true,
    ],
    [
      'of other structures under one heading',
      { controls: [heading('Desk'), ...parts('a', 'b', 'c')] },
      { controls: [heading('Desk'), ...parts('x', 'y', 'z')] },
      false,
    ],
    [
      'even at one address that tells',
      { controls: [heading('Desk'), ...parts('a', 'b', 'c')] },
      { controls: [heading('Desk'), ...parts('x', 'y', 'z')] },
      true,
    ],
  ])('%s', (_how, one, other, addressed) => {
    expect(isSameScreen(sight(one), sight(other), addressed)).toBe(false);
    expect(isSameScreen(sight(other), sight(one), addressed)).toBe(false);
  });

  test.each(names.slice(1))('%s and the first recorded one', (name) => {
    expect(
      isSameScreen(
        sight({ controls: recorded(names[0] ?? ''), title: names[0] ?? '' }),
        sight({ controls: recorded(name), title: name }),
        false,
      ),
    ).toBe(false);
  });
});

describe('E82: what is open belongs to the screen', () => {
  const bar = ['File', 'Edit', 'Go'].map((name) => control('menuitem', name, { path: 'header/ul/li' }));
  const opened = (role: string, path: string, ...words: readonly string[]): Sight => ({
    controls: [...orders, ...bar, ...words.map((name) => control(role, name, { path }))],
  });
  const menu = (...words: readonly string[]): Sight => opened('menuitem', 'header/ul/li/ul/li', ...words);
  const dialog = (name: string): Sight => opened('dialog', 'div', name);
  const people = ['Ann Lee', 'Bob Kay'].map((name) => control('link', name, { path: 'main/ul/li/a' }));
  const named = (name: string): Sight => ({ controls: [...(dialog(name).controls ?? []), ...people] });

  test.each<[what: string, one: Sight, other: Sight, isSame: boolean]>([
    ['two menus', menu('New', 'Open', 'Save'), menu('Undo', 'Find', 'Replace'), false],
    ['a menu with other recent files', menu('New', 'Open', 'Save', 'a.txt'), menu('New', 'Open', 'Save', 'b.txt'), true],
    ['a menu that has grown', menu('New', 'Open'), menu('New', 'Open', 'Save'), true],
    ['two dialogs', dialog('Rename'), dialog('Share with others'), false],
    ['the dialog of another row', dialog('Delete Ann?'), dialog('Delete Bob?'), true],
    ['the dialog that is called as its row', named('Ann Lee'), named('Bob Kay'), true],
    ['what a list offers', opened('option', 'div/ul/li', 'Ann', 'Bob'), opened('option', 'div/ul/li', 'Cy', 'Dee'), true],
  ])('%s', (_, one, other, isSame) => {
    expect(isSameScreen(sight(one), sight(other), false)).toBe(isSame);
    const [hashed, others] = [sight(one), sight(other)].map((of) => ({ ...of, structure: hashedStructure(of, (text) => digestOf(text)) }));
    expect(hashed && others && isSameScreen(hashed, others, true)).toBe(isSame);
  });
});

describe('E83: a heading that says which step it is', () => {
  const under = (...names: readonly string[]): Witnessed => sight({ controls: [...names.map(heading), ...parts('a', 'b', 'c', 'd')] });

  test.each<[one: string, other: string, isSame: boolean]>([
    ['Step 1 of 4', 'Step 2 of 4', false],
    ['Schritt 2: Adresse', 'Schritt 3: Zahlung', false],
    ['第 1 步', '第 2 步', false],
    ['2 steps left', '1 steps left', true],
    ['Page 1 of 9', 'Page 2 of 9', true],
    ['Tasks (3)', 'Tasks (4)', true],
  ])('%s, %s', (one, other, isSame) => {
    expect(isSameScreen(under('Order', one), under('Order', other), false)).toBe(isSame);
  });
});
