// Matches an approved action against the current screen (docs/design/agent.md R3), which may have changed before the approval came.
import { isSameControl } from '../ui/control-list.js';
import type { ControlRef } from '../ui/control.js';
import type { Observation } from '../ui/observation.js';
import type { UiAction } from '../ui/ui-action.js';
import type { AppAction } from './decision.js';

/** The controls that an observation should find again before the action runs. */
export function targetsOf(action: AppAction): readonly ControlRef[] {
  return action.target && aimsAtControl(action) ? [action.target] : [];
}

/**
 * The action under the current label of its control; undefined when it no longer fits: the control is gone or disabled, the page is a different one
 * (whose control may look the same), or the action targets a point or the focus, and the screen is not exactly the same.
 */
export function aimAgain(action: AppAction, seen: Observation, now: Observation): AppAction | undefined {
  if (!needsScreen(action)) return action;
  if (seen.application.url !== now.application.url) return undefined;
  if (!aimsAtControl(action)) return seen.fingerprint === now.fingerprint ? action : undefined;
  const found = now.found?.[0];
  return found && action.target && isSameControl(found, action.target) ? aimAt(action, found) : undefined;
}

/** These do not depend on what is on the screen. */
const screenless: readonly UiAction['type'][] = ['navigate', 'launch-application', 'select-application'];

function needsScreen({ run }: AppAction): boolean {
  return run.kind === 'device' && !screenless.includes(run.action.type);
}

/** A click at a point names the control under it, for the guard and for people, but hits whatever is there. */
function aimsAtControl({ target, run }: AppAction): boolean {
  const action = run.kind === 'device' ? run.action : undefined;
  return target !== undefined && action !== undefined && 'target' in action && action.target !== undefined && 'control' in action.target;
}

function aimAt(action: AppAction, target: ControlRef): AppAction {
  const run = action.run.kind === 'device' ? action.run.action : undefined;
  if (!run || !('target' in run)) return { ...action, target };
  return { ...action, target, run: { kind: 'device', action: { ...run, target: { control: target } } } };
}
