import { describe, expect, test } from '@jest/globals';
import { amountsIn, readAmount } from '../../../src/domain/guard/amounts.js';
import { defaultGuardRules } from '../../../src/domain/guard/default-rules.js';
import { guardAction, rememberingOfHeld, type GuardRule } from '../../../src/domain/guard/guard.js';
import { createJudgement } from '../../../src/domain/guard/judge.js';
import type { JudgedPage } from '../../../src/domain/guard/judged-page.js';
import { covers, type Approvable, type Approval, type Remembering } from '../../../src/domain/human/approvals.js';
import type { Control } from '../../../src/domain/ui/control.js';
import type { UiActionOf } from '../../../src/domain/ui/ui-action.js';
import { fragmentControls } from '../../support/fragment-controls.js';

const page: JudgedPage = { application: 'Shop', address: 'https://shop.example/checkout?session=1#top' };
const run = { id: 'r', first: 'f' };

type Deed = (find: (name: string, nth?: number) => Control, controls: readonly Control[]) => UiActionOf<Control>;

const click =
  (name: string, nth = 0): Deed =>
  (find) => ({ type: 'click', target: { control: find(name, nth) }, button: 'left', clickCount: 1 });

function remembering(html: string, deed: Deed, where: JudgedPage = page): Remembering {
  const controls = fragmentControls(html);
  const find = (name: string, nth = 0): Control => {
    const found = controls.filter((each) => each.name === name)[nth];
    if (!found) throw new Error(`no ${name} in ${html}`);
    return found;
  };
  const { remembering: read } = createJudgement({ controls, page: where })(deed(find, controls));
  if (!read) throw new Error('nothing was read');
  return read;
}

function what(html: string, deed: Deed, where?: JudgedPage): Approvable {
  const read = remembering(html, deed, where);
  if ('not' in read) throw new Error(read.not);
  return read.what;
}

function approval(of: Approvable, more: Partial<Approval> = {}): Approval {
  return { id: 'a', for: 'app', run, what: of, by: 'ada', at: '2026-01-01T00:00:00.000Z', requestId: 'c1', used: 0, ...more };
}

const order = (total: string, more = '') =>
  `<h1>Cart</h1><form><p>Two notebooks</p><p>Total: ${total}</p><label>Quantity <input type="number" value="2"/></label>${more}<button>Pay now</button></form>`;
const mail = (sender: string) => `<li><p>${sender}</p><button>Delete</button></li>`;
const message = (to: string, text: string) =>
  `<form><label>To <input value="${to}"/></label><label>Message <textarea>${text}</textarea></label><button>Send</button></form>`;

