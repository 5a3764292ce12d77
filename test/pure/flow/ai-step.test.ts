// AiStep: a model that calls tools until it makes no more calls (docs/design/flow.md §3).
import { describe, expect, test } from '@jest/globals';
import type { TranscriptEntry, FlowEvent } from '../../../src/domain/flow/flow-state.js';
import { noUsage } from '../../../src/domain/budget/usage.js';
import {
  broken,
  done,
  failed,
  flowOf,
  imageOf,
  payloadsOf,
  repeat,
  end,
  rowOf,
  step,
  thought,
  unknown,
  walkOf,
  type Walk,
  type WalkOptions,
} from '../../support/flows.js';
import { processorMs } from '../../support/processor-time.js';

const begun = (parameters: object = {}, more: object = {}, options: WalkOptions = {}): Walk =>
  walkOf(rowOf(step('step', parameters, more)), options);
const saw = (text: string): FlowEvent => ({ type: 'seen', text, usage: noUsage });
const timedOut: FlowEvent = { type: 'timed-out' };
const transcript = ({ state }: Walk): readonly TranscriptEntry[] => state.visit?.step?.transcript ?? [];
const variables = ({ state }: Walk) => state.variables;
const due = ({ next }: Walk) => (next.type === 'call' ? next.call.name : next.type);

describe('a step', () => {
  test('F151: makes the calls of a reply in order, reports to the model, and ends with its answer', () => {
    const asked = begun();
    expect(asked.next).toEqual({ type: 'think' });
    const first = asked.tell(thought('I look', ['find_text', '{"text": "Total"}'], 'take_screenshot'));
    expect(first.next).toMatchObject({ type: 'call', call: { name: 'find_text', arguments: { text: 'Total' } } });
    const second = first.tell(done({}, { text: 'found 1' }));
    expect(due(second)).toBe('take_screenshot');
    const again = second.tell(done({}, { text: 'a picture' }));
    expect(again.next.type).toBe('think');
    expect(transcript(again).map((entry) => [entry.role, entry.text])).toEqual([
      ['assistant', 'I look'],
      ['tool', 'found 1'],
      ['tool', 'a picture'],
    ]);
    const ended = again.tell(thought('The total is 5'));
    expect(ended.state.ended?.outcome).toBe('completed');
    expect(variables(ended)).toEqual({ 'step.success': true, 'step.result': 'The total is 5', 'step.limit_reached': false });
  });

  test('FL24: tells the model what the browser told of its pages, and keeps it in the record', () => {
    const asked = begun().tell(thought('I look', 'find_text', 'click', 'wait'));
    const looked = asked.tell(done({}, { text: 'found 1', notices: ['A request failed:\nGET http://shop.test: 404', 'b'] }));
    const failing = looked.tell(broken('no-such-thing', { notices: ['c'] })).tell(done({}, { text: 'waited' }));
    expect(transcript(failing).flatMap((entry) => (entry.role === 'tool' ? [entry.text] : []))).toEqual([
      'found 1\n! A request failed: GET http://shop.test: 404\n! b',
      'no-such-thing: it did not work\n! c',
      'waited',
    ]);
    expect(payloadsOf(failing.state, 'noticed').map(({ message }) => message)).toEqual([
      'A request failed:\nGET http://shop.test: 404',
      'b',
      'c',
    ]);
  });

  test('F151: leaves no variables of its calls', () => {
    const ended = begun().tell(thought('', 'find_text'), done({ 'step.found': true }), thought('ok'));
    expect(variables(ended)).not.toHaveProperty(['step.found']);
  });

  test('F151: fails if its model cannot be asked, and may be retried from the beginning', () => {
    const again = begun({}, { retries: 1 }).tell(thought('', 'click'), done(), failed('model-unavailable'));
    expect([due(again), transcript(again)]).toEqual(['think', []]);
    expect(again.tell(failed('model-unavailable')).state.ended?.message).toBe('"step" (step): model-unavailable: nobody answered');
  });
});

