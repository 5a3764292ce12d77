// The procedure engine as a machine (docs/design/procedure.md §3): a run starts, takes one action at a time, and open checkpoints react to time.
//
// core-1. States are immutable; a refusal returns the same state.
// core-2. It never throws for a definition that was loaded without errors and a state of that definition.
// core-3. The same definition, state, action and time give the same outcome: it runs in workflows and is replayed.
import type { Variables } from '../run/json.js';
import { accept } from './accept.js';
import type { Action, ProcedureState } from './state.js';
import { applyAnswer, autoAnswer, enter, freshFrame, isDue, record, settle, createTurn } from './settle.js';
import { assigned, outputsRefusal } from './outputs.js';
import { historyEntry, type HistoryEntry } from './history.js';
import { whatIsNext, type Due } from './next.js';
import { placeOf } from './place.js';
import type { Procedure } from './procedure.js';
import { refusal, type Refusal } from './refusal.js';

interface Outcome {
  readonly state: ProcedureState;
  readonly entries: readonly HistoryEntry[];
  readonly refused?: Refusal;
}

export interface Start {
  readonly variables?: Variables;
  readonly by: 'agent' | 'human';
  /** Who answers a blocking checkpoint that does not say. */
  readonly answers: 'agent' | 'human';
}

/** Without a state if its input is refused. */
export function start(procedure: Procedure, { variables = {}, by, answers }: Start, now: number): Outcome | { readonly refused: Refusal } {
  const { declared } = procedure.variables;
  const refused = outputsRefusal(procedure, variables, by) ?? missing(procedure, variables);
  if (refused) return { refused };
  const defaults = declared.flatMap(({ name, defaultValue }) => (defaultValue === undefined ? [] : [[name, defaultValue] as const]));
  const state: ProcedureState = {
    version: 1,
    workflow: procedure.definition.id,
    answers,
    variables: assigned(procedure, Object.fromEntries(defaults), variables),
    activity: procedure.initial,
    visits: {},
    frames: [freshFrame],
    closing: 0,
    answered: [],
    since: now,
    skips: [],
  };
  const turn = createTurn(procedure, state, now, by);
  record(turn, { type: 'started', workflow: state.workflow, version: procedure.definition.version, variables: Object.keys(variables) });
  enter(turn, procedure.initial, 'start');
  settle(turn);
  return turn;
}

export function step(procedure: Procedure, state: ProcedureState, action: Action, now: number): Outcome {
  const live = passTime(procedure, state, now);
  const turn = createTurn(procedure, live.state, now, action.by);
  const place = placeOf(procedure, live.state);
  const refused = accept({ turn, place, due: dueAt(procedure, live.state), action });
  if (refused) {
    const entry = historyEntry(live.state, { at: now, by: action.by }, { type: 'refused', call: action.call, code: refused.code });
    return { state: live.state, entries: [...live.entries, entry], refused };
  }
  settle(turn);
  return { state: turn.state, entries: [...live.entries, ...turn.entries] };
}

/** At most this many in one call; the next one continues. */
const mostAnswersAtOnce = 100;

/** Applies the checkpoints that have answered themselves by now, each at its own time, so that the result does not depend on how often this is called. */
export function passTime(procedure: Procedure, state: ProcedureState, now: number): Omit<Outcome, 'refused'> {
  let live: Omit<Outcome, 'refused'> = { state, entries: [] };
  for (let answers = 0; answers < mostAnswersAtOnce; answers += 1) {
    const due = dueAt(procedure, live.state);
    const auto = due.type === 'checkpoint' ? autoAnswer(procedure, due.checkpoint, live.state) : undefined;
    if (due.type !== 'checkpoint' || !auto || auto.at > now) break;
    const turn = createTurn(procedure, live.state, auto.at, 'time');
    applyAnswer(turn, due.checkpoint, auto.option);
    settle(turn);
    live = { state: turn.state, entries: [...live.entries, ...turn.entries] };
  }
  return live;
}

/** What a resting state waits for. */
export function dueAt(procedure: Procedure, state: ProcedureState): Due {
  const next = whatIsNext(placeOf(procedure, state));
  if (!isDue(next)) throw new TypeError(`the state is not one of '${procedure.definition.id}': it does not rest`);
  return next;
}

function missing({ variables: { declared } }: Procedure, given: Variables): Refusal | undefined {
  const absent = declared.filter(
    ({ name, required, defaultValue }) => required && defaultValue === undefined && !Object.hasOwn(given, name),
  );
  if (absent.length === 0) return undefined;
  const wanted = absent.map(({ name, type }) => `'${name}' (${type})`);
  return refusal(
    'OUTPUT_TYPE',
    `The procedure cannot start without ${wanted.join(', ')}; give them as initial_variables.`,
    absent.map(({ name }) => name),
  );
}
