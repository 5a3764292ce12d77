// One test per point of docs/design/agent.md §6 that the pure machine of HostAgent can prove.
import { describe, expect, test } from '@jest/globals';
import { hostTransition } from '../../../src/domain/agent/host-agent-machine.js';
import type { HostAgentEvent, HostAgentState } from '../../../src/domain/agent/host-agent-state.js';
import { emptyBlackboard } from '../../../src/domain/agent/memory.js';
import { noUsage } from '../../../src/domain/budget/usage.js';
import { hostUserPrompt } from '../../../src/prompts/host-agent.js';
import { hostInput } from '../../support/decide-inputs.js';
import * as c from './cases.js';

type Ended = Extract<HostAgentEvent, { type: 'subtask-ended' }>;

const applications = [c.shop, c.mail];
const look = c.observed(1, { applications });
const assign = c.hostDecided('ASSIGN', { subtask: 'Order two', application: c.shop, message: ['quick'] });
const ended = (status: Ended['result']['status'], more: Partial<Ended['result']> = {}, rest: Partial<Ended> = {}): Ended => ({
  type: 'subtask-ended',
  result: { subtask: 'Order two', status, result: `${status} of it`, ...more },
  blackboard: emptyBlackboard,
  spent: { steps: 3, usage: noUsage, timeMs: 100 },
  unknownOutcomes: 0,
  withoutEffect: 0,
  ...rest,
});
const wide = { ...c.openGuard, origins: [] };
const ready = (start: Parameters<typeof c.startHost>[0] = {}) => c.host(c.startHost({ guard: wide, ...start }), look);
const working = (start: Parameters<typeof c.startHost>[0] = {}) => c.host(ready(start), assign);
const at = ({ status, next }: HostAgentState) => `${status} ${next.type}`;

describe('CONTINUE', () => {
  test('A21: ASSIGN starts an AppAgent for the subtask in the chosen application', () => {
    expect(working()).toMatchObject({
      status: 'ASSIGN',
      subtasks: 1,
      next: { type: 'assign', subtask: 'Order two', application: c.shop, message: ['quick'] },
    });
  });

  test.each([
    ['CONTINUE', 'CONTINUE observe'],
    ['PENDING', 'PENDING ask'],
    ['FINISH', 'FINISH end'],
    ['FAIL', 'FAIL end'],
    ['ERROR', 'ERROR end'],
  ] as const)('A22: %s leads to %s', (status, expected) => {
    expect(at(c.host(ready(), c.hostDecided(status)))).toBe(expected);
  });

  test.each([
    ['no application', { subtask: 'Order two' }],
    ['no subtask', { subtask: ' ', application: c.shop }],
  ])('A22: ASSIGN with %s is reported and asked again, then ERROR', (_case, more) => {
    const wrong = c.hostDecided('ASSIGN', more);
    const twice = c.host(ready(), wrong, look, wrong);
    expect(at(twice)).toBe('CONTINUE observe');
    expect(twice.notes.map(({ type }) => type)).toEqual(['refused']);
    expect(c.host(twice, look, wrong)).toMatchObject({ status: 'ERROR', outcome: 'error' });
  });

  test('A22: an unknown function is reported to the model', () => {
    const after = c.host(ready(), c.hostDecided('CONTINUE', { actions: [c.invalid()] }));
    expect([at(after), after.notes[0]?.text]).toEqual(['CONTINUE observe', 'unknown-function: there is no such function']);
  });

  test('A8: an exception in the host ends the round as an error', () => {
    expect(c.host(ready(), c.failed('LLM_INTERACTION'))).toMatchObject({
      status: 'ERROR',
      outcome: 'error',
      notes: [{ text: expect.stringContaining('it is gone') }],
    });
  });
});

