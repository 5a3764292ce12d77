// One test per point of docs/design/agent.md §6 that the pure machine of AppAgent can prove.
import { describe, expect, test } from '@jest/globals';
import { accepts, startAppAgent, transition } from '../../../src/domain/agent/app-agent-machine.js';
import type { AppAgentEvent, AppAgentState } from '../../../src/domain/agent/app-agent-state.js';
import { emptyBlackboard } from '../../../src/domain/agent/memory.js';
import { defaultAgentSettings } from '../../../src/domain/run/settings.js';
import { appAgentStatuses, hostAgentStatuses, parseStatus } from '../../../src/domain/agent/decision.js';
import { labelControls } from '../../../src/domain/ui/control-list.js';
import { appUserPrompt } from '../../../src/prompts/app-agent.js';
import { appInput, control } from '../../support/decide-inputs.js';
import * as c from './cases.js';

const buy = c.click('Buy');
const asks = c.decided('CONFIRM', [buy], { comment: 'this orders it' });
const again = c.observed(5, c.fitting(c.ref('Buy', '7')));

/** Observed once, so that a decision is due. */
const ready = (start: c.Start = {}) => c.app(c.startApp(start), c.observed());
const held = (start: c.Start = {}) => c.app(ready(start), asks);

describe('CONTINUE', () => {
  test.each([
    ['A1:', 'CONTINUE', 'CONTINUE', 'decide'],
    ['A2:', 'SCREENSHOT', 'SCREENSHOT', 'observe'],
    ['A3:', 'FINISH', 'FINISH', 'end'],
  ] as const)('%s a step that acts and says %s leads to %s', (_number, status, state, next) => {
    const after = c.app(ready(), c.decided(status, [buy]), c.performed(c.done));
    expect([after.status, after.next.type]).toEqual([state, next]);
  });

  test.each([
    ['A4:', 'FAIL', 'end'],
    ['A5:', 'PENDING', 'ask'],
    ['A6:', 'CONFIRM', 'ask'],
    ['A7:', 'ERROR', 'end'],
  ] as const)('%s %s leads to the state of that name, and runs no action before it', (_number, status, next) => {
    const after = c.app(ready(), c.decided(status, [buy]));
    expect([after.status, after.next.type]).toEqual([status, next]);
  });

  test.each(['DATA_COLLECTION', 'LLM_INTERACTION', 'ACTION_EXECUTION'] as const)('A8: an exception in %s leads to ERROR', (phase) => {
    const due = {
      DATA_COLLECTION: c.startApp(),
      LLM_INTERACTION: ready(),
      ACTION_EXECUTION: c.app(ready(), c.decided('CONTINUE', [buy])),
    }[phase];
    const after = c.app(due, c.failed(phase));
    expect(after).toMatchObject({
      status: 'ERROR',
      result: { status: 'ERROR', error: { type: 'device-lost', message: 'it is gone', phase } },
    });
  });

  test('A1: a step without an action observes again before the next decision', () => {
    expect(c.app(ready(), c.decided('CONTINUE')).next).toEqual({ type: 'observe', reannotate: [] });
    expect(c.app(ready(), c.decided('CONTINUE', [c.wait(2)]), c.waited).next.type).toBe('observe');
    // Also when the wait followed an action, whose observation is older than the wait.
    const list = c.decided('CONTINUE', [buy, c.wait(2)]);
    expect(c.app(ready(), list, c.performed(c.done), c.waited).next.type).toBe('observe');
  });

  test('A6: CONFIRM without a function has nothing to hold: the model is told and continues', () => {
    const after = c.app(ready(), c.decided('CONFIRM'));
    expect(after.status).toBe('CONTINUE');
    expect(after.notes.map(({ text }) => text)).toEqual(['CONFIRM needs the Function that is to be confirmed.']);
  });
});

