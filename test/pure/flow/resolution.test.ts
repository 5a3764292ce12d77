// What a document calls something, and what the screen calls it: with a model whose answers are given here.
import { describe, expect, test } from '@jest/globals';
import { readChosenName } from '../../../src/domain/flow/model-reply.js';
import { availableElements, findText } from '../../../src/domain/flow/find-text.js';
import type { Control } from '../../../src/domain/ui/control.js';
import { control } from '../../support/decide-inputs.js';
import {
  broken,
  chosen,
  click,
  done,
  end,
  failed,
  find,
  flowOf,
  focus,
  missing,
  payloadsOf,
  recordsOf,
  repeat,
  rowOf,
  walkOf,
  type Walk,
} from '../../support/flows.js';
import { node } from './documents.js';

describe("a model's answer", () => {
  test.each<[string, string, string | null | undefined]>([
    ['F117: JSON with the name', '{"name": "Multiply"}', 'Multiply'],
    ['F117: JSON on several lines, with more in it', '{\n  "reason": "× is {multiply}",\n  "name": "Multiply"\n}', 'Multiply'],
    ['F118: JSON that says none is meant', '{"name": null}', null],
    ['F118: null alone', ' null\n', null],
    ['F119: a fenced block', '```json\n{"name": "All Clear"}\n```', 'All Clear'],
    ['F119: a fenced block that says none is meant', '```json\n{"name": null}\n```', null],
    ['F120: a fenced block without a language, on one line, or in capitals', '``` {"name": "All Clear"}```', 'All Clear'],
    ['F120: between words', 'Here it is:\n```JSON\n{"name": "All Clear"}\n```\nHope that helps.', 'All Clear'],
    ['F121: JSON between words', 'The matching element is:\n{"name": "Divide"}\nThis maps the ÷ sign.', 'Divide'],
    ['F121: none between words', 'I see nothing of that kind: {"name": null}.', null],
    ['F122: the name alone, in quotation marks', '"Divide"', 'Divide'],
    ['F122: in others', "  'Divide'.\n", 'Divide'],
    ['F122: in code quotes', '`Divide`', 'Divide'],
    ['F122: in typographic ones', '“Divide”', 'Divide'],
    ['F123: JSON among other braces', 'Of {a} and {"b": 1} I take {"name": "a{b}\\"c\\""}, not {÷}.', 'a{b}"c"'],
    ['F123: JSON inside JSON', '{"answer": {"name": "Divide"}}', 'Divide'],
    ['F124: blanks around the name', '{"name": "  Divide "}', 'Divide'],
    ['F124: an empty name counts as none', '{"name": " "}', null],
    ['F125: nothing', '', undefined],
    ['F125: words', 'I would take Divide.', undefined],
    ['F125: words with several names', 'Either "Divide" or "Multiply".', undefined],
    ['F125: JSON that breaks off', '{"name": "Div', undefined],
    ['F126: two that differ', '{"name":"Save"} or {"name":"Delete"}', undefined],
    ['F126: a draft before it', '<think>{"name":"Save"}</think>{"name":"Delete"}', undefined],
    ['F126: a name that stands twice', '{"name":"Save","name":"Delete"}', undefined],
    ['F126: the same again', '{"name":"Divide"}, so {"name":"Divide"}', 'Divide'],
    ['F126: JSON without a name', '{"element": "Divide"}', undefined],
    ['F126: a name that is not a string', '{"name": 3}', undefined],
    ['F126: a list', '["Divide"]', undefined],
    ['F126: a number', '3', undefined],
  ])('%s', (_what, reply, name) => {
    expect(readChosenName(reply)).toBe(name);
  });

  test('F125: with any number of braces is nothing, and quickly', () => {
    expect(readChosenName(`${'{'.repeat(50_000)}"name"${'}'.repeat(50_000)}`)).toBeUndefined();
  });
});

/** What the pending call is asked to act on. */
function args({ next }: Walk) {
  if (next.type !== 'call') throw new Error(`${next.type} is due`);
  return next.call.arguments;
}
function windowOfCall({ next }: Walk) {
  return next.type === 'call' ? next.call.window : next.type;
}
const buy = (more: object = {}) => click('buy', 'Buy', more);
const there = ['Order now', 'Cancel'];

