// What becomes of each thing that a run did, read and was told.
import { describe, expect, test } from '@jest/globals';
import { compileRun, type CompileOptions } from '../../../src/domain/compile/compile-run.js';
import type { Deed, RunStory, StoryScreen, StoryStep } from '../../../src/domain/compile/story.js';
import type { FlowDocument } from '../../../src/domain/flow/document.js';
import { parseFlow } from '../../../src/domain/flow/parse-flow.schema.js';
import type { Control } from '../../../src/domain/ui/control.js';
import type { UiAction } from '../../../src/domain/ui/ui-action.js';
import { freshApp, record, screenOf, type Move } from '../../support/simulated-app.js';

const toForm: Move = { type: 'click', role: 'link', name: 'New order' };
const fill = (name: string, text: string): Move => ({ type: 'set-text', role: 'textbox', name, text });
const press = (name: string, more: Partial<Move> = {}): Move => ({ type: 'click', role: 'button', name, ...more });
const follow = (name: string): Move => ({ type: 'click', role: 'link', name });
const tick = (name: string): Move => ({ type: 'click', role: 'checkbox', name });

function compile(
  steps: readonly StoryStep[],
  story: Partial<RunStory> = {},
  options: CompileOptions = {},
): { readonly flow: FlowDocument; readonly leftOut: readonly string[] } {
  const whole = {
    run: 'agent-1',
    request: 'Do it',
    steps,
    result: '',
    application: 'app',
    cost: { usd: 0, calls: 1, tokens: 1, ms: 1 },
    ...story,
  };
  const { flow, leftOut } = compileRun(whole, options);
  const parsed = parseFlow(flow);
  expect(parsed.problems).toEqual([]);
  return { flow: parsed.flow as FlowDocument, leftOut };
}

const names = ({ nodes }: FlowDocument): readonly string[] => nodes.map(({ name }) => name);
const typesOf = ({ nodes }: FlowDocument): readonly object[] => nodes.map(({ node_type: type }) => type);
const answered = (question: string, answer: string): StoryStep => ({ kind: 'answered', question, answer });

/** On a screen of its own. */
function deed(action: UiAction, controls: readonly Partial<Control>[], more: Partial<Deed> = {}): Deed {
  const before = screen(controls);
  return {
    ...{ kind: 'deed', step: 'step 1 of app-1', words: 'it', thought: 'why', comment: '', isRisky: false, outcome: { status: 'done' } },
    ...{ action, before, after: before, ...more },
  };
}

function screen(controls: readonly Partial<Control>[]): StoryScreen {
  const whole = controls.map((control, index): Control => ({
    ...{
      id: String(index),
      role: 'button',
      name: '',
      bounds: { x: 0, y: index * 20, width: 100, height: 20 },
      enabled: true,
      visible: true,
    },
    ...{ interactive: true, path: `body/p[${index + 1}]`, source: 'tree', ...control },
  }));
  return { application: 'a', app: 'App', title: 'App', controls: whole, size: { width: 1_000, height: 500 } };
}

const at = (x: number, y: number): UiAction => ({
  type: 'click',
  target: { point: { x, y }, unit: 'fraction' },
  button: 'left',
  clickCount: 1,
});
const on = (role: string, name: string, path: string) => ({ control: { label: '', role, name, path } });

