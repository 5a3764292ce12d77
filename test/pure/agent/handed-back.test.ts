// EV35: what the machines of the agent do when a person has had the screen.
import { describe, expect, test } from '@jest/globals';
import * as c from './cases.js';

const told = ({ notes }: { readonly notes: readonly { readonly text: string }[] }) => notes.map(({ text }) => text);

describe('an AppAgent whose screen a person had', () => {
  test('EV35: what was decided and not sent is not run: it looks, and the model is told the note and the look from before', () => {
    const deciding = c.app(c.startApp(), c.observed(1), c.decided('CONTINUE', [c.click('Buy')]));
    expect(c.performing(deciding)).toEqual(['Buy']);
    const after = c.app(deciding, c.handedBack);
    expect(after).toMatchObject({ status: 'CONTINUE', next: { type: 'observe' }, beforeTakeOver: { generation: 1 } });
    expect(after.step).toBeUndefined();
    expect(told(after).at(-1)).toMatch(/^Ann took over the screen \(captcha\) and has given it back: solved/);
    const deciding2 = c.app(after, c.observed(2));
    expect(deciding2).toMatchObject({ next: { type: 'decide' }, beforeTakeOver: { generation: 1 } });
    expect(c.app(deciding2, c.decided('CONTINUE', [c.click('Buy')])).beforeTakeOver).toBeUndefined();
  });

  test('EV30: a question stays as it was asked, and its answer counts', () => {
    const asking = c.app(c.startApp(), c.observed(1), c.decided('PENDING', [], { questions: ['Which?'] }));
    const after = c.app(asking, c.handedBack);
    expect(after.next).toEqual(asking.next);
    expect(c.app(after, c.answered('this')).blackboard.questions).toEqual([{ question: 'Which?', answer: 'this' }]);
  });

  test('EV31: what hands were asked for is answered by handing back', () => {
    const asking = c.app(c.startApp(), c.observed(1), c.decided('PENDING', [], { questions: ['A captcha'], needsHands: true }));
    expect(asking.next).toMatchObject({ type: 'ask', ask: { needsHands: true } });
    const after = c.app(asking, c.handedBack);
    expect(after).toMatchObject({ status: 'CONTINUE', next: { type: 'observe' } });
    expect(after.blackboard.questions).toEqual([{ question: 'A captcha', answer: 'solved' }]);
  });

  test('EV30: hands that did not come in time are like an answer that did not', () => {
    const asking = c.app(c.startApp(), c.observed(1), c.decided('PENDING', [], { questions: ['A captcha'], needsHands: true }));
    const late = { ...c.handedBack, returned: { ...c.handedBack.returned, note: '', timedOut: true as const } };
    expect(c.app(asking, late).blackboard.questions[0]?.answer).toMatch(/^No answer is available \(Ann had the screen/);
  });

  test('EV35: an approved action is matched with the screen again before it runs', () => {
    const approved = c.app(
      c.startApp({ guard: c.defaultGuard }),
      c.observed(1),
      c.decided('CONTINUE', [c.deleting('Delete')]),
      c.approved,
      c.observed(2, c.fitting(c.ref('Delete'))),
    );
    expect(c.performing(approved)).toEqual(['Delete']);
    expect(c.app(approved, c.handedBack)).toMatchObject({ status: 'CONFIRM', next: { type: 'observe' } });
  });
});

describe('a HostAgent whose screen a person had', () => {
  test('EV35: it looks again before it assigns, and its agents read the note', () => {
    const assigning = c.host(c.startHost({ settings: { host: 'when-needed' } }), c.observed(1, { applications: [c.shop] }));
    expect(assigning.next.type).toBe('assign');
    const after = c.host(assigning, c.handedBack);
    expect(after).toMatchObject({ status: 'CONTINUE', next: { type: 'observe' } });
    expect(after.blackboard.questions).toEqual([{ question: 'What Ann did on the screen', answer: 'solved' }]);
  });

  test('EV30: what it asks stays asked', () => {
    const asking = c.host(c.startHost(), c.observed(1), c.hostDecided('PENDING', { questions: ['Which?'] }));
    expect(c.host(asking, c.handedBack).next).toEqual(asking.next);
  });
});