describe('PENDING', () => {
  const asked = (start = {}) => c.host(ready(start), c.hostDecided('PENDING', { questions: ['Which shop?'] }));

  test('A23: becomes CONTINUE', () => {
    for (const event of [c.answered('the blue one'), c.answered(''), c.timedOut])
      expect(at(c.host(asked(), event))).toBe('CONTINUE observe');
  });

  test("A48: answers to host and AppAgent share one blackboard, and are in the host's next prompt", () => {
    const { blackboard } = c.host(asked(), c.answered('the blue one'));
    expect(blackboard.questions).toEqual([{ question: 'Which shop?', answer: 'the blue one' }]);
    expect(hostUserPrompt(hostInput({ blackboard }))).toContain('Q: Which shop?\nA: the blue one');
    const child = { ...emptyBlackboard, questions: [{ question: 'Colour?', answer: 'red' }] };
    expect(c.host(working(), ended('FINISH', {}, { blackboard: child })).blackboard.questions).toEqual(child.questions);
  });

  test('A49: a blank answer stores nothing', () => {
    for (const event of [c.answered(' '), c.answered()]) expect(c.host(asked(), event).blackboard.questions).toEqual([]);
  });

  test('A47: with askQuestion off nobody is asked', () => {
    const after = asked({ settings: { askQuestion: false } });
    expect([at(after), after.blackboard.questions]).toEqual([
      'CONTINUE observe',
      [{ question: 'Which shop?', answer: expect.stringContaining('best judgement') }],
    ]);
  });
});

describe('CONFIRM', () => {
  const launch = c.hostDecided('CONTINUE', { actions: [c.launchOf('Mail')] });
  const held = () => c.host(ready({ guard: { ...c.defaultGuard, origins: [] } }), launch);

  test('A25: opening an application waits for approval, then runs once and costs one step', () => {
    const asking = held();
    expect(asking).toMatchObject({
      status: 'CONFIRM',
      spent: { steps: 1 },
      next: { type: 'ask', ask: { reason: 'opens an application' } },
    });
    const running = c.host(asking, c.approved);
    // The device needs the address that is configured for the application.
    expect(running).toMatchObject({
      spent: { steps: 2 },
      next: { type: 'perform', actions: [{ run: { action: { name: 'http://mail.test/' } } }] },
    });
    expect(hostTransition(running, c.approved)).toBeUndefined();
    const after = c.host(running, c.performedUnseen(c.unknown));
    expect([at(after), after.unknownOutcomes, after.waiting]).toEqual(['CONTINUE observe', 1, undefined]);
    expect(c.host(after, look).next.type).toBe('decide');
  });

  test('A25: rejected, or not answered in time, it becomes CONTINUE with that fact', () => {
    for (const event of [c.rejected, c.timedOut]) {
      const after = c.host(held(), event);
      expect([at(after), after.notes.map(({ type }) => type)]).toEqual(['CONTINUE observe', ['rejected']]);
    }
  });

  test("A25: the model's CONFIRM is asked only with safeGuard; without a function the model is told", () => {
    const confirm = c.hostDecided('CONFIRM', { actions: [c.launchOf('Mail')] });
    expect(at(c.host(ready(), confirm))).toBe('CONFIRM ask');
    expect(at(c.host(ready({ settings: { safeGuard: false } }), confirm))).toBe('CONTINUE perform');
    expect(c.host(ready(), c.hostDecided('CONFIRM')).notes[0]?.text).toContain('CONFIRM needs the Function');
  });

  test('A25: ASSIGN to an application that is not running opens it first', () => {
    const after = c.host(ready(), c.hostDecided('ASSIGN', { subtask: 'Write', application: c.mail }));
    expect([at(after), c.performing(after)]).toEqual(['CONTINUE perform', ['launch_application']]);
  });

  test('A72: an action that a rule holds is asked about with safeGuard off', () => {
    const guard = { ...c.defaultGuard, origins: [] };
    expect(at(c.host(ready({ guard, settings: { safeGuard: false } }), launch))).toBe('CONFIRM ask');
  });

  test('A74: an application or address outside the guard is refused and reported', () => {
    const apps = c.host(ready({ guard: { ...wide, apps: ['Shop'] } }), launch);
    expect(apps.notes[0]?.text).toContain('application-refused');
    const origins = c.host(ready({ guard: c.openGuard }), launch);
    expect(origins.notes[0]?.text).toContain('origin-refused');
  });

  test('A39: another UI session drops what was approved, and says so', () => {
    const after = c.host(held(), c.approved, c.reset);
    expect([at(after), after.waiting]).toEqual(['CONTINUE observe', undefined]);
    expect(after.notes.at(-1)?.text).toMatch(/Not executed: launch_application .*Mail/);
  });
});