describe('what is left out', () => {
  test.each<[string, readonly Move[], readonly string[], readonly string[]]>([
    [
      'an action that failed',
      [press('Show help', { outcome: { status: 'failed', because: 'gone: it went' } }), tick('Star')],
      ['Click Star of Walk the dog'],
      ['step 1 of app-1, click "Show help": it failed (gone: it went)'],
    ],
    [
      'a text that another was typed over',
      [toForm, fill('To', 'Bob'), fill('Note', 'x'), fill('To', 'Ada')],
      ['Click New order', 'Fill in Note', 'Fill in To'],
      ['step 2 of app-1, set-text "To": another text was typed over it'],
    ],
    [
      'a toggle that was pressed twice',
      [toForm, tick('Gift'), fill('To', 'Ada'), tick('Gift')],
      ['Click New order', 'Fill in To'],
      ['step 2 of app-1, click "Gift": it was undone', 'step 4 of app-1, click "Gift": it was undone'],
    ],
    [
      'a way to a page and back',
      [follow('Buy milk'), follow('Back to tasks'), tick('Star')],
      ['Click Star of Walk the dog'],
      [
        'step 1 of app-1, click "Buy milk": a detour: it led back to where it began',
        'step 2 of app-1, click "Back to tasks": a detour: it led back to where it began',
      ],
    ],
    [
      'a dialog that was opened and closed',
      [press('Show help'), press('Close'), tick('Star')],
      ['Click Star of Walk the dog'],
      [
        'step 1 of app-1, click "Show help": a detour: it led back to where it began',
        'step 2 of app-1, click "Close": a detour: it led back to where it began',
      ],
    ],
  ])('RP1: %s', (_what, moves, kept, told) => {
    const { flow, leftOut } = compile(record(moves).deeds);
    expect(names(flow)).toEqual([...kept, 'Expect Tasks']);
    expect(leftOut).toEqual(told);
    expect(flow.compiled?.left_out).toEqual(told);
  });

  test('RP1: a way there and back stays where something was pressed on it whose effect shows nowhere', () => {
    const { flow, leftOut } = compile(record([follow('Buy milk'), press('Add to cart'), follow('Back to tasks')]).deeds);
    expect([names(flow).length, leftOut]).toEqual([4, []]);
  });

  test('RP1: a way there and back stays where the result says what was read on it', () => {
    const { flow } = compile(record([follow('Buy milk'), follow('Back to tasks'), tick('Star')]).deeds, { result: 'Milk is $8.50.' });
    expect(flow.result).toBe('Milk is {{var:price.text}}.');
    expect(typesOf(flow)).toContainEqual(expect.objectContaining({ type: 'Read', target: expect.objectContaining({ beside: 'price' }) }));
  });

  test('RP1: what nobody knows is kept where the screen shows it, and otherwise is no flow', () => {
    const { deeds } = record([toForm, fill('To', 'Ada'), press('Place order')]);
    const unknown = (index: number) => deeds.map((one, at) => (at === index ? { ...one, outcome: { status: 'unknown' } as const } : one));
    expect(names(compile(unknown(1)).flow)).toContain('Fill in To');
    const [first] = record([follow('Buy milk'), press('Add to cart')]).deeds.slice(1);
    expect(() => compile(first ? [{ ...first, outcome: { status: 'unknown' } }] : [])).toThrow(
      /Nobody knows whether click "Add to cart" \(step 2 of app-1\) was done/,
    );
  });

  test('RP1: a scroll is kept where what came next was not in sight before it', () => {
    const scroll: UiAction = { type: 'scroll', deltaX: 0, deltaY: 300 };
    const next = (visible: boolean) => [
      deed(scroll, [{ name: 'Save', visible }, { name: 'Other' }], { after: screen([{ name: 'Save' }]) }),
      deed({ type: 'click', target: on('button', 'Save', 'body/p[1]'), button: 'left', clickCount: 1 }, [
        { name: 'Save' },
        { name: 'Other' },
      ]),
    ];
    expect(names(compile(next(false)).flow)).toEqual(['Scroll', 'Click Save', 'Expect App']);
    expect(names(compile(next(true)).flow)).toEqual(['Click Save', 'Expect App']);
  });

  test('RP1: a run that only looked is none', () => {
    expect(() => compile([deed({ type: 'read-text' }, [{ name: 'Save' }])])).toThrow(
      "The run 'agent-1' did nothing that had an effect: there is nothing to repeat.",
    );
  });
});

