// What a person is asked for an AppAgent.
//
// CONFIRM (docs/design/agent.md R3): the first remaining action is held until a person approves it, runs once, and ends its list.
//
//   hold ─asks─▶ approve ─observe─▶ resume ─perform─▶ resumed ─▶ CONTINUE        reject ─▶ FINISH, nothing executed
//     └─ nobody is asked (`safeGuard: false`) ──────────▲
//
// PENDING (R4): runs no action of its step, asks, stores the answers on the blackboard, observes again.
import type { EarlierApproval, Remembering } from '../human/approvals.js';
import type { Observation } from '../ui/observation.js';
import { actionText, type AppAction } from './decision.js';
import {
  type AppAgentState,
  type StepInProgress,
  decide,
  end,
  finishAction,
  inStep,
  memorise,
  observe,
  questionsIn,
  skipRest,
  spend,
  tell,
  within,
} from './app-agent-state.js';
import { needsScreen } from '../action/actions.js';
import { defined } from '../collections.js';
import type { ObserveOptions } from '../device/device-work.js';
import type { ControlRef } from '../ui/control.js';
import { targetsOf, withTargets } from '../ui/ui-action.js';
import { givenAnswers, missingAnswers, post } from './memory.js';

// ── CONFIRM ──────────────────────────────────────────────────────────────────

export interface Hold {
  readonly reason: string;
  readonly asking: boolean;
  /** The model wants it, no rule. */
  readonly byModel?: true;
  readonly remembering?: Remembering;
}

export function hold(state: AppAgentState, { reason, asking, byModel, remembering }: Hold): AppAgentState {
  const step = inStep(state);
  const { observation: seen } = state;
  if (!seen) throw new TypeError('an action is held without an observation');
  const held: AppAgentState = { ...state, status: 'CONFIRM', step: { ...step, waiting: { seen, asked: asking } } };
  const { action } = waitingAction(held);
  if (!asking) return run(held, action);
  const facts = action.activation?.facts;
  const about = { reason, facts, byModel, remembering };
  return within(held, state.budget, { type: 'ask', ask: { kind: 'confirmation', actions: [action], ...about } });
}

/** `before`: the earlier approval that covers it. */
export function approve(state: AppAgentState, remark: string, before?: EarlierApproval): AppAgentState {
  const { action, held } = waitingAction(state);
  const how = before ? 'an approval was given before' : remark;
  const told = tell(acknowledged(state, action), 'confirmed', `Approved: ${actionText(action)}${inBrackets(how)}`);
  if (action.stopped) return passed(told, action.stopped, inBrackets(how));
  return lookForTarget(before ? { ...told, step: { ...inStep(told), waiting: { ...held, before } } } : told);
}

const mostPasses = 20;

/** What was stopped may leave once. */
function passed(state: AppAgentState, { writes, again }: NonNullable<AppAction['stopped']>, how: string): AppAgentState {
  const { passes = [], spent, stepsBefore } = state;
  const given = writes.map(({ key }, index) => ({ key, id: `${stepsBefore + spent.steps}:${index}` }));
  const allowed = { ...state, passes: [...passes, ...given].slice(-mostPasses) };
  if (again) return lookForTarget(allowed);
  const text = `Approved, and it may be sent once: ${writes.map((write) => write.text).join(', and ')}${how}. Do what sends it, if it is still to be sent.`;
  const { waiting: _, ...step } = inStep(allowed);
  const closed = memorise(skipRest({ ...allowed, step: { ...step, todo: step.todo.slice(1) } }), 'Yes');
  return { ...tell({ ...closed, status: 'CONTINUE' }, 'confirmed', text), next: observe() };
}

/** Only here, where a person approved, may the provider be told so. */
function acknowledged({ turn, ...state }: AppAgentState, { checks }: AppAction): AppAgentState {
  return turn ? { ...state, turn: checks ? { ...turn, approved: true } : turn } : state;
}

