// The line that phase 2 of a step writes to the run record, also when it failed. The same step has the same `seq`, so the line is there once, whichever attempt wrote it.
import { ApplicationFailure, Context } from '@temporalio/activity';
import { actionText } from '../../domain/agent/action-text.js';
import type { AppDecision, HostDecision, RunNote } from '../../domain/agent/decision.js';
import type { RecordContext } from '../../domain/device/device-work.js';
import { stepSequence } from '../step-sequence.js';
import type { StepEntry } from '../../domain/run/entry.js';
import type { RunRecords } from '../../ports/run-records.js';

export interface RecordDesk {
  readonly records: RunRecords;
  readonly now: () => Date;
}

export interface Asked {
  readonly record: RecordContext;
  readonly subtask: string;
  readonly notes: readonly RunNote[];
}

export async function recordDecision(
  { records, now }: RecordDesk,
  asked: Asked,
  decision: AppDecision | HostDecision,
  about: { readonly ms: number; readonly warnings: readonly string[] },
): Promise<void> {
  const { observation, thought, plan, questions, status, comment, result, usage, model, refs, actions } = decision;
  const line: StepEntry = {
    seq: stepSequence(asked.record, '1-decide', Context.current().info),
    at: now().toISOString(),
    type: 'decided',
    data: {
      agent: asked.record.agent,
      step: asked.record.step,
      subtask: asked.subtask,
      observation,
      thought,
      plan,
      action: actions.map(actionText).join('; '),
      actions: actions.map((action) => ({
        function: action.function,
        args: action.args,
        status: action.status,
        target: action.target,
        checks: 'checks' in action && action.checks ? action.checks : undefined,
        ...problemOf(action),
      })),
      status,
      comment,
      questions,
      result,
      application: 'application' in decision && decision.application ? decision.application.name : undefined,
      model,
      usage,
      ms: about.ms,
      refs,
      notes: asked.notes,
      warnings: about.warnings,
    },
  };
  await records.append(asked.record.run, [line]);
}

/** One line per attempt: a step that failed twice and then worked shows all three. */
export async function recordFailedDecision(
  { records, now }: RecordDesk,
  asked: Asked,
  error: unknown,
  about: { readonly ms: number; readonly attempt: number },
): Promise<void> {
  const { record, subtask, notes } = asked;
  const data = { agent: record.agent, step: record.step, subtask, ...failureOf(error), ms: about.ms, attempt: about.attempt, notes };
  const line: StepEntry = {
    seq: stepSequence(record, `1-decide-failed-${String(about.attempt).padStart(3, '0')}`, Context.current().info),
    at: now().toISOString(),
    type: 'decide-failed',
    data,
  };
  // The failure itself matters more than its record.
  await records.append(record.run, [line]).catch(() => undefined);
}

function failureOf(error: unknown): Readonly<Record<string, unknown>> {
  if (error instanceof ApplicationFailure)
    return { code: error.type ?? 'unknown', message: error.message, ...(error.details?.[0] as object | undefined) };
  return { code: 'unexpected', message: error instanceof Error ? error.message : String(error) };
}

function problemOf({ run }: AppDecision['actions'][number]): Readonly<Record<string, unknown>> {
  return run.kind === 'invalid' ? { invalid: { code: run.code, message: run.message } } : {};
}
