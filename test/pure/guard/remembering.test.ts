// HE42: what an approval that is remembered for a run holds for. Pages come in pairs that differ in one place.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { defaultGuardRules, guardAction, rememberingOfVerdict, type GuardRule } from '../../../src/domain/guard/guard.js';
import { rebind } from '../../../src/domain/guard/binding.js';
import { createJudgement } from '../../../src/domain/guard/judge.js';
import type { JudgedPage } from '../../../src/domain/guard/approval-context.js';
import type { Remembering } from '../../../src/domain/human/approvals.js';
import type { Control } from '../../../src/domain/ui/control.js';
import type { UiActionOf } from '../../../src/domain/ui/ui-action.js';
import { fragmentControls } from '../../support/fragment-controls.js';
import { lexicon } from '../../support/lexicon.js';
import { propertySeed, seeded } from '../../support/properties.js';

const page: JudgedPage = { name: 'Mail', url: 'https://mail.example/send?draft=1' };

type Deed = (find: (name: string, nth?: number) => Control) => UiActionOf<Control>;

const click =
  (name: string, nth = 0): Deed =>
  (find) => ({ type: 'click', target: { control: find(name, nth) }, button: 'left', clickCount: 1 });

const press =
  (keys: string): Deed =>
  (find) => ({ type: 'press-keys', target: { control: find('Send') }, keys });

function remembering(html: string, deed: Deed, where: JudgedPage = page, about: readonly string[] = []): Remembering {
  const controls = fragmentControls(html);
  const find = (name: string, nth = 0): Control => {
    const found = controls.filter((each) => each.name === name)[nth];
    if (!found) throw new Error(`no ${name} in ${html}`);
    return found;
  };
  const { remembering: read } = createJudgement({ controls, page: where, about }, lexicon)(deed(find));
  if (!read) throw new Error('nothing was read');
  return read;
}

function digest(html: string, deed: Deed = click('Send'), where?: JudgedPage, about?: readonly string[]): string {
  const read = remembering(html, deed, where, about);
  if ('not' in read) throw new Error(read.not);
  return read.what.digest;
}

const message = (to: string, text: string) =>
  `<h1>New message</h1><form><label>To <input value="${to}"/></label><label>Message <textarea value="${text}"/></label><button>Send</button></form>`;

describe('HE42: an approval can be remembered', () => {
  test('for what sends, with what a person reads of it', () => {
    expect(remembering(message('ada', 'Hi'), click('Send'))).toEqual({
      what: { text: 'click button "Send"', digest: expect.stringMatching(/^\w{8,}$/) },
    });
  });

  test.each<[string, string, Deed, JudgedPage?]>([
    ['what deletes', '<ul><li><p>Ada</p><button>Delete</button></li></ul>', click('Delete')],
    ['what pays', '<form><p>Total: $5</p><button>Pay now</button></form>', click('Pay now')],
    ['what transfers rights', '<p>Ada</p><button>Transfer ownership</button>', click('Transfer ownership')],
    ['what configures', '<h1>Account</h1><button>Change password</button>', click('Change password')],
    ['what agrees', '<p>Terms</p><button>Accept the contract</button>', click('Accept the contract')],
    [
      'a click at a bare point',
      '<p>News</p>',
      () => ({ type: 'click', target: { point: { x: 900, y: 900 }, unit: 'px' }, button: 'left', clickCount: 1 }),
    ],
    [
      'a drag',
      message('ada', 'Hi'),
      () => ({ type: 'drag', from: { point: { x: 1, y: 1 }, unit: 'px' }, to: { point: { x: 90, y: 90 }, unit: 'px' }, button: 'left' }),
    ],
    ['keys that nothing has the focus for', message('ada', 'Hi'), () => ({ type: 'press-keys', keys: '{ENTER}' })],
    ['a text', message('', ''), (find) => ({ type: 'set-text', target: { control: find('To') }, text: 'ada', clear: true })],
    ['keys that type', message('', ''), press('ada{ENTER}')],
    ['a control without a name', '<div><p>Send</p><button></button></div>', click('')],
    [
      'a picture beside it that says nothing',
      '<form><p>Photo</p><canvas role="canvas"></canvas><button>Send</button></form>',
      click('Send'),
    ],
    ['a page without an address', message('ada', 'Hi'), click('Send'), { name: 'x', url: 'about:blank' }],
  ])('not for %s', (_what, html, deed, where = page) => {
    expect(remembering(html, deed, where)).toEqual({ not: expect.any(String) });
  });

  test('not where a value cannot be seen', () => {
    const controls = fragmentControls(message('ada', 'Hi')).map((each): Control =>
      each.name === 'To' ? { ...each, value: '•••', masked: true } : each,
    );
    const send = controls.find(({ name }) => name === 'Send') as Control;
    const { remembering: read } = createJudgement(
      { controls, page },
      lexicon,
    )({
      type: 'click',
      target: { control: send },
      button: 'left',
      clickCount: 1,
    });
    expect(read).toEqual({ not: 'a value on the page is masked' });
  });

  test('a rule may forbid it, also where another one holds the action first; the question says so', () => {
    const rules: readonly GuardRule[] = [{ reason: 'our customers', words: ['send'], remember: false }];
    const controls = fragmentControls(message('ada', 'Hi'));
    const target = controls.find(({ name }) => name === 'Send') as Control;
    const activation = createJudgement(
      { controls, page },
      lexicon,
    )({ type: 'click', target: { control: target }, button: 'left', clickCount: 1 });
    const guard = { origins: [], apps: [], rules: [...defaultGuardRules, ...rules], off: false };
    const verdict = guardAction(guard, { function: 'click_input', args: {}, effect: 'input', target, activation });
    expect(verdict).toMatchObject({ verdict: 'confirm', reason: 'sends or publishes something', forbids: 'our customers' });
    expect(rememberingOfVerdict('our customers', activation.remembering)).toEqual({
      remembering: { not: 'a rule of the guard forbids it (our customers)' },
    });
  });
});

