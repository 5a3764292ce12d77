// A policy robot: walks a procedure to its end using offered actions only, and tries every option on the way (P59).
import type { Action, ProcedureState } from '../../src/domain/procedure/state.js';
import type { HistoryEntry } from '../../src/domain/procedure/history.js';
import type { Condition, Definition } from '../../src/domain/procedure/definition.js';
import { conditionsIn, loopsIn, type Procedure } from '../../src/domain/procedure/procedure.js';
import { start, step } from '../../src/domain/procedure/step.js';
import { view, type Offer, type View } from '../../src/domain/procedure/view.js';
import type { Json } from '../../src/domain/run/json.js';
import { fractionOf } from './chance.js';

export interface Coverage {
  readonly walks: number;
  readonly actions: number;
  /** How each incomplete walk ended: activity and time of the end, or where it was given up. */
  readonly unfinished: readonly string[];
  /** `activity/checkpoint/option`. */
  readonly taken: ReadonlySet<string>;
  readonly open: readonly string[];
  /** `activity/checkpoint` of each that was open. */
  readonly asked: ReadonlySet<string>;
  /** `activity/checkpoint` of each that was passed over: its condition was false. */
  readonly passed: ReadonlySet<string>;
}

export interface Walks {
  readonly walks: number;
  /** Most actions in one walk. */
  readonly longest: number;
  readonly seed: number;
  /** A person gives some of the variables that conditions test when the run starts, as an operator may. */
  readonly given?: true;
}

/** Walks until every option is taken, or that many times. */
export function cover(procedure: Procedure, { walks, longest, seed, given }: Walks): Coverage {
  const chance = fractionOf(seed);
  const values = valuesOf(procedure.definition);
  const all = optionsOf(procedure.definition);
  const taken = new Set<string>();
  const asked = new Set<string>();
  const passed = new Set<string>();
  const look = (entries: readonly HistoryEntry[]): void => {
    for (const { activity, happening } of entries)
      if (happening.type === 'checkpoint-passed') passed.add(`${activity}/${happening.checkpoint}`);
  };
  const unfinished: string[] = [];
  let actions = 0;
  let walked = 0;
  for (; walked < walks && (walked === 0 || taken.size < all.length); walked += 1) {
    const variables = { ...(given && walked % 3 > 0 ? someOf(procedure, { values, chance }) : {}), ...neededBy(procedure.definition) };
    const begun = start(procedure, { variables, by: given ? 'human' : 'agent', answers: 'agent' }, 0);
    if (!('state' in begun)) throw new Error(begun.refused.message);
    let { state } = begun;
    look(begun.entries);
    const used = new Map<string, number>();
    let now = 0;
    for (; state.ended === undefined && now < longest; now += 1) {
      const seen = view(procedure, state, { by: 'agent', now });
      if (seen.position.checkpoint) asked.add(`${state.activity}/${seen.position.checkpoint.id}`);
      const action = choose(seen, { taken, used, values, chance }) ?? others(procedure, state, { taken, used, values, chance }, now);
      if (!action) break;
      const outcome = step(procedure, state, action, now);
      if (outcome.refused) throw new Error(`${JSON.stringify(action)} was offered: ${outcome.refused.message}`);
      state = outcome.state;
      look(outcome.entries);
      actions += 1;
    }
    if (state.ended !== 'complete') unfinished.push(state.activity);
  }
  return { walks: walked, actions, unfinished, taken, asked, passed, open: all.filter((option) => !taken.has(option)) };
}

/** What the agent may not do: a person chooses among the options offered to people, the engine does its step. */
function others(procedure: Procedure, state: ProcedureState, memory: Memory, now: number): Action | undefined {
  const seen = view(procedure, state, { by: 'human', now });
  const { step: stepId, checkpoint } = seen.position;
  if (checkpoint) {
    const action = choose(seen, memory);
    return action && { ...action, by: 'human' };
  }
  if (seen.position.waiting) {
    const action = choose(seen, memory);
    return action && { ...action, by: 'human' };
  }
  return stepId === undefined ? undefined : { call: 'complete_step', step_id: stepId, summary: 'it ran', by: 'engine' };
}

function someOf({ variables }: Procedure, { values, chance }: Pick<Memory, 'values' | 'chance'>): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    [...variables.known].flatMap(([name, type]) => {
      const choices = fitting(values, name, type);
      const value = choices[Math.floor(chance() * choices.length)];
      return value === undefined || chance() < 0.5 ? [] : [[name, value] as const];
    }),
  );
}

