// What an explorer reports about itself (docs/design/explorer.md §6): events derived from the states, so that replay gives the same events.
//
// telemetry-1. Only hashes, numbers and names (of the application, the model, nodes): no screenshot, page source, label or typed text.
// telemetry-2. Each node_start has its node_finish, even if a cancellation interrupts the run.
import type { AgentState } from './agent-state.js';
import { remaining } from './budgets.js';
import type { Effect, Result } from './effects.js';

export interface ExplorerEvent {
  /** From 1, without gaps. */
  readonly seq: number;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  readonly type: ExplorerEventType;
  readonly payload: Readonly<Record<string, unknown>>;
}

export const explorerEventTypes = [
  'agent.session_started',
  'agent.loop_start',
  'agent.node_start',
  'agent.node_finish',
  'agent.llm_invocation',
  'agent.persist_delta',
  'agent.stop',
  'agent.error',
  'agent.recovery',
  'agent.restart',
  'agent.policy_switch',
  'agent.guardrail',
] as const;
export type ExplorerEventType = (typeof explorerEventTypes)[number];

type Told = readonly [type: ExplorerEventType, payload: Readonly<Record<string, unknown>>];

export interface Turned {
  readonly before: AgentState;
  readonly after: AgentState;
  /** The effect between the two states; absent: there was none. */
  readonly came?: { readonly effect: Effect; readonly result: Result };
  /** ms in the current node so far. */
  readonly nodeMs: number;
  readonly model: string;
}

/** For the first state. */
export function startedEvents(state: AgentState): readonly Told[] {
  const { budgets, app_id, node, loop } = state;
  return [['agent.session_started', { app_id, budgets }], loopStart(state), ['agent.node_start', { node, loop_num: loop }]];
}

function loopStart(state: AgentState): Told {
  const { loop, signature } = state;
  return ['agent.loop_start', { loop_num: loop, signature: signature?.composite ?? null, budget_remaining: remaining(state) }];
}

/** For one turn of the machine. */
export function turnEvents({ before, after, came, nodeMs, model }: Turned): readonly Told[] {
  const events: Told[] = [];
  const { result } = came ?? {};
  if (result && (result.type === 'answered' || result.type === 'unanswered')) events.push(invocation(before, result, model));
  if (after.counters.guardrails > before.counters.guardrails)
    events.push(['agent.guardrail', { node: before.node, loop_num: before.loop }]);
  if (after.last_error && after.last_error !== before.last_error && !after.last_error.waited) {
    const { node, kind, attempt } = after.last_error;
    events.push(['agent.error', { node, kind, attempt, loop_num: before.loop }]);
  }
  if (result?.type === 'surveyed' && result.screensAdded > 0)
    events.push(['agent.persist_delta', { nodes_added: result.screensAdded, edges_added: 0, loop_num: before.loop }]);
  if (result?.type === 'persisted') {
    const { nodes_added, edges_added } = result.result;
    events.push(['agent.persist_delta', { nodes_added, edges_added, loop_num: before.loop }]);
  }
  if (after.counters.restarts > before.counters.restarts) events.push(['agent.restart', { restarts: after.counters.restarts }]);
  if (before.node === 'SwitchPolicy' && after.node !== 'SwitchPolicy')
    events.push(['agent.policy_switch', { from: before.policy, to: after.policy, until_step: after.policy_cooldown_until }]);
  if (after.node === before.node) return events;
  events.push(['agent.node_finish', { node: before.node, loop_num: before.loop, latency_ms: nodeMs }]);
  if (before.node === 'RecoverFromError') events.push(['agent.recovery', { kind: before.last_error?.kind ?? null, to: after.node }]);
  if (after.loop !== before.loop) events.push(loopStart(after));
  events.push(['agent.node_start', { node: after.node, loop_num: after.loop }]);
  return events;
}

/** For the end; the coverage is known once the store has answered. */
export function stopEvents(state: AgentState, coveragePct: number | null, nodeMs: number): readonly Told[] {
  const { stop_reason, usage, counters, loop } = state;
  const spent = { tokens_total: usage.inputTokens + usage.outputTokens, steps_total: counters.steps_total };
  return [
    ['agent.node_finish', { node: 'Stop', loop_num: loop, latency_ms: nodeMs }],
    ['agent.stop', { stop_reason, coverage_pct: coveragePct, ...spent, budget_remaining: remaining(state) }],
  ];
}

/** Continues the numbering, with one time stamp for all. */
export function numberedEvents(run: string, told: readonly Told[], last: number, timestamp: string): readonly ExplorerEvent[] {
  return told.map(([type, payload], index) => ({ seq: last + index + 1, timestamp, type, payload: { run_id: run, ...payload } }));
}

function invocation(
  { node, loop }: AgentState,
  result: Extract<Result, { readonly type: 'answered' | 'unanswered' }>,
  model: string,
): Told {
  const { inputTokens, outputTokens } = result.usage;
  return [
    'agent.llm_invocation',
    {
      node,
      loop_num: loop,
      model,
      tokens_in: inputTokens,
      tokens_out: outputTokens,
      cache_hit: result.type === 'answered' && result.cacheHit,
      latency_ms: result.activeMs ?? 0,
      why: result.type === 'unanswered' ? result.why : undefined,
    },
  ];
}

// ── Counters and timings, derived from the events: like these, without labels and names of applications ──

export interface Measure {
  readonly type: 'counter' | 'histogram';
  readonly name: string;
  /** For histograms: ms. */
  readonly value: number;
  readonly tags: Readonly<Record<string, string>>;
}

/** What is counted once for each event of a type, and by which of its fields. */
const counted: Readonly<Partial<Record<ExplorerEventType, readonly [name: string, ...tags: readonly string[]]>>> = {
  'agent.session_started': ['runs_started'],
  'agent.loop_start': ['loops'],
  'agent.llm_invocation': ['llm_invocations', 'node', 'cache_hit'],
  'agent.error': ['errors', 'node', 'kind'],
  'agent.recovery': ['recoveries', 'kind', 'to'],
  'agent.restart': ['restarts'],
  'agent.policy_switch': ['policy_switches', 'to'],
  'agent.guardrail': ['guardrails', 'node'],
  'agent.stop': ['runs_ended', 'stop_reason'],
};

export function measuresOf({ type, payload }: Pick<ExplorerEvent, 'type' | 'payload'>): readonly Measure[] {
  const tagged = (names: readonly string[]): Measure['tags'] => Object.fromEntries(names.map((name) => [name, String(payload[name])]));
  const count = (name: string, value: unknown, tags: Measure['tags'] = {}): readonly Measure[] =>
    typeof value === 'number' && value > 0 ? [{ type: 'counter', name: `steadyhand_explorer_${name}`, value, tags }] : [];
  const [name, ...tags] = counted[type] ?? [];
  const once = name === undefined ? [] : count(name, 1, tagged(tags));
  switch (type) {
    case 'agent.node_finish':
      return [
        { type: 'histogram', name: 'steadyhand_explorer_node_latency', value: Number(payload['latency_ms']), tags: tagged(['node']) },
      ];
    case 'agent.llm_invocation':
      return [
        ...once,
        ...count('llm_tokens', payload['tokens_in'], { direction: 'in' }),
        ...count('llm_tokens', payload['tokens_out'], { direction: 'out' }),
      ];
    case 'agent.persist_delta':
      return [...count('screens_found', payload['nodes_added']), ...count('edges_found', payload['edges_added'])];
    default:
      return once;
  }
}
