// The position of a run, as reported. What an option does is not disclosed.
import type { Json } from '../run/json.js';
import { assertNever } from '../errors/assert-never.js';
import { authorityOf, autoAnswer, isOffered, readableAt } from './settle.js';
import type { Due, WaitCode } from './next.js';
import { itemOf, type Place, filledText } from './place.js';
import { listed } from './refusal.js';

export interface Position {
  readonly workflow: string;
  readonly activity: string;
  readonly step?: string;
  readonly checkpoint?: OpenCheckpoint;
  /** The innermost active loop. */
  readonly loop?: LoopPosition;
  readonly waiting?: { readonly code: WaitCode; readonly variables: readonly string[] };
}

interface OpenCheckpoint {
  readonly id: string;
  readonly name: string;
  readonly message: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  readonly answeredBy: 'agent' | 'human';
  /** ms; absent: immediately. */
  readonly readableAt?: number;
  /** ms: when it answers itself. */
  readonly autoAdvanceAt?: number;
}

interface LoopPosition {
  readonly id: string;
  /** From 1. */
  readonly iteration: number;
  readonly total?: number;
  readonly item?: Json;
}

export function positionOf(place: Place, due: Due): Position {
  const round = place.rounds.at(-1);
  const item = round && itemOf(round);
  return {
    workflow: place.procedure.definition.id,
    activity: place.state.activity,
    step: due.type === 'step' ? due.step.id : undefined,
    checkpoint: due.type === 'checkpoint' ? openCheckpoint(place, due) : undefined,
    waiting: due.type === 'wait' ? { code: due.code, variables: due.variables } : undefined,
    loop:
      round && due.type !== 'end'
        ? {
            id: round.loop.id,
            iteration: round.frame.iteration,
            total: round.frame.items?.length,
            item,
          }
        : undefined,
  };
}

function openCheckpoint(place: Place, { checkpoint }: Extract<Due, { readonly type: 'checkpoint' }>): OpenCheckpoint {
  const { procedure, state } = place;
  const { id, name, message, options } = checkpoint;
  const auto = autoAnswer(procedure, checkpoint, state);
  return {
    id,
    name,
    message: filledText(place, message),
    options: options
      .filter((option) => isOffered(procedure, option))
      .map((option) => ({ id: option.id, label: filledText(place, option.label) })),
    answeredBy: authorityOf(checkpoint, state),
    readableAt: checkpoint.minReadMs ? readableAt(checkpoint, state) : undefined,
    autoAdvanceAt: auto?.at,
  };
}

/** What to do now. */
export function instructionOf({ state }: Place, due: Due): string {
  switch (due.type) {
    case 'step': {
      const { id, name, run, required } = due.step;
      if (run) return `The engine does step '${id}' (${name}) itself; wait until it is done.`;
      return `Do step '${id}' (${name}), then call complete_step with a summary of what was done${required ? '' : '; or skip_step: it is optional'}.`;
    }
    case 'checkpoint': {
      const { id, name } = due.checkpoint;
      return authorityOf(due.checkpoint, state) === 'human'
        ? `A person answers the checkpoint '${id}' (${name}); wait for it.`
        : `Answer the checkpoint '${id}' (${name}) with respond_to_checkpoint and one of its options.`;
    }
    case 'wait':
      return waitText(due);
    case 'end':
      return state.ended === 'aborted' ? 'The run was aborted.' : 'The procedure is complete.';
    default:
      return assertNever(due);
  }
}

function waitText({ code, variables, loop }: Extract<Due, { readonly type: 'wait' }>): string {
  const names = listed(variables);
  switch (code) {
    case 'LOOP_ITEMS_REQUIRED':
      return `The loop '${loop?.id}' goes over ${names}, which is not a list yet; report it with report_variables.`;
    case 'LOOP_LIMIT_REACHED':
      return `The loop '${loop?.id}' goes over ${names}, which has more than ${loop?.maxIterations} items; report a shorter list with report_variables.`;
    case 'NO_ELIGIBLE_TRANSITION':
      return `No transition of this activity is true; report what decides with report_variables: ${names || 'any variable'}.`;
    default:
      return assertNever(code);
  }
}