describe('SCREENSHOT (R5)', () => {
  const inside = () => c.app(ready(), c.decided('SCREENSHOT', [buy]), c.performed(c.done), c.observed(3));
  const look = c.decided('CONTINUE', [c.annotation([c.ref('Menu')])]);

  test('A9: without a list it becomes CONTINUE, whatever the model says', () => {
    for (const status of ['CONTINUE', 'SCREENSHOT'] as const)
      expect(c.app(inside(), c.decided(status, [buy]), c.performed(c.done)).status).toBe('CONTINUE');
  });

  test('A10: with a list it stays, and only those controls are labelled in the next observation', () => {
    const after = c.app(inside(), look);
    expect(after.status).toBe('SCREENSHOT');
    expect(after.next).toEqual({ type: 'observe', reannotate: [c.ref('Menu')] });
  });

  test('A10: at most three in a row', () => {
    const third = c.app(inside(), look, c.observed(4), look, c.observed(5));
    expect(third.status).toBe('SCREENSHOT');
    expect(c.app(third, look).status).toBe('CONTINUE');
    // A question in between starts a new count.
    const asked = c.app(third, c.decided('PENDING'), c.answered('x'), c.observed(), c.decided('SCREENSHOT'), c.observed());
    expect(c.app(asked, look).status).toBe('SCREENSHOT');
  });

  test('A10: any other action clears the list', () => {
    for (const other of [[c.wait(1)], [c.summary('s')]] as const) {
      const after = c.app(
        inside(),
        c.decided('CONTINUE', [c.annotation([c.ref('Menu')]), ...other]),
        ...(other[0].run.kind === 'wait' ? [c.waited] : []),
      );
      expect([after.status, after.next]).toEqual(['CONTINUE', { type: 'observe', reannotate: [] }]);
    }
  });

  test('A11, A51: each visit runs the four phases once, in order', () => {
    const trace: string[] = [];
    let state = c.app(ready(), c.decided('SCREENSHOT', [buy]), c.performed(c.done));
    for (const event of [c.observed(3), c.decided('CONTINUE', [buy]), c.performed(c.done)]) {
      trace.push(`${state.status} ${state.next.type}`);
      state = c.app(state, event);
    }
    trace.push(`${state.memory.length} remembered`);
    expect(trace).toEqual(['SCREENSHOT observe', 'SCREENSHOT decide', 'SCREENSHOT perform', '2 remembered']);
  });

  test.each([
    ['FINISH', 'FINISH'],
    ['FAIL', 'FAIL'],
    ['ERROR', 'ERROR'],
    ['PENDING', 'PENDING'],
    ['CONFIRM', 'CONFIRM'],
  ] as const)('A42: %s said inside SCREENSHOT is honoured', (status, state) => {
    const after = c.app(inside(), c.decided(status, status === 'CONFIRM' ? [buy] : []));
    expect(after.status).toBe(state);
  });

  test('A55: labels are assigned anew by each observation, and only to usable controls', () => {
    const [first, second] = [control('button', 'A'), control('button', 'B')];
    const roles = ['button'];
    const labels = (list: ReturnType<typeof labelControls>) => list.controls.map(({ name, label }) => `${name} ${label ?? '-'}`);
    expect(labels(labelControls([first, second], { roles }))).toEqual(['A 1', 'B 2']);
    expect(labels(labelControls([{ ...first, enabled: false }, second], { roles }))).toEqual(['A -', 'B 1']);
    expect(labels(labelControls([first, second], { roles, only: [{ ...second, label: '9' }] }))).toEqual(['A -', 'B 1']);
    expect(labels(labelControls([first, second], { roles, only: [{ ...second, name: 'gone', label: '9' }] }))).toEqual(['A 1', 'B 2']);
    const many = Array.from({ length: 600 }, (_, index) => control('button', `B${index}`));
    expect(labelControls(many, { roles }).controls.filter(({ label }) => label !== undefined)).toHaveLength(500);
  });
});

describe('PENDING (R4)', () => {
  const asked = (start: c.Start = {}) => c.app(ready(start), c.decided('PENDING', [buy], { questions: ['Which colour?', 'How many?'] }));

  test('A12: always leads to CONTINUE, with a fresh observation', () => {
    for (const event of [c.answered('blue', '2'), c.answered(' '), c.timedOut]) {
      const after = c.app(asked(), event);
      expect([after.status, after.next]).toEqual(['CONTINUE', { type: 'observe', reannotate: [] }]);
    }
  });

  test('A46: asks the questions, or the comment if there are none, and waits', () => {
    expect(asked().next).toEqual({ type: 'ask', ask: { kind: 'question', questions: ['Which colour?', 'How many?'] } });
    expect(c.app(ready(), c.decided('PENDING', [], { comment: 'Solve the captcha' })).next).toMatchObject({
      ask: { questions: ['Solve the captcha'] },
    });
    for (const event of [c.observed(), c.performed(), c.approved, c.reset]) expect(transition(asked(), event)).toBeUndefined();
  });

  test('A47: with askQuestion off nobody is asked, and the stored answer says so', () => {
    const after = asked({ settings: { askQuestion: false } });
    expect([after.status, after.next.type]).toEqual(['CONTINUE', 'observe']);
    expect(after.blackboard.questions.map(({ answer }) => answer)).toEqual(
      Array(2).fill(expect.stringContaining('use your best judgement')),
    );
  });

  test('A47: a timeout has the same result', () => {
    expect(c.app(asked(), c.timedOut).blackboard.questions).toHaveLength(2);
  });

  test('A48: answers go to the blackboard with their questions, and from there into the next prompt', () => {
    const { blackboard, notes } = c.app(asked(), c.answered('blue', '2'));
    expect(blackboard.questions).toEqual([
      { question: 'Which colour?', answer: 'blue' },
      { question: 'How many?', answer: '2' },
    ]);
    expect(notes.map(({ type }) => type)).toEqual(['answered']);
    expect(appUserPrompt({ input: appInput({ blackboard }), screen: '', images: false })).toContain('Q: Which colour?\nA: blue');
  });

  test('A49: a blank answer stores nothing', () => {
    expect(c.app(asked(), c.answered('  ', '2')).blackboard.questions).toEqual([{ question: 'How many?', answer: '2' }]);
    expect(c.app(asked(), c.answered()).blackboard.questions).toEqual([]);
  });

  test('A50: does not run the action of its step, in a list either', () => {
    const list = c.decided('PENDING', [c.click('A'), c.click('B', { status: 'PENDING' })]);
    for (const state of [asked(), c.app(ready(), list)]) {
      expect(state.next.type).toBe('ask');
      expect(c.app(state, c.answered('x'), c.observed(), c.decided('FINISH')).blackboard.trajectories).toEqual([]);
    }
  });

  test('A46: a PENDING that a list reached is asked, not dropped', () => {
    const list = c.decided('CONTINUE', [c.click('A', { status: 'PENDING' }), c.click('B')]);
    expect(c.app(ready(), list, c.performed(c.done), c.seenAnew(c.click('B')), c.performed(c.broken)).status).toBe('PENDING');
  });
});