describe('a step that must act', () => {
  const must = (options: WalkOptions = {}) => begun({ must_act: true }, {}, options);
  const only = (name: string, outcome: FlowEvent = done()) => must().tell(thought('', name), outcome, thought('It is done'));

  test.each<[string, Walk, string]>([
    ['that says it is done', must().tell(thought('It is done')), 'failed'],
    ['that only looked', only('find_text'), 'failed'],
    ['that only scrolled', only('scroll'), 'failed'],
    ['whose call failed', only('click', done({}, { isError: true })), 'failed'],
    ['that clicked', only('click'), 'completed'],
    ['that called a tool of a server', only('server:send'), 'completed'],
  ])('RP1, RP4: one %s', (_what, walk, outcome) => {
    expect(walk.state.ended?.outcome).toBe(outcome);
  });

  test('RP12: an agent takes over where it did nothing', () => {
    expect(must({ fallback: 'agent' }).tell(thought('It is done')).next.type).toBe('take-over');
  });
});

describe('max_tool_calls', () => {
  test('F152: is not exceeded by a batch: surplus calls are not made', () => {
    const second = begun({ max_tool_calls: 2 }).tell(thought('I go', 'click', 'scroll', 'navigate'), done());
    expect(due(second)).toBe('scroll');
    const ended = second.tell(done());
    expect(payloadsOf(ended.state, 'tool_call').map(({ name }) => name)).toEqual(['click', 'scroll']);
    expect(variables(ended)).toEqual({ 'step.success': true, 'step.result': 'I go', 'step.limit_reached': 'max_tool_calls' });
  });

  test('F152: counts over all replies', () => {
    const ended = begun({ max_tool_calls: 2 }).tell(thought('one', 'click'), done(), thought('', 'click', 'click'), done());
    expect(ended.state.ended?.outcome).toBe('completed');
    expect(variables(ended)).toMatchObject({ 'step.result': 'one', 'step.limit_reached': 'max_tool_calls' });
  });

  test('F153: counts as not reached if no further call follows', () => {
    const ended = begun({ max_tool_calls: 1 }).tell(thought('', 'click'), done(), thought('ok'));
    expect(variables(ended)).toMatchObject({ 'step.result': 'ok', 'step.limit_reached': false });
  });

  test('F153: of 0 lets the model answer, but make no calls', () => {
    const walk = begun({ max_tool_calls: 0 });
    expect(variables(walk.tell(thought('ok')))).toMatchObject({ 'step.result': 'ok', 'step.limit_reached': false });
    const ended = walk.tell(thought('I go', 'click'));
    expect(payloadsOf(ended.state, 'tool_call')).toEqual([]);
    expect(variables(ended)).toMatchObject({ 'step.result': 'I go', 'step.limit_reached': 'max_tool_calls' });
  });
});

