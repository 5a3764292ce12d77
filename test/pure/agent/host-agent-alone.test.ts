// HE14: with one application and one request, HostAgent assigns and ends without a model; whatever goes wrong brings the model back.
import { describe, expect, test } from '@jest/globals';
import type { HostAgentEvent, HostAgentState } from '../../../src/domain/agent/host-agent-state.js';
import { emptyBlackboard } from '../../../src/domain/agent/memory.js';
import { noUsage } from '../../../src/domain/budget/usage.js';
import type { Application } from '../../../src/domain/ui/observation.js';
import * as c from './cases.js';

type Ended = Extract<HostAgentEvent, { type: 'subtask-ended' }>;

const request = 'Order two';
const start = (more: Parameters<typeof c.startHost>[0] = {}): HostAgentState =>
  c.startHost({ guard: { ...c.openGuard, origins: [] }, ...more, settings: { host: 'when-needed', ...more.settings } });
const alone = c.observed(1, { applications: [c.shop] });
const ended = (status: Ended['result']['status'], more: Partial<Ended['result']> = {}): Ended => ({
  type: 'subtask-ended',
  result: { subtask: request, status, result: `${status} of it`, ...more },
  blackboard: emptyBlackboard,
  spent: { steps: 3, usage: noUsage, timeMs: 100 },
  unknownOutcomes: 0,
  withoutEffect: 0,
});
const installed: Application = { id: 'calculator.desktop', name: 'Calculator', running: false, current: false };
const second: Application = { ...c.shop, id: 'tab-2', name: 'Help', current: false };

describe('one application and one request', () => {
  test('HE14: the request is assigned as it is, by no model and at no step', () => {
    expect(c.host(start(), alone)).toMatchObject({
      status: 'ASSIGN',
      spent: { steps: 0 },
      next: { type: 'assign', subtask: request, application: c.shop, message: [] },
    });
  });

  test('HE14, A16: its FINISH gives the host CONTINUE, which looks once more and ends the round', () => {
    const back = c.host(start(), alone, ended('FINISH'));
    expect(back).toMatchObject({ status: 'CONTINUE', next: { type: 'observe' } });
    expect(c.host(back, alone)).toMatchObject({
      status: 'FINISH',
      outcome: 'completed',
      spent: { steps: 3 },
      rounds: [{ request, outcome: 'completed', steps: 3 }],
      previousSubtasks: [{ subtask: request, status: 'FINISH' }],
    });
  });

  test('HE14: with `always` the model decides', () => {
    expect(c.host(start({ settings: { host: 'always' } }), alone).next.type).toBe('decide');
  });
});

describe('what brings the model back', () => {
  test.each([
    ['a second one runs', [c.shop, second]],
    ['another one is configured', [c.shop, c.mail]],
    ['none runs', [c.mail]],
    ['others are installed, and the run names none', [c.shop, installed]],
  ])('HE14: %s', (_case, applications) => {
    expect(c.host(start(), c.observed(1, { applications })).next.type).toBe('decide');
  });

  test('HE14: what is installed does not count where the run names what it starts with; what is configured does', () => {
    const named = start({ named: true });
    expect(c.host(named, c.observed(1, { applications: [c.shop, installed] })).next.type).toBe('assign');
    expect(c.host(named, c.observed(1, { applications: [c.shop, c.mail] })).next.type).toBe('decide');
  });

  test.each([
    ['a FAIL', ended('FAIL')],
    ['a person who did not approve', ended('FINISH', { userConfirm: 'No' })],
  ])('HE14: %s', (_case, event) => {
    expect(c.host(start(), alone, event, alone).next.type).toBe('decide');
  });

  test('HE14: a second application at the end', () => {
    expect(c.host(start(), alone, ended('FINISH'), c.observed(2, { applications: [c.shop, second] })).next.type).toBe('decide');
  });

  test('HE14: a further request', () => {
    const next = c.host(c.requested(start(), 'and then'), alone, ended('FINISH'), alone);
    expect(next).toMatchObject({ status: 'CONTINUE', round: { request: 'and then' }, next: { type: 'observe' } });
    expect(c.host(next, alone).next.type).toBe('decide');
  });

  test('HE14: once it is back it stays for the round', () => {
    const again = c.host(start(), alone, ended('FAIL'), alone, c.hostDecided('ASSIGN', { subtask: request, application: c.shop }));
    expect(c.host(again, ended('FINISH'), alone).next.type).toBe('decide');
  });
});

test('HE14, A64: a plan asks no model, as before', () => {
  const plan = { task: 'shop', object: 'Shop', steps: ['one', 'two'] };
  expect(c.host(start({ plan }), alone).next).toMatchObject({ type: 'assign', subtask: 'one' });
});

test('HE14, R2: an ERROR ends the session, a limit too', () => {
  expect(c.host(start(), alone, ended('ERROR'))).toMatchObject({ outcome: 'error', next: { type: 'end' } });
  expect(c.host(start(), alone, ended('FAIL', { limit: 'step-limit' }))).toMatchObject({ outcome: 'step-limit', next: { type: 'end' } });
});
