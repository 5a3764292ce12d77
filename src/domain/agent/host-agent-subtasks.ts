// A HostAgent's subtasks: each is an AppAgent in one application, and its result decides what the host does next (docs/design/agent.md §2 "next state", R1, R2). And what the host does to applications itself: it brings one to
// the front or opens one, with a person's approval where the guard or the model requires it (§3).
import { isBlank } from '../text/blank.js';
import { assertNever } from '../errors/assert-never.js';
import { guardAction } from '../guard/guard.js';
import type { Application, Observation } from '../ui/observation.js';
import { spend, tell, type AppAgentResult } from './app-agent-state.js';
import { type HostDecision, type AppAction, actionText, outcomeText } from './decision.js';
import { type HostAgentEvent, type HostAgentState, endRound, look, strike, within, withoutWaiting } from './host-agent-state.js';
import { append, type PreviousSubtask } from './memory.js';
import { defined } from '../collections.js';
import { withoutSteps } from '../budget/budget.js';
import type { ActionOutcome } from '../device/device-work.js';
import type { AgentFunctionName } from '../action/actions.js';

const maxLaunches = 3;

export function assign(state: HostAgentState, { application, subtask, message }: HostDecision): HostAgentState {
  const phase = 'LLM_INTERACTION';
  if (!application) {
    const known = namesOf(state.applications);
    return strike(state, {
      code: 'no-application',
      message: `ASSIGN needs the ControlLabel of one of the listed applications: ${known}.`,
      phase,
    });
  }
  if (isBlank(subtask)) return strike(state, { code: 'no-subtask', message: 'ASSIGN needs a CurrentSubtask.', phase });
  if (!application.running) return launch(state, application);
  return start({ ...state, round: { ...state.round, strikes: 0 } }, { subtask, application, message });
}

function start(
  state: HostAgentState,
  work: { readonly subtask: string; readonly application: Application; readonly message: readonly string[] },
): HostAgentState {
  return within({ ...state, status: 'ASSIGN', subtasks: state.subtasks + 1 }, state.budget, { type: 'assign', ...work });
}

export function assignWhole(state: HostAgentState, application: Application): HostAgentState {
  return start(state, { subtask: state.round.request, application, message: [] });
}

/** Follower mode: opens the plan's object if it is not there (without approval: a person wrote the plan), then makes the step the subtask (hostagent-5 of host-agent-machine.ts). */
export function follow(state: HostAgentState, observation: Observation): HostAgentState {
  const { object, request, launches } = state.round;
  const wanted = object === undefined ? observation.application : state.applications.find((application) => isCalled(application, object));
  if (!wanted)
    return cannotOpen(state, 'no-application', `The plan's object '${object}' is not there; there are: ${namesOf(state.applications)}.`);
  if (wanted.running) return start(state, { subtask: request, application: wanted, message: [] });
  const action = launchOf(wanted);
  const verdict = guardAction(state.guard, action);
  if (verdict.verdict === 'refuse') return cannotOpen(state, 'refused', verdict.message);
  if (launches >= maxLaunches) return cannotOpen(state, 'no-application', `'${wanted.name}' did not open, tried ${launches} times.`);
  return perform({ ...state, round: { ...state.round, launches: launches + 1 } }, action);
}

function cannotOpen(state: HostAgentState, type: 'no-application' | 'refused', text: string): HostAgentState {
  return endRound(tell(state, type, text), 'ERROR', 'error');
}

export function subtaskEnded(
  before: HostAgentState,
  { result, blackboard, spent, unknownOutcomes, withoutEffect }: Extract<HostAgentEvent, { type: 'subtask-ended' }>,
): HostAgentState {
  const counts = {
    unknownOutcomes: before.unknownOutcomes + unknownOutcomes,
    withoutEffect: before.withoutEffect + withoutEffect,
  };
  const counted = spend({ ...before, blackboard, ...counts }, spent);
  const state = archive(counted, result);
  if (result.limit) return endRound(state, 'FAIL', result.limit);
  switch (result.status) {
    case 'FINISH':
      return state.round.follower ? endRound(state, 'FINISH', 'completed') : look({ ...state, status: 'CONTINUE' });
    case 'FAIL':
      return retry(state);
    case 'ERROR':
      return endRound(state, 'FINISH', 'error');
    default:
      return assertNever(result.status);
  }
}

/** R1: while retries are left, the host takes over with the failure archived and the round open. */
function retry(state: HostAgentState): HostAgentState {
  const { round, settings } = state;
  const fails = round.fails + 1;
  return round.follower || settings.onFail === 'finish' || fails > settings.maxSubtaskRetries
    ? endRound(state, 'FINISH', 'failed')
    : look({ ...state, status: 'CONTINUE', round: { ...round, fails } });
}