describe('the time of a step', () => {
  test('F154: is checked before every call', () => {
    const second = begun({ timeout_ms: 1_000 }).tell(thought('I go', 'click', 'scroll'));
    expect(due(second.later(900).tell(done()))).toBe('scroll');
    const ended = second.later(1_000).tell(done());
    expect(payloadsOf(ended.state, 'tool_call')).toHaveLength(1);
    expect(variables(ended)).toEqual({ 'step.success': true, 'step.result': 'I go', 'step.limit_reached': 'timeout' });
  });

  test('F155: is checked before every model call', () => {
    const called = begun({ timeout_ms: 1_000 }).tell(thought('I go', 'click'));
    expect(due(called.later(900).tell(done()))).toBe('think');
    expect(variables(called.later(1_000).tell(done()))).toMatchObject({ 'step.limit_reached': 'timeout' });
  });

  test("F155: is its parameter, else the node's time limit", () => {
    const late = (parameters: object, more: object) => due(begun(parameters, more).tell(thought('', 'click')).later(500).tell(done()));
    expect(late({ timeout_ms: 100 }, { timeout_ms: 10_000 })).toBe('end');
    expect(late({ timeout_ms: 10_000 }, { timeout_ms: 100 })).toBe('think');
    expect(late({}, { timeout_ms: 100 })).toBe('end');
    expect(late({}, {})).toBe('think');
  });

  test('F155: may expire during a model call: the step ends with what it has, and does not fail', () => {
    const thinking = begun({ timeout_ms: 1_000 }).tell(thought('I go', 'click'), done()).later(1_000);
    expect(variables(thinking.tell(timedOut))).toMatchObject({ 'step.result': 'I go', 'step.limit_reached': 'timeout' });
  });

  test('F155: of 0 still leaves one model call, so that a loop of such steps ends', () => {
    const graph = flowOf([repeat('loop', 100_000), step('step', { timeout_ms: 0 }), end('loop')], 'loop LoopBody > step > end-loop > loop');
    expect(due(walkOf(graph))).toBe('think');
  });

  test('F156: does not discard a final answer that has arrived', () => {
    const ended = begun({ timeout_ms: 1_000 }).later(5_000).tell(thought('{"total": 5}'));
    expect(variables(ended)).toMatchObject({ 'step.total': 5, 'step.limit_reached': false });
    expect(begun({ timeout_ms: 1_000 }).later(5_000).tell(thought('{"step_complete": false}')).state.ended?.outcome).toBe('failed');
  });

  test('F156: starts anew with every attempt', () => {
    const again = begun({ timeout_ms: 1_000 }, { retries: 1 }).later(900).tell(failed());
    expect(due(again.later(900).tell(thought('', 'click')))).toBe('click');
  });
});

describe('a call that cannot be made', () => {
  test.each(['no json', '[1]', '"text"', 'null', '{"a": 1'])(
    'F157: because its arguments are %j goes back to the model, and counts',
    (given) => {
      const walk = begun({ max_tool_calls: 1 }).tell(thought('', ['click', given]));
      expect(walk.next.type).toBe('think');
      expect(transcript(walk).at(-1)).toEqual({
        role: 'tool',
        name: 'click',
        text: `The arguments of 'click' are no JSON object: ${given}. Call it again with a JSON object.`,
        images: [],
        isError: true,
      });
      expect(payloadsOf(walk.state, 'tool_call')).toEqual([]);
      expect(due(walk.tell(thought('', 'click')))).toBe('end');
    },
  );

  test('F157: does not prevent the others', () => {
    const walk = begun().tell(thought('', ['click', 'no json'], ['list_windows', ''], 'scroll'));
    expect(walk.next).toMatchObject({ type: 'call', call: { name: 'list_windows', arguments: {} } });
    expect(due(walk.tell(done()))).toBe('scroll');
  });

  test('F158: to a tool that is not allowed is refused, even if the model was shown it', () => {
    const walk = begun({ allowed_tools: ['find_text', 'click'] }).tell(thought('', 'navigate', 'click'));
    expect(due(walk)).toBe('click');
    expect(transcript(walk).at(-1)).toMatchObject({
      isError: true,
      text: "The tool 'navigate' is not allowed in this step; allowed are: find_text, click.",
    });
    expect(payloadsOf(walk.state, 'tool_call').map(({ name }) => name)).toEqual(['click']);
    expect(payloadsOf(walk.state, 'warning')).toEqual([
      { message: "The tool 'navigate' is not allowed in this step; allowed are: find_text, click." },
    ]);
  });

  test.each<[string, object, WalkOptions]>([
    ['the picture of the step', { template_image: '/flows/cart.png' }, {}],
    ['that of a variable', { template_image: '/flows/{{var:which}}.png' }, { variables: { which: 'cart' } }],
    ['any, of a server’s tool', {}, { overrides: { find_image: 'eyes' } }],
  ])('aistep-5: may name %s', (_what, parameters, options) => {
    const walk = begun(parameters, {}, options).tell(thought('', ['find_image', '{"template": "/flows/cart.png"}']));
    expect(walk.next.type).toBe('call');
  });

  test('aistep-5: of the host’s files names only the picture of its step', () => {
    const look = (template: string): Walk =>
      begun({ template_image: '/flows/cart.png' }).tell(thought('', ['find_image', JSON.stringify({ template })]));
    expect(due(look(imageOf('1')))).toBe('find_image');
    expect(due(look('/etc/passwd'))).toBe('think');
    expect(transcript(look('/etc/passwd')).at(-1)).toMatchObject({
      isError: true,
      text: "'/etc/passwd' is not the picture of this step; its template_image and artifacts (sha256:…) can be looked for.",
    });
  });

  test('F158: is refused for every tool if none is allowed', () => {
    const walk = begun({ allowed_tools: [] }).tell(thought('', 'click'));
    expect(transcript(walk).at(-1)?.text).toBe("The tool 'click' is not allowed in this step; allowed are: none.");
    expect(due(begun().tell(thought('', 'click')))).toBe('click');
  });
});

