// A procedure: guides an agent, or a person, through steps and checkpoints (docs/design/procedure.md). The register decides; this shell keeps it,
// waits for time and people, and stores what happened.
//
// procedurerun-1. Calls are updates, handled at once: an accepted call is in the register before the next one is handled.
// procedurerun-2. A person is asked exactly what the register says is due: the question is withdrawn when the run has moved on without its answer.
// procedurerun-3. It continues as new while nothing is under way (drive-3); the definition is not loaded again.
// procedurerun-4. A step that the engine does itself runs as a child; its result completes the step, or a person is asked what to do. A call that
//     moves the run meanwhile cancels the child.
// procedurerun-5. A cancellation still stores what happened.
import { allHandlersFinished, ApplicationFailure, condition, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import { parseProcedureInput } from '../../domain/procedure/input.js';
import { createProcedure } from '../../domain/procedure/procedure.js';
import { advance, answerCall, openRegister, type Taken } from '../../domain/procedure/register.js';
import { start } from '../../domain/procedure/step.js';
import { carrying, continueCarrying, type Sealed } from '../engine/carried.js';
import { alone, createClock, drive, machineOf, stopping, type Engine } from '../engine/drive.js';
import { countRun } from '../engine/measures.js';
import { parsed, refused } from '../engine/activity-calls.js';
import { createCarriedLimit } from '../engine/continue-as-new.js';
import { createPeople } from '../people/people.js';
import { noRequests, showRunning } from '../people/people-state.js';
import { refuseTakeOver } from '../take-over/handlers.js';
import { handleCalls } from './calls.js';
import { dueEffect, performEffect, type ProcedureEffect, type ProcedureEvent } from './effects.js';
import { headlineOf, holdingOf, summaryOf, type ProcedureSummary } from './progress.js';
import { moveTo, standingOf, type ProcedureCarried, type ProcedureShell } from './shell.js';

/** Stored as soon as there are more. */
const entriesAtOnce = 200;

export async function procedure(input: unknown, sealed?: Sealed<ProcedureCarried>): Promise<ProcedureSummary> {
  const fresh = (): ProcedureCarried => ({ people: { ...noRequests }, children: 0, entries: [], stored: 0 });
  return countRun(() => carrying(sealed, fresh, (carried, checked) => lead(input, carried, checked)));
}

async function lead(input: unknown, carried: ProcedureCarried, checked: () => Promise<void>): Promise<ProcedureSummary> {
  const given = parsed(parseProcedureInput, input);
  const people = createPeople(carried.people);
  refuseTakeOver('A procedure has no screen of its own, so it cannot be taken over: take over the run that carries out its step.');
  const shell: ProcedureShell = { given, carried, people };
  if (carried.loaded && carried.register) shell.procedure = createProcedure(carried.loaded.definition);
  handleCalls(shell);
  await checked();
  if (!shell.procedure) await begin(shell);
  const room = createCarriedLimit(
    () => [input, carried],
    () => holdingOf(shell),
  );
  await stopping(
    async (cancelled) => {
      await close(shell);
      throw cancelled;
    },
    () => drive(alone(machineOf(engineOf(shell)), { people, room, continueAsNew: () => continueCarrying(input, carried) })),
  );
  await close(shell);
  await condition(allHandlersFinished);
  return summaryOf(shell);
}

async function begin(shell: ProcedureShell): Promise<void> {
  const { given, carried } = shell;
  showRunning();
  const { loadProcedure } = proxyActivities<Activities>({
    startToCloseTimeout: '30 seconds',
    retry: { maximumAttempts: 10 },
    summary: 'load the definition',
  });
  const { definition, digest, initialVariables: variables, by, answers } = given;
  const loaded = await loadProcedure({ definition, digest }).catch(refused);
  const of = createProcedure(loaded.definition);
  const started = start(of, { variables, by, answers }, Date.now());
  if (!('state' in started))
    throw ApplicationFailure.create({ message: started.refused.message, type: started.refused.code, nonRetryable: true });
  carried.loaded = loaded;
  moveTo(shell, { register: openRegister(started.state), entries: started.entries });
  shell.procedure = of;
}

/** Its state is the register, with what the last event adds to the history. */
function engineOf(shell: ProcedureShell): Engine<Taken, ProcedureEffect, ProcedureEvent> {
  const { procedure: of } = standingOf(shell);
  return {
    name: workflowInfo().workflowId,
    type: 'procedure',
    clock: createClock(),
    state: () => ({ register: standingOf(shell).register, entries: [] }),
    next: ({ register }) => (register.state.ended === undefined ? dueEffect(of, register) : undefined),
    perform: (effect) => performEffect(shell, effect),
    transition: ({ register }, event) =>
      event.type === 'called' ? answerCall(of, register, event.call, Date.now()) : advance(of, register, Date.now()),
    moveTo: (after) => moveTo(shell, after),
    headline: () => headlineOf(shell),
    holding: () => holdingOf(shell),
    async keep() {
      if (shell.carried.entries.length >= entriesAtOnce) await store(shell);
    },
  };
}

async function close(shell: ProcedureShell): Promise<void> {
  shell.people.withdraw();
  shell.people.show(headlineOf(shell));
  await store(shell);
}

async function store({ carried }: ProcedureShell): Promise<void> {
  const { entries, stored: from } = carried;
  if (entries.length === 0) return;
  const { storeHistory } = proxyActivities<Activities>({
    startToCloseTimeout: '30 seconds',
    retry: { maximumInterval: '10 seconds' },
    summary: `store ${entries.length} entries`,
  });
  await storeHistory({ from, entries });
  carried.stored = from + entries.length;
  carried.entries = carried.entries.slice(entries.length);
}
