import { describe, expect, test } from '@jest/globals';
import type { ActionOutcome } from '../../../src/domain/device/device-work.js';
import * as c from './cases.js';

const vain: ActionOutcome = { status: 'done', effect: { kind: 'nothing-visible' } };
const changed: ActionOutcome = { status: 'done', effect: { kind: 'changed', what: 'the title is now "Paid"' } };
const ready = () => c.app(c.startApp(), c.observed());

/** One step after another, each with one action and what came of it. */
function after(...steps: readonly (readonly [action: ReturnType<typeof c.click>, outcome: ActionOutcome])[]) {
  return steps.reduce((state, [action, outcome]) => c.app(state, c.decided('CONTINUE', [action]), c.performed(outcome)), ready());
}

describe('HE5: the same action with nothing visible coming of it', () => {
  const next = c.click('Next');

  test('is told to the model the third time, and counted', () => {
    const twice = after([next, vain], [next, vain]);
    expect(twice.notes).toEqual([]);
    expect(twice.withoutEffect).toBe(0);
    const thrice = after([next, vain], [next, vain], [next, vain]);
    expect(thrice.notes).toEqual([
      { type: 'info', text: expect.stringMatching(/click_input "Next".* was done 3 times in a row and nothing visible/) },
    ]);
    expect(thrice.withoutEffect).toBe(1);
  });

  test('is not sent the fourth time, and the model is told why', () => {
    const thrice = after([next, vain], [next, vain], [next, vain]);
    const refused = c.app(thrice, c.decided('CONTINUE', [next]));
    expect(refused.next.type).not.toBe('perform');
    expect(JSON.stringify(refused)).toContain('Doing it again will not help');
    expect(JSON.stringify(refused)).toContain('It was not done again.');
    expect(c.app(thrice, c.decided('CONTINUE', [c.click('Back')])).next.type).toBe('perform');
    expect(
      c.app(after([next, vain], [next, vain], [next, vain], [c.click('Back'), changed]), c.decided('CONTINUE', [next])).next.type,
    ).toBe('perform');
  });

  test('under another label it is the same', () => {
    const moved = c.click('Next', { label: '7' });
    expect(after([next, vain], [moved, vain], [next, vain]).withoutEffect).toBe(1);
  });

  test.each([
    ['another target', c.click('Back'), vain],
    ['other arguments', c.click('Next', { args: { button: 'right', double: false } }), vain],
    ['something that changed', next, changed],
  ])('%s in between begins the count anew', (_what, other, outcome) => {
    expect(after([next, vain], [next, vain], [other, outcome], [next, vain], [next, vain]).withoutEffect).toBe(0);
  });

  test('what an outcome does not tell counts neither way', () => {
    expect(after([next, vain], [next, vain], [next, c.done], [next, vain]).withoutEffect).toBe(1);
    expect(after([next, vain], [next, vain], [next, c.broken], [next, vain]).withoutEffect).toBe(1);
  });

  test('the result of a session has the sum of its subtasks', () => {
    const ended = {
      type: 'subtask-ended',
      result: { subtask: 'Order two', status: 'FINISH', result: 'ordered' },
      blackboard: c.startApp().blackboard,
      spent: c.startApp().spent,
      unknownOutcomes: 0,
      withoutEffect: 0,
      activeMs: 0,
    } as const;
    const assigned = c.host(
      c.startHost(),
      c.observed(1, { applications: [c.shop] }),
      c.hostDecided('ASSIGN', { subtask: 'Order two', application: c.shop }),
    );
    expect(c.host(assigned, { ...ended, withoutEffect: 2 }).withoutEffect).toBe(2);
    expect(c.host(assigned, ended).withoutEffect).toBe(0);
  });
});
