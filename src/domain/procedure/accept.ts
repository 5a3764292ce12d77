// Decides whether an action is the one that is due, and applies it if so: one handler per call.
//
// accept-1. While a checkpoint is open, every call but its answer is refused; only a person may abort then.
// accept-2. A handler refuses before it changes anything.
import { applyAnswer, authorityOf, isOffered, readableAt, record, setFrame, stepDone, type Turn } from './settle.js';
import { type Action, type ActionOf, type Call, visitsOf } from './state.js';
import { assigned, withSets, outputsRefusal } from './outputs.js';
import { isBlank } from '../text/blank.js';
import type { Due } from './next.js';
import { type Place, partsAhead, stepsBehind, stepsOf } from './place.js';
import { completed, listed, refusal, type Refusal } from './refusal.js';
import { stepsIn } from './procedure.js';

interface Asked<C extends Call> {
  readonly turn: Turn;
  readonly place: Place;
  readonly due: Due;
  readonly action: ActionOf<C> & Action;
}

/** Characters. */
export const longestSummary = 2_000;

const handlers: { readonly [C in Call]: (asked: Asked<C>) => Refusal | undefined } = {
  complete_step: completeStep,
  skip_step: skipStep,
  respond_to_checkpoint: respond,
  report_variables: report,
  abort_workflow: abort,
};

/** Undefined: it was accepted. */
export function accept<C extends Call>(asked: Asked<C>): Refusal | undefined {
  const { due, action, place } = asked;
  if (due.type === 'end') return completed(place.state);
  if (due.type === 'checkpoint' && isHeldBack(action)) {
    const { id, name } = due.checkpoint;
    return refusal('CHECKPOINT_BLOCKING', `The checkpoint '${id}' (${name}) is open; nothing else can be done until it is answered.`, [id]);
  }
  return handlers[action.call as C](asked);
}

/** accept-1. */
function isHeldBack({ call, by }: Action): boolean {
  return call !== 'respond_to_checkpoint' && !(call === 'abort_workflow' && by === 'human');
}

function completeStep({ turn, place, due, action }: Asked<'complete_step'>): Refusal | undefined {
  const wrong = stepRefusal(place, due, action);
  if (wrong) return wrong;
  const { step_id: step, summary, outputs = {}, by } = action;
  if (isBlank(summary) || summary.length > longestSummary)
    return refusal('SUMMARY_REQUIRED', `Say in 1 to ${longestSummary} characters what was done in step '${step}'.`);
  const refused = outputsRefusal(turn.procedure, outputs, by === 'engine' ? 'human' : by, due.type === 'step' ? due.step : undefined);
  if (refused) return refused;
  record(turn, { type: 'step-completed', step, summary, outputs: Object.keys(outputs) });
  const reported = assigned(turn.procedure, turn.state.variables, outputs);
  turn.state = { ...turn.state, variables: due.type === 'step' ? withSets(place, due.step, reported) : reported };
  setFrame(turn, stepDone(place.frame));
  return undefined;
}

function skipStep({ turn, place, due, action }: Asked<'skip_step'>): Refusal | undefined {
  const wrong = stepRefusal(place, due, action);
  if (wrong) return wrong;
  const { step_id: id, reason = '' } = action;
  if (due.type === 'step' && due.step.required) return refusal('STEP_REQUIRED', `Step '${id}' is required: do it, then complete it.`, [id]);
  record(turn, { type: 'step-skipped', step: id, reason: reason.slice(0, longestSummary) });
  setFrame(turn, stepDone(place.frame));
  return undefined;
}

function stepRefusal(place: Place, due: Due, { step_id: id, by }: ActionOf<'complete_step' | 'skip_step'>): Refusal | undefined {
  if (due.type !== 'step' || due.step.id !== id) return outOfOrder(place, due, id);
  if (due.step.run === undefined) return undefined;
  return by === 'engine' ? undefined : refusal('STEP_RUN_BY_ENGINE', `Step '${id}' is done by the engine itself; wait until it is.`, []);
}