describe('images', () => {
  const image = imageOf('1');
  const other = imageOf('2');

  test('F159: are described by the vision model, all of a batch at once, and the agent reads the description', () => {
    const second = begun({}, {}, { vision: true }).tell(thought('', 'take_screenshot', 'take_screenshot'), done({}, { images: [image] }));
    expect(due(second)).toBe('take_screenshot');
    const look = second.tell(done({}, { images: [other] }));
    expect(look.next).toEqual({ type: 'look', images: [image, other] });
    const told = look.tell(saw('two windows'));
    expect(told.next.type).toBe('think');
    expect(transcript(told).at(-1)).toEqual({ role: 'vision', text: 'two windows' });
    expect(payloadsOf(told.state, 'vision_summary')).toEqual([{ text: 'two windows' }]);
    // Once described, they are not sent again.
    expect(told.tell(thought('', 'click'), done()).next.type).toBe('think');
  });

  test('F159: that could not be described fail the step', () => {
    const look = begun({}, {}, { vision: true }).tell(thought('', 'take_screenshot'), done({}, { images: [image] }));
    expect(look.tell(failed('model-unavailable')).state.ended?.outcome).toBe('failed');
  });

  test('F159: are not described any more when time is up', () => {
    const called = begun({ timeout_ms: 100 }, {}, { vision: true }).tell(thought('', 'take_screenshot')).later(100);
    expect(called.tell(done({}, { images: [image] })).next.type).toBe('end');
  });

  test('F160: go to the agent if there is no vision model, and the newest stay in its context', () => {
    const images = ['1', '2', '3', '4', '5', '6'].map(imageOf);
    const walk = begun().tell(thought('', 'take_screenshot'), done({}, { images }));
    expect([walk.next.type, walk.state.visit?.step?.unseen]).toEqual(['think', images]);
    const next = walk.tell(thought('', 'take_screenshot'), done({}, { images: [imageOf('7')] }));
    expect(next.state.visit?.step?.unseen).toEqual([...images.slice(1), imageOf('7')]);
  });
});