describe('an element', () => {
  test('F127: that is there is clicked without asking a model', () => {
    const walk = walkOf(rowOf(buy()));
    expect(args(walk)).toMatchObject({ text: 'Buy' });
    expect(walk.tell(done()).state.ended?.outcome).toBe('completed');
  });

  test('F128: that is missing is chosen by a model from what is there, and clicked under that name', () => {
    const asked = walkOf(rowOf(buy())).tell(missing(...there));
    expect(asked.next).toEqual({ type: 'choose', what: 'element', wanted: 'Buy', candidates: there });
    const again = asked.tell(chosen('Order now'));
    expect(args(again)).toMatchObject({ text: 'Order now' });
    expect(again.tell(done()).state.ended?.outcome).toBe('completed');
  });

  test('F129: is asked for once: the next click on it knows', () => {
    const second = walkOf(rowOf(buy(), click('again', 'Buy'), click('cancel', 'Cancel'))).tell(
      missing(...there),
      chosen('Order now'),
      done(),
    );
    expect(args(second)).toMatchObject({ text: 'Order now' });
    expect(args(second.tell(done()))).toMatchObject({ text: 'Cancel' });
  });

  test('F129: also in the next iteration of a loop, and is asked for again if it has disappeared by then', () => {
    const graph = flowOf([repeat('loop', 3), buy(), end('loop')], 'loop LoopBody > buy > end-loop > loop');
    const second = walkOf(graph).tell(missing(...there), chosen('Order now'), done());
    expect(args(second)).toMatchObject({ text: 'Order now' });
    const asked = second.tell(missing('Pay', 'Cancel'));
    expect(asked.next).toMatchObject({ type: 'choose', wanted: 'Buy', candidates: ['Pay', 'Cancel'] });
    expect(args(asked.tell(chosen('Pay'), done()))).toMatchObject({ text: 'Pay' });
  });

  test('F130: that the model does not find either fails the node, which lists what is there', () => {
    const { ended } = walkOf(rowOf(buy())).tell(missing(...there), chosen(undefined)).state;
    expect(ended).toEqual({
      outcome: 'failed',
      message: '"buy" (buy): target-not-found: "Buy" is not there, and nothing that may be meant; there are: Order now, Cancel',
    });
  });

  test.each(['Purchase', 'order now', ''])('F131: under the invented name %j fails the node, and is not remembered', (name) => {
    const { ended, caches } = walkOf(rowOf(buy())).tell(missing(...there), chosen(name)).state;
    expect(ended?.message).toBe(
      `"buy" (buy): target-not-found: "Buy" is not there, and the model named "${name}", which is not there either; there are: Order now, Cancel`,
    );
    expect(caches.elements).toEqual({});
  });

  test('F132: with nothing to choose from fails without a model', () => {
    const { ended, spent } = walkOf(rowOf(buy())).tell(missing()).state;
    expect([ended?.outcome, spent.steps]).toEqual(['failed', 1]);
    expect(walkOf(rowOf(buy())).tell(broken()).state.ended?.outcome).toBe('failed');
  });

  test('F133: is asked for once per attempt', () => {
    const { ended } = walkOf(rowOf(buy())).tell(missing(...there), chosen('Order now'), missing('Cancel')).state;
    expect(ended).toMatchObject({ outcome: 'failed', message: '"buy" (buy): target-not-found: not there; there are: Cancel' });
  });

  test('F133: is not asked for by a click on a point', () => {
    const point = rowOf(node('buy', { type: 'Click', x: 1, y: 1 }));
    expect(walkOf(point).tell(missing(...there)).next.type).toBe('end');
  });

  test('F134: is forgotten before a retry, which may ask again', () => {
    const retried = walkOf(rowOf(buy({ retries: 1 }))).tell(missing(...there), chosen('Order now'), broken());
    expect(args(retried)).toMatchObject({ text: 'Buy' });
    const asked = retried.tell(missing(...there));
    expect(asked.next.type).toBe('choose');
    expect(asked.tell(chosen('Order now'), done()).state.ended?.outcome).toBe('completed');
  });

  test('F134: is asked for in every attempt when the model finds none', () => {
    const twice = walkOf(rowOf(buy({ retries: 1 }))).tell(missing(...there), chosen(undefined), missing(...there));
    expect(twice.next.type).toBe('choose');
    expect(twice.tell(chosen(undefined)).state.ended?.outcome).toBe('failed');
  });

  test('F135: is remembered for the application in front only', () => {
    const walk = walkOf(
      rowOf(focus('shop', 'Shop'), buy(), focus('mail', 'Mail'), click('other', 'Buy'), focus('back', 'Shop'), click('again', 'Buy')),
    )
      .tell(done({}, { app: 'Shop' }))
      .tell(missing(...there), chosen('Order now'), done())
      .tell(done({}, { app: 'Mail' }));
    expect(args(walk)).toMatchObject({ text: 'Buy', app_name: 'Mail' });
    expect(args(walk.tell(done(), done({}, { app: 'Shop' })))).toMatchObject({ text: 'Order now', app_name: 'Shop' });
  });

  test('F136: is looked for by a FindText under the name that a Click resolved', () => {
    const walk = walkOf(rowOf(buy(), find('find', 'Buy'), node('there', { type: 'FindText', search_text: 'Buy', scope: 'Mail' }))).tell(
      missing(...there),
      chosen('Order now'),
      done(),
    );
    expect(args(walk)).toMatchObject({ text: 'Order now' });
    expect(args(walk.tell(done()))).toMatchObject({ text: 'Buy', app_name: 'Mail' });
  });

  test('F137: that a FindText does not find is a result: the walk continues, and no model is asked', () => {
    const { ended, variables } = walkOf(rowOf(find('find', 'Buy'))).tell(done({ 'find.found': false, 'find.count': 0 })).state;
    expect([ended?.outcome, variables]).toEqual(['completed', { 'find.found': false, 'find.count': 0 }]);
    expect(walkOf(rowOf(find('find', 'Buy'))).tell(missing(...there)).next.type).toBe('end');
  });

  test('F138: that was resolved is in the records, between the two calls', () => {
    const { state } = walkOf(rowOf(buy())).tell(missing(...there), chosen('Order now'), done());
    expect(recordsOf(state, 'tool_call', 'tool_result', 'element_resolved').map(({ type, payload }) => [type, payload])).toEqual([
      ['tool_call', { name: 'click', args: { text: 'Buy', button: 'left', click_count: 1 } }],
      ['tool_result', { text: 'not there; there are: Order now, Cancel', image_count: 0, error: 'target-not-found' }],
      ['element_resolved', { wanted: 'Buy', resolved: 'Order now' }],
      ['tool_call', { name: 'click', args: { text: 'Order now', button: 'left', click_count: 1 } }],
      ['tool_result', { text: 'ok', image_count: 0 }],
    ]);
  });

  test('F138: for which no model could be asked fails the attempt', () => {
    const { ended } = walkOf(rowOf(buy())).tell(missing(...there), failed('model-unavailable')).state;
    expect(ended?.message).toBe(
      '"buy" (buy): target-not-found: "Buy" is not there, and no model could say what is meant (model-unavailable: nobody answered); there are: Order now, Cancel',
    );
  });
});

