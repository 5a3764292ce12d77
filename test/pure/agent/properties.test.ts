// What holds in any order of events: random walks that feed each machine only events it awaits, and sometimes others.
// STEADYHAND_SEED repeats a run, STEADYHAND_WALKS is the number of walks of each kind.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { accepts, transition } from '../../../src/domain/agent/app-agent-machine.js';
import type { AppAgentEvent, AppAgentState } from '../../../src/domain/agent/app-agent-state.js';
import { type AppAction, appAgentStatuses, hostAgentStatuses } from '../../../src/domain/agent/decision.js';
import { hostAccepts, hostTransition } from '../../../src/domain/agent/host-agent-machine.js';
import type { HostAgentEvent, HostAgentState } from '../../../src/domain/agent/host-agent-state.js';
import { emptyBlackboard, post } from '../../../src/domain/agent/memory.js';
import { breachedLimit, withoutSteps } from '../../../src/domain/budget/budget.js';
import { noUsage } from '../../../src/domain/budget/usage.js';
import { count, holds, same } from '../../support/properties.js';
import * as c from './cases.js';

// ── Events ───────────────────────────────────────────────────────────────────

/** Ends are rare, to make walks long. */
const status = fc.oneof(
  { weight: 15, arbitrary: fc.constantFrom('CONTINUE' as const, 'CONTINUE' as const, 'SCREENSHOT' as const, 'CONFIRM' as const) },
  { weight: 1, arbitrary: fc.constantFrom(...appAgentStatuses) },
);
let unique = 0;
/** Every action is another one, so that a second `perform` of it can be told from a first one of its twin. */
const action: fc.Arbitrary<AppAction> = fc
  .tuple(
    fc.constantFrom('click', 'click', 'click', 'delete', 'navigate', 'leave', 'wait', 'summary', 'annotation', 'invalid', 'point'),
    status,
  )
  .map(([kind, word]) => {
    const more = { status: word, args: { call: ++unique } };
    switch (kind) {
      case 'delete':
        return c.deleting('Delete', more);
      case 'navigate':
        return c.navigate('http://shop.test/next', more);
      case 'leave':
        return c.navigate('http://evil.test/', more);
      case 'wait':
        return c.wait(5, more);
      case 'summary':
        return c.summary('s', more);
      case 'annotation':
        return c.annotation([c.ref('Menu')], more);
      case 'invalid':
        return c.invalid(more);
      case 'point':
        return c.clickAt(0.5, 0.5, more);
      default:
        return c.click('Buy', more);
    }
  });
const outcome = fc.constantFrom(c.done, c.done, c.broken, c.skipped, c.unknown);
const bound = fc.constantFrom(c.fitting(c.ref('Buy', '7')), c.fitting(c.ref('Delete', '8')), c.fitting(), c.unfit);
const usage = fc.constantFrom(noUsage, c.someUsage);
const activeMs = fc.nat(50);

const usualAppEvent: fc.Arbitrary<AppAgentEvent> = fc.oneof(
  fc.record({
    type: fc.constant('observed' as const),
    observation: fc.tuple(fc.nat(3), bound).map(([generation, fit]) => c.observation(generation, fit)),
    activeMs,
  }),
  fc.record({
    type: fc.constant('decided' as const),
    decision: fc
      .tuple(status, fc.array(action, { maxLength: 4 }), usage)
      .map(([word, actions, used]) => c.decision(word, actions, { usage: used })),
    activeMs,
  }),
  fc.record(
    {
      type: fc.constant('performed' as const),
      outcomes: fc.array(outcome, { maxLength: 4 }),
      observation: fc.constant(c.observation(2)),
      activeMs,
    },
    { requiredKeys: ['type', 'outcomes', 'activeMs'] },
  ),
  fc.constantFrom<AppAgentEvent>(
    c.refused(),
    c.reset,
    c.waited,
    c.answered('x'),
    c.answered(' '),
    c.approved,
    c.changedMeanwhile,
    c.handedBack,
  ),
  action.map((next): AppAgentEvent => c.seenAnew(next)),
);
const refusal = fc.constantFrom<AppAgentEvent>(c.rejected, c.timedOut);
const appFailure = fc.constantFrom<AppAgentEvent>(c.failed('DATA_COLLECTION'), c.failed('LLM_INTERACTION'), c.failed('ACTION_EXECUTION'));
const appEvent = fc.oneof(
  { weight: 600, arbitrary: usualAppEvent },
  { weight: 1, arbitrary: appFailure },
  { weight: 1, arbitrary: refusal },
);
const appStart = fc
  .record({
    safeGuard: fc.boolean(),
    askQuestion: fc.boolean(),
    budget: fc.constantFrom({}, {}, {}, {}, { maxSteps: 20 }, { maxSteps: 4 }, { maxTokens: 550 }, { maxTimeMs: 900 }),
  })
  .map(({ budget, ...settings }) => c.startApp({ settings, budget, guard: c.defaultGuard }));