describe('the end of a subtask', () => {
  test('A16: FINISH returns control to the host, the round open', () => {
    const after = c.host(working(), ended('FINISH'));
    expect([at(after), after.rounds]).toEqual(['CONTINUE observe', []]);
  });

  test('A17: FINISH of a plan step is the host at FINISH', () => {
    const start = c.startHost({ plan: { task: 't', steps: ['one'] } });
    expect(c.host(start, look, ended('FINISH'))).toMatchObject({ status: 'FINISH', next: { type: 'end' }, outcome: 'completed' });
  });

  test('A27: of the ends of a subtask only ERROR ends the round', () => {
    const rounds = (['FINISH', 'FAIL', 'ERROR'] as const).map((status) => c.host(working(), ended(status)).rounds.length);
    expect(rounds).toEqual([0, 0, 1]);
  });

  test('A18: ERROR is the host at FINISH, the round and the session an error', () => {
    expect(c.host(working(), ended('ERROR'))).toMatchObject({ status: 'FINISH', outcome: 'error', rounds: [{ outcome: 'error' }] });
  });

  test('A19: FAIL leaves the round open while retries are left, then it fails', () => {
    const once = c.host(working(), ended('FAIL'));
    expect(at(once)).toBe('CONTINUE observe');
    const twice = c.host(once, look, assign, ended('FAIL'));
    expect(at(twice)).toBe('CONTINUE observe');
    expect(c.host(twice, look, assign, ended('FAIL'))).toMatchObject({ status: 'FINISH', outcome: 'failed' });
    expect(c.host(working({ settings: { onFail: 'finish' } }), ended('FAIL'))).toMatchObject({ status: 'FINISH', outcome: 'failed' });
  });

  test.each([
    ['A30:', 'FINISH', {}],
    ['A31:', 'FAIL', {}],
    ['A32:', 'ERROR', { error: { type: 'device-lost', message: 'gone', phase: 'DATA_COLLECTION' } }],
    ['A36:', 'FINISH', { userConfirm: 'No' }],
  ] as const)('%s %s is archived with its result and details', (_number, status, more) => {
    const { previousSubtasks } = c.host(working(), ended(status, more));
    expect(previousSubtasks).toEqual([{ subtask: 'Order two', application: 'Shop', status, result: `${status} of it`, ...more }]);
  });

  test('A32: a child that failed as a whole is archived as an error of its subtask', () => {
    const after = c.host(working(), c.failed('ACTION_EXECUTION'));
    expect(after).toMatchObject({
      status: 'FINISH',
      outcome: 'error',
      previousSubtasks: [{ status: 'ERROR', error: { type: 'device-lost' } }],
    });
  });

  test('A33: an empty subtask is not archived', () => {
    expect(c.host(working(), ended('FINISH', { subtask: ' ' })).previousSubtasks).toEqual([]);
  });

  test('A34: one entry per subtask, in order', () => {
    const after = c.host(working(), ended('FAIL', { subtask: 'one' }), look, assign, ended('FINISH', { subtask: 'two' }));
    expect(after.previousSubtasks.map(({ subtask, status }) => `${subtask} ${status}`)).toEqual(['one FAIL', 'two FINISH']);
  });

  test('A35: a subtask that finished on the last allowed step is archived before the cap ends the session', () => {
    const after = c.host(working({ budget: { maxSteps: 4 } }), ended('FINISH'));
    expect(after).toMatchObject({ outcome: 'step-limit', previousSubtasks: [{ status: 'FINISH' }], spent: { steps: 4 } });
  });

  test('A68: steps, usage and unknown outcomes of a child are added once', () => {
    const spent = { steps: 3, usage: c.someUsage, timeMs: 100 };
    const after = c.host(working(), ended('FINISH', {}, { spent, unknownOutcomes: 2 }));
    expect(after).toMatchObject({ spent: { steps: 4, usage: c.someUsage, timeMs: 120 }, unknownOutcomes: 2 });
    expect(hostTransition(after, ended('FINISH'))).toBeUndefined();
  });
});

