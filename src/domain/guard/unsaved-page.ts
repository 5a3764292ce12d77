// LK77: a page that asks before it is left stays, where something was typed in it. What was to lead away has happened, but for the leaving: only that is held, as what deletes, and only that is done once it is approved.
import { activationOf } from './activation.js';
import { riskReasons } from './risk.js';
import type { UiAction, UiActionOf } from '../ui/ui-action.js';

/** What leads away from the page in front. */
export type Leave = Extract<UiAction, { readonly leaves?: string }>;

/** A page has stayed. */
export interface Stays {
  /** The leaving alone. Absent: it cannot be done apart from what was to lead away, such as a form that is sent. */
  readonly leave?: Leave;
}

/** For the middle of a sentence. */
export const staysText = 'the page asked before it was left, since something typed in it may not be saved; it was not left';

export function leavesAskingPage(action: UiActionOf<unknown>): action is Leave {
  return 'leaves' in action && action.leaves !== undefined;
}

const why = 'it leaves a page that has unsaved input';
export const leavingReason = `${riskReasons.deletes}: ${why}`;

/** As a function of the catalogue, for people and the guard. */
export function leavingAs(leave: Leave) {
  return {
    function: leave.type === 'navigate' ? 'navigate' : 'go_back',
    args: leave.type === 'navigate' ? { url: leave.url } : {},
    effect: 'input',
    activation: activationOf([], [{ kind: 'deletes', why }]),
    run: { kind: 'device', action: leave },
  } as const;
}
