// The explorer over small applications: every node, every way out of it, every reason to stop.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { noUsage } from '../../../src/domain/budget/usage.js';
import { stopReasons, type AgentState } from '../../../src/domain/explorer/agent-state.js';
import type { Effect, Result } from '../../../src/domain/explorer/effects.js';
import { persist } from '../../../src/domain/explorer/loop-nodes.js';
import { writes } from '../../../src/domain/explorer/node-rule.js';
import { same, seeded, walksOfEach } from '../../support/properties.js';
import { drive, leadsTo, setting, wayOf, worldOf, type Map as Application } from './world.js';

const shop: Application = {
  home: { cart: 'cart', help: 'help', 'delete!': 'gone' },
  cart: { pay: 'paid', home: 'home' },
  help: { faq: 'help' },
  paid: {},
  gone: {},
};
const usage = { ...noUsage, inputTokens: 900, outputTokens: 100, calls: 1 };
const asks = { ...setting, plane: 'always' as const };
const failsWith = (type: Effect['type'], result: Result, times = Infinity) => {
  let left = times;
  return (effect: Effect): Result | undefined => (effect.type === type && left-- > 0 ? result : undefined);
};
const failed = (kind: 'device' | 'perceive' | 'act' | 'store'): Result => ({ type: 'failed', kind, message: 'it failed' });

