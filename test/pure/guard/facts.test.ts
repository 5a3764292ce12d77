import { describe, expect, test } from '@jest/globals';
import { renderRequest } from '../../../src/cli/render.js';
import { createJudgement } from '../../../src/domain/guard/judge.js';
import { describeRequest } from '../../../src/domain/human/details.js';
import type { ConfirmationRequest } from '../../../src/domain/human/requests.js';
import type { Control } from '../../../src/domain/ui/control.js';
import type { UiAction } from '../../../src/domain/ui/ui-action.js';
import { fragmentControls } from '../../support/fragment-controls.js';
import { lexicon } from '../../support/lexicon.js';

const page = `<h1>Cart</h1><p>News of today</p><form><p>Two notebooks</p><p>Total: $12.50</p>
  <label>Name <input value="Ada"/></label><label>Card <input value="4111"/></label><label>Note <input/></label><button>Pay now</button></form>`;
const controls = fragmentControls(page);
const about = ['Shop', 'Cart - Shop', 'Cart - Shop'];

function named(name: string): Control {
  const found = controls.find((each) => each.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
}

const click = ({ role, name, path }: Control): UiAction => ({
  type: 'click',
  target: { control: { label: '1', role, name, path } },
  button: 'left',
  clickCount: 1,
});

describe('HE43, LK41: a question shows what was read on the screen', () => {
  const facts = {
    page: 'Shop · Cart - Shop',
    controls: ['button "Pay now"'],
    beside: ['Two notebooks', 'Total: $12.50'],
    values: ['Name = Ada', 'Card = 4111'],
    amounts: ['Total: $12.50'],
  };

  test('of a click: the page, what is pressed, its form, what stands in its fields, the amounts', () => {
    expect(createJudgement({ controls, about }, lexicon)(click(named('Pay now')))).toMatchObject({ facts });
  });

  test('of a key: around what it presses', () => {
    const focused = controls.map((each) => (each.name === 'Card' ? { ...each, states: ['focused'] } : each));
    expect(createJudgement({ controls: focused, about }, lexicon)({ type: 'press-keys', keys: '{ENTER}' })).toMatchObject({
      facts: { ...facts, controls: expect.arrayContaining(facts.controls) },
    });
  });

  test('of a click at a point', () => {
    const { bounds } = named('Pay now');
    const at = { point: { x: bounds.x + 3, y: bounds.y + 3 }, unit: 'px' } as const;
    expect(createJudgement({ controls, about }, lexicon)({ type: 'click', target: at, button: 'left', clickCount: 1 })).toMatchObject({
      facts,
    });
  });

  test('where nobody is asked there are none, unless the model wants somebody to be', () => {
    const judge = createJudgement({ controls: fragmentControls('<button>Next</button>'), about }, lexicon);
    const next = click({ ...named('Pay now'), name: 'Next', path: 'body/button[1]' });
    expect(judge(next)).not.toHaveProperty('facts');
    expect(judge(next, true)).toMatchObject({ facts: { page: 'Shop · Cart - Shop', controls: ['button "Next"'] } });
  });

  describe('of one thing among many, only what is its own', () => {
    const flights = ['Oslo 09:10', 'Porto 11:45', 'Rome 15:20'];
    const besideOf = (html: string, name: string, nth = 0): readonly string[] | undefined => {
      const listed = fragmentControls(html);
      const target = listed.filter((each) => each.name === name)[nth];
      if (!target) throw new Error(`no ${name}`);
      return createJudgement({ controls: listed, about }, lexicon)(click(target), true).facts?.beside;
    };
    const price = (index: number): number => 267 + index;

    test.each([
      [
        'each in a part of its own',
        (text: string, index: number) => `<div><div><p>${text}</p></div><div><button>Book flight for $${price(index)}</button></div></div>`,
      ],
      ['one after the other', (text: string, index: number) => `<p>${text}</p><button>Book flight for $${price(index)}</button>`],
      ['the button before its text', (text: string, index: number) => `<button>Book flight for $${price(index)}</button><p>${text}</p>`],
    ])('%s', (_how, flight) => {
      const html = `<h1>Flights</h1><div>${flights.map(flight).join('')}</div>`;
      flights.forEach((text, index) => expect(besideOf(html, `Book flight for $${price(index)}`)).toEqual([text]));
    });

    test('a form is whole, also where its buttons differ by a number', () => {
      const html = `<form><p>To the shelter</p><label>Name <input value="Ada"/></label><button>Donate $5</button><button>Donate $10</button></form>`;
      const listed = fragmentControls(html);
      const target = listed.find((each) => each.name === 'Donate $5') as Control;
      expect(createJudgement({ controls: listed, about }, lexicon)(click(target), true).facts).toMatchObject({
        beside: ['To the shelter'],
        values: ['Name = Ada'],
      });
    });

    test.each([
      ['a star before its mail', (text: string) => `<button>Star</button><p>${text}</p><p>Hello from ${text}</p>`],
      ['a star after its mail', (text: string) => `<p>${text}</p><p>Hello from ${text}</p><button>Star</button>`],
      ['a star in a row', (text: string) => `<div><span><button>Star</button></span><p>${text}</p><p>Hello from ${text}</p></div>`],
    ])('%s', (_how, mail) => {
      const senders = ['Ada', 'Bob', 'Eve'];
      const html = `<h1>Inbox</h1><div>${senders.map(mail).join('')}</div>`;
      senders.forEach((sender, nth) => expect(besideOf(html, 'Star', nth)).toEqual([sender, `Hello from ${sender}`]));
    });
  });

  test('they stay short', () => {
    const rows = Array.from(
      { length: 30 },
      (_, index) => `<p>${`Row ${index} `.repeat(40)}</p><label>Field ${index} <input value="${'9'.repeat(300)}"/></label>`,
    );
    const many = fragmentControls(`<form>${rows.join('')}<button>Pay now</button></form>`);
    const pay = many.find(({ name }) => name === 'Pay now');
    expect(JSON.stringify(createJudgement({ controls: many, about }, lexicon)(click(pay ?? named('Pay now')))).length).toBeLessThan(5_000);
  });

  const request: ConfirmationRequest = {
    kind: 'confirmation',
    requestId: 'c1',
    requestedAt: '2026-11-24T00:00:00Z',
    reason: 'pays or orders something',
    actions: [{ function: 'click_input', args: {}, target: { label: '7', role: 'button', name: 'Pay now' } }],
    facts,
  };

  test('on the command line, apart from what the model says', () => {
    expect(renderRequest(request).split('\n')).toEqual([
      'Approve? pays or orders something',
      '  Click “Pay now”',
      '  On the screen:',
      '    page: Shop · Cart - Shop',
      '    presses: button "Pay now"',
      '    beside it: Two notebooks · Total: $12.50',
      '    fields: Name = Ada · Card = 4111',
      '    amounts: Total: $12.50',
    ]);
    expect(renderRequest({ ...request, reason: 'it is free', byModel: true })).toMatch(/^Approve\? the model says: it is free\n/);
  });

  test('in the Web UI, where a page cannot write Markdown', () => {
    const text = describeRequest({ ...request, facts: { ...facts, beside: ['`[free](http://evil.example)`'] } }, 'run-1');
    expect(text).toContain("- `beside it: '[free](http://evil.example)'`");
  });

  test('words of others make no line, link, picture or HTML in the details of a run', () => {
    const hostile = 'Save\n\n## Approved\n\n![x](http://evil.example) <img src=x> `';
    const text = describeRequest(
      {
        ...request,
        reason: hostile,
        facts: { ...facts, beside: [hostile] },
        actions: request.actions.map((each) => ({ ...each, args: { text: hostile } })),
      },
      'run-1',
    );
    expect(text).not.toMatch(/^## /m);
    expect(text).toContain('Save␊␊## Approved␊␊!\\[x\\](http://evil.example) \\<img src=x> \\`');
    const question = { kind: 'question', requestId: 'q', requestedAt: request.requestedAt, questions: [hostile] } as unknown as Parameters<
      typeof describeRequest
    >[0];
    expect(describeRequest(question, 'run-1')).toContain('!\\[x\\](http://evil.example) \\<img');
  });
});
