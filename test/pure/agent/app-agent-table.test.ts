// The transition table is data; this proves that the machine does what it says, everywhere, and that it lists nothing impossible.
import { expect, describe, test } from '@jest/globals';
import { accepts, appAgentTable, transition } from '../../../src/domain/agent/app-agent-machine.js';
import type { AppAgentEvent, AppAgentState } from '../../../src/domain/agent/app-agent-state.js';
import { appAgentStatuses } from '../../../src/domain/agent/decision.js';
import * as c from './cases.js';

const target = c.ref('Buy');
const isSubtaskEnd = (status: AppAgentState['status']): boolean => status === 'FINISH' || status === 'FAIL' || status === 'ERROR';
/** A page with unsaved input stays, and its leaving is held. Once in a step, which would have no end otherwise. */
const stays = c.performed({
  status: 'done',
  stays: { leave: { type: 'navigate', url: 'http://shop.test/next', leaves: 'D1', byPage: true } },
});
const hasStayed = ({ step }: AppAgentState): boolean =>
  step?.done.some(({ outcome }) => outcome.status === 'done' && outcome.stays) === true;
/** What it was to send was stopped, and is asked about. Once in a step as well: each question costs one. */
const stopped = c.performed({
  status: 'failed',
  code: 'stopped',
  message: 'stopped',
  stopping: { writes: [{ key: 'k', text: 'POST http://shop.test/orders', reason: 'pays or orders something' }], sent: [] },
});
const wasStopped = ({ step }: AppAgentState): boolean =>
  step?.done.some(({ outcome }) => outcome.status === 'failed' && outcome.stopping) === true;
const events: readonly AppAgentEvent[] = [
  c.observed(1, c.fitting(target)),
  c.observed(3, c.unfit),
  ...appAgentStatuses.flatMap((status) => [
    c.decided(status),
    c.decided(status, [c.click('Buy')]),
    // Lists: the status of the last successful action counts, wherever the list stops.
    c.decided('CONTINUE', [c.click('A', { status }), c.click('B')]),
    c.decided('CONTINUE', [c.wait(1, { status }), c.invalid()]),
  ]),
  c.decided('FINISH', [c.wait(1)]),
  c.decided('CONTINUE', [c.annotation([target])]),
  c.decided('CONTINUE', [c.click('A'), c.annotation([target])]),
  c.decided('CONTINUE', [c.wait(1), c.annotation([target])]),
  c.decided('CONTINUE', [c.click('A'), c.click('B', { status: 'CONFIRM' })]),
  c.decided('CONTINUE', [c.wait(1), c.click('B', { status: 'CONFIRM' })]),
  c.decided('CONTINUE', [c.navigate('http://elsewhere.test/')]),
  c.performed(c.done, c.done),
  c.performed(c.done, c.broken),
  c.performed(c.broken),
  stays,
  stopped,
  c.performedUnseen(c.unknown),
  c.refused(),
  c.reset,
  c.waited,
  c.seenAnew(c.click('B')),
  c.seenAnew(c.click('B', { status: 'CONFIRM' })),
  c.changedMeanwhile,
  c.answered('blue'),
  c.approved,
  c.rejected,
  c.timedOut,
  c.failed('DATA_COLLECTION'),
  c.decided('PENDING', [], { needsHands: true }),
  c.handedBack,
];
const eventTypes = [...new Set(events.map(({ type }) => type))];

interface Edge {
  readonly state: AppAgentState;
  readonly on: AppAgentEvent['type'];
  readonly after: AppAgentState | undefined;
}
const edges = explore([
  c.startApp({ guard: c.defaultGuard }),
  c.startApp({ settings: { safeGuard: false, askQuestion: false } }),
  ...[25, 35].map((maxTimeMs) => c.startApp({ budget: { maxTimeMs } })),
]);
const states = [...new Set(edges.map(({ state }) => state))];