describe('an application', () => {
  const windowOf = (id: string, target: string, more: object = {}) => node(id, { type: 'TakeScreenshot', mode: 'Window', target }, more);
  const running = ['Google Chrome', 'Notes'];

  test('F139: of exactly that name is focused without asking a model', () => {
    const walk = walkOf(rowOf(focus('focus', 'Notes')));
    expect(args(walk)).toEqual({ app_name: 'Notes', bring_to_front: true });
    expect(walk.tell(done({}, { app: 'Notes' })).state.caches).toEqual({ apps: {}, elements: {}, focusedApp: 'Notes' });
  });

  test.each([
    ['F140: of no such name is named by a model out of those that run', focus('n', 'chrome')],
    ['F140: of a window that is to be pictured likewise', windowOf('n', 'chrome')],
  ])('%s', (_what, nodeJson) => {
    const asked = walkOf(rowOf(nodeJson)).tell(missing(...running));
    expect(asked.next).toEqual({ type: 'choose', what: 'app', wanted: 'chrome', candidates: running });
    expect(args(asked.tell(chosen('Google Chrome')))).toMatchObject({ app_name: 'Google Chrome' });
  });

  test('F141: is asked for once: the next node that focuses it knows', () => {
    const walk = walkOf(rowOf(focus('one', 'chrome'), focus('two', 'chrome'), focus('three', 'Chrome'))).tell(
      missing(...running),
      chosen('Google Chrome'),
      done(),
    );
    expect(args(walk)).toMatchObject({ app_name: 'Google Chrome' });
    // A different name is asked for separately.
    expect(args(walk.tell(done()))).toMatchObject({ app_name: 'Chrome' });
  });

  test('F142: is resolved for captures of its window, too', () => {
    const walk = walkOf(rowOf(focus('focus', 'chrome'), windowOf('picture', 'chrome'))).tell(
      missing(...running),
      chosen('Google Chrome'),
      done(),
    );
    expect(args(walk)).toMatchObject({ mode: 'window', app_name: 'Google Chrome' });
  });

  test('F142: does not matter to a capture of the screen', () => {
    const screen = node('screen', { type: 'TakeScreenshot' });
    expect(walkOf(rowOf(screen)).tell(missing(...running)).next.type).toBe('end');
  });

  test('F143: that the model does not find either fails the node, which lists what is running', () => {
    const { ended } = walkOf(rowOf(focus('focus', 'chrome'))).tell(missing(...running), chosen(undefined)).state;
    expect(ended?.message).toContain('"chrome" is not there, and nothing that may be meant; there are: Google Chrome, Notes');
  });

  test('F144: under an invented name fails the node, and is not remembered', () => {
    const { ended, caches } = walkOf(rowOf(focus('focus', 'chrome'))).tell(missing(...running), chosen('Chromium')).state;
    expect(ended?.message).toContain('the model named "Chromium", which is not there either');
    expect(caches.apps).toEqual({});
  });

  test('F145: is forgotten before a retry, as is the one in front', () => {
    const walk = walkOf(rowOf(focus('notes', 'Notes'), focus('focus', 'chrome', { retries: 1 }), buy()))
      .tell(done({}, { app: 'Notes' }))
      .tell(missing(...running), chosen('Google Chrome'), broken());
    expect(args(walk)).toMatchObject({ app_name: 'chrome' });
    expect(walk.state.caches).toEqual({ apps: {}, elements: {} });
    expect(walk.tell(missing(...running)).next.type).toBe('choose');
  });

  test('F146: in front is where texts are looked for and clicked', () => {
    const walk = walkOf(rowOf(focus('focus', 'Notes'), find('find', 'Total'), buy())).tell(done());
    expect(args(walk)).toMatchObject({ app_name: 'Notes' });
    expect(args(walk.tell(done()))).toMatchObject({ app_name: 'Notes' });
  });

  test('F146: is in front, too, after a capture of its window, or when a model or another tool brought it there', () => {
    const tool = (name: string, more: object) => node(name, { type: 'McpToolCall', tool_name: name, arguments: more });
    expect(args(walkOf(rowOf(windowOf('picture', 'Notes'), buy())).tell(done({}, { app: 'Notes' })))).toMatchObject({ app_name: 'Notes' });
    expect(args(walkOf(rowOf(tool('focus_window', { app_name: 'Notes' }), buy())).tell(done()))).toMatchObject({ app_name: 'Notes' });
    expect(args(walkOf(rowOf(tool('focus_window', { app_name: 'Notes' }), buy())).tell(done({}, { app: 'Notes – a' })))).toMatchObject({
      app_name: 'Notes – a',
    });
  });

  test('F231: in front is identified by its window, unless a node names one itself', () => {
    const window = { id: '17', uiSession: 'run:1' };
    const inMail = node('mail', { type: 'FindText', search_text: 'Total', scope: 'Mail' });
    const walk = walkOf(rowOf(focus('focus', 'Notes'), find('find', 'Total'), inMail, click('here', 'Buy'), focus('other', 'Mail'), buy()));
    const found = walk.tell(done({}, { app: 'Notes', window }));
    const scoped = found.tell(done());
    const clicked = scoped.tell(done());
    expect([found, scoped, clicked].map(windowOfCall)).toEqual([window, undefined, window]);
    // Its host did not report which window it is: there is only the name.
    expect(windowOfCall(clicked.tell(done(), done({}, { app: 'Mail' })))).toBeUndefined();
  });

  test('F147: is in front under the name that the tool returns', () => {
    expect(args(walkOf(rowOf(focus('focus', 'notes'), buy())).tell(done({}, { app: 'Notes' })))).toMatchObject({ app_name: 'Notes' });
  });

  test('F147: is not in front when bringing it there failed', () => {
    const walk = walkOf(rowOf(focus('focus', 'Notes', { retries: 1 }), buy())).tell(done({}, { isError: true, app: 'Notes' }));
    expect(walk.state.caches.focusedApp).toBeUndefined();
  });

  test.each(['WindowId', 'Pid'])('F148: is not asked for if a window is identified by its %s', (method) => {
    const graph = rowOf(focus('notes', 'Notes'), node('n', { type: 'FocusWindow', method, value: '17' }), buy());
    const second = walkOf(graph).tell(done({}, { app: 'Notes' }));
    expect(second.tell(missing(...running)).next.type).toBe('end');
    expect(args(second.tell(done({}, { app: 'Mail' })))).toMatchObject({ app_name: 'Mail' });
    // Nobody reported which it is: texts are looked for everywhere.
    expect(args(second.tell(done()))).not.toHaveProperty('app_name');
  });

  test('F149: that was resolved is in the records', () => {
    const { state } = walkOf(rowOf(focus('focus', 'chrome'))).tell(missing(...running), chosen('Google Chrome'), done());
    expect(payloadsOf(state, 'app_resolved')).toEqual([{ wanted: 'chrome', resolved: 'Google Chrome' }]);
  });
});