describe('values', () => {
  const order = record([toForm, fill('To', 'Ada'), fill('Note', 'by 2026-12-01'), press('Place order')]);

  test('RP2: what was typed because the request says so is a variable with that value, named after its field', () => {
    const { flow } = compile(order.deeds, { request: 'Order for Ada by 2026-12-01, 3 times', result: 'Order 1001 for Ada confirmed' });
    expect(flow.form).toEqual([
      { name: 'to', title: 'To', type: 'text', default: 'Ada' },
      { name: 'note', title: 'Note', type: 'text', default: 'by 2026-12-01' },
    ]);
    expect(typesOf(flow)).toContainEqual(expect.objectContaining({ deed: { type: 'SetText', text: '{{var:to}}', clear: true } }));
    expect(flow.compiled?.left_out).toEqual(['"3" of the request: it was nowhere typed or pressed, so that it is no variable']);
    expect(flow.result).toBe('Order {{var:order_for_confirmed.text}} for {{var:to}} confirmed');
  });

  test('RP2: a date of the request that stands within what was typed is one of its type', () => {
    const { flow } = compile(order.deeds, { request: 'Order it, due on 2026-12-01' });
    expect(flow.form).toEqual([{ name: 'date', title: 'date', type: 'date', default: '2026-12-01' }]);
    expect(typesOf(flow)).toContainEqual(expect.objectContaining({ deed: { type: 'SetText', text: 'by {{var:date}}', clear: true } }));
  });

  test('RP2: the row that the request names is a variable', () => {
    const { flow } = compile(record([press('Delete', { at: 2 })]).deeds, { request: 'Delete buy milk' });
    expect(flow.form).toEqual([{ name: 'row', title: 'row', type: 'text', default: 'Buy milk' }]);
    expect(names(flow)[0]).toBe('Click Delete of row');
  });

  test('RP1, RP2: an answer that was typed is a variable; one that was not is asked for again', () => {
    const { flow } = compile([answered('For whom?', 'Ada'), answered('Is it urgent?', 'no'), ...order.deeds]);
    expect(flow.form).toEqual([{ name: 'to', title: 'To', type: 'text', default: 'Ada' }]);
    expect(flow.nodes[0]?.node_type).toEqual({ type: 'Ask', question: 'Is it urgent?' });
    expect(flow.nodes.filter(({ node_type: { type } }) => type === 'Ask')).toHaveLength(1);
  });

  test('RP2: a hidden text becomes a secret by name, and is said; a secret stays its name', () => {
    const field = { role: 'password', name: 'Pass word', path: 'body/p[1]' };
    const typing = (text: string): Deed =>
      deed({ type: 'set-text', target: on('password', 'Pass word', 'body/p[1]'), text, clear: true }, [field]);
    const { flow, leftOut } = compile([typing('•••')]);
    expect(JSON.stringify(flow)).not.toContain('•••');
    expect(flow.nodes[0]?.node_type).toMatchObject({ deed: { text: '{{secret:PASS_WORD}}' } });
    expect(leftOut).toEqual([expect.stringContaining('the flow takes the secret PASS_WORD there')]);
    expect(compile([typing('{{secret:DOOR}}')]).flow.nodes[0]?.node_type).toMatchObject({ deed: { text: '{{secret:DOOR}}' } });
  });
});

describe('screens', () => {
  test('after a click on a thing, the next screen has to be that of the thing', () => {
    const { flow } = compile(record([follow('Buy milk'), press('Add to cart')]).deeds);
    expect(flow.nodes[1]?.node_type).toMatchObject({ screen: { place: '/items/buy-milk', texts: ['Buy milk'] } });
  });

  test('RP2: facts that change with a value are none', () => {
    const { flow } = compile(record([follow('Walk the dog'), press('Add to cart'), follow('Back to tasks'), press('Delete')]).deeds, {
      request: 'Delete "Walk the dog" after a look',
    });
    expect(flow.form?.map(({ name }) => name)).toEqual(['link']);
    expect(flow.nodes[1]?.node_type).toMatchObject({ screen: { headings: [], texts: ['{{var:link}}'] } });
    expect(flow.nodes[1]?.node_type).toMatchObject({ screen: { place: undefined } });
  });

  test('RP5: the last screen has what the result relied on', () => {
    const { flow } = compile(record([toForm, fill('To', 'Ada'), press('Place order')]).deeds, {
      request: 'for Ada',
      result: 'It says "Thank you".',
    });
    expect(flow.nodes.at(-1)?.node_type).toMatchObject({ type: 'Expect', screen: { place: '/done', texts: ['Thank you'] } });
  });
});

