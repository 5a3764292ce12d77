// Resolves a state's frames in its definition: the activity, the active loops, and the values of variables there.
import type { Json } from '../run/json.js';
import { evaluate } from './condition.js';
import type { Body, Condition, Loop, Checkpoint, Step } from './definition.js';
import { type PreparedActivity, type Procedure, type Part, placedCheckpoints, stepsIn } from './procedure.js';
import type { Frame, ProcedureState } from './state.js';
import { lookUp, valueIn } from './variables.js';

interface Round {
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

// What lies before and behind the current position in its activity.

interface Level {
  readonly parts: readonly Part[];
  /** Index of the part that is next or, around an active loop, of that loop. */
  readonly at: number;
}

/** The activity, then each active loop. */
function levelsOf({ prepared, rounds, state }: Place): readonly Level[] {
  return [prepared.activity, ...rounds.map(({ loop }) => loop)].map((body, index) => {
    const { step = 0, loop = 0 } = state.frames[index] ?? {};
    return { parts: prepared.sequences.get(body) ?? [], at: step + loop };
  });
}

/** Innermost first: the rest of the round, then that of the rounds around it. */
export function partsAhead(place: Place): readonly Part[] {
  return levelsOf(place)
    .map(({ parts, at }, index, levels) => parts.slice(index < levels.length - 1 ? at + 1 : at))
    .toReversed()
    .flat();
}

/** Those of loops to come included. */
export function stepsOf(parts: readonly Part[]): readonly Step[] {
  return parts.flatMap((part) => (part.type === 'step' ? [part.step] : part.type === 'loop' ? stepsIn(part.loop) : []));
}

/** Those that stand in the order; of loops to come included. */
export function checkpointsOf({ prepared: { activity } }: Place, parts: readonly Part[]): readonly Checkpoint[] {
  const indices = parts.flatMap((part) =>
    part.type === 'checkpoint' ? [part.checkpoint] : part.type === 'loop' ? placedCheckpoints(part.loop) : [],
  );
  return indices.flatMap((index) => activity.checkpoints[index] ?? []);
}

/** Steps of the activity that no longer come up in this round. */
export function stepsBehind(place: Place): readonly Step[] {
  return levelsOf(place).flatMap(({ parts, at }) => stepsOf(parts.slice(0, at)));
}

// `{name}` in the texts of a definition stands for a variable, or for the item of a loop (docs/design/procedure.md §1).
//
// template-1. In messages and labels of checkpoints, and in the values that answers and steps set. Nowhere else.
// template-2. What is not set stays as it is written, so that its reader sees what is missing.
// template-3. A value that is a template and nothing else keeps its type; unset, it is null.

const template = /(?<!\{)\{([A-Za-z_][\w-]*(?:\.[\w-]+)*)\}(?!\})/g;
const whole = /^\{([A-Za-z_][\w-]*(?:\.[\w-]+)*)\}$/;

/** Characters: a message is read by people. */
const longestValue = 500;

export function hasTemplate(value: Json): boolean {
  return typeof value === 'string' && value.search(template) !== -1;
}

export function filledText(place: Place, text: string): string {
  return text.replace(template, (written, name: string) => {
    const value = valueAt(place, name);
    if (value === undefined || value === null) return written;
    const shown = typeof value === 'string' ? value : JSON.stringify(value);
    return shown.length <= longestValue ? shown : `${shown.slice(0, longestValue)}…`;
  });
}

/** template-3. */
export function filledValue(place: Place, value: Json): Json {
  if (typeof value !== 'string') return value;
  const name = whole.exec(value)?.[1];
  return name === undefined ? filledText(place, value) : (valueAt(place, name) ?? null);
}
