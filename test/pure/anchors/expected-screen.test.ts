// When a screen counts as the recorded one.
import { expect, test } from '@jest/globals';
import { expectedScreen, matchScreen, type SeenNow } from '../../../src/domain/anchors/expected-screen.js';
import type { Control } from '../../../src/domain/ui/control.js';

const control = (role: string, name: string, path: string): Control => ({
  id: path,
  role,
  name,
  path,
  bounds: { x: 0, y: 0, width: 9, height: 9 },
  enabled: true,
  visible: true,
  interactive: role !== 'heading' && role !== 'text',
  source: 'tree',
});

const page = (more: Partial<SeenNow> & { readonly heading?: string; readonly buttons?: readonly string[] } = {}): SeenNow => {
  const { heading = 'Blue mug', buttons = ['Add to cart', 'Compare'], ...seen } = more;
  return {
    app: 'browser',
    url: 'http://shop.test/products/blue-mug',
    title: 'Shop',
    controls: [
      control('heading', heading, 'body/main[1]/h1[1]'),
      control('text', 'In stock', 'body/main[1]/p[1]/text()[1]'),
      control('textbox', 'Quantity', 'body/main[1]/form[1]/input[1]'),
      ...buttons.map((name, at) => control('button', name, `body/main[1]/form[1]/button[${at + 1}]`)),
    ],
    ...seen,
  };
};

const recorded = expectedScreen(page());

test.each([
  ['itself', page(), true],
  ['it at an empty route', page({ url: 'http://shop.test/products/blue-mug#/' }), true],
  ['it moved', page({ url: 'http://shop.test/catalogue/mugs/blue' }), true],
  ['it under another heading and title', page({ heading: 'Mug, blue', title: 'The shop' }), true],
  ['it with other buttons', page({ buttons: ['Put into the basket'] }), true],
  [
    'another of the same form at another place, under the same title',
    page({ url: 'http://shop.test/products/red-mug', heading: 'Red mug' }),
    false,
  ],
  ['another page', page({ url: 'http://shop.test/cart', heading: 'Cart', title: 'Cart', buttons: ['Order'] }), false],
  [
    'another page at the same address',
    page({
      title: 'Cart',
      controls: [control('heading', 'Cart', 'body/aside[1]/h2[1]'), control('link', 'Back', 'body/aside[1]/ul[1]/li[1]/a[1]')],
    }),
    false,
  ],
] as const)('RP4: the screen is %s', (_what, seen, isSame) => {
  expect(matchScreen(recorded, seen).isSame).toBe(isSame);
});

test('RP4: what lies over a screen makes it another, and says so', () => {
  const covered = page();
  const dialog = { ...control('dialog', 'We use cookies', 'body/div[1]'), interactive: false };
  const match = matchScreen(recorded, { ...covered, controls: [...covered.controls, dialog] });
  expect(match).toMatchObject({ isSame: false, because: 'something lies over it: "We use cookies"' });
});

test('RP4: a text that must be there is missed beside all other facts', () => {
  const match = matchScreen(expectedScreen(page(), ['Blue mug']), page({ heading: 'Red mug' }));
  expect(match).toEqual({ isSame: false, because: '"Blue mug" is not on it', lacks: 'Blue mug' });
});

test('RP4: without a word about the screen, any is the same', () => {
  expect(matchScreen({ headings: [], controls: [], structure: [], texts: [] }, page()).isSame).toBe(true);
});

test.each([
  ['2 items in the cart', '/carts/mine', true],
  ['2 items on the list', '/carts/mine', false],
])('RP13: R1: a screen headed "1 item in the cart" is one headed "%s", at another place: %s', (heading, path, isSame) => {
  const at = (where: string, head: string): SeenNow => page({ url: `http://shop.test${where}`, heading: head, title: head });
  expect(matchScreen(expectedScreen(at('/carts/yours', '1 item in the cart')), at(path, heading)).isSame).toBe(isSame);
});

test.each([
  ['7', '7.00 €', true],
  ['2026-03-05', '5 March 2026', true],
  ['7', '17.00 €', false],
])('RP13: R1: a screen with "%s" may write it "%s": %s', (text, written, isSame) => {
  const seen = page();
  const controls = [...seen.controls, control('text', written, 'body/main[1]/p[2]/text()[1]')];
  expect(matchScreen({ ...recorded, texts: [text] }, { ...seen, controls }).isSame).toBe(isSame);
});