/** What every event does in every reachable state, once for each condition that the machine checks. */
function explore(from: readonly AppAgentState[]): readonly Edge[] {
  const known = new Set<string>();
  const found: Edge[] = [];
  const waiting = [...from];
  for (let state = waiting.shift(); state; state = waiting.shift()) {
    const key = keyOf(state);
    if (known.has(key)) continue;
    known.add(key);
    for (const event of events) {
      if ((event === stays && hasStayed(state)) || (event === stopped && wasStopped(state))) continue;
      const after = transition(state, event);
      found.push({ state, on: event.type, after });
      if (after) waiting.push(after);
    }
  }
  return found;
}

function keyOf({ status, next, budget, spent, step, settings, screenshots, refusals, observation }: AppAgentState): string {
  const list = step && [
    step.todo.map(({ run, status: word }) => `${run.kind} ${word}`),
    step.done.map(({ action, outcome }) => `${action.status} ${outcome.status}`),
    step.decision.status,
    step.waiting?.asked,
    step.reviewed,
  ];
  const needsHands = next.type === 'ask' && next.ask.kind === 'question' && next.ask.needsHands;
  const left = budget.maxTimeMs === undefined ? 'all' : Math.max(0, budget.maxTimeMs - spent.timeMs);
  return JSON.stringify([
    status,
    next.type,
    left,
    list,
    screenshots,
    refusals,
    observation !== undefined,
    needsHands,
    settings.safeGuard,
    settings.host,
  ]);
}

const rowOf = (status: AppAgentState['status']) => appAgentTable[status] as Partial<Record<string, readonly string[]>>;

describe('the table of AppAgent', () => {
  const cells = appAgentStatuses.flatMap((status) => eventTypes.map((on) => ({ status, on })));

  test.each(cells)('$status on $on: the machine and the table agree', ({ status, on }) => {
    const declared = rowOf(status)[on];
    const reached = edges.filter((edge) => edge.state.status === status && edge.on === on);
    expect(reached.length).toBeGreaterThan(0);
    expect(reached.every(({ state, after }) => (after !== undefined) === accepts(state, on))).toBe(true);
    const targets = [...new Set(reached.map(({ after }) => after?.status).filter((to) => to !== undefined))].sort();
    // Exactly: a missing cell is refused, and every declared target is reached.
    expect(targets).toEqual([...(declared ?? [])].sort());
  });

  test('in every state, the pending effect awaits at least one event, until the end', () => {
    const awaitsOne = (state: AppAgentState): boolean => eventTypes.some((type) => accepts(state, type));
    expect(states.filter((state) => awaitsOne(state) !== (state.next.type !== 'end')).map(({ status }) => status)).toEqual([]);
    expect(states.length).toBeGreaterThan(200);
  });

  test('A26: a subtask ends in exactly FINISH, FAIL and ERROR', () => {
    expect(appAgentStatuses.filter((status) => Object.keys(appAgentTable[status]).length === 0)).toEqual(['FINISH', 'FAIL', 'ERROR']);
    expect(states.filter((state) => (state.result !== undefined) !== isSubtaskEnd(state.status)).map(({ status }) => status)).toEqual([]);
  });

  test('A28: the model is asked in CONTINUE and SCREENSHOT only', () => {
    const deciding = new Set(states.filter(({ next }) => next.type === 'decide').map(({ status }) => status));
    expect([...deciding].sort()).toEqual(['CONTINUE', 'SCREENSHOT']);
    const asking = new Set(states.filter(({ next }) => next.type === 'ask').map(({ status }) => status));
    expect([...asking].sort()).toEqual(['CONFIRM', 'PENDING']);
  });

  test('A29: the host acts next after the end of a subtask, the AppAgent itself in every other state', () => {
    expect(states.filter(({ status, next }) => (next.type === 'end') !== isSubtaskEnd(status)).map(({ status }) => status)).toEqual([]);
  });
});
