// ACTION_EXECUTION: runs a step's list of actions, one by one, and decides what follows once it is done (docs/design/agent.md §4, R5, R8).
import { assertNever } from '../errors/assert-never.js';
import { withoutSteps } from '../budget/budget.js';
import { leaveDue, type ActionOutcome } from '../device/device-work.js';
import { neverRemembered, stoppedReason, type StoppedAct } from '../wire/stopped-write.js';
import { guardAction, rememberingOfVerdict, type GuardVerdict } from '../guard/guard.js';
import { leavingAs, type Leave } from '../guard/unsaved-page.js';
import type { Observation } from '../ui/observation.js';
import { actionText, outcomeText, checksText, type AppAction, type AppAgentStatus } from './decision.js';
import { hold, lookForTarget, resumed, type Hold, ask } from './app-agent-people.js';
import {
  type AppAgentState,
  type StepInProgress,
  decide,
  end,
  endByError,
  finishAction,
  forget,
  inStep,
  memorise,
  observe,
  see,
  skipRest,
  spend,
  tell,
  within,
} from './app-agent-state.js';
import type { Reviewed } from './next-in-list.js';
import { shorten } from '../text/fit-bytes.js';

const maxScreenshotsInARow = 3;
const maxRefusals = 3;

/** Takes the next action of the list: for the device, or for the workflow itself. */
export function advance(state: AppAgentState): AppAgentState {
  const { todo, done } = inStep(state);
  const [first] = todo;
  // The remaining actions target an earlier screen; without a current observation the model looks first.
  // What was stopped has been asked about since.
  const hasFailed = done.some(({ outcome }) => outcome.status !== 'done' && !stoppingOf(outcome));
  if (first === undefined || hasFailed || !state.observation) return afterStep(skipRest(state));
  if (isToReview(state)) return review(state, first);
  const fence = fenceOf(state, first);
  if (fence?.kind === 'refuse') return advance(finishAction(state, { status: 'failed', code: fence.code, message: fence.message }));
  if (fence?.kind === 'hold') return hold(state, fence);
  switch (first.run.kind) {
    case 'device':
      return within(state, withoutSteps(state.budget), { type: 'perform', actions: [first] });
    case 'wait':
      return within(state, withoutSteps(state.budget), { type: 'wait', seconds: first.run.seconds });
    case 'summary':
      return advance(finishAction(state, { status: 'done', text: first.run.text }));
    case 'annotation':
      return advance({ ...finishAction(state, { status: 'done' }), controlReannotate: first.run.controls });
    case 'invalid':
      return advance(finishAction(state, { status: 'failed', code: first.run.code, message: first.run.message }));
    default:
      return assertNever(first.run);
  }
}

type Fence = { readonly kind: 'refuse'; readonly code: string; readonly message: string } | ({ readonly kind: 'hold' } & Hold);

/** Whether the list stops before this action: the guard refuses it, or a person has to approve it first. The guard applies whatever `safeGuard` is. */
function fenceOf(state: AppAgentState, action: AppAction): Fence | undefined {
  if (action.run.kind !== 'device') return undefined;
  if (state.vain?.key === keyOf(action) && state.vain.times >= tooOften)
    return { kind: 'refuse', code: 'in-vain', message: `${vainText(action, state.vain.times)} It was not done again.` };
  const verdict = guardAction(state.guard, action);
  if (verdict.verdict !== 'refuse' && action.checks) return checkedHold(action.checks, verdict, afterIt(state, action));
  switch (verdict.verdict) {
    case 'refuse':
      return { kind: 'refuse', code: verdict.code, message: verdict.message };
    case 'confirm':
      return {
        kind: 'hold',
        reason: verdict.reason,
        asking: true,
        ...rememberingOfVerdict(verdict.forbids, action.activation?.remembering),
      };
    case 'allow':
      return action.status === 'CONFIRM'
        ? {
            kind: 'hold',
            reason: inStep(state).decision.comment || 'the model asks for approval',
            asking: state.settings.safeGuard,
            byModel: true,
            ...rememberingOfVerdict(undefined, action.activation?.remembering),
          }
        : undefined;
    default:
      return assertNever(verdict);
  }
}

