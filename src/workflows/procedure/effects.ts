// What a procedure waits for: time, a person, a call, a step that the engine does (procedurerun-2 and procedurerun-4 of procedure.ts).
import {
  CancellationScope,
  condition,
  workflowInfo,
  ApplicationFailure,
  ChildWorkflowFailure,
  executeChild,
  ParentClosePolicy,
} from '@temporalio/workflow';
import { longestSummary } from '../../domain/procedure/accept.js';
import type { Action } from '../../domain/procedure/state.js';
import { authorityOf, autoAnswer, isOffered, readableAt } from '../../domain/procedure/settle.js';
import type { Checkpoint } from '../../domain/procedure/definition.js';
import { engineWorkAt, reportable, stepFailed, type EngineWork } from '../../domain/procedure/engine-step.js';
import { placeOf, filledText } from '../../domain/procedure/place.js';
import type { Procedure } from '../../domain/procedure/procedure.js';
import type { Called, Register } from '../../domain/procedure/register.js';
import { dueAt } from '../../domain/procedure/step.js';
import { isToContinueAsNew } from '../engine/continue-as-new.js';
import type { Reply } from '../people/people-state.js';
import { standingOf, type ProcedureShell } from './shell.js';
import { fitBytes, summaryBytes } from '../../domain/text/fit-bytes.js';
import type { Variables } from '../../domain/run/json.js';
import type { flow } from '../flow/flow.js';
import { isDone, type FlowResult } from '../flow/flow-result.js';
import type { hostAgent } from '../agent/host-agent.js';

export type ProcedureEffect =
  /** For a call. */
  | { readonly type: 'wait' }
  | { readonly type: 'wait-for-time'; readonly checkpoint: Checkpoint; readonly at: number }
  | { readonly type: 'ask'; readonly checkpoint: Checkpoint }
  | { readonly type: 'work'; readonly work: EngineWork };

export type ProcedureEvent = { readonly type: 'called'; readonly call: Called } | { readonly type: 'time-passed' };

export function dueEffect(procedure: Procedure, { state }: Register): ProcedureEffect {
  const work = engineWorkAt(procedure, state);
  if (work) return { type: 'work', work };
  const due = dueAt(procedure, state);
  if (due.type !== 'checkpoint') return { type: 'wait' };
  const { checkpoint } = due;
  const auto = autoAnswer(procedure, checkpoint, state);
  if (auto) return { type: 'wait-for-time', checkpoint, at: auto.at };
  return authorityOf(checkpoint, state) === 'agent' ? { type: 'wait' } : { type: 'ask', checkpoint };
}

/** Resolves once the run has moved. Undefined: something else moved it. */
export async function performEffect(shell: ProcedureShell, effect: ProcedureEffect): Promise<ProcedureEvent | undefined> {
  const { revision } = standingOf(shell).register;
  const moved = (): boolean => standingOf(shell).register.revision !== revision;
  switch (effect.type) {
    case 'wait':
      await condition(() => moved() || isToContinueAsNew());
      return undefined;
    case 'wait-for-time': {
      const { checkpoint, at } = effect;
      const left = Math.max(1, at - Date.now());
      const isEarly = await condition(() => moved() || isToContinueAsNew(), left, { summary: `until '${checkpoint.id}' answers itself` });
      return isEarly ? undefined : { type: 'time-passed' };
    }
    case 'ask':
      return called(await askPerson(shell, effect.checkpoint, moved), revision);
    case 'work':
      return called(await work(shell, effect.work, moved), revision);
  }
}

function called(action: Action | undefined, revision: number): ProcedureEvent | undefined {
  return action && { type: 'called', call: { action, revision } };
}

async function askPerson(shell: ProcedureShell, checkpoint: Checkpoint, moved: () => boolean): Promise<Action | undefined> {
  const { procedure, register } = standingOf(shell);
  const { id, message, options: all } = checkpoint;
  const place = placeOf(procedure, register.state);
  const readable = readableAt(checkpoint, register.state) - Date.now();
  if (readable > 0 && (await condition(moved, readable, { summary: `until '${id}' may be answered` }))) return undefined;
  const options = all
    .filter((option) => isOffered(procedure, option))
    .map((option) => ({ id: option.id, label: filledText(place, option.label) }));
  const interrupted = (): boolean => moved() || isToContinueAsNew();
  const reply = await ask(shell, filledText(place, message), options, { moved, interrupted });
  return reply && { call: 'respond_to_checkpoint', checkpoint_id: id, option_id: reply.answers[0] ?? '', by: 'human' };
}

const afterFailure = [
  { id: 'again', label: 'Do it again' },
  { id: 'skip', label: 'Leave it out' },
  { id: 'abort', label: 'End the procedure here' },
] as const;