describe('a run without a model', () => {
  const world = worldOf(shop);
  const run = drive(world);

  test('E1, E2: sets up, then runs its loop in order', () => {
    expect(wayOf(run).slice(0, 14)).toEqual([
      'EnsureDevice',
      'ProvisionApp',
      'LaunchOrAttach',
      'WaitIdle',
      'Perceive',
      'EnumerateActions',
      'ChooseAction',
      'Act',
      'Verify',
      'Persist',
      'DetectProgress',
      'ShouldContinue',
      'Perceive',
      'EnumerateActions',
    ]);
  });

  test('E41: tries every safe action that can be reached, and says so', () => {
    expect(run.last).toMatchObject({ node: 'Stop', stop_reason: 'success', counters: { screens_new: 4 } });
    expect([...new Set(world.done)].sort()).toEqual(['cart', 'faq', 'help', 'home', 'pay']);
  });

  test('E28: never does an unsafe action', () => {
    expect(world.done).not.toContain('delete!');
  });

  test('E33: does not modify a state it was given', () => {
    // Each was deeply frozen before it was planned and applied.
    expect(run.states.length).toBeGreaterThan(30);
    expect(Object.isFrozen(run.states[0]?.counters)).toBe(true);
  });

  test('E34: each state is later than the one before', () => {
    const at = run.states.map(({ timestamps }) => timestamps.updated_at);
    expect(at.every((one, index) => index === 0 || one > (at[index - 1] ?? '') || run.states[index] === run.states[index - 1])).toBe(true);
  });

  test('E35, E38: is JSON, with a ULID and UTC times', () => {
    for (const state of run.states) expect(JSON.parse(JSON.stringify(state))).toEqual(state);
    expect(run.last.run_id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(run.last.timestamps.updated_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  test('E39: each node writes only what it may write', () => {
    writesItsOwn(run.states);
    writesItsOwn(drive(worldOf(shop, undefined, 0.3)).states);
  });

  test('E40: counters only increase', () => {
    run.states.slice(1).forEach((after, index) => {
      for (const [name, count] of Object.entries(run.states[index]?.counters ?? {}))
        expect(after.counters[name as keyof AgentState['counters']]).toBeGreaterThanOrEqual(count);
    });
  });

  test('E29: the same seed makes the same run', () => {
    const again = (chance: number) => {
      const other = worldOf(shop);
      drive(other, { policy: 'random', seed: chance, budgets: { max_steps: 12 } });
      return other.done.join(' ');
    };
    expect(again(7)).toBe(again(7));
    expect(new Set([1, 2, 3, 4, 5].map(again)).size).toBeGreaterThan(1);
  });
});

function writesItsOwn(states: readonly AgentState[]): void {
  const always = ['timestamps', 'node', 'active_ms', 'loop_ms', 'usage', 'loop_tokens', 'counters'];
  states.slice(1).forEach((after, index) => {
    const before = states[index] ?? after;
    const changed = (Object.keys(after) as (keyof AgentState)[]).filter((key) => after[key] !== before[key]);
    expect([...always, ...writes[before.node]]).toEqual(expect.arrayContaining(changed));
  });
}

describe('an irreversible action', () => {
  const choosing = (confidence: number, more: (effect: Effect) => Result | undefined = () => undefined) =>
    worldOf(shop, (effect) => {
      const index = effect.type === 'ask' && effect.node === 'ChooseAction' ? effect.shown.findIndex(({ key }) => key === 'delete!') : -1;
      const answer = { index, postcondition: '', plan: null, confidence };
      return index < 0 ? more(effect) : { type: 'answered', node: 'ChooseAction', answer, usage: noUsage, cacheHit: false };
    });

  test('E28: is not done when the model is unsure', () => {
    const world = choosing(0.8);
    const run = drive(world, { run: asks, budgets: { max_steps: 5 } });
    expect(world.done).not.toContain('delete!');
    expect(run.effects.filter(({ type }) => type === 'confirm')).toEqual([]);
    expect(run.last.counters.guardrails).toBeGreaterThan(0);
  });

  test('E28: waits for a person when the model is sure, and is not requested again after a rejection', () => {
    const world = choosing(0.9);
    const run = drive(world, { run: asks, budgets: { max_steps: 5 } });
    expect(world.done).not.toContain('delete!');
    const asked = run.states.filter(({ node, chosen_action: chosen }) => node === 'RecoverFromError' && chosen?.key === 'delete!');
    expect(new Set(asked.map(({ loop }) => loop)).size).toBe(asked.length);
    expect(run.effects.filter(({ type }) => type === 'confirm').length).toBeGreaterThan(0);
  });

  test.each([
    ['approved', asks, { type: 'confirmed', approved: true } as const],
    ['allowed from the beginning', { ...asks, allowDestructive: true }, undefined],
  ])('E28: is done when it was %s', (_how, run, reply) => {
    const world = choosing(0.9, (effect) => (effect.type === 'confirm' ? reply : undefined));
    drive(world, { run, budgets: { max_steps: 2 } });
    expect(world.done[0]).toBe('delete!');
  });
});

describe('LK77: an action whose page stays', () => {
  const leave = { type: 'go-back', leaves: 'D1' } as const;
  const staying = (approved?: boolean) =>
    worldOf(shop, (effect) => {
      if (effect.type === 'confirm' && approved !== undefined) return { type: 'confirmed', approved };
      return effect.type === 'act' && effect.action.key === 'cart' && !effect.leave ? { type: 'acted', outcome: 'done', leave } : undefined;
    });
  const actsOn = (run: ReturnType<typeof drive>) =>
    run.effects.flatMap((effect) => (effect.type === 'act' && effect.action.key === 'cart' ? [effect.leave] : []));

  test('is done once, and then only its leaving, once that is approved', () => {
    expect(actsOn(drive(staying(true), { run: asks })).slice(0, 2)).toEqual([undefined, leave]);
  });

  test('is given up on its screen when that is not approved', () => {
    const run = drive(staying(false), { run: asks });
    expect(actsOn(run)).toEqual([undefined]);
    expect(run.effects.flatMap((effect) => (effect.type === 'persist' ? effect.givenUp : []))).toContainEqual({
      screen: 'home',
      action: 'cart',
    });
  });

  test('is left unasked where the run may destroy', () => {
    const run = drive(staying(), { run: { ...asks, allowDestructive: true } });
    expect(actsOn(run).slice(0, 2)).toEqual([undefined, leave]);
    expect(run.effects.filter(({ type }) => type === 'confirm')).toEqual([]);
  });
});

describe('the exits of a node', () => {
  test.each<readonly [string, Effect['type'], Result, string, string]>([
    ['E4: without a device', 'open', failed('device'), 'EnsureDevice', 'device_offline'],
    ['E5: without the application, seen as the device opens', 'open', failed('perceive'), 'EnsureDevice', 'app_not_installed'],
    ['E5: without the application', 'provision', failed('perceive'), 'ProvisionApp', 'app_not_installed'],
    ['E16: when the application does not start again', 'reopen', failed('device'), 'RestartApp', 'crash'],
    ['E13: without a store', 'persist', failed('store'), 'RecoverFromError', 'store_unavailable'],
  ])('%s it stops', (_what, type, result, node, reason) => {
    const given = failsWith(type, result);
    const run = drive(
      worldOf(shop, (effect) => given(effect) ?? (type === 'reopen' && effect.type === 'attach' ? failed('act') : undefined)),
    );
    expect(run.last.stop_reason).toBe(reason);
    expect(wayOf(run).slice(-2)).toEqual([node, 'Stop']);
  });

  test('E6: an application that does not come to the front is restarted', () => {
    const run = drive(worldOf(shop, failsWith('attach', failed('act'), 1)));
    expect(wayOf(run).slice(2, 6)).toEqual(['LaunchOrAttach', 'RestartApp', 'WaitIdle', 'Perceive']);
    expect(run.last).toMatchObject({ stop_reason: 'success', counters: { restarts: 1 } });
  });

  test('E7: a screen that never settles is observed all the same', () => {
    const run = drive(worldOf(shop, failsWith('settle', failed('perceive'))));
    expect(run.last.stop_reason).toBe('success');
  });

  test('E8, E17: a failed look is retried after 100, 200 and 400 ms, then the application is restarted, twice', () => {
    const run = drive(worldOf(shop, failsWith('perceive', failed('perceive'))));
    const waits = run.effects.flatMap((effect) => (effect.type === 'pause' ? [effect.ms] : []));
    expect(waits.slice(0, 3)).toEqual([100, 200, 400]);
    expect(run.effects.filter(({ type }) => type === 'reopen')).toHaveLength(2);
    expect(run.last.stop_reason).toBe('restart_exhausted');
  });

  test('E8: after one failed look it continues with what the next one sees', () => {
    const run = drive(worldOf(shop, failsWith('perceive', failed('perceive'), 1)));
    expect(wayOf(run).slice(4, 7)).toEqual(['Perceive', 'RecoverFromError', 'EnumerateActions']);
    expect(run.last.stop_reason).toBe('success');
  });

  test('E9: where nothing can be done it asks whether to continue', () => {
    const run = drive(
      worldOf(shop, (effect) =>
        effect.type === 'perceive'
          ? {
              type: 'perceived',
              seen: {
                signature: { identity: 'empty', composite: '', inside: true },
                delta: 0,
                bundle: { generation: 0, screenshot: 'sha256:0', controls: 'sha256:0', actions: 'sha256:0', title: '' },
                actions: [],
              },
            }
          : undefined,
      ),
    );
    expect(wayOf(run).slice(4, 9)).toEqual(['Perceive', 'EnumerateActions', 'ShouldContinue', 'Perceive', 'EnumerateActions']);
    expect(run.last).toMatchObject({ stop_reason: 'no_progress', idle_loops: 10, counters: { steps_total: 0 } });
  });

  test('E86: a way of an earlier run that is tried again is no idle loop', () => {
    const idleAfter = (again?: true) => {
      const world = worldOf({ home: {} });
      const run = drive(world);
      const chosen_action = { key: 'wait', by: 'fallback', postcondition: '', confidence: 1, again } as const;
      const nothing: Result = { type: 'persisted', result: { nodes_added: 0, edges_added: 0, older: false }, ranking: null };
      return persist.apply({ ...run.last, node: 'Persist', idle_loops: 3, chosen_action }, nothing, setting)?.set?.idle_loops;
    };
    expect([idleAfter(true), idleAfter()]).toEqual([3, 4]);
  });

  test('E11: an action that does not work is skipped, and another one done', () => {
    const world = worldOf(shop, (effect) =>
      effect.type === 'act' && effect.action.key === 'cart' ? { type: 'unacted', message: 'covered' } : undefined,
    );
    const run = drive(world);
    expect(wayOf(run).slice(6, 10)).toEqual(['ChooseAction', 'Act', 'RecoverFromError', 'EnumerateActions']);
    expect(world.done).toEqual(expect.arrayContaining(['help', 'faq']));
    expect(run.last.stop_reason).toBe('success');
  });

  test('E11: a failed action is abandoned on its screen, even if the screen changed', () => {
    const run = drive(
      worldOf(shop, (effect, state) =>
        effect.type === 'act' && effect.action.key === 'cart'
          ? {
              type: 'unacted',
              message: 'covered',
              seen: {
                signature: { identity: 'help', composite: 'help', inside: true },
                delta: 1,
                bundle: state.bundle ?? { generation: 0, screenshot: 'sha256:0', controls: 'sha256:0', actions: 'sha256:0', title: '' },
                actions: [{ key: 'wait', verb: 'wait', label: '', safety: 1 }],
              },
            }
          : undefined,
      ),
      { budgets: { max_steps: 12 } },
    );
    const persisted = run.effects.flatMap((effect) => (effect.type === 'persist' ? [effect.givenUp] : []));
    expect(persisted[0]).toEqual([{ screen: 'home', action: 'cart' }]);
    expect(persisted[1]).toEqual([]);
    expect(run.effects.filter((effect) => effect.type === 'act' && effect.action.key === 'cart')).toHaveLength(1);
  });

  test('E12: the screen after an action counts as unknown when it cannot be observed', () => {
    let acted = false;
    const run = drive(
      worldOf(shop, (effect) => {
        if (effect.type === 'act' && !acted) {
          acted = true;
          return { type: 'acted', outcome: 'unknown' };
        }
        return effect.type === 'perceive' && acted ? failed('perceive') : undefined;
      }),
    );
    const first = run.effects.find((effect) => effect.type === 'persist');
    expect(first).toMatchObject({ to: null, unknown: true });
  });

  test('E12: where a completed action led is unknown too when nobody could look', () => {
    const run = drive(
      worldOf(shop, (effect, { node }) => {
        if (effect.type === 'act') return { type: 'acted', outcome: 'done' };
        return node === 'Verify' ? { type: 'reset' } : undefined;
      }),
    );
    expect(run.effects.find((effect) => effect.type === 'persist')).toMatchObject({ to: null, unknown: true });
  });

  test('E11: an action whose device was lost before it is not abandoned', () => {
    const run = drive(worldOf(shop, failsWith('act', failed('device'), 1)));
    expect(run.effects.flatMap((effect) => (effect.type === 'persist' ? effect.givenUp : []))).toEqual([]);
    expect(run.last).toMatchObject({ stop_reason: 'success', counters: { errors: 1 } });
  });

  test('E19: the screen seen after the action is judged', () => {
    const run = drive(worldOf(shop));
    const judged = run.states.filter(({ node }) => node === 'Persist');
    for (const { acted_on, signature, verification } of judged)
      expect(verification?.deltaType).toBe(acted_on?.identity === signature?.identity ? 'NONE' : 'SCREEN');
    expect(judged.some(({ verification }) => verification?.deltaType === 'SCREEN')).toBe(true);
  });

  test('E18: a reopened device continues, a lost one ends the run', () => {
    const once = drive(worldOf(shop, failsWith('act', { type: 'reset' }, 1)));
    expect(once.last).toMatchObject({ stop_reason: 'success', counters: { restarts: 0 } });
    expect(wayOf(once)).toEqual(expect.arrayContaining(['RestartApp']));
    const forEver = drive(worldOf(shop, failsWith('act', { type: 'reset' })));
    expect(forEver.last.stop_reason).toBe('device_offline');
  });

  test('E66: a cancellation leads to Stop from every node, once', () => {
    const whole = drive(worldOf(shop)).effects.length;
    for (let cancelAt = 0; cancelAt < whole - 1; cancelAt += 1) {
      const run = drive(worldOf(shop), { cancelAt });
      expect(run.last.stop_reason).toBe('user_cancelled');
      expect(run.effects.filter(({ type }) => type === 'summarize')).toHaveLength(1);
    }
  });
});

describe('budgets', () => {
  const endless: Application = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [`s${index}`, { [`next${index}`]: `s${index + 1}` }]),
  );

  test('E42, E47: fifty steps by default, and never more', () => {
    const world = worldOf(endless);
    const run = drive(world);
    expect(run.last).toMatchObject({ stop_reason: 'budget_exhausted', breached: 'steps', counters: { steps_total: 50 } });
    expect(world.done).toHaveLength(50);
  });

  test('E47: never more, even if every action fails', () => {
    const run = drive(
      worldOf(endless, (effect) => (effect.type === 'act' ? { type: 'unacted', message: 'covered' } : undefined)),
      {
        budgets: { max_steps: 2 },
      },
    );
    expect(run.last).toMatchObject({ stop_reason: 'budget_exhausted', breached: 'steps', counters: { steps_total: 2 } });
    expect(run.effects.filter(({ type }) => type === 'act')).toHaveLength(2);
  });

  test('E77: what promises something is no idle loop, twenty times in a row', () => {
    const dull = { home: Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`widget ${index}`, 'home'])) };
    const stepsAt = (promise: number) => drive(worldOf(dull, undefined, promise)).last;
    expect(stepsAt(0)).toMatchObject({ stop_reason: 'no_progress', counters: { steps_total: 10 } });
    expect(stepsAt(0.3)).toMatchObject({ stop_reason: 'no_progress', counters: { steps_total: 30 } });
  });

  test('E77: what is found in between begins them anew', () => {
    const widgets = (count: number, screen: string) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`${screen} widget ${index}`, screen]));
    const found = { home: { ...widgets(18, 'home'), door: 'next' }, next: widgets(40, 'next') };
    expect(drive(worldOf(found, undefined, 0.3)).last).toMatchObject({ stop_reason: 'no_progress', counters: { steps_total: 49 } });
  });

  test('E44: time, without time spent waiting for people', () => {
    const run = drive(worldOf(endless), { budgets: { max_time_ms: 100 }, msAnEffect: 10 });
    expect(run.last).toMatchObject({ stop_reason: 'budget_exhausted', breached: 'time' });
  });

  test('E43: tokens end it although the model would continue', () => {
    const world = worldOf(endless, (effect) =>
      effect.type === 'ask' && effect.node === 'ShouldContinue'
        ? { type: 'answered', node: 'ShouldContinue', answer: { route: 'CONTINUE' }, usage, cacheHit: false }
        : effect.type === 'ask'
          ? { type: 'unanswered', why: 'unreachable', usage }
          : undefined,
    );
    const run = drive(world, { run: asks, budgets: { max_tokens: 10_000, tokens_per_loop: 100_000 } });
    expect(run.last).toMatchObject({ stop_reason: 'budget_exhausted', breached: 'tokens' });
    expect(run.effects.filter(({ type }) => type === 'ask')).toHaveLength(10);
  });

  test('E46: a loop over its own cap ends without the model, the next one asks again', () => {
    const run = drive(
      worldOf(endless, (effect) => (effect.type === 'ask' ? { type: 'unanswered', why: 'unreachable', usage } : undefined)),
      {
        run: asks,
        budgets: { max_steps: 5, tokens_per_loop: 1_500 },
      },
    );
    const asked = run.effects.flatMap((effect) => (effect.type === 'ask' ? [effect.node] : []));
    expect(asked).toEqual(Array.from({ length: 5 }, () => ['ChooseAction', 'Verify']).flat());
  });

  test('E20: four nodes ask in every loop', () => {
    const run = drive(worldOf(endless), { run: asks, budgets: { max_steps: 3 } });
    const asked = run.effects.flatMap((effect) => (effect.type === 'ask' ? [effect.node] : []));
    const loop = ['ChooseAction', 'Verify', 'DetectProgress', 'ShouldContinue'];
    // The last loop ends by its budget before anybody is asked.
    expect(asked).toEqual([...loop, ...loop, ...loop].slice(0, -1));
  });
});

