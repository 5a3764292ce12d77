// Resolves a state's frames in its definition: the activity, the active loops, and the values of variables there.
import type { Json } from '../run/json.js';
import { evaluate } from './condition.js';
import type { Body, Condition, Loop } from './definition.js';
import type { PreparedActivity, Procedure } from './procedure.js';
import type { Frame, ProcedureState } from './state.js';
import type { Part } from './sequence.js';
import { lookUp, valueIn } from './variables.js';

export interface Round {
  readonly loop: Loop;
  readonly frame: Frame;
}

export interface Place {
  readonly procedure: Procedure;
  readonly state: ProcedureState;
  readonly prepared: PreparedActivity;
  /** Active loops, outermost first. */
  readonly rounds: readonly Round[];
  /** The innermost body: of the active loop, or of the activity. */
  readonly body: Body;
  readonly frame: Frame;
  /** The part of the body that is next; undefined when all are done. */
  readonly part: Part | undefined;
}

export function placeOf(procedure: Procedure, state: ProcedureState): Place {
  const prepared = procedure.activities.get(state.activity);
  const [first, ...inner] = state.frames;
  if (!prepared || !first) throw new TypeError(`the state is not one of '${procedure.definition.id}'`);
  let body: Body = prepared.activity;
  let frame = first;
  const rounds: Round[] = [];
  for (const next of inner) {
    const part = partAt(prepared, body, frame);
    if (part?.type !== 'loop') throw new TypeError(`the state is not one of '${procedure.definition.id}'`);
    rounds.push({ loop: part.loop, frame: next });
    body = part.loop;
    frame = next;
  }
  return { procedure, state, prepared, rounds, body, frame, part: partAt(prepared, body, frame) };
}

function partAt({ sequences }: PreparedActivity, body: Body, { step, loop }: Frame): Part | undefined {
  return sequences.get(body)?.[step + loop];
}

export function itemOf({ loop, frame }: Round): Json | undefined {
  return loop.type === 'forEach' ? frame.items?.[frame.iteration - 1] : undefined;
}

/** The item of the innermost loop with that name, otherwise the run's variable. */
export function valueAt({ state, rounds }: Place, name: string): Json | undefined {
  const round = rounds.findLast(({ loop: { type, variable } }) => type === 'forEach' && isPartOf(name, variable));
  if (!round) return lookUp(state.variables, name);
  return valueIn(itemOf(round), name === round.loop.variable ? [] : name.slice((round.loop.variable?.length ?? 0) + 1).split('.'));
}

function isPartOf(name: string, variable: string | undefined): boolean {
  return variable !== undefined && (name === variable || name.startsWith(`${variable}.`));
}

/** No condition counts as true. */
export function holds(place: Place, condition: Condition | undefined): boolean {
  return condition === undefined || evaluate(condition, (name) => valueAt(place, name));
}