const walk = <E>(event: fc.Arbitrary<E>) => fc.infiniteStream(event, { noHistory: true });

/** Feeds `steps` accepted events (offering up to 40 per turn) and reports each transition. */
function wander<S extends { readonly next: { readonly type: string } }, E>(
  start: S,
  events: Iterable<E>,
  step: (state: S, event: E) => S | undefined,
  visit: (before: S, event: E, after: S) => void,
  steps = 120,
): S {
  let state = start;
  let taken = 0;
  let offered = 0;
  for (const event of events) {
    if (taken >= steps || state.next.type === 'end' || ++offered > steps * 40) break;
    const after = step(state, event);
    if (!after) continue;
    taken += 1;
    count('transitions');
    visit(state, event, after);
    state = after;
  }
  return state;
}

const callOf = ({ args }: AppAction): unknown => args['call'];

describe('AppAgent, in any order of events', () => {
  test('A38, A39: a held action runs only after its approval, and no action is dispatched twice', () => {
    holds(fc.tuple(appStart, walk(appEvent)), ([start, events]) => {
      const dispatched = new Map<unknown, number>();
      const asked = new Set<unknown>();
      const approvedCalls = new Set<unknown>();
      count('walks');
      wander(start, events, transition, (before, event, after) => {
        if (before.next.type === 'ask' && before.next.ask.kind === 'confirmation') {
          const [held] = before.next.ask.actions;
          if (event.type === 'confirmed' && event.approved) {
            approvedCalls.add(held && callOf(held));
            count('approvals');
          }
        }
        if (after.next.type === 'ask' && after.next.ask.kind === 'confirmation')
          for (const held of after.next.ask.actions) asked.add(callOf(held));
        if (before.next.type === 'perform' && event.type === 'performed') {
          for (const ran of before.next.actions) dispatched.set(callOf(ran), (dispatched.get(callOf(ran)) ?? 0) + 1);
          count('performs');
        }
        if (after.next.type === 'perform')
          for (const due of after.next.actions) {
            same(dispatched.get(callOf(due)) ?? 0, 0);
            if (asked.has(callOf(due))) same(approvedCalls.has(callOf(due)), true);
            // What a rule holds never runs unasked, and nothing leaves the origin.
            if (due.target?.name === 'Delete') same(approvedCalls.has(callOf(due)), true);
            same(due.run.kind === 'device' && due.run.action.type === 'navigate' && due.run.action.url === 'http://evil.test/', false);
          }
      });
    });
  });

  test('A73: no decision, action, timer or question is due once a cap is reached', () => {
    holds(fc.tuple(appStart, walk(appEvent)), ([start, events]) => {
      wander(start, events, transition, (_before, _event, after) => {
        const { type } = after.next;
        if (type === 'decide' || type === 'ask') same(breachedLimit(after.budget, after.spent), undefined);
        if (type === 'perform' || type === 'wait') same(breachedLimit(withoutSteps(after.budget), after.spent), undefined);
        if (after.result?.limit) count('ended by a cap');
      });
    });
  });

  test('A26: it never throws, its next effect is always defined, and an end is final', () => {
    holds(fc.tuple(appStart, fc.array(appEvent, { minLength: 10, maxLength: 60 })), ([start, events]) => {
      let state: AppAgentState = start;
      for (const event of events) {
        const after = transition(state, event);
        same(after !== undefined, accepts(state, event.type));
        if (state.next.type === 'end') same(after, undefined);
        if (!after) continue;
        same(typeof after.next.type, 'string');
        same(after.result !== undefined, after.next.type === 'end');
        state = after;
      }
      expect(JSON.parse(JSON.stringify(state))).toEqual(state);
    });
  });

  test('A40: steps are decisions and resumed actions, nothing else', () => {
    holds(fc.tuple(appStart, walk(appEvent)), ([start, events]) => {
      wander(start, events, transition, (before, event, after) => {
        const resumed = before.status === 'CONFIRM' && event.type === 'performed';
        same(after.spent.steps - before.spent.steps, event.type === 'decided' || resumed ? 1 : 0);
      });
    });
  });
});