function respond({ turn, place, due, action }: Asked<'respond_to_checkpoint'>): Refusal | undefined {
  const { checkpoint_id: id, option_id: optionId, by } = action;
  if (due.type !== 'checkpoint' || due.checkpoint.id !== id) return unexpectedCheckpoint(place, due, id);
  const { checkpoint } = due;
  const option = checkpoint.options.find((each) => each.id === optionId);
  const offered = checkpoint.options.filter((each) => isOffered(turn.procedure, each)).map((each) => each.id);
  if (by !== 'human' && authorityOf(checkpoint, place.state) === 'human')
    return refusal('AWAITING_USER', `The checkpoint '${id}' is not for an agent to answer.`, []);
  if (!option)
    return refusal('OPTION_NOT_FOUND', `The checkpoint '${id}' has no option '${optionId}'; choose one of ${listed(offered)}.`, offered);
  if (!offered.includes(optionId))
    return refusal(
      'DEFINITION_INVALID',
      `The option '${optionId}' leads to an activity that does not exist; choose one of ${listed(offered)}.`,
      offered,
    );
  const left = readableAt(checkpoint, place.state) - turn.at;
  if (left > 0) return refusal('CHECKPOINT_TOO_EARLY', `The checkpoint '${id}' can be answered in ${left} ms: read it first.`, [id]);
  applyAnswer(turn, checkpoint, option);
  return undefined;
}

function report({ turn, due, action: { outputs, by } }: Asked<'report_variables'>): Refusal | undefined {
  if (due.type !== 'wait') {
    const wanted = due.type === 'step' ? [due.step.id] : [];
    return refusal('OUTPUT_NOT_ALLOWED', `The run waits for no variables; report them as outputs of step ${listed(wanted)}.`, wanted);
  }
  if (Object.keys(outputs).length === 0)
    return refusal(due.code, `Report at least one variable; the run waits for ${listed(due.variables)}.`, due.variables);
  const refused = outputsRefusal(turn.procedure, outputs, by === 'engine' ? 'human' : by);
  if (refused) return refused;
  record(turn, { type: 'variables-reported', variables: Object.keys(outputs) });
  const { circling: _, ...state } = turn.state;
  turn.state = { ...state, variables: assigned(turn.procedure, state.variables, outputs) };
  return undefined;
}

function abort({ turn, action: { reason = '' } }: Asked<'abort_workflow'>): undefined {
  record(turn, { type: 'aborted', reason: reason.slice(0, longestSummary) });
  turn.state = { ...turn.state, ended: 'aborted' };
}

// Refusals for a step or a checkpoint that is not the one due: already done, not due yet, elsewhere, or unknown.

function outOfOrder(place: Place, due: Due, id: string): Refusal {
  const expected = due.type === 'step' ? [due.step.id] : [];
  const instead =
    due.type === 'step' ? `step '${due.step.id}' is next` : due.type === 'wait' ? `the run waits for ${listed(due.variables)}` : '';
  const { activity } = place.prepared;
  const own = stepsIn(activity).map((step) => step.id);
  if (own.includes(id)) {
    const isAhead = stepsOf(partsAhead(place)).some((step) => step.id === id);
    const isBehind = !isAhead && stepsBehind(place).some((step) => step.id === id);
    return isBehind
      ? refusal('STEP_ALREADY_COMPLETE', `Step '${id}' has been dealt with; ${instead}.`, expected)
      : refusal('STEP_OUT_OF_ORDER', `Step '${id}' is not due yet; ${instead}.`, expected);
  }
  const elsewhere = [...place.procedure.activities.values()].find((other) => stepsIn(other.activity).some((step) => step.id === id));
  if (!elsewhere) return refusal('STEP_NOT_FOUND', `The procedure has no step '${id}'; ${instead}.`, expected);
  const at = `Step '${id}' belongs to the activity '${elsewhere.activity.id}', not to '${activity.id}'`;
  return visitsOf(place.state, elsewhere.activity.id) > 0
    ? refusal('STEP_ALREADY_COMPLETE', `${at}, and that was left; ${instead}.`, expected)
    : refusal('STEP_OUT_OF_ORDER', `${at}; ${instead}.`, expected);
}

function unexpectedCheckpoint({ procedure, prepared, state }: Place, due: Due, id: string): Refusal {
  const expected = due.type === 'checkpoint' ? [due.checkpoint.id] : [];
  const instead = due.type === 'checkpoint' ? `'${due.checkpoint.id}' is open` : 'none is open now';
  if (state.answered.includes(id))
    return refusal('CHECKPOINT_ALREADY_RESPONDED', `The checkpoint '${id}' has been answered; ${instead}.`, expected);
  if (prepared.checkpoints.has(id)) return refusal('CHECKPOINT_NOT_ACTIVE', `The checkpoint '${id}' is not open; ${instead}.`, expected);
  const elsewhere = [...procedure.activities.values()].find(({ checkpoints }) => checkpoints.has(id));
  if (!elsewhere) return refusal('CHECKPOINT_NOT_FOUND', `The procedure has no checkpoint '${id}'; ${instead}.`, expected);
  const at = `The checkpoint '${id}' belongs to the activity '${elsewhere.activity.id}', not to '${prepared.activity.id}'`;
  return refusal('CHECKPOINT_NOT_ACTIVE', `${at}; ${instead}.`, expected);
}
