// What a remembered approval covers (HE42).
import { describe, expect, test } from '@jest/globals';
import { approvalText, approvedBefore, remember, type Approvable, type Approval } from '../../../src/domain/human/approvals.js';
import { parseConfirm, type Message } from '../../../src/domain/human/message.js';
import { receive, type ConfirmationRequest, type QuestionRequest } from '../../../src/domain/human/requests.js';

const now = '2026-11-24T12:00:00.000Z';
const later = '2026-11-24T13:00:00.000Z';
const what: Approvable = { text: 'click button "Send"', digest: '1x2y' };
const given = (more: Partial<Approval> = {}): Approval => ({
  ...{ id: '1f00c2d4', what, by: 'ada', at: '2026-11-24T11:03:00.000Z', until: later },
  ...more,
});

describe('HE42: a remembered approval', () => {
  test('covers what reads the same, until its time is over', () => {
    const { what: _, ...told } = given();
    expect(approvedBefore([given()], { what }, now)).toEqual(told);
    expect(approvedBefore([given()], { what: { ...what, digest: '1x2z' } }, now)).toBeUndefined();
    expect(approvedBefore([given()], { not: 'it aims at no control that could be told again' }, now)).toBeUndefined();
    expect(approvedBefore([given()], undefined, now)).toBeUndefined();
    expect(approvedBefore([given()], { what }, later)).toBeUndefined();
  });

  test('of several the newest is told', () => {
    expect(approvedBefore([given(), given({ id: 'newer' })], { what }, now)?.id).toBe('newer');
    expect(approvedBefore([given(), given({ id: 'newer', until: now })], { what }, now)?.id).toBe('1f00c2d4');
  });

  test('there are never more than fit', () => {
    const many = Array.from({ length: 400 }, (_, index) => given({ id: String(index) }));
    const list = many.reduce(remember, [] as readonly Approval[]);
    expect([list.length, list.at(-1)?.id]).toEqual([100, '399']);
  });

  test('is told with its giver, its time and its end', () => {
    expect(approvalText(given())).toBe("ada's approval 1f00c2d4 of 2026-11-24 11:03 UTC, for this run until 2026-11-24 13:00 UTC");
    const { until: _, ...endless } = given({ by: '' });
    expect(approvalText(endless)).toBe('the approval 1f00c2d4 of 2026-11-24 11:03 UTC, for this run');
  });
});

describe('HE42: the message that remembers', () => {
  const request: ConfirmationRequest = {
    kind: 'confirmation',
    requestId: 'c1',
    requestedAt: now,
    reason: 'sends or publishes something',
    actions: [{ function: 'click_input', args: {} }],
    remembering: { what },
  };
  const confirm = (more: object): Message => parseConfirm({ requestId: 'c1', approved: true, ...more }) as Message;

  test('says for what, until when, and who decides', () => {
    expect(parseConfirm({ requestId: 'c1', approved: true, by: 'ada', remember: { for: 'run', until: '7d' } })).toEqual({
      type: 'confirm',
      requestId: 'c1',
      approved: true,
      note: '',
      by: 'ada',
      remember: { for: 'run', until: '7d' },
    });
    expect(parseConfirm({ requestId: 'c1', approved: true, remember: { for: 'run', until: '2026-11-25T18:00+02:00' } })).toMatchObject({
      remember: { until: '2026-11-25T18:00+02:00' },
    });
  });

  test.each([
    [{ remember: 'run' }, /confirm\.remember is "run"/],
    [{ remember: { for: 'ever' } }, /confirm\.remember\.for is "ever"/],
    [{ remember: { for: 'app' } }, /an approval ends with its run: what may always go unasked is configured \(guard\.allow\)/],
    [{ remember: { for: 'run', until: 'tomorrow' } }, /confirm\.remember\.until is "tomorrow"/],
    [{ remember: { for: 'run', until: '2026-11-25T18:00' } }, /a time with its zone/],
    [{ remember: { for: 'run' }, approved: false }, /Only an approval can be remembered/],
  ])('is refused where it cannot be understood: %j', (body, text) => {
    expect(parseConfirm({ requestId: 'c1', approved: true, ...body })).toEqual({ type: 'malformed', text: expect.stringMatching(text) });
  });

  test('is accepted where the request can be told again', () => {
    expect(receive(request, confirm({ remember: { for: 'run' } }))).toEqual({
      accepted: true,
      event: { type: 'confirmed', approved: true, note: '', remember: { for: 'run' } },
    });
  });

  test.each([
    [{ not: 'a rule of the guard forbids it (money leaves)' }, /cannot be remembered: a rule of the guard forbids it \(money leaves\)\. /],
    [undefined, /cannot be remembered: it aims at no control/],
  ])('is refused where it cannot, and the request stays: %j', (remembering, text) => {
    const { remembering: _, ...bare } = request;
    const pending = remembering ? { ...bare, remembering } : bare;
    expect(receive(pending, confirm({ remember: { for: 'run' } }))).toEqual({ accepted: false, text: expect.stringMatching(text) });
    expect(receive(pending, confirm({}))).toMatchObject({ accepted: true });
  });

  test("is refused at a procedure's checkpoint, which is a question", () => {
    const checkpoint: QuestionRequest = {
      kind: 'question',
      requestId: 'c1',
      requestedAt: now,
      questions: ['Release it?'],
      options: [{ id: 'yes', label: 'Yes' }],
    };
    expect(receive(checkpoint, confirm({ remember: { for: 'run' } }))).toMatchObject({ accepted: false });
  });
});