// ── HostAgent ────────────────────────────────────────────────────────────────

const application = fc.constantFrom(c.shop, c.mail, undefined);
const subtaskEnded = fc
  .tuple(fc.constantFrom('FINISH' as const, 'FAIL' as const, 'ERROR' as const), fc.constantFrom('s', ' '), usage, fc.nat(3))
  .map(([word, subtask, used, steps]) => ({
    type: 'subtask-ended' as const,
    result: { subtask, status: word, result: 'r' },
    blackboard: emptyBlackboard,
    spent: { steps, usage: used, timeMs: 10 },
    unknownOutcomes: 0,
    withoutEffect: 0,
  }));
const hostEvent: fc.Arbitrary<HostAgentEvent> = fc.oneof(
  fc.constant(c.observed(1, { applications: [c.shop, c.mail] })),
  fc
    .tuple(fc.constantFrom(...hostAgentStatuses), application, fc.constantFrom('subtask', ''), fc.boolean(), usage)
    .map(([word, chosen, subtask, calls, used]) =>
      c.hostDecided(word, {
        subtask,
        usage: used,
        actions: calls ? [{ ...c.launchOf('Mail'), args: { call: ++unique } }] : [],
        ...(chosen ? { application: chosen } : {}),
      }),
    ),
  fc.record(
    {
      type: fc.constant('performed' as const),
      outcomes: fc.array(outcome, { maxLength: 2 }),
      observation: fc.constant(c.observation(2)),
      activeMs,
    },
    { requiredKeys: ['type', 'outcomes', 'activeMs'] },
  ),
  subtaskEnded,
  fc.constantFrom<HostAgentEvent>(
    c.refused(),
    c.reset,
    c.answered('x'),
    c.answered(),
    c.approved,
    c.rejected,
    c.timedOut,
    c.failed('LLM_INTERACTION'),
    c.handedBack,
  ),
  fc.constantFrom<HostAgentEvent>({ type: 'evaluated', verdict: 'yes', usage: c.someUsage }, { type: 'requested' }),
);
const hostStart = fc
  .record({
    safeGuard: fc.boolean(),
    askQuestion: fc.boolean(),
    evaluate: fc.boolean(),
    onError: fc.constantFrom('end-session' as const, 'next-request' as const),
    continueOnFail: fc.boolean(),
    keepOpen: fc.boolean(),
    follower: fc.boolean(),
    budget: fc.constantFrom({}, {}, { maxSteps: 5 }, { maxSteps: 20 }, { maxTokens: 550 }),
  })
  .map(({ budget, keepOpen, follower, ...settings }) =>
    c.requested(
      c.startHost({
        budget,
        keepOpen,
        settings,
        guard: { ...c.defaultGuard, origins: [] },
        ...(follower ? { plan: { task: 't', object: 'Mail', steps: ['one', 'two', 'three'] } } : { request: 'first' }),
      }),
      'second',
    ),
  );

describe('HostAgent, in any order of events', () => {
  test('A34, A61: each subtask is archived once, and rounds only increase', () => {
    holds(fc.tuple(hostStart, walk(hostEvent)), ([start, events]) => {
      wander<HostAgentState, HostAgentEvent>(start, events, hostTransition, (before, event, after) => {
        const subtask =
          event.type === 'subtask-ended'
            ? event.result.subtask
            : before.next.type === 'assign' && event.type === 'failed'
              ? before.next.subtask
              : '';
        same(
          after.previousSubtasks.length - before.previousSubtasks.length,
          subtask.trim() === '' || before.previousSubtasks.length === 40 ? 0 : 1,
        );
        same(after.rounds.length >= before.rounds.length, true);
        same(after.next.type === 'end', after.outcome !== undefined && after.next.type === 'end');
      });
    });
  });

  test('A25, A38, A39: nothing is opened before its approval, and what was approved runs once', () => {
    holds(fc.tuple(hostStart, walk(hostEvent)), ([start, events]) => {
      let approvals = 0;
      let performs = 0;
      wander<HostAgentState, HostAgentEvent>(start, events, hostTransition, (before, event, after) => {
        if (event.type === 'confirmed' && event.approved) approvals += 1;
        // A plan counts as a person's approval: its object is opened without asking.
        if (after.next.type === 'perform' && before.next.type !== 'perform' && !after.round.follower) performs += 1;
        same(performs <= approvals, true);
      });
    });
  });

  test('A73: no effect is due once a cap is reached', () => {
    holds(fc.tuple(hostStart, walk(hostEvent)), ([start, events]) => {
      wander<HostAgentState, HostAgentEvent>(start, events, hostTransition, (_before, _event, after) => {
        const { type } = after.next;
        if (type === 'idle' || type === 'end') return;
        const caps = type === 'perform' ? withoutSteps(after.budget) : after.budget;
        same(breachedLimit(caps, after.spent) && type, undefined);
      });
    });
  });

  test('A24: it never throws, its next effect is always defined, and the end of a session is final', () => {
    holds(fc.tuple(hostStart, fc.array(hostEvent, { minLength: 10, maxLength: 60 })), ([start, events]) => {
      let state: HostAgentState = start;
      for (const event of events) {
        const after = hostTransition(state, event);
        same(after !== undefined, hostAccepts(state, event.type));
        if (state.next.type === 'end') same(after, undefined);
        state = after ?? state;
        same(typeof state.next.type, 'string');
      }
      expect(JSON.parse(JSON.stringify(state))).toEqual(state);
    });
  });
});