describe('HE42: what a remembered approval is for', () => {
  test('is read on the screen: the control, the page without its query, the kind of action, the amounts', () => {
    expect(what(order('$12.50'), click('Pay now'))).toEqual({
      version: 1,
      text: 'click button "Pay now"',
      kind: 'click',
      control: { role: 'button', name: 'pay now', path: expect.stringContaining('form') },
      page: 'https://shop.example/checkout',
      among: [],
      amounts: { $: { low: 12.5, high: 12.5 }, quantity: { low: 2, high: 2 } },
    });
  });

  test.each<[string, string, Deed, JudgedPage?]>([
    [
      'a click at a bare point',
      '<p>News</p>',
      () => ({ type: 'click', target: { point: { x: 900, y: 900 }, unit: 'px' }, button: 'left', clickCount: 1 }),
    ],
    [
      'a drag',
      order('$5'),
      () => ({ type: 'drag', from: { point: { x: 1, y: 1 }, unit: 'px' }, to: { point: { x: 90, y: 90 }, unit: 'px' }, button: 'left' }),
    ],
    ['keys that nothing has the focus for', order('$5'), () => ({ type: 'press-keys', keys: '{ENTER}' })],
    ['a control without a name', '<div><p>Pay</p><button></button></div>', click('')],
    ['what cannot be undone', '<form><p>This cannot be undone.</p><button>Delete</button></form>', click('Delete')],
    ['an amount that cannot be read', order('$5k'), click('Pay now')],
    [
      'an amount that stands elsewhere',
      '<form><p>Total: $500</p><div><p>Now?</p><button>Pay now</button></div><div><p>Later?</p><button>Pay now</button></div></form>',
      click('Pay now'),
    ],
    ['a page without an address', order('$5'), click('Pay now'), { application: 'x', address: 'about:blank' }],
  ])('is nothing for %s', (_what, html, deed, where = page) => {
    expect(remembering(html, deed, where)).toEqual({ not: expect.any(String) });
  });

  test.each<[string, boolean, string, Deed, string, Deed, JudgedPage?]>([
    ['the same', true, order('$12.50'), click('Pay now'), order('$12.50'), click('Pay now')],
    ['less', true, order('$12.50'), click('Pay now'), order('$9'), click('Pay now')],
    ['more', false, order('$12.50'), click('Pay now'), order('$12.51'), click('Pay now')],
    ['much more, with a point for thousands', false, order('12,50 €'), click('Pay now'), order('1.250 €'), click('Pay now')],
    ['another currency', false, order('$12.50'), click('Pay now'), order('€12.50'), click('Pay now')],
    ['no amount', false, order('$12.50'), click('Pay now'), order('free'), click('Pay now')],
    ['an amount where there was none', false, order('free'), click('Pay now'), order('$1'), click('Pay now')],
    ['a second amount that is higher', false, order('$12.50'), click('Pay now'), order('$12.50', '<p>Fee: $80</p>'), click('Pay now')],
    ['a larger quantity', false, order('$12.50'), click('Pay now'), order('$12.50').replace('value="2"', 'value="3"'), click('Pay now')],
    [
      'other things in the same order',
      true,
      order('$12.50'),
      click('Pay now'),
      order('$12.50').replace('notebooks', 'pens'),
      click('Pay now'),
    ],
    [
      'another button',
      false,
      order('$5', '<button>Order</button>'),
      click('Pay now'),
      order('$5', '<button>Order</button>'),
      click('Order'),
    ],
    ['the same name in disguise', true, order('$5'), click('Pay now'), order('$5').replace('Pay now', 'PAY  now'), click('PAY now')],
    ['another place', false, order('$5'), click('Pay now'), `<div>${order('$5')}</div>`, click('Pay now')],
    [
      'another page',
      false,
      order('$5'),
      click('Pay now'),
      order('$5'),
      click('Pay now'),
      { application: 'Shop', address: 'https://shop.example/other' },
    ],
    [
      'another site',
      false,
      order('$5'),
      click('Pay now'),
      order('$5'),
      click('Pay now'),
      { application: 'Shop', address: 'https://evil.example/checkout' },
    ],
    [
      'another query',
      true,
      order('$5'),
      click('Pay now'),
      order('$5'),
      click('Pay now'),
      { application: 'Shop', address: 'https://shop.example/checkout?session=2' },
    ],
    [
      'another route of the same page',
      false,
      order('$5'),
      click('Pay now'),
      order('$5'),
      click('Pay now'),
      { application: 'Shop', address: 'https://shop.example/checkout#/orders/17' },
    ],
    [
      'a right click',
      false,
      order('$5'),
      click('Pay now'),
      order('$5'),
      (find) => ({ type: 'click', target: { control: find('Pay now') }, button: 'right', clickCount: 1 }),
    ],
    [
      'a key',
      false,
      order('$5'),
      click('Pay now'),
      order('$5'),
      (find) => ({ type: 'press-keys', target: { control: find('Pay now') }, keys: '{ENTER}' }),
    ],
    [
      'another row',
      false,
      `<ul>${mail('Ada')}${mail('Bob')}</ul>`,
      click('Delete', 0),
      `<ul>${mail('Ada')}${mail('Bob')}</ul>`,
      click('Delete', 1),
    ],
    ['another mail in the same row', false, `<ul>${mail('Ada')}</ul>`, click('Delete'), `<ul>${mail('Bob')}</ul>`, click('Delete')],
    [
      'the same row',
      true,
      `<ul>${mail('Ada')}${mail('Bob')}</ul>`,
      click('Delete'),
      `<ul>${mail('Ada')}${mail('Bob')}</ul>`,
      click('Delete'),
    ],
    [
      'another text to the same recipient',
      true,
      message('ada@x.example', 'Hi'),
      click('Send'),
      message('ada@x.example', 'Bye'),
      click('Send'),
    ],
    ['another recipient', false, message('ada@x.example', 'Hi'), click('Send'), message('eve@x.example', 'Hi'), click('Send')],
    [
      'another option',
      false,
      '<select aria-label="Action"><option>Delete</option></select>',
      (find) => ({ type: 'select-option', target: { control: find('Action') }, values: ['Delete'] }),
      '<select aria-label="Action"><option>Delete</option></select>',
      (find) => ({ type: 'select-option', target: { control: find('Action') }, values: ['Publish'] }),
    ],
  ])('covers, or does not cover, %s: %s', (_case, expected, html, deed, laterHtml, laterDeed, where = page) => {
    const later = what(laterHtml, laterDeed, where);
    expect(covers(approval(what(html, deed)), { what: later, run }, '2026-01-01T10:00:00.000Z')).toBe(expected);
  });

  test('an application without addresses is told by its name', () => {
    expect(what(order('$5'), click('Pay now'), { application: 'Books' }).page).toBe('Books');
  });
});

