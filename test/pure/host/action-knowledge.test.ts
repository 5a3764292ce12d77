import { actionKnowledge, evidenceOf, summarizeVerdicts, whatToDo, withinTime } from '../../../src/domain/device/action-knowledge.js';
import { type Evidence, refusals } from '../../../src/domain/device/perform-endings.js';

const table: readonly (readonly [Evidence, string, string])[] = [
  ['result', 'ran', 'use-result'],
  ['result-of-old-epoch', 'ran', 'drop-result'],
  ['never-began', 'did-not-run', 'retry-once'],
  ['never-began-again', 'did-not-run', 'wait-for-device'],
  ['no-device-in-time', 'did-not-run', 'device-lost'],
  ['heartbeat-timeout', 'open', 'ask-journal'],
  ['start-to-close-timeout', 'open', 'ask-journal'],
  ['connection-lost', 'open', 'ask-journal'],
  ['worker-shutdown', 'open', 'ask-journal'],
  ['other-failure', 'open', 'ask-journal'],
  ['cancelled', 'did-not-run', 'stop'],
  ['stale-epoch', 'did-not-run', 'wait-for-device'],
  ['device-gone', 'did-not-run', 'wait-for-device'],
  ['stale-observation', 'did-not-run', 'observe-again'],
  ['control-changed', 'did-not-run', 'observe-again'],
  ['lease-lost', 'did-not-run', 'wait-for-device'],
  ['lease-unconfirmed', 'did-not-run', 'run-later'],
  ['journal-unavailable', 'did-not-run', 'wait-for-disk'],
  ['host-draining', 'did-not-run', 'wait-for-device'],
  ['journal-done', 'ran', 'use-journal'],
  ['journal-fenced', 'did-not-run', 'run-again'],
  ['journal-unknown', 'unknown', 'accept-unknown'],
  ['journal-unseen', 'unknown', 'accept-unknown'],
  ['host-unreachable', 'unknown', 'accept-unknown'],
  ['journal-witnessed', 'ran', 'use-journal'],
  ['check-done', 'ran', 'use-journal'],
  ['check-not-done', 'did-not-run', 'observe-again'],
  ['check-too-early', 'unknown', 'accept-unknown'],
  ['check-changed-otherwise', 'unknown', 'accept-unknown'],
  ['check-failed', 'unknown', 'accept-unknown'],
];

describe('The knowledge about an action', () => {
  test.each(table)('D1–D7: after %s it is: %s, next %s', (evidence, knowledge, next) => {
    expect(whatToDo(evidence)).toEqual({ knowledge, next });
  });

  test('this test covers every cell of the table', () => {
    expect(table.map(([evidence]) => evidence).sort()).toEqual(Object.keys(actionKnowledge).sort());
  });

  test('only an action that certainly did not run may be sent again', () => {
    const resends = ['retry-once', 'run-again', 'run-later', 'wait-for-disk', 'wait-for-device', 'observe-again'];
    for (const { knowledge, next } of Object.values(actionKnowledge)) if (resends.includes(next)) expect(knowledge).toBe('did-not-run');
  });

  test('every refusal of the host proves that nothing ran', () => {
    for (const refusal of refusals) expect(whatToDo(evidenceOf({ kind: 'application', type: refusal }, 0)).knowledge).toBe('did-not-run');
  });
});

test.each([
  [{ kind: 'timeout', timeoutType: 'SCHEDULE_TO_START' }, 0, 'never-began'],
  [{ kind: 'timeout', timeoutType: 'SCHEDULE_TO_START' }, 1, 'never-began-again'],
  [{ kind: 'timeout', timeoutType: 'HEARTBEAT' }, 0, 'heartbeat-timeout'],
  [{ kind: 'timeout', timeoutType: 'START_TO_CLOSE' }, 0, 'start-to-close-timeout'],
  [{ kind: 'timeout', timeoutType: 'SCHEDULE_TO_CLOSE' }, 0, 'other-failure'],
  [{ kind: 'application', type: 'connection-lost' }, 0, 'connection-lost'],
  [{ kind: 'application', type: 'WorkerShutdown' }, 0, 'worker-shutdown'],
  [{ kind: 'application', type: 'TypeError' }, 0, 'other-failure'],
  [{ kind: 'cancelled' }, 0, 'cancelled'],
  [{ kind: 'other' }, 0, 'other-failure'],
] as const)('the failure %j after %i that never began is evidence of %s', (failure, neverBegan, evidence) => {
  expect(evidenceOf(failure, neverBegan)).toBe(evidence);
});