/** A child that failed as a whole is archived as its subtask's error; a failure of the host's own phases is added to the notes. */
export function failed(state: HostAgentState, { phase, error, usage }: Extract<HostAgentEvent, { type: 'failed' }>): HostAgentState {
  const told = tell(spend(state, usage ? { usage } : {}), 'info', `${phase}: ${error.type}: ${error.message}`);
  return state.next.type === 'assign'
    ? endRound(
        archive(told, { subtask: state.next.subtask, status: 'ERROR', result: error.message, error: { ...error, phase } }),
        'FINISH',
        'error',
      )
    : endRound(told, 'ERROR', 'error');
}

/** An empty subtask archives nothing. */
function archive(state: HostAgentState, { subtask, status, result, error, userConfirm }: AppAgentResult): HostAgentState {
  if (isBlank(subtask)) return state;
  const application = state.next.type === 'assign' ? state.next.application.name : '';
  const entry: PreviousSubtask = {
    subtask,
    application,
    status,
    result,
    error,
    userConfirm,
  };
  return { ...state, previousSubtasks: append('previousSubtasks', state.previousSubtasks, entry) };
}

// ── Applications ─────────────────────────────────────────────────────────────

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

function launch(state: HostAgentState, application: Application): HostAgentState {
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

function perform(state: HostAgentState, action: AppAction): HostAgentState {
  return within(state, withoutSteps(state.budget), { type: 'perform', actions: [action] });
}

/** Always observes again: only the HostAgent's own observation lists the applications under their configured names. */
export function performed(state: HostAgentState, outcomes: readonly ActionOutcome[], observation: Observation | undefined): HostAgentState {
  const actions = state.next.type === 'perform' ? state.next.actions : [];
  const results = actions.map((action, index) => ({ action, outcome: outcomes[index] ?? ({ status: 'unknown' } as const) }));
  const unknown = results.filter(({ outcome }) => outcome.status === 'unknown').length;
  const told = tell(
    { ...withoutWaiting(state), status: 'CONTINUE', unknownOutcomes: state.unknownOutcomes + unknown },
    unknown > 0 ? 'unknown-outcome' : 'info',
    results.map(({ action, outcome }) => `${actionText(action)}: ${outcomeText(outcome)}`).join('; '),
  );
  return look({ ...told, round: { ...told.round, strikes: 0 }, ...defined({ observation }) });
}

// ── CONFIRM ──────────────────────────────────────────────────────────────────

function hold(state: HostAgentState, action: AppAction, reason: string): HostAgentState {
  const held: HostAgentState = { ...state, status: 'CONFIRM', waiting: { action } };
  return within(held, state.budget, { type: 'ask', ask: { kind: 'confirmation', actions: [action], reason } });
}

export function approve(state: HostAgentState): HostAgentState {
  const { waiting } = state;
  if (!waiting) throw new TypeError('approved without a held action');
  const next = within(state, state.budget, { type: 'perform', actions: [waiting.action] });
  return next.next.type === 'perform' ? spend(next, { steps: 1 }) : next;
}

export function reject(state: HostAgentState, remark: string): HostAgentState {
  const text = `Not approved, not executed: ${holdText(state)}${remark ? ` (${remark})` : ''}`;
  return look(tell({ ...withoutWaiting(state), status: 'CONTINUE' }, 'rejected', text));
}

/** Another UI session was opened before the pending effect ran: a held action is decided again. */
export function deviceReset(state: HostAgentState): HostAgentState {
  const text = `The user interface had to be opened again.${state.waiting ? ` Not executed: ${holdText(state)}` : ''}`;
  return look(tell({ ...withoutWaiting(state), status: 'CONTINUE' }, 'device-reset', text));
}

function holdText({ waiting }: HostAgentState): string {
  return waiting ? actionText(waiting.action) : 'the action';
}

// ── Names ────────────────────────────────────────────────────────────────────

/** A model names an application; a device needs its configured address. */
function withConfiguredAddress({ applications }: HostAgentState, action: AppAction): AppAction {
  const run = action.run.kind === 'device' ? action.run.action : undefined;
  const known = run?.type === 'launch-application' ? applications.find((application) => isCalled(application, run.name)) : undefined;
  return known ? launchOf(known) : action;
}

function launchOf({ name, url }: Application): AppAction {
  return {
    function: 'launch_application' satisfies AgentFunctionName,
    args: { name },
    effect: 'launch',
    status: 'CONTINUE',
    run: { kind: 'device', action: { type: 'launch-application', name: url ?? name } },
  };
}

function isCalled({ id, name, title, url }: Application, wanted: string): boolean {
  return [id, name, title, url].some((known) => known?.toLowerCase() === wanted.toLowerCase());
}

function namesOf(applications: readonly Application[]): string {
  return applications.map(({ id, name }) => `${id} ${name}`).join(', ') || 'none';
}