describe('reasons to stop', () => {
  test.each([
    [false, 'model_stop'],
    [true, 'goal_reached'],
  ])('the model says so (goal reached: %s)', (goalReached, reason) => {
    const run = drive(
      worldOf(shop, (effect) =>
        effect.type === 'ask' && effect.node === 'ShouldContinue'
          ? { type: 'answered', node: 'ShouldContinue', answer: { route: 'STOP', goalReached }, usage, cacheHit: false }
          : undefined,
      ),
      { run: asks },
    );
    expect(run.last).toMatchObject({ stop_reason: reason, counters: { steps_total: 1 } });
  });

  test('three loops outside the application restart it, up to a limit', () => {
    const run = drive(
      worldOf({ home: { a: 'outside' }, outside: { x: 'outside' } }, (effect) =>
        effect.type === 'act' && effect.action.verb !== 'tap' ? { type: 'unacted', message: 'it stays' } : undefined,
      ),
    );
    expect(run.last).toMatchObject({ stop_reason: 'restart_exhausted', counters: { restarts: 2 } });
  });
});

describe('in any application', () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const screen = fc.dictionary(fc.constantFrom('p', 'q', 'r', 's!'), fc.constantFrom(...names));
  const application = fc
    .tuple(...names.map(() => screen))
    .map((screens) => Object.fromEntries(names.map((name, index) => [name, screens[index] ?? {}])));
  const trouble = fc.array(
    fc.constantFrom<Result>(failed('perceive'), failed('act'), failed('device'), { type: 'reset' }, { type: 'unacted', message: 'no' }),
    { maxLength: 6 },
  );

  test('E18: it stops once, along declared transitions, with a reason, and within its step budget', () => {
    fc.assert(
      fc.property(
        application,
        trouble,
        fc.nat(40),
        fc.constantFrom('breadth', 'depth', 'random', 'targeted'),
        (map, troubles, gap, policy) => {
          let count = 0;
          const left = [...troubles];
          const world = worldOf(map, (effect) => {
            count += 1;
            const due = count % (gap + 2) === 0 ? left[0] : undefined;
            const fits = due && (due.type === 'unacted' ? effect.type === 'act' : ['perceive', 'act'].includes(effect.type));
            return fits ? left.shift() : undefined;
          });
          const run = drive(world, { policy: policy as 'breadth' });
          const way = wayOf(run);
          way.slice(1).forEach((to, index) => same(leadsTo(way[index] as 'Stop', to as 'Stop'), true));
          expect(stopReasons).toContain(run.last.stop_reason);
          expect(run.last.counters.steps_total).toBeLessThanOrEqual(50);
          expect(world.done.filter((key) => key.endsWith('!'))).toEqual([]);
          expect(run.effects.filter(({ type }) => type === 'summarize')).toHaveLength(1);
        },
      ),
      { ...seeded, numRuns: 10 * walksOfEach },
    );
  });

  test('E36: after fifty loops the state is below 8 KB', () => {
    const wide: Application = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        `screen-${index}`,
        Object.fromEntries(
          Array.from({ length: 47 }, (_unused, action) => [`0123456789${action % 10}${action}`, `screen-${(index + action) % 60}`]),
        ),
      ]),
    );
    const run = drive(worldOf(wide));
    expect(run.last.counters.steps_total).toBe(50);
    expect(Math.max(...run.states.map((state) => JSON.stringify(state).length))).toBeLessThan(8 * 1024);
  });
});