/** Each place with what stands there. */
const places = {
  title: 'Mail',
  query: '1',
  path: 'send',
  heading: 'New message',
  breadcrumb: 'Customers',
  crumb: 'Customers / North / 17',
  tab: 'Drafts',
  row: 'Invoice 17',
  checked: 'Ada',
  selected: 'Monday',
  to: 'ada@x.example',
  message: 'Hi',
  date: '3 May',
  beside: 'To everyone in North',
  footer: 'North branch',
  noise: '',
} as const;
type Places = Readonly<Record<keyof typeof places, string>>;
type Frame = 'header' | 'footer' | 'main' | 'form' | 'link' | 'title' | 'heading';

function pageOf(at: Places, frame: Frame = 'main'): string {
  const noise = (where: Frame) => (frame === where && at.noise !== '' ? `<p>${at.noise}</p>` : '');
  const box = (name: string) =>
    `<label>${name} <input type="checkbox" role="checkbox" ${at.checked === name ? 'aria-selected="true"' : ''}/></label>`;
  const options = ['Monday', 'Tuesday', 'Sunday']
    .map((day) => `<option${at.selected === day ? ' selected=""' : ''}>${day}</option>`)
    .join('');
  return `<header><p>Mail</p>${noise('header')}</header>
    <nav><a href="#">Home</a><a href="#">${at.breadcrumb}</a>${frame === 'link' && at.noise !== '' ? `<a href="#">${at.noise}</a>` : ''}</nav>
    <div><button role="tab" ${at.tab === 'Drafts' ? 'aria-selected="true"' : ''}>Drafts</button><button role="tab" ${at.tab === 'Sent' ? 'aria-selected="true"' : ''}>Sent</button></div>
    <div>${at.crumb}</div>
    <main><h1>${at.heading}${frame === 'heading' ? ` ${at.noise}` : ''}</h1>${noise('main')}
      <table><tr><td>${at.row}</td><td>open</td></tr></table>${box('Ada')}${box('Bob')}
      <form><p>${at.beside}</p>${noise('form')}<label>To <input value="${at.to}"/></label><label>Message <textarea value="${at.message}"/></label>
        <label>Day <select>${options}</select></label><p>Due ${at.date}</p><button>Send</button></form></main>
    <footer><p>${at.footer}</p>${noise('footer')}</footer>`;
}

function digestOf(at: Places, frame?: Frame): string {
  const title = frame === 'title' ? `${at.noise} ${at.title}`.trim() : at.title;
  return digest(pageOf(at, frame), click('Send'), { ...page, url: `https://mail.example/${at.path}?draft=${at.query}` }, [
    'Chromium',
    title,
  ]);
}

