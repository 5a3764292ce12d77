// What the parts of the procedure's workflow share: the register, and what happened since it was last stored.
import type { LoadedProcedure } from '../../activities/procedure/procedure-activities.js';
import type { HistoryEntry } from '../../domain/procedure/history.js';
import type { ProcedureInput } from '../../domain/procedure/input.js';
import type { Procedure } from '../../domain/procedure/procedure.js';
import { answerCall, type Called, type Register, type Registered } from '../../domain/procedure/register.js';
import { engineHere, measure } from '../engine/measures.js';
import type { People } from '../people/people.js';
import type { PeopleState } from '../people/people-state.js';

/** What a procedure carries over a continue-as-new. */
export interface ProcedureCarried {
  readonly people: PeopleState;
  loaded?: LoadedProcedure;
  register?: Register;
  /** How many steps the engine itself has begun. */
  children: number;
  /** Not yet in the run's records. */
  entries: readonly HistoryEntry[];
  /** How many are there. */
  stored: number;
}

export interface ProcedureShell {
  readonly given: ProcedureInput;
  readonly carried: ProcedureCarried;
  readonly people: People;
  /** Absent until the definition is loaded. */
  procedure?: Procedure;
}

/** Where a run stands. */
export interface Standing {
  readonly procedure: Procedure;
  readonly digest: string;
  readonly register: Register;
}

export function standingOf({ procedure, carried: { loaded, register } }: ProcedureShell): Standing {
  if (!procedure || !loaded || !register) throw new Error('The procedure has not started yet: its definition is being loaded.');
  return { procedure, digest: loaded.digest, register };
}

export function take(shell: ProcedureShell, call: Called): Registered {
  const { procedure, register } = standingOf(shell);
  const { reply, ...taken } = answerCall(procedure, register, call, Date.now());
  moveTo(shell, taken);
  return reply;
}

export function moveTo({ carried }: ProcedureShell, { register, entries }: Pick<Required<ProcedureCarried>, 'register' | 'entries'>): void {
  const { revision = 0, refusals = 0 } = carried.register ?? {};
  count('steadyhand_steps_total', register.revision - revision);
  count('steadyhand_refusals_total', register.refusals - refusals);
  carried.register = register;
  carried.entries = [...carried.entries, ...entries];
}

function count(name: 'steadyhand_steps_total' | 'steadyhand_refusals_total', value: number): void {
  if (value > 0) measure({ name, value, labels: { engine: engineHere() } });
}
