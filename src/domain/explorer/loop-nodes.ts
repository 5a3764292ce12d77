// The nodes that make a step: perceive, choose, act, verify, persist (docs/design/explorer.md §1, §4).
import { isMove, safeFrom } from './actions.js';
import type { AgentState, ChosenStep, EnumeratedAction } from './agent-state.js';
import { mayAsk } from './budgets.js';
import { actByDraw, stalled, verifyByDelta } from './decisions.js';
import type { Answers, AskEffect, Result } from './effects.js';
import { failed, perceived, type NodeRule, type Setting, type Turn } from './node-rule.js';
import type { ScreenKey } from './signature.js';

/** At most this many are shown to a model. */
const mostShown = 12;
/** Loops that a way may take before it counts as going in circles. */
const longestWay = 20;
/** Loops in a row that may find nothing before what promises something counts as idle, too. */
const mostHopes = 20;
/** An unsafe action needs more confidence than this. */
const sureFrom = 0.8;

export const perceive: NodeRule<'Perceive'> = {
  plan: ({ current }) => (current ? { next: 'EnumerateActions' } : { type: 'perceive' }),
  apply(state, result) {
    if (result.type === 'perceived') return { set: perceived(state, result.seen), next: 'EnumerateActions' };
    return notPerceived(state, result);
  },
};

export const enumerateActions: NodeRule<'EnumerateActions'> = {
  plan: ({ enumerated_actions: actions, idle_loops }) =>
    actions.length > 0
      ? { next: 'ChooseAction' }
      : // Something may appear yet: the next loop looks again.
        { set: { current: false, idle_loops: idle_loops + 1 }, next: 'ShouldContinue' },
  apply: () => undefined,
};

export const chooseAction: NodeRule<'ChooseAction'> = {
  plan(state, setting) {
    if (!isRanked(state)) return { type: 'survey', policy: state.policy, draw: rankingDraw(state, state.loop) };
    if (asksModel(state, setting)) return { type: 'ask', node: 'ChooseAction', shown: shownActions(state) };
    return { set: { chosen_action: byRules(state) }, next: 'Act' };
  },
  apply(state, result) {
    switch (result.type) {
      case 'surveyed': {
        const counters = { ...state.counters, screens_new: state.counters.screens_new + result.screensAdded };
        return { set: { ranking: result.ranking, counters } };
      }
      case 'answered':
        return result.node === 'ChooseAction' ? byModel(state, result.answer) : undefined;
      case 'unanswered':
        return { set: { chosen_action: byAdvice(state, result.advice) ?? byRules(state) }, next: 'Act' };
      case 'failed':
        // Without the store there is no ranking, but there are actions.
        return { set: { chosen_action: byRules(state) }, next: 'Act' };
      default:
        return undefined;
    }
  },
};

export const act: NodeRule<'Act'> = {
  plan(state, { allowDestructive }) {
    const action = actionOf(state);
    const { approved, leave } = state.chosen_action ?? {};
    const waits = !(isSafe(action) && leave === undefined) && !allowDestructive && approved !== true;
    return waits ? { type: 'confirm', action } : { type: 'act', action, leave };
  },
  apply(state, result) {
    const { key } = actionOf(state);
    const counted = { ...state.counters, steps_total: state.counters.steps_total + 1 };
    switch (result.type) {
      case 'confirmed':
        if (result.approved && state.chosen_action) return { set: { chosen_action: { ...state.chosen_action, approved: true } } };
        return { set: { ...failed(state, 'refused', 'a person did not approve it'), ...without(state, key) }, next: 'RecoverFromError' };
      case 'acted': {
        const unknown = result.outcome === 'unknown';
        const counters = unknown ? { ...counted, unknown_outcomes: counted.unknown_outcomes + 1 } : counted;
        if (result.leave && state.chosen_action) {
          // The screen of the press stays the one in question until the page is left, or may not be.
          const { approved: _, ...chosen } = state.chosen_action;
          return { set: { counters, current: false, chosen_action: { ...chosen, leave: result.leave } } };
        }
        const seen = result.seen ? perceived(state, result.seen) : { current: false };
        return { set: { counters, acted_on: state.signature, unknown, ...seen }, next: 'Verify' };
      }
      case 'unacted': {
        const error = failed({ ...state, counters: counted }, 'act', result.message);
        const seen = result.seen ? perceived(state, result.seen) : { current: false };
        return { set: { ...error, ...seen, ...without(state, key) }, next: 'RecoverFromError' };
      }
      case 'reset':
        return { set: { ...failed(state, 'device', 'the interface was opened again'), current: false }, next: 'RecoverFromError' };
      case 'failed':
        // A device that was lost before the action ran says nothing about the action.
        return {
          set: {
            ...failed(state, result.kind, result.message),
            current: false,
            ...(result.kind === 'device' ? {} : without(state, key)),
          },
          next: 'RecoverFromError',
        };
      default:
        return undefined;
    }
  },
};