function afterIt({ step }: AppAgentState, action: AppAction): readonly AppAction[] {
  const todo = step?.todo ?? [];
  return todo.slice(todo.indexOf(action) + 1);
}

/** A provider's safety checks are asked about each time, whatever the settings. They are about the whole call, so all of it is shown, though the rest is not run. */
function checkedHold(
  checks: NonNullable<AppAction['checks']>,
  verdict: Exclude<GuardVerdict, { verdict: 'refuse' }>,
  rest: readonly AppAction[],
): Fence {
  const reasons = [
    ...(verdict.verdict === 'confirm' ? [verdict.reason] : []),
    `the model's provider asks: ${checksText(checks)}`,
    ...(rest.length > 0 ? [`of the same call, and not run with it: ${shorten(rest.map(actionText).join('; '), 400)}`] : []),
  ];
  return { kind: 'hold', reason: reasons.join('; '), asking: true, remembering: { not: "the model's provider asks about it" } };
}

// ── The rest of a list ───────────────────────────────────────────────────────

/** What follows another action is seen anew first. */
function isToReview({ step }: AppAgentState): boolean {
  if (!step || step.reviewed || step.todo[0]?.run.kind !== 'device') return false;
  return lastToTakeTime(step) !== undefined;
}

function review(state: AppAgentState, action: AppAction): AppAgentState {
  if (lastToTakeTime(inStep(state))?.run.kind === 'wait' || !state.previous)
    return reviewed(state, { because: 'the screen may have changed meanwhile' });
  return within(state, withoutSteps(state.budget), { type: 'review', action, before: state.previous });
}

export function reviewed(state: AppAgentState, came: Reviewed): AppAgentState {
  const step = inStep(state);
  const [first] = step.todo;
  if (first?.stopped) return holdStopped(state, 'action' in came ? { ...came.action, stopped: first.stopped } : withoutAgain(first));
  if ('action' in came) return advance({ ...state, step: { ...step, todo: [came.action, ...step.todo.slice(1)], reviewed: true } });
  const text = `Not run, because ${came.because}: ${step.todo.map(actionText).join('; ')}`;
  return afterStep(skipRest(tell(state, 'info', text)));
}

// ── What came of it ──────────────────────────────────────────────────────────

export function performed(before: AppAgentState, outcomes: readonly ActionOutcome[], observation: Observation | undefined): AppAgentState {
  const asked = before.next.type === 'perform' ? before.next.actions : [];
  const leaving = outcomes.findIndex((outcome) => leaveDue(outcome) !== undefined);
  // What was to follow comes after the leaving.
  const actions = leaving < 0 ? asked : asked.slice(0, leaving + 1);
  const unknown = actions.filter((_, index) => (outcomes[index] ?? unreported).status === 'unknown');
  const witnessed = outcomes.find((outcome) => outcome.status === 'unknown' && outcome.witness !== undefined);
  const counted = { ...before, refusals: 0, unknownOutcomes: before.unknownOutcomes + unknown.length };
  const finished = actions.reduce((state, _, index) => finishAction(state, outcomes[index] ?? unreported), counted);
  const judged = countVain(finished, actions, outcomes);
  const seen = observation ? see(judged, observation) : forget(judged);
  const state =
    unknown.length > 0
      ? tell(seen, 'unknown-outcome', `${unknown.map(actionText).join('; ')}: ${outcomeText(witnessed ?? unreported)}`)
      : seen;
  const leave = leaveDue(outcomes[leaving]);
  if (leave) return advance(leavingNext(state, leave));
  const stop = outcomes.findIndex((outcome) => stoppingOf(outcome) !== undefined);
  const [stopped, stopping] = [actions[stop], stoppingOf(outcomes[stop])];
  if (stopped && stopping && observation) return askToSend(state, stopped, stopping);
  return before.status === 'CONFIRM' ? resumed(state) : advance(state);
}

