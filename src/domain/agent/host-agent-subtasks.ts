// A HostAgent's subtasks: each is a child AppAgent in one application; its result decides what the host does next (docs/design/agent.md §2 "next state", R1, R2).
import { isBlank } from '../text/blank.js';
import { assertNever } from '../errors/assert-never.js';
import { guardAction } from '../guard/guard.js';
import type { Application, Observation } from '../ui/observation.js';
import type { AppAgentResult } from './app-agent-state.js';
import type { HostDecision } from './decision.js';
import { isCalled, launch, launchOf, namesOf, perform } from './host-agent-applications.js';
import type { HostAgentEvent, HostAgentState } from './host-agent-state.js';
import { endRound, look, spend, strike, tell, within } from './host-agent-rounds.js';
import { append, type PreviousSubtask } from './memory.js';

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