describe('CONFIRM (R3)', () => {
  test('A13, A39: approved, the action runs once under its new label, and the state is CONTINUE', () => {
    const looking = c.app(held(), c.approved);
    expect(looking).toMatchObject({
      status: 'CONFIRM',
      next: { type: 'observe', bound: { action: { target: { control: { label: '1' } } } } },
    });
    const running = c.app(looking, again);
    expect(running.next).toMatchObject({ type: 'perform', actions: [{ run: { action: { target: { control: { label: '7' } } } } }] });
    const after = c.app(running, c.performed(c.done));
    expect([after.status, after.next.type]).toEqual(['CONTINUE', 'decide']);
    expect(after.blackboard.trajectories).toMatchObject([{ action: expect.stringContaining('Buy'), result: 'done', userConfirm: 'Yes' }]);
  });

  test('A14, A36: rejected, it is a FINISH that says the action was not executed', () => {
    for (const event of [c.rejected, c.timedOut]) {
      const after = c.app(held(), event);
      expect(after).toMatchObject({ status: 'FINISH', next: { type: 'end' }, result: { status: 'FINISH', userConfirm: 'No' } });
      expect(after.result?.result).toMatch(/^Not executed, because it was not approved: click_input "Buy"/);
      expect(after.blackboard.results).toEqual([]);
      expect(after.blackboard.trajectories).toMatchObject([{ userConfirm: 'No' }]);
    }
  });

  test('A15: with safeGuard off nobody is asked, and it runs once', () => {
    const running = held({ settings: { safeGuard: false } });
    expect(running).toMatchObject({ status: 'CONFIRM', next: { type: 'perform', actions: [{ function: 'click_input' }] } });
    const after = c.app(running, c.performed(c.done));
    expect([after.status, after.next.type]).toEqual(['CONTINUE', 'decide']);
    // Nobody approved.
    expect(after.blackboard.trajectories[0]?.userConfirm).toBeUndefined();
  });

  test("A38: while it is held, only a person's answer, or its timeout, is accepted", () => {
    const state = held();
    expect(state.next).toEqual({
      type: 'ask',
      ask: { kind: 'confirmation', actions: [{ ...buy, status: 'CONFIRM' }], reason: 'this orders it', byModel: true },
    });
    for (const event of [c.observed(), c.performed(c.done), c.refused(), c.reset, c.waited, c.answered('yes')])
      expect(transition(state, event)).toBeUndefined();
  });

  test('A39: a result whose observation was lost does not run it again', () => {
    for (const action of [buy, c.navigate('http://shop.test/order'), c.clickAt(0.5, 0.5)]) {
      const running = c.app(ready(), c.decided('CONFIRM', [action]), c.approved, c.observed(1, c.fitting(c.ref('Buy', '7'))));
      expect(running.next.type).toBe('perform');
      for (const outcome of [c.done, c.unknown]) {
        const looking = c.app(running, c.performedUnseen(outcome));
        expect([looking.status, looking.next.type, looking.step]).toEqual(['CONTINUE', 'observe', undefined]);
        expect(c.app(looking, c.observed(1, c.fitting(c.ref('Buy', '7')))).next.type).toBe('decide');
      }
    }
  });

  test('A39: refused before it ran, or with another UI session, it is found again under the same approval', () => {
    const running = c.app(held(), c.approved, again);
    for (const event of [c.refused('control-changed'), c.reset]) {
      const looking = c.app(running, event);
      expect(looking).toMatchObject({
        status: 'CONFIRM',
        next: { type: 'observe', bound: { action: { target: { control: { label: '7' } } } } },
      });
      expect(c.app(looking, again).next.type).toBe('perform');
    }
  });

  test('A40: no step is counted while it waits, one for the resumed action', () => {
    expect(ready().spent.steps).toBe(0);
    expect(held().spent.steps).toBe(1);
    expect(c.app(held(), c.approved, again).spent.steps).toBe(1);
    expect(c.app(held(), c.approved, again, c.performed(c.done)).spent.steps).toBe(2);
    expect(c.app(held(), c.rejected).spent.steps).toBe(1);
  });

  test('A41: in a list it stops before that action; the rest of the list is not run', () => {
    const list = c.decided('CONTINUE', [c.click('A'), c.click('B', { status: 'CONFIRM' }), c.click('C')]);
    const first = c.app(ready(), list);
    expect(c.performing(first)).toEqual(['A']);
    const asking = c.app(first, c.performed(c.done), c.seenAnew(c.click('B', { status: 'CONFIRM' })));
    expect(asking.next).toMatchObject({ type: 'ask', ask: { actions: [{ target: { name: 'B' } }] } });
    const running = c.app(asking, c.approved, c.observed(5, c.fitting(c.ref('B', '2'))));
    expect(c.performing(running)).toEqual(['B']);
    const after = c.app(running, c.performed(c.done));
    expect(after.next.type).toBe('decide');
    expect(after.blackboard.trajectories.at(-1)?.result).toBe('done; done; skipped: the list stopped before it');
  });

  const leave = { type: 'navigate', url: 'http://shop.test/next', leaves: 'D1', byPage: true } as const;
  const stayed = { status: 'done', stays: { leave } } as const;

  test('LK77: of an action whose page stays only the leaving is asked about, and done once; what was pressed is not', () => {
    const list = c.decided('CONTINUE', [c.click('A'), c.click('B')]);
    const asking = c.app(ready({ guard: c.defaultGuard }), list, c.performed(stayed));
    expect(asking.next).toMatchObject({
      type: 'ask',
      ask: {
        reason: 'deletes something: it leaves a page that has unsaved input',
        actions: [{ function: 'navigate', args: { url: leave.url } }],
      },
    });
    const running = c.app(asking, c.approved, c.observed(5));
    expect(running.next).toMatchObject({ type: 'perform', actions: [{ run: { action: leave } }] });
    const after = c.app(running, c.performed(c.done));
    expect(after.next.type).toBe('decide');
    expect(after.blackboard.trajectories.at(-1)).toMatchObject({
      result: expect.stringMatching(/^done, but the page asked .*; done; skipped: the list stopped before it$/),
    });
    expect(c.app(asking, c.rejected).blackboard.trajectories.at(-1)).toMatchObject({ userConfirm: 'No' });
  });

  test('LK77: what was approved, and stays, is asked about again as what is left of it', () => {
    const asking = c.app(held({ guard: c.defaultGuard }), c.approved, again, c.performed(stayed));
    expect(asking.next).toMatchObject({ type: 'ask', ask: { actions: [{ function: 'navigate' }] } });
    expect(c.app(asking, c.approved, c.observed(6), c.performed(c.done)).next.type).toBe('decide');
  });

  test('LK77: where it cannot be left apart from the press, the model is told', () => {
    const after = c.app(ready(), c.decided('CONTINUE', [c.click('A')]), c.performed({ status: 'done', stays: {} }));
    expect(after.blackboard.trajectories.at(-1)?.result).toMatch(/^done, but the page asked before it was left/);
  });

  const write = { key: 'k', text: 'POST http://shop.test/orders: total 25.00', reason: 'pays or orders something (order)' };
  const stopped = (hasSent = false) =>
    c.performed({ status: 'failed', code: 'stopped', message: 'stopped', stopping: { writes: [write], sent: hasSent ? ['POST /x'] : [] } });
  const pressed = (...events: readonly AppAgentEvent[]) => c.app(ready(), c.decided('CONTINUE', [c.click('A')]), ...events);

  test('W6: what an action was to send is asked about, and the action done once more under a pass for it', () => {
    const asking = pressed(stopped(), c.seenAnew(c.click('A', { label: '4' })));
    expect(asking).toMatchObject({
      status: 'CONFIRM',
      next: { type: 'ask', ask: { reason: expect.stringContaining(write.text), actions: [{ target: { name: 'A', label: '4' } }] } },
    });
    const running = c.app(asking, c.approved, c.observed(5, c.fitting(c.ref('A', '4'))));
    expect(running.next).toMatchObject({ type: 'perform', actions: [{ target: { label: '4' } }] });
    expect(running.passes).toMatchObject([{ key: 'k' }]);
    const after = c.app(running, c.performed(c.done));
    expect(after.next.type).toBe('decide');
    expect(after.blackboard.trajectories.at(-1)).toMatchObject({ result: 'failed (stopped): stopped; done', userConfirm: 'Yes' });
  });

  test.each<[string, readonly AppAgentEvent[]]>([
    ['something else has left', [stopped(true)]],
    ['it is not found again', [stopped(), { type: 'reviewed', came: { because: 'another page is shown' }, activeMs: 0 }]],
  ])('W6: where %s, it is not done again: the model is told that it may be sent', (_where, events) => {
    const asking = pressed(...events);
    expect(asking.next).toMatchObject({ type: 'ask', ask: { kind: 'confirmation' } });
    const after = c.app(asking, c.approved);
    expect(after).toMatchObject({ status: 'CONTINUE', next: { type: 'observe' }, passes: [{ key: 'k' }] });
    expect(after.notes.at(-1)?.text).toContain('it may be sent once: POST http://shop.test/orders');
  });

  test('W6: what was approved, and was to send something else, is asked about again', () => {
    const asking = c.app(held(), c.approved, again, stopped());
    expect(asking.next.type).toBe('review');
    expect(c.app(asking, c.seenAnew(c.click('A'))).next).toMatchObject({ type: 'ask', ask: { kind: 'confirmation' } });
  });

  test('W6: rejected, it is told as not sent, and there is no pass', () => {
    const after = c.app(pressed(stopped(true)), c.rejected);
    expect(after.result).toMatchObject({ userConfirm: 'No', result: expect.stringContaining('Not sent, because it was not approved') });
    expect(after.passes).toBeUndefined();
  });

  test('W6: each approval of the same write is another pass, and each question costs a step', () => {
    const once = c.app(pressed(stopped(true)), c.approved);
    const twice = c.app(once, c.observed(5), c.decided('CONTINUE', [c.click('A')]), stopped(true), c.approved);
    expect(new Set(twice.passes?.map(({ id }) => id)).size).toBe(2);
    expect(pressed(stopped(true)).spent.steps).toBe(pressed().spent.steps + 1);
  });

  test('A43: the state survives as JSON, and the same approval given twice runs it once', () => {
    const stored = JSON.parse(JSON.stringify(held())) as AppAgentState;
    const once = c.app(stored, c.approved);
    expect(transition(once, c.approved)).toBeUndefined();
    const running = c.app(once, again);
    expect(transition(running, c.approved)).toBeUndefined();
    expect(transition(c.app(running, c.performed(c.done)), c.approved)).toBeUndefined();
  });

  test('A44: two sessions are independent', () => {
    const [one, other] = [held(), held()];
    expect(c.performing(c.app(one, c.approved, again))).toEqual(['Buy']);
    expect(other.next.type).toBe('ask');
  });

  test.each([
    ['the control is gone', c.unfit],
    ['nobody could tell', {}],
    ['the page is another one', { ...c.fitting(c.ref('Buy')), application: { ...c.shop, url: 'http://shop.test/other' } }],
  ] as const)('A71: %s: nothing runs, the model is told', (_case, more) => {
    const after = c.app(held(), c.approved, c.observed(5, more));
    expect([after.status, after.next.type, after.spent.steps]).toEqual(['CONTINUE', 'decide', 1]);
    expect(after.notes.map(({ type }) => type)).toEqual(['confirmed', 'refused']);
    expect(after.blackboard.trajectories).toMatchObject([{ result: expect.stringMatching(/^failed \(control-changed\)/) }]);
  });

  test('A71: an action on a point runs where what is there still fits', () => {
    const blind = c.app(ready(), c.decided('CONFIRM', [c.clickAt(0.5, 0.5)]), c.approved);
    expect(c.app(blind, c.observed(2, c.fitting())).next.type).toBe('perform');
    expect(c.app(blind, c.observed(2, c.unfit)).next.type).toBe('decide');
  });

  test('A72: an action that a guard rule holds is asked about with safeGuard off, whatever status the model gave', () => {
    const guard = c.defaultGuard;
    const state = c.app(ready({ guard, settings: { safeGuard: false } }), c.decided('CONTINUE', [c.deleting('Delete account')]));
    expect(state.next).toMatchObject({ type: 'ask', ask: { reason: 'deletes something' } });
    const silent = c.app(ready({ guard: { ...guard, off: true } }), c.decided('CONTINUE', [c.deleting('Delete account')]));
    expect(silent.next.type).toBe('perform');
  });
});