function fitting(values: Memory['values'], name: string, type: string): readonly Json[] {
  return (values.get(name) ?? []).filter((value) => type === 'any' || type === (Array.isArray(value) ? 'array' : typeof value));
}

/** The variables that a start requires. */
function neededBy({ variables }: Definition): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    variables.flatMap(({ name, type, required, defaultValue }) =>
      required && defaultValue === undefined ? [[name, samples[type] ?? 'x'] as const] : [],
    ),
  );
}

interface Memory {
  readonly taken: Set<string>;
  /** Uses in this walk. */
  readonly used: Map<string, number>;
  readonly values: ReadonlyMap<string, readonly Json[]>;
  readonly chance: () => number;
}

function choose({ position, actions }: View, memory: Memory): Action | undefined {
  const { checkpoint } = position;
  if (checkpoint && actions.required.some(({ call }) => call === 'respond_to_checkpoint')) {
    const keyOf = (option: { readonly id: string }): string => `${position.activity}/${checkpoint.id}/${option.id}`;
    const fewest = checkpoint.options.toSorted((a, b) => rank(memory, keyOf(a)) - rank(memory, keyOf(b)))[0];
    if (!fewest) return undefined;
    memory.taken.add(keyOf(fewest));
    memory.used.set(keyOf(fewest), (memory.used.get(keyOf(fewest)) ?? 0) + 1);
    return { call: 'respond_to_checkpoint', checkpoint_id: checkpoint.id, option_id: fewest.id, by: 'agent' };
  }
  const work = [...actions.required, ...actions.optional].filter(({ call }) => call !== 'abort_workflow');
  const offer = work[Math.floor(memory.chance() * work.length)];
  if (!offer) return undefined;
  const outputs = outputsFor(offer, memory);
  if (offer.call === 'report_variables') return { call: 'report_variables', outputs, by: 'agent' };
  if (offer.call === 'skip_step') return { call: 'skip_step', step_id: offer.step_id ?? '', by: 'agent' };
  return { call: 'complete_step', step_id: offer.step_id ?? '', summary: `${offer.name}: done`, outputs, by: 'agent' };
}

/** Options that no walk has taken come first, then those least taken in this one; chance breaks ties. */
function rank({ taken, used, chance }: Memory, key: string): number {
  return (taken.has(key) ? 1_000 : 0) + (used.get(key) ?? 0) + chance() / 2;
}

/** Some of the reportable outputs, with values that conditions test. */
function outputsFor({ outputs = {} }: Offer, { values, chance }: Memory): Readonly<Record<string, Json>> {
  const reported = Object.entries(outputs).flatMap(([name, type]) => {
    const choices = fitting(values, name, type);
    const value = choices[Math.floor(chance() * choices.length)];
    return value === undefined || chance() < 0.3 ? [] : [[name, value] as const];
  });
  const [first] = Object.entries(outputs);
  return reported.length > 0 || !first ? Object.fromEntries(reported) : { [first[0]]: samples[first[1]] ?? 'x' };
}

const samples: Readonly<Record<string, Json>> = { string: 'x', number: 1, boolean: true, array: ['x'], object: {}, any: 'x' };

function valuesOf({ activities }: Definition): ReadonlyMap<string, readonly Json[]> {
  const values = new Map<string, Json[]>();
  const add = (name: string, ...more: readonly Json[]): void => void values.set(name, [...(values.get(name) ?? []), ...more]);
  const compared = (condition: Condition): void => {
    if (condition.type === 'not') compared(condition.condition);
    else if (condition.type === 'simple') add(condition.variable, ...alternatives(condition.value));
    else condition.conditions.forEach(compared);
  };
  for (const activity of activities) {
    conditionsIn(activity).forEach(compared);
    for (const { over } of loopsIn(activity)) if (over !== undefined) add(over, [], ['one', 'two']);
  }
  return values;
}

function alternatives(value: Json = true): readonly Json[] {
  if (typeof value === 'boolean') return [true, false];
  if (typeof value === 'number') return [value - 1, value, value + 1];
  return [value];
}

function optionsOf({ activities }: Definition): readonly string[] {
  return activities.flatMap((activity) =>
    activity.checkpoints.flatMap((checkpoint) => checkpoint.options.map(({ id }) => `${activity.id}/${checkpoint.id}/${id}`)),
  );
}