describe('The verdict on one perform', () => {
  const done = { verdict: 'done', outcome: { status: 'done' } } as const;

  test('one unknown action makes it unknown, and what is known is kept', () => {
    const order = { method: 'POST', origin: 'https://shop.example', path: '/orders', fields: [], via: 'form' } as const;
    expect(summarizeVerdicts([{ verdict: 'unknown', sent: [order] }])).toEqual({
      evidence: 'journal-unknown',
      outcomes: [{ status: 'unknown', witness: 'sent POST https://shop.example/orders, no answer yet' }],
    });
    expect(summarizeVerdicts([done, { verdict: 'unknown' }, { verdict: 'fenced' }])).toEqual({
      evidence: 'journal-unknown',
      outcomes: [{ status: 'done' }, { status: 'unknown' }, { status: 'skipped' }],
    });
  });

  test('some done, the rest fenced: it ran', () => {
    expect(summarizeVerdicts([done, { verdict: 'fenced' }])).toEqual({
      evidence: 'journal-done',
      outcomes: [{ status: 'done' }, { status: 'skipped' }],
    });
  });

  test('done, and gone before it was observed: unknown', () => {
    expect(summarizeVerdicts([{ verdict: 'unseen' }, { verdict: 'fenced' }])).toEqual({
      evidence: 'journal-unseen',
      outcomes: [{ status: 'unknown' }, { status: 'skipped' }],
    });
  });

  test('HP20, HP23: known by what the interface heard, which is told', () => {
    const heard = { verdict: 'done', outcome: { status: 'done', witness: 'its page heard it' }, witness: 'its page heard it' } as const;
    expect(summarizeVerdicts([heard])).toEqual({ evidence: 'journal-witnessed', outcomes: [heard.outcome], witness: 'its page heard it' });
    expect(summarizeVerdicts([heard, { verdict: 'unknown' }])).toMatchObject({ evidence: 'journal-unknown' });
  });

  test('all fenced: it may run again', () => {
    expect(summarizeVerdicts([{ verdict: 'fenced' }, { verdict: 'fenced' }]).evidence).toBe('journal-fenced');
  });

  test('begun, then refused before dispatch: it may run again', () => {
    expect(summarizeVerdicts([{ verdict: 'done', outcome: { status: 'failed', code: 'lease-lost', message: '' } }]).evidence).toBe(
      'journal-fenced',
    );
    expect(summarizeVerdicts([{ verdict: 'done', outcome: { status: 'failed', code: 'control-gone', message: '' } }]).evidence).toBe(
      'journal-done',
    );
  });
});

describe('an expired time limit', () => {
  test.each(Object.values(actionKnowledge).filter(({ next }) => next !== 'wait-for-disk'))(
    'F240: %o: only an action that certainly did not run is given up',
    ({ knowledge, next }) => {
      const sentAgain: readonly string[] = ['retry-once', 'wait-for-device', 'run-again', 'run-later'];
      expect(withinTime(next, undefined)).toBe(next);
      expect(withinTime(next, 1)).toBe(next);
      expect(withinTime(next, 0)).toBe(sentAgain.includes(next) ? 'out-of-time' : next);
      if (sentAgain.includes(next)) expect(knowledge).toBe('did-not-run');
    },
  );

  test('of a wait for its disk, the refusal is what is told', () => {
    expect(withinTime('wait-for-disk', 0)).toBe('report-failure');
  });
});
