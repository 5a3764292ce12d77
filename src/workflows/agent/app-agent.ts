// One subtask in one application, on a device that another workflow owns (docs/design/agent.md §2). The machine decides; this shell performs its effects.
import { allHandlersFinished, condition, getExternalWorkflowHandle, setHandler, workflowInfo } from '@temporalio/workflow';
import { startAppAgent, transition } from '../../domain/agent/app-agent-machine.js';
import type { AppAgentEffect, AppAgentState } from '../../domain/agent/app-agent-state.js';
import { tallyOf } from '../../domain/telemetry/metrics.js';
import { borrowDevice, borrowerNews } from '../device/borrowed-device.js';
import { noDevice } from '../device/device-access.js';
import { createDeviceClient } from '../device/device-client.js';
import { continueOn } from '../engine/another-part.js';
import { createClock, drive, type Engine } from '../engine/drive.js';
import { tellPart } from '../engine/measures.js';
import { blackboardQuery, childAsksSignal, deviceFailedSignal, deviceReadySignal, progressQuery } from '../messages.js';
import type { Hands } from '../people/hear-people.js';
import { createPeople, type People } from '../people/people.js';
import { nobodyAsked, showRunning } from '../people/people-state.js';
import { openWheel } from '../wheel/open-wheel.js';
import { performEffect, type AppAgentCame } from './app-agent-effects.js';
import { headlineOf, lastWords, progressOf } from './app-agent-progress.js';
import type { AppAgentCarried, AppAgentInput, AppAgentOutput, AppAgentShell } from './app-agent-shell.js';

type Driven = Engine<AppAgentState, Exclude<AppAgentEffect, { readonly type: 'end' }>, AppAgentCame>;

export async function appAgent(input: AppAgentInput, carried: AppAgentCarried = fresh(input)): Promise<AppAgentOutput> {
  return tellPart(
    () => act(input, carried),
    ({ result }) => result.status,
  );
}

async function act(input: AppAgentInput, carried: AppAgentCarried): Promise<AppAgentOutput> {
  const { workflowId } = workflowInfo();
  const wheel = openWheel(carried, { settings: () => input.resolved.settings, parent: { workflowId: input.owner, root: input.run } });
  const people = openDoors(input, carried, workflowId, wheel.hands);
  if (carried.people.asked === 0) showRunning();
  const device = borrowDevice(carried.device, input.owner);
  const client = createDeviceClient(carried.device, device, input.resolved.timings, () => people.show(headlineOf(input, carried)));
  const shell = { input, workflowId, carried, people, clock: createClock(), client, device, wheel };
  wheel.serve(client, input.resolved, () => input.stepsBefore + carried.machine.spent.steps);
  await drive(engineOf(shell, () => continueOn<typeof appAgent>(input, carried)));
  await condition(allHandlersFinished);
  const output = outputOf(carried);
  people.show(lastWords(output));
  return output;
}

/** The owner shows what its child asks, and forwards signals; without an owner that listens, the child's own handlers still work. */
function openDoors(input: AppAgentInput, carried: AppAgentCarried, workflowId: string, hands: Hands): People {
  const owner = getExternalWorkflowHandle(input.owner);
  const news = borrowerNews(carried.device);
  setHandler(deviceReadySignal, news.ready);
  setHandler(deviceFailedSignal, news.failed);
  setHandler(progressQuery, () => progressOf(input, carried));
  setHandler(blackboardQuery, () => carried.machine.blackboard);
  return createPeople(carried.people, { hands, tell: (asks) => owner.signal(childAsksSignal, { workflowId, ...asks }) });
}

function engineOf(shell: AppAgentShell, anotherPart: () => Promise<never>): Driven {
  const { input, carried, people, clock, wheel } = shell;
  return {
    people,
    wheel,
    handBack(returned) {
      carried.machine = transition(carried.machine, { type: 'handed-back', returned }) ?? carried.machine;
    },
    clock,
    state: () => carried.machine,
    next: ({ next }) => (next.type === 'end' ? undefined : next),
    perform: (effect) => performEffect(shell, effect),
    transition,
    moveTo: (after) => void (carried.machine = after),
    headline: () => headlineOf(input, carried),
    continueAsNew: anotherPart,
    tally: tallyOf,
  };
}

function outputOf({ machine, device, people }: AppAgentCarried): AppAgentOutput {
  const { result, blackboard, spent, unknownOutcomes, withoutEffect } = machine;
  if (!result) throw new TypeError('the machine ended without a result');
  const { seen: uiSession } = device;
  return {
    result,
    blackboard,
    spent,
    unknownOutcomes,
    withoutEffect,
    approvals: people.approvals ?? [],
    ...(uiSession === undefined ? {} : { uiSession }),
  };
}

function fresh({ subtask, resolved, blackboard, device, stepsBefore, approvals }: AppAgentInput): AppAgentCarried {
  const { settings, guard, budget } = resolved;
  return {
    machine: startAppAgent({ subtask, settings, guard, budget, blackboard, stepsBefore }),
    people: { ...nobodyAsked, approvals },
    device: { ...noDevice, handle: device },
  };
}
