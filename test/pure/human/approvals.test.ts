// What a remembered approval covers, and the list in which they are kept (HE42).
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { approvalText, covers, type Approvable, type Approval, type Asked } from '../../../src/domain/human/approvals.js';
import { nextExpiry, remember, revoke, unexpired, use } from '../../../src/domain/human/kept-approvals.js';
import { parseConfirm, type Message } from '../../../src/domain/human/message.js';
import { receive, type ConfirmationRequest, type QuestionRequest } from '../../../src/domain/human/requests.js';
import { holds } from '../../support/properties.js';

const now = '2026-11-24T12:00:00.000Z';
const later = '2026-11-24T13:00:00.000Z';
const run = { id: 'order', first: 'run-1' };
const what: Approvable = {
  version: 1,
  text: 'click button "Pay now"',
  kind: 'click',
  control: { role: 'button', name: 'pay now', path: 'body/form[1]/button[1]' },
  page: 'https://shop.example/checkout',
  among: ['blue kettle'],
  amounts: { $: { low: 30, high: 30 }, quantity: { low: 2, high: 2 } },
};
const given = (more: Partial<Approval> = {}): Approval => ({
  id: '1f00c2d4',
  for: 'app',
  run,
  what,
  by: 'ada',
  at: '2026-11-24T11:03:00.000Z',
  until: later,
  requestId: 'app-1.c1',
  used: 0,
  ...more,
});
const asked = (more: Partial<Approvable> = {}, of = run): Asked => ({ what: { ...what, ...more }, run: of });

describe('HE42: a remembered approval', () => {
  test.each<[string, boolean, Approval, Asked, string?]>([
    ['the same', true, given(), asked()],
    ['less', true, given(), asked({ amounts: { ...what.amounts, $: { low: 29.99, high: 29.99 } } })],
    ['more', false, given(), asked({ amounts: { ...what.amounts, $: { low: 30.01, high: 30.01 } } })],
    ['what may be more by its other reading', false, given(), asked({ amounts: { ...what.amounts, $: { low: 1.5, high: 1500 } } })],
    ['no amount', false, given(), asked({ amounts: {} })],
    ['another currency', false, given(), asked({ amounts: { quantity: { low: 2, high: 2 }, '€': { low: 1, high: 1 } } })],
    ['another control', false, given(), asked({ control: { ...what.control, name: 'order' } })],
    ['another role', false, given(), asked({ control: { ...what.control, role: 'link' } })],
    ['another place', false, given(), asked({ control: { ...what.control, path: 'body/form[2]/button[1]' } })],
    ['another page', false, given(), asked({ page: 'https://shop.example/' })],
    ['another kind of action', false, given(), asked({ kind: 'press {ENTER}' })],
    ['another row', false, given(), asked({ among: ['red kettle'] })],
    ['another run, of one for the application', true, given(), asked({}, { id: 'other', first: 'x' })],
    ['its own run, of one for a run', true, given({ for: 'run' }), asked()],
    ['another run, of one for a run', false, given({ for: 'run' }), asked({}, { id: 'other', first: 'x' })],
    ['a later run with the same id, of one for a run', false, given({ for: 'run' }), asked({}, { ...run, first: 'run-2' })],
    ['anything once its time is over', false, given(), asked(), later],
  ])('covers, or does not cover, %s: %s', (_case, expected, approval, question, at = now) => {
    expect(covers(approval, question, at)).toBe(expected);
  });

  const text = fc.string({ minLength: 1, maxLength: 8 });
  const amount = fc.nat(1_000).map((value) => ({ low: value, high: value }));
  const approvable = fc.record({
    version: fc.constant(1 as const),
    text,
    kind: text,
    control: fc.record({ role: text, name: text, path: text }),
    page: text,
    among: fc.array(text, { maxLength: 3 }),
    amounts: fc.dictionary(fc.constantFrom('$', '€', 'quantity'), amount, { maxKeys: 3 }),
  });

  test('covers what it was given for, and nothing that differs in anything', () => {
    holds(fc.tuple(approvable, fc.nat({ max: 8 }), fc.integer({ min: 1, max: 99 })), ([one, way, more]) => {
      const approval = given({ what: one });
      const [name = '$'] = Object.keys(one.amounts);
      const most = one.amounts[name];
      const changed: readonly Partial<Approvable>[] = [
        { kind: `${one.kind}.` },
        { page: `${one.page}.` },
        { control: { ...one.control, role: `${one.control.role}.` } },
        { control: { ...one.control, name: `${one.control.name}.` } },
        { control: { ...one.control, path: `${one.control.path}.` } },
        { among: [...one.among, 'more'] },
        { amounts: { ...one.amounts, [name]: { low: most?.low ?? 0, high: (most?.high ?? 0) + more } } },
        { amounts: { ...one.amounts, 'another currency': { low: 0, high: 0 } } },
        most === undefined ? { kind: '' } : { amounts: Object.fromEntries(Object.entries(one.amounts).filter(([key]) => key !== name)) },
      ];
      expect(covers(approval, { what: one, run }, now)).toBe(true);
      expect(covers(approval, { what: { ...one, ...changed[way] }, run }, now)).toBe(false);
      expect(covers(approval, { what: one, run }, later)).toBe(false);
    });
  });

  test('covers less, whatever the amounts', () => {
    holds(fc.tuple(approvable, fc.nat(1_000)), ([one, less]) => {
      const amounts = Object.fromEntries(
        Object.entries(one.amounts).map(([name, { low, high }]) => [
          name,
          { low: Math.max(0, low - less), high: Math.max(0, high - less) },
        ]),
      );
      expect(covers(given({ what: one }), { what: { ...one, amounts }, run }, now)).toBe(true);
    });
  });

  test('is told with its giver, its time and its end', () => {
    expect(approvalText(given())).toBe("ada's approval 1f00c2d4 of 2026-11-24 11:03 UTC, for this application until 2026-11-24 13:00 UTC");
    const { until: _, ...endless } = given({ for: 'run', by: '' });
    expect(approvalText(endless)).toBe('the approval 1f00c2d4 of 2026-11-24 11:03 UTC, for this run');
  });
});

