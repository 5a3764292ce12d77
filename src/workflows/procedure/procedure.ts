// A procedure: an agent, or a person, is led through steps and checkpoints (spec/procedure.md). The register decides; this shell keeps it, waits for time and people, and stores what happened.
//
// L1. Calls are updates, handled at once: what is accepted is in the register before anybody else calls.
// L2. Open for a person is exactly what the register says is due: the question is withdrawn when the run has moved on without its answer.
// L3. It continues as new while nothing is under way; the definition is not loaded again.
// L4. A step that the engine does runs as a child; what it ended with completes the step, or a person is asked what now. Who moves the run meanwhile ends the child.
// L5. A cancellation keeps what happened.
import {
  allHandlersFinished,
  ApplicationFailure,
  CancellationScope,
  condition,
  continueAsNew,
  isCancellation,
  proxyActivities,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import type { LoadedProcedure } from '../../activities/procedure/procedure-activities.js';
import { InputError } from '../../domain/input-error.js';
import { noUsage } from '../../domain/budget/usage.js';
import type { Call } from '../../domain/procedure/action.js';
import { longestSummary } from '../../domain/procedure/accept.js';
import { authorityOf, autoAnswer, isOffered, readableAt } from '../../domain/procedure/answer.js';
import { engineWorkAt, reportable, stepFailed, type EngineWork } from '../../domain/procedure/engine-step.js';
import type { HistoryEntry } from '../../domain/procedure/history.js';
import { parseCall, parseProcedureInput, type ProcedureInput } from '../../domain/procedure/input.js';
import { createProcedure, type Procedure } from '../../domain/procedure/procedure.js';
import {
  advance,
  answerCall,
  openRegister,
  readRegister,
  recall,
  type Called,
  type Register,
  type Registered,
} from '../../domain/procedure/register.js';
import { dueAt, start } from '../../domain/procedure/step.js';
import type { Variables } from '../../domain/flow/variables.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import {
  answeredQuery,
  begunUpdate,
  getAvailableActionsQuery,
  getPositionQuery,
  procedureQuery,
  procedureUpdates,
  progressQuery,
  steadyhandState,
  type ProcedureView,
  type ProgressView,
  type ReadBody,
} from '../messages.js';
import { createPeople, nobodyAsked, type PeopleState } from '../people/people.js';
import { doStep } from './engine-step.js';
import { checked, refused } from '../engine/refusals.js';

export interface ProcedureSummary {
  readonly outcome: 'completed' | 'aborted';
  readonly workflow: string;
  readonly digest: string;
  readonly variables: Variables;
  readonly revisions: number;
  readonly refusals: number;
  /** Where all that happened is stored. */
  readonly history: ArtifactRef;
}

interface ProcedureCarried {
  readonly people: PeopleState;
  loaded?: LoadedProcedure;
  register?: Register;
  /** Steps that the engine has begun to do. */
  children?: number;
  /** Not yet stored. */
  entries: readonly HistoryEntry[];
  stored?: ArtifactRef;
}

interface Kept {
  readonly procedure: Procedure;
  readonly digest: string;
  register: Register;
}

/** More are stored at once. */
const entriesAtOnce = 200;

const afterFailure = [
  { id: 'again', label: 'Do it again' },
  { id: 'skip', label: 'Leave it out' },
  { id: 'abort', label: 'End the procedure here' },
] as const;

