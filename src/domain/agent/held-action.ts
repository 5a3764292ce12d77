// Matches an approved action against the current screen (docs/design/agent.md R3), which may have changed before the approval came.
import type { FitQuestion } from '../device/device-work.js';
import { isSameControl } from '../ui/control-list.js';
import type { ControlRef } from '../ui/control.js';
import type { Observation } from '../ui/observation.js';
import { targetsOf, withTargets, type UiAction } from '../ui/ui-action.js';
import type { AppAction } from './decision.js';

/** What the observation before the action runs has to tell: whether it still means the same (LK3, HE13). */
export function bindingOf(action: AppAction, { controls, screenshot }: Observation): FitQuestion {
  const { run, target } = action;
  const find = target && aimsAtControl(action) ? [target] : [];
  return run.kind === 'device' && needsScreen(action) ? { find, bound: { action: run.action, controls, screenshot } } : { find };
}

/** The action under the current label of its control, or why it no longer fits. */
export function aimAgain(
  action: AppAction,
  seen: Observation,
  now: Observation,
): { readonly action: AppAction } | { readonly because: string | undefined } {
  if (!needsScreen(action)) return { action };
  if (seen.application.url !== now.application.url) return { because: 'it is another page' };
  const { bound } = now;
  if (!bound) return aimByName(action, seen, now);
  if (!bound.fits) return { because: bound.because };
  return { action: aimAt(action, [bound.target, bound.other]) };
}

/** Observations recorded before `bound` was: what is aimed at a point or the focus fits exactly the same screen only. */
function aimByName(action: AppAction, seen: Observation, now: Observation): ReturnType<typeof aimAgain> {
  const gone = { because: undefined };
  if (!aimsAtControl(action)) return seen.fingerprint === now.fingerprint ? { action } : gone;
  const found = now.found?.[0];
  return found && action.target && isSameControl(found, action.target) ? { action: aimAt(action, [found]) } : gone;
}

/** These do not depend on what is on the screen. */
const screenless: readonly UiAction['type'][] = ['navigate', 'launch-application', 'select-application'];

function needsScreen({ run }: AppAction): boolean {
  return run.kind === 'device' && !screenless.includes(run.action.type);
}

/** A click at a point names the control under it, for the guard and for people, but hits whatever is there. */
function aimsAtControl({ target, run }: AppAction): boolean {
  const [first] = run.kind === 'device' ? targetsOf(run.action) : [];
  return target !== undefined && first !== undefined && 'control' in first;
}

/** `found`: its controls as they are now, in the order of `withTargets`. */
function aimAt(action: AppAction, found: readonly (ControlRef | undefined)[]): AppAction {
  if (action.run.kind !== 'device') return action;
  const left = found.filter((each) => each !== undefined);
  const run = { kind: 'device', action: withTargets(action.run.action, (ref) => left.shift() ?? ref) } as const;
  const [first] = targetsOf(run.action);
  return { ...action, run, ...(first && 'control' in first ? { target: first.control } : {}) };
}
