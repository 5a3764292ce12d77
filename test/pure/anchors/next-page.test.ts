// What turns to the next page of a list (domain/anchors/next-page.ts).
import { expect, test } from '@jest/globals';
import { nextPageOf } from '../../../src/domain/anchors/next-page.js';
import type { Control } from '../../../src/domain/ui/control.js';

type Made = readonly [role: string, name: string, path: string, more?: Partial<Control>];

const row = (name: string, at: number): readonly Made[] => [
  ['cell', name, `table/tr[${at}]/td[1]`, { interactive: false }],
  ['button', 'Mark', `table/tr[${at}]/td[2]/button`],
];
const list = [...row('Anna', 1), ...row('Berta', 2)];
const target = { role: 'button', name: 'Mark', row: ['Emma'] };

function screen(made: readonly Made[]): readonly Control[] {
  return made.map(([role, name, path, more], at) => ({
    ...{ id: `c${at}`, role, name, path, source: 'tree', enabled: true, visible: true, interactive: true },
    ...{ bounds: { x: 0, y: at * 20, width: 10, height: 10 }, ...more },
  }));
}

const there = { destination: 'page pattern' };
const current = { states: ['current'] };
const link = (name: string, at: number, more: Partial<Control> = there): Made => ['link', name, `div/a[${at}]`, more];
const inNav = (name: string, at: number, more: Partial<Control> = {}): Made => ['button', name, `nav/ul/li[${at}]/button`, more];
const here = (name: string): Made => ['text', name, 'div/span', { interactive: false }];

test.each<[string, readonly Made[], string | undefined]>([
  ['links, the present page a text', [here('1'), link('2', 1), link('3', 2)], '2'],
  ['links, the present page in the middle', [link('1', 1), here('2'), link('3', 2)], '3'],
  ['links, the present page told by its state', [link('1', 1, { ...there, ...current }), link('2', 2)], '2'],
  ['buttons in the navigation', [inNav('Page 1', 1, current), inNav('Page 2', 2)], 'Page 2'],
  ['what is declared as the next page', [link('Older', 1, { states: ['next page'] })], 'Older'],
  ['the same paging, the last page', [link('1', 1), link('2', 2), here('3')], undefined],
  ['the next page is disabled', [inNav('1', 1, current), inNav('2', 2, { enabled: false })], undefined],
  [
    'buttons anywhere: days or stars',
    [
      ['button', '1', 'div/button[1]', current],
      ['button', '2', 'div/button[2]'],
    ],
    undefined,
  ],
  ['links that lead nowhere', [here('1'), link('2', 1, {}), link('3', 2, {})], undefined],
  ['numbers without a present one', [link('1', 1), link('2', 2)], undefined],
  ['numbers that are no order', [here('1'), link('3', 1), link('9', 2)], undefined],
  ['a number and a link of a post: a vote and its comments', [here('1'), link('2 comments', 1)], undefined],
  ['two pagings that differ', [here('1'), link('2', 1), link('3', 2), here('5'), link('6', 3), link('7', 4)], undefined],
])('RP14: R2: %s', (_, paging, name) => {
  expect(nextPageOf(target, screen([...list, ...paging]))?.name).toBe(name);
});

test('RP14: R2: no page is turned for what stands in no row, nor where there is no list', () => {
  const paging = [here('1'), link('2', 1)];
  expect(nextPageOf({ role: 'button', name: 'Mark' }, screen([...list, ...paging]))).toBeUndefined();
  expect(nextPageOf(target, screen(paging))).toBeUndefined();
});
