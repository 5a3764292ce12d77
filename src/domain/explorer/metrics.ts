// Counters and timings of an explorer, derived from its events: like the events, without labels and names of applications.
import type { ExplorerEvent } from './telemetry.js';

export interface Measure {
  readonly type: 'counter' | 'histogram';
  readonly name: string;
  /** For histograms: ms. */
  readonly value: number;
  readonly tags: Readonly<Record<string, string>>;
}

export function measuresOf({ type, payload }: Pick<ExplorerEvent, 'type' | 'payload'>): readonly Measure[] {
  const tags = (...names: readonly string[]): Measure['tags'] => Object.fromEntries(names.map((name) => [name, String(payload[name])]));
  const count = (name: string, value: unknown, of: Measure['tags'] = {}): readonly Measure[] =>
    typeof value === 'number' && value > 0 ? [{ type: 'counter', name: `steadyhand_explorer_${name}`, value, tags: of }] : [];
  const time = (name: string, of: Measure['tags']): readonly Measure[] => [
    { type: 'histogram', name: `steadyhand_explorer_${name}`, value: Number(payload['latency_ms']), tags: of },
  ];
  switch (type) {
    case 'agent.session_started':
      return count('runs_started', 1);
    case 'agent.loop_start':
      return count('loops', 1);
    case 'agent.node_start':
      return [];
    case 'agent.node_finish':
      return time('node_latency', tags('node'));
    case 'agent.llm_invocation':
      return [
        ...count('llm_invocations', 1, tags('node', 'cache_hit')),
        ...count('llm_tokens', payload['tokens_in'], { direction: 'in' }),
        ...count('llm_tokens', payload['tokens_out'], { direction: 'out' }),
      ];
    case 'agent.persist_delta':
      return [...count('screens_found', payload['nodes_added']), ...count('edges_found', payload['edges_added'])];
    case 'agent.error':
      return count('errors', 1, tags('node', 'kind'));
    case 'agent.recovery':
      return count('recoveries', 1, tags('kind', 'to'));
    case 'agent.restart':
      return count('restarts', 1);
    case 'agent.policy_switch':
      return count('policy_switches', 1, tags('to'));
    case 'agent.guardrail':
      return count('guardrails', 1, tags('node'));
    case 'agent.stop':
      return count('runs_ended', 1, tags('stop_reason'));
  }
}
