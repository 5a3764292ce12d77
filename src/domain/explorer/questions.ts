// What a node asks a model, built from the state. These parts make the cache key (docs/design/explorer.md §4); the prompt is built from them and from the labels and texts of the screen.
import type { AgentState } from './agent-state.js';
import type { AskingNode, Counted, KeyParts } from './cache-keys.js';
import type { AskEffect } from './effects.js';

export type QuestionOf<N extends AskingNode> = { readonly node: N; readonly parts: KeyParts[N] };
export type ExplorerQuestion = { readonly [N in AskingNode]: QuestionOf<N> }[AskingNode];

export function questionOf(state: AgentState, { node, shown }: AskEffect, goal: string): ExplorerQuestion {
  const { signature, delta, policy, advice, plan_cursor, acted_on, chosen_action, progress } = state;
  const counters = countedOf(state);
  const here = signature?.composite ?? '';
  switch (node) {
    case 'ChooseAction':
      return {
        node,
        parts: {
          signature: here,
          delta,
          actions: shown.map(({ key, tried }) => ({ key, tried })),
          policy,
          goal,
          plan: advice?.plan ?? [],
          cursor: plan_cursor,
        },
      };
    case 'Verify':
      return { node, parts: { previous: acted_on?.composite ?? '', current: here, postcondition: chosen_action?.postcondition ?? '' } };
    case 'DetectProgress':
      return { node, parts: { signature: here, delta, counters } };
    case 'ShouldContinue': {
      const { budgets, counters: all, usage, active_ms } = state;
      return {
        node,
        parts: {
          counters,
          budget: {
            maxSteps: budgets.max_steps,
            maxTokens: budgets.max_tokens,
            maxTimeMs: budgets.max_time_ms,
            maxCostUsd: budgets.max_cost,
          },
          spent: { steps: all.steps_total, usage, timeMs: active_ms },
          progress: progress ?? 'UNKNOWN',
        },
      };
    }
    case 'SwitchPolicy':
      return { node, parts: { counters, policy } };
  }
}

function countedOf({ counters: { steps_total, screens_new, errors, restarts }, idle_loops }: AgentState): Counted {
  return { steps: steps_total, screensNew: screens_new, idleLoops: idle_loops, errors, restarts };
}