describe('HE42: the list of remembered approvals', () => {
  test('keeps each once, and counts what it is used for', () => {
    const list = remember(remember([], given()), given());
    expect(list).toHaveLength(1);
    const { approvals, used } = use(list, asked(), now);
    expect(used).toEqual({ id: '1f00c2d4', for: 'app', by: 'ada', at: '2026-11-24T11:03:00.000Z', until: later });
    expect(approvals).toEqual([given({ used: 1 })]);
    expect(use(list, asked({ page: 'x' }), now)).toEqual({ approvals: list, used: undefined });
  });

  test('uses the one that lasts longest', () => {
    const list = [given(), given({ id: 'longer', until: '2026-12-01T00:00:00.000Z' })];
    expect(use(list, asked(), now).used?.id).toBe('longer');
  });

  test('takes one back by the beginning of its id, if it is the only one', () => {
    const list = [given(), given({ id: '1fffffff' }), given({ id: '2abc' })];
    expect(revoke(list, '2')).toEqual({ approvals: list.slice(0, 2), id: '2abc' });
    expect(revoke(list, '1f')).toEqual({ refusal: "'1f' is the beginning of 1f00c2d4, 1fffffff: give more of the id." });
    expect(revoke(list, '9')).toEqual({ refusal: expect.stringContaining("No approval '9'") });
    expect(revoke(list, '')).toEqual({ refusal: expect.stringContaining("No approval ''") });
  });

  test('drops what has expired, and knows when the next one does', () => {
    const { until: _, ...endless } = given({ id: 'endless', for: 'run' });
    expect(unexpired([given(), endless], later)).toEqual([endless]);
    expect(nextExpiry([given(), endless])).toBe(later);
    expect(nextExpiry([endless])).toBeUndefined();
  });

  test('never holds more than fits', () => {
    const many = Array.from({ length: 400 }, (_, index) => given({ id: String(index) }));
    const list = many.reduce(remember, [] as readonly Approval[]);
    expect([list.length, list.at(-1)?.id]).toEqual([300, '399']);
  });
});

describe('HE42: the message that remembers', () => {
  const request: ConfirmationRequest = {
    kind: 'confirmation',
    requestId: 'c1',
    askedAt: now,
    reason: 'pays or orders something',
    actions: [{ function: 'click_input', args: {} }],
    remembering: { what },
  };
  const confirm = (more: object): Message => parseConfirm({ requestId: 'c1', approved: true, ...more }) as Message;

  test('says for what, until when, and who decides', () => {
    expect(parseConfirm({ requestId: 'c1', approved: true, by: 'ada', remember: { for: 'app', until: '7d' } })).toEqual({
      type: 'confirm',
      requestId: 'c1',
      approved: true,
      note: '',
      by: 'ada',
      remember: { for: 'app', until: '7d' },
    });
    expect(parseConfirm({ requestId: 'c1', approved: true, remember: { for: 'run', until: '2026-11-25T18:00+02:00' } })).toMatchObject({
      remember: { until: '2026-11-25T18:00+02:00' },
    });
  });

  test.each([
    [{ remember: 'run' }, /confirm\.remember is "run"/],
    [{ remember: { for: 'ever' } }, /confirm\.remember\.for is "ever"/],
    [{ remember: { for: 'app', until: 'tomorrow' } }, /confirm\.remember\.until is "tomorrow"/],
    [{ remember: { for: 'app', until: '2026-11-25T18:00' } }, /a time with its zone/],
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
      askedAt: now,
      questions: ['Release it?'],
      options: [{ id: 'yes', label: 'Yes' }],
    };
    expect(receive(checkpoint, confirm({ remember: { for: 'app' } }))).toMatchObject({ accepted: false });
  });
});
