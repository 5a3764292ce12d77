import { describe, expect, test } from '@jest/globals';
import { rebind as rebindBy, restlessTexts, type BoundScreen, type Rebound } from '../../../src/domain/guard/binding.js';
import type { Control } from '../../../src/domain/ui/control.js';
import type { UiAction } from '../../../src/domain/ui/ui-action.js';
import { fragmentControls } from '../../support/fragment-controls.js';
import { lexicon } from '../../support/lexicon.js';

const rebind = (action: UiAction, seen: BoundScreen, now: BoundScreen, restless?: ReadonlySet<string>): Rebound =>
  rebindBy(action, seen, now, lexicon, restless);

/** Ids that say which element it was, by the `id` attribute at the end of its path; none for the rest. */
function screenOf(html: string, document = 'one'): readonly Control[] {
  return fragmentControls(html).map((control, index) => {
    const own = /#([\w-]+)$/.exec(control.path)?.[1];
    return { ...control, id: own === undefined ? `${document}.${index}` : `${document}.${own}` };
  });
}

function clickOn(controls: readonly Control[], name: string, index = 0): UiAction {
  const control = controls.filter((each) => each.name === name)[index];
  if (!control) throw new Error(`no ${name} among ${controls.map((each) => each.name).join(', ')}`);
  const { role, path } = control;
  return { type: 'click', target: { control: { label: '1', role, name, path } }, button: 'left', clickCount: 1 };
}

const clickAt = (x: number, y: number): UiAction => ({
  type: 'click',
  target: { point: { x, y }, unit: 'px' },
  button: 'left',
  clickCount: 1,
});
const because = (rebound: Rebound): string => (rebound.fits ? 'fits' : rebound.because);

const order = (amount: string, elsewhere = '') =>
  `<p>${elsewhere}</p><div><form><p>Total: ${amount}</p><label>Card <input id="card" value="4111"/></label><button id="go">Pay</button></form></div>`;
const mails = (...senders: readonly string[]) =>
  `<h1>Inbox</h1><ul>${senders.map((sender) => `<li><p>${sender}</p><button>Delete</button></li>`).join('')}</ul>`;

const removal = '<main><form><p>This is final</p><button>Delete</button></form></main>';
const tabs = (chosen: string) =>
  `<div role="tablist">${['Ada', 'Eve'].map((name) => `<div role="tab" aria-selected="${name === chosen}" tabindex="0">${name}</div>`).join('')}</div>`;