/** procedurerun-4. */
async function work(shell: ProcedureShell, engineWork: EngineWork, moved: () => boolean): Promise<Action | undefined> {
  const { carried } = shell;
  const { id, required } = engineWork.step;
  carried.children += 1;
  const child = `${workflowInfo().workflowId}/step-${carried.children}`;
  const end = await endOf(shell, engineWork, child, moved);
  if (!end) return undefined;
  const { procedure, register } = standingOf(shell);
  if ('summary' in end) {
    const outputs = reportable(procedure, register.state, end.left);
    return { call: 'complete_step', step_id: id, summary: end.summary.slice(0, longestSummary), outputs, by: 'engine' };
  }
  carried.entries = [...carried.entries, stepFailed(register.state, Date.now(), { step: id, child, why: end.why })];
  const question = `The step '${id}' was not done: ${end.why.slice(0, longestSummary)} What now?`;
  const reply = await ask(
    shell,
    question,
    afterFailure.filter((option) => option.id !== 'skip' || !required),
    // A question that is asked again would do the step again.
    { moved, interrupted: moved },
  );
  const reason = 'a person chose so after it was not done';
  switch (reply?.answers[0]) {
    case 'skip':
      return { call: 'skip_step', step_id: id, reason, by: 'engine' };
    case 'abort':
      return { call: 'abort_workflow', reason, by: 'human' };
    default:
      return undefined;
  }
}

/** Undefined: a call moved the run meanwhile. */
async function endOf({ given }: ProcedureShell, engineWork: EngineWork, child: string, moved: () => boolean): Promise<StepEnd | undefined> {
  const scope = new CancellationScope();
  const end = await Promise.race([scope.run(() => doStep(engineWork, child, given.run)), condition(moved)]).catch((error: unknown) => {
    if (!moved()) throw error;
  });
  if (!moved() && end) return end;
  scope.cancel();
  return undefined;
}

interface Waiting {
  readonly moved: () => boolean;
  readonly interrupted: () => boolean;
}

/** procedurerun-2. */
async function ask(
  { people }: ProcedureShell,
  question: string,
  options: readonly { readonly id: string; readonly label: string }[],
  { moved, interrupted }: Waiting,
): Promise<Extract<Reply, { readonly type: 'answered' }> | undefined> {
  const reply = await people.ask({ kind: 'question', questions: [question], options }, undefined, {
    timeoutMs: undefined,
    interrupted,
  });
  if (reply?.type === 'answered') return reply;
  // Where the run only continues as new, what is asked stays asked.
  if (moved()) people.withdraw();
  return undefined;
}

// A step that the engine does itself: an agent or a flow as a child, and the evidence that it leaves.

type StepEnd = { readonly summary: string; readonly left: Variables } | { readonly why: string };

/** Rejects when it is cancelled. `run`: device, budget, guard, settings and models of the procedure's input. */
async function doStep(work: EngineWork, workflowId: string, run: Readonly<Record<string, unknown>>): Promise<StepEnd> {
  try {
    return await (work.type === 'agent' ? byAgent(work, workflowId, run) : byFlow(work, workflowId, run));
  } catch (error) {
    if (!(error instanceof ChildWorkflowFailure) || !(error.cause instanceof ApplicationFailure)) throw error;
    return { why: error.cause.message };
  }
}

async function byAgent(
  { request, step, url }: Extract<EngineWork, { readonly type: 'agent' }>,
  workflowId: string,
  run: Readonly<Record<string, unknown>>,
): Promise<StepEnd> {
  const { outcome, previousSubtasks, steps } = await executeChild<typeof hostAgent>('hostAgent', {
    ...childOptions(workflowId, step.name),
    args: [{ ...run, ...deviceAt(run, url), request }],
  });
  const last = previousSubtasks.at(-1)?.result ?? '';
  const words = `${workflowId} ended with '${outcome}' after ${steps} steps${last === '' ? '' : `: ${last}`}`;
  return outcome === 'completed' ? { summary: words, left: {} } : { why: words };
}

async function byFlow(
  { name, flow: document, flows, variables, step, url }: Extract<EngineWork, { readonly type: 'flow' }>,
  workflowId: string,
  run: Readonly<Record<string, unknown>>,
): Promise<StepEnd> {
  const result: FlowResult = await executeChild<typeof flow>('flow', {
    ...childOptions(workflowId, step.name),
    args: [{ ...run, ...deviceAt(run, url), flow: document, flows, variables }],
  });
  const { outcome, message, verdict, checks } = result;
  const words = `${workflowId}, flow '${name}', ended with '${outcome}'${message === '' ? '' : ` (${message})`}; its ${checks.length} checks: ${verdict}`;
  return isDone(result) ? { summary: words, left: result.variables } : { why: words };
}

function childOptions(workflowId: string, name: string) {
  return { workflowId, parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL, staticSummary: fitBytes(name, summaryBytes) } as const;
}

function deviceAt({ device }: Readonly<Record<string, unknown>>, url: string | undefined): object {
  if (url === undefined) return {};
  return { device: { ...(typeof device === 'object' ? device : {}), url } };
}