describe('ends', () => {
  test('A3: the result is the Result, else the comment, else the result of the last action', () => {
    const finish = (more: object) => c.app(ready(), c.decided('FINISH', [c.summary('It costs 4.90')], more)).result?.result;
    expect(finish({ result: 'R', comment: 'C' })).toBe('R');
    expect(finish({ comment: 'C' })).toBe('C');
    expect(finish({})).toBe('done: It costs 4.90');
  });

  test('A30: FINISH leaves its result on the blackboard for the next AppAgent', () => {
    const after = c.app(ready(), c.decided('FINISH', [], { result: 'ordered' }));
    expect(after.result).toEqual({ subtask: 'Order two', status: 'FINISH', result: 'ordered' });
    expect(after.blackboard.results).toEqual([{ subtask: 'Order two', result: 'ordered' }]);
  });

  test('A20: an unknown status is none; the seven are accepted trimmed and in any case', () => {
    for (const status of appAgentStatuses) expect(parseStatus(appAgentStatuses, ` ${status.toLowerCase()}\n`)).toBe(status);
    for (const word of ['DONE', '', 'ASSIGN', 'CONTINUE FINISH']) expect(parseStatus(appAgentStatuses, word)).toBeUndefined();
    expect(parseStatus(hostAgentStatuses, 'assign')).toBe('ASSIGN');
    // What the activity reports after its repair prompt.
    expect(c.app(ready(), c.failed('LLM_INTERACTION', 'invalid-status')).result).toMatchObject({
      status: 'ERROR',
      error: { type: 'invalid-status' },
    });
  });

  test('A32: ERROR has a structured error on entry', () => {
    const after = c.app(ready(), c.decided('ERROR', [], { comment: 'the page is broken' }));
    expect(after.result).toEqual({
      subtask: 'Order two',
      status: 'ERROR',
      result: 'the page is broken',
      error: { type: 'model-error-status', message: 'the page is broken', phase: 'LLM_INTERACTION' },
    });
  });

  test('A8: three refusals in a row are an ERROR; an action that ran in between resets the count', () => {
    const tryOnce = [c.observed(), c.decided('CONTINUE', [buy]), c.refused()] as const;
    const twice = c.app(c.startApp(), ...tryOnce, ...tryOnce);
    expect(twice).toMatchObject({ status: 'CONTINUE', next: { type: 'observe' } });
    expect(c.app(twice, ...tryOnce).result).toMatchObject({
      status: 'ERROR',
      error: { type: 'stale-observation', phase: 'ACTION_EXECUTION' },
    });
    expect(
      c.app(twice, c.observed(), c.decided('CONTINUE', [buy]), c.performed(c.done), c.decided('CONTINUE', [buy]), c.refused()).status,
    ).toBe('CONTINUE');
  });

  test.each(['FAIL', 'ERROR'] as const)('A4, A7: a list that ends with %s is honoured and runs nothing', (status) => {
    expect(c.app(ready(), c.decided(status, [c.click('A'), c.click('B', { status })])).status).toBe(status);
  });

  test('A26: an end is final', () => {
    for (const state of [c.app(ready(), c.decided('FINISH')), c.app(ready(), c.decided('FAIL')), c.app(ready(), c.decided('ERROR'))])
      expect(accepts(state, 'observed') || accepts(state, 'decided') || accepts(state, 'failed')).toBe(false);
  });
});