function leavingNext(state: AppAgentState, leave: Leave): AppAgentState {
  const step = inStep(state);
  const action: AppAction = { ...leavingAs(leave), status: 'CONTINUE' };
  return { ...state, step: { ...step, todo: [action, ...step.todo], reviewed: true } };
}

// ── What it was to send was stopped ──────────────────────────────────────────

function stoppingOf(outcome: ActionOutcome | undefined): StoppedAct | undefined {
  return outcome?.status === 'failed' ? outcome.stopping : undefined;
}

/** It is done once more if a person approves what it sends, and it can be found again. Where something else has left, it would leave twice. */
function askToSend(state: AppAgentState, action: AppAction, { writes, sent }: StoppedAct): AppAgentState {
  const stopped: AppAction = { ...action, status: 'CONTINUE', stopped: { writes, again: sent.length === 0 } };
  const { waiting: _, reviewed: __, ...step } = inStep(state);
  const asking: AppAgentState = spend({ ...state, status: 'CONTINUE', step: { ...step, todo: [stopped, ...step.todo] } }, { steps: 1 });
  if (sent.length > 0 || !state.previous) return holdStopped(asking, withoutAgain(stopped));
  return within(asking, asking.budget, { type: 'review', action: stopped, before: state.previous });
}

function withoutAgain(action: AppAction): AppAction {
  return action.stopped ? { ...action, stopped: { ...action.stopped, again: false } } : action;
}

function holdStopped(state: AppAgentState, action: AppAction): AppAgentState {
  return hold(
    { ...state, step: { ...inStep(state), todo: [action, ...inStep(state).todo.slice(1)] } },
    {
      reason: stoppedReason({ writes: action.stopped?.writes ?? [] }),
      asking: true,
      ...neverRemembered,
    },
  );
}

const unreported: ActionOutcome = { status: 'unknown' };

/** Refused before anything ran: the model is told and looks again; an approved action is matched again under the same approval. */
export function refused(before: AppAgentState, code: string, message: string): AppAgentState {
  const state = { ...before, refusals: before.refusals + 1 };
  if (state.refusals >= maxRefusals) return endByError(notRun(state, code, message), { type: code, message, phase: 'ACTION_EXECUTION' });
  if (state.status === 'CONFIRM') return lookForTarget(state);
  return { ...tell(notRun(state, code, message), 'refused', `${code}: ${message}`), status: 'CONTINUE', next: observe() };
}

/** Another UI session was opened before the pending effect ran. */
export function deviceReset(before: AppAgentState): AppAgentState {
  const state = tell(
    forget(before),
    'device-reset',
    'The user interface had to be opened again; what was typed or opened in it may be gone.',
  );
  if (state.status === 'CONFIRM') return lookForTarget(state);
  if (state.next.type !== 'perform') return { ...state, next: observe() };
  const closed = notRun(state, 'device-reset', 'the user interface was opened again before it ran');
  return { ...closed, status: 'CONTINUE', next: observe() };
}

/** Closes the step in progress, if any; its next action did not run. */
export function notRun(state: AppAgentState, code: string, message: string): AppAgentState {
  return state.step ? memorise(skipRest(finishAction(state, { status: 'failed', code, message }))) : state;
}

// ── What follows ─────────────────────────────────────────────────────────────

function afterStep(state: AppAgentState): AppAgentState {
  const step = inStep(state);
  const { decision, done } = step;
  const closed = memorise(state);
  switch (statusOf(step)) {
    case 'FINISH':
      return failedIn(step) && !state.finishDoubted
        ? proceed(tell({ ...closed, finishDoubted: true }, 'info', doubt), step, 'CONTINUE')
        : end(closed, { status: 'FINISH', result: resultText(step) });
    case 'FAIL':
      return end(closed, { status: 'FAIL', result: resultText(step) });
    case 'ERROR':
      return endByError(closed, { type: 'model-error-status', message: decision.comment || decision.thought, phase: 'LLM_INTERACTION' });
    case 'PENDING':
      return ask(closed, decision.questions, decision.needsHands);
    case 'CONFIRM':
      return proceed(done.length > 0 ? closed : tell(closed, 'info', nothingToConfirm), step, 'CONTINUE');
    case 'SCREENSHOT':
      return proceed(closed, step, 'SCREENSHOT');
    default:
      return proceed(closed, step, 'CONTINUE');
  }
}