describe('LK3, HE13: an approval is for the element that it was asked for, where it stands', () => {
  const cases: readonly (readonly [what: string, name: string, was: string, is: string, expected: RegExp])[] = [
    ['nothing changed', 'Pay', order('$5'), order('$5'), /^fits$/],
    ['a clock elsewhere ticked', 'Pay', order('$5', 'It is 12:00:01'), order('$5', 'It is 12:00:02'), /^fits$/],
    [
      'elsewhere another form came',
      'Pay',
      order('$5'),
      `<form><input aria-label="Search"/><button>Search</button></form>${order('$5')}`,
      /^fits$/,
    ],
    ['the amount beside it changed', 'Pay', order('$5'), order('$500'), /beside button "Pay", .*"Total: \$5" became .*"Total: \$500"/],
    [
      'what is in the field beside it changed',
      'Pay',
      order('$5'),
      order('$5').replace('4111', '4222'),
      /with "4111" became .* with "4222"/,
    ],
    ['a text came beside it', 'Pay', order('$5'), order('$5').replace('<label>', '<p>Monthly</p><label>'), /"Monthly" is new/],
    ['a text beside it went', 'Pay', order('$5').replace('<label>', '<p>Refundable</p><label>'), order('$5'), /"Refundable" is gone/],
    ['its own name changed', 'Pay', order('$5'), order('$5').replace('>Pay<', '>Pay monthly<'), /now reads "Pay monthly"|no longer there/],
    ['how old its row is', 'Delete', mails('Ada, 2 minutes ago'), mails('Ada, 3 days ago'), /^fits$/],
    ['how old its row is, in German', 'Delete', mails('Ada, vor 2 Minuten'), mails('Ada, vor 3 Tagen'), /^fits$/],
    [
      'the heading of the page',
      'Delete',
      `<header><h1>Ada</h1></header>${removal}`,
      `<header><h1>Eve</h1></header>${removal}`,
      /on the page, heading "Ada" became heading "Eve"/,
    ],
    [
      'the heading over its form',
      'Delete',
      `<h2>Ada</h2><form><button>Delete</button></form>`,
      `<h2>Eve</h2><form><button>Delete</button></form>`,
      /"Ada" became/,
    ],
    ['a number in a heading', 'Delete', `<h1>Ticket 17</h1>${removal}`, `<h1>Ticket 18</h1>${removal}`, /"Ticket 17" became/],
    ['a count in front of a heading', 'Delete', `<h1>(3) Mail</h1>${removal}`, `<h1>(4) Mail</h1>${removal}`, /^fits$/],
    [
      'the end of the way to the page',
      'Delete',
      `<nav><a href="/u">Users</a> / <span>Ada</span></nav>${removal}`,
      `<nav><a href="/u">Users</a> / <span>Eve</span></nav>${removal}`,
      /"Ada" became/,
    ],
    [
      'a field elsewhere',
      'Delete',
      `<div><input aria-label="User" value="Ada"/></div>${removal}`,
      `<div><input aria-label="User" value="Eve"/></div>${removal}`,
      /with "Ada" became .* with "Eve"/,
    ],
    ['which tab is chosen', 'Delete', `${tabs('Ada')}${removal}`, `${tabs('Eve')}${removal}`, /on the page, tab "Ada"/],
    ['another number in its row', 'Delete', mails('Invoice 2'), mails('Invoice 3'), /"Invoice 2" became .*"Invoice 3"/],
  ];
  test.each(cases)('%s', (_what, name, was, is, expected) => {
    const [then, now] = [screenOf(was), screenOf(is)];
    expect(because(rebind(clickOn(then, name), { controls: then }, { controls: now }))).toMatch(expected);
  });

  test.each([
    ['Ada', 'Eve', /^on the page, "Ada" became "Eve"$/],
    ['(3) Mail', '(4) Mail', /^fits$/],
  ])('the title of a page: %s, then %s', (was, is, expected) => {
    const controls = screenOf(removal);
    expect(because(rebind(clickOn(controls, 'Delete'), { controls, about: [was] }, { controls, about: [is] }))).toMatch(expected);
    expect(rebind(clickOn(controls, 'Delete'), { controls }, { controls, about: [is] }).fits).toBe(true);
  });

  test.each([
    ['leads elsewhere', { leads: 'other' }, /now leads elsewhere/],
    ['carries something else', { carries: 'other' }, /what button "Pay" would send has changed/],
    ['shows something else', { shown: 'Pay $500' }, /now shows "Pay \$500"/],
  ])('a control that %s', (_what, change, expected) => {
    const then = screenOf(order('$5')).map((each) => (each.name === 'Pay' ? { ...each, leads: 'x', carries: 'y', shown: 'Pay $5' } : each));
    const now = then.map((each) => (each.name === 'Pay' ? { ...each, ...change } : each));
    expect(because(rebind(clickOn(then, 'Pay'), { controls: then }, { controls: now }))).toMatch(expected);
    const later = now.map((each) => (each.name === 'Pay' ? { ...each, carries: 'z' } : each));
    // What a page renews all the time voids nothing.
    const restless = restlessTexts(now, later);
    const isCarried = 'carries' in change;
    expect(rebind(clickOn(then, 'Pay'), { controls: then }, { controls: later }, restless).fits).toBe(isCarried);
  });

  test.each([
    ['https://shop.example/users/1', 'https://shop.example/users/2', /^the page is now https:\/\/shop.example\/users\/2$/],
    ['https://shop.example/?id=1', 'https://shop.example/?id=2', /^the page is now/],
    ['https://shop.example/#/users/1', 'https://shop.example/#/users/2', /^the page is now/],
    ['https://shop.example/users/1', 'https://shop.example/users/1#top', /^fits$/],
  ])('on %s, and now on %s', (was, is, expected) => {
    const controls = screenOf(order('$5'));
    expect(because(rebind(clickOn(controls, 'Pay'), { controls, address: was }, { controls, address: is }))).toMatch(expected);
  });

  test('a row that arrived on top: the element is followed where the document is the same', () => {
    const withIds = (senders: readonly string[]): readonly Control[] => {
      const controls = screenOf(mails(...senders));
      const buttons = controls.filter(({ name }) => name === 'Delete');
      return controls.map((each) => (each.name === 'Delete' ? { ...each, id: `of ${senders[buttons.indexOf(each)] ?? ''}` } : each));
    };
    const [then, now] = [withIds(['Ada']), withIds(['Bob', 'Ada'])];
    const rebound = rebind(clickOn(then, 'Delete'), { controls: then }, { controls: now });
    expect(rebound).toMatchObject({ fits: true, targets: [{ id: 'of Ada' }] });
    expect(rebound).not.toMatchObject({ targets: [{ path: then.find(({ name }) => name === 'Delete')?.path }] });
  });

  test('a row that arrived on top in a document made anew: what is under the old path is another one', () => {
    const [then, now] = [screenOf(mails('Ada'), 'one'), screenOf(mails('Bob', 'Ada'), 'two')];
    expect(because(rebind(clickOn(then, 'Delete'), { controls: then }, { controls: now }))).toMatch(/"Ada" became .*"Bob"/);
  });

  test('a document made anew in which nothing changed', () => {
    const [then, now] = [screenOf(mails('Bob', 'Ada'), 'one'), screenOf(mails('Bob', 'Ada'), 'two')];
    expect(rebind(clickOn(then, 'Delete', 1), { controls: then }, { controls: now })).toMatchObject({
      fits: true,
      targets: [{ path: now.filter(({ name }) => name === 'Delete')[1]?.path }],
    });
  });

  test('an element that is used for another row is not the approved one', () => {
    const row = (sender: string) => `<ul><li><p>${sender}</p><button id="first">Delete</button></li></ul>`;
    const [then, now] = [screenOf(row('Ada')), screenOf(row('Bob'))];
    expect(because(rebind(clickOn(then, 'Delete'), { controls: then }, { controls: now }))).toMatch(/"Ada" became .*"Bob"/);
  });

  test.each([
    ['is disabled now', { enabled: false }],
    ['is out of sight now', { visible: false }],
  ])('a control that %s', (text, state) => {
    const then = screenOf(order('$5'));
    const now = then.map((each) => (each.name === 'Pay' ? { ...each, ...state } : each));
    expect(because(rebind(clickOn(then, 'Pay'), { controls: then }, { controls: now }))).toBe(`button "Pay" ${text}`);
  });

  test('a neighbour in a list comes and goes', () => {
    const [then, now] = [screenOf(mails('Ada', 'Bob'), 'one'), screenOf(mails('Ada', 'Bob', 'Eve'), 'two')];
    expect(because(rebind(clickOn(then, 'Delete'), { controls: then }, { controls: now }))).toBe('fits');
  });

  test('what is under a point', () => {
    const [then, now] = [screenOf(order('$5')), screenOf(order('$5').replace('>Pay<', '>Pay all<'))];
    const pay = then.find(({ name }) => name === 'Pay')?.bounds ?? { x: 0, y: 0 };
    const at = clickAt(pay.x + 5, pay.y + 5);
    expect(because(rebind(at, { controls: then }, { controls: then }))).toBe('fits');
    expect(because(rebind(at, { controls: then }, { controls: now }))).toMatch(/now reads "Pay all"|now in the place/);
    expect(because(rebind(at, { controls: then }, { controls: screenOf('<p>Nothing here</p>') }))).toMatch(
      /no longer there|now in the place/,
    );
  });

  test('a point where no control is known is judged by its pixels', () => {
    const { controls } = { controls: screenOf('<h1>Drawing</h1>') };
    expect(rebind(clickAt(300, 400), { controls }, { controls })).toEqual({
      fits: true,
      targets: [],
      pictures: [{ was: { x: 252, y: 352, width: 96, height: 96 }, is: { x: 252, y: 352, width: 96, height: 96 }, isAll: false }],
    });
  });

  test('a control that a row of words does not tell from others is compared by its pixels, too', () => {
    const then = screenOf('<ul><li><button>Delete</button></li></ul>');
    expect(rebind(clickOn(then, 'Delete'), { controls: then }, { controls: then })).toMatchObject({
      fits: true,
      pictures: [{ isAll: false }],
    });
    const anew = screenOf('<ul><li><button>Delete</button></li></ul>', 'two');
    expect(rebind(clickOn(then, 'Delete'), { controls: then }, { controls: anew })).toMatchObject({
      fits: true,
      pictures: [{ isAll: true }],
    });
  });

  test('keys are for what has the focus, and for what they press from there', () => {
    const enter: UiAction = { type: 'press-keys', keys: '{ENTER}' };
    const focusedOn = (controls: readonly Control[], name: string) =>
      controls.map((each) => (each.name === name ? { ...each, states: ['focused'] } : each));
    const page = screenOf('<p>Two</p><button id="a">Keep</button><button id="b">Delete</button>');
    expect(because(rebind(enter, { controls: focusedOn(page, 'Keep') }, { controls: focusedOn(page, 'Keep') }))).toBe('fits');
    expect(because(rebind(enter, { controls: focusedOn(page, 'Keep') }, { controls: focusedOn(page, 'Delete') }))).not.toBe('fits');
    expect(because(rebind(enter, { controls: page }, { controls: focusedOn(page, 'Delete') }))).toMatch(/now has the focus/);
    const tabbed: UiAction = { type: 'press-keys', keys: '{TAB}{ENTER}' };
    const other = screenOf('<p>Two</p><button id="a">Keep</button><button id="c">Send</button><button id="b">Delete</button>');
    expect(because(rebind(tabbed, { controls: focusedOn(page, 'Keep') }, { controls: focusedOn(other, 'Keep') }))).not.toBe('fits');
  });
});