export const verify: NodeRule<'Verify'> = {
  plan(state, setting) {
    if (!state.current) return { type: 'perceive' };
    if (asksModel(state, setting)) return { type: 'ask', node: 'Verify', shown: [] };
    return { set: { verification: judged(state) }, next: 'Persist' };
  },
  apply(state, result) {
    switch (result.type) {
      case 'perceived':
        return { set: perceived(state, result.seen) };
      case 'answered': {
        if (result.node !== 'Verify') return undefined;
        const next = result.answer.success ? { plan_cursor: state.plan_cursor + 1 } : { advice: null, plan_cursor: 0 };
        return { set: { verification: result.answer, ...next }, next: 'Persist' };
      }
      case 'unanswered':
        return { set: { verification: judged(state) }, next: 'Persist' };
      case 'reset':
      case 'failed':
        return { set: { verification: null }, next: 'Persist' };
      default:
        return undefined;
    }
  },
};

export const persist: NodeRule<'Persist'> = {
  plan: (state) => ({
    type: 'persist',
    loop: state.loop,
    from: state.acted_on,
    action: state.chosen_action?.key ?? null,
    to: state.current ? state.signature : null,
    // If the screen could not be observed, where the action led is unknown too.
    unknown: state.unknown || !state.current,
    givenUp: state.excluded,
    policy: state.policy,
    draw: rankingDraw(state, state.loop + 1),
  }),
  apply(state, result) {
    if (result.type === 'failed') return { set: failed(state, 'store', result.message), next: 'RecoverFromError' };
    if (result.type !== 'persisted') return undefined;
    const { nodes_added, edges_added } = result.result;
    const { counters, chosen_action, verification } = state;
    const isNew = nodes_added + edges_added > 0;
    const isOnWay = chosen_action?.toward !== undefined && verification?.deltaType !== 'NONE';
    const way_loops = isOnWay && !isNew ? state.way_loops + 1 : 0;
    const isHopeful = chosen_action?.hopeful === true;
    const hopeful_loops = isNew ? 0 : state.hopeful_loops + Number(isHopeful);
    const isWorth = chosen_action?.again === true || (isOnWay && way_loops <= longestWay) || (isHopeful && hopeful_loops <= mostHopes);
    return {
      set: {
        persist_result: result.result,
        ranking: result.ranking,
        excluded: [],
        errors_by_kind: {},
        last_error: null,
        counters: {
          ...counters,
          screens_new: counters.screens_new + nodes_added,
          edges_new: counters.edges_new + edges_added,
          no_change: counters.no_change + (verification?.deltaType === 'NONE' ? 1 : 0),
        },
        idle_switches: nodes_added > 0 ? 0 : state.idle_switches,
        way_loops,
        // A way over known screens is not expected to find anything; one that fails or never ends does not count as a way.
        hopeful_loops,
        idle_loops: isNew ? 0 : state.idle_loops + (isWorth ? 0 : 1),
        outside_loops: state.signature?.inside === false ? state.outside_loops + 1 : 0,
      },
      next: 'DetectProgress',
    };
  },
};

/** Whether a model is asked in this node now: depends on the plane and the budgets. */
export function asksModel(state: AgentState, { plane }: Setting): boolean {
  if (plane === 'never' || !mayAsk(state)) return false;
  return plane === 'always' || state.idle_loops >= stalled;
}