describe('places', () => {
  test('RP1: a point in a control that has a name is that control', () => {
    const { flow } = compile([deed(at(0.05, 0.02), [{ name: 'Save' }, { name: 'Other' }])]);
    expect(flow.nodes[0]?.node_type).toMatchObject({ type: 'Act', target: { role: 'button', name: 'Save' } });
  });

  test('RP1: what has no place of its own is left to an AI step, one for all that belong together, and said', () => {
    const held: UiAction = {
      type: 'drag',
      from: { point: { x: 0.5, y: 0.5 }, unit: 'fraction' },
      to: { point: { x: 0.6, y: 0.5 }, unit: 'fraction' },
      button: 'left',
      hold: true,
    };
    const { flow, leftOut } = compile([
      deed(held, [{ name: 'x' }], { words: 'drag it' }),
      deed(at(0.9, 0.9), [], { words: 'click there', thought: '' }),
    ]);
    expect(flow.nodes[0]?.node_type).toMatchObject({
      type: 'AiStep',
      prompt: expect.stringMatching(/^drag it\. why\. Then: click there\n[^]*\nDo it$/),
    });
    expect(leftOut).toHaveLength(2);
  });

  test('RP7: what an application writes is never taken for a reference', () => {
    const odd = { name: '{{var:x}}' };
    const { flow } = compile([deed({ type: 'click', target: on('button', odd.name, 'body/p[1]'), button: 'left', clickCount: 1 }, [odd])], {
      request: 'press {{var:y}}',
    });
    expect(JSON.stringify(flow)).not.toContain('{{var:');
  });
});

describe('reading', () => {
  const total = (name: string) => [
    { role: 'heading', name: 'Cart', interactive: false },
    { role: 'text', name: 'Total', interactive: false, path: 'body/dl[1]/dt[1]' },
    { role: 'text', name, interactive: false, path: 'body/dl[1]/dd[1]' },
  ];
  const click: UiAction = { type: 'click', target: on('button', 'Go', 'body/p[1]'), button: 'left', clickCount: 1 };
  const read = (name: string, result: string) =>
    compile([deed(click, [{ name: 'Go' }], { after: screen(total(name)) })], { result, request: 'What is the total?' });

  test.each([
    ['$42.00', 'The total is $42.00.', 'The total is {{var:total.text}}.', { before: '', after: '' }],
    ['Sum: $42.00 net', 'It is $42.00', 'It is {{var:sum_net.text}}', { before: 'Sum: ', after: ' net' }],
    ['Shipped', 'It has Shipped', 'It has {{var:total.text}}', { before: '', after: '' }],
  ])('RP5: "%s" on the screen is what "%s" says', (shown, result, template, around) => {
    const { flow } = read(shown, result);
    expect(flow.result).toBe(template);
    expect(flow.nodes[1]?.node_type).toMatchObject({ type: 'Read', ...around });
  });

  test.each([
    ['7', 'Save 7', '7.00 €', 'It was 7 €.', 'It was {{var:number}} €.'],
    ['7.00', 'Save 7.00', '€7.00', 'It was 7 €.', 'It was {{var:number}} €.'],
    ['2026-03-05', 'Save 2026-03-05', '5 March 2026', 'It was on 5 March 2026.', 'It was on {{var:date}}.'],
    ['100', 'Save 100', '100.50 net', 'It was 100.5', 'It was {{var:net.text}}'],
    ['7', 'Save 7', 'Sum 7.00 in all', 'It was 7, 7 in all.', 'It was {{var:number}}, {{var:sum_in_all.text}} in all.'],
    ['12', 'Save 12', '24.00 €', 'It was 24 €', 'It was {{var:total.text}}'],
  ])('RP5: R1: of %s, given by "%s", where the screen shows "%s", "%s" becomes "%s"', (text, request, shown, result, template) => {
    const field = { role: 'textbox', name: '', path: 'body/input[1]' };
    const typing: UiAction = { type: 'set-text', target: on('textbox', '', 'body/input[1]'), text, clear: true };
    const { flow } = compile([deed(typing, [field], { after: screen([field, ...total(shown)]) })], { request, result });
    expect(flow.result?.replace('value', text.includes('-') ? 'date' : 'number')).toBe(template);
  });

  test('RP5: R1: a number that no screen shows is left out of the result, and that is said', () => {
    const { flow, leftOut } = read('$42.00', 'There are 7 of them');
    expect(flow.result).toBe('There are … of them');
    expect(leftOut).toEqual([expect.stringContaining('"7" of the result')]);
  });
});

