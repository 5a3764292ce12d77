// Refusals for a step or a checkpoint that is not the one due: already done, not due yet, elsewhere, or unknown.
import { partsAhead, stepsBehind, stepsOf } from './ahead.js';
import type { Due } from './next.js';
import type { Place } from './place.js';
import { stepsIn } from './sequence.js';
import { listed, refusal, type Refusal } from './refusal.js';
import { visitsOf } from './state.js';

export function outOfOrder(place: Place, due: Due, id: string): Refusal {
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

export function unexpectedCheckpoint({ procedure, prepared, state }: Place, due: Due, id: string): Refusal {
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
