// Signals and Updates share these two functions, so that an invalid message is refused alike, with a text that says what is valid.
import { describe, expect, test } from '@jest/globals';
import { describeRequest, shortCommand, signalArguments } from '../../../src/domain/human/details.js';
import { parseAnswer, parseConfirm, parseRequest, type Message, type ParsedMessage } from '../../../src/domain/human/message.js';
import {
  isRequestFor,
  receive,
  stateOfRequest,
  type Ask,
  type ConfirmationRequest,
  type QuestionRequest,
} from '../../../src/domain/human/requests.js';

const requestedAt = '2026-01-01T00:00:00.000Z';
const question: QuestionRequest = { kind: 'question', requestId: 'q1', requestedAt, questions: ['Which colour?'] };
const confirmation: ConfirmationRequest = {
  kind: 'confirmation',
  requestId: 'c1',
  requestedAt,
  reason: 'pays or orders something',
  actions: [{ function: 'click_input', args: { button: 'left' }, target: { label: '3', role: 'button', name: 'Buy' } }],
};
const answer = (requestId: string, ...answers: readonly string[]): Message => ({ type: 'answer', requestId, answers });
const confirm = (requestId: string, approved = true): Message => ({ type: 'confirm', requestId, approved, note: '' });

test.each<[string, (body: unknown) => object, unknown]>([
  ['answer', parseAnswer, { requestId: 'q1', answers: ['ü'.repeat(128_000)] }],
  ['confirm', parseConfirm, { requestId: 'c1', approved: true, note: 'n'.repeat(256_000) }],
  ['request', parseRequest, { text: 'n'.repeat(256_000) }],
])("FL7: whichever way it comes, '%s' is refused where Temporal could not carry what a run makes of it", (name, parse, body) => {
  expect(parse(body)).toEqual({
    type: 'malformed',
    text: expect.stringMatching(`^The message '${name}' has 257 kB; at most 256 kB: say where`),
  });
});

describe('F243: a pending request', () => {
  const [action] = confirmation.actions;
  const target = { label: '8', role: 'button', name: 'Buy', path: 'x' };
  const ask = (more: object = {}, of: object = {}): Ask => ({
    kind: 'confirmation',
    reason: confirmation.reason,
    actions: [{ function: action?.function ?? '', args: { button: 'left' }, target, ...of }],
    ...more,
  });

  test.each<[string, boolean, Ask]>([
    ['the same control under a new label', true, ask()],
    ['another control', false, ask({}, { target: { ...target, name: 'Buy all' } })],
    ['a control of another role', false, ask({}, { target: { ...target, role: 'link' } })],
    ['no control', false, ask({}, { target: undefined })],
    ['another function', false, ask({}, { function: 'set_edit_text' })],
    ['other arguments', false, ask({}, { args: { button: 'right' } })],
    ['another reason', false, ask({ reason: 'deletes something' })],
    [
      'more than one action',
      false,
      ask({ actions: [...(ask() as Extract<Ask, { kind: 'confirmation' }>).actions, { function: 'x', args: {} }] }),
    ],
    ['a question', false, { kind: 'question', questions: ['Which colour?'] }],
  ])('is, or is not, for %s: %s', (_what, expected, asked) => {
    expect(isRequestFor(confirmation, asked)).toBe(expected);
  });

  test.each<[boolean, Ask]>([
    [true, { kind: 'question', questions: ['Which colour?'] }],
    [false, { kind: 'question', questions: ['Which size?'] }],
    [false, ask()],
  ])('may be a question: %s', (expected, asked) => {
    expect(isRequestFor(question, asked)).toBe(expected);
  });
});