const word = fc.stringMatching(/^[A-Z][a-z]{2,8}( \d{1,4})?$/);
const others: Readonly<Partial<Record<keyof Places, fc.Arbitrary<string>>>> = {
  query: fc.nat(9_999).map(String),
  path: fc.stringMatching(/^[a-z]{3,8}$/),
  tab: fc.constant('Sent'),
  checked: fc.constantFrom('Bob', ''),
  selected: fc.constantFrom('Tuesday', 'Sunday'),
  row: fc.oneof(
    word,
    fc.nat(9_999).map((number) => `Invoice ${number}`),
    fc.nat(23).map((hour) => `Backup of ${hour}:00`),
  ),
  crumb: fc.nat(99).map((number) => `Customers / North / ${number}`),
  heading: fc.oneof(
    word,
    fc.nat(9_999).map((number) => `Order ${number}`),
    fc.nat(99).map((number) => `Report (${number})`),
  ),
  date: fc.integer({ min: 1, max: 31 }).map((day) => `${day} June`),
  to: fc.stringMatching(/^[a-z]{2,8}@y\.example$/),
  beside: fc.oneof(
    word,
    fc.nat(999).map((number) => `To room ${number}`),
    fc.nat(23).map((hour) => `Meeting at ${hour}:30`),
  ),
};
const differing = fc
  .constantFrom(...(Object.keys(places) as (keyof Places)[]).filter((name) => name !== 'noise'))
  .chain((name) => (others[name] ?? word).filter((text) => text !== places[name]).map((text) => ({ name, text })));

/** As pages write them; the same words with two numbers. */
const number = fc.nat(99_999);
const two = fc.integer({ min: 10, max: 59 });
const clocks = [
  '12:03:%',
  '3:04:% PM',
  'Last saved 12:%',
  'Updated at 09:%',
  '% minutes ago',
  '% seconds ago',
  'vor % Minuten',
  'il y a % minutes',
  '%分前',
  'Gespeichert um 12:%',
  'Expires in 04:%',
  'Session: 3 min % s left',
  '最終更新 12:%',
  'Обновлено в 12:%',
  'Hace % minutos',
];
const counters = [
  '% new',
  '% unread',
  'Unread: %',
  '% visitors online',
  '% views',
  'Inbox (%)',
  '% notifications',
  '% ungelesen',
  'Nachrichten: %',
  '% non lus',
  '% Kommentare',
  '% comentarios',
  '% непрочитанных',
  '未读: %',
  '%件の通知',
  '% characters',
  'Notifications: %',
];
const noisy = fc.oneof(
  fc.record({
    form: fc.constantFrom(...clocks),
    numbers: fc.tuple(two, two),
    frame: fc.constantFrom<Frame>('header', 'footer', 'main', 'form'),
  }),
  fc.record({
    form: fc.constantFrom(...counters),
    numbers: fc.tuple(number, number),
    frame: fc.constantFrom<Frame>('header', 'footer', 'main', 'form', 'link', 'heading'),
  }),
  fc.record({ form: fc.constant('(%)'), numbers: fc.tuple(fc.nat(999), fc.nat(999)), frame: fc.constant<Frame>('title') }),
  fc.record({ form: fc.constantFrom('%', '12:%'), numbers: fc.tuple(two, two), frame: fc.constantFrom<Frame>('header', 'footer') }),
);

/** What is elsewhere than in a row, form or dialog, or says nothing of what the page is about. */
const aside: readonly (keyof Places)[] = ['noise', 'row', 'footer', 'crumb'];

describe('LK3: pairs of pages, the second of which is there when a waiting approval comes', () => {
  const screenOf = (at: Places, frame?: Frame) => {
    const title = frame === 'title' ? `${at.noise} ${at.title}`.trim() : at.title;
    const controls = fragmentControls(pageOf(at, frame)).map((control, index) => ({ ...control, id: `one.${index}` }));
    return { controls, address: `https://mail.example/${at.path}?draft=${at.query}`, about: ['Chromium', title] };
  };
  const fits = (was: ReturnType<typeof screenOf>, is: ReturnType<typeof screenOf>): boolean => {
    const { role, path, name } = was.controls.find((each) => each.name === 'Send')!;
    const target = { control: { label: '1', role, name, path } };
    return rebind({ type: 'click', target, button: 'left', clickCount: 1 }, was, is, lexicon).fits;
  };

  test('0 approvals are used for another object: title, query, path, heading, breadcrumb, tab, box, option, field, text beside it', () => {
    fc.assert(
      fc.property(
        differing.filter(({ name }) => !aside.includes(name)),
        ({ name, text }) => {
          expect([name, text, fits(screenOf(places), screenOf({ ...places, [name]: text }))]).toEqual([name, text, false]);
        },
      ),
      { ...seeded, numRuns: 500 },
    );
    expect(fits(screenOf(places), screenOf({ ...places }))).toBe(true);
  });

  test('at most 2 % of clocks and counters elsewhere void one', () => {
    const samples = fc.sample(noisy, { numRuns: 500, seed: propertySeed }).filter(({ frame }) => frame !== 'form' && frame !== 'main');
    const voided = samples.filter(({ form, numbers: [was, is], frame }) => {
      const at = (value: number) => screenOf({ ...places, noise: form.replace('%', String(value)) }, frame);
      return !fits(at(was), at(is));
    });
    const shown = [...new Set(voided.map(({ form, frame }) => `${form} in ${frame}`))];
    expect([voided.length <= samples.length * 0.02, shown]).toEqual([true, []]);
  });
});

