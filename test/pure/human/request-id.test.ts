import { describe, expect, test } from '@jest/globals';
import { createRequestActivities } from '../../../src/activities/index.js';
import { parseAnswer, parseConfirm, type Message } from '../../../src/domain/human/message.js';
import { beginningOf, isBeginningOf, requestIdOf, secretBytes, secretOf } from '../../../src/domain/human/request-id.js';
import { receive, type ConfirmationRequest, type QuestionRequest } from '../../../src/domain/human/requests.js';

const secret = secretOf(Array.from({ length: secretBytes }, (_, index) => index * 9));
const id = requestIdOf({ frameName: 'app-1', kind: 'confirmation', number: 2, secret });
const requestedAt = '2026-01-01T00:00:00.000Z';
const confirmation: ConfirmationRequest = {
  kind: 'confirmation',
  requestId: id,
  requestedAt,
  reason: 'pays',
  actions: [{ function: 'click_input', args: {}, target: { label: '3', role: 'button', name: 'Pay' } }],
};
const question: QuestionRequest = {
  kind: 'question',
  requestId: requestIdOf({ frameName: undefined, kind: 'question', number: 1, secret }),
  requestedAt,
  questions: ['Which day?'],
};

describe('the id of a request', () => {
  test('LK32: has at least 128 random bits, in digits that nobody mixes up, all equally likely', () => {
    expect(id).toMatch(/^app-1\.c2-[0-9a-hjkmnp-tv-z]{26}$/);
    const drawn = secretOf(Array.from({ length: 256 }, (_, byte) => byte));
    const counts = new Set([...new Set(drawn)].map((digit) => drawn.split(digit).length - 1));
    expect(counts).toEqual(new Set([8]));
    expect(new Set(drawn).size ** secretBytes).toBeGreaterThanOrEqual(2 ** 128);
  });

  test('LK32: is another one each time', async () => {
    const { drawRequestSecret } = createRequestActivities({ notifier: { targets: 0 } });
    const drawn = await Promise.all(Array.from({ length: 1_000 }, async () => (await drawRequestSecret()).secret));
    expect(new Set(drawn).size).toBe(1_000);
    // Each place varies.
    for (let place = 0; place < secretBytes; place += 1) expect(new Set(drawn.map((each) => each[place])).size).toBe(32);
  });

  test('begins with child, kind and number', () => {
    expect(question.requestId).toBe(`q1-${secret}`);
    expect(requestIdOf({ frameName: 'flow-1/app-1', kind: 'question', number: 3, secret })).toBe(`flow-1/app-1.q3-${secret}`);
    expect([id, 'app-1.c2', 'c1', 'nonsense-c1'].map(beginningOf)).toEqual(['app-1.c2', 'app-1.c2', 'c1', 'nonsense-c1']);
  });
});

describe('what a person types', () => {
  test.each([
    [id, true],
    ['app-1.c2', true],
    [`app-1.c2-${secret.slice(0, 4)}`, true],
    // A frame has its name.
    ['c2', false],
    [`c2-${secret.slice(0, 4)}`, false],
    // Another request's.
    ['app-2.c2', false],
    ['c1', false],
    ['c20', false],
    ['q2', false],
    [`app-1.c2-${secret.slice(1, 5)}`, false],
    // Too short to tell which one.
    ['app-1.c', false],
    ['app-1', false],
    ['c', false],
    ['', false],
  ])('LK32: %p is a beginning: %p', (typed, means) => {
    expect(isBeginningOf(typed, id)).toBe(means);
  });

  test('LK32: c1 never means c12', () => {
    const twelfth = requestIdOf({ frameName: undefined, kind: 'confirmation', number: 12, secret });
    expect(isBeginningOf('c1', twelfth)).toBe(false);
    expect(isBeginningOf('c12', twelfth)).toBe(true);
  });
});

describe('a message', () => {
  const confirm = (requestId: string): Message => parseConfirm({ requestId, approved: true }) as Message;
  const answer = (requestId: string): Message => parseAnswer({ requestId, answers: ['Friday'] }) as Message;

  test.each([
    ['its beginning alone', confirmation, confirm('app-1.c2')],
    ['a bare counter', confirmation, confirm('c2')],
    ['a beginning', confirmation, confirm(id.slice(0, -1))],
    ['nothing', confirmation, confirm('')],
    ['the random digits alone', confirmation, confirm(secret)],
    ['its beginning alone', question, answer('q1')],
    ['what a refusal shows', question, answer('q1-…')],
    ['one in capitals', question, answer(question.requestId.toUpperCase())],
  ])('LK32: with %s changes nothing, and its refusal says what is pending without its id', (_with, pending, message) => {
    const reception = receive(pending, message);
    expect(reception).toEqual({
      accepted: false,
      text: expect.stringMatching(/is not what is asked now; pending is .* Its whole id is needed/),
    });
    const told = JSON.stringify(reception).replaceAll(JSON.stringify(message.requestId).slice(1, -1) || '\u0000', '');
    for (let at = 0; at + 4 <= secret.length; at += 1) expect(told).not.toContain(secret.slice(at, at + 4));
  });

  test('LK32: with the whole id is taken', () => {
    expect(receive(confirmation, confirm(id))).toMatchObject({ accepted: true, event: { approved: true } });
    expect(receive(question, answer(question.requestId))).toMatchObject({ accepted: true });
  });

  test('LK32: whose sender knows the id is told what it asks for', () => {
    expect(receive(question, confirm(question.requestId))).toMatchObject({
      accepted: false,
      text: `'q1-${secret}' asks a question: send answer {"requestId": "q1-${secret}", "answers": ["…"]}.`,
    });
  });
});
