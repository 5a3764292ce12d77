// A flow: a graph of deterministic nodes and AI steps (docs/design/flow.md). The walk decides; this shell performs its effects.
//
// flowrun-1. It owns the device, as `hostAgent` does (agentrun-1 of host-agent.ts): opened when a tool needs it, given back however the run ends. A
//     flow that runs as a node of another flow borrows that flow's device.
// flowrun-2. A cancellation stops the walk: checks that have their evidence are judged, records are written, the device is closed, and the run ends as cancelled.
// flowrun-3. It continues as new between effects only (drive-3); the document is fetched again, the walk's state is carried.
import { allHandlersFinished, condition, setHandler, workflowInfo } from '@temporalio/workflow';
import type { FlowEffect, FlowEvent, FlowState } from '../../domain/flow/flow-state.js';
import { createGraph } from '../../domain/flow/graph.js';
import { parseFlowInput, type FlowInput } from '../../domain/flow/input.js';
import { startFlow } from '../../domain/flow/start-flow.js';
import { startOf } from '../../domain/run/resolve-settings.js';
import { tallyOf } from '../../domain/telemetry/metrics.js';
import { borrowDevice } from '../device/borrowed-device.js';
import { noDevice } from '../device/device-access.js';
import { createDeviceClient } from '../device/device-client.js';
import { createDeviceOwner } from '../device/device-owner.js';
import { continueOn } from '../engine/another-part.js';
import { openDoors } from '../engine/doors.js';
import { createClock, drive, releasing, stopping, turn, type Engine } from '../engine/drive.js';
import { countRun, tellPart } from '../engine/measures.js';
import { checked } from '../engine/refusals.js';
import { positionQuery, progressQuery, variablesQuery } from '../messages.js';
import { nobodyAsked } from '../people/people-state.js';
import { openWheel } from '../wheel/open-wheel.js';
import { load, settle } from './document.js';
import { performEffect } from './effects.js';
import { headlineOf, positionOf, progressOf } from './progress.js';
import { keepRecords } from './records.js';
import type { FlowResult } from './flow-result.js';
import { leaveRecords } from './replay.js';
import { resultOf } from './result.js';
import { createRoom } from './room.js';
import { stateOf, type FlowCarried, type FlowShell } from './shell.js';
import { createFlowTime } from './time.js';
import { isIdle, transition } from './transition.js';

type Walking = Engine<FlowState, Exclude<FlowEffect, { type: 'end' }>, FlowEvent>;

export async function flow(
  input: unknown,
  carried: FlowCarried = { people: { ...nobodyAsked }, device: { ...noDevice, nextEpoch: 1 }, toChild: [], children: 0 },
): Promise<FlowResult> {
  // What runs as a node of another flow is part of that run.
  return carried.parent
    ? tellPart(
        () => walk(input, carried),
        ({ outcome }) => outcome,
      )
    : countRun(() => walk(input, carried));
}

async function walk(input: unknown, carried: FlowCarried): Promise<FlowResult> {
  const given = checked(parseFlowInput, input);
  let shell: FlowShell | undefined;
  const headline = (): string => headlineOf(carried, shell?.graph);
  const wheel = openWheel(carried, { settings: () => carried.settled?.resolved.settings, parent: carried.parent });
  const people = openDoors(carried, headline, wheel.hands);
  setHandler(progressQuery, () => progressOf(carried));
  setHandler(positionQuery, () => positionOf(carried, shell?.graph));
  setHandler(variablesQuery, () => carried.state?.variables ?? {});
  return releasing(
    () => shell && giveBack(shell),
    async () => {
      const begun = (shell = await begin(given, carried, { people, wheel, changed: () => people.show(headline()) }));
      const walking: Walking = { ...walkingOf(begun, input), headline, continueAsNew: () => continueOn<typeof flow>(input, carried) };
      await stopping(
        async (cancelled) => {
          await stop(begun, walking);
          throw cancelled;
        },
        async () => {
          await drive(walking);
          await leaveRecords(begun);
        },
      );
      return finish(begun);
    },
  );
}

type Opened = Pick<FlowShell, 'people' | 'wheel' | 'changed'>;

async function begin(given: FlowInput, carried: FlowCarried, { people, wheel, changed }: Opened): Promise<FlowShell> {
  const { workflowId } = workflowInfo();
  const settled = (carried.settled ??= await settle(given, carried));
  const { resolved, agentModel: agent, visionModel: vlm } = settled;
  const device = carried.parent
    ? borrowDevice(carried.device, carried.parent.workflowId)
    : createDeviceOwner(carried.device, startOf(given.run.device, resolved.apps), resolved.guard.origins, resolved.timings);
  const client = createDeviceClient(carried.device, device, resolved.timings, changed);
  // Before its document is loaded: whoever has the wheel over a continue-as-new acts at once.
  wheel.serve(client, resolved, () => carried.state?.spent.steps ?? 0);
  const graph = createGraph(await load(settled));
  carried.state ??= startFlow(graph, given.variables, { workflowId, agent, ...(vlm === undefined ? {} : { vlm }) }, Date.now());
  const shell = { given, workflowId, carried, people, graph, settled, client, device, clock: createClock(), wheel, changed };
  return { ...shell, time: createFlowTime(shell) };
}

function walkingOf(shell: FlowShell, input: unknown): Omit<Walking, 'headline' | 'continueAsNew'> {
  const { carried, people, clock, time, wheel } = shell;
  const room = createRoom(carried, input);
  return {
    people,
    clock,
    wheel,
    handBack(returned) {
      carried.state = transition(shell, stateOf(carried), { type: 'handed-back', returned }) ?? stateOf(carried);
    },
    state: () => stateOf(carried),
    next: ({ next }) => (next.type === 'end' ? undefined : next),
    async perform(effect) {
      const message = room.overfull();
      return message === undefined ? time.during(() => performEffect(shell, effect)) : { type: 'overfull', message };
    },
    transition: (state, event, { type }) => transition(shell, state, isIdle(type) ? { ...event, activeMs: 0 } : event),
    moveTo(after, event) {
      carried.state = after;
      room.grow(event);
    },
    keep: () => keepRecords(shell),
    tally: tallyOf,
    fits: room.fits,
  };
}

/** flowrun-2. */
async function stop(shell: FlowShell, walking: Walking): Promise<void> {
  const { carried } = shell;
  carried.state = transition(shell, stateOf(carried), { type: 'stopped' }) ?? stateOf(carried);
  while (await turn(walking));
  await leaveRecords(shell);
  await giveBack(shell);
}

/** A borrowed device stays open: the parent flow goes on with it. */
async function giveBack({ carried, device }: FlowShell): Promise<void> {
  if (!carried.parent) await device.release();
}

async function finish(shell: FlowShell): Promise<FlowResult> {
  await giveBack(shell);
  await condition(allHandlersFinished);
  const { ended, visits } = stateOf(shell.carried);
  const { outcome = 'completed', message = '' } = ended ?? {};
  shell.people.show(`**${outcome}** after ${visits} visits${message === '' ? '' : `: ${message}`}`);
  return resultOf(shell);
}
