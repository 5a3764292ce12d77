// Steps that the engine does itself (docs/design/procedure.md §1, `step.run`): an agent cannot claim what another engine has to prove.
//
// enginestep-1. The run that did the step reports it: its result is the summary, and it may report the same variables as an agent.
// enginestep-2. `{{name}}` stands for a variable, or for the item of a loop; if unset, it stays as it is.
import type { Json, Variables } from '../run/json.js';
import type { Step } from './definition.js';
import { historyEntry, type HistoryEntry } from './history.js';
import { outputsRefusal } from './outputs.js';
import { itemOf, placeOf, valueAt, type Place } from './place.js';
import { type Procedure, stepsIn } from './procedure.js';
import type { ProcedureState } from './state.js';
import { dueAt } from './step.js';

export type EngineWork = { readonly step: Step; readonly url?: string } & (
  | { readonly type: 'agent'; readonly request: string }
  | {
      readonly type: 'flow';
      readonly name: string;
      readonly flow: Variables;
      /** All other flows that it may run. */
      readonly flows: Readonly<Record<string, Variables>>;
      readonly variables: Variables;
    }
);

/** Undefined: what is due is not for the engine to do. */
export function engineWorkAt(procedure: Procedure, state: ProcedureState): EngineWork | undefined {
  const due = dueAt(procedure, state);
  if (due.type !== 'step' || !due.step.run) return undefined;
  const { step } = due;
  const { agent, flow: name, url } = due.step.run;
  const place = placeOf(procedure, state);
  const common = { step, url: url === undefined ? undefined : filled(place, url) };
  if (agent !== undefined) return { ...common, type: 'agent', request: filled(place, agent) };
  const { [name ?? '']: flow, ...flows } = procedure.definition.flows ?? {};
  if (name === undefined || !flow) throw new TypeError(`the step '${step.id}' runs a flow that is not there`); // lint has seen that it is
  return { ...common, type: 'flow', name, flow, flows, variables: { ...state.variables, ...itemsAt(place) } };
}

/** enginestep-1. The part of a flow's variables that may be reported: it was given the run's variables, and returns those too. */
export function reportable(procedure: Procedure, { variables }: ProcedureState, left: Variables): Variables {
  const isNews = ([name, value]: readonly [string, Json]): boolean =>
    JSON.stringify(value) !== JSON.stringify(variables[name]) && outputsRefusal(procedure, { [name]: value }, 'agent') === undefined;
  return Object.fromEntries(Object.entries(left).filter(isNews));
}

export function stepFailed(state: ProcedureState, at: number, failure: { step: string; child: string; why: string }): HistoryEntry {
  return historyEntry(state, { at, by: 'engine' }, { type: 'step-failed', ...failure });
}

/** Steps that only a durable run can do. */
export function engineSteps({ definition }: Procedure): readonly string[] {
  return definition.activities.flatMap(stepsIn).flatMap(({ id, run }) => (run ? [id] : []));
}

function itemsAt(place: Place): Variables {
  const items = place.rounds.flatMap((round): readonly (readonly [string, Json])[] => {
    const item = itemOf(round);
    return round.loop.variable === undefined || item === undefined ? [] : [[round.loop.variable, item]];
  });
  return Object.fromEntries(items);
}

/** enginestep-2. */
function filled(place: Place, text: string): string {
  return text.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (whole, name: string) => {
    const value = valueAt(place, name);
    if (value === undefined || value === null) return whole;
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}
