// As for the AppAgent: in every reachable state, every event does what the table says, and every declared target is reached.
import { describe, expect, test } from '@jest/globals';
import { hostAccepts, hostAgentTable, hostTransition } from '../../../src/domain/agent/host-agent-machine.js';
import type { HostAgentEvent, HostAgentState } from '../../../src/domain/agent/host-agent-state.js';
import { emptyBlackboard } from '../../../src/domain/agent/memory.js';
import { hostAgentStatuses } from '../../../src/domain/agent/decision.js';
import { noUsage } from '../../../src/domain/budget/usage.js';
import * as c from './cases.js';

const applications = [c.shop, c.mail];
const child = {
  blackboard: emptyBlackboard,
  spent: { steps: 1, usage: noUsage, timeMs: 10 },
  unknownOutcomes: 0,
  withoutEffect: 0,
} as const;
const events: readonly HostAgentEvent[] = [
  c.observed(1, { applications }),
  c.observed(1, { applications: [c.shop] }),
  ...hostAgentStatuses.flatMap((status) => [
    c.hostDecided(status),
    c.hostDecided(status, { subtask: 'Order two', application: c.shop }),
    c.hostDecided(status, { subtask: 'Write', application: c.mail }),
    c.hostDecided(status, { actions: [c.launchOf('Mail')] }),
  ]),
  c.hostDecided('CONTINUE', { actions: [c.invalid()] }),
  c.performed(c.done),
  c.performedUnseen(c.unknown),
  c.refused(),
  c.reset,
  ...(['FINISH', 'FAIL', 'ERROR'] as const).map(
    (status) => ({ type: 'subtask-ended', result: { subtask: 's', status, result: 'r' }, ...child }) as const,
  ),
  { type: 'subtask-ended', result: { subtask: 'Order two', status: 'FINISH', result: 'r' }, ...child },
  { type: 'subtask-ended', result: { subtask: 's', status: 'FAIL', result: 'r', limit: 'step-limit' }, ...child },
  c.answered('blue'),
  c.approved,
  c.rejected,
  c.timedOut,
  { type: 'evaluated', verdict: 'yes: done', usage: { ...noUsage, costUsd: 1 } },
  { type: 'requested' },
  c.failed('LLM_INTERACTION'),
  c.handedBack,
];
const eventTypes = [...new Set(events.map(({ type }) => type))];

const wide = { ...c.defaultGuard, origins: [] };
const queued = (start: HostAgentState) => c.requested(start, 'and then');
const edges = explore([
  c.startHost({ guard: wide, settings: { maxSubtaskRetries: 1 } }),
  c.startHost({ guard: { ...wide, off: true }, settings: { evaluate: true, askQuestion: false, onFail: 'finish' }, keepOpen: true }),
  queued(c.startHost({ settings: { onError: 'next-request' }, guard: { ...wide, off: true } })),
  queued(c.startHost({ settings: { evaluate: true } })),
  c.startHost({ settings: { host: 'when-needed' } }),
  queued(c.startHost({ settings: { evaluate: true }, budget: { maxCostUsd: 1 } })),
  c.startHost({ keepOpen: true, settings: { evaluate: true, onError: 'next-request' }, budget: { maxCostUsd: 1 } }),
  c.startHost({ keepOpen: true, guard: { ...wide, off: true }, settings: { onError: 'next-request' }, budget: { maxTimeMs: 25 } }),
  c.startHost({ keepOpen: true, settings: { maxRound: 1, onError: 'next-request' } }),
  c.startHost({ keepOpen: true, settings: { onError: 'next-request' } }),
  ...[25, 35].map((maxTimeMs) => queued(c.startHost({ guard: wide, budget: { maxTimeMs }, settings: { onError: 'next-request' } }))),
  ...['Shop', 'Mail', 'Nowhere'].flatMap((object) =>
    [false, true].map((continueOnFail) =>
      c.startHost({ plan: { task: 't', object, steps: ['one', 'two'] }, guard: wide, settings: { continueOnFail } }),
    ),
  ),
]);
const states = [...new Set(edges.map(({ state }) => state))];

interface Edge {
  readonly state: HostAgentState;
  readonly on: HostAgentEvent['type'];
  readonly after: HostAgentState | undefined;
}

function explore(from: readonly HostAgentState[]): readonly Edge[] {
  const known = new Set<string>();
  const found: Edge[] = [];
  const waiting = [...from];
  for (let state = waiting.shift(); state; state = waiting.shift()) {
    const key = keyOf(state);
    if (known.has(key)) continue;
    known.add(key);
    for (const event of events) {
      const after = hostTransition(state, event);
      found.push({ state, on: event.type, after });
      // A waiting session continues with a request that has arrived. One that stays waiting, as after a hand back, has it already.
      if (after) waiting.push(after.next.type === 'idle' && after.queue.length === 0 ? queued(after) : after);
    }
  }
  return found;
}

function keyOf({
  status,
  next,
  budget,
  spent,
  settings,
  round,
  queue,
  keepOpen,
  guard,
  rounds,
  subtasks,
  previousSubtasks,
}: HostAgentState): string {
  const left = [
    budget.maxTimeMs === undefined ? 'all' : Math.max(0, budget.maxTimeMs - spent.timeMs),
    budget.maxCostUsd === undefined ? 'all' : Math.max(0, budget.maxCostUsd - spent.usage.costUsd),
  ];
  const { request: _, stepsBefore: __, ...facts } = round;
  // HE14: only there it matters what the subtask before was.
  const alone = settings.host === 'when-needed' && [Math.min(subtasks, 2), previousSubtasks.at(-1)];
  return JSON.stringify([status, next.type, left, facts, queue.length, keepOpen, guard.off, rounds.at(-1)?.outcome, settings, alone]);
}

const rowOf = (status: HostAgentState['status']) => hostAgentTable[status] as Partial<Record<string, readonly string[]>>;

describe('the table of HostAgent', () => {
  const cells = hostAgentStatuses.flatMap((status) => eventTypes.map((on) => ({ status, on })));

  test.each(cells)('$status on $on: the machine and the table agree', ({ status, on }) => {
    const reached = edges.filter((edge) => edge.state.status === status && edge.on === on);
    expect(reached.length).toBeGreaterThan(0);
    expect(reached.every(({ state, after }) => (after !== undefined) === hostAccepts(state, on))).toBe(true);
    const targets = [...new Set(reached.map(({ after }) => after?.status).filter((to) => to !== undefined))].sort();
    expect(targets).toEqual([...(rowOf(status)[on] ?? [])].sort());
  });

  test('in every state, the pending effect awaits at least one event, until the end', () => {
    const awaitsOne = (state: HostAgentState): boolean => eventTypes.some((type) => hostAccepts(state, type));
    expect(states.filter((state) => awaitsOne(state) !== (state.next.type !== 'end')).map(({ status }) => status)).toEqual([]);
    expect(states.length).toBeGreaterThan(200);
  });

  test('A24: FINISH, FAIL and ERROR end the round, others do not', () => {
    const endsRound = ({ status }: HostAgentState): boolean => ['FINISH', 'FAIL', 'ERROR'].includes(status);
    const wrong = edges.filter(({ state, after }) => {
      if (!after) return false;
      const ended = after.rounds.length - state.rounds.length;
      if (!endsRound(after)) return after.status !== 'CONTINUE' && ended !== 0;
      return !endsRound(state) && ended < 1;
    });
    expect(wrong.map(({ state, after }) => [state.status, after?.status])).toEqual([]);
  });
});