/** The screen may have changed meanwhile: see whether the action still means the same, then run it. */
export function lookForTarget(state: AppAgentState): AppAgentState {
  const { action, held } = waitingAction(state);
  return { ...state, next: { type: 'observe', reannotate: [], ...bindingOf(action, held.seen) } };
}

export function resume(state: AppAgentState, now: Observation): AppAgentState {
  const { action, held } = waitingAction(state);
  const aimed = aimAgain(action, held.seen, now);
  if ('action' in aimed) return run(state, aimed.action);
  const why = aimed.because === undefined ? '' : ` (${aimed.because})`;
  const message = `the screen changed before the approval came${why}`;
  const gone = finishAction(state, { status: 'failed', code: 'control-changed', message });
  const text = `Not run, although approved: the screen changed and ${actionText(action)} no longer fits it${why}.`;
  return decide(tell({ ...memorise(skipRest(gone)), status: 'CONTINUE' }, 'refused', text));
}

/** A resumed action costs a step, so that all caps are checked. */
function run(state: AppAgentState, action: AppAction): AppAgentState {
  const step = inStep(state);
  return within({ ...state, step: { ...step, todo: [action, ...step.todo.slice(1)] } }, state.budget, {
    type: 'perform',
    actions: [action],
  });
}

export function resumed(state: AppAgentState): AppAgentState {
  const { waiting } = inStep(state);
  const counted = spend({ ...memorise(skipRest(state), waiting?.asked ? 'Yes' : undefined), status: 'CONTINUE' }, { steps: 1 });
  return counted.observation ? decide(counted) : { ...counted, next: observe() };
}

export function reject(state: AppAgentState, remark: string): AppAgentState {
  const { action } = waitingAction(state);
  const sending = action.stopped ? `, which was to send ${action.stopped.writes.map(({ text }) => text).join(', and ')}` : '';
  const what = `${actionText(action)}${sending}${inBrackets(remark)}`;
  const closed = memorise(
    skipRest(finishAction(state, { status: 'failed', code: 'rejected', message: 'a person did not approve it' })),
    'No',
  );
  return end(closed, {
    status: 'FINISH',
    result: `Not ${action.stopped ? 'sent' : 'executed'}, because it was not approved: ${what}`,
    userConfirm: 'No',
  });
}

/** The held action is the first of `todo` until it has run. */
function waitingAction(state: AppAgentState): { readonly held: NonNullable<StepInProgress['waiting']>; readonly action: AppAction } {
  const { waiting, todo } = inStep(state);
  const [action] = todo;
  if (!waiting || !action) throw new TypeError(`no action is held in ${state.status}`);
  return { held: waiting, action };
}

function inBrackets(remark: string): string {
  return remark ? ` (${remark})` : '';
}

// ── The approved action on the current screen, which may have changed before the approval came ──

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

// ── PENDING ──────────────────────────────────────────────────────────────────

export function ask(state: AppAgentState, questions: readonly string[], needsHands = false): AppAgentState {
  const question = { kind: 'question', questions, needsHands: needsHands || undefined } as const;
  const asking = within({ ...state, status: 'PENDING' }, state.budget, { type: 'ask', ask: question });
  return asking.status !== 'PENDING' || state.settings.askQuestion ? asking : unanswered(asking, 'asking is switched off');
}

export function answered(state: AppAgentState, answers: readonly string[]): AppAgentState {
  const given = givenAnswers(questionsIn(state), answers);
  const text = given.map(({ question, answer }) => `${question} → ${answer}`).join('; ') || 'The answer was blank.';
  return lookAgain(tell(state, 'answered', text), given);
}

export function unanswered(state: AppAgentState, why: string): AppAgentState {
  return lookAgain(state, missingAnswers(questionsIn(state), why));
}

function lookAgain(state: AppAgentState, answers: ReturnType<typeof givenAnswers>): AppAgentState {
  return { ...state, status: 'CONTINUE', next: observe(), blackboard: post(state.blackboard, 'questions', ...answers) };
}
