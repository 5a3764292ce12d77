// An application of a few screens and an in-memory store: drives the explorer's machine without anything else.
import { noUsage } from '../../../src/domain/budget/usage.js';
import { isMove, safeFrom, type Verb } from '../../../src/domain/explorer/actions.js';
import {
  nodes,
  startState,
  type AgentState,
  type EnumeratedAction,
  type NodeName,
  type Ranking,
} from '../../../src/domain/explorer/agent-state.js';
import { defaultBudgets, type ExplorerBudgets } from '../../../src/domain/explorer/budgets.js';
import type { Effect, Result, Seen } from '../../../src/domain/explorer/effects.js';
import { apply, cancelled, plan } from '../../../src/domain/explorer/machine.js';
import type { Setting } from '../../../src/domain/explorer/node-rule.js';
import { chooseByPolicy, type Chosen, type KnownScreen } from '../../../src/domain/explorer/policies.js';

/** Screens with their actions and destinations; `key!` is unsafe. */
export type Map = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface World {
  perform(effect: Effect, state: AgentState): Result;
  /** Keys, in the order in which they were done. */
  readonly done: readonly string[];
  readonly here: string;
}

export const setting: Setting = { plane: 'never', goal: '', allowDestructive: false };

/** The first of `screens` is the start. */
export function worldOf(
  map: Map,
  answer: (effect: Effect, state: AgentState) => Result | undefined = () => undefined,
  /** What each untried action promises, 0..1. */
  promise = 0,
): World {
  const start = Object.keys(map)[0] ?? '';
  const tried = new Map<string, Set<string>>();
  const edges: { from: string; action: string; to: string }[] = [];
  const found: string[] = [];
  const loops = new Map<number, Result>();
  const done: string[] = [];
  let here = start;
  let past: string[] = [];

  const actionsOf = (screen: string): readonly EnumeratedAction[] => [
    ...Object.keys(map[screen] ?? {}).map((key) => ({ key, verb: 'tap' as const, label: key, safety: key.endsWith('!') ? 0.2 : 1 })),
    ...(['back', 'home', 'wait'] as const).map((verb) => ({ key: verb, verb, label: '', safety: 1 })),
  ];
  const seen = (): Seen => ({
    signature: { identity: here, composite: here, inside: here !== 'outside' },
    delta: 0,
    bundle: { generation: 0, screenshot: 'sha256:0', controls: 'sha256:0', actions: 'sha256:0', title: '' },
    actions: actionsOf(here),
  });
  const isTried = (screen: string, key: string): boolean => tried.get(screen)?.has(key) === true;
  const isOpen = (screen: string, { key, verb, safety }: EnumeratedAction): boolean =>
    safety >= safeFrom && !isMove(verb) && !isTried(screen, key);
  const choiceOf = (screen: string, chosen: Chosen | undefined): Ranking['choice'] => {
    const action = actionsOf(screen).find(({ key }) => key === chosen?.action);
    return chosen && action ? { ...chosen, action } : null;
  };
  const enter = (screen: string): number => (found.includes(screen) ? 0 : found.push(screen) && 1);
  const rank = (screen: string, { policy, seed }: AgentState, draw = seed): Ranking => {
    const graph = new Map(
      found.map((key, index): [string, KnownScreen] => [
        key,
        {
          key,
          found: index,
          tried: tried.get(key)?.size ?? 0,
          open: actionsOf(key).filter((action) => isOpen(key, action)).length,
          novel: actionsOf(key).filter((action) => isOpen(key, action)).length,
          fleeting: 0,
          nearness: 0,
          edges: [...edges.filter(({ from }) => from === key), { action: 'home', to: start }],
        },
      ]),
    );
    const actions = actionsOf(screen).map(({ key, verb, safety }) => ({
      key,
      name: key,
      tried: isMove(verb) || isTried(screen, key),
      allowed: safety >= safeFrom,
      novel: true,
      fleeting: false,
      promise,
    }));
    const { chosen, open } = chooseByPolicy({ graph, here: screen, actions, policy, draw });
    return {
      screen,
      policy,
      tried: actions.filter((action) => action.tried).map(({ key }) => key),
      choice: choiceOf(screen, chosen),
      open,
      coverage_pct: null,
    };
  };
  const move = (key: string, verb: Verb): void => {
    const before = here;
    if (verb === 'back') here = past.pop() ?? here;
    else if (verb === 'home') here = start;
    else here = map[here]?.[key] ?? here;
    if (verb !== 'back' && here !== before) past = [...past, before];
  };
  const usual = (effect: Effect, state: AgentState): Result => {
    switch (effect.type) {
      case 'perceive':
        return { type: 'perceived', seen: seen() };
      case 'survey':
        return { type: 'surveyed', screensAdded: enter(here), ranking: rank(state.signature?.identity ?? here, state, effect.draw) };
      case 'act':
        done.push(effect.action.key);
        move(effect.action.key, effect.action.verb);
        return { type: 'acted', outcome: 'done', seen: seen() };
      case 'persist': {
        const known = loops.get(effect.loop);
        if (known) return known;
        const [from, to] = [effect.from?.identity, effect.to?.inside === true ? effect.to.identity : undefined];
        for (const { screen, action } of effect.givenUp) tried.set(screen, (tried.get(screen) ?? new Set()).add(action));
        const nodes_added = to === undefined ? 0 : enter(to);
        let edges_added = 0;
        if (from !== undefined) {
          const keys = tried.get(from) ?? new Set();
          if (effect.action !== null) keys.add(effect.action);
          tried.set(from, keys);
          const edge = effect.action !== null && to !== undefined && to !== from ? { from, action: effect.action, to } : undefined;
          if (edge && !edges.some((one) => JSON.stringify(one) === JSON.stringify(edge))) edges_added = edges.push(edge) && 1;
        }
        const result: Result = {
          type: 'persisted',
          result: { nodes_added, edges_added, older: false },
          ranking: to === undefined ? null : rank(to, state, effect.draw),
        };
        loops.set(effect.loop, result);
        return result;
      }
      case 'confirm':
        return { type: 'confirmed', approved: false };
      case 'ask':
        return { type: 'unanswered', why: 'unreachable', usage: noUsage };
      default:
        return { type: 'done' };
    }
  };
  return {
    done,
    get here() {
      return here;
    },
    perform: (effect, state) => answer(effect, state) ?? usual(effect, state),
  };
}

