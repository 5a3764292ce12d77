// Matches an approved action against the current screen (docs/design/agent.md R3), which may have changed before the approval came.
import { needsScreen } from '../action/actions.js';
import { defined } from '../collections.js';
import type { ObserveOptions } from '../device/device-work.js';
import type { ControlRef } from '../ui/control.js';
import type { Observation } from '../ui/observation.js';
import { targetsOf, withTargets } from '../ui/ui-action.js';
import type { AppAction } from './decision.js';

/** What the observation before the action runs has to tell: whether it still means the same. */
export function bindingOf({ run }: AppAction, { controls, screenshot }: Observation): Pick<ObserveOptions, 'bound'> {
  return run.kind === 'device' && needsScreen(run.action) ? { bound: { action: run.action, controls, screenshot } } : {};
}

/** The action under the current label of its control, or why it no longer fits. */
export function aimAgain(
  action: AppAction,
  seen: Observation,
  now: Observation,
): { readonly action: AppAction } | { readonly because: string | undefined } {
  if (action.run.kind !== 'device' || !needsScreen(action.run.action)) return { action };
  if (seen.application.url !== now.application.url) return { because: 'it is another page' };
  const { bound } = now;
  if (!bound?.fits) return { because: bound?.because };
  return { action: aimAt(action, [bound.target, bound.other]) };
}

/** `found`: its controls as they are now, in the order of `withTargets`. */
function aimAt(action: AppAction, found: readonly (ControlRef | undefined)[]): AppAction {
  if (action.run.kind !== 'device') return action;
  const left = found.filter((each) => each !== undefined);
  const run = { kind: 'device', action: withTargets(action.run.action, (ref) => left.shift() ?? ref) } as const;
  const [first] = targetsOf(run.action);
  return { ...action, run, ...defined({ target: first && 'control' in first ? first.control : undefined }) };
}