describe('rounds', () => {
  const finish = c.hostDecided('FINISH', { result: 'ordered' });

  test('A37: archive and blackboard are kept across rounds', () => {
    const first = c.host(c.requested(working(), 'And mail it'), ended('FINISH'), look, finish);
    expect(first).toMatchObject({
      status: 'CONTINUE',
      round: { request: 'And mail it' },
      rounds: [{ request: 'Order two', outcome: 'completed', steps: 5 }],
    });
    expect(first.previousSubtasks).toHaveLength(1);
    expect(first.blackboard).toMatchObject({ requests: ['And mail it'], results: [{ subtask: 'Order two', result: 'ordered' }] });
  });

  test('A62: after a FAIL the next request is served; after an ERROR only if configured', () => {
    const queued = (start = {}) => c.requested(ready(start), 'next');
    expect(c.host(queued(), c.hostDecided('FAIL'))).toMatchObject({ status: 'CONTINUE', round: { request: 'next' } });
    expect(c.host(queued(), c.hostDecided('ERROR'))).toMatchObject({ next: { type: 'end' }, outcome: 'error' });
    const going = c.host(queued({ settings: { onError: 'next-request' } }), c.hostDecided('ERROR'));
    expect(going).toMatchObject({ status: 'CONTINUE', round: { request: 'next' } });
  });

  test('A62: an open session waits for the next request', () => {
    const open = c.host(ready({ keepOpen: true }), finish);
    expect(at(open)).toBe('FINISH idle');
    expect(c.host(c.requested(open, 'more'), { type: 'requested' })).toMatchObject({ status: 'CONTINUE', round: { request: 'more' } });
  });

  test('A61: the cap on rounds is its own outcome while requests are left', () => {
    const queued = c.requested(ready({ settings: { maxRound: 1 } }), 'next');
    expect(c.host(queued, finish)).toMatchObject({ next: { type: 'end' }, outcome: 'step-limit', rounds: [{ outcome: 'completed' }] });
    expect(c.host(ready({ settings: { maxRound: 1 } }), finish).outcome).toBe('completed');
  });

  test('A63: an evaluation changes nothing, and none is requested once a cap is reached', () => {
    const settings = { evaluate: true };
    const judging = c.host(ready({ settings }), finish);
    expect(at(judging)).toBe('FINISH evaluate');
    expect(c.host(judging, { type: 'evaluated', verdict: 'not judged: timeout', usage: c.someUsage })).toMatchObject({
      outcome: 'completed',
      spent: { usage: c.someUsage },
      rounds: [{ outcome: 'completed', evaluation: 'not judged: timeout' }],
    });
    expect(at(c.host(ready({ settings, budget: { maxSteps: 1 } }), finish))).toBe('FINISH end');
  });

  test('A65: only what the host or a plan finished itself counts as completed', () => {
    expect(c.host(ready(), finish).outcome).toBe('completed');
    for (const state of [
      c.host(ready(), c.hostDecided('FAIL')),
      c.host(working(), ended('ERROR')),
      c.host(working({ settings: { onFail: 'finish' } }), ended('FAIL')),
      c.host(working(), ended('FAIL', { limit: 'budget-cost' })),
    ])
      expect(state.outcome).not.toBe('completed');
  });
});