// ── Size ─────────────────────────────────────────────────────────────────────

const bytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

// No list holds more than 50 entries, so all of them have long been full.
describe.each([
  ['Latin', 120, 'long text '],
  ['Chinese', 120, '很长的文字'],
])('the state with long %s texts, after %i steps,', (_script, steps, words) => {
  const long = words.repeat(400).slice(0, 2_000);
  const reply = {
    thought: long,
    comment: long,
    result: long.repeat(4),
    plan: Array.from({ length: 40 }, () => long),
    questions: Array.from({ length: 40 }, () => long),
    saveScreenshot: { reason: long },
  };

  test("an AppAgent's stays under 200 KB", () => {
    let state = c.app(c.startApp({ subtask: long }), c.observed());
    let largest = 0;
    const keep = (after: AppAgentState): void => {
      state = after;
      if (state.spent.steps % 37 === 0) largest = Math.max(largest, bytes(state));
    };
    while (state.spent.steps < steps) {
      keep(c.app(state, c.decided('CONTINUE', [c.click(long), c.click('B')], reply)));
      keep(
        c.app(
          state,
          c.performed({ status: 'done', text: long.repeat(4) }),
          c.seenAnew(c.click('B')),
          c.performed({ status: 'failed', code: 'x', message: long }),
        ),
      );
      if (state.spent.steps % 10 === 0)
        keep(c.app(state, c.decided('PENDING', [], reply), c.answered(...Array.from({ length: 10 }, () => long.repeat(10))), c.observed()));
    }
    count('size runs');
    expect(largest).toBeLessThan(200_000);
    expect(state.blackboard.dropped).toBeGreaterThan(0);
    // The newest is complete, the oldest a few words.
    expect(bytes(state.blackboard.trajectories.at(-1)?.result)).toBeGreaterThan(7_900);
    expect(bytes(state.blackboard.trajectories[0]?.result)).toBeLessThan(100);
  });

  test("a HostAgent's stays under 200 KB", () => {
    let state = c.startHost({ guard: { ...c.openGuard, origins: [] }, settings: { maxSubtaskRetries: 100_000 }, keepOpen: true });
    let largest = 0;
    for (let round = 0; round < steps / 2; round += 1) {
      state = c.host(
        state,
        c.observed(1, { applications: [c.shop] }),
        c.hostDecided('ASSIGN', { ...reply, subtask: long, application: c.shop }),
      );
      const blackboard = post(state.blackboard, 'results', { subtask: long, result: long.repeat(4) });
      state = c.host(state, {
        type: 'subtask-ended',
        result: { subtask: long, status: 'FAIL', result: long.repeat(4) },
        blackboard,
        spent: { steps: 2, usage: noUsage, timeMs: 1 },
        unknownOutcomes: 0,
        withoutEffect: 0,
      });
      state = c.host(state, c.observed(), c.hostDecided('FINISH', reply));
      state = c.host(c.requested(state, long), { type: 'requested' });
      if (round % 37 === 0) largest = Math.max(largest, bytes(state));
    }
    expect(largest).toBeLessThan(200_000);
    expect(bytes(state.previousSubtasks.at(-1)?.result)).toBeGreaterThan(7_900);
  });
});