describe('the effect of a message on the pending request', () => {
  test("A46: an answer with the question's id is accepted", () => {
    expect(receive(question, answer('q1', 'blue'))).toEqual({ accepted: true, event: { type: 'answered', answers: ['blue'] } });
  });

  test.each([true, false])("A13, A14: an approval message with the confirmation's id is accepted: %s", (approved) => {
    expect(receive(confirmation, confirm('c1', approved))).toEqual({ accepted: true, event: { type: 'confirmed', approved, note: '' } });
  });

  test.each([
    ['a stale id', confirmation, confirm('c0'), /'c0' is not what is asked now; pending is confirmation 'c1' \(click_input\)/],
    ['an id of another request', question, answer('q2', 'x'), /'q2' is not what is asked now; pending is question 'q1' \(Which colour\?\)/],
    ['nothing pending', undefined, confirm('c1'), /Nothing is asked at the moment/],
    ['an answer to a confirmation', confirmation, answer('c1', 'yes'), /asks for a confirmation: send confirm \{"requestId": "c1"/],
    ['a confirmation of a question', question, confirm('q1'), /asks a question: send answer \{"requestId": "q1"/],
  ] as const)('A45: %s changes nothing and says what is pending', (_case, pending, message, text) => {
    const reception = receive(pending, message);
    expect(reception.accepted).toBe(false);
    if (!reception.accepted) expect(reception.text).toMatch(text);
  });

  test('the pending request is the one in SteadyhandState', () => {
    expect([undefined, question, confirmation].map(stateOfRequest)).toEqual(['RUNNING', 'PENDING', 'CONFIRM']);
  });
});

describe('message bodies as people write them', () => {
  test('are parsed', () => {
    expect(parseAnswer({ requestId: 'q1', answers: ['a', 'b'] })).toEqual(answer('q1', 'a', 'b'));
    expect(parseAnswer({ requestId: 'q1', optionId: 'blue' })).toEqual(answer('q1', 'blue'));
    expect(parseConfirm({ requestId: 'c1', approved: false, note: 'too dear' })).toEqual({
      type: 'confirm',
      requestId: 'c1',
      approved: false,
      note: 'too dear',
    });
    expect(parseConfirm({ requestId: 'c1', approved: true })).toEqual(confirm('c1'));
    expect(parseRequest({ text: 'more' })).toEqual({ text: 'more' });
  });

  const notObjects = [undefined, null, 'yes', 1, true, []] as const;
  test.each([
    ...notObjects.map((body) => [parseAnswer, body, /^answer is /] as const),
    [parseAnswer, {}, /answer\.requestId is missing/],
    [parseAnswer, { requestId: 1, answers: [] }, /answer\.requestId is 1/],
    [parseAnswer, { requestId: 'q1' }, /answer\.answers is missing/],
    [parseAnswer, { requestId: 'q1', answers: 'blue' }, /answer\.answers is "blue"/],
    [parseAnswer, { requestId: 'q1', answers: ['a', 2] }, /answer\.answers is \["a",2\]/],
    ...notObjects.map((body) => [parseConfirm, body, /^confirm is /] as const),
    [parseConfirm, { approved: true }, /confirm\.requestId is missing/],
    [parseConfirm, { requestId: 'c1' }, /confirm\.approved is missing/],
    [parseConfirm, { requestId: 'c1', approved: 'yes' }, /confirm\.approved is "yes"/],
    [parseConfirm, { requestId: 'c1', approved: 1 }, /confirm\.approved is 1/],
    ...notObjects.map((body) => [parseRequest, body, /^request\.text is missing/] as const),
    [parseRequest, { text: ' ' }, /^request\.text is " "/],
  ])('%p of %j is refused with the expected form', (parse: (body: unknown) => ParsedMessage | { text: string }, body, text) => {
    const parsed = parse(body);
    expect(parsed).toMatchObject({ type: 'malformed', text: expect.stringMatching(text) });
    expect(parsed).toMatchObject({ text: expect.stringContaining('expected') });
  });

  test('a long body is not repeated in full', () => {
    const parsed = parseAnswer({ requestId: 'q1', answers: 'x'.repeat(10_000) });
    expect(parsed.type === 'malformed' && parsed.text.length).toBeLessThan(250);
  });
});

describe('the details of a waiting run', () => {
  test('show the request and the commands that answer it', () => {
    expect(signalArguments(question)).toBe(`--name answer --input '{"requestId":"q1","answers":["…"]}'`);
    expect(signalArguments(confirmation)).toBe(`--name confirm --input '{"requestId":"c1","approved":true}'`);
    expect(shortCommand(question, 'run-1')).toContain('answer run-1');
    for (const request of [question, confirmation]) {
      const text = describeRequest(request, "it's");
      expect(text).toContain(`--workflow-id 'it'\\''s'`);
      expect(text).toContain(signalArguments(request));
    }
    expect(describeRequest(question, 'r')).toContain('Which colour?');
    expect(describeRequest(confirmation, 'r')).toContain('- `Click “Buy”`');
  });
});