describe('the result of a call', () => {
  test('F161: is reported as unknown when it is, and the call is never repeated', () => {
    const walk = begun().tell(thought('', 'click', 'scroll'), unknown);
    expect(transcript(walk).at(-1)).toMatchObject({
      role: 'tool',
      name: 'click',
      isError: true,
      text: expect.stringContaining('is not known'),
    });
    expect(due(walk)).toBe('scroll');
    const ended = walk.tell(done(), thought('ok'));
    expect(payloadsOf(ended.state, 'tool_call').map(({ name }) => name)).toEqual(['click', 'scroll']);
    expect([ended.state.unknownOutcomes, ended.state.ended?.outcome]).toEqual([1, 'completed']);
  });

  test('F161: if unknown, prevents a retry of the whole step, unless the author allows it', () => {
    const told = (more: object) =>
      begun({}, { retries: 3, ...more }).tell(thought('', 'click'), unknown, thought('{"step_complete": false, "error": "no"}'));
    expect(told({}).state.ended).toMatchObject({ outcome: 'failed', message: expect.stringContaining('retry_unknown would') });
    expect(due(told({ retry_unknown: true }))).toBe('think');
    // A call that only looked has done nothing.
    const looked = begun({}, { retries: 3 }).tell(thought('', 'find_text'), unknown, thought('{"step_complete": false, "error": "no"}'));
    expect(due(looked)).toBe('think');
  });

  test('F162: if a failure, is reported to the model and does not fail the step', () => {
    const walk = begun().tell(thought('', 'click'), broken('target-not-found', { candidates: ['Order now'] }));
    expect(walk.next.type).toBe('think');
    expect(transcript(walk).at(-1)).toMatchObject({ isError: true, text: 'target-not-found: it did not work' });
    const tool = begun().tell(thought('', 'notes__add'), done({}, { isError: true, text: 'no such note' }));
    expect(transcript(tool).at(-1)).toMatchObject({ isError: true, text: 'no such note' });
  });

  test('F162: if long, is its beginning with a reference to the whole', () => {
    const walk = begun().tell(thought('', 'find_text'), done({}, { text: 'the beginning…', textRef: imageOf('f') }));
    expect(transcript(walk).at(-1)).toMatchObject({ text: 'the beginning…', textRef: imageOf('f') });
  });
});

