// A page with unsaved input, which asks before it is left, stays. Whatever was pressed has been pressed, once; only the leaving is still to be done. That is held like a deletion, and done once somebody has approved it.
import { activationOf, riskReasons } from './activation.js';
import type { UiAction, UiActionOf } from '../ui/ui-action.js';

/** What leads away from the page in front. */
export type Leave = Extract<UiAction, { readonly leaves?: string }>;

/** A page has stayed. */
export interface Stays {
  /** The leaving alone. Absent: it cannot be done apart from the press (a form that is sent), or nobody knows where it leads. */
  readonly leave?: Leave;
}

/** For the middle of a sentence. */
export const staysText = 'the page asked before it was left, since something typed in it may not be saved; it was not left';

export function leavesUnsavedPage(action: UiActionOf<unknown>): action is Leave {
  return 'leaves' in action && action.leaves !== undefined;
}

const risk = { kind: 'deletes', why: 'it leaves a page that has unsaved input' } as const;
export const leavingReason = `${riskReasons.deletes}: ${risk.why}`;
/** What the guard judges a leaving by. */
export const leavingActivation = activationOf([], [risk]);

/** As a function of the catalogue. */
export function leavingAs(leave: Leave) {
  const args: Readonly<Record<string, string>> = leave.type === 'navigate' ? { url: leave.url } : {};
  return {
    function: leave.type === 'navigate' ? 'navigate' : 'go_back',
    args,
    effect: 'input',
    run: { kind: 'device', action: leave },
  } as const;
}
