// What a procedure reports about itself: its details, `progress`, the view of `procedure show`, and its result.
import { noUsage } from '../../domain/budget/usage.js';
import type { Variables } from '../../domain/run/json.js';
import { readRegister } from '../../domain/procedure/register.js';
import type { Holding } from '../../domain/run/held.js';
import { progressOfRun } from '../engine/run.js';
import type { ProcedureView, ProgressView } from '../messages.js';
import { standingOf, type ProcedureShell } from './shell.js';

export interface ProcedureSummary {
  readonly outcome: 'completed' | 'aborted';
  readonly workflow: string;
  readonly digest: string;
  readonly variables: Variables;
  readonly revisions: number;
  readonly refusals: number;
}

export function headlineOf(shell: ProcedureShell): string {
  if (!shell.procedure) return 'Starting';
  const { procedure, register } = standingOf(shell);
  const { position, message } = readRegister(procedure, register, { by: 'human', now: Date.now() });
  return `**${position.activity}**${position.step === undefined ? '' : ` · ${position.step}`}\n\n${message}`;
}

/** What fills a procedure. */
export function holdingOf({ carried: { register, loaded, entries } }: ProcedureShell): Holding {
  return {
    done: `${register?.revision ?? 0} moves`,
    parts: { variables: register?.state.variables, replies: register?.answered, definition: loaded, history: entries },
    instead: 'report shorter values, or divide the procedure',
  };
}

export function progressOf({ carried }: ProcedureShell): ProgressView {
  const { people, register } = carried;
  return {
    ...progressOfRun({ people }),
    status: register?.state.activity ?? 'Starting',
    step: register?.revision ?? 0,
    budgetLeft: {},
    usage: noUsage,
    unknownOutcomes: 0,
  };
}

export function viewOf(shell: ProcedureShell): ProcedureView {
  const { register, digest } = standingOf(shell);
  const { entries, stored } = shell.carried;
  return {
    workflow: register.state.workflow,
    digest,
    revision: register.revision,
    refusals: register.refusals,
    variables: register.state.variables,
    stored,
    entries,
  };
}

export function summaryOf(shell: ProcedureShell): ProcedureSummary {
  const { digest, register } = standingOf(shell);
  const { state, revision, refusals } = register;
  return {
    outcome: state.ended === 'aborted' ? 'aborted' : 'completed',
    workflow: state.workflow,
    digest,
    variables: state.variables,
    revisions: revision,
    refusals,
  };
}