describe('the final answer', () => {
  test.each([
    ['F163: alone', '{"step_complete": false, "error": "no such button"}'],
    ['F163: fenced', '```json\n{"step_complete": false, "error": "no such button"}\n```'],
    [
      'F163: between words',
      'I could not do it {sorry}. {"step_complete": false, "error": "no such button", "tried": {"clicks": 2}} That is all.',
    ],
  ])('%s, saying that the step is not complete fails it', (_how, text) => {
    expect(begun().tell(thought(text)).state.ended?.message).toBe('"step" (step): step-incomplete: no such button');
  });

  test.each([
    ['as a text', '{"step_complete": "false", "error": "no such button"}'],
    [
      'in a fence after another',
      'Draft:\n```json\n{"step_complete": true}\n```\nNo:\n```json\n{"step_complete": false, "error": "no such button"}\n```',
    ],
    ['that holds something else', 'So: {"report": {"step_complete": false, "error": "no such button"}}'],
    ['after one that breaks off', '{"plan": ["look", {"step_complete": false, "error": "no such button"}'],
    ['after one that said yes', '{"step_complete": true}\nWait, that is wrong:\n{"step_complete": false, "error": "no such button"}'],
    ['after an odd quotation in braces', 'Got {"msg": "He said "hi"} there.\n{"step_complete": false, "error": "no such button"}'],
    ['after a quotation that does not end', 'I see "Save. {"step_complete": false, "error": "no such button"}'],
  ])('F163: so does one in an object %s', (_how, text) => {
    expect(begun().tell(thought(text)).state.ended?.message).toBe('"step" (step): step-incomplete: no such button');
  });

  test('F163: of any length and depth is read in one pass', () => {
    const nested = (text: string): string => `${'{"a":['.repeat(50)}${text}${']}'.repeat(50)}`;
    const long = nested(`"${'x'.repeat(900_000)}"`);
    expect(processorMs(() => begun().tell(thought(`${long} that was all`)))).toBeLessThan(1_000);
    expect(processorMs(() => begun().tell(thought(`${'{"a":'.repeat(200_000)} ${'"\\'.repeat(200_000)}`)))).toBeLessThan(1_000);
  });

  test('F163: nested deeper than anybody may read it stays a text', () => {
    expect(variables(begun().tell(thought(`${'['.repeat(66)}${']'.repeat(66)}`)))['step.result']).toMatch(/^\[{66}/);
  });

  test('F163: without a reason also fails it, and a retry starts with a fresh transcript', () => {
    const again = begun({}, { retries: 1 }).tell(thought('', 'click'), done(), thought('{"step_complete": false}'));
    expect([due(again), transcript(again)]).toEqual(['think', []]);
    expect(payloadsOf(again.state, 'retry')).toEqual([
      { attempt: 1, retries: 1, code: 'step-incomplete', message: 'the model said that the step is not complete' },
    ]);
  });

  test('F163: saying that the step is complete does not', () => {
    expect(variables(begun().tell(thought('{"step_complete": true, "total": 3}')))).toMatchObject({
      'step.total': 3,
      'step.step_complete': true,
    });
  });

  test.each<[string, string, object]>([
    ['F164: an object', '{"total": 5, "name": "A"}', { 'step.total': 5, 'step.name': 'A', 'step.result': { total: 5, name: 'A' } }],
    ['F164: an object in a fenced block', 'Here:\n```json\n{"total": 5}\n```', { 'step.total': 5, 'step.result': { total: 5 } }],
    ['F164: a list', '[{"total": 5}]', { 'step.found': true, 'step.count': 1, 'step.total': 5 }],
    ['F164: words with an object in them', 'It is {"total": 5}', { 'step.result': 'It is {"total": 5}' }],
    ['F164: a number, as text', '42', { 'step.result': '42' }],
    ['F164: nothing', '', { 'step.result': '' }],
    ['F164: null, as text', 'null', { 'step.result': 'null' }],
  ])('%s becomes variables', (_what, text, expected) => {
    const found = variables(begun().tell(thought(text)));
    expect(found).toMatchObject(expected);
    expect(found).toMatchObject({ 'step.success': true, 'step.limit_reached': false });
  });

  test('F164: never overwrites our own variables', () => {
    const found = variables(begun().tell(thought('{"success": false, "limit_reached": "timeout"}')));
    expect(found).toMatchObject({ 'step.success': true, 'step.limit_reached': false });
  });
});

test('F165: the limit that was reached is a variable, reset with every run of the step', () => {
  const graph = flowOf([repeat('loop', 2), step('step', { max_tool_calls: 1 }), end('loop')], 'loop LoopBody > step > end-loop > loop');
  const second = walkOf(graph).tell(thought('I go', 'click', 'click'), done());
  expect(variables(second)).toMatchObject({ 'step.limit_reached': 'max_tool_calls' });
  expect(variables(second.tell(thought('ok')))).toMatchObject({ 'step.limit_reached': false, 'step.result': 'ok' });
});

test('F165: a limit ends the step with the last answer, and does not fail it', () => {
  const ended = begun({ max_tool_calls: 2 }).tell(thought('first words', 'click'), done(), thought('', 'click', 'click'), done());
  expect(variables(ended)).toMatchObject({ 'step.result': 'first words', 'step.limit_reached': 'max_tool_calls' });
  const wordless = begun({ max_tool_calls: 0 }).tell(thought('', 'click'));
  expect(variables(wordless)).toMatchObject({ 'step.success': true, 'step.result': '' });
});

test.each([
  `{'step_complete': False, 'error': 'x'}`,
  '{step_complete: false}',
  '{"step_complete": null}',
  '**step_complete**: false, the button is missing',
  '`step_complete`: false',
  'step_complete = false',
  '<step_complete>false</step_complete>',
  '{\\"step_complete\\": false, \\"error\\": \\"x\\"}',
  '{"step_complete": false, "error": "x", "step_complete": true}',
])('F163: a model that says so in its own way has failed: %s', (text) => {
  expect(begun().tell(thought(text)).state.ended?.outcome).toBe('failed');
});

test.each([
  ['a key twice', '{"x":1,"y":2,"x":900}'],
  ['two blocks', 'no, not this ```json\n{"x":1}\n``` but ```json\n{"x":2}\n```'],
])('M1: a call whose arguments have %s is not made', (_, args) => {
  const asked = begun().tell(thought('', ['click', args]));
  expect(asked.next.type).toBe('think');
  expect(JSON.stringify(transcript(asked))).toContain('are no JSON object');
});