describe('failed actions (R8)', () => {
  test('A53: a failed action is remembered and reported to the model', () => {
    const after = c.app(ready(), c.decided('CONTINUE', [buy]), c.performed(c.broken));
    expect(after.status).toBe('CONTINUE');
    expect(after.memory).toMatchObject([{ step: 1, action: 'click_input "Buy" [1]', result: 'failed (action-failed): it did not work' }]);
    expect(after.blackboard.trajectories).toHaveLength(1);
  });

  test('A53: so is one interrupted by an exception', () => {
    const after = c.app(ready(), c.decided('CONTINUE', [buy]), c.failed('ACTION_EXECUTION'));
    expect(after.memory).toMatchObject([{ result: 'failed (device-lost): it is gone' }]);
  });

  test('A52: a failure of the first two phases skips the rest', () => {
    for (const after of [c.app(c.startApp(), c.failed('DATA_COLLECTION')), c.app(ready(), c.failed('LLM_INTERACTION'))])
      expect(after).toMatchObject({ next: { type: 'end' }, memory: [], spent: { steps: 0 } });
  });

  test('A67: an unknown outcome is reported, counted and never resent', () => {
    const list = c.decided('CONTINUE', [c.click('A'), c.click('B')]);
    const after = c.app(ready(), list, c.performed(c.done), c.seenAnew(c.click('B')), c.performedUnseen(c.unknown));
    expect(after).toMatchObject({ unknownOutcomes: 1, next: { type: 'observe' }, notes: [{ type: 'unknown-outcome' }] });
    expect(after.notes[0]?.text).toContain('"B"');
    expect(after.notes[0]?.text).not.toContain('"A"');
  });

  test('A53: FINISH on a step whose action failed becomes CONTINUE once, and the model is told', () => {
    const doubted = c.app(ready(), c.decided('FINISH', [buy]), c.performed(c.broken));
    expect(doubted.status).toBe('CONTINUE');
    expect(doubted.notes.at(-1)?.text).toContain('You said FINISH');
    expect(c.app(doubted, c.decided('FINISH', [buy]), c.performed(c.broken)).status).toBe('FINISH');
  });

  test('A56: after the first failure of a list the rest is skipped', () => {
    const list = [c.click('A'), c.invalid(), c.click('C')];
    const after = c.app(ready(), c.decided('CONTINUE', list), c.performed(c.done));
    expect(after.memory[0]?.result).toBe('done; failed (unknown-function): there is no such function; skipped: the list stopped before it');
    const broken = c.app(ready(), c.decided('CONTINUE', [c.click('A'), c.wait(1), c.click('C')]), c.performed(c.broken));
    expect(broken.next.type).toBe('decide');
  });

  test('A56: a list stops when nobody has seen its screen', () => {
    const list = c.decided('CONTINUE', [c.click('A'), c.wait(1), c.click('C')]);
    const after = c.app(ready(), list, c.performedUnseen(c.done));
    expect(after).toMatchObject({
      next: { type: 'observe' },
      memory: [{ result: 'done; skipped: the list stopped before it; skipped: the list stopped before it' }],
    });
  });

  test('HE12: each action of a list runs alone, seen and judged anew after the one before', () => {
    const boxes = c.decided('CONTINUE', [c.click('A'), c.click('B'), c.click('C')]);
    const first = c.app(ready(), boxes);
    expect(c.performing(first)).toEqual(['A']);
    const next = c.app(first, c.performed(c.done));
    // Between the two looks around the first action; no model is asked.
    expect(next).toMatchObject({
      next: { type: 'review', action: { target: { name: 'B' } }, before: { generation: 1 } },
      observation: { generation: 2 },
      spent: { steps: 1 },
    });
    const moved = c.app(next, c.seenAnew(c.click('B', { label: '9' })));
    expect(moved.next).toMatchObject({ type: 'perform', actions: [{ target: { name: 'B', label: '9' } }] });
    const last = c.app(moved, c.performed(c.done));
    expect(last.next).toMatchObject({ type: 'review', action: { target: { name: 'C' } } });
    const end = c.app(last, c.seenAnew(c.click('C')), c.performed(c.done));
    expect(end).toMatchObject({ next: { type: 'decide' }, spent: { steps: 1 }, memory: [{ result: 'done; done; done' }] });
  });

  test('HE12: where the structure changed, the rest is told as not run', () => {
    const list = c.decided('CONTINUE', [c.click('A'), c.click('B'), c.click('C')]);
    const after = c.app(ready(), list, c.performed(c.done), c.changedMeanwhile);
    expect(after).toMatchObject({
      next: { type: 'decide' },
      memory: [{ result: 'done; skipped: the list stopped before it; skipped: the list stopped before it' }],
      notes: [{ type: 'info', text: 'Not run, because a dialog came: click_input "B" [1]; click_input "C" [1]' }],
    });
  });

  test('HE12: after a wait within a list the rest is not run: nobody has looked since', () => {
    const list = c.decided('CONTINUE', [c.click('A'), c.wait(1), c.click('C')]);
    const after = c.app(ready(), list, c.performed(c.done), c.waited);
    expect(after).toMatchObject({ next: { type: 'observe' }, notes: [{ text: expect.stringContaining('click_input "C"') }] });
  });

  test('A57: the status of a list is that of its last successful action', () => {
    const list = c.decided('CONTINUE', [c.click('A', { status: 'SCREENSHOT' }), c.click('B', { status: 'CONTINUE' })]);
    const second = c.seenAnew(c.click('B', { status: 'CONTINUE' }));
    expect(c.app(ready(), list, c.performed(c.done), second, c.performed(c.broken)).status).toBe('SCREENSHOT');
    expect(c.app(ready(), list, c.performed(c.broken)).status).toBe('CONTINUE');
    expect(c.app(ready(), list, c.performed(c.done), second, c.performed(c.done)).status).toBe('CONTINUE');
  });

  test('A74: the guard refuses an address outside before anything runs, and the model is told', () => {
    const after = c.app(ready(), c.decided('CONTINUE', [c.navigate('http://evil.test/')]));
    expect(after.next.type).toBe('decide');
    expect(after.memory[0]?.result).toMatch(/^failed \(origin-refused\): http:\/\/evil.test\/ is outside/);
  });
});