describe('F150: among several controls with a text', () => {
  const at = (name: string, y: number, more: Partial<Control> = {}): Control =>
    control('button', name, { bounds: { x: 0, y, width: 100, height: 20 }, ...more });
  const label = { role: 'text', interactive: false } as const;
  const found = (controls: readonly Control[], text: string, mode: 'contains' | 'exact' = 'contains') =>
    findText(controls, text, mode).map(({ text: own, bounds }) => `${own} at ${bounds.y}`);

  test('the exact match comes first, then the topmost usable one', () => {
    const controls = [at('Buy later', 10, label), at('Buy it', 40), at('Buy more', 20), at('BUY', 50, label), at('buy', 60)];
    expect(found(controls, ' Buy ')).toEqual(['buy at 60', 'BUY at 50', 'Buy more at 20', 'Buy it at 40', 'Buy later at 10']);
    expect(found(controls, 'Buy', 'exact')).toEqual(['buy at 60', 'BUY at 50']);
  });

  test('invisible controls are ignored, as is the value of a masked field', () => {
    expect(
      found([at('Buy', 1, { visible: false }), at('Card', 2, { value: '4711' }), at('Pin', 3, { value: '4711', masked: true })], '4711'),
    ).toEqual(['4711 at 2']);
  });

  test('HE6: what only scrolls is nothing that a text names', () => {
    const controls = [at('page', 1, { role: 'scrollarea' }), at('Page 2', 2)];
    expect(found(controls, 'page')).toEqual(['Page 2 at 2']);
    expect(availableElements(controls)).toEqual(['Page 2']);
  });

  test('an empty text matches nothing', () => {
    expect(found([at('', 1)], '', 'exact')).toEqual([]);
    expect(found([at('', 1)], ' ')).toEqual([]);
  });

  test('alternatives are usable controls, each name once', () => {
    const controls = [
      at(' Buy ', 1),
      at('Buy', 2),
      at('Total', 3, label),
      at('Off', 4, { enabled: false }),
      at('', 5),
      at('Gone', 6, { visible: false }),
    ];
    expect(availableElements(controls)).toEqual(['Buy']);
  });
});