describe('HE42: a rule may forbid remembering', () => {
  const guard = (...rules: readonly GuardRule[]) => ({ origins: [], apps: [], rules: [...defaultGuardRules, ...rules], off: false });
  const held = (html: string, name: string, ...rules: readonly GuardRule[]) => {
    const controls = fragmentControls(html);
    const control = controls.find((each) => each.name === name) as Control;
    const activation = createJudgement({ controls, page })({ type: 'click', target: { control }, button: 'left', clickCount: 1 });
    return {
      verdict: guardAction(guard(...rules), { function: 'click_input', args: {}, effect: 'input', target: control, activation }),
      activation,
    };
  };

  test('also where another rule, that does not, holds the action first', () => {
    const { verdict } = held(order('$5'), 'Pay now', { reason: 'money leaves', words: ['pay'], remember: false });
    expect(verdict).toMatchObject({ verdict: 'confirm', reason: 'pays or orders something', forbids: 'money leaves' });
  });

  test('the question says so', () => {
    expect(rememberingOfHeld('money leaves', undefined)).toEqual({ remembering: { not: 'a rule of the guard forbids it (money leaves)' } });
  });

  test.each([
    ['agreeing to a contract', '<p>Terms</p><button>Accept the contract</button>', 'Accept the contract', 'agrees to a contract'],
    ['transferring rights', '<p>Ada</p><button>Transfer ownership</button>', 'Transfer ownership', 'transfers rights'],
    ['a control without a name', '<div><p>x</p><button></button></div>', '', 'presses something that has no name'],
  ])('built-in ones do for %s', (_what, html, name, reason) => {
    expect(held(html, name).verdict).toMatchObject({ verdict: 'confirm', forbids: reason });
  });

  test('built-in ones do not for paying, sending and deleting', () => {
    expect(held(order('$5'), 'Pay now').verdict).not.toHaveProperty('forbids');
    expect(held(message('a', 'b'), 'Send').verdict).not.toHaveProperty('forbids');
    expect(held(`<ul>${mail('Ada')}</ul>`, 'Delete').verdict).not.toHaveProperty('forbids');
  });
});

describe('HE42: amounts of money are read', () => {
  test.each([
    ['12', 12, 12],
    ['12.50', 12.5, 12.5],
    ['12,50', 12.5, 12.5],
    ['1,234.56', 1234.56, 1234.56],
    ['1.234,56', 1234.56, 1234.56],
    ['1.234.567', 1_234_567, 1_234_567],
    ["1'234.50", 1234.5, 1234.5],
    ['1.234', 1.234, 1234],
    ['0.005', 0.005, 0.005],
    ['3 200', 200, 3200],
    ['٣٥٫٥', 35.5, 35.5],
    ['१२', 12, 12],
  ])('%s', (text, low, high) => {
    expect(readAmount(text)).toEqual({ low, high });
  });

  test.each(['', '1.23.45', 'x'])('%s is none', (text) => {
    expect(readAmount(text)).toBeUndefined();
  });

  test.each([
    [
      'Total: $12.50 and 3 €',
      [
        ['$', 12.5],
        ['€', 3],
      ],
    ],
    ['Qty 50 $10', [['$', 10]]],
    ['no amount in 2026', []],
    ['CHF 20', [['CHF', 20]]],
    ['$5k', undefined],
    ['€ 3 million', undefined],
    ['3 тыс руб', []],
  ])('in "%s"', (text, expected) => {
    expect(amountsIn(text)?.map(({ currency, amount }) => [currency, amount.high])).toEqual(expected);
  });
});