describe('memory', () => {
  test('A58: the previous plan is kept when a reply has none', () => {
    const planned = c.app(ready(), c.decided('CONTINUE', [buy], { plan: ['then pay'] }), c.performed(c.done));
    expect(planned.plan).toEqual(['then pay']);
    expect(c.app(planned, c.decided('CONTINUE', [buy])).plan).toEqual(['then pay']);
    expect(appUserPrompt({ input: appInput({ plan: planned.plan }), screen: '', images: false })).toContain('then pay');
  });

  test("A59: an AppAgent starts with an empty memory and the session's blackboard", () => {
    const blackboard = { ...emptyBlackboard, requests: ['Order two'] };
    const state = startAppAgent({
      subtask: 's',
      settings: defaultAgentSettings,
      guard: c.openGuard,
      budget: {},
      blackboard,
      stepsBefore: 7,
    });
    expect(state).toMatchObject({ memory: [], plan: [], notes: [], blackboard: { requests: ['Order two'] } });
    // Step numbers continue.
    expect(c.app(state, c.observed(), c.decided('CONTINUE', [buy]), c.performed(c.done)).blackboard.trajectories[0]?.step).toBe(8);
  });

  test('A60: SaveScreenshot keeps the screenshot that the model saw, with its reason', () => {
    const after = c.app(ready(), c.decided('CONTINUE', [buy], { saveScreenshot: { reason: 'the price' } }), c.performed(c.done));
    expect(after.blackboard.screenshots).toEqual([{ screenshot: c.observation(1).screenshot, reason: 'the price' }]);
  });

  test('HE30, HE31: what the model was shown last is kept, also over the looks of a list', () => {
    const list = c.decided('CONTINUE', [buy, c.click('B')]);
    const after = c.app(ready(), list, c.performed(c.done), c.seenAnew(c.click('B')), c.performed(c.done));
    expect([after.lastShown?.generation, after.previous?.generation, after.observation?.generation]).toEqual([1, 2, 2]);
  });

  test.each([
    ['nothing visible came of it', c.performed({ status: 'done', effect: { kind: 'nothing-visible' } }), true],
    ['it failed', c.performed(c.broken), true],
    ['nobody knows whether it ran', c.performedUnseen(c.unknown), true],
    ['something changed', c.performed({ status: 'done', effect: { kind: 'changed', what: 'x' } }), undefined],
  ] as const)('HE30: after an action the next prompt may need a picture: %s', (_case, event, unclear) => {
    const after = c.app(ready(), c.decided('CONTINUE', [buy]), event);
    expect(after.unclear).toBe(unclear);
  });

  test('HE30: SCREENSHOT and `annotation` ask for a picture, for one step', () => {
    const asked = c.app(ready(), c.decided('SCREENSHOT', [buy]), c.performed(c.done));
    expect(asked.seesAfresh).toBe(true);
    expect(c.app(asked, c.observed(3), c.decided('CONTINUE', [buy]), c.performed(c.done)).seesAfresh).toBeUndefined();
    expect(c.app(ready(), c.decided('CONTINUE', [c.annotation([c.ref('Menu')])])).seesAfresh).toBe(true);
  });
});