const doubt = 'You said FINISH, but an action of that step did not work. Check the screen before you finish.';
const nothingToConfirm = 'CONFIRM needs the Function that is to be confirmed.';

/** Of a list: the last successful action's; else the reply's. */
function statusOf({ decision, isList, done }: StepInProgress): AppAgentStatus {
  if (!isList) return decision.status;
  return done.findLast(({ outcome }) => outcome.status === 'done')?.action.status ?? 'CONTINUE';
}

function failedIn({ done }: StepInProgress): boolean {
  return done.some(({ outcome }) => outcome.status === 'failed' || outcome.status === 'unknown');
}

function resultText({ decision, done }: StepInProgress): string {
  const last = done.at(-1);
  return decision.result || decision.comment || (last ? outcomeText(last.outcome) : '');
}

/** CONTINUE or SCREENSHOT by the table: inside SCREENSHOT the list decides, elsewhere the model's status. */
function proceed(state: AppAgentState, step: StepInProgress, word: 'CONTINUE' | 'SCREENSHOT'): AppAgentState {
  const { controlReannotate } = state;
  const listed = controlReannotate.length > 0;
  const inside = state.status === 'SCREENSHOT';
  const again = inside ? listed && state.screenshots < maxScreenshotsInARow : word === 'SCREENSHOT';
  const screenshots = !again ? 0 : inside ? state.screenshots + 1 : 1;
  const { seesAfresh: _, ...rest } = state;
  const next: AppAgentState = {
    ...rest,
    status: again ? 'SCREENSHOT' : 'CONTINUE',
    screenshots,
    controlReannotate: [],
    seesAfresh: again || listed || word === 'SCREENSHOT' ? (true as const) : undefined,
  };
  return again || listed || !endsSeen(step) || !state.observation ? within(next, next.budget, observe(controlReannotate)) : decide(next);
}

/** Whether the newest observation shows the result of the step: `perform` returns one (R5); a step without an action, or a timer, does not. */
function endsSeen(step: StepInProgress): boolean {
  return lastToTakeTime(step)?.run.kind === 'device';
}

/** The last that ran on the device, or waited. */
function lastToTakeTime({ done }: StepInProgress): AppAction | undefined {
  return done.findLast(({ action: { run }, outcome }) => outcome.status !== 'skipped' && (run.kind === 'device' || run.kind === 'wait'))
    ?.action;
}

// The same action on the same target, again and again, with nothing visible coming of it. The model is told as much, and the result counts it.

/** From this time on it is told and counted. */
const tooOften = 3;

function countVain(before: AppAgentState, actions: readonly AppAction[], outcomes: readonly ActionOutcome[]): AppAgentState {
  return actions.reduce((state, action, index) => {
    const outcome = outcomes[index];
    // Of several actions only the last has an effect to tell; the others say nothing either way.
    if (outcome?.status !== 'done' || !outcome.effect) return state;
    if (outcome.effect.kind === 'changed') return without(state);
    const key = keyOf(action);
    const times = state.vain?.key === key ? state.vain.times + 1 : 1;
    const counted = { ...state, vain: { key, times } };
    return times < tooOften ? counted : tell({ ...counted, withoutEffect: state.withoutEffect + 1 }, 'info', vainText(action, times));
  }, before);
}

function without({ vain: _, ...rest }: AppAgentState): AppAgentState {
  return rest;
}

/** The label changes with each look. */
function keyOf({ function: name, args, target }: AppAction): string {
  return JSON.stringify([name, args, target?.role, target?.name, target?.path]);
}

function vainText(action: AppAction, times: number): string {
  return `${actionText(action)} was done ${times} times in a row and nothing visible came of it. Doing it again will not help: look for another way, or say FAIL.`;
}