export interface Drive {
  /** All states; the last one is in Stop. */
  readonly states: readonly AgentState[];
  readonly effects: readonly Effect[];
  readonly last: AgentState;
}

/** Runs until it stops. `cancelAt`: cancel after so many effects. */
export function drive(
  world: World,
  { budgets = {}, run = setting, cancelAt = Infinity, msAnEffect = 1, ...start }: DriveOptions = {},
): Drive {
  let now = Date.parse('2026-11-22T00:00:00Z');
  const later = (than: string): string => new Date(Math.max(now, Date.parse(than) + 1)).toISOString();
  let state: AgentState = startState({
    runId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    appId: 'app',
    budgets: { ...defaultBudgets, ...budgets },
    policy: 'breadth',
    seed: 1,
    at: new Date(now).toISOString(),
    ...start,
  });
  const states = [state];
  const effects: Effect[] = [];
  while (effects.at(-1)?.type !== 'summarize') {
    if (states.length > 10_000) throw new Error('the explorer does not end');
    const planned = plan(deepFreeze(state), run, later);
    if ('after' in planned) state = planned.after;
    else {
      if (effects.length >= cancelAt && state.node !== 'Stop') {
        state = cancelled(state, later);
        states.push(state);
        continue;
      }
      effects.push(planned.effect);
      now += msAnEffect;
      const result = planned.effect.type === 'summarize' ? ({ type: 'done' } as const) : world.perform(planned.effect, state);
      const after = apply(state, deepFreeze({ activeMs: msAnEffect, ...result }), run, later);
      if (!after) throw new Error(`'${result.type}' is refused in ${state.node}`);
      state = after;
    }
    states.push(state);
  }
  return { states, effects, last: state };
}

interface DriveOptions {
  readonly budgets?: Partial<ExplorerBudgets>;
  readonly run?: Setting;
  readonly cancelAt?: number;
  readonly msAnEffect?: number;
  readonly policy?: AgentState['policy'];
  readonly seed?: number;
}

export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}

/** Names of the visited nodes, each once per visit however many effects it had. */
export function wayOf({ states }: Drive): readonly string[] {
  return states.map(({ node }) => node).filter((node, index, all) => node !== all[index - 1]);
}

/** Whether the table has that transition. */
export function leadsTo(from: NodeName, to: NodeName): boolean {
  return [...nodes[from].ok, ...nodes[from].error].some((next) => next === to);
}