/** The possible actions: the policy's choice first, untried before tried, pure moves last. */
export function shownActions(state: AgentState): AskEffect['shown'] {
  const { ranking } = state;
  const tried = new Set(ranking?.tried ?? []);
  return offered(state)
    .map((action) => ({ ...action, tried: tried.has(action.key) }))
    .map((action, index) => ({ action, index, rank: rankOf(action, ranking?.choice?.action.key) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .slice(0, mostShown)
    .map(({ action }) => action);
}

function rankOf({ key, verb, tried, safety }: EnumeratedAction & { readonly tried: boolean }, choice: string | undefined): number {
  if (key === choice) return 0;
  if (isMove(verb)) return 4;
  if (tried) return 3;
  return safety < safeFrom ? 2 : 1;
}

function byModel(state: AgentState, answer: Answers['ChooseAction']): Turn<'ChooseAction'> {
  const action = shownActions(state)[answer.index];
  const isSure = action && (isSafe(action) || answer.confidence > sureFrom);
  if (!isSure) {
    const counters = { ...state.counters, guardrails: state.counters.guardrails + 1 };
    return { set: { chosen_action: byRules(state), counters }, next: 'Act' };
  }
  const { postcondition, confidence, plan } = answer;
  const chosen_action: ChosenStep = { key: action.key, by: 'model', postcondition, confidence };
  return { set: { chosen_action, advice: plan ? { plan, confidence } : undefined, plan_cursor: plan ? 0 : undefined }, next: 'Act' };
}

function byAdvice(state: AgentState, key: string | undefined): ChosenStep | undefined {
  const action = shownActions(state).find((one) => one.key === key);
  return action && isSafe(action) && !action.tried
    ? { key: action.key, by: 'advice', postcondition: 'the screen changes', confidence: 1 }
    : undefined;
}

/** The policy's choice; if it just failed, a random one of the rest, untried ones first. */
function byRules(state: AgentState): ChosenStep {
  const { ranking, seed, loop, excluded } = state;
  const actions = offered(state);
  const tried = new Set(ranking?.tried ?? []);
  const choice = actions.find(({ key }) => key === ranking?.choice?.action.key);
  const action =
    choice ??
    actByDraw(
      actions.map((one) => ({ ...one, tried: tried.has(one.key) })),
      safeFrom,
      drawOf(seed, loop, 2 + excluded.length),
    );
  const toward = choice && ranking?.choice?.toward;
  return {
    key: action?.key ?? 'wait',
    by: 'fallback',
    postcondition: 'the screen changes',
    confidence: 1,
    toward,
    hopeful: choice && ranking?.choice?.hopeful ? true : undefined,
    again: choice && ranking?.choice?.again,
  };
}

/** The enumerated actions, and the policy's choice, which may not be among them. */
function offered(state: AgentState): readonly EnumeratedAction[] {
  const { excluded, signature } = state;
  return known(state).filter(({ key }) => !excluded.some(({ screen, action }) => action === key && screen === signature?.identity));
}

/** What the map knows to be unsafe is, however it looks. */
function known({ enumerated_actions: actions, ranking }: AgentState): readonly EnumeratedAction[] {
  const choice = ranking?.choice?.action;
  const all = choice && !actions.some(({ key }) => key === choice.key) ? [choice, ...actions] : actions;
  const unsafe = new Set(ranking?.unsafe);
  return all.map((action) => (isSafe(action) && unsafe.has(action.key) ? { ...action, safety: 0 } : action));
}

function actionOf(state: AgentState): EnumeratedAction {
  const { chosen_action: chosen } = state;
  const action = known(state).find(({ key }) => key === chosen?.key);
  // No offered action is left: waiting is harmless.
  return action ?? { key: 'wait', verb: 'wait', label: '', safety: 1 };
}

function isSafe({ safety }: EnumeratedAction): boolean {
  return safety >= safeFrom;
}

function isRanked({ ranking, signature, policy }: AgentState): boolean {
  return ranking !== null && ranking.screen === signature?.identity && ranking.policy === policy;
}

function rankingDraw({ seed }: AgentState, loop: number): number {
  return drawOf(seed, loop, 1);
}

function without({ excluded, signature }: AgentState, action: string): Pick<AgentState, 'excluded'> {
  return signature ? { excluded: [...excluded, { screen: signature.identity, action }] } : { excluded };
}

function notPerceived(state: AgentState, result: Result): Turn<'Perceive'> | undefined {
  if (result.type === 'reset') return { set: failed(state, 'device', 'the interface was opened again'), next: 'RecoverFromError' };
  return result.type === 'failed' ? { set: failed(state, result.kind, result.message), next: 'RecoverFromError' } : undefined;
}

const nowhere: ScreenKey = { identity: '', composite: '', inside: true };

function judged({ acted_on, signature }: AgentState) {
  return verifyByDelta(acted_on ?? nowhere, signature ?? nowhere);
}

// Replayable randomness: the same seed, loop and question give the same draw (splitmix32).

/** 0..1, excluding 1. */
export function drawOf(seed: number, ...of: readonly number[]): number {
  return of.reduce((state, part) => mixed(state ^ mixed(part)), mixed(seed)) / 0x1_0000_0000;
}

function mixed(value: number): number {
  let mix = (Math.trunc(value) + 0x9e37_79b9) >>> 0;
  mix = Math.imul(mix ^ (mix >>> 16), 0x21f0_aaad);
  mix = Math.imul(mix ^ (mix >>> 15), 0x735a_2d97);
  return (mix ^ (mix >>> 15)) >>> 0;
}
