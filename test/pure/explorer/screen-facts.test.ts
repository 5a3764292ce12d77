// What a screen is called by beside its title, from its controls and its address.
import { describe, expect, test } from '@jest/globals';
import { addressOf, headingsOf, lastingFacts } from '../../../src/domain/explorer/screen-names.js';
import type { Control } from '../../../src/domain/ui/control.js';
import { control } from './controls.js';

const heading = (name: string, path: string, more: Partial<Control> = {}): Control => control('heading', name, { path, ...more });

describe('the headings of a screen', () => {
  test.each<readonly [what: string, controls: readonly Control[], headings: readonly string[]]>([
    ['begin with the highest level', [heading('Part', 'main/h2[1]'), heading('Whole', 'main/div[1]/h1[1]/span[1]')], ['Whole', 'Part']],
    [
      'put what surrounds the content last',
      [heading('Shop', 'body/header[1]/h1[1]'), heading('Cart', 'body/main[1]/h2#cart')],
      ['Cart', 'Shop'],
    ],
    [
      'take an element without a level as the second',
      [heading('One', 'main/h3[1]'), heading('Two', 'main/div[1]'), heading('Three', 'main/h1[1]')],
      ['Three', 'Two', 'One'],
    ],
    ['are at most three, each once', ['A', 'B', ' b ', 'C', 'D'].map((name, index) => heading(name, `main/h2[${index}]`)), ['A', 'B', 'C']],
    [
      'leave out what nobody sees and what has no text',
      [heading('Hidden', 'main/h1[1]', { visible: false }), heading(' ', 'main/h1[2]')],
      [],
    ],
    [
      'begin with a dialog on top, and what it says',
      [
        heading('Pets', 'main/h1[1]', { bounds: { x: 0, y: 500, width: 10, height: 10 } }),
        control('dialog', 'Remove it?', { bounds: { x: 0, y: 0, width: 400, height: 400 } }),
        heading('Rex', 'body/div[1]/h2[1]', { bounds: { x: 10, y: 10, width: 100, height: 20 } }),
      ],
      ['Remove it?', 'Rex', 'Pets'],
    ],
    ['are one line each', [heading(`Two\n lines ${'x'.repeat(100)}`, 'main/h1[1]')], [`Two lines ${'x'.repeat(69)}…`]],
  ])('%s', (_what, controls, headings) => {
    expect(headingsOf(controls)).toEqual(headings);
  });
});

test.each([
  ['https://shop.example/orders/12/edit?token=secret#top', '/orders/:id/edit'],
  ['https://shop.example/', '/'],
  ['https://shop.example/#/orders/4711?token=secret', '/#/orders/:id'],
  ['https://shop.example/app#!/cart', '/app#!/cart'],
  ['https://shop.example/in#access_token=secret', '/in'],
  ['https://shop.example/in#/access_token=secret', '/in#/access_token'],
  [`https://shop.example/${'a'.repeat(300)}`, `/${'a'.repeat(199)}`],
  ['data:text/html,x', ''],
  ['nowhere', ''],
])('the address of %s is %s', (url, address) => {
  expect(addressOf(url)).toBe(address);
});

describe('what lasts of the variants of a screen', () => {
  test.each<readonly [what: string, variants: Parameters<typeof lastingFacts>[0], facts: ReturnType<typeof lastingFacts>]>([
    ['what the only one has', [{ headings: ['Pets'], address: '/pets' }], { headings: ['Pets'], address: '/pets' }],
    [
      'what most have: contents come and go',
      [
        { headings: ['Rex', 'Pet'], address: '/pets/rex' },
        { headings: ['Tom', 'Pet'], address: '/pets/tom' },
        { headings: ['Pet'], address: '/pets/tom' },
      ],
      { headings: ['Pet'], address: '/pets/tom' },
    ],
    [
      'whatever number is in it',
      [
        { headings: ['Order 1'], address: '/orders/:id' },
        { headings: ['Order 2'], address: '/orders/:id' },
      ],
      { headings: ['Order 1'], address: '/orders/:id' },
    ],
    [
      'the shorter address, if two are as frequent',
      [
        { headings: [], address: '/pets/rex' },
        { headings: [], address: '/pets' },
      ],
      { headings: [], address: '/pets' },
    ],
    [
      'nothing of what was seen before they were kept',
      [
        { headings: [], address: '' },
        { headings: ['Pets'], address: '/pets' },
      ],
      { headings: ['Pets'], address: '/pets' },
    ],
    ['nothing, if nothing is known', [], { headings: [], address: '' }],
  ])('%s', (_what, variants, facts) => {
    expect(lastingFacts(variants)).toEqual(facts);
  });
});
