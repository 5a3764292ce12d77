import type { AppAction } from './decision.js';
import { invalid } from './scene.js';

/** As many as a person can still be shown, and as one decision may carry. */
export const mostActions = 50;

/** What one turn of a model may do. What comes after that is told to it, and not run. */
export function withinTurn(actions: readonly AppAction[]): readonly AppAction[] {
  const [next] = actions.slice(mostActions);
  if (!next) return actions;
  const because = `One turn does ${mostActions} actions at most, and this one named ${actions.length}: the rest is not run.`;
  return [
    ...actions.slice(0, mostActions),
    { function: next.function, args: {}, effect: 'read', status: 'CONTINUE', run: invalid('not-supported', because) },
  ];
}