describe('a follower plan', () => {
  const plan = { task: 'Tidy up', object: 'Shop', steps: ['one', 'two'] };

  test('A64: each step is a subtask in its own round, no model is asked, the round cap does not count', () => {
    const first = c.host(c.startHost({ plan, guard: wide, settings: { maxRound: 1 } }), look);
    expect(first.next).toMatchObject({ type: 'assign', subtask: 'one', application: c.shop });
    const second = c.host(first, ended('FINISH', { subtask: 'one' }, { blackboard: first.blackboard }), look);
    expect(second.next).toMatchObject({ type: 'assign', subtask: 'two' });
    const end = c.host(second, ended('FINISH', { subtask: 'two' }, { blackboard: second.blackboard }));
    expect(end).toMatchObject({
      outcome: 'completed',
      rounds: [{ request: 'one' }, { request: 'two' }],
      blackboard: { requests: ['Tidy up', 'one', 'two'] },
    });
  });

  test('A64: its object is opened without asking, at most three times', () => {
    const opening = c.host(c.startHost({ plan: { ...plan, object: 'mail' }, guard: { ...c.defaultGuard, origins: [] } }), look);
    expect(opening.next).toMatchObject({ type: 'perform', actions: [{ run: { action: { name: 'http://mail.test/' } } }] });
    const open = c.observed(2, { applications: [c.shop, { ...c.mail, running: true }] });
    expect(c.host(opening, c.performed(c.done), open).next).toMatchObject({ type: 'assign', application: { name: 'Mail' } });
    const never = c.host(opening, ...[c.performed(c.broken), look], ...[c.performed(c.broken), look], ...[c.performed(c.broken), look]);
    expect(never).toMatchObject({
      status: 'ERROR',
      outcome: 'error',
      notes: expect.arrayContaining([{ type: 'no-application', text: expect.stringContaining('tried 3 times') }]),
    });
  });

  test('A64: an object that is missing or not allowed is an error', () => {
    expect(c.host(c.startHost({ plan: { ...plan, object: 'Nowhere' } }), look).outcome).toBe('error');
    expect(c.host(c.startHost({ plan: { ...plan, object: 'Mail' }, guard: c.openGuard }), look).outcome).toBe('error');
  });

  test.each(['FAIL', 'ERROR'] as const)('A64: %s stops the plan, not the requests behind it; continueOnFail continues', (status) => {
    const first = (settings = {}) => c.requested(c.host(c.startHost({ plan, guard: wide, settings }), look), 'and then');
    expect(c.host(first(), ended(status))).toMatchObject({ status: 'CONTINUE', round: { request: 'and then', follower: false } });
    expect(c.host(first({ continueOnFail: true }), ended(status))).toMatchObject({ status: 'CONTINUE', round: { request: 'two' } });
    expect(c.host(c.startHost({ plan, guard: wide }), look, ended(status)).outcome).toBe(status === 'FAIL' ? 'failed' : 'error');
  });
});

describe('caps', () => {
  test('A61: steps of children count in the session', () => {
    const after = c.host(working({ budget: { maxSteps: 4 } }), ended('FAIL'));
    expect(after).toMatchObject({ outcome: 'step-limit', status: 'FAIL' });
  });

  test("A73: a child's limit is the session's outcome, even with requests left", () => {
    const after = c.host(c.requested(working(), 'next'), ended('FAIL', { limit: 'budget-tokens' }));
    expect(after).toMatchObject({ next: { type: 'end' }, outcome: 'budget-tokens' });
  });

  test.each([
    ['step-limit', { maxSteps: 1 }],
    ['budget-tokens', { maxTokens: 100 }],
    ['budget-cost', { maxCostUsd: 0.01 }],
    ['budget-time', { maxTimeMs: 20 }],
  ] as const)('A73: %s stops the host before its next effect', (outcome, budget) => {
    for (const more of [
      { status: 'ASSIGN', subtask: 's', application: c.shop },
      { status: 'CONTINUE' },
      { status: 'PENDING' },
      { status: 'CONFIRM', actions: [c.launchOf('Mail')] },
    ] as const) {
      const after = c.host(ready({ budget }), c.hostDecided(more.status, { ...more, usage: c.someUsage }));
      expect([at(after), after.outcome]).toEqual(['FAIL end', outcome]);
    }
  });
});