describe('caps (R7)', () => {
  test('A35: FINISH on the last allowed step is a FINISH', () => {
    const state = c.app(ready({ budget: { maxSteps: 1 } }), c.decided('FINISH', [buy]), c.performed(c.done));
    expect(state.result).toMatchObject({ status: 'FINISH' });
    expect(state.result?.limit).toBeUndefined();
  });

  test('A61: the step cap is an end of its own kind', () => {
    const state = c.app(ready({ budget: { maxSteps: 1 } }), c.decided('CONTINUE', [buy]), c.performed(c.done));
    expect(state).toMatchObject({ status: 'FAIL', result: { limit: 'step-limit' } });
  });

  test.each([
    ['budget-tokens', { maxTokens: 100 }],
    ['budget-cost', { maxCostUsd: 0.01 }],
    ['budget-time', { maxTimeMs: 20 }],
  ] as const)('A73: %s stops before the action that was just decided, and the step is remembered', (limit, budget) => {
    const state = c.app(ready({ budget }), c.decided('CONTINUE', [buy], { usage: c.someUsage }));
    expect(state).toMatchObject({ status: 'FAIL', result: { limit }, memory: [{ result: 'skipped: the list stopped before it' }] });
  });

  test('A73: nobody is asked, and nothing waits, once a cap is reached', () => {
    const spent = { usage: c.someUsage };
    const budget = { maxTokens: 100 };
    for (const event of [c.decided('PENDING', [], spent), c.decided('CONFIRM', [buy], spent), c.decided('CONTINUE', [c.wait(300)], spent)])
      expect(c.app(ready({ budget }), event).result?.limit).toBe('budget-tokens');
  });

  test('A73: an approval that comes when time is up runs nothing', () => {
    const state = c.app(held({ budget: { maxTimeMs: 25 } }), c.approved, again);
    expect(state).toMatchObject({ status: 'FAIL', result: { limit: 'budget-time' } });
  });
});
