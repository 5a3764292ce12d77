import { describe, expect, test } from '@jest/globals';
import {
  decodeLook,
  encodeLook,
  type DecodedLook,
  type PageControl,
  type PageLook,
} from '../../../src/adapters/webdriver/page/messages.js';

const control = (id: string, path: string, more: Partial<PageControl> = {}): PageControl => ({
  id: `doc.${id}`,
  role: 'button',
  name: 'Pay "now"',
  bounds: { x: -3, y: 0, width: 10, height: 20 },
  enabled: true,
  visible: true,
  interactive: true,
  path,
  ...more,
});
const lookOf = (controls: readonly PageControl[]): PageLook => ({ document: 'doc', title: 'T', url: 'http://a/', controls, foreign: [] });
const through = (look: PageLook): DecodedLook => decodeLook(JSON.parse(JSON.stringify(encodeLook(look))));
const seen = (look: PageLook): DecodedLook => ({ ...look, controls: look.controls.map((each) => ({ ...each, source: 'tree' })) });

describe('a look in transit from the page', () => {
  test.each([
    ['nothing', []],
    ['one path twice', ['body/a[1]', 'body/a[1]']],
    ['paths that differ in the middle', ['body/div[1]/div[9]/span[1]', 'body/div[1]/div[10]/span[1]', 'body/div[1]/div[1]/span[1]']],
    ['a path that repeats itself', ['body/a[1]', 'body/a[1]/a[1]', 'body/a[1]', 'body/a[1]/a[1]/a[1]']],
    ['paths that share nothing', ['body/a[1]', 'form#x', '', 'body/a[2]']],
  ] satisfies readonly (readonly [string, readonly string[]])[])('keeps %s', (_, paths) => {
    const look = lookOf(paths.map((path, index) => control(String(index), path)));
    expect(through(look)).toEqual(seen(look));
  });

  test('keeps text ids, flags, values, states and options', () => {
    const look = lookOf([
      control('7.2', 'body/text()[2]', { role: 'text', interactive: false }),
      control('8', 'body/select[1]', { value: 'b', states: ['required'], options: ['a', 'b'], enabled: false }),
      control('9', 'body/input[1]', { role: 'password', value: '•••', masked: true, visible: false }),
    ]);
    expect(through(look)).toEqual(seen(look));
  });
});