describe('values of the screen', () => {
  const instruction = (name: string) => ({ role: 'text', name, interactive: false, path: 'div#query' });
  const field = { role: 'textbox', name: '', path: 'body/input[1]' };
  const typing = (text: string): UiAction => ({ type: 'set-text', target: on('textbox', '', 'body/input[1]'), text, clear: true });
  const pressing: UiAction = { type: 'click', target: on('button', 'Okay', 'body/p[3]'), button: 'left', clickCount: 1 };
  const okay = { name: 'Okay', path: 'body/p[3]' };

  test('RP5: what was typed because a text there said so is read there, and typed as it is then', () => {
    const { flow } = compile([deed(typing('Myrtle'), [instruction('Enter "Myrtle" and press it'), field])], {
      request: 'Do what it says',
      result: 'Myrtle is in',
    });
    expect(flow.nodes[0]?.node_type).toMatchObject({
      type: 'Read',
      target: { id: 'query', guessed: true },
      before: 'Enter "',
      after: '" and press it',
    });
    expect(flow.nodes[1]?.node_type).toMatchObject({ deed: { text: '{{var:read_enter_and_press_it.text}}' } });
    expect([flow.form, flow.result]).toEqual([[], '{{var:read_enter_and_press_it.text}} is in']);
  });

  test('RP5: a text of a page never says what is pressed', () => {
    const { flow } = compile([deed(pressing, [instruction('Press the "Okay" button'), okay])]);
    expect(flow.nodes.map(({ node_type: type }) => type.type)).toEqual(['Act', 'Expect']);
  });

  test('RP2: what the request says is given, and not read', () => {
    const { flow } = compile([deed(typing('Myrtle'), [instruction('Enter "Myrtle"'), field])], { request: 'Enter Myrtle' });
    expect(flow.form?.map(({ default: value }) => value)).toEqual(['Myrtle']);
    expect(flow.nodes.map(({ node_type: type }) => type.type)).toEqual(['Act', 'Expect']);
  });
});

describe('loops', () => {
  const visit = (row: string): readonly Move[] => [follow(row), press('Add to cart'), follow('Back to tasks')];
  const thrice = record(['Walk the dog', 'Buy milk', 'Call Ada'].flatMap(visit)).deeds;

  test('RP6: three of the same over rows become a loop over the rows, when asked for', () => {
    const { flow } = compile(thrice, {}, { loops: true });
    expect(typesOf(flow).map((type) => ('type' in type ? type.type : ''))).toEqual(['Loop', 'Act', 'Act', 'Act', 'EndLoop', 'Expect']);
    expect(flow.nodes[0]?.node_type).toMatchObject({ over: 'rows', as: 'row' });
    expect(flow.nodes[1]?.node_type).toMatchObject({ target: { name: '{{var:row}}' } });
    expect(flow.form).toEqual([
      { name: 'rows', title: 'Rows', type: 'text', description: 'One row in each line', default: 'Walk the dog\nBuy milk\nCall Ada' },
    ]);
    expect(compile(thrice).flow.nodes).toHaveLength(10);
  });

  test('RP6: two are none, nor are three that differ in more than their row', () => {
    const hasLoop = (deeds: readonly Deed[]): boolean =>
      compile(deeds, {}, { loops: true }).flow.nodes.some(({ node_type: { type } }) => type === 'Loop');
    expect(hasLoop(thrice.slice(0, 6))).toBe(false);
    expect(
      hasLoop(
        record([...visit('Walk the dog'), follow('Buy milk'), follow('Back to tasks'), press('Show help'), ...visit('Call Ada')]).deeds,
      ),
    ).toBe(false);
  });
});

test('RP7: names from what is done, comments from the thoughts, the origin of it all', () => {
  const { flow } = compile(record([toForm, fill('To', 'Ada')]).deeds, {
    request: 'Order a kettle',
    cost: { usd: 0.2, calls: 4, tokens: 900, ms: 5_000 },
  });
  expect(flow).toMatchObject({
    name: 'Order a kettle',
    compiled: {
      run: 'agent-1',
      request: 'Order a kettle',
      application: 'app',
      version: 1,
      cost: { usd: 0.2, calls: 4, tokens: 900, ms: 5_000 },
      left_out: [],
    },
  });
  expect(flow.nodes.map(({ name, comment }) => [name, comment])).toEqual([
    ['Click New order', 'click New order'],
    ['Fill in To', 'set-text To'],
    ['Expect Tasks', undefined],
  ]);
  expect(screenOf(freshApp).title).toBe('Tasks');
});
