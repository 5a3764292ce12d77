// What a HostAgent does to applications itself: bring one to the front or open one, with a person's approval where the guard or the model requires it (docs/design/agent.md §3).
import { defined } from '../collections.js';
import { assertNever } from '../errors/assert-never.js';
import { withoutSteps } from '../budget/budget.js';
import type { ActionOutcome } from '../device/device-work.js';
import { guardAction } from '../guard/guard.js';
import type { Application, Observation } from '../ui/observation.js';
import { actionText, outcomeText } from './action-text.js';
import type { AppAction, HostDecision } from './decision.js';
import type { AgentFunctionName } from '../action/actions.js';
import type { HostAgentState } from './host-agent-state.js';
import { look, spend, strike, tell, within, withoutHeld } from './host-agent-rounds.js';

/** CONTINUE and CONFIRM: runs the called function, or opens the named application. */
export function act(state: HostAgentState, { actions, application, status }: HostDecision): HostAgentState {
  const [action] = actions;
  const modelAsks = status === 'CONFIRM';
  if (!action && application && !application.running) return guarded(state, launchOf(application), modelAsks);
  switch (action?.run.kind) {
    case 'device':
      return guarded(state, withConfiguredAddress(state, action), modelAsks);
    case 'invalid':
      return strike(state, { code: action.run.code, message: action.run.message, phase: 'LLM_INTERACTION' });
    default:
      return modelAsks
        ? strike(state, { code: 'no-action', message: 'CONFIRM needs the Function that is to be confirmed.', phase: 'LLM_INTERACTION' })
        : look(state);
  }
}

export function launch(state: HostAgentState, application: Application): HostAgentState {
  return guarded(state, launchOf(application), false);
}

function guarded(state: HostAgentState, action: AppAction, modelAsks: boolean): HostAgentState {
  const verdict = guardAction(state.guard, action);
  switch (verdict.verdict) {
    case 'refuse':
      return strike(state, { code: verdict.code, message: verdict.message, phase: 'ACTION_EXECUTION' });
    case 'confirm':
      return hold(state, action, verdict.reason);
    case 'allow':
      return modelAsks && state.settings.safeGuard ? hold(state, action, 'the model asks for approval') : perform(state, action);
    default:
      return assertNever(verdict);
  }
}

export function perform(state: HostAgentState, action: AppAction): HostAgentState {
  return within(state, withoutSteps(state.budget), { type: 'perform', actions: [action] });
}

/** Always observes again: only the HostAgent's own observation lists the applications under their configured names. */
export function performed(state: HostAgentState, outcomes: readonly ActionOutcome[], observation: Observation | undefined): HostAgentState {
  const actions = state.next.type === 'perform' ? state.next.actions : [];
  const results = actions.map((action, index) => ({ action, outcome: outcomes[index] ?? ({ status: 'unknown' } as const) }));
  const unknown = results.filter(({ outcome }) => outcome.status === 'unknown').length;
  const told = tell(
    { ...withoutHeld(state), status: 'CONTINUE', unknownOutcomes: state.unknownOutcomes + unknown },
    unknown > 0 ? 'unknown-outcome' : 'info',
    results.map(({ action, outcome }) => `${actionText(action)}: ${outcomeText(outcome)}`).join('; '),
  );
  return look({ ...told, round: { ...told.round, strikes: 0 }, ...defined({ observation }) });
}

// ── CONFIRM ──────────────────────────────────────────────────────────────────

function hold(state: HostAgentState, action: AppAction, reason: string): HostAgentState {
  const held: HostAgentState = { ...state, status: 'CONFIRM', held: { action } };
  return within(held, state.budget, { type: 'ask', ask: { kind: 'confirmation', actions: [action], reason } });
}

export function approve(state: HostAgentState): HostAgentState {
  const { held } = state;
  if (!held) throw new TypeError('approved without a held action');
  const next = within(state, state.budget, { type: 'perform', actions: [held.action] });
  return next.next.type === 'perform' ? spend(next, { steps: 1 }) : next;
}

export function reject(state: HostAgentState, remark: string): HostAgentState {
  const text = `Not approved, not executed: ${heldText(state)}${remark ? ` (${remark})` : ''}`;
  return look(tell({ ...withoutHeld(state), status: 'CONTINUE' }, 'rejected', text));
}

/** Another UI session was opened before the pending effect ran: a held action is decided again. */
export function deviceReset(state: HostAgentState): HostAgentState {
  const text = `The user interface had to be opened again.${state.held ? ` Not executed: ${heldText(state)}` : ''}`;
  return look(tell({ ...withoutHeld(state), status: 'CONTINUE' }, 'device-reset', text));
}

function heldText({ held }: HostAgentState): string {
  return held ? actionText(held.action) : 'the action';
}

// ── Names ────────────────────────────────────────────────────────────────────

/** A model names an application; a device needs its configured address. */
function withConfiguredAddress({ applications }: HostAgentState, action: AppAction): AppAction {
  const run = action.run.kind === 'device' ? action.run.action : undefined;
  const known = run?.type === 'launch-application' ? applications.find((application) => isCalled(application, run.name)) : undefined;
  return known ? launchOf(known) : action;
}

export function launchOf({ name, url }: Application): AppAction {
  return {
    function: 'launch_application' satisfies AgentFunctionName,
    args: { name },
    effect: 'launch',
    status: 'CONTINUE',
    run: { kind: 'device', action: { type: 'launch-application', name: url ?? name } },
  };
}

export function isCalled({ id, name, title, url }: Application, wanted: string): boolean {
  return [id, name, title, url].some((known) => known?.toLowerCase() === wanted.toLowerCase());
}

export function namesOf(applications: readonly Application[]): string {
  return applications.map(({ id, name }) => `${id} ${name}`).join(', ') || 'none';
}