export async function procedure(
  input: unknown,
  carried: ProcedureCarried = { people: { ...nobodyAsked }, entries: [] },
): Promise<ProcedureSummary> {
  const given = checked(parseProcedureInput, input);
  const people = createPeople(carried.people, {});
  let kept: Kept | undefined = carried.loaded && carried.register && keep(carried.loaded, carried.register);
  for (const call of Object.keys(procedureUpdates) as Call[])
    setHandler(procedureUpdates[call], (body) => answer(parsed(call, body)), {
      validator: (body) => void parsed(call, body),
      description: `The seed's call ${call}; answers with position, actions and revision`,
    });
  setHandler(
    begunUpdate,
    async (read) => {
      await condition(() => kept !== undefined);
      return told(read);
    },
    { description: 'Where the procedure stands, as soon as its definition is loaded' },
  );
  setHandler(getPositionQuery, (read) => told(read), { description: 'Where the procedure stands, and what can be done' });
  setHandler(getAvailableActionsQuery, (read) => told(read), { description: 'What can be done now, what cannot, and why not' });
  setHandler(answeredQuery, ({ name, by = 'agent' }) => recall(started().procedure, started().register, name, { by, now: Date.now() }));
  setHandler(procedureQuery, () => view(), { description: 'Variables, revision, refusals, and what happened since it was last stored' });
  setHandler(progressQuery, () => progress());

  kept ??= await begin();
  try {
    await lead(kept);
  } catch (error) {
    if (isCancellation(error)) await CancellationScope.nonCancellable(close);
    throw error;
  }
  await close();
  await condition(allHandlersFinished);
  return summary(kept);

  async function lead(run: Kept): Promise<void> {
    while (run.register.state.ended === undefined) {
      if (carried.entries.length >= entriesAtOnce) await store();
      if (workflowInfo().continueAsNewSuggested && carried.people.reply === undefined) {
        await condition(allHandlersFinished);
        await continueAsNew<typeof procedure>(input, carried);
      }
      await next(run);
    }
  }

  async function close(): Promise<void> {
    await people.withdraw();
    people.show(headline());
    await store();
  }

  /** Until the run has moved, by whomever. */
  async function next(run: Kept): Promise<void> {
    const { procedure: of, register } = run;
    const moved = (): boolean => run.register.revision !== register.revision;
    const due = dueAt(of, register.state);
    people.show(headline());
    const work = engineWorkAt(of, register.state);
    if (work) return perform(run, work, moved);
    if (due.type !== 'checkpoint') return condition(moved);
    const { checkpoint } = due;
    const readable = readableAt(checkpoint, register.state) - Date.now();
    const auto = autoAnswer(of, checkpoint, register.state);
    if (auto) {
      await condition(moved, Math.max(1, auto.at - Date.now()), { summary: `until '${checkpoint.id}' answers itself` });
      return passTime(run);
    }
    if (authorityOf(checkpoint, register.state) === 'agent') return condition(moved);
    if (readable > 0 && (await condition(moved, readable, { summary: `until '${checkpoint.id}' may be answered` }))) return;
    const options = checkpoint.options.filter((option) => isOffered(of, option)).map(({ id, label }) => ({ id, label }));
    const reply = await people.ask({ kind: 'question', questions: [checkpoint.message], options }, undefined, {
      timeoutMs: undefined,
      interrupted: moved,
    });
    if (reply?.type !== 'answered') return people.withdraw();
    take(run, {
      action: { call: 'respond_to_checkpoint', checkpoint_id: checkpoint.id, option_id: reply.answers[0] ?? '', by: 'human' },
      revision: register.revision,
    });
  }

  /** L4. */
  async function perform(run: Kept, work: EngineWork, moved: () => boolean): Promise<void> {
    const { id, required } = work.step;
    const { revision } = run.register;
    carried.children = (carried.children ?? 0) + 1;
    const child = `${workflowInfo().workflowId}/step-${carried.children}`;
    const scope = new CancellationScope();
    const end = await Promise.race([scope.run(() => doStep(work, child, given.run)), condition(moved)]).catch((error: unknown) => {
      if (!moved()) throw error;
    });
    if (moved() || !end) return scope.cancel();
    if ('summary' in end) {
      const outputs = reportable(run.procedure, run.register.state, end.left);
      const summary = end.summary.slice(0, longestSummary);
      take(run, { action: { call: 'complete_step', step_id: id, summary, outputs, by: 'engine' }, revision });
      return;
    }
    carried.entries = [...carried.entries, stepFailed(run.register.state, Date.now(), { step: id, child, why: end.why })];
    const reply = await people.ask(
      {
        kind: 'question',
        questions: [`The step '${id}' was not done: ${end.why.slice(0, longestSummary)} What now?`],
        options: afterFailure.filter((option) => option.id !== 'skip' || !required),
      },
      undefined,
      { timeoutMs: undefined, interrupted: moved },
    );
    if (reply?.type !== 'answered') return people.withdraw();
    const reason = 'a person chose so after it was not done';
    const [answered] = reply.answers;
    if (answered === 'skip') take(run, { action: { call: 'skip_step', step_id: id, reason, by: 'engine' }, revision });
    if (answered === 'abort') take(run, { action: { call: 'abort_workflow', reason, by: 'human' }, revision });
  }

  async function begin(): Promise<Kept> {
    upsertSearchAttributes([{ key: steadyhandState, value: 'RUNNING' }]);
    const { loadProcedure } = proxyActivities<Activities>({
      startToCloseTimeout: '30 seconds',
      retry: { maximumAttempts: 10 },
      summary: 'load the definition',
    });
    const { definition, digest } = given;
    const loaded = await loadProcedure({ definition, ...(digest === undefined ? {} : { digest }) }).catch(refused);
    const register = opened(createProcedure(loaded.definition), given);
    carried.loaded = loaded;
    return (kept = keep(loaded, register));
  }

  function opened(of: Procedure, { initialVariables: variables, by, answers }: ProcedureInput): Register {
    const started = start(of, { variables, by, answers }, Date.now());
    if (!('state' in started))
      throw ApplicationFailure.create({ message: started.refused.message, type: started.refused.code, nonRetryable: true });
    carried.entries = started.entries;
    return openRegister(started.state);
  }

  function keep({ definition, digest }: LoadedProcedure, register: Register): Kept {
    carried.register = register;
    return { procedure: createProcedure(definition), digest, register };
  }

  /** Calls may come before the definition is there. Afterwards without a promise: the SDK pays for each of them. */
  function answer(call: Called): Registered | Promise<Registered> {
    return kept ? take(kept, call) : condition(() => kept !== undefined).then(() => take(started(), call));
  }

  function take(run: Kept, call: Called): Registered {
    const { register, entries, reply } = answerCall(run.procedure, run.register, call, Date.now());
    moveTo(run, register, entries);
    return reply;
  }

  function passTime(run: Kept): void {
    const { register, entries } = advance(run.procedure, run.register, Date.now());
    moveTo(run, register, entries);
  }

  function moveTo(run: Kept, register: Register, entries: readonly HistoryEntry[]): void {
    run.register = register;
    carried.register = register;
    carried.entries = [...carried.entries, ...entries];
  }

  async function store(): Promise<void> {
    const entries = carried.entries;
    if (entries.length === 0) return;
    const { storeHistory } = proxyActivities<Activities>({
      startToCloseTimeout: '30 seconds',
      retry: { maximumInterval: '10 seconds' },
      summary: `store ${entries.length} entries`,
    });
    const { stored } = carried;
    carried.stored = await storeHistory({ ...(stored === undefined ? {} : { previous: stored }), entries });
    carried.entries = carried.entries.slice(entries.length);
  }

  function told({ by = 'agent' }: ReadBody = {}): Registered {
    const run = started();
    return readRegister(run.procedure, run.register, { by, now: Date.now() });
  }

  function view(): ProcedureView {
    const { register, digest } = started();
    const { entries, stored } = carried;
    return {
      workflow: register.state.workflow,
      digest,
      revision: register.revision,
      refusals: register.refusals,
      variables: register.state.variables,
      ...(stored === undefined ? {} : { stored }),
      entries,
    };
  }

  function started(): Kept {
    if (!kept) throw new Error('The procedure is about to start: its definition is loaded.');
    return kept;
  }

  function headline(): string {
    if (!kept) return 'Starting';
    const { position, message } = readRegister(kept.procedure, kept.register, { by: 'human', now: Date.now() });
    return `**${position.activity}**${position.step === undefined ? '' : ` · ${position.step}`}\n\n${message}`;
  }

  function progress(): ProgressView {
    const { pending } = carried.people;
    return {
      state: carried.people.shown,
      status: kept?.register.state.activity ?? 'Starting',
      step: kept?.register.revision ?? 0,
      ...(pending ? { request: pending, asker: workflowInfo().workflowId } : {}),
      budgetLeft: {},
      usage: noUsage,
      unknownOutcomes: 0,
    };
  }

  function summary({ register: { state, revision, refusals }, digest }: Kept): ProcedureSummary {
    return {
      outcome: state.ended === 'aborted' ? 'aborted' : 'completed',
      workflow: state.workflow,
      digest,
      variables: state.variables,
      revisions: revision,
      refusals,
      history: carried.stored as ArtifactRef,
    };
  }
}

function parsed(call: Call, body: unknown): Called {
  try {
    return parseCall(call, body);
  } catch (error) {
    // A plain error refuses the update, without failing the task.
    throw error instanceof InputError ? new Error(error.message) : error;
  }
}