describe('HE42: pairs of pages', () => {
  test('the same page is covered', () => {
    expect(digestOf(places)).toBe(digestOf({ ...places }));
  });

  test('0 approvals are used for another object: title, query, path, heading, breadcrumb, tab, row, box, option, field, text', () => {
    fc.assert(
      fc.property(differing, ({ name, text }) => {
        expect([name, text, digestOf({ ...places, [name]: text })]).not.toEqual([name, text, digestOf(places)]);
      }),
      { ...seeded, numRuns: 500 },
    );
  });

  test('at most 2 % of clocks and counters void one', () => {
    const samples = fc.sample(noisy, { numRuns: 500, seed: propertySeed });
    const voided = samples.filter(({ form, numbers: [was, is], frame }) => {
      const at = (value: number) => digestOf({ ...places, noise: form.replace('%', String(value)) }, frame);
      return at(was) !== at(is);
    });
    const shown = [...new Set(voided.map(({ form, frame }) => `${form} in ${frame}`))];
    expect([voided.length <= samples.length * 0.02, shown]).toEqual([true, []]);
  });

  test.each([
    ['a number of an order', '<h1>Order 17</h1>', '<h1>Order 18</h1>'],
    ['a copy of a file', '<p>Report (2).pdf</p>', '<p>Report (3).pdf</p>'],
    ['an appointment', '<p>10:00</p>', '<p>11:00</p>'],
    ['a time in a row', '<table><tr><td>02:00:05</td></tr></table>', '<table><tr><td>14:00:05</td></tr></table>'],
    ['a day beside a time', '<p>Saved on 3 May at 12:03</p>', '<p>Saved on 4 May at 12:03</p>'],
    ['an appointment with its word', '<p>Termin um 10:00 Uhr</p>', '<p>Termin um 11:00 Uhr</p>'],
    ['the time of a meeting', '<p>Meeting time: 10:00</p>', '<p>Meeting time: 11:00</p>'],
    ['an hour in Spanish', '<p>Cita a la hora 10:00</p>', '<p>Cita a la hora 11:00</p>'],
    ['a showing', '<p>Now showing 20:15</p>', '<p>Now showing 22:45</p>'],
    ['the end of an event', '<p>Event ends 18:00</p>', '<p>Event ends 19:00</p>'],
    ['days', '<p>Expires in 3 days</p>', '<p>Expires in 5 days</p>'],
    ['a noun that is its own plural', '<p>Artikel 5</p>', '<p>Artikel 6</p>'],
    ['a visitor by number', '<p>Besucher 17</p>', '<p>Besucher 18</p>'],
    ['a message by number, in Turkish', '<p>Mesaj 17</p>', '<p>Mesaj 18</p>'],
    ['a message by number, in Hindi', '<p>संदेश 17</p>', '<p>संदेश 18</p>'],
    ['a notice by number, in Chinese', '<p>通知 5</p>', '<p>通知 6</p>'],
    ['a bag by number', '<p>Bag 17</p>', '<p>Bag 18</p>'],
    ['a room, in Korean', '<p>10자리</p>', '<p>12자리</p>'],
    ['an amount', '<p>$5 left</p>', '<p>$6 left</p>'],
    ['what a button counts', '<button>Notify 5 subscribers</button>', '<button>Notify 6 subscribers</button>'],
    ['a message with a number', '<p>Message 17</p>', '<p>Message 18</p>'],
  ])('%s is no noise', (_what, one, other) => {
    const send = '<form><p>x</p><button>Send</button></form>';
    expect(digest(one + send)).not.toBe(digest(other + send));
  });

  test('the keys are part of it', () => {
    expect(digest(message('', ''), press('{ENTER}'))).not.toBe(digest(message('', ''), press('{SPACE}')));
  });
});
