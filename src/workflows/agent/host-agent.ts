// A session: requests in natural language, which AppAgents carry out in one application after another (docs/design/agent.md §1, §3). The machine
// decides; this shell performs its effects.
//
// agentrun-1. It owns the device: it opens the session, receives `deviceReady`, forwards it to the working child, and gives the device back however the run ends.
// agentrun-2. A request lives in the workflow that asks: signals for the child are forwarded, Updates are refused with the child's id and the exact command.
// agentrun-3. It continues as new between effects only (drive-3), never while a child runs.
import { allHandlersFinished, ApplicationFailure, condition, proxyActivities, setHandler, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import type { RunNote } from '../../domain/agent/decision.js';
import { enqueue, hostTransition, startHostAgent } from '../../domain/agent/host-agent-machine.js';
import type { HostAgentEffect, HostAgentState } from '../../domain/agent/host-agent-state.js';
import { parseHostAgentInput, type HostAgentInput } from '../../domain/agent/input.js';
import { emptyBlackboard, type PreviousSubtask } from '../../domain/agent/memory.js';
import { startOf, type ResolvedRun } from '../../domain/run/resolve-settings.js';
import { tallyOf } from '../../domain/telemetry/metrics.js';
import { noDevice } from '../device/device-access.js';
import { createDeviceClient } from '../device/device-client.js';
import { createDeviceOwner } from '../device/device-owner.js';
import { continueOn } from '../engine/another-part.js';
import { openDoors } from '../engine/doors.js';
import { createClock, drive, releasing, type Engine } from '../engine/drive.js';
import { countRun } from '../engine/measures.js';
import { checked, refused } from '../engine/refusals.js';
import { blackboardQuery, progressQuery, subtasksQuery } from '../messages.js';
import type { People } from '../people/people.js';
import { nobodyAsked, showRunning } from '../people/people-state.js';
import { openWheel, type OpenWheel } from '../wheel/open-wheel.js';
import { performEffect, type HostAgentCame } from './host-agent-effects.js';
import { headlineOf, progressOf } from './host-agent-progress.js';
import { hearRequests } from './host-agent-requests.js';
import { machineOf, type HostAgentCarried, type HostAgentResult, type HostAgentShell } from './host-agent-shell.js';

type Driven = Engine<HostAgentState, Exclude<HostAgentEffect, { readonly type: 'end' }>, HostAgentCame>;

export async function hostAgent(
  input: unknown,
  carried: HostAgentCarried = { early: [], people: { ...nobodyAsked }, device: { ...noDevice, nextEpoch: 1 }, toChild: [] },
): Promise<HostAgentResult> {
  return countRun(() => runSession(input, carried));
}

async function runSession(input: unknown, carried: HostAgentCarried): Promise<HostAgentResult> {
  const given = checked(parseHostAgentInput, input);
  const wheel = openWheel(carried, {
    settings: () => carried.resolved?.settings,
    isIdle: () => carried.machine?.next.type === 'idle',
  });
  const people = openDoors(carried, () => headlineOf(carried), wheel.hands);
  hearRequests(carried);
  setHandler(progressQuery, () => progressOf(carried));
  setHandler(subtasksQuery, () => carried.machine?.previousSubtasks ?? []);
  setHandler(blackboardQuery, () => carried.machine?.blackboard ?? emptyBlackboard);
  let shell: HostAgentShell | undefined;
  return releasing(
    () => shell?.device.release(),
    async () => {
      const begun = (shell = await begin(given, carried, people, wheel));
      const engine = engineOf(begun, () => continueOn<typeof hostAgent>(input, carried));
      do await drive(engine);
      while (!(await isOver(begun)));
      return finish(begun);
    },
  );
}

async function begin(given: HostAgentInput, carried: HostAgentCarried, people: People, wheel: OpenWheel): Promise<HostAgentShell> {
  if (!carried.resolved) {
    showRunning();
    const { settings, guard, budget } = (carried.resolved = await resolve(given));
    carried.machine = startHostAgent({ ...given, named: isNamed(given), settings, guard, budget });
    for (const text of carried.early.splice(0)) carried.machine = enqueue(carried.machine, text);
  }
  const { resolved } = carried;
  const changed = (): void => people.show(headlineOf(carried));
  const device = createDeviceOwner(carried.device, startOf(given.device, resolved.apps), resolved.guard.origins, resolved.timings);
  const client = createDeviceClient(carried.device, device, resolved.timings, changed);
  wheel.serve(client, resolved, () => machineOf(carried).spent.steps);
  return { workflowId: workflowInfo().workflowId, carried, resolved, people, clock: createClock(), client, device, wheel, changed };
}

function isNamed({ device: { url, app } }: HostAgentInput): boolean {
  return url !== undefined || app !== undefined;
}

async function resolve(input: HostAgentInput): Promise<ResolvedRun> {
  const { resolveSettings } = proxyActivities<Activities>({
    startToCloseTimeout: '10 seconds',
    retry: { maximumInterval: '10 seconds' },
    summary: "resolve settings from the worker's configuration and the input",
  });
  return resolveSettings(input).catch(refused);
}

function engineOf(shell: HostAgentShell, anotherPart: () => Promise<never>): Driven {
  const { carried, people, clock, wheel } = shell;
  return {
    people,
    wheel,
    handBack(returned) {
      carried.machine = hostTransition(machineOf(carried), { type: 'handed-back', returned }) ?? machineOf(carried);
    },
    clock,
    state: () => machineOf(carried),
    next: ({ next }) => (next.type === 'end' ? undefined : next),
    perform: (effect) => performEffect(shell, effect),
    transition: hostTransition,
    moveTo: (after) => void (carried.machine = after),
    headline: () => headlineOf(carried),
    continueAsNew: anotherPart,
    tally: tallyOf,
  };
}

/** A request that arrives while the device is being given back is not lost: the session goes on. */
async function isOver({ carried, device }: HostAgentShell): Promise<boolean> {
  const waiting = machineOf(carried).queue.length;
  await device.release();
  await condition(allHandlersFinished);
  const machine = machineOf(carried);
  if (machine.queue.length === waiting) return true;
  carried.machine = { ...machine, next: { type: 'idle' } };
  return false;
}

function finish({ carried, people }: HostAgentShell): HostAgentResult {
  const { outcome = 'error', rounds, previousSubtasks, blackboard, spent, unknownOutcomes, withoutEffect, notes } = machineOf(carried);
  const { usage, steps } = spent;
  const result: HostAgentResult = { outcome, rounds, previousSubtasks, blackboard, usage, steps, unknownOutcomes, withoutEffect };
  people.show(`**${outcome}** after ${steps} steps`);
  if (outcome !== 'error') return result;
  throw ApplicationFailure.create({
    message: lastWord(notes, previousSubtasks),
    type: 'agent-error',
    nonRetryable: true,
    details: [result],
  });
}

function lastWord(notes: readonly RunNote[], previousSubtasks: readonly PreviousSubtask[]): string {
  const error = previousSubtasks.at(-1)?.error;
  return error ? `${error.type}: ${error.message}` : (notes.at(-1)?.text ?? 'the round ended in an error');
}