describe('Texts that change by themselves', () => {
  const counter = (count: string) => `<div><p>Visitors: ${count}</p><button id="go">Order</button></div>`;
  const [then, now, later] = [screenOf(counter('17')), screenOf(counter('31')), screenOf(counter('32'))];

  test('HE13: what was seen to change while nothing was done does not void an approval', () => {
    expect(because(rebind(clickOn(then, 'Order'), { controls: then }, { controls: now }))).toMatch(/Visitors: 17/);
    const restless = restlessTexts(now, later);
    expect([...restless]).toEqual(['Visitors: #']);
    expect(because(rebind(clickOn(then, 'Order'), { controls: then }, { controls: later }, restless))).toBe('fits');
  });

  test('an amount of money is never one of them, nor a text whose words change', () => {
    expect([...restlessTexts(screenOf(counter('$5')), screenOf(counter('$6')))]).toEqual([]);
    expect([...restlessTexts(screenOf(counter('17 men')), screenOf(counter('17 women')))]).toEqual([]);
  });
});

describe('HE13: an approval is for all that is filled in around it, whatever repeats its control', () => {
  const to = (name: string): string => `<label>To <input value="${name}"/></label>`;
  test.each<[string, string, (name: string) => string]>([
    [
      'Donate $5',
      'buttons that differ by a number',
      (name) => `<form>${to(name)}<button>Donate $5</button><button>Donate $10</button></form>`,
    ],
    [
      'Send',
      'the same button above and below',
      (name) => `<div><h2>New message</h2><button>Send</button>${to(name)}<p>Hello</p><button>Send</button></div>`,
    ],
    [
      'Send',
      'a text that only stands elsewhere in the group',
      (name) => `<div><h2>New message</h2><button>Send</button><p>To ${name}</p><button>Send</button></div>`,
    ],
  ])('%s: %s', (button, _what, page) => {
    const [was, same, now] = [page('ada'), page('ada'), page('eve')].map((html) => fragmentControls(html));
    const { role, name, path } = was?.find((each) => each.name === button) as Control;
    const click: UiAction = { type: 'click', target: { control: { label: '1', role, name, path } }, button: 'left', clickCount: 1 };
    expect(rebind(click, { controls: was ?? [] }, { controls: same ?? [] }).fits).toBe(true);
    expect(rebind(click, { controls: was ?? [] }, { controls: now ?? [] }).fits).toBe(false);
  });
});
